/**
 * Solving an impact in units of its own, so that no law depends on whether it is told grams or tonnes, millimetres or kilometres.
 *
 *     mobility' = m mobility     velocity' = velocity / v     impulse = m v impulse'     energy = m v^2 energy'
 *
 * m and v are powers of two (m of four, for the roots of energies), near the mass and the speed that the problem has: dividing by them
 * rounds nothing, and where a law has no scale of its own its bits stay as they are.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { type ContactProblem, checkContactProblem } from "../mechanics/contact-problem.js";
import type { EnergyLedger, ImpactEvent, ImpactHistory, ImpactOutcome } from "./outcome.js";

/** Units of a problem, each a power of two. */
interface Units {
  /** kg. */
  readonly mass: number;
  /** m/s. */
  readonly speed: number;
}

/** The outcome of a law, solved in units of the problem. */
export function solveInOwnUnits(problem: ContactProblem, solve: (problem: ContactProblem) => ImpactOutcome): ImpactOutcome {
  checkContactProblem(problem);
  const units = unitsOf(problem);
  if (units === undefined || (units.mass === 1 && units.speed === 1)) return solve(problem);
  try {
    return withUnits(solve(inUnits(problem, units)), units);
  } catch (error) {
    // What is wrong with the input is said in its own numbers.
    if (error instanceof InvalidInputError) return solve(problem);
    throw error instanceof SolverError ? reachedWithUnits(error, units) : error;
  }
}

/** Undefined where nothing approaches: there is nothing to solve. */
function unitsOf({ dimension, mobility, velocity }: ContactProblem): Units | undefined {
  let [largest, fastest, approaches] = [0, 0, false];
  velocity.forEach((value, i) => {
    if (i % dimension === dimension - 1) {
      approaches ||= value < 0;
      largest = Math.max(largest, mobility[i][i]);
    }
    fastest = Math.max(fastest, Math.abs(value));
  });
  return approaches ? { mass: 1 / powerBelow(largest, 4), speed: powerBelow(fastest, 2) } : undefined;
}

/** The largest power of the base, a power of two, that is not above the value. */
function powerBelow(value: number, base: 2 | 4): number {
  let power = 1;
  while (power * base <= value) power *= base;
  while (power > value) power /= base;
  return power;
}

function inUnits(problem: ContactProblem, { mass, speed }: Units): ContactProblem {
  const { mobility, velocity, kineticEnergy } = problem;
  return {
    ...problem,
    mobility: mobility.map((row) => row.map((value) => value * mass)),
    velocity: velocity.map((value) => value / speed),
    ...(kineticEnergy === undefined ? {} : { kineticEnergy: kineticEnergy / speed / speed / mass }),
  };
}

function withUnits(outcome: ImpactOutcome, { mass, speed }: Units): ImpactOutcome {
  const momentum = mass * speed;
  const impulses = scaledBy(momentum);
  const speeds = scaledBy(speed);
  const energy = (value: number) => value * speed * speed * mass;
  const { history, stages } = outcome;
  return {
    ...outcome,
    impulse: impulses(outcome.impulse),
    velocity: speeds(outcome.velocity),
    events: outcome.events.map(
      (event): ImpactEvent => ({
        ...event,
        normalImpulse: momentum * event.normalImpulse,
        impulse: impulses(event.impulse),
        velocity: speeds(event.velocity),
        storedEnergy: energy(event.storedEnergy),
        frictionLoss: energy(event.frictionLoss),
        ...(event.tangentialEnergy === undefined ? {} : { tangentialEnergy: energy(event.tangentialEnergy) }),
      }),
    ),
    energy: Object.fromEntries(Object.entries(outcome.energy).map(([name, value]) => [name, energy(value)])) as unknown as EnergyLedger,
    ...(stages === undefined
      ? {}
      : {
          stages: stages.map((stage) => ({
            ...stage,
            compressionImpulse: momentum * stage.compressionImpulse,
            finalImpulse: momentum * stage.finalImpulse,
            compressionWork: energy(stage.compressionWork),
            finalWork: energy(stage.finalWork),
            frictionWork: energy(stage.frictionWork),
            phases: stage.phases.map((phase) => ({ ...phase, from: momentum * phase.from })),
          })),
        }),
    ...(history === undefined ? {} : { history: historyWithUnits(history, { mass, speed }) }),
  };
}

function historyWithUnits(history: ImpactHistory, { mass, speed }: Units): ImpactHistory {
  const impulses = scaledBy(mass * speed);
  const speeds = scaledBy(speed);
  const energies = (values: readonly number[]) => values.map((value) => value * speed * speed * mass);
  const stretches = scaledBy(speed * Math.sqrt(mass));
  const { normalWork, tangentialEnergy, stretch, contacts } = history;
  return {
    ...history,
    normalImpulse: impulses(history.normalImpulse),
    impulse: history.impulse.map(impulses),
    velocity: history.velocity.map(speeds),
    storedEnergy: energies(history.storedEnergy),
    frictionLoss: energies(history.frictionLoss),
    ...(normalWork === undefined ? {} : { normalWork: energies(normalWork) }),
    ...(tangentialEnergy === undefined ? {} : { tangentialEnergy: energies(tangentialEnergy) }),
    ...(stretch === undefined ? {} : { stretch: stretch.map(stretches) }),
    ...(contacts === undefined
      ? {}
      : {
          contacts: contacts.map((contact) => ({
            ...contact,
            ...(contact.storedEnergy === undefined ? {} : { storedEnergy: energies(contact.storedEnergy) }),
          })),
        }),
  };
}

function reachedWithUnits(error: SolverError, { mass, speed }: Units): SolverError {
  const unit: Readonly<Record<string, number>> = { normalImpulse: mass * speed, slipSpeed: speed };
  return new SolverError(
    error.message,
    Object.fromEntries(Object.entries(error.reached).map(([name, value]) => [name, value * (unit[name] ?? 1)])),
  );
}

function scaledBy(unit: number): (values: readonly number[]) => readonly number[] {
  return (values) => values.map((value) => value * unit);
}
