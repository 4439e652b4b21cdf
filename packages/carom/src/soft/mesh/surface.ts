/**
 * The surface of a mesh: the faces that belong to one element only, turned outward.
 */
import { FACES, pairedFaces } from "./faces.js";
import { nodeCount, normalOf, signedVolume, type TetMesh } from "./mesh.js";

/** The outer faces of a mesh. */
export interface MeshSurface {
  /** Three nodes of one triangle after the other, anticlockwise seen from outside. */
  readonly triangles: Int32Array;
  /** Nodes on the surface, ascending. */
  readonly nodes: Int32Array;
}

/** The faces that belong to one element alone, wound counter-clockwise as seen from outside. */
export function meshSurface(mesh: TetMesh): MeshSurface {
  const { nodes, tetrahedra } = mesh;
  const count = nodeCount(mesh);
  const paired = pairedFaces(mesh);
  const triangles: number[] = [];
  const onSurface = new Uint8Array(count);
  for (let face = 0; face < paired.length; face += 1) {
    if (paired[face] >= 0) continue;
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
