/**
 * The impact of several contacts at once: a virtual spring at each, energetic restitution, Coulomb friction.
 *
 * Bodies that touch at several points when one of them is struck push each other all at the same time. How much each contact pushes, and
 * when, decides what comes out: five balls in a row are not four collisions one after the other. So each contact gets a massless spring
 * along its normal, F = k x^p, and the impact is followed in a fictitious time t, in which impulses grow by the forces and the bodies do
 * not move. With w = -v_n the approach velocity,
 *
 *     x' = w        F = K x^p        I_n' = F        I_t' = f        v = v0 + W I
 *
 * an ordinary system of springs and masses, of which only the ratios of the stiffnesses matter. What a contact does:
 *
 *     open          w > 0                begins to push: x = 0, K = k
 *     compression   w falls to 0         E -> e^2 E: x -> e^2 x, K = k / e^(2p). The force stays, (1 - e^2) E is lost. With e = 0 it opens
 *     restitution   x falls to 0         opens
 *     restitution   w rises through 0    is pressed together again: K = k, keeping its energy (`recompression:
 *                                        "phase"`) or its force ("force", as in the model LZB)
 *
 * An open contact pushes again once the gap that opened has closed (`reactivation: "gap"`, the default): x goes on below zero, as it does
 * between real springs, so this is the limit of stiff ones. Or as soon as it is approached ("velocity"), the rule of the source, which
 * forgets the gap.
 *
 * Friction takes F from the springs. A sliding contact has f = -mu F s / |s|, s the slip. Contacts at rest are solved together,
 *
 *     minimise  f . W f / 2 + b . f,    |f| <= mu F at each
 *
 * b the slip acceleration by all other forces: a contact inside its disk sticks, one on the rim begins to slip against f. Contacts that
 * carry `stiffnessRatio` have the tangential springs of the law `compliant` instead of rigid tangents, with the same stiffness in both
 * phases; what these hold when a contact opens is lost (`springLoss`).
 *
 * The impact is over when no contact pushes and none is approached faster than 1e-10 of the fastest approach at the start; velocities are
 * left as they are then. With e < 1 and unequal masses that can take hundreds, with a light body between heavy ones many thousands of
 * shorter and shorter pushes; beyond `maximumEvents` one last push without restitution and friction, to which they tend, ends it
 * (simultaneous/closing.ts, warning `not-converged`). Friction may also wedge bodies for good (warning `lock`): what the springs hold then
 * counts as lost. Elastic bodies may ring for ever, as one does between two parallel walls: `maximumEvents` ends that too, with velocities
 * as they are then.
 *
 * How it is followed: where the motion is linear, by power series that are exact to rounding (simultaneous/series.ts), located from event
 * to event; with other force laws, or slips that turn, by implicit Runge-Kutta steps to about 1e-11 (simultaneous/collocation.ts). Events
 * due together happen together, so that symmetric problems have symmetric outcomes. A single contact is the law `frictional`
 * (simultaneous/single.ts) unless friction compresses it again: there this law loses (1 - e^2) of all that is stored each time,
 * `frictional` only of what was added.
 *
 * Letters: I impulse, x compression, F normal force, f friction, K stiffness now, k stiffness, p exponent, e restitution, E stored energy,
 * mu friction coefficient, W mobility. Source: 000 chapter 3, eq. (3.1) to (3.25), with corrections to its exponents in eq. (3.5) and to
 * its sticking contacts in section 3.3.2 (docs/errata.md).
 */

import { InvalidInputError } from "../errors.js";
import { type ContactMaterial, type ContactProblem, checkContactProblem } from "../mechanics/contact-problem.js";
import { checkSeveralContacts, energiesLeft } from "../mechanics/several-contacts.js";
import type { ImpactLaw, ImpactOutcome, ImpactWarning } from "./outcome.js";
import { createRadau, type Radau } from "./simultaneous/collocation/radau.js";
import { doubtful } from "./simultaneous/doubtful.js";
import { evolve } from "./simultaneous/evolve.js";
import type { Ending } from "./simultaneous/finish.js";
import { followImpulseSteps } from "./simultaneous/impulse-step.js";
import { reachableEnergy } from "./simultaneous/kinetic-energy.js";
import { createMotion, type Motion } from "./simultaneous/motion.js";
import { createRecording, impulseOf, slipOutcomes, velocityFrom } from "./simultaneous/report.js";
import { solveSingle } from "./simultaneous/single.js";
import { createState } from "./simultaneous/state.js";
import { readSystem, type System } from "./simultaneous/system.js";
import type { Observer } from "./simultaneous/transitions.js";
import { untouched } from "./untouched.js";

