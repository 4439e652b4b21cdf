/**
 * Slip along a fixed direction, in closed form: planar impacts, impacts without friction, and the last bit of any impact that ends
 * slipping.
 *
 * Against the normal impulse the velocities are linear and the normal energy is quadratic,
 *
 *     v_n = v_n + k p     s = s + r p     E = E - v_n p - k p^2 / 2     D = D + friction (s p + r p^2 / 2)
 *
 * with k = 1 - friction d_t . d and r = (d_t - friction B d) . d + friction eta0^2 c k. Slip stops where s = 0; compression ends where v_n
 * = 0; the impact ends at E = 0, p = 2 E / (v_n + sqrt(v_n^2 + 2 k E)), a form without cancellation that covers k -> 0.
 *
 * Letters: d direction, d_t coupling (d1, d2), B tangential mobility, s sliding speed, D friction loss; see path.ts.
 */
import { SolverError } from "../../errors.js";
import { SLIP_STOP } from "../slip/path.js";
import type { ComplianceContact } from "./contact.js";
import {
  type CompliancePath,
  type ComplianceState,
  endImpact,
  type Mode,
  recordEvent,
  slipFriction,
  stretchToSlip,
  turnAround,
} from "./path.js";

const DRAWN_POINTS = 24;

/** Slides along the present direction until slip stops (returns true) or the impact ends (false). */
export function slideStraight(contact: ComplianceContact, path: CompliancePath): boolean {
  const { state } = path;
  path.observe?.(state, "slip");
  for (;;) {
    const friction = slipFriction(contact, state);
    const slope = slopeOf(contact, state, friction);
    const sliding = slidingSpeed(contact, state, friction);
    const change = slidingChange(contact, state, friction, slope);
    const turn = towardsTurn(state, slope);
    const gains = change > 0 && !slidesBackwards(contact, state);
    const stop = friction === 0 || gains ? Number.POSITIVE_INFINITY : towardsStop(sliding, change);
    const end = state.compressing ? Number.POSITIVE_INFINITY : towardsEnd(state, slope);
    const first = Math.min(turn, stop, end);
    if (first === Number.POSITIVE_INFINITY)
      throw new SolverError("the bodies never separate: the mobility is not positive definite", {
        normalImpulse: state.normalImpulse * contact.impulse,
      });
    move(contact, path, first, friction, "slip");
    if (first === end) {
      finish(contact, path, "slip");
      return false;
    }
    if (first === turn) {
      if (turnAround(path, contact, "slip")) return false;
    } else {
      recordEvent(path, contact, SLIP_STOP);
      return true;
    }
  }
}

/** The rest of an impact that has almost ended, along the present direction. */
export function slideOut(contact: ComplianceContact, path: CompliancePath): void {
  const { state } = path;
  const friction = slipFriction(contact, state);
  const end = towardsEnd(state, slopeOf(contact, state, friction));
  if (end < Number.POSITIVE_INFINITY) move(contact, path, end, friction, "slip");
  finish(contact, path, "slip");
}

/** A direct impact: nothing stretches the tangential springs, and the contact sticks all the way along the normal. */
export function pressStraight(contact: ComplianceContact, path: CompliancePath): void {
  const { state } = path;
  path.observe?.(state, "stick");
  move(contact, path, -state.normalVelocity, 0, "stick");
  if (turnAround(path, contact, "stick")) return;
  move(contact, path, towardsEnd(state, 1), 0, "stick");
  finish(contact, path, "stick");
}

function finish(contact: ComplianceContact, path: CompliancePath, mode: Mode): void {
  const { state } = path;
  state.normalEnergy = 0;
  state.stretch1 = 0;
  state.stretch2 = 0;
  endImpact(path, contact, mode);
}

/** Change of the normal velocity with the normal impulse: k. */
function slopeOf({ d1, d2 }: ComplianceContact, { direction1, direction2 }: ComplianceState, friction: number): number {
  return 1 - friction * (d1 * direction1 + d2 * direction2);
}

