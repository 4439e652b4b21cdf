/**
 * What two flat convex sets in a plane have in common, by its corners: straight pieces, polygons and discs.
 *
 * A full circle is stood for by points at equal angles, the first on the disc's own axis, so that they turn with the body; an arc by its
 * ends and points at equal lengths between them.
 */
import { atan2, cos, sin } from "../math/elementary.js";

export type Point2 = readonly [number, number];

/** A convex set in the plane; a disc has one point, its middle. */
export interface FlatSet {
  readonly kind: "point" | "segment" | "polygon" | "disc" | "plane";
  /** Of a polygon: counter-clockwise. */
  readonly points: readonly Point2[];
  readonly radius: number;
  /** Angle from which points of a full circle are counted. */
  readonly phase: number;
}

/** Points that stand for a full circle. */
const RING = 8;

/** Corners of the common part, counter-clockwise where there are more than two; empty where there is none. */
export function commonPatch(a: FlatSet, b: FlatSet, tolerance: number): Point2[] {
  if (a.kind === "plane") return cornersOf(b);
  if (b.kind === "plane") return cornersOf(a);
  if (a.kind === "point") return contains(b, a.points[0], tolerance) ? [a.points[0]] : [];
  if (b.kind === "point") return contains(a, b.points[0], tolerance) ? [b.points[0]] : [];
  if (a.kind === "segment") return alongSegment(a, b, tolerance);
  if (b.kind === "segment") return alongSegment(b, a, tolerance);
  if (a.kind === "polygon" && b.kind === "polygon") return clipPolygon(a.points, b.points, tolerance);
  const [straight, round] = a.kind === "polygon" ? [a, b] : [b, a];
  return straight.kind === "polygon" ? discInPolygon(round, straight, tolerance) : discInDisc(a, b, tolerance);
}

function cornersOf(set: FlatSet): Point2[] {
  return set.kind === "disc" ? arc(set, set.phase, 2 * Math.PI) : [...set.points];
}

function contains(set: FlatSet, [x, y]: Point2, tolerance: number): boolean {
  const [first, second] = set.points;
  switch (set.kind) {
    case "plane":
      return true;
    case "disc":
      return length(x - first[0], y - first[1]) <= set.radius + tolerance;
    case "polygon":
      return set.points.every((from, i) => outside(from, set.points[(i + 1) % set.points.length], [x, y]) <= tolerance);
    case "segment": {
      const whole = length(second[0] - first[0], second[1] - first[1]);
      const along = ((x - first[0]) * (second[0] - first[0]) + (y - first[1]) * (second[1] - first[1])) / whole;
      return Math.abs(outside(first, second, [x, y])) <= tolerance && along >= -tolerance && along <= whole + tolerance;
    }
    default:
      return length(x - first[0], y - first[1]) <= tolerance;
  }
}

/** Distance to the right of the line from one point to another. */
function outside(from: Point2, to: Point2, [x, y]: Point2): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return ((x - from[0]) * dy - (y - from[1]) * dx) / length(dx, dy);
}

/** The stretch of a straight piece inside a set, by its ends. */
function alongSegment(segment: FlatSet, set: FlatSet, tolerance: number): Point2[] {
  const [from, to] = segment.points;
  const range: [number, number] = [0, 1];
  const at = (share: number): Point2 => [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  if (set.kind === "disc") {
    if (!narrowToDisc(from, to, { ...set, radius: set.radius + tolerance }, range)) return [];
  } else if (set.kind === "segment") {
    const [start, end] = set.points;
    const [low, high] = [outside(start, end, from), outside(start, end, to)];
    if (Math.abs(low) > tolerance || Math.abs(high) > tolerance) {
      if (low * high > 0 && Math.abs(low) > tolerance && Math.abs(high) > tolerance) return [];
      const crossing = at(low / (low - high));
      return contains(set, crossing, tolerance) ? [crossing] : [];
    }
    const whole = (end[0] - start[0]) * (end[0] - start[0]) + (end[1] - start[1]) * (end[1] - start[1]);
    const place = (p: Point2) => ((p[0] - start[0]) * (end[0] - start[0]) + (p[1] - start[1]) * (end[1] - start[1])) / whole;
    narrow(range, -place(from), -place(to));
    narrow(range, place(from) - 1, place(to) - 1);
  } else {
    set.points.forEach((corner, i) => {
      const next = set.points[(i + 1) % set.points.length];
      narrow(range, outside(corner, next, from) - tolerance, outside(corner, next, to) - tolerance);
    });
  }
  const whole = length(to[0] - from[0], to[1] - from[1]);
  if (range[1] < range[0]) return range[0] - range[1] <= tolerance / whole ? [at((range[0] + range[1]) / 2)] : [];
  return (range[1] - range[0]) * whole <= tolerance ? [at((range[0] + range[1]) / 2)] : [at(range[0]), at(range[1])];
}

/** Keeps the part of a range from 0 to 1 where a linear function with these ends is not positive. */
function narrow(range: [number, number], low: number, high: number): void {
  if (low <= 0 && high <= 0) return;
  if (low > 0 && high > 0) {
    range[0] = 2;
    range[1] = -1;
    return;
  }
  const crossing = low / (low - high);
  if (low > 0) range[0] = Math.max(range[0], crossing);
  else range[1] = Math.min(range[1], crossing);
}

function narrowToDisc(from: Point2, to: Point2, { points: [middle], radius }: FlatSet, range: [number, number]): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [x, y] = [from[0] - middle[0], from[1] - middle[1]];
  const [square, half] = [dx * dx + dy * dy, x * dx + y * dy];
  const root = half * half - square * (x * x + y * y - radius * radius);
  if (root < 0) return false;
  range[0] = Math.max(range[0], (-half - Math.sqrt(root)) / square);
  range[1] = Math.min(range[1], (-half + Math.sqrt(root)) / square);
  return true;
}

