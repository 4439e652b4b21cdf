/**
 * Columns along a motion that is no flight: state and tangents from the same beginning.
 *
 * Where accelerations do not change all is known in closed form (even.ts). Else both are integrated together, with steps that follow the
 * tangents too: across a slip that comes to rest they are far from polynomials while the state is one. The last ten-millionth of a stretch
 * that ends at rest, where these equations are singular and what is across has died out, is gone without the turning of slips.
 *
 * Near the rest of a slip columns are carried as of the moment of rest, X + f dt with f the flow of time, which obeys the same equations:
 * the turn of a slip is what is across over the slip, and the rounding of its direction would mix all that is along into it.
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { createIntegrator } from "../../../math/ode/index.js";
import { SLIP } from "../../contact/force-problem.js";
import { type Column, type Direction, directionOf, sizeAlong } from "./columns.js";
import { createEvenMotion } from "./even.js";
import { createFrozen, type Frozen, type FrozenCluster, type State } from "./frozen.js";
import { lastPart, noteStops, timeToRest } from "./stops.js";
import { type FlowSources, type Stretch, turnsOf } from "./stretch.js";

/** Absolute tolerance of the state, relative to the relative one. */
const ABSOLUTE = 1e-2;
/** Below this the error of a step of tangents, which count as one, is the rounding of their differences: in flight, and in contact. */
const FLYING = 1e-12;
const TOUCHING = 3e-12;
/** Part of what counts as large in a column that is rounding: beside a slip that begins, steps would follow how that turns it. */
const ROUNDING = 1e-13;
/** Beyond this a stretch is not followed: columns go through some hundred steps, unless differences straddle what is not smooth. */
const MOST_STEPS = 2000;
/** Size that differences along a column are made for, in that of the column. */
const ROOM = 4;
/** Part of a stretch that ends at rest from which on columns are as of the moment of rest. */
const NEAR_REST = 1e-3;
/** Where in a stretch it is seen whether accelerations stay as they are: parts of it that no wave has in common. */
const LOOKS = [0.43, 0.89];

type Stops = Map<string, readonly [number, number]>;

/** A stretch about to be marched through. */
interface March {
  readonly sources: FlowSources;
  readonly stretch: Stretch;
  readonly columns: readonly Column[];
  /** Of slips that begin, column by column. */
  readonly turns: readonly Float64Array[];
  readonly end: number;
  /** At the beginning; and the changes of that, column by column. */
  readonly first: Frozen;
  readonly rates: readonly Frozen[];
  /** What counts as large in each column. */
  readonly scale: readonly number[];
  /** Error of tangents, which count as one. */
  readonly closely: number;
  /** Directions of slips that rest at the end; written. */
  readonly stopped: Stops;
}

/** Begins to move columns; what is returned goes on to a time and writes the columns there. */
export function startMarch(
  sources: FlowSources,
  stretch: Stretch,
  columns: readonly Column[],
  end: number,
  stopped: Stops,
): (time: number) => void {
  const { evaluator, relativeTolerance } = sources;
  const { cluster, from } = stretch;
  const first = createFrozen(cluster);
  evaluator.evaluate(cluster, from, first);
  const turns = columns.map((column) => turnsOf(sources, stretch, column));
  const rates = columns.map((column, j) => {
    const out = createFrozen(cluster);
    evaluator.differentiate(cluster, from, first, directionOf(column), out, turns[j]);
    return out;
  });
  const scale = columns.map((column, j) => scaleOf(cluster, from, end - from.time, first, { column, rates: rates[j] }));
  if (cluster.contacts.some(({ mode }) => mode === SLIP))
    columns.forEach((column, j) => {
      if (leaveRounding(column, cluster, scale[j])) evaluator.differentiate(cluster, from, first, directionOf(column), rates[j], turns[j]);
    });
  const closely = Math.max(relativeTolerance, cluster.contacts.length === 0 ? FLYING : TOUCHING);
  const march = { sources, stretch, columns, turns, end, first, rates, scale, closely, stopped };
  return startEvenly(march) ?? startSteps(march);
}

/**
 * What counts as large in a column: what it is, or becomes over the stretch; and at least what the motion itself is, per change of the
 * parameter that counts as large, or a column of rounding would be followed as if it were something.
 */
function scaleOf(
  cluster: FrozenCluster,
  from: State,
  length: number,
  at: Frozen,
  { column, rates }: { readonly column: Column; readonly rates: Frozen },
): number {
  let most = 0;
  cluster.coordinates.forEach((place, k) => {
    const motion = (length * Math.abs(at.rates[k])) / column.scale;
    most = Math.max(most, motion, Math.abs(column.coordinates[place]), length * Math.abs(rates.rates[k]));
  });
  cluster.speeds.forEach((place, k) => {
    const motion = Math.max(Math.abs(from.speeds[place]), length * Math.abs(at.accelerations[k])) / column.scale;
    most = Math.max(most, motion, Math.abs(column.speeds[place]), length * Math.abs(rates.accelerations[k]));
  });
  return most > 0 ? most : 1;
}

