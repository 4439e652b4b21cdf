/** How many pieces a mesh is in that no node joins. */
import type { TetMesh } from "./mesh.js";

export function pieceCount({ nodes, tetrahedra }: TetMesh): number {
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
  return parents.reduce((count, parent, node) => (parent === node ? count + 1 : count), 0);
}