/** Cuts one polygon by every side of another (Sutherland and Hodgman 1974). */
function clipPolygon(subject: readonly Point2[], by: readonly Point2[], tolerance: number): Point2[] {
  let ring = [...subject];
  by.forEach((corner, i) => {
    const next = by[(i + 1) % by.length];
    const heights = ring.map((point) => outside(corner, next, point));
    ring = ring.flatMap((point, k): Point2[] => {
      const after = (k + 1) % ring.length;
      const [here, there] = [heights[k], heights[after]];
      const kept: Point2[] = here <= tolerance ? [point] : [];
      if ((here < -tolerance && there > tolerance) || (here > tolerance && there < -tolerance)) {
        const share = here / (here - there);
        kept.push([point[0] + share * (ring[after][0] - point[0]), point[1] + share * (ring[after][1] - point[1])]);
      }
      return kept;
    });
  });
  return ring;
}

/** Points along an arc of a disc's edge, both ends included; of a full circle each once. */
function arc({ points: [middle], radius }: FlatSet, start: number, extent: number): Point2[] {
  const full = extent >= 2 * Math.PI - 1e-9;
  const count = full ? RING : Math.max(1, Math.ceil((RING * extent) / (2 * Math.PI)));
  return Array.from({ length: full ? count : count + 1 }, (_, i): Point2 => {
    const angle = start + (i * extent) / count;
    return [middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)];
  });
}

/** Arcs of the edge of a disc between the angles where it is cut, where their middle is inside the other set. */
function arcsInside(disc: FlatSet, other: FlatSet, cuts: readonly number[], tolerance: number): Point2[][] {
  const sorted = [...cuts].sort((p, q) => p - q);
  const onEdge = (angle: number): Point2 => [disc.points[0][0] + disc.radius * cos(angle), disc.points[0][1] + disc.radius * sin(angle)];
  if (sorted.length === 0) return contains(other, onEdge(disc.phase), tolerance) ? [arc(disc, disc.phase, 2 * Math.PI)] : [];
  return sorted.flatMap((start, i) => {
    const extent = (i + 1 < sorted.length ? sorted[i + 1] : sorted[0] + 2 * Math.PI) - start;
    if (!(extent * disc.radius > tolerance) || !contains(other, onEdge(start + extent / 2), tolerance)) return [];
    return [arc(disc, start, extent)];
  });
}

function discInPolygon(disc: FlatSet, polygon: FlatSet, tolerance: number): Point2[] {
  const [middle] = disc.points;
  const cuts = polygon.points.flatMap((from, i) => {
    const to = polygon.points[(i + 1) % polygon.points.length];
    const range: [number, number] = [-1e300, 1e300];
    if (!narrowToDisc(from, to, disc, range)) return [];
    return range
      .filter((share) => share >= 0 && share <= 1)
      .map((share) => atan2(from[1] + share * (to[1] - from[1]) - middle[1], from[0] + share * (to[0] - from[0]) - middle[0]));
  });
  const arcs = arcsInside(disc, polygon, cuts, tolerance).flat();
  const corners = polygon.points.filter((point) => contains(disc, point, tolerance));
  return aroundMiddle([...arcs, ...corners], tolerance);
}

function discInDisc(a: FlatSet, b: FlatSet, tolerance: number): Point2[] {
  const [dx, dy] = [b.points[0][0] - a.points[0][0], b.points[0][1] - a.points[0][1]];
  const apart = length(dx, dy);
  if (apart > a.radius + b.radius + tolerance) return [];
  if (apart <= Math.abs(a.radius - b.radius) + tolerance) {
    const smaller = a.radius <= b.radius ? a : b;
    return arc(smaller, smaller.phase, 2 * Math.PI);
  }
  const along = (apart * apart + a.radius * a.radius - b.radius * b.radius) / (2 * apart);
  const across = Math.sqrt(Math.max(0, a.radius * a.radius - along * along));
  const angles = ({ points: [middle] }: FlatSet) =>
    [1, -1].map((side) => {
      const x = a.points[0][0] + (along * dx - side * across * dy) / apart;
      const y = a.points[0][1] + (along * dy + side * across * dx) / apart;
      return atan2(y - middle[1], x - middle[0]);
    });
  const points = [...arcsInside(a, b, angles(a), tolerance), ...arcsInside(b, a, angles(b), tolerance)].flat();
  return aroundMiddle(points, tolerance);
}

/** Counter-clockwise, each once. */
function aroundMiddle(points: readonly Point2[], tolerance: number): Point2[] {
  const single = points.filter(
    (point, i) => !points.slice(0, i).some((other) => length(point[0] - other[0], point[1] - other[1]) <= 4 * tolerance),
  );
  const x = single.reduce((sum, point) => sum + point[0], 0) / single.length;
  const y = single.reduce((sum, point) => sum + point[1], 0) / single.length;
  return single
    .map((point) => ({ point, angle: atan2(point[1] - y, point[0] - x) }))
    .sort((p, q) => p.angle - q.angle)
    .map(({ point }) => point);
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
