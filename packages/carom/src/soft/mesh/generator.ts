/**
 * What all generators of meshes share: checks of what they are given, Kuhn's paths through a cell, and the last step.
 */
import { InvalidInputError } from "../../errors.js";
import { checkMesh, EDGE_MIDDLES, MOST_ELEMENTS, nodeCount, type TetMesh } from "./mesh.js";
import { type MiddleOf, type Refinement, refined } from "./refine.js";
import { meshSurface } from "./surface.js";

export interface GeneratedMesh {
  /**
   * Finer elements near points; what is added on a curved surface is put on it where that squeezes no element too much; tubes of few sides
   * stay flat.
   */
  readonly refine?: Refinement;
  /** Whether the middles of edges on a curved surface are told, for quadratic elements. Default false. */
  readonly curved?: boolean;
}

/** The six orders in which a path goes from the lowest to the highest corner of a cell: Kuhn's tetrahedra. */
export const PATHS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

/** A mesh from its parts, refined and with middles on its curved surface where that is asked for. */
export function finish(nodes: Float64Array, tetrahedra: readonly number[], { refine, curved }: GeneratedMesh, middle?: MiddleOf): TetMesh {
  const mesh = refined(checkMesh({ nodes, tetrahedra: Int32Array.from(tetrahedra) }), refine, middle);
  return curved === true && middle !== undefined ? { ...mesh, middles: middlesOn(mesh, middle) } : mesh;
}

/** Middles of all edges: on the surface where the solid says, and halfway inside. */
function middlesOn(mesh: TetMesh, middle: MiddleOf): Float64Array {
  const { nodes, tetrahedra } = mesh;
  const count = nodeCount(mesh);
  const { triangles } = meshSurface(mesh);
  const outer = new Set<number>();
  for (let at = 0; at < triangles.length; at += 1) {
    const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
    outer.add(Math.min(a, b) * count + Math.max(a, b));
  }
  const place = (node: number) => [nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2]] as const;
  const middles = new Float64Array(4.5 * tetrahedra.length);
  for (let element = 0; element < tetrahedra.length / 4; element += 1)
    EDGE_MIDDLES.forEach(([a, b], edge) => {
      const [p, q] = [tetrahedra[4 * element + a], tetrahedra[4 * element + b]];
      const [low, high] = [place(Math.min(p, q)), place(Math.max(p, q))];
      const isOuter = outer.has(Math.min(p, q) * count + Math.max(p, q));
      const at = isOuter ? middle(low, high) : low.map((value, axis) => (value + high[axis]) / 2);
      middles.set(at, 18 * element + 3 * edge);
    });
  return middles;
}

export function checkLength(path: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) throw new InvalidInputError(path, value, "is not a finite number above 0");
}

export function checkLengths(path: string, values: readonly number[]): void {
  for (let axis = 0; axis < 3; axis += 1) checkLength(`${path}[${axis}]`, values[axis]);
}

export function checkCount(path: string, value: number, least: number): void {
  if (!(Number.isInteger(value) && value >= least)) throw new InvalidInputError(path, value, `is not a whole number of at least ${least}`);
}

export function checkElements(path: string, value: number | readonly number[], elements: number): void {
  if (elements > MOST_ELEMENTS)
    throw new InvalidInputError(path, value, `asks for ${elements} tetrahedra, and ${MOST_ELEMENTS} are the most`);
}

export function checkCounts(path: string, values: readonly number[], least: number): void {
  for (let axis = 0; axis < 3; axis += 1) checkCount(`${path}[${axis}]`, values[axis], least);
}