/** What a simulation may tell solveSimultaneous besides. */
export interface SimultaneousLimits {
  /** Steps without an event after which it warns that it did not converge, and ends. Default: 20,000. */
  readonly quietSteps?: number;
  /** From so many events on, what could change no velocity by more than this speed, m/s, is not followed. Default: all is. */
  readonly rattle?: { readonly events: number; readonly speed: number };
}

/** What may be told to solveSimultaneous. */
export interface SimultaneousOptions {
  /** Records the path against the normal impulse of all contacts. Default: false. */
  readonly history?: boolean;
  /**
   * `series`: exact steps where the motion is linear, implicit Runge-Kutta steps elsewhere; the default where every exponent is 1.
   * `runge-kutta`: the latter throughout; the default otherwise. `impulse-step`: the source's own first-order stepping, kept for
   * comparison.
   */
  readonly method?: "series" | "runge-kutta" | "impulse-step";
  /**
   * Impulse of the contact with the largest force in a step of `impulse-step`, N s. Default: a thousandth of what would stop the fastest
   * approach.
   */
  readonly step?: number;
  /**
   * What a contact keeps that is pressed together again before it has opened: its energy (`phase`, the default) or its force (`force`).
   * With e = 1 they are the same.
   */
  readonly recompression?: "phase" | "force";
  /**
   * When an open contact pushes again: when the gap that opened has closed (`gap`, the default, the limit of stiff springs), or as soon as
   * it is approached (`velocity`, as in the source).
   */
  readonly reactivation?: "velocity" | "gap";
  /**
   * `published`, only with `impulse-step`: friction goes on in its first direction and never stops, the rule behind the source's Table 3.3.
   * Default: `coulomb`.
   */
  readonly friction?: "coulomb" | "published";
  /**
   * Most events that are followed; reaching it gives the warning `not-converged`, and one last push without restitution and friction ends
   * the impact, unless no energy is being lost. Default: 100,000.
   */
  readonly maximumEvents?: number;
}

/** The law for several contacts of any bodies. */
export const simultaneous: ImpactLaw<SimultaneousOptions> = {
  name: "simultaneous",
  summary: "several contacts at once with a virtual spring each, Coulomb friction, energetic restitution; one contact is frictional",
  options: ["method", "step", "recompression", "reactivation", "friction", "maximumEvents"],
  inapplicable,
  solve: solveSimultaneous,
};

const CHOICES = {
  method: ["series", "runge-kutta", "impulse-step"],
  recompression: ["phase", "force"],
  reactivation: ["velocity", "gap"],
  friction: ["coulomb", "published"],
} as const;

const MAXIMUM_EVENTS = 100_000;
/** Points of a step by collocation: at this order steps are about as long as an oscillation allows. */
const POINTS = 9;
/** A table that nothing writes to. */
const RADAU: Radau = /* @__PURE__ */ createRadau(POINTS);

function inapplicable({ contacts }: ContactProblem): string | undefined {
  const exponent = contacts[0].exponent ?? 1;
  const other = contacts.findIndex((contact) => (contact.exponent ?? 1) !== exponent);
  if (other >= 0) return `contacts[${other}].exponent is not that of contacts[0]: all contacts of an impact need the same force law`;
  if (exponent !== 1 && contacts.some(({ stiffnessRatio }) => stiffnessRatio !== undefined))
    return "tangential springs (stiffnessRatio) need the exponent 1";
  return undefined;
}

/** Any number of contacts, spatial or planar, closed loops and redundant ones among them. */
export function solveSimultaneous(problem: ContactProblem, options: SimultaneousOptions & SimultaneousLimits = {}): ImpactOutcome {
  checkContactProblem(problem);
  checkSeveralContacts(problem);
  checkOptions(options);
  problem.contacts.forEach((contact, i) => {
    checkStiffnessRatio(contact, `contacts[${i}].stiffnessRatio`);
  });
  const { history = false, reactivation = "gap" } = options;
  const warnings = unusedInputs(problem, options);
  if (!approaches(problem)) return untouched("simultaneous", problem, reachableEnergy(problem), warnings);
  const single = options.method === undefined || options.method === "series" ? solveSingle(problem, history) : undefined;
  if (single !== undefined) return { ...single, warnings };

  const reachable = reachableEnergy(problem);
  const system = readSystem(problem);
  const state = createState(system);
  const motion = createMotion(system, state, RADAU, reactivation === "gap");
  const recording = createRecording(problem, motion, history);
  const ending = follow(motion, options, recording);
  recording.end();

  const impulse = impulseOf(problem, motion);
  const velocity = withoutRounding(problem, velocityFrom(problem, impulse), system);
  const gained = impulse.reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0);
  const { before, after } = energiesLeft(problem, velocity, { before: reachable, after: reachable + gained });
  const restitutionLoss = state.restitutionLoss * system.energyUnit;
  const frictionLoss = state.frictionLoss * system.energyUnit;
  const springLoss = state.springLoss * system.energyUnit;
  return {
    law: "simultaneous",
    impulse,
    velocity,
    events: recording.events,
    energy: {
      before,
      after,
      restitutionLoss,
      frictionLoss,
      ...(hasSprings(system) ? { springLoss } : {}),
      residual: before - after - restitutionLoss - frictionLoss - springLoss,
    },
    warnings: [
      ...warnings,
      ...warningsOf(problem, system, ending, recording.restarts, options),
      ...doubts(problem, velocity, ending, options),
      ...thinned(recording.stride()),
      ...energyGain(before, after),
    ],
    slip: slipOutcomes(motion),
    ...(recording.history === undefined ? {} : { history: recording.history }),
  };
}

