/**
 * Bringing tangents onto contacts, as the state is: what the projection of the state does to a small change of it.
 *
 *     X -> X - M^-1 R^T (R M^-1 R^T)^+ dr          dr of gaps first, then of the velocities that are held
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { createLeastSquares } from "../../../math/least-squares.js";
import type { Column, Lens, Scales } from "./columns.js";
import type { State } from "./frozen.js";
import { createTouchNumbers, differentiateTouches, readTouches } from "./touches.js";

/** Touches onto which a state was brought. */
export interface Projected {
  readonly keys: readonly string[];
  /** Of each, whether it is held along the surface too. */
  readonly holds: readonly boolean[];
}

/** As in contact/projection.ts. */
const DEPENDENT = 1e-10;
const NEARLY_DEPENDENT = 1e-6;

/** Moves columns, which are those of the state, onto the touches. */
export function projectColumns(base: Lens, scales: Scales, { keys, holds }: Projected, state: State, columns: readonly Column[]): void {
  if (keys.length === 0) return;
  const n = base.system.speedCount;
  const numbers = createTouchNumbers(keys.length, n);
  const change = createTouchNumbers(keys.length, n);
  readTouches(base, keys, state, numbers);
  const normals = keys.map((_, i) => 3 * i + 2);
  const held = keys.flatMap((_, i) => (holds[i] ? [3 * i, 3 * i + 1, 3 * i + 2] : [3 * i + 2]));
  const [displacement, rates] = [new Float64Array(n), new Float64Array(base.system.coordinateCount)];
  const parts = [...new Set(keys.flatMap((key) => base.features.touchFor(featureOf(base, key)).parts))];
  for (const column of columns) {
    const along = { ...column, time: 0 };
    differentiateTouches(base, scales, keys, state, along, change);
    if (largest(change.gaps) > 0) {
      solve(numbers, normals, change.gaps, NEARLY_DEPENDENT, displacement);
      base.system.rates(state.coordinates, displacement, rates, parts);
      for (const part of parts) for (const k of base.system.parts?.[part].coordinates ?? rates.keys()) column.coordinates[k] += rates[k];
      differentiateTouches(base, scales, keys, state, along, change);
    }
    const right = Float64Array.from(held, (row) => change.velocities[row]);
    if (largest(right) === 0) continue;
    solve(numbers, held, right, DEPENDENT, displacement);
    for (let k = 0; k < n; k++) column.speeds[k] += displacement[k];
  }
}

function featureOf({ features }: Lens, key: string) {
  const feature = features.withKey(key);
  if (feature === undefined) throw new Error(`there is no feature ${key}`);
  return feature;
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

/** The smallest change of speeds that adds -`right` along the rows. */
function solve(
  { mobility, response, velocities }: ReturnType<typeof createTouchNumbers>,
  rows: readonly number[],
  right: Float64Array,
  tolerance: number,
  out: Float64Array,
): void {
  const all = velocities.length;
  const squares = createLeastSquares(rows.length, rows.length, tolerance);
  rows.forEach((row, r) => {
    rows.forEach((other, s) => {
      squares.matrix[r * rows.length + s] = mobility[row * all + other];
    });
  });
  const multipliers = new Float64Array(rows.length);
  squares.solve(rows.length, rows.length, Float64Array.from(right), multipliers);
  out.fill(0);
  const n = out.length;
  rows.forEach((row, r) => {
    for (let k = 0; k < n; k++) out[k] -= response[row * n + k] * multipliers[r];
  });
}
