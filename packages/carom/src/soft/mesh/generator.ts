/**
 * What all generators of meshes share: checks of what they are given, Kuhn's paths through a cell, and the last step.
 */
import { InvalidInputError } from "../../errors.js";
import { checkMesh, MOST_ELEMENTS, type TetMesh } from "./mesh.js";
import { type MiddleOf, type Refinement, refined } from "./refine.js";

export interface GeneratedMesh {
  /**
   * Finer elements near points; what is added on a curved surface is put on it where that squeezes no element too much; tubes of few sides
   * stay flat.
   */
  readonly refine?: Refinement;
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

/** A mesh from its parts, refined where that is asked for. */
export function finish(nodes: Float64Array, tetrahedra: readonly number[], refine: Refinement | undefined, middle?: MiddleOf): TetMesh {
  return refined(checkMesh({ nodes, tetrahedra: Int32Array.from(tetrahedra) }), refine, middle);
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
