/**
 * Many random impacts between random boxes, for the tests and for anyone who wants more of them: does every one end, do the ledgers close,
 * how many events.
 */
import { SolverError } from "../../errors.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { solveCompliant } from "../compliant.js";
import type { ImpactOutcome } from "../outcome.js";

export interface CampaignReport {
  readonly impacts: number;
  /** Largest |residual| of the ledger over the energy before. */
  readonly worstResidual: number;
  /** How many impacts have so many events. */
  readonly events: ReadonlyMap<number, number>;
  readonly mostEvents: number;
  readonly meanEvents: number;
  /** Impacts pressed together more than once. */
  readonly repeated: number;
  /**
   * Impacts given up after 10 000 events: bodies wedged together with almost no restitution. Rare, since restitution is drawn from 0 to 1.
   */
  readonly givenUp: readonly ContactProblem[];
  /** Impacts that end with more energy, outside the friction cone, or approaching. Must be none. */
  readonly wrong: readonly ContactProblem[];
}

/** A single contact of a random box with the ground or with another; friction 0..3, restitution 0..1, stiffness ratio 0.02..50. */
export function randomImpact(random: () => number): ContactProblem {
  const between = (low: number, high: number) => low + (high - low) * random();
  const decades = (low: number, high: number) => low * (high / low) ** random();
  const vector = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
  const box = (): RigidBody => {
    const mass = decades(0.1, 10);
    const [a, b, c] = [decades(0.1, 1), decades(0.1, 1), decades(0.1, 1)];
    const turn = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    const norm = Math.hypot(...turn);
    return {
      mass,
      inertia: [(mass / 12) * (b * b + c * c), (mass / 12) * (c * c + a * a), (mass / 12) * (a * a + b * b)],
      orientation: turn.map((x) => x / norm) as unknown as RigidBody["orientation"] & {},
      position: [0.5 * a * between(-1, 1), 0.5 * b * between(-1, 1), 0.5 * c * between(-1, 1)],
      velocity: vector(1),
      angularVelocity: vector(2),
    };
  };
  const bodies = { first: box(), second: random() < 0.5 ? box() : ("fixed" as const) };
  const contact = {
    between: ["first", "second"] as const,
    point: [0, 0, 0] as const,
    normal: [0, 0, 1] as const,
    friction: between(0, 3),
    restitution: between(0, 1),
    stiffnessRatio: decades(0.02, 50),
  };
  const { problem } = contactProblemFromBodies(bodies, [contact]);
  const [v1, v2, vn] = problem.velocity;
  // Only approaching contacts, with slip from a hundredth to a hundred times the approach.
  const slip = decades(0.01, 100) / Math.hypot(v1, v2);
  const { kineticEnergy: _all, ...rest } = problem;
  return { ...rest, velocity: [v1 * slip * Math.abs(vn), v2 * slip * Math.abs(vn), -Math.abs(vn)] };
}

export function runCampaign(impacts: number, seed: number): CampaignReport {
  const random = createRandom(seed);
  const events = new Map<number, number>();
  const wrong: ContactProblem[] = [];
  const givenUp: ContactProblem[] = [];
  let worstResidual = 0;
  let repeated = 0;
  let total = 0;
  for (let i = 0; i < impacts; i++) {
    const problem = randomImpact(random);
    const outcome = solvedOrGivenUp(problem);
    if (outcome === undefined) {
      givenUp.push(problem);
      continue;
    }
    const { energy } = outcome;
    worstResidual = Math.max(worstResidual, Math.abs(energy.residual) / energy.before);
    events.set(outcome.events.length, (events.get(outcome.events.length) ?? 0) + 1);
    total += outcome.events.length;
    if (outcome.warnings.some(({ code }) => code === "repeated-compression")) repeated++;
    if (!isSound(problem, outcome)) wrong.push(problem);
  }
  return { impacts, worstResidual, events, mostEvents: Math.max(...events.keys()), meanEvents: total / impacts, repeated, givenUp, wrong };
}

function solvedOrGivenUp(problem: ContactProblem): ImpactOutcome | undefined {
  try {
    return solveCompliant(problem);
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}

function isSound(problem: ContactProblem, { energy, velocity, impulse, events }: ImpactOutcome): boolean {
  const { friction } = problem.contacts[0];
  return (
    energy.after <= energy.before * (1 + 1e-12) &&
    energy.frictionLoss >= 0 &&
    velocity[2] >= 0 &&
    Math.hypot(impulse[0], impulse[1]) <= friction * impulse[2] * (1 + 1e-9) &&
    events.at(-1)?.kind === "end"
  );
}
