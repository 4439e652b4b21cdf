/**
 * Tangents along a motion with frozen modes.
 *
 *     x' = f(x, p, t)          X' = f_x X + f_p
 *
 * A flight in closed form is differentiated as it stands. Else state and tangents are integrated together from the same beginning, with
 * steps that follow the tangents too: across a slip that comes to rest they are far from polynomials while the state is one. The last
 * ten-millionth of a stretch that ends at rest, where these equations are singular and what is across has died out, is gone without the
 * turning of slips.
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { createIntegrator } from "../../../math/ode/index.js";
import { SLIP } from "../../contact/force-problem.js";
import type { Flight } from "../../system/mechanical-system.js";
import { type Column, type Direction, directionOf, type Lens, type Scales, SIXTH, type WeightedLens } from "./columns.js";
import { createFrozen, type Frozen, type FrozenCluster, type FrozenEvaluator, type LastDirections, type State } from "./frozen.js";
import type { Miss } from "./misses.js";

/** Part of a stretch that ends at rest which is gone without the turning of slips. */
const LAST_PART = 1e-7;
/** And slips below this, m/s: how they turn is the rounding of speeds about one, and steps would follow that. */
const SLOWEST = 3e-8;
/**
 * A slip that keeps this part of what it had where turning is given up, in the direction it had there, does not go through rest: it ends
 * as too slow to count. What the steps of a run leave across is no sign of that.
 */
const KEPT = 1e-2;
/** But no more of a stretch than this. */
const MOST_LEFT = 1e-3;
/** Slip at the end, in that at the beginning, below which a stretch ends at rest; or that is slower than this many of the slowest. */
const AT_REST = 1e-5;
const ALL_BUT_SLOWEST = 3;
/** Slip at the end, in that at the beginning and in m/s, above which it certainly does not rest there. */
const STILL_FAST = 1e-2;
/** Absolute tolerance of the state, relative to the relative one. */
const ABSOLUTE = 1e-2;
/** Below this the error of a step of tangents, which count as one, is the rounding of their differences: in flight, and in contact. */
const FLYING = 1e-12;
const TOUCHING = 3e-12;
/** Stretches shorter than this part of the time are gone in one step: an integrator would be lost in the rounding of the time. */
const SHORT = 1e-9;

export interface FlowSources {
  readonly base: Lens;
  readonly scales: Scales;
  readonly evaluator: FrozenEvaluator;
  readonly columns: readonly Column[];
  readonly relativeTolerance: number;
}

/** A cluster on its way from a state. */
export interface Stretch {
  readonly cluster: FrozenCluster;
  readonly from: State;
  /** In closed form, where it is known. */
  readonly flight: Flight | undefined;
  /** Of slips that begin, two for each contact; one array for each column. */
  readonly turns: readonly Float64Array[];
  /** Where it ended, once it has. */
  readonly to: State | undefined;
  /** What it all but touched on its way. */
  readonly misses: Miss[];
}

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

