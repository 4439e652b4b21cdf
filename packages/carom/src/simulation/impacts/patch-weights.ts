/**
 * What each point of a patch stands for: points of one pair that lie in one plane, or on one line, are an area, or an edge, and each of
 * them carries the part of it that is nearest to it.
 *
 *     on a line     from the middle to the neighbour before it to the middle to the one after
 *     in a plane    its cell (Voronoi), within the convex hull of the points
 *
 * On a grid these are the weights of the trapezoid rule, so that friction of a body that slides and turns at an impact tends to that of the
 * whole face as points are added. Patches of one kind count by their size, a single point as the largest of them. Without friction, in the
 * plane, and where no body turns on its face, nothing depends on it.
 *
 * Source: own study, default law sections 4 and 6.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactPlace } from "../../mechanics/contact-problem.js";

/** Normals that differ by less are one; and of the extent of a patch, heights that differ by less. */
const FLAT = 1e-6;
/** Weights that differ by less than this part are equal. */
const EQUAL = 1e-9;
/** No weight is smaller than this part of its patch. */
const LEAST = 1e-9;

type Point = readonly [number, number];

/** Size of a patch and the parts of its points. */
interface Patch {
  readonly kind: "point" | "line" | "area";
  readonly size: number;
  readonly members: readonly number[];
  readonly shares: readonly number[];
}

/**
 * One weight for each place; undefined where all are alike.
 * @param pairs of surfaces that the places belong to
 */
export function patchWeights(places: readonly ContactPlace[], pairs: readonly number[]): number[] | undefined {
  if (places.length < 2 || places[0].point.length !== 3) return undefined;
  const patches = membersOf(places, pairs).map((members) => patchOf(places, members));
  const largest = (kind: Patch["kind"]) => patches.reduce((most, patch) => (patch.kind === kind ? Math.max(most, patch.size) : most), 0);
  const weights = places.map(() => 1);
  for (const { kind, size, members, shares } of patches)
    members.forEach((place, i) => {
      weights[place] = (size / largest(kind)) * Math.max(LEAST, shares[i]);
    });
  const most = Math.max(...weights);
  return weights.every((weight) => most - weight <= EQUAL * most) ? undefined : weights;
}

const normalOf = ({ axes }: ContactPlace) => axes[2] as unknown as Vec3;
const pointOf = ({ point }: ContactPlace) => point as unknown as Vec3;

/** Places of one pair with one normal and in one plane, as lists. */
function membersOf(places: readonly ContactPlace[], pairs: readonly number[]): number[][] {
  const lists: number[][] = [];
  places.forEach((place, i) => {
    const list = lists.find(([first]) => pairs[first] === pairs[i] && areInOnePlane(places[first], place));
    if (list === undefined) lists.push([i]);
    else list.push(i);
  });
  return lists;
}

function areInOnePlane(first: ContactPlace, other: ContactPlace): boolean {
  const normal = normalOf(first);
  const between = vec3.subtract(pointOf(other), pointOf(first));
  if (vec3.norm(vec3.subtract(normalOf(other), normal)) > FLAT) return false;
  return Math.abs(vec3.dot(between, normal)) <= FLAT * vec3.norm(between);
}

function patchOf(places: readonly ContactPlace[], members: readonly number[]): Patch {
  if (members.length === 1) return { kind: "point", size: 1, members, shares: [1] };
  const origin = places[members[0]];
  const points = members.map((member): Point => {
    const arm = vec3.subtract(pointOf(places[member]), pointOf(origin));
    return [vec3.dot(arm, origin.axes[0] as unknown as Vec3), vec3.dot(arm, origin.axes[1] as unknown as Vec3)];
  });
  const hull = convexHull(points);
  const extent = hull.reduce((most, p) => Math.max(most, distance(p, hull[0])), 0);
  const area = areaOf(hull);
  const parts = area > FLAT * extent * extent ? points.map((_, i) => areaOf(cellOf(points, i, hull))) : lengthsOf(points);
  const size = parts.reduce((sum, part) => sum + part, 0);
  const kind = area > FLAT * extent * extent ? "area" : "line";
  return { kind, size, members, shares: parts.map((part) => part / size) };
}

const distance = (a: Point, b: Point) => Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Counterclockwise, without points on its edges (Andrew's chain). */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (order: readonly Point[]) => {
    const found: Point[] = [];
    for (const point of order) {
      while (found.length > 1 && turn(found[found.length - 2], found[found.length - 1], point) <= 0) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function areaOf(polygon: readonly Point[]): number {
  return polygon.reduce((sum, point, k) => sum + 0.5 * turn(polygon[0], point, polygon[(k + 1) % polygon.length]), 0);
}

/** What of a polygon is nearer to one point than to all others. */
function cellOf(points: readonly Point[], own: number, hull: readonly Point[]): Point[] {
  let cell = [...hull];
  const [x, y] = points[own];
  points.forEach((other, i) => {
    if (i === own || cell.length === 0) return;
    const [dx, dy] = [other[0] - x, other[1] - y];
    const nearness = ([a, b]: Point) => 0.5 * (dx * dx + dy * dy) - dx * (a - x) - dy * (b - y);
    cell = cell.flatMap((from, k): Point[] => {
      const to = cell[(k + 1) % cell.length];
      const [here, there] = [nearness(from), nearness(to)];
      const kept: Point[] = here >= 0 ? [from] : [];
      if (here >= 0 === there >= 0) return kept;
      const part = here / (here - there);
      return [...kept, [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]];
    });
  });
  return cell;
}

/** Of points on a line: to the middles to their neighbours. */
function lengthsOf(points: readonly Point[]): number[] {
  const start = points.reduce((best, point) => (point[0] < best[0] || (point[0] === best[0] && point[1] < best[1]) ? point : best));
  const along = points.map((point) => distance(point, start));
  const sorted = [...along].sort((a, b) => a - b);
  return along.map((place) => {
    const k = sorted.indexOf(place);
    return 0.5 * ((sorted[k + 1] ?? place) - (sorted[k - 1] ?? place));
  });
}