function slidingSpeed(contact: ComplianceContact, state: ComplianceState, friction: number): number {
  const along = state.velocity1 * state.direction1 + state.velocity2 * state.direction2;
  return along + friction * contact.stiffnessRatio * state.hardness * state.normalVelocity;
}

/** Change of the sliding speed with the normal impulse: r. */
export function slidingChange(
  contact: ComplianceContact,
  state: ComplianceState,
  friction: number,
  slope = slopeOf(contact, state, friction),
): number {
  const { b11, b12, b22, d1, d2, stiffnessRatio } = contact;
  const { direction1, direction2 } = state;
  const along =
    direction1 * (d1 - friction * (b11 * direction1 + b12 * direction2)) +
    direction2 * (d2 - friction * (b12 * direction1 + b22 * direction2));
  return along + friction * stiffnessRatio * state.hardness * slope;
}

function towardsTurn({ approaching, normalVelocity }: ComplianceState, slope: number): number {
  return (approaching ? slope > 0 : slope < 0) ? Math.max(0, -normalVelocity / slope) : Number.POSITIVE_INFINITY;
}

function towardsStop(sliding: number, change: number): number {
  if (sliding <= 0) return 0;
  return change < 0 ? -sliding / change : Number.POSITIVE_INFINITY;
}

/** A sliding speed below zero by less than this fraction of the two speeds it is the sum of is zero. */
const ROUNDING = 1e-12;

/**
 * Whether the sliding speed is below zero by more than rounding: then there is no slip. Under Coulomb's law slip never starts so; where
 * friction falls when slip starts (the source's rule for its figures) it can.
 */
export function slidesBackwards(contact: ComplianceContact, state: ComplianceState): boolean {
  const friction = slipFriction(contact, state);
  const along = state.velocity1 * state.direction1 + state.velocity2 * state.direction2;
  const closing = friction * contact.stiffnessRatio * state.hardness * state.normalVelocity;
  return along + closing < -ROUNDING * (Math.abs(along) + Math.abs(closing));
}

function towardsEnd({ normalVelocity, normalEnergy }: ComplianceState, slope: number): number {
  const squared = normalVelocity * normalVelocity + 2 * slope * normalEnergy;
  if (normalEnergy <= 0) return 0;
  if (squared < 0) return Number.POSITIVE_INFINITY;
  const parting = normalVelocity + Math.sqrt(squared);
  return parting > 0 ? (2 * normalEnergy) / parting : Number.POSITIVE_INFINITY;
}

function move(contact: ComplianceContact, path: CompliancePath, length: number, friction: number, mode: Mode): void {
  if (path.observe !== undefined) {
    for (let i = 1; i < DRAWN_POINTS; i++) {
      const point = { ...path.state };
      advance(contact, point, (i / DRAWN_POINTS) * length, friction, mode);
      path.observe(point, mode);
    }
  }
  advance(contact, path.state, length, friction, mode);
  path.observe?.(path.state, mode);
}

function advance(contact: ComplianceContact, state: ComplianceState, p: number, friction: number, mode: Mode): void {
  const { b11, b12, b22, d1, d2 } = contact;
  const { direction1, direction2 } = state;
  const slope = slopeOf(contact, state, friction);
  if (friction > 0) {
    const sliding = slidingSpeed(contact, state, friction);
    // Rounding below zero is all there is where the contact creeps along the cone.
    state.frictionLoss += Math.max(0, friction * p * (sliding + 0.5 * slidingChange(contact, state, friction, slope) * p));
  }
  const push1 = friction * direction1;
  const push2 = friction * direction2;
  state.normalEnergy -= p * (state.normalVelocity + 0.5 * slope * p);
  state.normalImpulse += p;
  state.impulse1 -= push1 * p;
  state.impulse2 -= push2 * p;
  state.velocity1 += (d1 - b11 * push1 - b12 * push2) * p;
  state.velocity2 += (d2 - b12 * push1 - b22 * push2) * p;
  state.normalVelocity += slope * p;
  if (mode === "slip") stretchToSlip(contact, state);
  else state.force = Math.sqrt(2 * state.hardness * Math.max(0, state.normalEnergy));
}