function follow(motion: Motion, options: SimultaneousOptions & SimultaneousLimits, observer: Observer): Ending {
  const { system, state } = motion;
  const { recompression = "phase", reactivation = "gap", friction = "coulomb", maximumEvents = MAXIMUM_EVENTS } = options;
  const { history = false, step } = options;
  const method = methodOf(options, system.exponent);
  const limits = {
    ...(options.quietSteps === undefined ? {} : { quietSteps: options.quietSteps }),
    ...(options.rattle === undefined ? {} : { rattle: { ...options.rattle, speed: options.rattle.speed / system.speedUnit } }),
  };
  if (method !== "impulse-step") return evolve(motion, { recompression, method, maximumEvents, history, ...limits }, observer);
  const stepping = { recompression, reactivation, friction, maximumEvents, history, ...(step === undefined ? {} : { step }) };
  return followImpulseSteps(system, state, stepping, observer);
}

function doubts(problem: ContactProblem, velocity: readonly number[], ending: Ending, options: SimultaneousOptions): ImpactWarning[] {
  const { recompression = "phase", reactivation = "gap", maximumEvents = MAXIMUM_EVENTS } = options;
  const method = methodOf(options, problem.contacts[0].exponent ?? 1);
  // Who allows fewer events has no time for twice as many; a simulation does.
  if (method === "impulse-step" || maximumEvents < MAXIMUM_EVENTS) return [];
  const again = { recompression, method, maximumEvents, history: false };
  return doubtful(problem, velocity, ending, { radau: RADAU, tracksGaps: reactivation === "gap", options: again });
}

const methodOf = ({ method }: SimultaneousOptions, exponent: number) => method ?? (exponent === 1 ? "series" : "runge-kutta");

const hasSprings = (system: System) => system.tangentialStiffness.some((k, c) => k > 0 && system.tangents[c] > 0);

function checkOptions(options: SimultaneousOptions): void {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = options[name as keyof typeof CHOICES];
    if (value !== undefined && !(choices as readonly string[]).includes(value))
      throw new InvalidInputError(`options.${name}`, value, `is not one of ${choices.join(", ")}`);
  }
  const { step, maximumEvents, friction, method } = options;
  if (step !== undefined && !(Number.isFinite(step) && step > 0))
    throw new InvalidInputError("options.step", step, "is not a finite number > 0");
  if (maximumEvents !== undefined && !(Number.isInteger(maximumEvents) && maximumEvents > 0))
    throw new InvalidInputError("options.maximumEvents", maximumEvents, "is not a whole number > 0");
  if (friction === "published" && method !== "impulse-step")
    throw new InvalidInputError(
      "options.friction",
      friction,
      'is a rule of the method impulse-step only: set options.method to "impulse-step"',
    );
}

/** As in the law `compliant`: beyond these the digits of one of the springs are lost, or stick and slip follow each other without end. */
const MOST_RIGID = 1e-8;
const SOFTEST = 1e12;

function checkStiffnessRatio({ stiffnessRatio }: ContactMaterial, path: string): void {
  if (stiffnessRatio === undefined) return;
  if (stiffnessRatio < MOST_RIGID)
    throw new InvalidInputError(path, stiffnessRatio, `is below ${MOST_RIGID}: the tangents are rigid, leave it out`);
  if (stiffnessRatio > SOFTEST) throw new InvalidInputError(path, stiffnessRatio, `is above ${SOFTEST}: the tangents hold nothing`);
}

/** An approach below this part of the fastest velocity of several contacts is rounding. */
const ROUNDING = 1e-13;

function approaches({ dimension, contacts, velocity }: ContactProblem): boolean {
  const fastest = velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const least = contacts.length === 1 ? 0 : ROUNDING * fastest;
  return contacts.some((_, i) => velocity[(i + 1) * dimension - 1] < -least);
}

/** Normal velocities below zero by rounding are zero. */
const ZERO = 1e-12;