/** Takes speeds that are rounding beside what counts as large out of a column; false where there are none. */
function leaveRounding({ speeds }: Column, cluster: FrozenCluster, scale: number): boolean {
  let found = false;
  for (const k of cluster.speeds)
    if (speeds[k] !== 0 && Math.abs(speeds[k]) <= ROUNDING * scale) {
      speeds[k] = 0;
      found = true;
    }
  return found;
}

/** A column as it is, or as of a moment that changes by `time`. */
type MarchedColumn = Omit<Direction, "time" | "size"> & { time: number; size: number };

const directionsFor = ({ sources: { scales }, columns, stretch: { cluster, from } }: March) =>
  columns.map(
    (column): MarchedColumn => ({
      coordinates: new Float64Array(from.coordinates.length),
      speeds: new Float64Array(from.speeds.length),
      time: 0,
      size: cluster.contacts.length === 0 ? 0 : ROOM * sizeAlong(column, scales, cluster),
      moved: column.moved,
      masses: column.masses,
    }),
  );

/** In closed form, if accelerations are seen to stay as they are: of the state, and of all columns. */
function startEvenly(march: March): ((time: number) => void) | undefined {
  const { sources, stretch, columns, turns, end, first, rates, scale, closely, stopped } = march;
  const { evaluator, base, relativeTolerance } = sources;
  const { cluster, from } = stretch;
  const length = end - from.time;
  const motion = createEvenMotion(base, cluster, from, { first, columns, rates, length });
  if (motion === undefined) return undefined;
  const [coordinates, speeds] = [from.coordinates.slice(), from.speeds.slice()];
  const stateAt = (elapsed: number): State => {
    motion.goTo(elapsed);
    motion.writeState(coordinates, speeds);
    return { time: from.time + elapsed, coordinates, speeds };
  };
  const [now, out] = [createFrozen(cluster), createFrozen(cluster)];
  const along = directionsFor(march);
  for (const part of LOOKS) {
    const state = stateAt(part * length);
    evaluator.evaluate(cluster, state, now);
    for (let k = 0; k < cluster.speeds.length; k++) {
      const allowed = relativeTolerance * (ABSOLUTE + Math.abs(state.speeds[cluster.speeds[k]]));
      if (!(length * Math.abs(now.accelerations[k] - first.accelerations[k]) <= allowed)) return undefined;
    }
    for (let j = 0; j < columns.length; j++) {
      motion.writeColumn(j, along[j].coordinates, along[j].speeds);
      evaluator.differentiate(cluster, state, now, along[j], out, turns[j]);
      for (let k = 0; k < cluster.speeds.length; k++)
        if (!(length * Math.abs(out.accelerations[k] - rates[j].accelerations[k]) <= closely * scale[j])) return undefined;
    }
  }
  const last = (1 - lastPart(sources, stretch)) * length;
  return (time) => {
    const elapsed = time - from.time;
    if (elapsed > last) noteStops(sources, stretch, stateAt(last), stopped);
    motion.goTo(elapsed);
    for (let j = 0; j < columns.length; j++) motion.writeColumn(j, columns[j].coordinates, columns[j].speeds);
  };
}

/**
 * Steps of differences stay as they are while a column does not become much larger or smaller. Where a contact goes over a seam, such as
 * that of the side and the cap of a capsule, accelerations jump: differences that straddle it make of that what it does to the column,
 * if they are equally long before and after.
 */
function keepSize(column: MarchedColumn, { scales }: FlowSources, cluster: FrozenCluster): void {
  const size = Math.max(Math.abs(column.time), sizeAlong(column, scales, cluster));
  if (size > column.size || size < (0.1 / ROOM) * column.size) column.size = ROOM * size;
}

function addFlow(cluster: FrozenCluster, at: Frozen, { coordinates, speeds }: Pick<Column, "coordinates" | "speeds">, time: number): void {
  cluster.coordinates.forEach((place, k) => {
    coordinates[place] += time * at.rates[k];
  });
  cluster.speeds.forEach((place, k) => {
    speeds[place] += time * at.accelerations[k];
  });
}

