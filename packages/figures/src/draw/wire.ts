/** Surfaces of triangles as lines. */
import { linePath, type Point } from "./svg.js";

/** Twice the area of a triangle in the picture; of those that face the viewer it is negative, as y goes down. */
function area([a, b, c]: readonly number[], at: readonly Point[]): number {
  const [p, q, r] = [at[a], at[b], at[c]];
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/** Edges of triangles that face the viewer. */
export const frontOf = (sides: readonly boolean[]) => sides.some((front) => front);
/** Edges between a triangle that faces the viewer and one that does not. */
export const outlineOf = (sides: readonly boolean[]) => sides.length === 2 && sides[0] !== sides[1];

/** Edges of triangles, chosen by which of the triangles beside them face the viewer. */
export function edges(
  triangles: readonly (readonly number[])[],
  at: readonly Point[],
  chosen: (sides: readonly boolean[]) => boolean,
): string {
  const sides = new Map<string, boolean[]>();
  for (const triangle of triangles) {
    const front = area(triangle, at) < 0;
    triangle.forEach((node, i) => {
      const other = triangle[(i + 1) % 3];
      const key = node < other ? `${node},${other}` : `${other},${node}`;
      const list = sides.get(key) ?? [];
      list.push(front);
      sides.set(key, list);
    });
  }
  return [...sides]
    .filter(([, list]) => chosen(list))
    .map(([key]) => {
      const [a, b] = key.split(",").map(Number);
      return linePath([at[a], at[b]]);
    })
    .join("");
}
