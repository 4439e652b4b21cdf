/**
 * Quadratic elements that touch at corners only.
 *
 * On a side under even pressure the nodes on edges carry everything and the corners nothing, so that the sign of a corner's force would say
 * nothing about contact. Where the body may be touched, nodes on edges of the skin therefore move by the mean of their ends, and are
 * eliminated: forces there are those of linear triangles, at corners alone. Elsewhere the elements stay whole.
 */
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";
import type { TetMesh } from "../mesh/mesh.js";
import type { MeshSurface } from "../mesh/surface.js";
import { edgeEnds } from "./quadratic-solution.js";
import { type ElementKind, type Solid, solidOf } from "./solid.js";
import { type StiffnessPattern, stiffnessPattern } from "./stiffness.js";

/** A solid with fewer nodes than its elements have: corners first, then the nodes on edges that are free. */
export interface TiedSolid {
  readonly solid: Solid;
  /** How many nodes are left. */
  readonly nodes: number;
  /** Where they are without load, m, 3 each. */
  readonly places: Float64Array;
  /** Numbers of all nodes of the solid from those of the nodes that are left. */
  expand(values: ArrayLike<number>): Float64Array<ArrayBuffer>;
  /** Forces on the nodes that are left from those on all. */
  gather(forces: ArrayLike<number>): Float64Array<ArrayBuffer>;
  /** The stiffness of the nodes that are left. */
  reduce(stiffness: SparseSymmetric): SparseSymmetric;
}

/** Whether a place may be touched. */
export type MayTouch = (x: number, y: number, z: number) => boolean;

export function tiedSolid(mesh: TetMesh, surface: MeshSurface, element: ElementKind, mayTouch: MayTouch): TiedSolid {
  const solid = solidOf(mesh, element);
  const { nodes, corners, elements } = solid;
  const count = nodes.length / 3;
  if (element === "linear") {
    const same = (values: ArrayLike<number>) => Float64Array.from(values);
    return { solid, nodes: count, places: nodes, expand: same, gather: same, reduce: (stiffness) => stiffness };
  }
  const ends = edgeEnds(solid);
  const tied = tiedEdges(mesh, surface, ends, mayTouch);
  // New numbers: corners, then the nodes on edges that are left; a tied one stands for its ends, a half each.
  const number = new Int32Array(count);
  let next = corners;
  for (let node = 0; node < count; node += 1) number[node] = node < corners ? node : tied[node - corners] === 1 ? -1 : next++;
  const standsFor = (node: number): readonly number[] =>
    number[node] >= 0 ? [number[node]] : [ends[2 * (node - corners)], ends[2 * (node - corners) + 1]];
  // Both ends of a tied edge belong to every element of it: the pattern is that of the elements without it.
  let pattern: StiffnessPattern | undefined;
  const places = new Float64Array(3 * next);
  for (let node = 0; node < count; node += 1) if (number[node] >= 0) places.set(nodes.subarray(3 * node, 3 * node + 3), 3 * number[node]);
  return {
    solid,
    nodes: next,
    places,
    expand(values) {
      const out = new Float64Array(3 * count);
      for (let node = 0; node < count; node += 1) {
        const from = standsFor(node);
        for (const each of from) for (let axis = 0; axis < 3; axis += 1) out[3 * node + axis] += values[3 * each + axis] / from.length;
      }
      return out;
    },
    gather(forces) {
      const out = new Float64Array(3 * next);
      for (let node = 0; node < count; node += 1) {
        const to = standsFor(node);
        for (const each of to) for (let axis = 0; axis < 3; axis += 1) out[3 * each + axis] += forces[3 * node + axis] / to.length;
      }
      return out;
    },
    reduce(stiffness) {
      pattern ??= stiffnessPattern(
        elements.map((node) => standsFor(node)[0]),
        next,
        10,
      );
      return reduced(stiffness, pattern, next, standsFor);
    },
  };
}

/** Nodes on edges of the skin of which an end may be touched, by their places behind the corners. */
function tiedEdges(mesh: TetMesh, { triangles }: MeshSurface, ends: Int32Array, mayTouch: MayTouch): Uint8Array {
  const corners = mesh.nodes.length / 3;
  const touched = new Uint8Array(corners);
  for (let node = 0; node < corners; node += 1)
    if (mayTouch(mesh.nodes[3 * node], mesh.nodes[3 * node + 1], mesh.nodes[3 * node + 2])) touched[node] = 1;
  const outer = new Set<number>();
  for (let at = 0; at < triangles.length; at += 1) {
    const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
    if (touched[a] === 1 || touched[b] === 1) outer.add(Math.min(a, b) * corners + Math.max(a, b));
  }
  return Uint8Array.from({ length: ends.length / 2 }, (_, edge) => {
    const [a, b] = [ends[2 * edge], ends[2 * edge + 1]];
    return outer.has(Math.min(a, b) * corners + Math.max(a, b)) ? 1 : 0;
  });
}

/** T^T K T, where each node of K stands for one or two of the new ones in equal parts. */
function reduced(
  matrix: SparseSymmetric,
  { columnStarts, rows }: StiffnessPattern,
  nodes: number,
  standsFor: (node: number) => readonly number[],
): SparseSymmetric {
  const values = new Float64Array(rows.length);
  const add = (p: number, q: number, value: number): void => {
    const [row, column] = p > q ? [p, q] : [q, p];
    let [low, high] = [columnStarts[column], columnStarts[column + 1] - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    values[low] += value;
  };
  for (let column = 0; column < matrix.size; column += 1) {
    const across = standsFor(Math.floor(column / 3));
    for (let at = matrix.columnStarts[column]; at < matrix.columnStarts[column + 1]; at += 1) {
      const row = matrix.rows[at];
      const down = standsFor(Math.floor(row / 3));
      const value = matrix.values[at] / (across.length * down.length);
      for (const a of down)
        for (const b of across) {
          const [p, q] = [3 * a + (row % 3), 3 * b + (column % 3)];
          // An entry off the diagonal stands for its mirror image, too.
          if (row !== column) add(p, q, p === q ? 2 * value : value);
          else if (p >= q) add(p, q, value);
        }
    }
  }
  return { size: 3 * nodes, columnStarts, rows, values };
}
