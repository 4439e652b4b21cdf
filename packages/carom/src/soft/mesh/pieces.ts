/** The pieces of a mesh that no node joins, and what is wrong where they meet. */
import { InvalidInputError } from "../../errors.js";
import { distance, meshExtent, type TetMesh } from "./mesh.js";
import { type Nearest, nearestElement } from "./nearest-element.js";

/** Of every node one of its piece that stands for all of them. */
function rootsOf({ nodes, tetrahedra }: TetMesh): Int32Array {
  const parents = Int32Array.from({ length: nodes.length / 3 }, (_, node) => node);
  const rootOf = (node: number): number => {
    let at = node;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  };
  for (let at = 0; at < tetrahedra.length; at += 4)
    for (let corner = 1; corner < 4; corner += 1) parents[rootOf(tetrahedra[at + corner])] = rootOf(tetrahedra[at]);
  return parents.map((_, node) => rootOf(node));
}

export function pieceCount(mesh: TetMesh): number {
  return rootsOf(mesh).reduce((count, root, node) => (root === node ? count + 1 : count), 0);
}

/** Of the extent: nodes nearer than this are at the same place. */
const SAME = 1e-9;
/** Of at most unit length. */
const SKEW = [0.7245194, 0.5469277, 0.4128671];

/** Refuses two nodes at one place: what they belong to looks joined and is torn. */
export function checkNotTorn({ nodes }: TetMesh, path = "mesh"): void {
  const near = SAME * meshExtent(nodes);
  // Along a direction in which nodes of a lattice stand one after the other.
  const along = Float64Array.from({ length: nodes.length / 3 }, (_, node) =>
    SKEW.reduce((sum, part, axis) => sum + part * nodes[3 * node + axis], 0),
  );
  const order = Int32Array.from(along.keys()).sort((a, b) => along[a] - along[b] || a - b);
  for (let i = 0; i < order.length; i += 1)
    for (let j = i + 1; j < order.length && along[order[j]] - along[order[i]] <= near; j += 1)
      if (distance(nodes, order[i], order[j]) <= near) {
        const [first, second] = [Math.min(order[i], order[j]), Math.max(order[i], order[j])];
        throw new InvalidInputError(
          `${path}.nodes[${second}]`,
          [...nodes.subarray(3 * second, 3 * second + 3)],
          `is where nodes[${first}] is: elements that meet there are not joined; make them one node (in gmsh: Coherence Mesh)`,
        );
      }
}

/** A point with less than this of a corner is on a side of an element. */
const INSIDE = 1e-6;

/** Refuses pieces that are in each other. */
export function checkApart(mesh: TetMesh, path = "mesh"): void {
  const { nodes, tetrahedra } = mesh;
  const roots = rootsOf(mesh);
  const pieces = [...new Set(roots)];
  if (pieces.length === 1) return;
  const found: Nearest = { element: -1, square: Infinity, weights: new Float64Array(4) };
  for (const piece of pieces) {
    const elements: number[] = [];
    for (let at = 0; at < tetrahedra.length; at += 4) if (roots[tetrahedra[at]] === piece) elements.push(at / 4);
    const own = Int32Array.from(elements.flatMap((element) => [...tetrahedra.subarray(4 * element, 4 * element + 4)]));
    const nearest = nearestElement({ nodes, tetrahedra: own });
    for (let at = 0; at < tetrahedra.length; at += 4) {
      if (roots[tetrahedra[at]] === piece) continue;
      const four = [...tetrahedra.subarray(at, at + 4)];
      const [x, y, z] = [0, 1, 2].map((axis) => 0.25 * four.reduce((sum, node) => sum + nodes[3 * node + axis], 0));
      nearest(x, y, z, found);
      if (found.square === 0 && Math.min(...found.weights) > INSIDE)
        throw new InvalidInputError(
          `${path}.tetrahedra[${at / 4}]`,
          four,
          `has its middle inside tetrahedra[${elements[found.element]}] of another piece: bodies overlap`,
        );
    }
  }
}
