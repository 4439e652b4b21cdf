/**
 * Whether the points that stand for a face should have had weights.
 *
 * Points of one face without weights count alike: where a body slides and turns, points close together then have too much of the friction.
 * Each stands for the part of the face that is nearer to it than to any other point, the face being the convex hull of the points (along a
 * line: for the part of the line). With these areas as weights the friction torque about the middle of the face,
 *
 *     sum w_i (r_i - c) x v_i/|v_i| / sum w_i
 *
 * is another; if by more than 1 %, the reader should know. Points that are all corners of their hull are legs, not a mesh.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ImpactWarning } from "../outcome.js";

type Point = readonly [number, number];

/** Change of the friction torque that counts. */
const CHANGES = 0.01;
/** Normals and heights that differ by less, of 1 or of the size of the face, are one. */
const SAME = 1e-6;

/** Of a spatial problem under the law `proportional`, in which contacts pushed as `impulse` says. */
export function meshWeights(problem: ContactProblem, impulse: readonly number[]): ImpactWarning[] {
  const { contacts, dimension, places } = problem;
  if (dimension === 2 || places === undefined || contacts.some(({ weight }) => weight !== undefined)) return [];
  const sliding = contacts.flatMap(({ friction }, i) => (friction > 0 && impulse[3 * i + 2] > 0 ? [i] : []));
  const worst = facesOf(places, sliding).reduce((most, face) => Math.max(most, torqueChange(problem, face)), 0);
  if (!(worst > CHANGES)) return [];
  return [
    {
      code: "mesh-weights",
      message:
        `the points of a face count alike; by the area each stands for (contacts[].weight) the friction torque would change by ` +
        `${(100 * worst).toPrecision(2)} %`,
    },
  ];
}

/** Contacts with one tangent plane. */
function facesOf(places: NonNullable<ContactProblem["places"]>, contacts: readonly number[]): number[][] {
  const faces: number[][] = [];
  for (const i of contacts) {
    const known = faces.find(([first]) => onOnePlane(places[first], places[i]));
    if (known === undefined) faces.push([i]);
    else known.push(i);
  }
  return faces;
}

function onOnePlane(one: NonNullable<ContactProblem["places"]>[number], other: typeof one): boolean {
  const across = other.point.map((value, k) => value - one.point[k]);
  const height = dot(across, one.axes[2]);
  return dot(one.axes[2], other.axes[2]) > 1 - SAME && height * height <= SAME * SAME * dot(across, across);
}

/** Change of the friction torque of a face, as a part of what it is by area. */
function torqueChange({ places = [], velocity }: ContactProblem, face: readonly number[]): number {
  const [u, v] = places[face[0]].axes;
  const points = face.map((i): Point => [dot(places[i].point, u), dot(places[i].point, v)]);
  const areas = areasOf(points);
  if (areas === undefined) return 0;
  const directions = face.map((i): Point => {
    const slip = places[i].axes.slice(0, 2).map((axis, k) => [dot(axis, u) * velocity[3 * i + k], dot(axis, v) * velocity[3 * i + k]]);
    const [x, y] = [slip[0][0] + slip[1][0], slip[0][1] + slip[1][1]];
    const speed = Math.sqrt(x * x + y * y);
    return speed > 0 ? [x / speed, y / speed] : [0, 0];
  });
  const all = areas.reduce((sum, area) => sum + area, 0);
  const centre = [0, 1].map((k) => points.reduce((sum, point, i) => sum + point[k] * areas[i], 0) / all);
  const torque = (weight: (i: number) => number) =>
    points.reduce((sum, [x, y], i) => sum + weight(i) * ((x - centre[0]) * directions[i][1] - (y - centre[1]) * directions[i][0]), 0);
  const reach = Math.max(...points.map(([x, y]) => Math.sqrt((x - centre[0]) * (x - centre[0]) + (y - centre[1]) * (y - centre[1]))));
  const byArea = torque((i) => areas[i] / all);
  // A body that only slides has none, but for rounding.
  if (!(Math.abs(byArea) > SAME * reach)) return 0;
  return Math.abs(torque(() => 1 / face.length) - byArea) / Math.abs(byArea);
}

/** The part of the hull that is nearest to each point; undefined where all points are corners of it. */
function areasOf(points: readonly Point[]): number[] | undefined {
  if (points.length < 3) return undefined;
  const hull = hullOf(points);
  if (hull.length === points.length) return undefined;
  if (hull.length < 3) return lengthsOf(points);
  return points.map((point) => {
    const cell = points.reduce<readonly Point[]>((rest, other) => (other === point ? rest : nearerTo(point, other, rest)), hull);
    return areaOf(cell);
  });
}

/** Points of one line: half the way to the neighbours on either side. */
function lengthsOf(points: readonly Point[]): number[] {
  const [first] = points;
  const far = points.reduce((most, point) => (distance(point, first) > distance(most, first) ? point : most));
  const along = points.map(([x, y]) => (x - first[0]) * (far[0] - first[0]) + (y - first[1]) * (far[1] - first[1]));
  const sorted = [...along].sort((a, b) => a - b);
  return along.map((at) => {
    const k = sorted.indexOf(at);
    return (sorted[Math.min(k + 1, sorted.length - 1)] - sorted[Math.max(k - 1, 0)]) / 2;
  });
}

/** The corners of the convex hull, counter-clockwise (Andrew's chains); points along its sides are none. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const size = distance(sorted[0], sorted[sorted.length - 1]);
  const chain = (list: readonly Point[]) => {
    const corners: Point[] = [];
    for (const point of list) {
      while (corners.length > 1 && cross(corners[corners.length - 2], corners[corners.length - 1], point) <= SAME * size * size)
        corners.pop();
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** What of a convex polygon is nearer to `point` than to `other`. */
function nearerTo(point: Point, other: Point, polygon: readonly Point[]): Point[] {
  const side = ([x, y]: Point) =>
    (x - (point[0] + other[0]) / 2) * (other[0] - point[0]) + (y - (point[1] + other[1]) / 2) * (other[1] - point[1]);
  return polygon.flatMap((corner, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const [here, there] = [side(corner), side(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here < 0 === there < 0 || here === there) return kept;
    const part = here / (here - there);
    return [...kept, [corner[0] + part * (next[0] - corner[0]), corner[1] + part * (next[1] - corner[1])] as const];
  });
}

function areaOf(polygon: readonly Point[]): number {
  return Math.abs(
    polygon.reduce((sum, [x, y], k) => {
      const [nextX, nextY] = polygon[(k + 1) % polygon.length];
      return sum + 0.5 * (x * nextY - nextX * y);
    }, 0),
  );
}

function cross(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}