/** Begins to integrate state and columns. */
function startSteps(march: March): (time: number) => void {
  const { sources, stretch, columns, turns, end, scale, closely, stopped } = march;
  const { evaluator, relativeTolerance } = sources;
  const { cluster, from } = stretch;
  const count = cluster.coordinates.length;
  const size = count + cluster.speeds.length;
  const state = { time: from.time, coordinates: Float64Array.from(from.coordinates), speeds: Float64Array.from(from.speeds) };
  const at = createFrozen(cluster);
  const out = createFrozen(cluster);
  const along = directionsFor(march);
  const take = (values: Float64Array, offset: number, into: Pick<Column, "coordinates" | "speeds">, factor: number) => {
    for (let k = 0; k < count; k++) into.coordinates[cluster.coordinates[k]] = factor * values[offset + k];
    for (let k = count; k < size; k++) into.speeds[cluster.speeds[k - count]] = factor * values[offset + k];
  };
  const put = (frozen: Frozen, values: Float64Array, offset: number, factor: number) => {
    for (let k = 0; k < count; k++) values[offset + k] = factor * frozen.rates[k];
    for (let k = count; k < size; k++) values[offset + k] = factor * frozen.accelerations[k - count];
  };
  const give = ({ coordinates, speeds }: Pick<Column, "coordinates" | "speeds">, values: Float64Array, offset: number, factor: number) => {
    for (let k = 0; k < count; k++) values[offset + k] = factor * coordinates[cluster.coordinates[k]];
    for (let k = count; k < size; k++) values[offset + k] = factor * speeds[cluster.speeds[k - count]];
  };

  let turning = true;
  const perComponent = (ofState: number, ofTangents: number) =>
    Array.from({ length: size * (1 + columns.length) }, (_, k) => (k < size ? ofState : ofTangents));
  const integrator = createIntegrator(
    {
      dimension: size * (1 + columns.length),
      method: "dop853",
      relativeTolerance: perComponent(relativeTolerance, closely),
      absoluteTolerance: perComponent(ABSOLUTE * relativeTolerance, closely),
      stiff: "go-on",
      maxSteps: MOST_STEPS,
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
  give(from, initial, 0, 1);
  columns.forEach((column, j) => {
    give(column, initial, size * (j + 1), 1 / scale[j]);
  });
  // From zero: towards the rest of a slip that lasts microseconds steps are far below the resolution of the time of the run.
  integrator.start(0, initial);
  /** Evaluates where the steps are. */
  const look = (): State => {
    take(integrator.state, 0, state, 1);
    const now = { time: from.time + integrator.time, coordinates: state.coordinates, speeds: state.speeds };
    evaluator.evaluate(cluster, now, at);
    return now;
  };
  /** Through a stop a direction goes on as it was; so it has to be known where the slip was before. */
  const follow = () => {
    if (cluster.contacts.length === 0) return;
    along.forEach((column, j) => {
      take(integrator.state, size * (j + 1), column, scale[j]);
      keepSize(column, sources, cluster);
    });
    if (!cluster.contacts.some(({ mode }) => mode === SLIP)) return;
    look();
    cluster.contacts.forEach(({ mode, direction }, i) => {
      if (mode === SLIP) direction.splice(0, 2, at.directions[2 * i], at.directions[2 * i + 1]);
    });
  };
  /** Goes on with columns as of a moment that they change, too. */
  const startAsOf = (momentOf: (column: MarchedColumn, now: State) => number) => {
    const now = look();
    const values = integrator.state.slice();
    along.forEach((column, j) => {
      take(values, size * (j + 1), column, scale[j]);
      const moment = momentOf(column, now);
      addFlow(cluster, at, column, moment - column.time);
      column.time = moment;
      give(column, values, size * (j + 1), 1 / scale[j]);
    });
    integrator.start(integrator.time, values);
  };
  const readColumns = () => {
    const isMoved = along.some(({ time }) => time !== 0);
    if (isMoved) look();
    columns.forEach((column, j) => {
      take(integrator.state, size * (j + 1), column, scale[j]);
      if (isMoved) addFlow(cluster, at, column, -along[j].time);
    });
  };
  const part = lastPart(sources, stretch);
  const mayRest = part > 0 && cluster.contacts.filter(({ mode }) => mode === SLIP).length === 1;
  const [near, last] = [(1 - NEAR_REST) * (end - from.time), (1 - part) * (end - from.time)];
  return (time) => {
    const elapsed = time - from.time;
    if (mayRest && elapsed > near && integrator.time < near) {
      integrator.advance(near, follow);
      startAsOf((column, now) => timeToRest(sources, { cluster, at }, now, column));
    }
    if (elapsed > integrator.time && integrator.time < last) integrator.advance(Math.min(elapsed, last), follow);
    if (elapsed > last && elapsed > integrator.time) {
      take(integrator.state, 0, state, 1);
      noteStops(sources, stretch, state, stopped);
      turning = stopped.size === 0;
      if (!turning && mayRest) startAsOf(() => 0);
      else if (!turning) integrator.start(integrator.time, integrator.state);
      integrator.advance(elapsed);
    }
    readColumns();
  };
}
