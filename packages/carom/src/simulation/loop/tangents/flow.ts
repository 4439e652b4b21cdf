/**
 * Tangents along a motion with frozen modes.
 *
 *     x' = f(x, p, t)          X' = f_x X + f_p
 *
 * A flight in closed form is differentiated as it stands; all else marches (march.ts).
 *
 * Source: own study, derivatives of runs, section 1.
 */
import type { Flight } from "../../system/mechanical-system.js";
import { type Column, directionOf, type Lens, type Scales, SIXTH, type WeightedLens } from "./columns.js";
import { createFrozen, type FrozenCluster, type LastDirections } from "./frozen.js";
import { startMarch } from "./march.js";
import { type FlowSources, type Stretch, turnsOf } from "./stretch.js";

/** Stretches shorter than this part of the time are gone in one step: an integrator would be lost in the rounding of the time. */
const SHORT = 1e-9;

/** Moves the columns of a cluster on to times, ascending, and tells after each. Returns directions of slips that rest at the last. */
export function moveColumns(
  sources: FlowSources,
  stretch: Stretch,
  times: readonly number[],
  tell: (time: number, index: number) => void,
): LastDirections {
  const { cluster, from } = stretch;
  const columns = sources.columns.map((column) => withinCluster(sources.base, column, cluster));
  const isFlying = (column: Column) => stretch.flight !== undefined && hasFlights(column, cluster);
  const flying = columns.filter(isFlying);
  const integrated = columns.filter((column) => !isFlying(column) && isMoved(column, cluster));
  const stopped = new Map<string, readonly [number, number]>();
  const end = times.at(-1) ?? from.time;
  const startMove = end - from.time > SHORT * Math.abs(end) ? startMarch : startLeap;
  const march = integrated.length === 0 ? undefined : startMove(sources, stretch, integrated, end, stopped);
  const fly = flying.length === 0 || stretch.flight === undefined ? undefined : startFlight(sources, stretch, stretch.flight, flying);
  times.forEach((time, index) => {
    fly?.(time);
    march?.(time);
    tell(time, index);
  });
  return stopped;
}

/** The same column, without the parameter where it can change nothing of how the cluster moves. */
function withinCluster({ features }: Lens, column: Column, { contacts }: FrozenCluster): Column {
  const { pairs } = column;
  if (pairs === undefined || contacts.some(({ key }) => pairs.has(features.withKey(key)?.pair ?? 0))) return column;
  const { coordinates, speeds, scale } = column;
  return { coordinates, speeds, moved: [], inProportion: [], masses: undefined, pairs, scale };
}

function isMoved({ coordinates, speeds, moved }: Column, cluster: FrozenCluster): boolean {
  return moved.length > 0 || cluster.coordinates.some((k) => coordinates[k] !== 0) || cluster.speeds.some((k) => speeds[k] !== 0);
}

function hasFlights({ inProportion }: Column, { parts }: FrozenCluster): boolean {
  return inProportion.every(({ lens }) => lens.system.flight?.(parts[0]) !== undefined);
}

/** Columns of a body in flight: what is returned writes them at a time. */
function startFlight(
  { scales }: FlowSources,
  { cluster, from }: Stretch,
  flight: Flight,
  columns: readonly Column[],
): (time: number) => void {
  const count = cluster.coordinates.length;
  const size = count + cluster.speeds.length;
  const room = new Float64Array((columns.length + 4) * size);
  const part = (k: number) => room.subarray(k * size, (k + 1) * size);
  const [state, end, sum, out] = [part(0), part(1), part(2), part(3)];
  read(cluster, from, state);
  const starts = columns.map((column, j) => {
    const start = part(4 + j);
    read(cluster, column, start);
    return start;
  });
  const moved = columns.map((column) => (column.inProportion.every((one) => hasFlight(one, cluster, flight)) ? [] : column.moved));
  return (time) => {
    const elapsed = time - from.time;
    flight.stateAt(state, elapsed, end);
    for (let j = 0; j < columns.length; j++) {
      sum.fill(0);
      if (flight.along === undefined) flyByDifferences(scales, cluster, flight, { state, along: starts[j], elapsed }, sum);
      else flight.along(state, elapsed, end, starts[j], sum);
      for (const { weight, lens } of moved[j]) {
        lens.system.flight?.(cluster.parts[0])?.stateAt(state, elapsed, out);
        for (let k = 0; k < size; k++) sum[k] += weight * out[k];
      }
      write(columns[j], cluster, sum, 0, 1);
    }
  };
}

