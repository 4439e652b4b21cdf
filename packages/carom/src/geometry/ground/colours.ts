/**
 * Numbers for the triangles of ground, such that triangles near each other have different ones: then a few numbers tell all triangles apart
 * that one body can touch at a time, however many there are.
 */
import type { Node, TriangleTree } from "../mesh-parts/triangle-tree.js";

export interface Colours {
  /** Of each triangle. */
  readonly of: Int32Array;
  readonly count: number;
}

/** Triangles whose boxes are at most a distance apart differ. */
export function coloursOf(tree: TriangleTree, distance: number): Colours {
  const { corners, triangles } = tree;
  const of = new Int32Array(triangles.length).fill(-1);
  const taken = new Int32Array(triangles.length + 1).fill(-1);
  const box = new Float64Array(6);
  let count = 0;
  triangles.forEach((triangle, t) => {
    for (let c = 0; c < 3; c++) {
      const values = triangle.map((corner) => corners[corner][c]);
      box[c] = Math.min(...values) - distance;
      box[c + 3] = Math.max(...values) + distance;
    }
    forEachWithin(tree, tree.root, box, (other) => {
      if (of[other] >= 0) taken[of[other]] = t;
    });
    let colour = 0;
    while (taken[colour] === t) colour++;
    of[t] = colour;
    count = Math.max(count, colour + 1);
  });
  return { of, count };
}

function forEachWithin(tree: TriangleTree, node: Node, box: Float64Array, visit: (triangle: number) => void): void {
  for (let c = 0; c < 3; c++) if (node.box[c] > box[c + 3] || node.box[c + 3] < box[c]) return;
  if (node.halves === undefined) for (let i = node.from; i < node.to; i++) visit(tree.order[i]);
  else for (const half of node.halves) forEachWithin(tree, half, box, visit);
}
