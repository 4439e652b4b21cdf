/** The skin of a soft body where its mesh is. */
import type { EmbeddedSurface } from "carom/soft";
import type { Projected } from "./projection.js";

/**
 * Its triangles, anticlockwise seen from outside; some scanners write them the other way round, which shows in the volume that they
 * enclose.
 */
export function outwardTriangles({ triangles }: EmbeddedSurface, places: Float64Array): Int32Array {
  let volume = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [ax, ay, az] = [places[a]!, places[a + 1]!, places[a + 2]!];
    const [bx, by, bz] = [places[b]!, places[b + 1]!, places[b + 2]!];
    const [cx, cy, cz] = [places[c]!, places[c + 1]!, places[c + 2]!];
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return volume >= 0 ? triangles : triangles.map((_, at) => triangles[at % 3 === 0 ? at : at % 3 === 1 ? at + 1 : at - 1]!);
}

/** Every edge once, with the third corners of the triangles beside it. */
export function edgesOf(triangles: Int32Array): readonly (readonly [number, number, number, number])[] {
  const edges = new Map<number, [number, number, number, number]>();
  const most = triangles.reduce((high, vertex) => Math.max(high, vertex), 0) + 1;
  for (let at = 0; at < triangles.length; at++) {
    const first = at - (at % 3);
    const [a, b, c] = [triangles[at]!, triangles[first + ((at + 1) % 3)]!, triangles[first + ((at + 2) % 3)]!];
    const key = Math.min(a, b) * most + Math.max(a, b);
    const known = edges.get(key);
    if (known === undefined) edges.set(key, [a, b, c, -1]);
    else known[3] = c;
  }
  return [...edges.values()];
}

/** The outline of a surface: edges with one triangle towards the viewer and one away from it, or none. */
export function outlinePath(edges: ReturnType<typeof edgesOf>, at: (vertex: number) => Projected): string {
  const side = (a: Projected, b: Projected, c: Projected) => (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x);
  return edges
    .map(([a, b, c, d]) => {
      const [p, q] = [at(a), at(b)];
      const front = side(p, q, at(c));
      if (d >= 0 ? front === side(q, p, at(d)) : !front) return "";
      return `M${p.x.toFixed(1)},${p.y.toFixed(1)}L${q.x.toFixed(1)},${q.y.toFixed(1)}`;
    })
    .join("");
}
