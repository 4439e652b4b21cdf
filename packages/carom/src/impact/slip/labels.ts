/**
 * Which of the source's closed-form cases an impact belongs to.
 *
 * The source follows the slip in steps until it stops or runs straight, whichever comes first, and finishes in closed form:
 *
 *     N    neither happens before the impact ends
 *     S1   stops during compression                    S2   stops during restitution
 *     L1   runs straight during compression and stops before it is over
 *     L2a  ... stops during restitution                L2b  ... slides to the end
 *     L3   runs straight during restitution and stops  L4   ... slides to the end
 *
 * Away from rest the slip never reaches an invariant direction it does not start on, and it is zero only in the limit, so a case exists
 * only within tolerances: "straight" where the sine of the angle between slip and its rate is at most one, "stopped" where the slip speed
 * is at most a part of the one at the start. The impulse does not depend on them (the laws here are exact); the label does. The defaults
 * give the labels printed in the source for all its figures. Near a repelling direction slip is not straight, however small that sine: it
 * bends away.
 *
 * Source: 000 section 2.6.
 */
import { InvalidInputError } from "../../errors.js";
import { type ContactProblem, checkContactProblem } from "../../mechanics/contact-problem.js";
import type { SlipContact } from "./contact.js";
import { directionAhead, radialRate, startsStraight, turningRate, turningSlope } from "./directions.js";
import { beginPath, createSlipPath, type SlipState } from "./path.js";
import { createSlipCurve } from "./runge-kutta.js";
import { notSingle, slipContactOf } from "./solve.js";

/** The source's closed-form cases, by its labels. */
export type SlipCase = "N" | "S1" | "S2" | "L1" | "L2a" | "L2b" | "L3" | "L4";

/** How close is equal when an impact is given its label. */
export interface LabelTolerances {
  /** Largest sine of the angle between slip and its rate that counts as straight. Default 0.04. */
  readonly straight?: number;
  /** Largest slip speed, over the one before impact, that counts as stopped. Default 0.03. */
  readonly stopped?: number;
}

/** The source's label of an impact. */
export interface SlipLabel {
  /** The source's name of the case: N, S1, S2, L1, L2a, L2b, L3 or L4. */
  readonly label: SlipCase;
  /** Sine of the angle between slip and its rate that counted as straight. */
  readonly straightTolerance: number;
  /** Slip speed over the one before impact that counted as stopped. */
  readonly stoppedTolerance: number;
  /** Normal impulse at which slip stopped, became straight, or the impact ended, N s. */
  readonly at: number;
}

const STRAIGHT = 0.04;
const STOPPED = 0.03;
/** Far more accurate than any label needs. */
const METHOD = { method: "dop853", tolerance: 1e-12 } as const;

/** Labels the impact of an approaching single contact under the law `frictional`. */
export function classifySlip(problem: ContactProblem, tolerances: LabelTolerances = {}): SlipLabel {
  const { straight = STRAIGHT, stopped = STOPPED } = tolerances;
  if (!(straight > 0 && straight < 1)) throw new InvalidInputError("straight", straight, "is not between 0 and 1");
  if (!(stopped > 0 && stopped < 1)) throw new InvalidInputError("stopped", stopped, "is not between 0 and 1");
  checkContactProblem(problem);
  const reason = notSingle(problem);
  if (reason !== undefined) throw new InvalidInputError("contacts", problem.contacts.length, `cannot be labelled: ${reason}`);
  const contact = slipContactOf(problem);
  if (contact.normalVelocity >= 0)
    throw new InvalidInputError("velocity", problem.velocity, "is not that of approaching bodies: there is nothing to label");

  const path = createSlipPath();
  const { state } = path;
  beginPath(path, contact);
  const label = (name: SlipCase): SlipLabel => ({
    label: name,
    straightTolerance: straight,
    stoppedTolerance: stopped,
    at: state.normalImpulse,
  });

  const speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  if (speed === 0) return label("S1");
  const z1 = contact.slip1 / speed;
  const z2 = contact.slip2 / speed;
  const bend = (c: number, s: number) => bendOf(contact, c, s) - straight;
  if (startsStraight(contact, z1, z2) || bend(z1, z2) <= 0) return label(straightCase(contact, state));

  const curve = createSlipCurve(METHOD, (c, s, part) => Math.min(bend(c, s), part - stopped));
  const [ahead1, ahead2] = directionAhead(contact, z1, z2).direction;
  if (curve.follow(contact, path, "energetic", ahead1, ahead2) === "ended") return label("N");
  const left = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2) / speed;
  // Whichever of the two it was is within rounding of its tolerance, the other above.
  if (left <= stopped * (1 + 1e-9)) return label(state.compressing ? "S1" : "S2");
  return label(straightCase(contact, state));
}

/** Sine of the angle between slip and its rate; 1 where neighbouring slips part and none of them is straight. */
function bendOf(contact: SlipContact, c: number, s: number): number {
  if (turningSlope(contact, c, s) >= 0) return 1;
  const turning = Math.abs(turningRate(contact, c, s));
  const radial = radialRate(contact, c, s);
  return turning === 0 ? 0 : turning / Math.sqrt(turning * turning + radial * radial);
}

/** Compares the three ends of the straight slide that starts here: of slip, of compression and of the impact. */
function straightCase(contact: SlipContact, state: SlipState): SlipCase {
  const { friction, restitution, normal, d1, d2 } = contact;
  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  const z1 = state.slip1 / speed;
  const z2 = state.slip2 / speed;
  const rate = radialRate(contact, z1, z2);
  const slope = normal - friction * (d1 * z1 + d2 * z2);
  const stop = rate < 0 ? -speed / rate : Number.POSITIVE_INFINITY;

  if (!state.compressing) return stop < restitutionLength(state.normalVelocity, state.storedEnergy, slope) ? "L3" : "L4";
  const compression = slope > 0 ? -state.normalVelocity / slope : Number.POSITIVE_INFINITY;
  if (stop <= compression) return "L1";
  const stored = state.storedEnergy - 0.5 * compression * state.normalVelocity;
  return stop <= compression + restitutionLength(0, restitution * restitution * stored, slope) ? "L2a" : "L2b";
}

/** Normal impulse after which the stored energy is used up (straight.ts); infinite where friction turns the normal velocity before. */
function restitutionLength(velocity: number, energy: number, slope: number): number {
  const square = velocity * velocity + 2 * slope * energy;
  if (square < 0) return Number.POSITIVE_INFINITY;
  return energy === 0 ? 0 : (2 * energy) / (velocity + Math.sqrt(square));
}
