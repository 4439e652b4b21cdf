/**
 * Touches at a state, and how they change along a direction: gaps, velocities, mobilities, and what impulses do to the speeds.
 *
 * The touching place that geometry finds is followed, not a material one: balls and rims roll on under it.
 *
 * Source: own study, derivatives of runs, section 3.
 */
import { coupling, type Touch } from "../../contact/touch.js";
import { coordinatesOf, speedsOf } from "../../system/parts.js";
import { type Direction, type Lens, type Scales, SIXTH, stepAlong } from "./columns.js";
import { axisOf, refreshAlong } from "./frames.js";
import { type State, touchOf } from "./frozen.js";

/** Of several touches, three components each. */
export interface TouchNumbers {
  /** m. */
  readonly gaps: Float64Array;
  /** m/s. */
  readonly velocities: Float64Array;
  /** J M^-1 J^T, row by row. */
  readonly mobility: Float64Array;
  /** J M^-1, row by row, of all speeds of the system. */
  readonly response: Float64Array;
  /** Point, tangent 1, tangent 2 and normal: twelve numbers each. */
  readonly places: Float64Array;
}

export function createTouchNumbers(count: number, speeds: number): TouchNumbers {
  return {
    gaps: new Float64Array(count),
    velocities: new Float64Array(3 * count),
    mobility: new Float64Array(9 * count * count),
    response: new Float64Array(3 * count * speeds),
    places: new Float64Array(12 * count),
  };
}

const FIELDS = ["gaps", "velocities", "mobility", "response", "places"] as const;

/** @param axes that first tangents follow, one for each key; default: their own */
export function readTouches(
  lens: Lens,
  keys: readonly string[],
  { coordinates, speeds }: Omit<State, "time">,
  out: TouchNumbers,
  axes?: readonly number[],
): Touch[] {
  const { system } = lens;
  const touches = keys.map((key) => touchOf(lens, key));
  const n = system.speedCount;
  touches.forEach((touch, i) => {
    refreshAlong(system, touch, coordinates, speeds, axes?.[i]);
    const { state, velocity, response } = touch;
    out.gaps[i] = state.gap;
    out.velocities.set(velocity, 3 * i);
    out.response.fill(0, 3 * i * n, 3 * (i + 1) * n);
    for (let c = 0; c < 3; c++) for (const k of touch.speeds) out.response[(3 * i + c) * n + k] = response[c * n + k];
    [state.point, state.tangent1, state.tangent2, state.normal].forEach((axis, a) => {
      out.places.set(axis, 12 * i + 3 * a);
    });
  });
  const rows = 3 * touches.length;
  for (let r = 0; r < rows; r++)
    for (let s = r; s < rows; s++) {
      const value = coupling(touches[Math.floor(r / 3)], r % 3, touches[Math.floor(s / 3)], s % 3);
      out.mobility[r * rows + s] = out.mobility[s * rows + r] = value;
    }
  return touches;
}

/** Writes the derivative along a direction, with the SIXTH stencil. */
export function differentiateTouches(
  base: Lens,
  scales: Scales,
  keys: readonly string[],
  state: State,
  along: Direction,
  out: TouchNumbers,
): void {
  for (const field of FIELDS) out[field].fill(0);
  const trial = createTouchNumbers(keys.length, base.system.speedCount);
  const add = (weight: number) => {
    for (const field of FIELDS) for (let k = 0; k < out[field].length; k++) out[field][k] += weight * trial[field][k];
  };
  forEachMoved({ base, scales, keys, finer: 1 }, state, along, (lens, moved, weight, axes) => {
    readTouches(lens, keys, moved, trial, axes);
    add(weight);
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

/** Goes through the states and systems of the differences along a direction: the derivative of F is the sum of weight F. */
export function forEachMoved(
  { base, scales, keys, finer }: MovedTouches,
  state: State,
  along: Direction,
  visit: (lens: Lens, moved: Omit<State, "time">, weight: number, axes: readonly number[]) => void,
): void {
  const { system } = base;
  const axes = keys.map((key) => {
    const touch = touchOf(base, key);
    system.evaluate(touch.feature, state.coordinates, state.speeds, touch.state);
    return axisOf(touch);
  });
  const parts = [...new Set(keys.flatMap((key) => touchOf(base, key).parts))];
  const places = { coordinates: coordinatesOf(system, parts), speeds: speedsOf(system, parts) };
  const h = stepAlong({ ...along, time: 0 }, scales, places, SIXTH) / finer;
  if (h > 0) {
    const moved = { coordinates: Float64Array.from(state.coordinates), speeds: Float64Array.from(state.speeds) };
    SIXTH.offsets.forEach((offset, n) => {
      for (const sign of [1, -1]) {
        for (const k of places.coordinates) moved.coordinates[k] = state.coordinates[k] + sign * offset * h * along.coordinates[k];
        for (const k of places.speeds) moved.speeds[k] = state.speeds[k] + sign * offset * h * along.speeds[k];
        visit(base, moved, (sign * SIXTH.weights[n]) / h, axes);
      }
    });
  }
  for (const { weight, lens } of along.moved) visit(lens, state, weight, axes);
}
