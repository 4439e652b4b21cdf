/**
 * A soft body as it sags on a table: what is given, and what can be computed at one guess of its displacement.
 *
 * The nodes P~ are observed under gravity; those that touch the table are stuck. Wanted is the displacement Delta (observed minus rest) of
 * the others with
 *
 *     K(P) Delta = G(P)        P = P~ - Delta        K built on the rest shape P
 *
 * that is the zero of R(Delta) = K(P) Delta - G(P), or the fixed point of beta(Delta) = K(P)^-1 G(P).
 *
 * Letters: P~ observed, P rest, Delta displacement, K stiffness, G weight.  Source: 000 (6.16), (6.23), (6.43).
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { factorLdl } from "../../math/sparse/ldl.js";
import { type SparseSymmetric, submatrix } from "../../math/sparse/symmetric.js";
import { checkMaterial, type SoftMaterial } from "../fem/material.js";
import { freeRows } from "../fem/quadratic-solution.js";
import { type StiffnessPattern, stiffnessMatrix, stiffnessPattern } from "../fem/stiffness.js";
import { checkMesh, elementCount, meshExtent, nodeCount, signedVolume, type TetMesh } from "../mesh/mesh.js";
import { checkStuck, looseNodes } from "../mesh/support.js";

/** `observed`: the mass of an element is density times its volume as observed; `rest`: times its volume at rest. */
export type MassModel = "observed" | "rest";
/** Volume of an element in its stiffness: `rest` is right, `observed` freezes it as some of the source's figures do. */
export type VolumeModel = "rest" | "observed";

/** A soft body on a table, as it is observed. */
export interface SaggingBody {
  /** Its shape under gravity. */
  readonly mesh: TetMesh;
  /** Nodes that the table holds; at least three, not on one line. */
  readonly stuck: Int32Array;
  /** What it is made of. */
  readonly material: SoftMaterial;
  /** kg/m^3, >= 0. */
  readonly density: number;
  /** Along -z, m/s^2, >= 0. */
  readonly gravity: number;
  /** Default `observed`. */
  readonly massModel?: MassModel;
  /** Default `rest`. */
  readonly volumeModel?: VolumeModel;
  /** Factor on the stiffness; 0.5 gives the source's printed figures. Default 1. */
  readonly stiffnessScale?: number;
}

/** A body that was checked, with what does not change while its rest shape is sought. */
export interface SagProblem {
  /** What was given, with its defaults. */
  readonly body: Required<SaggingBody>;
  /** Unknowns: all three of every node that is not stuck, ascending. */
  readonly free: Int32Array;
  /** Coordinates of the nodes that are not stuck. */
  readonly places: Float64Array;
  /** Where the entries of its stiffness are. */
  readonly pattern: StiffnessPattern;
  /** Of the elements as observed, m^3. */
  readonly observedVolumes: Float64Array;
  /** m. */
  readonly extent: number;
}

/** Checks a body and works out what does not change while its rest shape is sought. */
export function sagProblem(given: SaggingBody): SagProblem {
  const mesh = checkMesh(given.mesh);
  const body: Required<SaggingBody> = { massModel: "observed", volumeModel: "rest", stiffnessScale: 1, ...given, mesh };
  checkMaterial(body.material);
  for (const field of ["density", "gravity"] as const)
    if (!(Number.isFinite(body[field]) && body[field] >= 0))
      throw new InvalidInputError(field, body[field], "is not a finite number from 0 up");
  if (!(Number.isFinite(body.stiffnessScale) && body.stiffnessScale > 0))
    throw new InvalidInputError("stiffnessScale", body.stiffnessScale, "is not a finite number above 0");
  checkStuck(mesh, body.stuck);

  const free = freeRows(nodeCount(mesh), body.stuck);
  const problem: SagProblem = {
    body,
    free,
    places: Float64Array.from(free, (at) => mesh.nodes[at]),
    pattern: stiffnessPattern(mesh.tetrahedra, nodeCount(mesh)),
    observedVolumes: Float64Array.from({ length: elementCount(mesh) }, (_, i) => signedVolume(mesh.nodes, mesh.tetrahedra, i)),
    extent: meshExtent(mesh.nodes),
  };
  const loose = looseNodes(mesh, body.stuck);
  if (loose.length > 0) checkHeldFast(problem, loose);
  return problem;
}

