/** Lines through points: how far they reach, which of their points the eye needs, and points along them. */
import { type Attributes, element, linePath, type Point, type SvgElement } from "./svg.js";

/** Least and largest value of several curves. */
export function rangeOf(curves: readonly (readonly number[])[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of curves)
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return [low, high];
}

/** A line through points with those left out that lie within `tolerance` pixels of it (Douglas and Peucker). */
export function simplified(points: readonly Point[], tolerance = 0.12): Point[] {
  if (points.length < 3) return [...points];
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  keep[points.length - 1] = 1;
  const pending: [number, number][] = [[0, points.length - 1]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next;
    let worst = tolerance;
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const distance = distanceToLine(points[i], points[from], points[to]);
      if (distance > worst) {
        worst = distance;
        at = i;
      }
    }
    if (at < 0) continue;
    keep[at] = 1;
    pending.push([from, at], [at, to]);
  }
  return points.filter((_, i) => keep[i] === 1);
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  const [px, py] = [point[0] - from[0], point[1] - from[1]];
  return length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length;
}

/** Points of a line no farther apart than a label is high, for the placer. */
export function spread(point: Point, i: number, line: readonly Point[]): Point[] {
  const next = line[i + 1];
  if (next === undefined) return [point];
  const count = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / 8));
  return Array.from(
    { length: count },
    (_, k): Point => [point[0] + ((next[0] - point[0]) * k) / count, point[1] + ((next[1] - point[1]) * k) / count],
  );
}

/** Parts between points that are not numbers. */
export function pieces(points: readonly Point[]): Point[][] {
  const parts: Point[][] = [[]];
  for (const point of points) {
    if (Number.isNaN(point[0]) || Number.isNaN(point[1])) parts.push([]);
    else parts[parts.length - 1].push(point);
  }
  return parts.filter((part) => part.length > 0);
}

/** A curve through points in pixels, parted where they are not numbers. */
export function curveLine(points: readonly Point[], attributes: Attributes): SvgElement {
  const d = pieces(points)
    .map((piece) => linePath(simplified(piece)))
    .join("");
  return element("path", { class: "curve", d, fill: "none", "stroke-linejoin": "round", ...attributes });
}
