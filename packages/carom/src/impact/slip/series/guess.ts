/**
 * Where on a panel an event lies: from its distance in normal impulse to the parameter t.
 *
 * From one point the t follows from the pace p' and its change. The first guess takes both ends of the stretch together: p is a function of
 * v, E a function of p and t one of p whose first two derivatives are known there, which makes polynomials of degree five. Where slip
 * stops, second derivatives may be infinite, and the power t^q, of which p is nearly a linear function, takes the place of t.
 *
 * Letters as in evaluate.ts.
 */
import type { SlipContact } from "../contact.js";
import { measurePaceChange } from "./evaluate.js";
import { takeExponential, takeLogarithm } from "./exponential.js";
import { isAtRoot } from "./panel.js";
import type { Point } from "./point.js";
import type { SlipWorkspace } from "./workspace.js";

/** Below this, seven terms of log(1 + x) are enough for a guess. */
const SMALL_STEP = 0.1;

/** The t at point.distance from the point, to the bracket: outside of it, or not a number, if the expansion does not reach. */
export function aim(work: SlipWorkspace, point: Point): void {
  const { bracket, number, panel } = work;
  measurePaceChange(work, point);
  const { t } = point;
  const step = point.distance / point.pace;
  if (!isAtRoot(work)) {
    bracket.next = t + step / (1 + 0.5 * step * point.paceChange);
    return;
  }
  // As if p were a multiple of t^q plus a constant, with the q that has this change of the pace: log t changes by log(1 + x)/q.
  const q = 1 + t * point.paceChange;
  const x = (q * step) / t;
  let change = (step / t) * (1 - x * (1 / 2 - x * (1 / 3 - x * (1 / 4 - x * (1 / 5 - x * (1 / 6 - x / 7))))));
  if (!(Math.abs(x) < SMALL_STEP)) {
    number.argument = 1 + x;
    takeLogarithm(work);
    change = number.value / q;
  }
  number.argument = change;
  takeExponential(work);
  bracket.next = t * number.value;
  number.argument = panel.exponent * change;
  takeExponential(work);
  bracket.power = point.power * number.value;
}

/** The polynomial of degree five that has the six numbers. */
function interpolate(work: SlipWorkspace): void {
  const { curve } = work;
  const { value0, slope0, bend0, at } = curve;
  const value = curve.value1 - value0 - slope0 - 0.5 * bend0;
  const slope = curve.slope1 - slope0 - bend0;
  const bend = 0.5 * (curve.bend1 - bend0);
  const higher = 10 * value - 4 * slope + bend + at * (7 * slope - 15 * value - 2 * bend + at * (6 * value - 3 * slope + bend));
  curve.value = value0 + at * (slope0 + at * (0.5 * bend0 + at * higher));
}

/** Guesses the distance from `near` to zero normal velocity. */
export function guessRest(work: SlipWorkspace, contact: SlipContact, near: Point, far: Point): void {
  const { curve } = work;
  const { d1, d2, friction, normal } = contact;
  const length = far.normalImpulse - near.normalImpulse;
  const rise = far.normalVelocity - near.normalVelocity;
  const first = rise / (normal - friction * (d1 * near.z1 + d2 * near.z2));
  const last = rise / (normal - friction * (d1 * far.z1 + d2 * far.z2));
  const at = -near.normalVelocity / rise;
  if (far.power === 0) {
    const rest = 1 - at;
    near.distance = at * (first * rest * rest + at * (length * (3 - 2 * at) - last * rest));
    return;
  }
  curve.value0 = 0;
  curve.value1 = length;
  curve.slope0 = first;
  curve.slope1 = last;
  curve.bend0 = (first * first * first * near.turning * friction * (d2 * near.z1 - d1 * near.z2)) / rise;
  curve.bend1 = (last * last * last * far.turning * friction * (d2 * far.z1 - d1 * far.z2)) / rise;
  curve.at = at;
  interpolate(work);
  near.distance = curve.value;
}

/**
 * Guesses the distance from `near` to zero stored energy: as if the normal velocity rose evenly, then by one Newton step on the polynomial
 * of the energy.
 */
export function guessEmpty(work: SlipWorkspace, contact: SlipContact, near: Point, far: Point): void {
  const { curve } = work;
  const { d1, d2, friction, normal } = contact;
  const { normalVelocity, storedEnergy } = near;
  const length = far.normalImpulse - near.normalImpulse;
  const rise = far.normalVelocity - normalVelocity;
  const square = normalVelocity * normalVelocity + (2 * rise * storedEnergy) / length;
  const even = (2 * storedEnergy) / (normalVelocity + Math.sqrt(square));
  curve.value0 = storedEnergy;
  curve.value1 = far.storedEnergy;
  curve.slope0 = -normalVelocity * length;
  curve.slope1 = -far.normalVelocity * length;
  curve.bend0 = (friction * (d1 * near.z1 + d2 * near.z2) - normal) * length * length;
  curve.bend1 = (friction * (d1 * far.z1 + d2 * far.z2) - normal) * length * length;
  curve.at = even / length;
  interpolate(work);
  near.distance = even + curve.value / (normalVelocity + rise * curve.at);
}

/** The t at near.distance from `near`, to the bracket. */
export function findPlace(work: SlipWorkspace, near: Point, far: Point): void {
  const { bracket, curve, panel } = work;
  const length = far.normalImpulse - near.normalImpulse;
  if (!isAtRoot(work)) {
    measurePaceChange(work, near);
    measurePaceChange(work, far);
    curve.value0 = near.t;
    curve.value1 = far.t;
    curve.slope0 = length / near.pace;
    curve.slope1 = length / far.pace;
    curve.bend0 = -curve.slope0 * curve.slope0 * near.paceChange;
    curve.bend1 = -curve.slope1 * curve.slope1 * far.paceChange;
    curve.at = near.distance / length;
    interpolate(work);
    bracket.next = curve.value;
  } else if (far.power === 0 && panel.impulseLog === 0) {
    findPlaceBeforeStop(work, near, far);
  } else if (near.distance > 0.5 * length && far.power !== 0) {
    far.distance = near.distance - length;
    aim(work, far);
  } else {
    aim(work, near);
  }
}

/** The same if slip stops at `far`: a cubic for the power of t, whose derivatives by p are known at both ends. */
function findPlaceBeforeStop(work: SlipWorkspace, near: Point, far: Point): void {
  const { bracket, impulseSeries, number, panel } = work;
  const length = far.normalImpulse - near.normalImpulse;
  const at = near.distance / length;
  const rest = 1 - at;
  const first = (length * panel.exponent * near.power) / (near.pace * near.t);
  const last = length / (panel.impulseFactor * impulseSeries[0]);
  bracket.power = rest * rest * (near.power * (1 + 2 * at) + first * at) - at * at * rest * last;
  number.argument = bracket.power;
  takeLogarithm(work);
  number.argument = number.value / panel.exponent;
  takeExponential(work);
  bracket.next = number.value;
}
