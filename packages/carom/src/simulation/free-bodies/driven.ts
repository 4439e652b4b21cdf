/**
 * Ground that is moved: how far a plane or a solid is displaced in time, as data. What is told of a way along a direction is told of an
 * angle about an axis likewise (ground-motion.ts).
 *
 *     series   along a direction, rows of acceleration (straight from row to row, integrated exactly from rest), of velocity (likewise), or
 *              of displacement (a natural cubic spline, so that velocity has no jumps)
 *     sine     amplitude times sin(2 pi f t + phase), less what it is at t = 0
 *     steady   a velocity that stays
 *
 * After its last row an acceleration is zero and a velocity stays. Accelerations may begin after t = 0: there is none before the first row,
 * so the ground rests till then. Velocities and displacements begin at t = 0, since the ground would have to jump to the velocity of a
 * later first row, and nobody has said how it came there. Several motions add up.
 *
 * In the system (free-bodies.ts) all ground hangs on one coordinate, its time s, with the speed s' = 1 and no mobility: a point of the
 * ground moves with d'(s) s', so that the contact Jacobian has a column -d' and the bias -d'' s'^2, and every position is exact however
 * long the run.
 */
import { InvalidInputError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkVector } from "../../mechanics/rigid-body.js";

/** Rows along a direction, or about an axis: one of the two. One of the three lists. */
export interface SeriesMotion {
  readonly type: "series";
  /** World axes, any length. */
  readonly direction?: Vec3;
  /** Turned about this, world axes, any length: the lists are angles then, in rad, rad/s or rad/s^2. */
  readonly axis?: Vec3;
  /** Of an axis: a point on it, m, world axes. Default: the origin. */
  readonly point?: Vec3;
  /** s, ascending from 0, of accelerations from 0 or later. One of `times` and `step`. */
  readonly times?: readonly number[];
  /** Between rows, s; the first is at 0. */
  readonly step?: number;
  /** m/s^2, and then from rest. */
  readonly accelerations?: readonly number[];
  /** m/s. */
  readonly velocities?: readonly number[];
  /** m. */
  readonly displacements?: readonly number[];
}

/** To and fro, along an amplitude or about an axis along `angle`: one of the two. */
export interface SineMotion {
  readonly type: "sine";
  /** m, world axes. */
  readonly amplitude?: Vec3;
  /** rad, world axes. */
  readonly angle?: Vec3;
  /** Of an angle: a point on the axis, m, world axes. Default: the origin. */
  readonly point?: Vec3;
  /** Hz. */
  readonly frequency: number;
  /** rad. Default: 0. */
  readonly phase?: number;
}

/** At a constant velocity or a constant angular velocity: one of the two. */
export interface SteadyMotion {
  readonly type: "steady";
  /** m/s, world axes. */
  readonly velocity?: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity?: Vec3;
  /** Of an angular velocity: a point on the axis, m, world axes. Default: the origin. */
  readonly point?: Vec3;
}

/** How ground is moved. */
export type Motion = SeriesMotion | SineMotion | SteadyMotion;

/** A motion that can be asked. */
export interface DrivenMotion {
  /** Adds what it is at a time to `out`: displacement from the beginning, m; its rate, m/s; the rate of that, m/s^2. */
  addDisplacement(time: number, out: MutableVec3): void;
  addVelocity(time: number, out: MutableVec3): void;
  addAcceleration(time: number, out: MutableVec3): void;
  /** Never faster, m/s. */
  readonly fastest: number;
  /** How quickly it can turn back, rad/s. */
  readonly quickest: number;
  /** When its velocity changes no more, s. */
  readonly end: number;
  /** Times of its rows, s, ascending: between them it is smooth. */
  readonly corners: readonly number[];
}

/** What the lists of a series are called where it was given; those it cannot have there are left out. */
export type ListNames = Readonly<Partial<Record<(typeof LISTS)[number], string>>>;

const OWN_NAMES: ListNames = { accelerations: "accelerations", velocities: "velocities", displacements: "displacements" };

export function drivenMotion(given: Motion | readonly Motion[], path: string, names: ListNames = OWN_NAMES): DrivenMotion {
  const list = Array.isArray(given) ? (given as readonly Motion[]) : [given as Motion];
  if (list.length === 0) throw new InvalidInputError(path, given, "holds no motion");
  return sumOf(list.map((motion, i) => way(motion, Array.isArray(given) ? `${path}[${i}]` : path, names)));
}

/** Several motions at once; none is no motion. */
export function sumOf(motions: readonly DrivenMotion[]): DrivenMotion {
  return {
    addDisplacement: (time, out) => {
      for (const motion of motions) motion.addDisplacement(time, out);
    },
    addVelocity: (time, out) => {
      for (const motion of motions) motion.addVelocity(time, out);
    },
    addAcceleration: (time, out) => {
      for (const motion of motions) motion.addAcceleration(time, out);
    },
    fastest: motions.reduce((sum, { fastest }) => sum + fastest, 0),
    quickest: motions.reduce((most, { quickest }) => Math.max(most, quickest), 0),
    end: motions.reduce((most, { end }) => Math.max(most, end), 0),
    corners: [...new Set(motions.flatMap(({ corners }) => corners))].sort((a, b) => a - b),
  };
}

