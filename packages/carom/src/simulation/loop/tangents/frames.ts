/**
 * Tangents that turn smoothly: a contact's first tangent is one of two world axes laid into its plane, and which one jumps where a normal
 * passes between them. Differences over that jump would mix the two, so moved touches keep the axis of the state they were moved from.
 */

import { refreshTouch, refreshVelocity, type Touch } from "../../contact/touch.js";
import { tangentAxis } from "../../free-bodies/kinematics.js";
import type { MechanicalSystem } from "../../system/mechanical-system.js";

/** The axis that a contact's first tangent follows. */
export function axisOf({ state: { normal } }: Touch): 0 | 1 {
  return tangentAxis(normal);
}

/** Evaluates a touch at a state, with the axis it had. */
export function refreshAlong(
  system: MechanicalSystem,
  touch: Touch,
  coordinates: Float64Array,
  speeds: Float64Array,
  axis: number | undefined,
): void {
  refreshTouch(system, touch, coordinates, speeds);
  turnOnto(system, touch, axis, touch.response);
}

/** The same without the response. */
export function evaluateAlong(
  system: MechanicalSystem,
  touch: Touch,
  coordinates: Float64Array,
  speeds: Float64Array,
  axis: number | undefined,
): void {
  system.evaluate(touch.feature, coordinates, speeds, touch.state);
  refreshVelocity(system, touch, speeds);
  turnOnto(system, touch, axis);
}

function turnOnto(system: MechanicalSystem, touch: Touch, axis: number | undefined, response?: Float64Array): void {
  if (axis === undefined || axis === axisOf(touch)) return;
  const { tangent1, tangent2, normal, jacobian, bias } = touch.state;
  const laid = [0, 1, 2].map((c) => (c === axis ? 1 : 0) - normal[axis] * normal[c]);
  const length = Math.sqrt(laid.reduce((sum, value) => sum + value * value, 0));
  const cos = laid.reduce((sum, value, c) => sum + value * tangent1[c], 0) / length;
  const sin = laid.reduce((sum, value, c) => sum + value * tangent2[c], 0) / length;
  const turn = (values: Float64Array | [number, number, number], first: number, second: number) => {
    const [a, b] = [values[first], values[second]];
    values[first] = cos * a + sin * b;
    values[second] = cos * b - sin * a;
  };
  const n = system.speedCount;
  for (const k of touch.speeds) {
    turn(jacobian, k, n + k);
    if (response !== undefined) turn(response, k, n + k);
  }
  turn(touch.velocity, 0, 1);
  turn(bias, 0, 1);
  for (let c = 0; c < 3; c++) {
    const [a, b] = [tangent1[c], tangent2[c]];
    tangent1[c] = cos * a + sin * b;
    tangent2[c] = cos * b - sin * a;
  }
}
