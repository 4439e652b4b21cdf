/**
 * States and systems beside the ones at hand, over which touches are differentiated.
 *
 * Source: own study, derivatives of runs, section 3.
 */
import { coordinatesOf, speedsOf } from "../../system/parts.js";
import { type Direction, FOURTH, type Lens, type Scales, SIXTH, stepAlong } from "./columns.js";
import { axisOf } from "./frames.js";
import { type State, touchOf } from "./frozen.js";

/** That first tangents follow. */
export function axesOf(base: Lens, keys: readonly string[], { coordinates, speeds }: State): number[] {
  return keys.map((key) => {
    const touch = touchOf(base, key);
    base.system.evaluate(touch.feature, coordinates, speeds, touch.state);
    return axisOf(touch);
  });
}

/** Touches that are to be differentiated. */
export interface MovedTouches {
  readonly base: Lens;
  readonly scales: Scales;
  readonly keys: readonly string[];
  /** Divides the steps along the state. */
  readonly finer: number;
}

/** Tells of a state or a system and its weight; `rough`: that in a difference of lower order over the same states. */
export type VisitMoved = (lens: Lens, moved: Omit<State, "time">, weight: number, axes: readonly number[], rough: number) => void;

/** Goes through the states and systems of the differences along a direction: the derivative of F is the sum of weight F. */
export function forEachMoved({ base, scales, keys, finer }: MovedTouches, state: State, along: Direction, visit: VisitMoved): void {
  const { system } = base;
  const axes = axesOf(base, keys, state);
  const parts = [...new Set(keys.flatMap((key) => touchOf(base, key).parts))];
  const places = { coordinates: coordinatesOf(system, parts), speeds: speedsOf(system, parts) };
  const { coordinates, speeds } = along;
  const h = stepAlong({ coordinates, speeds, time: 0 }, scales, places, SIXTH) / finer;
  if (h > 0) {
    const moved = { coordinates: state.coordinates.slice(), speeds: state.speeds.slice() };
    SIXTH.offsets.forEach((offset, n) => {
      for (const sign of [1, -1]) {
        for (const k of places.coordinates) moved.coordinates[k] = state.coordinates[k] + sign * offset * h * along.coordinates[k];
        for (const k of places.speeds) moved.speeds[k] = state.speeds[k] + sign * offset * h * along.speeds[k];
        // Of a quaternion that is longer than one the faces are not at right angles. Loops stay as open as the change leaves them: those of
        // systems with a parameter moved close elsewhere.
        if (system.normaliseTurns === undefined) system.normalise(moved.coordinates, parts);
        else system.normaliseTurns(moved.coordinates, parts);
        visit(base, moved, (sign * SIXTH.weights[n]) / h, axes, (sign * (FOURTH.weights[n] ?? 0)) / h);
      }
    });
  }
  for (const { weight, lens } of along.moved) visit(lens, state, weight, axes, weight);
}