/** Pivot over the largest below which rounding may be all that holds a node. */
const HARDLY_HELD = 1e-10;

/** Nodes that look loose may still be held, as three hinged parts hold each other in a ring: the stiffness has the last word. */
function checkHeldFast(problem: SagProblem, loose: readonly number[]): void {
  const { nodes } = problem.body.mesh;
  if (isHeldFast(freeStiffnessAt(problem, nodes), problem.places)) return;
  throw new InvalidInputError(
    `mesh.nodes[${loose[0]}]`,
    [...nodes.subarray(3 * loose[0], 3 * loose[0] + 3)],
    "can move and nothing resists: its part of the mesh is not held, or by an edge, a node or stuck nodes on a line only",
  );
}

function isHeldFast(stiffness: SparseSymmetric, places: Float64Array): boolean {
  try {
    const { pivots } = factorLdl(stiffness, { block: 3, coordinates: places });
    let [least, most] = [Infinity, 0];
    for (const pivot of pivots) {
      least = Math.min(least, pivot);
      most = Math.max(most, pivot);
    }
    return least > HARDLY_HELD * most;
  } catch (error) {
    if (error instanceof SolverError) return false;
    throw error;
  }
}

/** Rest coordinates for a displacement of the free unknowns. */
export function restNodes({ body, free }: SagProblem, displacement: Float64Array): Float64Array<ArrayBuffer> {
  const nodes = Float64Array.from(body.mesh.nodes);
  for (let index = 0; index < free.length; index += 1) nodes[free[index]] -= displacement[index];
  return nodes;
}

/** The displacement of all nodes, zero at those stuck. */
export function onAllNodes({ body, free }: SagProblem, displacement: Float64Array): Float64Array<ArrayBuffer> {
  const all = new Float64Array(body.mesh.nodes.length);
  for (let index = 0; index < free.length; index += 1) all[free[index]] = displacement[index];
  return all;
}

export function onFree({ free }: SagProblem, all: Float64Array, out = new Float64Array(free.length)): Float64Array<ArrayBuffer> {
  for (let index = 0; index < free.length; index += 1) out[index] = all[free[index]];
  return out;
}

/** First element whose volume is not positive on a shape, or -1. */
export function invertedElement({ body }: SagProblem, nodes: Float64Array): number {
  const { tetrahedra } = body.mesh;
  for (let element = 0; element < tetrahedra.length / 4; element += 1) if (!(signedVolume(nodes, tetrahedra, element) > 0)) return element;
  return -1;
}

/** Weight of all nodes with the rest shape `nodes`, N. */
export function weightAt({ body, observedVolumes }: SagProblem, nodes: Float64Array): Float64Array<ArrayBuffer> {
  const { tetrahedra } = body.mesh;
  const weight = new Float64Array(nodes.length);
  for (let element = 0; element < observedVolumes.length; element += 1) {
    const volume = body.massModel === "rest" ? signedVolume(nodes, tetrahedra, element) : observedVolumes[element];
    const share = (body.density * body.gravity * volume) / 4;
    for (let corner = 0; corner < 4; corner += 1) weight[3 * tetrahedra[4 * element + corner] + 2] -= share;
  }
  return weight;
}

/** Stiffness of all nodes with the rest shape `nodes`. */
export function stiffnessAt({ body, pattern, observedVolumes }: SagProblem, nodes: Float64Array): SparseSymmetric {
  const mesh = { nodes, tetrahedra: body.mesh.tetrahedra };
  if (body.volumeModel === "rest") return stiffnessMatrix(mesh, body.material, body.stiffnessScale, pattern);
  return stiffnessMatrix(mesh, body.material, body.stiffnessScale, pattern, observedVolumes);
}

/** The same without the rows and columns of stuck nodes. */
export function freeStiffnessAt(problem: SagProblem, nodes: Float64Array): SparseSymmetric {
  return submatrix(stiffnessAt(problem, nodes), problem.free);
}
