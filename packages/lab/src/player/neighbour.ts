/**
 * The neighbouring motion that the derivatives of a run tell: every body moved by its tangent, times a change of one number of the study.
 *
 * The tangent of a place jumps where the body hits something (its hit comes earlier or later), so it is never mixed over an event: before
 * an event it is what it was, after it what it will be.
 */
import type { SimulationStudy } from "carom/study";
import { Quaternion, Vector3 } from "three";
import type { Motion } from "./motion.js";
import type { Run } from "./run.js";

type Derivatives = NonNullable<NonNullable<Run["result"]>["derivatives"]>;

export interface Neighbour {
  readonly name: string;
  /** What changes and by how much. */
  readonly words: string;
  /** Of the number, in its unit. */
  readonly change: number;
  /** Moves a pose of this run to that of the neighbour; false where no derivative is known. */
  shift(body: string, time: number, position: Vector3, orientation: Quaternion): boolean;
}

/** Instants at which tangents are asked for. */
const INSTANTS = 96;
/** A neighbour is so far away that somewhere its centre is off by this part of the way the bodies go. */
const APART = 0.08;

/** The same run once more, with what the ghost needs; undefined where the study asks for no derivatives. */
export function neighbourStudy(study: SimulationStudy, bodies: readonly string[], end: number): SimulationStudy | undefined {
  if (study.derivatives === undefined) return undefined;
  const of = instantsOf(end).flatMap((time) =>
    bodies.flatMap((name) => [`at[${time}].bodies.${name}.position`, `at[${time}].bodies.${name}.rotation`]),
  );
  return { ...study, derivatives: { of, by: study.derivatives.by } };
}

function instantsOf(end: number): number[] {
  return Array.from({ length: INSTANTS + 1 }, (_, i) => (end * i) / INSTANTS);
}

/** One for each number of the study by which it was differentiated; `bodies` and `run` are those of `neighbourStudy`. */
export function neighboursOf(derivatives: Derivatives, bodies: readonly string[], run: Run): readonly Neighbour[] {
  const instants = instantsOf(run.end);
  const events = [...new Set(run.events.map(({ time }) => time))].sort((a, b) => a - b);
  const size = wayOf(run);
  return derivatives.columns.flatMap(({ name, unit, value }, column) => {
    const tangent = (body: string, instant: number): readonly (number | null)[] => {
      const first = 6 * (instant * bodies.length + bodies.indexOf(body));
      return derivatives.matrix.slice(first, first + 6).map((row) => row[column]!);
    };
    const most = Math.max(
      ...instants.flatMap((_, i) =>
        bodies.map((body) => {
          const [x, y, z, ...turn] = tangent(body, i).map((entry) => Math.abs(entry ?? 0)) as [number, number, number];
          return Math.hypot(x, y, z) + 0.05 * size * Math.hypot(...turn);
        }),
      ),
    );
    // What moves nothing has no neighbour.
    if (!(most > 0)) return [];
    const change = rounded((APART * size) / most);
    return [
      {
        name,
        change,
        words: `${name} ${value.toPrecision(4).replace(/\.?0+$/, "")} + ${change}${unit === "" ? "" : ` ${unit}`}`,
        shift: shiftBy(change, tangent, instants, events),
      },
    ];
  });
}

function shiftBy(
  change: number,
  tangent: (body: string, instant: number) => readonly (number | null)[],
  instants: readonly number[],
  events: readonly number[],
): Neighbour["shift"] {
  const turn = new Quaternion();
  const axis = new Vector3();
  const step = instants[1]! - instants[0]!;
  return (body, time, position, orientation) => {
    const before = Math.min(instants.length - 2, Math.max(0, Math.floor(time / step)));
    const part = Math.min(1, Math.max(0, (time - instants[before]!) / step));
    const between = events.filter((at) => at > instants[before]! && at < instants[before + 1]!);
    // Mixed only where nothing happens between the two.
    const weight = between.length === 0 ? part : time < between[0]! ? 0 : 1;
    const [from, to] = [tangent(body, before), tangent(body, before + 1)];
    const by = from.map((one, i) =>
      weight === 0 ? one : weight === 1 ? to[i]! : one === null || to[i] === null ? null : one + weight * (to[i]! - one),
    );
    if (by.some((entry) => entry === null)) return false;
    const [x, y, z, a, b, c] = by as number[];
    position.add(axis.set(x!, y!, z!).multiplyScalar(change));
    const angle = axis.set(a!, b!, c!).multiplyScalar(change).length();
    if (angle > 0) orientation.premultiply(turn.setFromAxisAngle(axis.normalize(), angle));
    return true;
  };
}

/** Diagonal of the box in which the centres go; of bodies that stay, 1 m. */
function wayOf({ series: { bodies } }: Run): number {
  const places = Object.values(bodies).flatMap(({ position }) => position);
  const extent = [0, 1, 2].map((k) => {
    const [low, high] = places.reduce(
      ([least, most], place) => [Math.min(least, place[k]!), Math.max(most, place[k]!)],
      [Infinity, -Infinity],
    );
    return high - low;
  });
  return Math.hypot(...extent) || 1;
}

/** To one digit, downwards. */
function rounded(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(1));
}

/** The poses of the neighbour, for its path. */
export function neighbourPath(neighbour: Neighbour, motion: Motion, body: string, end: number): readonly Vector3[] {
  const orientation = new Quaternion();
  return instantsOf(end).flatMap((time) => {
    const position = new Vector3();
    motion.pose(body, time, position, orientation);
    return neighbour.shift(body, time, position, orientation) ? [position] : [];
  });
}