/** Numbers of two flights that differ by no more, of themselves, differ by rounding. */
const SAME_FLIGHT = 1e-13;

/** Whether a system with a parameter moved flies as the one there is: a mass changes nothing of a flight. */
function hasFlight({ lens }: WeightedLens, { parts }: FrozenCluster, { form }: Flight): boolean {
  const other = lens.system.flight?.(parts[0])?.form;
  if (form === undefined || other === undefined) return false;
  for (let k = 0; k < form.length; k++) if (!(Math.abs(other[k] - form[k]) <= SAME_FLIGHT * Math.abs(form[k]))) return false;
  return true;
}

/** Numbers of a cluster in one list. */
function read(cluster: FrozenCluster, { coordinates, speeds }: Pick<Column, "coordinates" | "speeds">, out: Float64Array): void {
  const count = cluster.coordinates.length;
  for (let k = 0; k < count; k++) out[k] = coordinates[cluster.coordinates[k]];
  for (let k = 0; k < cluster.speeds.length; k++) out[count + k] = speeds[cluster.speeds[k]];
}

/** A flight that does not know how it changes. */
function flyByDifferences(
  scales: Scales,
  cluster: FrozenCluster,
  flight: Flight,
  { state, along, elapsed }: { readonly state: Float64Array; readonly along: Float64Array; readonly elapsed: number },
  sum: Float64Array,
): void {
  const size = state.length;
  const [moved, out] = [new Float64Array(size), new Float64Array(size)];
  let most = 0;
  for (let k = 0; k < size; k++) {
    const count = cluster.coordinates.length;
    const scale = k < count ? scales.coordinates[cluster.coordinates[k]] : 1 / Math.max(elapsed, Number.MIN_VALUE);
    most = Math.max(most, Math.abs(along[k]) / Math.max(scale, 1e-12));
  }
  if (most === 0) return;
  const h = SIXTH.step / most;
  SIXTH.offsets.forEach((offset, n) => {
    for (const sign of [1, -1]) {
      for (let k = 0; k < size; k++) moved[k] = state[k] + sign * offset * h * along[k];
      flight.stateAt(moved, elapsed, out);
      for (let k = 0; k < size; k++) sum[k] += ((sign * SIXTH.weights[n]) / h) * out[k];
    }
  });
}

function write({ coordinates, speeds }: Column, cluster: FrozenCluster, values: Float64Array, at: number, factor: number): void {
  const count = cluster.coordinates.length;
  for (let k = 0; k < count; k++) coordinates[cluster.coordinates[k]] = factor * values[at + k];
  for (let k = 0; k < cluster.speeds.length; k++) speeds[cluster.speeds[k]] = factor * values[at + count + k];
}

/** Columns over a stretch that is all but an instant: along their rates at its beginning. */
function startLeap(sources: FlowSources, stretch: Stretch, columns: readonly Column[]): (time: number) => void {
  const { cluster, from } = stretch;
  const at = createFrozen(cluster);
  sources.evaluator.evaluate(cluster, from, at);
  const leaps = columns.map((column) => {
    const out = createFrozen(cluster);
    sources.evaluator.differentiate(cluster, from, at, directionOf(column), out, turnsOf(sources, stretch, column));
    const start = { coordinates: Float64Array.from(column.coordinates), speeds: Float64Array.from(column.speeds) };
    return { column, out, start };
  });
  return (time) => {
    for (const { column, out, start } of leaps) {
      cluster.coordinates.forEach((place, k) => {
        column.coordinates[place] = start.coordinates[place] + (time - from.time) * out.rates[k];
      });
      cluster.speeds.forEach((place, k) => {
        column.speeds[place] = start.speeds[place] + (time - from.time) * out.accelerations[k];
      });
    }
  };
}
