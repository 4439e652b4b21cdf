/**
 * The impact of several contacts at once, all brought to rest in one proportion: the law by default where several points of one body
 * strike.
 *
 * A list of contacts has an order and bodies have none, so nothing may depend on it; more points on an edge are still the same edge; and
 * where nothing is given back, what touches and would approach stays, and nothing pushes and leaves. So who pushes is decided for all
 * contacts together. While a parameter s grows, every normal velocity is kept above a bound,
 *
 *     b_i(s) = (1 - s) v_n,i-                  0 <= s <= 1     compression: all go to zero in proportion, approaching or not
 *     b_i(s) = (s - 1) e_i max(0, -v_n,i-)     s > 1           restitution: all that approached are built up in proportion to e_i |v_n,i-|
 *
 *     dP_n,i >= 0  perp  v_n,i - b_i(s) >= 0                   nobody pushes more than that needs
 *     dP_t = -mu dP_n v_t/|v_t|,   at rest |dP_t| <= mu_s dP_n and dv_t = 0, or dP_t = -mu dP_n dv_t/|dv_t|
 *
 * and energy says where it ends. With Wc_i what contact i took in (over s < 1, and later while it approaches) and Wr_i what it gave back,
 *
 *     sum Wr_i = ebar^2 sum Wc_i,      ebar^2 = sum e_i^2 (Wc_i)_+ / sum (Wc_i)_+
 *
 * One balance for the whole impact: a contact may leave faster than e_i times its approach, the sum may not. It is the limit of stiff
 * dashpots, F_i = w_i (b_i - v_n,i)_+ / epsilon, which also says how several contacts of one rigid body share: by their weights w_i, as an
 * even foundation does.
 *
 * Without friction the way is straight and the end of compression is Moreau's plastic impact, the closest motion that does not approach;
 * with one e for all, u+ = (1 + e) u_c - e u-, and Newton's, Poisson's and the energetic coefficient are one. On a flat patch only
 * resultants count, so the answer does not depend on the number of points (in the plane, or without friction; with friction in space it
 * converges as the points become denser).
 *
 * The way (proportional/follow.ts): modes and rates, to the next event, and again. Straight pieces are exact; where slips turn they are
 * integrated to 1e-12. Two to eleven pieces in all. Contacts that do not reach each other are impacts of their own, and a single contact is
 * the law `frictional`.
 *
 * What it does not do: waves. A ball that rests against another is pushed with it at once, (-1/3, 2/3, 2/3) for three balls with e = 1,
 * where springs (`simultaneous`) give (-0.13, 0.15, 0.98). So several moving bodies with e > 0 belong to that law; see docs/laws/README.md.
 *
 * Letters: s progress, b bound, P impulse, v velocity, e restitution, w weight, mu friction, W mobility, u speeds of the bodies.
 * Source: own study (docs/laws/proportional.md); ideas of Moreau, Glocker and Pfeiffer, Stronge, Darboux and Keller.
 */
import { SolverError } from "../errors.js";
import { type ContactProblem, checkContactProblem } from "../mechanics/contact-problem.js";
import { checkSeveralContacts, energiesLeft } from "../mechanics/several-contacts.js";
import { solveFrictional } from "./frictional.js";
import type { ImpactHistory, ImpactLaw, ImpactOutcome, ImpactWarning } from "./outcome.js";
import { follow } from "./proportional/follow.js";
import { componentsOf, islandsOf, problemOf } from "./proportional/islands.js";
import { joinIslands } from "./proportional/join.js";
import { meshWeights } from "./proportional/mesh-weights.js";
import { OutOfPatience, type Patience } from "./proportional/rates.js";
import { createRecording, slipOutcomes } from "./proportional/report.js";
import { type Observer, type Run, stored } from "./proportional/run.js";
import { NO_APPROACH, readSystem, type System } from "./proportional/system.js";
import { reachableEnergy } from "./simultaneous/kinetic-energy.js";
import { notSolvable } from "./slip/solve.js";
import { untouched } from "./untouched.js";

/** What may be told to solveProportional. */
export interface ProportionalOptions {
  /** Records the path against the normal impulse of all contacts. Default: false. */
  readonly history?: boolean;
  /** Work it may take, about a microsecond each; what it took is taken off. Beyond it throws TooMuchWork. Default: any. */
  readonly patience?: Patience;
}

/** An impact took more work than it was allowed. */
export class TooMuchWork extends SolverError {}

/** The law for several contacts of one body. */
export const proportional: ImpactLaw<ProportionalOptions> = {
  name: "proportional",
  summary: "several contacts at once, all brought to rest in one proportion, Coulomb friction, energetic restitution of all together",
  options: [],
  inapplicable: (problem) =>
    islandsOf(problem)
      .filter((island) => island.length === 1)
      .map((island) => notSolvable(problemOf(problem, island)))
      .find((reason) => reason !== undefined),
  solve: solveProportional,
};

