/**
 * Bringing tangents onto contacts, as the state is: what the projection of the state does to a small change of it.
 *
 *     X -> X - M^-1 R^T (R M^-1 R^T)^+ dr          dr of gaps first, then of the velocities that are held
 *
 * A slip that stops is found a little before it does. What is left of it, r, is taken away by impulses l, W l = r with W = R M^-1 R^T, and
 * their shares change too:
 *
 *     du = -d(M^-1 R^T) l - M^-1 R^T dl,     W dl = dr - dW l          dr = dR u + R du of the speeds u before
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { createLeastSquares } from "../../../math/least-squares.js";
import { type Column, directionOf, type Lens } from "./columns.js";
import type { State } from "./frozen.js";
import { changesOfTouches, ROOM, readTouches, type TouchNumbers, type TouchSources } from "./touches.js";

/** Touches onto which a state was brought. */
export interface Projected {
  readonly keys: readonly string[];
  /** Of each, whether it is held along the surface too. */
  readonly holds: readonly boolean[];
}

/** As in contact/projection.ts. */
const DEPENDENT = 1e-10;
const NEARLY_DEPENDENT = 1e-6;

/**
 * Moves columns, which are those of the state, onto the touches.
 * @param speeds of the state before it was brought there; default: what was left of its velocities was none
 */
export function projectColumns(
  sources: TouchSources & { readonly columns: readonly Column[] },
  { keys, holds }: Projected,
  state: State,
  speeds?: Float64Array,
): void {
  if (keys.length === 0) return;
  const { base, columns, rooms } = sources;
  const n = base.system.speedCount;
  const numbers = rooms.numbers(keys.length, ROOM.here);
  const change = rooms.numbers(keys.length, ROOM.first);
  readTouches(base, keys, state, numbers);
  // Velocities change as they were before what was left of them was taken away.
  const { time, coordinates } = state;
  const changes = changesOfTouches(sources, keys, speeds === undefined ? state : { time, coordinates, speeds }, numbers);
  const normals = keys.map((_, i) => 3 * i + 2);
  const held = keys.flatMap((_, i) => (holds[i] ? [3 * i, 3 * i + 1, 3 * i + 2] : [3 * i + 2]));
  const taken = speeds === undefined ? undefined : takenAway(sources, keys, held, { time, coordinates, speeds }, numbers);
  const [displacement, rates] = [new Float64Array(n), new Float64Array(base.system.coordinateCount)];
  const parts = [...new Set(keys.flatMap((key) => base.features.touchFor(featureOf(base, key)).parts))];
  for (const column of columns) {
    const along = directionOf(column);
    changes.all(along, change);
    if (largest(change.gaps) > 0) {
      solve(numbers, normals, change.gaps, NEARLY_DEPENDENT, displacement);
      base.system.rates(state.coordinates, displacement, rates, parts);
      for (const part of parts) for (const k of base.system.parts?.[part].coordinates ?? rates.keys()) column.coordinates[k] += rates[k];
      changes.all(along, change);
    }
    const right = Float64Array.from(held, (row) => change.velocities[row] - rowTimes(change.mobility, held, row, taken));
    if (largest(right) > 0) {
      solve(numbers, held, right, DEPENDENT, displacement);
      for (let k = 0; k < n; k++) column.speeds[k] += displacement[k];
    }
    if (taken !== undefined)
      held.forEach((row, r) => {
        for (let k = 0; k < n; k++) column.speeds[k] -= change.response[row * n + k] * taken[r];
      });
  }
}

/** Impulses along the rows that took away what was left of the velocities. */
function takenAway(
  { base, rooms }: TouchSources,
  keys: readonly string[],
  held: readonly number[],
  before: State,
  at: TouchNumbers,
): Float64Array {
  const numbers = rooms.numbers(keys.length, ROOM.second);
  readTouches(base, keys, before, numbers);
  return multipliersOf(
    at,
    held,
    Float64Array.from(held, (row) => numbers.velocities[row]),
    DEPENDENT,
  );
}

/** A row of a change of the mobility times impulses along the rows that are held. */
function rowTimes(mobility: Float64Array, held: readonly number[], row: number, impulses: Float64Array | undefined): number {
  const all = Math.sqrt(mobility.length);
  return impulses === undefined ? 0 : held.reduce((sum, other, s) => sum + mobility[row * all + other] * impulses[s], 0);
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
function solve(numbers: TouchNumbers, rows: readonly number[], right: Float64Array, tolerance: number, out: Float64Array): void {
  const multipliers = multipliersOf(numbers, rows, right, tolerance);
  out.fill(0);
  const n = out.length;
  rows.forEach((row, r) => {
    for (let k = 0; k < n; k++) out[k] -= numbers.response[row * n + k] * multipliers[r];
  });
}

/** Impulses along the rows that make `right` of the velocities. */
export function multipliersOf(
  { mobility, velocities }: TouchNumbers,
  rows: readonly number[],
  right: Float64Array,
  tolerance: number = DEPENDENT,
): Float64Array {
  const all = velocities.length;
  const squares = createLeastSquares(rows.length, rows.length, tolerance);
  rows.forEach((row, r) => {
    rows.forEach((other, s) => {
      squares.matrix[r * rows.length + s] = mobility[row * all + other];
    });
  });
  const multipliers = new Float64Array(rows.length);
  squares.solve(rows.length, rows.length, Float64Array.from(right), multipliers);
  return multipliers;
}
