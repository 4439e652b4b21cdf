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
import { type Column, directionOf, type Lens, type Scales, SIXTH } from "./columns.js";
import { createFrozen, type FrozenCluster, type LastDirections } from "./frozen.js";
import { startMarch } from "./march.js";
import { type ColumnFlight, type FlowSources, type Stretch, turnsOf } from "./stretch.js";

/** Stretches shorter than this part of the time are gone in one step: an integrator would be lost in the rounding of the time. */
const SHORT = 1e-9;

/** Moves the columns of a cluster on to times, ascending, and tells after each. Returns directions of slips that rest at the last. */
export function moveColumns(
  sources: FlowSources,
  stretch: Stretch,
  times: readonly number[],
  tell: (time: number, index: number) => void,
): LastDirections {
  const { columns } = sources;
  const { cluster, from, flight } = stretch;
  const flights = flight === undefined ? undefined : flightsOf(sources, cluster.parts[0], flight);
  const integrated: Column[] = [];
  for (let j = 0; j < columns.length; j++) {
    if (flights !== undefined && flights[j] !== "none") continue;
    const column = withinCluster(sources.base, columns[j], cluster);
    if (isMoved(column, cluster)) integrated.push(column);
  }
  const stopped = new Map<string, readonly [number, number]>();
  const end = times.at(-1) ?? from.time;
  const startMove = end - from.time > SHORT * Math.abs(end) ? startMarch : startLeap;
  const march = integrated.length === 0 ? undefined : startMove(sources, stretch, integrated, end, stopped);
  const fly = flight === undefined || flights === undefined ? undefined : startFlight(sources, stretch, flight, flights);
  for (let index = 0; index < times.length; index++) {
    fly?.(times[index]);
    march?.(times[index]);
    tell(times[index], index);
  }
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

/** How a part flies with the systems of each column; looked at once. */
function flightsOf({ columns, flights }: FlowSources, part: number, flight: Flight): readonly ColumnFlight[] {
  const found =
    flights.get(part) ??
    columns.map(({ inProportion }): ColumnFlight => {
      const others = inProportion.map(({ lens }) => lens.motion.flight?.(part));
      if (others.includes(undefined)) return "none";
      return others.every((other) => other === flight || isSameFlight(flight.form, other?.form)) ? "same" : "other";
    });
  flights.set(part, found);
  return found;
}

/** Numbers of two flights that differ by no more, of themselves, differ by rounding. */
const SAME_FLIGHT = 1e-13;

/** Whether a body flies as another one: a mass changes nothing of a flight. */
function isSameFlight(form: Flight["form"], other: Flight["form"]): boolean {
  return form !== undefined && other !== undefined && form.every((own, k) => Math.abs(other[k] - own) <= SAME_FLIGHT * Math.abs(own));
}

/** Columns of a body in flight: what is returned writes them at a time. */
function startFlight(
  { scales, columns, rows }: FlowSources,
  { cluster, from }: Stretch,
  flight: Flight,
  flights: readonly ColumnFlight[],
): (time: number) => void {
  const size = cluster.coordinates.length + cluster.speeds.length;
  const state = rows(0, size);
  const end = rows(1, size);
  const sum = rows(2, size);
  const out = rows(3, size);
  read(cluster, from, state);
  for (let j = 0; j < columns.length; j++) read(cluster, columns[j], rows(4 + j, size));
  return (time) => {
    const elapsed = time - from.time;
    flight.stateAt(state, elapsed, end);
    for (let j = 0; j < columns.length; j++) {
      if (flights[j] === "none") continue;
      const along = rows(4 + j, size);
      sum.fill(0);
      if (flight.along === undefined) flyByDifferences(scales, cluster, flight, { state, along, elapsed }, sum);
      else flight.along(state, elapsed, end, along, sum);
      for (const { weight, lens } of flights[j] === "other" ? columns[j].moved : NO_LENSES) {
        lens.motion.flight?.(cluster.parts[0])?.stateAt(state, elapsed, out);
        for (let k = 0; k < size; k++) sum[k] += weight * out[k];
      }
      write(columns[j], cluster, sum);
    }
  };
}

const NO_LENSES: Column["moved"] = [];

/** Numbers of a cluster in one list. */
function read(cluster: FrozenCluster, { coordinates, speeds }: Pick<Column, "coordinates" | "speeds">, out: Float64Array): void {
  const count = cluster.coordinates.length;
  for (let k = 0; k < count; k++) out[k] = coordinates[cluster.coordinates[k]];
  for (let k = 0; k < cluster.speeds.length; k++) out[count + k] = speeds[cluster.speeds[k]];
}

function write({ coordinates, speeds }: Column, cluster: FrozenCluster, values: Float64Array): void {
  const count = cluster.coordinates.length;
  for (let k = 0; k < count; k++) coordinates[cluster.coordinates[k]] = values[k];
  for (let k = 0; k < cluster.speeds.length; k++) speeds[cluster.speeds[k]] = values[count + k];
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