/** Any number of contacts, spatial or planar, redundant ones among them. */
export function solveProportional(problem: ContactProblem, options: ProportionalOptions = {}): ImpactOutcome {
  checkContactProblem(problem);
  checkSeveralContacts(problem);
  const unused = unusedFields(problem);
  if (!approaches(problem)) return untouched("proportional", problem, reachableEnergy(problem), unused);
  const islands = islandsOf(problem);
  if (islands.length === 1) return withWarnings(solveIsland(problem, options), unused);
  const parts = islands.map((island) => {
    const own = problemOf(problem, island);
    const outcome = approaches(own) ? solveIsland(own, options) : untouched("proportional", own, reachableEnergy(own), []);
    return { components: componentsOf(problem.dimension, island), contacts: island, outcome };
  });
  return withWarnings(joinIslands(problem, reachableEnergy(problem), parts), unused);
}

const withWarnings = (outcome: ImpactOutcome, warnings: readonly ImpactWarning[]): ImpactOutcome => ({
  ...outcome,
  warnings: [...warnings, ...outcome.warnings],
});

function approaches({ dimension, contacts, velocity }: ContactProblem): boolean {
  const fastest = velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const least = contacts.length === 1 ? 0 : NO_APPROACH * fastest;
  return contacts.some((_, i) => velocity[(i + 1) * dimension - 1] < -least);
}

function solveIsland(problem: ContactProblem, { history = false, patience }: ProportionalOptions): ImpactOutcome {
  if (problem.contacts.length === 1) return solveOne(problem, history);
  const reachable = reachableEnergy(problem);
  const system = readSystem(problem);
  const recording = createRecording(problem, system, history);
  const run = followPatiently(system, recording.observer, patience);
  recording.observer.event(run, "end");

  const impulse = Array.from(run.impulse, (value) => value * system.impulseUnit);
  const velocity = withoutRounding(problem, run);
  const gained = impulse.reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0);
  const { before, after } = energiesLeft(problem, velocity, { before: reachable, after: reachable + gained });
  const restitutionLoss = (stored(run) - run.restitutionWork) * system.energyUnit;
  const frictionLoss = run.frictionLoss * system.energyUnit;
  return {
    law: "proportional",
    impulse,
    velocity,
    events: recording.events,
    energy: { before, after, restitutionLoss, frictionLoss, residual: before - after - restitutionLoss - frictionLoss },
    warnings: [...remarksOf(run), ...meshWeights(problem, impulse)],
    slip: slipOutcomes(run),
    ...(recording.history === undefined ? {} : { history: recording.history }),
  };
}

function followPatiently(system: System, observer: Observer, patience?: Patience): Run {
  try {
    return follow(system, observer, patience);
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
    throw new TooMuchWork(`the impact of ${system.count} contacts takes too much work`, { contacts: system.count });
  }
}

/** The fields of the material that only other laws read are told of once, above. */
function solveOne(problem: ContactProblem, history: boolean): ImpactOutcome {
  const { stiffnessRatio, stiffness, exponent, weight, ...material } = problem.contacts[0];
  const outcome = solveFrictional({ ...problem, contacts: [material] }, { history });
  return { ...outcome, law: "proportional", ...(outcome.history === undefined ? {} : { history: ofOneContact(outcome.history) }) };
}

/** The columns that laws for several contacts have. */
function ofOneContact(history: ImpactHistory): ImpactHistory {
  const lowest = history.storedEnergy.reduce((at, energy, k) => (energy > history.storedEnergy[at] ? k : at), 0);
  const phase = history.storedEnergy.map((_, k) => (k < lowest ? "compression" : "restitution") as "compression" | "restitution");
  return { ...history, contacts: [{ phase, mode: history.mode }] };
}

/** A normal velocity below zero by this part of the fastest is the rounding of the impulses. */
const ZERO = 1e-12;

function withoutRounding({ dimension }: ContactProblem, { velocity, system }: Run): number[] {
  return Array.from(velocity, (v, i) => (i % dimension === dimension - 1 && v < 0 && v > -ZERO ? 0 : v * system.speedUnit));
}

function unusedFields({ contacts }: ContactProblem): ImpactWarning[] {
  const names = ["stiffnessRatio", "stiffness", "exponent"] as const;
  return contacts.flatMap((material, i) =>
    names
      .filter((name) => material[name] !== undefined)
      .map((name) => ({ code: "unused-field", message: `proportional does not use contacts[${i}].${name}` }) as const),
  );
}

function remarksOf({ remarks }: Run): ImpactWarning[] {
  const warnings: ImpactWarning[] = [];
  if (remarks.locked)
    warnings.push({ code: "lock", message: "friction wedges the bodies: what the contacts still hold is counted as lost" });
  if (remarks.jumps > 0)
    warnings.push({
      code: "jump",
      message: "friction presses contacts together while they push: how they share that push depends on their weights",
    });
  if (remarks.notUnique)
    warnings.push({
      code: "not-unique",
      message: "contacts that stop together could begin to slip in more ways than one: the one with the symmetry of the data is taken",
    });
  if (remarks.pushed)
    warnings.push({
      code: "not-converged",
      message: "no way on was found: one last push without restitution and friction ends the impact",
    });
  return warnings;
}
