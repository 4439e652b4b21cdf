/**
 * A fine surface carried by a coarse mesh: every vertex is a fixed mean of the four nodes of one tetrahedron,
 *
 *     x = w1 p1 + w2 p2 + w3 p3 + w4 p4          w1 + w2 + w3 + w4 = 1          (barycentric coordinates)
 *
 * and stays so wherever the nodes go: it moves as the linear element does in which it lies. A vertex outside the mesh, as those of a round
 * body are between the nodes of its mesh, belongs to the nearest tetrahedron, whose linear motion is continued to it. Every affine motion
 * is carried exactly, inside and outside.
 */
import { InvalidInputError } from "../../errors.js";
import type { Surface } from "../files/obj.js";
import { meshExtent, type TetMesh } from "./mesh.js";
import { type Nearest, nearestElement } from "./nearest-element.js";

/** A surface that a mesh carries along: each vertex hangs on the nodes of one tetrahedron. */
export interface EmbeddedSurface {
  /** Three vertices of one triangle after the other. */
  readonly triangles: Int32Array;
  /** Four nodes of the mesh for one vertex after the other. */
  readonly nodes: Int32Array;
  /** Their four weights. */
  readonly weights: Float64Array;
  /** What lies outside the mesh. */
  readonly outside: {
    /** Vertices that no tetrahedron holds. */
    readonly count: number;
    /** The farthest of them, and how far it is, m; -1 and 0 where there is none. */
    readonly farthest: number;
    /** How far the farthest is outside, m. */
    readonly distance: number;
    /** Over the size of the mesh. */
    readonly part: number;
  };
}

/** Farther outside, over the size of the mesh, a vertex is that of another body, or of another unit. */
export const FARTHEST_OUTSIDE = 0.1;

/** Throws InvalidInputError where triangles name no vertex, or where the surface is not that of this mesh. */
export function embedSurface(mesh: TetMesh, surface: Surface, path = "surface"): EmbeddedSurface {
  checkSurface(surface, path);
  const { vertices, triangles } = surface;
  const size = meshExtent(mesh.nodes);
  const count = vertices.length / 3;
  const find = nearestElement(mesh);
  const nodes = new Int32Array(4 * count);
  const weights = new Float64Array(4 * count);
  const found: Nearest = { element: -1, square: Infinity, weights: new Float64Array(4) };
  const outside = { count: 0, farthest: -1, square: 0 };
  for (let vertex = 0; vertex < count; vertex += 1) {
    find(vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2], found);
    for (let corner = 0; corner < 4; corner += 1) nodes[4 * vertex + corner] = mesh.tetrahedra[4 * found.element + corner];
    weights.set(found.weights, 4 * vertex);
    if (found.square > 0) outside.count += 1;
    if (found.square > outside.square) {
      outside.square = found.square;
      outside.farthest = vertex;
    }
  }
  const distance = Math.sqrt(outside.square);
  if (distance > FARTHEST_OUTSIDE * size)
    throw new InvalidInputError(
      `${path}.vertices[${outside.farthest}]`,
      Array.from(vertices.subarray(3 * outside.farthest, 3 * outside.farthest + 3), (value) => Number(value.toPrecision(4))),
      `is ${distance.toPrecision(3)} m outside the mesh, which is ${size.toPrecision(3)} m large: it is of another body, or in ` +
        `another unit`,
    );
  return { triangles, nodes, weights, outside: { count: outside.count, farthest: outside.farthest, distance, part: distance / size } };
}

/** Where the vertices are when the nodes of the mesh are at these places, three numbers each. */
export function surfaceAt(
  { nodes, weights }: Pick<EmbeddedSurface, "nodes" | "weights">,
  places: ArrayLike<number>,
  out: Float64Array = new Float64Array((3 * nodes.length) / 4),
): Float64Array {
  for (let vertex = 0; 4 * vertex < nodes.length; vertex += 1) {
    let [x, y, z] = [0, 0, 0];
    for (let at = 4 * vertex; at < 4 * vertex + 4; at += 1) {
      const node = 3 * nodes[at];
      x += weights[at] * places[node];
      y += weights[at] * places[node + 1];
      z += weights[at] * places[node + 2];
    }
    out[3 * vertex] = x;
    out[3 * vertex + 1] = y;
    out[3 * vertex + 2] = z;
  }
  return out;
}

function checkSurface({ vertices, triangles }: Surface, path: string): void {
  if (vertices.length % 3 !== 0) throw new InvalidInputError(`${path}.vertices`, vertices.length, "numbers are not three for each vertex");
  if (triangles.length % 3 !== 0)
    throw new InvalidInputError(`${path}.triangles`, triangles.length, "numbers are not three for each triangle");
  if (triangles.length === 0) throw new InvalidInputError(`${path}.triangles`, [], "is not a list of at least one triangle");
  const count = vertices.length / 3;
  for (let at = 0; at < vertices.length; at += 1)
    if (!Number.isFinite(vertices[at]))
      throw new InvalidInputError(`${path}.vertices[${Math.floor(at / 3)}]`, vertices[at], "is not a finite number");
  for (let at = 0; at < triangles.length; at += 1)
    if (!(triangles[at] >= 0 && triangles[at] < count))
      throw new InvalidInputError(
        `${path}.triangles[${Math.floor(at / 3)}]`,
        [...triangles.subarray(at - (at % 3), at - (at % 3) + 3)],
        `names vertex ${triangles[at]}, and there are ${count} (counted from 0)`,
      );
}
