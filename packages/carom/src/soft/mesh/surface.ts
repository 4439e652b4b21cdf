/**
 * The surface of a mesh: the faces that belong to one element only, turned outward.
 */
import { InvalidInputError } from "../../errors.js";
import { elementCount, nodeCount, normalOf, signedVolume, type TetMesh } from "./mesh.js";

export interface MeshSurface {
  /** Three nodes of one triangle after the other, anticlockwise seen from outside. */
  readonly triangles: Int32Array;
  /** Nodes on the surface, ascending. */
  readonly nodes: Int32Array;
}

/** Faces of an element with positive volume (p1 - p4, p2 - p4, p3 - p4 right-handed), outward. */
const FACES = [
  [0, 1, 2],
  [0, 3, 1],
  [1, 3, 2],
  [0, 2, 3],
] as const;

export function meshSurface(mesh: TetMesh): MeshSurface {
  const { nodes, tetrahedra } = mesh;
  const count = nodeCount(mesh);
  const elements = elementCount(mesh);
  // Faces in chains by their lowest node; a face met a second time is inside.
  const head = new Int32Array(count).fill(-1);
  const next = new Int32Array(4 * elements).fill(-1);
  const middle = new Int32Array(4 * elements);
  const highest = new Int32Array(4 * elements);
  const times = new Uint8Array(4 * elements);
  const handed = new Uint8Array(4 * elements);
  for (let element = 0; element < elements; element += 1)
    for (let side = 0; side < 4; side += 1) {
      const [a, b, c] = FACES[side];
      const p = tetrahedra[4 * element + a];
      const q = tetrahedra[4 * element + b];
      const r = tetrahedra[4 * element + c];
      const low = Math.min(p, q, r);
      const high = Math.max(p, q, r);
      const mid = p + q + r - low - high;
      const face = 4 * element + side;
      // Whether the face, outward, goes round its nodes from the lowest over the middle to the highest.
      const rising = isRising(p, q, r) === signedVolume(nodes, tetrahedra, element) > 0 ? 1 : 0;
      let at = head[low];
      while (at >= 0 && !(middle[at] === mid && highest[at] === high)) at = next[at];
      if (at >= 0) {
        times[at] += 1;
        if (times[at] > 2 || handed[at] === rising)
          throw new InvalidInputError(
            "mesh.tetrahedra",
            [low, mid, high],
            "is a face with two tetrahedra on the same side: elements overlap",
          );
        continue;
      }
      times[face] = 1;
      handed[face] = rising;
      middle[face] = mid;
      highest[face] = high;
      next[face] = head[low];
      head[low] = face;
    }

  const triangles: number[] = [];
  const onSurface = new Uint8Array(count);
  for (let face = 0; face < 4 * elements; face += 1) {
    if (times[face] !== 1) continue;
    const element = (face - (face % 4)) / 4;
    const [a, b, c] = FACES[face % 4];
    const p = tetrahedra[4 * element + a];
    const q = tetrahedra[4 * element + b];
    const r = tetrahedra[4 * element + c];
    if (signedVolume(nodes, tetrahedra, element) > 0) triangles.push(p, q, r);
    else triangles.push(p, r, q);
    onSurface[p] = 1;
    onSurface[q] = 1;
    onSurface[r] = 1;
  }
  const list: number[] = [];
  for (let node = 0; node < count; node += 1) if (onSurface[node] === 1) list.push(node);
  return { triangles: Int32Array.from(triangles), nodes: Int32Array.from(list) };
}

/** Whether three different nodes stand in the cyclic order low, middle, high. */
const isRising = (p: number, q: number, r: number): boolean => (p < q && q < r) || (q < r && r < p) || (r < p && p < q);

/** Unit outward normal at each node, the mean of its triangles weighted by area; zero at nodes inside. Three numbers a node. */
export function nodeNormals(mesh: TetMesh, surface: MeshSurface = meshSurface(mesh)): Float64Array {
  const normals = new Float64Array(mesh.nodes.length);
  const { triangles } = surface;
  for (let at = 0; at < triangles.length; at += 3) {
    const normal = normalOf(mesh.nodes, triangles[at], triangles[at + 1], triangles[at + 2]);
    for (let corner = 0; corner < 3; corner += 1)
      for (let axis = 0; axis < 3; axis += 1) normals[3 * triangles[at + corner] + axis] += normal[axis];
  }
  for (const node of surface.nodes) {
    const x = normals[3 * node];
    const y = normals[3 * node + 1];
    const z = normals[3 * node + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) continue;
    normals[3 * node] /= length;
    normals[3 * node + 1] /= length;
    normals[3 * node + 2] /= length;
  }
  return normals;
}