function way(motion: Motion, path: string, names: ListNames): DrivenMotion {
  if (motion.type === "steady") return steady(motion, path);
  if (motion.type === "sine") return sine(motion, path);
  return series(motion, path, names);
}

function steady({ velocity = vec3.ZERO }: SteadyMotion, path: string): DrivenMotion {
  checkVector(velocity, `${path}.velocity`);
  return {
    addDisplacement: (time, out) => vec3.addScaled(out, velocity, time, out),
    addVelocity: (_time, out) => vec3.add(out, velocity, out),
    addAcceleration: () => {},
    fastest: vec3.norm(velocity),
    quickest: 0,
    end: 0,
    corners: [],
  };
}

function sine({ amplitude = vec3.ZERO, frequency, phase = 0 }: SineMotion, path: string): DrivenMotion {
  checkVector(amplitude, `${path}.amplitude`);
  checkPositive(frequency, `${path}.frequency`);
  if (!Number.isFinite(phase)) throw new InvalidInputError(`${path}.phase`, phase, "is not a number");
  const rate = 2 * Math.PI * frequency;
  if (!Number.isFinite(rate * rate * (1 + vec3.norm(amplitude))))
    throw new InvalidInputError(`${path}.frequency`, frequency, "is too large: it has accelerations that no double can hold");
  const begin = sin(phase);
  return {
    addDisplacement: (time, out) => vec3.addScaled(out, amplitude, sin(rate * time + phase) - begin, out),
    addVelocity: (time, out) => vec3.addScaled(out, amplitude, rate * cos(rate * time + phase), out),
    addAcceleration: (time, out) => vec3.addScaled(out, amplitude, -rate * rate * sin(rate * time + phase), out),
    fastest: rate * vec3.norm(amplitude),
    quickest: rate,
    end: Number.POSITIVE_INFINITY,
    corners: [],
  };
}

/**
 * Along a line, as polynomials of the time since the row before: places of rows, and for each row displacement, velocity, acceleration and
 * its rate.
 */
interface Rows {
  readonly times: readonly number[];
  readonly displacement: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly jerk: Float64Array;
}

const LISTS = ["accelerations", "velocities", "displacements"] as const;

function series(motion: SeriesMotion, path: string, names: ListNames): DrivenMotion {
  const { direction = vec3.ZERO } = motion;
  checkVector(direction, `${path}.direction`);
  const along = vec3.normalize(direction);
  if (along === undefined) throw new InvalidInputError(`${path}.direction`, direction, "has no direction");
  const given = LISTS.filter((name) => motion[name] !== undefined);
  if (given.length !== 1)
    throw new InvalidInputError(path, "series", `has ${given.length === 0 ? "none" : "several"} of ${listNames(names)}: one is needed`);
  const [name] = given;
  const called = names[name] ?? name;
  const values = motion[name] ?? [];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) throw new InvalidInputError(`${path}.${called}[${i}]`, value, "is not a number");
  });
  if (values.length < 2) throw new InvalidInputError(`${path}.${called}`, values.length, "rows are too few: at least two are needed");
  const times = timesOf(motion, values.length, path);
  if (name !== "accelerations" && times[0] > 0)
    throw new InvalidInputError(
      `${path}.times[0]`,
      times[0],
      `is after 0, and ${called} have to say how the motion begins: add a row at time 0`,
    );
  const rows = { accelerations: fromAccelerations, velocities: fromVelocities, displacements: fromDisplacements }[name](times, values);
  const last = times.length - 1;
  // What the caller asks for goes on from where it was asked before, mostly.
  const place = { row: 0 };

  function rowAt(time: number): number {
    let { row } = place;
    if (!(times[row] <= time)) row = 0;
    while (row < last && times[row + 1] <= time) row++;
    place.row = row;
    return row;
  }

  const { displacement, velocity, acceleration, jerk } = rows;
  return {
    addDisplacement: (time, out) => {
      const i = rowAt(time);
      const t = Math.max(0, time - times[i]);
      vec3.addScaled(out, along, displacement[i] + t * (velocity[i] + t * (acceleration[i] / 2 + (t * jerk[i]) / 6)), out);
    },
    addVelocity: (time, out) => {
      const i = rowAt(time);
      const t = Math.max(0, time - times[i]);
      vec3.addScaled(out, along, velocity[i] + t * (acceleration[i] + (t * jerk[i]) / 2), out);
    },
    addAcceleration: (time, out) => {
      if (time < times[0]) return;
      const i = rowAt(time);
      vec3.addScaled(out, along, acceleration[i] + (time - times[i]) * jerk[i], out);
    },
    fastest: fastestOf(rows),
    quickest: Math.PI / shortestOf(times),
    end: times[last],
    corners: times,
  };
}