function turnsOf({ columns }: FlowSources, { turns }: Stretch, { coordinates }: Column): Float64Array {
  return turns[columns.findIndex((column) => column.coordinates === coordinates)];
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

/** Begins to integrate state and columns; what is returned goes on to a time and writes the columns there. */
function startMarch(
  sources: FlowSources,
  stretch: Stretch,
  columns: readonly Column[],
  end: number,
  stopped: Map<string, readonly [number, number]>,
): (time: number) => void {
  const { evaluator, relativeTolerance } = sources;
  const { cluster, from } = stretch;
  const count = cluster.coordinates.length;
  const size = count + cluster.speeds.length;
  const state = { time: from.time, coordinates: Float64Array.from(from.coordinates), speeds: Float64Array.from(from.speeds) };
  const at = createFrozen(cluster);
  const out = createFrozen(cluster);
  const along = columns.map(
    ({ moved, masses }): Direction => ({
      coordinates: new Float64Array(from.coordinates.length),
      speeds: new Float64Array(from.speeds.length),
      time: 0,
      moved,
      masses,
    }),
  );
  const turns = columns.map((column) => turnsOf(sources, stretch, column));
  evaluator.evaluate(cluster, from, at);
  const scale = columns.map((column, j) => scaleOf(column, j));
  const take = (values: Float64Array, offset: number, into: Pick<Column, "coordinates" | "speeds">, factor: number) => {
    for (let k = 0; k < count; k++) into.coordinates[cluster.coordinates[k]] = factor * values[offset + k];
    for (let k = count; k < size; k++) into.speeds[cluster.speeds[k - count]] = factor * values[offset + k];
  };
  const put = (frozen: Frozen, values: Float64Array, offset: number, factor: number) => {
    for (let k = 0; k < count; k++) values[offset + k] = factor * frozen.rates[k];
    for (let k = count; k < size; k++) values[offset + k] = factor * frozen.accelerations[k - count];
  };

  /**
   * What counts as large in a column: what it is, or becomes over the stretch; and at least what the motion itself is, per change of the
   * parameter that counts as large, or a column of rounding would be followed as if it were something.
   */
  function scaleOf(column: Column, j: number): number {
    evaluator.differentiate(cluster, from, at, directionOf(column), out, turns[j]);
    const length = end - from.time;
    let most = 0;
    cluster.coordinates.forEach((place, k) => {
      const motion = (length * Math.abs(at.rates[k])) / column.scale;
      most = Math.max(most, motion, Math.abs(column.coordinates[place]), length * Math.abs(out.rates[k]));
    });
    cluster.speeds.forEach((place, k) => {
      const motion = Math.max(Math.abs(from.speeds[place]), length * Math.abs(at.accelerations[k])) / column.scale;
      most = Math.max(most, motion, Math.abs(column.speeds[place]), length * Math.abs(out.accelerations[k]));
    });
    return most > 0 ? most : 1;
  }

  let turning = true;
  const closely = Math.max(relativeTolerance, cluster.contacts.length === 0 ? FLYING : TOUCHING);
  const perComponent = (ofState: number, ofTangents: number) =>
    Array.from({ length: size * (1 + columns.length) }, (_, k) => (k < size ? ofState : ofTangents));
  const integrator = createIntegrator(
    {
      dimension: size * (1 + columns.length),
      method: "dop853",
      relativeTolerance: perComponent(relativeTolerance, closely),
      absoluteTolerance: perComponent(ABSOLUTE * relativeTolerance, closely),
      stiff: "go-on",
    },
    (elapsed, values, derivative) => {
      const now = { time: from.time + elapsed, coordinates: state.coordinates, speeds: state.speeds };
      take(values, 0, now, 1);
      // What stages leave of unit quaternions would be inertia that is not the body's.
      sources.base.system.normalise(now.coordinates, cluster.parts);
      evaluator.evaluate(cluster, now, at);
      put(at, derivative, 0, 1);
      columns.forEach((_, j) => {
        take(values, size * (j + 1), along[j], scale[j]);
        evaluator.differentiate(cluster, now, at, along[j], out, turning ? turns[j] : "held");
        put(out, derivative, size * (j + 1), 1 / scale[j]);
      });
    },
  );
  const initial = new Float64Array(size * (1 + columns.length));
  cluster.coordinates.forEach((place, k) => {
    initial[k] = from.coordinates[place];
    for (let j = 0; j < columns.length; j++) initial[size * (j + 1) + k] = columns[j].coordinates[place] / scale[j];
  });
  cluster.speeds.forEach((place, k) => {
    initial[count + k] = from.speeds[place];
    for (let j = 0; j < columns.length; j++) initial[size * (j + 1) + count + k] = columns[j].speeds[place] / scale[j];
  });
  // From zero: towards the rest of a slip that lasts microseconds steps are far below the resolution of the time of the run.
  integrator.start(0, initial);
  /** Through a stop a direction goes on as it was; so it has to be known where the slip was before. */
  const follow = () => {
    if (!cluster.contacts.some(({ mode }) => mode === SLIP)) return;
    take(integrator.state, 0, state, 1);
    evaluator.evaluate(cluster, { time: from.time + integrator.time, coordinates: state.coordinates, speeds: state.speeds }, at);
    cluster.contacts.forEach(({ mode, direction }, i) => {
      if (mode === SLIP) direction.splice(0, 2, at.directions[2 * i], at.directions[2 * i + 1]);
    });
  };
  const last = (1 - lastPart(sources, stretch)) * (end - from.time);
  return (time) => {
    const elapsed = time - from.time;
    if (elapsed > integrator.time && integrator.time < last) integrator.advance(Math.min(elapsed, last), follow);
    if (elapsed > last && elapsed > integrator.time) {
      take(integrator.state, 0, state, 1);
      noteStops(sources, stretch, state, stopped);
      turning = stopped.size === 0;
      if (!turning) integrator.start(integrator.time, integrator.state);
      integrator.advance(elapsed);
    }
    columns.forEach((column, j) => {
      write(column, cluster, integrator.state, size * (j + 1), scale[j]);
    });
  };
}

/** The part of a stretch at its end that is gone without the turning of slips, if they rest there. */
function lastPart({ evaluator }: FlowSources, { cluster, from, to }: Stretch): number {
  if (!cluster.contacts.some(({ mode }) => mode === SLIP)) return 0;
  const [first, last] = [from, to ?? from].map((state) => {
    const at = createFrozen(cluster);
    evaluator.evaluate(cluster, state, at);
    return at;
  });
  const isFast = (i: number) => slipOf(last.velocities, i) > Math.max(STILL_FAST * slipOf(first.velocities, i), STILL_FAST);
  if (to !== undefined && cluster.contacts.every(({ mode }, i) => mode !== SLIP || isFast(i))) return 0;
  const usual = usualSlips(evaluator, { cluster, from, to }, first);
  return cluster.contacts.reduce(
    (part, { mode }, i) => (mode === SLIP ? Math.max(part, Math.min(MOST_LEFT, SLOWEST / usual[i])) : part),
    LAST_PART,
  );
}

/**
 * What slips are over a stretch: what they begin with, or what the rate with which they end makes of them, if that is more. One that begins
 * at rest and ends there has been fast in between.
 */
function usualSlips(
  evaluator: FrozenEvaluator,
  { cluster, from, to }: Pick<Stretch, "cluster" | "from"> & { readonly to: State | undefined },
  first: Frozen,
): readonly number[] {
  const own = cluster.contacts.map((_, i) => slipOf(first.velocities, i));
  if (to === undefined) return own;
  // As if they had stopped: what is left of their velocities may point anywhere.
  const contacts = cluster.contacts.map((contact) => (contact.mode === SLIP ? { ...contact, stopped: true } : contact));
  const last = createFrozen(cluster);
  evaluator.evaluate({ ...cluster, contacts }, to, last);
  return own.map((slip, i) => Math.max(slip, (to.time - from.time) * slipOf(last.contactRates, i)));
}

/** Notes slips that have all but stopped since the beginning of a stretch, with the directions they have. */
function noteStops(
  { evaluator }: FlowSources,
  { cluster, from, to }: Stretch,
  now: State,
  stopped: Map<string, readonly [number, number]>,
): void {
  if (!cluster.contacts.some(({ mode }) => mode === SLIP)) return;
  const [first, last, ended] = [from, now, to ?? now].map((state) => {
    const at = createFrozen(cluster);
    evaluator.evaluate(cluster, state, at);
    return at;
  });
  const all = usualSlips(evaluator, { cluster, from, to }, first);
  cluster.contacts.forEach(({ mode, key }, i) => {
    const usual = all[i];
    const slow = Math.max(AT_REST * usual, ALL_BUT_SLOWEST * SLOWEST);
    const kept = ended.velocities[3 * i] * last.directions[2 * i] + ended.velocities[3 * i + 1] * last.directions[2 * i + 1];
    if (to !== undefined && Math.abs(kept) > KEPT * slipOf(last.velocities, i)) return;
    if (mode !== SLIP || slipOf(last.velocities, i) > Math.min(slow, MOST_LEFT * ALL_BUT_SLOWEST * usual)) return;
    stopped.set(key, [last.directions[2 * i], last.directions[2 * i + 1]]);
  });
}

function slipOf(velocities: Float64Array, i: number): number {
  const [v1, v2] = [velocities[3 * i], velocities[3 * i + 1]];
  return Math.sqrt(v1 * v1 + v2 * v2);
}
