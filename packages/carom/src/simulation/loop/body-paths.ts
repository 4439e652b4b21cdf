/**
 * Ways of bodies over a span of time: three places of the centre of each, the parabola through them, and the box that a ball around the
 * centre sweeps.
 *
 * A parabola lies within an eighth of its second difference of the line through three places of it at equal times.
 */
import type { BodyBalls } from "../system/mechanical-system.js";
import type { Cluster } from "./cluster.js";

export interface BodyPaths {
  /** Least and largest x, y, z of what the ball of each body sweeps, six numbers, m; none overlaps that of one that is left out. */
  readonly boxes: Float64Array;
  /** Three places of each centre, nine numbers, m, and the times of the first and the last, s. */
  readonly places: Float64Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Of the ball, with what the centre may be beside the parabola, m. */
  readonly radii: Float64Array;
  /** Whether the way of a body goes as far as its cluster moves now, or until a time, s. */
  isKnown(body: number, cluster: Cluster, until: number): boolean;
  /** Takes the centre of a body for the first, second or third place of its way. */
  see(body: number, place: number, coordinates: Float64Array): void;
  /** Takes these places for the way from a time to another. */
  keep(body: number, cluster: Cluster, start: number, end: number): void;
  /** Leaves a body out as long as its cluster is this. */
  leave(body: number, cluster: Cluster): void;
}

/** Parts of the radius, and of the way of a centre that does not fly, by which a ball is taken larger. */
const ROUNDING = 1e-6;
const ASIDE = 0.1;

export function createBodyPaths(balls: BodyBalls): BodyPaths {
  const count = balls.parts.length;
  const owners: (Cluster | undefined)[] = [];
  const motions = new Int32Array(count);
  const boxes = new Float64Array(6 * count);
  const places = new Float64Array(9 * count);
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  const radii = new Float64Array(count);

  function own(body: number, cluster: Cluster, start: number, end: number): void {
    owners[body] = cluster;
    motions[body] = cluster.motion;
    starts[body] = start;
    ends[body] = end;
  }

  function keep(body: number, cluster: Cluster, start: number, end: number): void {
    own(body, cluster, start, end);
    const at = 9 * body;
    let [bend, first, second] = [0, 0, 0];
    for (let k = at; k < at + 3; k++) {
      const [before, after] = [places[k + 3] - places[k], places[k + 6] - places[k + 3]];
      bend += (after - before) * (after - before);
      first += before * before;
      second += after * after;
    }
    const beside = cluster.flight === undefined ? Math.sqrt(bend) + ASIDE * (Math.sqrt(first) + Math.sqrt(second)) : 0;
    radii[body] = balls.radii[body] * (1 + ROUNDING) + beside;
    const around = radii[body] + 0.125 * Math.sqrt(bend);
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [places[at + k], places[at + 3 + k], places[at + 6 + k]];
      boxes[6 * body + k] = Math.min(a, b, c) - around;
      boxes[6 * body + 3 + k] = Math.max(a, b, c) + around;
    }
  }

  return {
    boxes,
    places,
    starts,
    ends,
    radii,
    isKnown: (body, cluster, until) =>
      owners[body] === cluster && motions[body] === cluster.motion && ends[body] >= Math.min(cluster.to, until),
    see: (body, place, coordinates) => balls.centre(body, coordinates, places, 9 * body + 3 * place),
    keep,
    leave: (body, cluster) => {
      own(body, cluster, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      boxes.fill(Number.POSITIVE_INFINITY, 6 * body, 6 * body + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, 6 * body + 3, 6 * body + 6);
    },
  };
}

/** Whether the balls of two bodies could meet while the ways of both are known: by the way of one as the other sees it. */
export function mayMeet(paths: BodyPaths, first: number, second: number): boolean {
  const { starts, ends, radii } = paths;
  const from = Math.max(starts[first], starts[second]);
  const to = Math.min(ends[first], ends[second]);
  // Two that stand still do not.
  if (to === Number.POSITIVE_INFINITY) return false;
  const middle = 0.5 * (from + to);
  const relative = (axis: number, time: number) => placeAt(paths, second, axis, time) - placeAt(paths, first, axis, time);
  const [ax, ay, az] = [relative(0, from), relative(1, from), relative(2, from)];
  const [bx, by, bz] = [relative(0, middle), relative(1, middle), relative(2, middle)];
  const [cx, cy, cz] = [relative(0, to), relative(1, to), relative(2, to)];
  const bend = Math.sqrt(squareOf(ax - 2 * bx + cx, ay - 2 * by + cy, az - 2 * bz + cz));
  const near = radii[first] + radii[second] + 0.125 * bend;
  return Math.min(nearestOf(ax, ay, az, bx, by, bz), nearestOf(bx, by, bz, cx, cy, cz)) <= near * near;
}

/** On the parabola through three places. */
function placeAt({ places, starts, ends }: BodyPaths, body: number, axis: number, time: number): number {
  const at = 9 * body + axis;
  const [a, b, c] = [places[at], places[at + 3], places[at + 6]];
  const span = ends[body] - starts[body];
  const part = span > 0 && span < Number.POSITIVE_INFINITY ? (time - starts[body]) / span : 0;
  return a + part * (4 * b - 3 * a - c + part * 2 * (a - 2 * b + c));
}

/** Square of the distance of a line between two points from the origin. */
function nearestOf(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const [x, y, z] = [bx - ax, by - ay, bz - az];
  const square = squareOf(x, y, z);
  const along = square > 0 ? Math.min(1, Math.max(0, -(ax * x + ay * y + az * z) / square)) : 0;
  return squareOf(ax + along * x, ay + along * y, az + along * z);
}

function squareOf(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