function withoutRounding({ dimension }: ContactProblem, velocity: number[], { speedUnit }: System): number[] {
  return velocity.map((v, i) => (i % dimension === dimension - 1 && v < 0 && v > -ZERO * speedUnit ? 0 : v));
}

function unusedInputs({ contacts }: ContactProblem, options: SimultaneousOptions): ImpactWarning[] {
  const warnings: ImpactWarning[] = [];
  const warn = (message: string) => warnings.push({ code: "unused-field", message });
  const method = methodOf(options, contacts[0].exponent ?? 1);
  const stepping = method === "impulse-step";
  contacts.forEach(({ friction, staticFriction = friction, stiffnessRatio, weight }, i) => {
    if (weight !== undefined) warn(`simultaneous does not use contacts[${i}].weight: its contacts share by their stiffness`);
    if (stepping && stiffnessRatio !== undefined) warn(`the method impulse-step does not use contacts[${i}].stiffnessRatio`);
    else if (stiffnessRatio !== undefined && staticFriction > friction)
      warn(`simultaneous does not use contacts[${i}].staticFriction: with tangential springs it holds and slides with the same friction`);
  });
  if (options.step !== undefined && !stepping) warn(`the method ${method} does not use options.step`);
  if (stepping)
    warnings.push({
      code: "fixed-step",
      message: "impulse-step is a first-order method kept for comparison: its answer depends on its step",
    });
  if (options.friction === "published")
    warnings.push({
      code: "published-rule",
      message:
        "friction goes on in its first direction after the slip has stopped: the rule behind the source's table, which can make energy",
    });
  return warnings;
}

function warningsOf(
  problem: ContactProblem,
  { restitution, speedUnit, exponent }: System,
  ending: Ending,
  restarts: ReadonlySet<number>,
  options: SimultaneousOptions,
): ImpactWarning[] {
  const warnings: ImpactWarning[] = [];
  const lossy = [...restarts].filter((c) => restitution[c] < 1).sort((a, b) => a - b);
  if (lossy.length > 0) {
    const where = problem.contacts.length === 1 ? "the contact" : lossy.map((c) => `contacts[${c}]`).join(", ");
    warnings.push({
      code: "repeated-compression",
      message:
        `pressed together again during restitution: ${where}, which then ` + `${ruleOf(options, lossy.length > 1)} (options.recompression)`,
    });
  }
  if (ending.locked === true)
    warnings.push({ code: "lock", message: "friction wedges the bodies: what the contact springs still hold is counted as lost" });
  const approach = `${(ending.approach * speedUnit).toPrecision(3)} m/s`;
  if (!ending.converged) {
    const off = Number.isFinite(ending.bound ?? Infinity)
      ? `, and no contact velocity is off by more than ${(ending.bound! * speedUnit).toPrecision(2)} m/s`
      : "";
    const rest = ending.closed === true ? `: one last push without restitution and friction ends it${off}` : "";
    const left = ending.approach > 0 ? `contacts still approached, at up to ${approach}` : "contacts that still push";
    warnings.push({ code: "not-converged", message: `given up after ${lengthOf(ending, options)}, with ${left}${rest}` });
  } else if (methodOf(options, exponent) === "impulse-step" && ending.approach > LEFT)
    warnings.push({
      code: "not-converged",
      message:
        `impulse-step leaves contacts approached at up to ${approach}, less than one of its steps would change: a shorter options.step ` +
        `leaves less`,
    });
  return warnings;
}

function lengthOf({ events, steps }: Ending, { maximumEvents = MAXIMUM_EVENTS }: SimultaneousOptions): string {
  const ranOut = steps !== undefined && events < maximumEvents;
  const count = ranOut ? steps : events;
  return `${count} ${ranOut ? "step" : "event"}${count === 1 ? "" : "s"}`;
}

/** An approach left below this part of the fastest is none. */
const LEFT = 1e-9;

function ruleOf({ recompression = "phase" }: SimultaneousOptions, several: boolean): string {
  if (recompression === "force") return several ? "keep their force" : "keeps its force";
  return several
    ? "keep the energy they hold and lose their share of all of it"
    : "keeps the energy it holds and loses its share of all of it";
}

function thinned(stride: number): ImpactWarning[] {
  return stride === 1 ? [] : [{ code: "thinned-events", message: `too many events to tell them all: one of ${stride} is told` }];
}

/** An energy gain below this fraction is rounding. */
const GAIN = 1e-9;

function energyGain(before: number, after: number): ImpactWarning[] {
  if (!(after > before * (1 + GAIN))) return [];
  const percent = (100 * (after - before)) / before;
  return [{ code: "energy-gain", message: `simultaneous leaves the bodies with ${percent.toPrecision(3)} % more energy than they had` }];
}