const listNames = (names: ListNames) => Object.values(names).join(", ");

function timesOf({ times, step }: SeriesMotion, count: number, path: string): readonly number[] {
  if ((times === undefined) === (step === undefined))
    throw new InvalidInputError(`${path}.step`, step, "and times: exactly one of the two is needed");
  if (step !== undefined) {
    checkPositive(step, `${path}.step`);
    return Array.from({ length: count }, (_, i) => i * step);
  }
  const list = times ?? [];
  if (list.length !== count) throw new InvalidInputError(`${path}.times`, list.length, `is not the number of rows (${count})`);
  list.forEach((time, i) => {
    if (!Number.isFinite(time) || time < 0) throw new InvalidInputError(`${path}.times[${i}]`, time, "is not a time from 0 on");
    if (i > 0 && !(time > list[i - 1])) throw new InvalidInputError(`${path}.times[${i}]`, time, "is not after the one before");
  });
  return list;
}

function emptyRows(times: readonly number[]): Rows {
  const array = () => new Float64Array(times.length);
  return { times, displacement: array(), velocity: array(), acceleration: array(), jerk: array() };
}

/** Straight from row to row; none before the first and after the last. */
function fromAccelerations(times: readonly number[], values: readonly number[]): Rows {
  const rows = emptyRows(times);
  const { displacement, velocity, acceleration, jerk } = rows;
  for (let i = 0; i < times.length; i++) {
    if (i > 0) {
      const h = times[i] - times[i - 1];
      const [a, j] = [acceleration[i - 1], jerk[i - 1]];
      displacement[i] = displacement[i - 1] + h * (velocity[i - 1] + h * (a / 2 + (h * j) / 6));
      velocity[i] = velocity[i - 1] + h * (a + (h * j) / 2);
    }
    const isLast = i === times.length - 1;
    acceleration[i] = isLast ? 0 : values[i];
    jerk[i] = isLast ? 0 : (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
  }
  return rows;
}

function fromVelocities(times: readonly number[], values: readonly number[]): Rows {
  const rows = emptyRows(times);
  const { displacement, velocity, acceleration } = rows;
  for (let i = 0; i < times.length; i++) {
    velocity[i] = values[i];
    if (i > 0) displacement[i] = displacement[i - 1] + 0.5 * (times[i] - times[i - 1]) * (values[i] + values[i - 1]);
    if (i < times.length - 1) acceleration[i] = (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
  }
  return rows;
}

/** A natural cubic spline; displacement counts from the first row. After the last row the velocity it ends with stays. */
function fromDisplacements(times: readonly number[], values: readonly number[]): Rows {
  const rows = emptyRows(times);
  const { displacement, velocity, acceleration, jerk } = rows;
  const last = times.length - 1;
  // Tridiagonal for the second derivatives at the inner rows, by elimination from the first on.
  const [pivot, right] = [new Float64Array(times.length), new Float64Array(times.length)];
  for (let i = 1; i < last; i++) {
    const [before, after] = [times[i] - times[i - 1], times[i + 1] - times[i]];
    const slope = (values[i + 1] - values[i]) / after - (values[i] - values[i - 1]) / before;
    const factor = i > 1 ? before / pivot[i - 1] : 0;
    pivot[i] = 2 * (before + after) - factor * before;
    right[i] = 6 * slope - factor * right[i - 1];
  }
  for (let i = last - 1; i > 0; i--) acceleration[i] = (right[i] - (times[i + 1] - times[i]) * acceleration[i + 1]) / pivot[i];
  for (let i = 0; i < last; i++) {
    const h = times[i + 1] - times[i];
    displacement[i] = values[i] - values[0];
    jerk[i] = (acceleration[i + 1] - acceleration[i]) / h;
    velocity[i] = (values[i + 1] - values[i]) / h - (h * (2 * acceleration[i] + acceleration[i + 1])) / 6;
  }
  const h = times[last] - times[last - 1];
  displacement[last] = values[last] - values[0];
  velocity[last] = velocity[last - 1] + h * (acceleration[last - 1] + (h * jerk[last - 1]) / 2);
  return rows;
}

/** Bound on |velocity|: at rows, and where it turns between them. */
function fastestOf({ times, velocity, acceleration, jerk }: Rows): number {
  let most = 0;
  times.forEach((time, i) => {
    most = Math.max(most, Math.abs(velocity[i]));
    const turn = jerk[i] === 0 ? 0 : -acceleration[i] / jerk[i];
    if (i + 1 < times.length && turn > 0 && turn < times[i + 1] - time)
      most = Math.max(most, Math.abs(velocity[i] + turn * (acceleration[i] + (turn * jerk[i]) / 2)));
  });
  return most;
}

function shortestOf(times: readonly number[]): number {
  return times.reduce((least, time, i) => (i === 0 ? least : Math.min(least, time - times[i - 1])), Number.POSITIVE_INFINITY);
}

function checkPositive(value: number, path: string): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(path, value, "is not positive");
}
