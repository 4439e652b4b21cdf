/**
 * Whether rounding decides the outcome of a long impact: rattling bodies amplify it from push to push.
 *
 * The impact is followed a second time with every contact a little more mobile by itself, which is no other units and no other order. What
 * that changes is what rounding may change.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ImpactWarning } from "../outcome.js";
import type { Radau } from "./collocation/radau.js";
import { type EvolveOptions, evolve } from "./evolve.js";
import type { Ending } from "./finish.js";
import { createMotion } from "./motion.js";
import { impulseOf, velocityFrom } from "./report.js";
import { createState } from "./state.js";
import { readSystem } from "./system.js";

/** Shorter impacts have no room for rounding to grow. */
const LONG = 100;
/** Events with friction cost ten times as much as those without: so many would take seconds again. */
const TOO_LONG = 2000;
/** Part by which mobilities grow: the rounding of some hundred steps. */
const NUDGE = 1e-13;
/** A change of velocity above this part of the fastest before is told. */
const TOLD = 1e-9;

/** A warning if the outcome of an impact that came to its end hangs on rounding. */
export function doubtful(
  problem: ContactProblem,
  velocity: readonly number[],
  ending: Ending,
  { radau, tracksGaps, options }: { radau: Radau; tracksGaps: boolean; options: EvolveOptions },
): ImpactWarning[] {
  const isSmooth = problem.contacts.every(({ friction, staticFriction = friction }) => staticFriction === 0);
  if (ending.events < LONG || (ending.events > TOO_LONG && !isSmooth) || !ending.converged) return [];
  const nudged = {
    ...problem,
    mobility: problem.mobility.map((row, i) => row.map((value, j) => (i === j ? value * (1 + NUDGE) : value))),
  };
  const system = readSystem(nudged);
  const motion = createMotion(system, createState(system), radau, tracksGaps);
  evolve(motion, options, { event: () => {}, point: () => {}, keeps: () => false });
  const other = velocityFrom(nudged, impulseOf(nudged, motion));
  const change = velocity.reduce((most, v, i) => Math.max(most, Math.abs(v - other[i])), 0);
  const fastest = problem.velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  if (change <= TOLD * fastest) return [];
  const size = `${change.toPrecision(2)} m/s`;
  const message = `${ending.events} events amplify rounding: a mobility changed by ${NUDGE} of itself changes velocities by ${size}`;
  return [{ code: "amplified-rounding", message }];
}
