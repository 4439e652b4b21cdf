/**
 * A soft body as it sags on a table: what is given, and what can be computed at one guess of its displacement.
 *
 * The nodes P~ are observed under gravity; those that touch the table are stuck. Wanted is the displacement Delta (observed minus rest) of the others with
 *
 *     K(P) Delta = G(P)        P = P~ - Delta        K built on the rest shape P
 *
 * that is the zero of R(Delta) = K(P) Delta - G(P), or the fixed point of beta(Delta) = K(P)^-1 G(P).
 *
 * Letters: P~ observed, P rest, Delta displacement, K stiffness, G weight.  Source: 000 (6.16), (6.23), (6.43).
 */
import { InvalidInputError } from "../../errors.js";
import { type SparseSymmetric, submatrix } from "../../math/sparse/symmetric.js";
import { checkMaterial, type SoftMaterial } from "../fem/material.js";
import { type StiffnessPattern, stiffnessMatrix, stiffnessPattern } from "../fem/stiffness.js";
import { checkMesh, elementCount, meshExtent, nodeCount, partsOf, signedVolume, type TetMesh } from "../mesh/mesh.js";

/** `observed`: the mass of an element is density times its volume as observed; `rest`: times its volume at rest. */
export type MassModel = "observed" | "rest";
/** Volume of an element in its stiffness: `rest` is right, `observed` freezes it as some of the source's figures do. */
export type VolumeModel = "rest" | "observed";

export interface SaggingBody {
  readonly mesh: TetMesh;
  /** Nodes that the table holds; at least three, not on one line. */
  readonly stuck: Int32Array;
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
  readonly body: Required<SaggingBody>;
  /** Unknowns: all three of every node that is not stuck, ascending. */
  readonly free: Int32Array;
  /** Coordinates of the nodes that are not stuck. */
  readonly places: Float64Array;
  readonly pattern: StiffnessPattern;
  readonly observedVolumes: Float64Array;
  /** m. */
  readonly extent: number;
}

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
  checkHeld(mesh, body.stuck);

  const held = new Uint8Array(nodeCount(mesh));
  for (const node of body.stuck) held[node] = 1;
  const free = Int32Array.from(Array.from({ length: mesh.nodes.length }, (_, i) => i).filter((i) => held[(i - (i % 3)) / 3] === 0));
  return {
    body,
    free,
    places: Float64Array.from(free, (at) => mesh.nodes[at]),
    pattern: stiffnessPattern(mesh.tetrahedra, nodeCount(mesh)),
    observedVolumes: Float64Array.from({ length: elementCount(mesh) }, (_, i) => signedVolume(mesh.nodes, mesh.tetrahedra, i)),
    extent: meshExtent(mesh.nodes),
  };
}

/** Three points closer to a line than this share of the extent of the mesh leave the body free to turn about it. */
const COLLINEAR = 1e-6;

/** At least three nodes of the mesh, each once, not on a line. */
export function checkStuck(mesh: TetMesh, stuck: Int32Array, path = "stuck"): void {
  const count = nodeCount(mesh);
  const seen = new Set<number>();
  for (let index = 0; index < stuck.length; index += 1) {
    const node = stuck[index];
    if (!(node >= 0 && node < count))
      throw new InvalidInputError(`${path}[${index}]`, node, `is not a node: there are ${count}, counted from 0`);
    if (seen.has(node)) throw new InvalidInputError(`${path}[${index}]`, node, "is named twice");
    seen.add(node);
  }
  if (stuck.length < 3) throw new InvalidInputError(path, [...stuck], "has fewer than three nodes: the body could turn");
  if (stuck.length === count) throw new InvalidInputError(path, stuck.length, "nodes are all there are: nothing can sag");
  const { nodes } = mesh;
  const [ox, oy, oz] = nodes.subarray(3 * stuck[0], 3 * stuck[0] + 3);
  const along = (node: number): [number, number, number] => [nodes[3 * node] - ox, nodes[3 * node + 1] - oy, nodes[3 * node + 2] - oz];
  let longest: [number, number, number] = [0, 0, 0];
  let reach = 0;
  for (const node of stuck) {
    const v = along(node);
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length > reach) {
      reach = length;
      longest = v;
    }
  }
  let off = 0;
  for (const node of stuck) {
    const v = along(node);
    const x = longest[1] * v[2] - longest[2] * v[1];
    const y = longest[2] * v[0] - longest[0] * v[2];
    const z = longest[0] * v[1] - longest[1] * v[0];
    off = Math.max(off, reach === 0 ? 0 : Math.sqrt(x * x + y * y + z * z) / reach);
  }
  if (off <= COLLINEAR * meshExtent(nodes)) throw new InvalidInputError(path, [...stuck], "lies on one line: the body could turn about it");
}

/** Every part of a mesh that hangs together by nodes has to be held. */
function checkHeld(mesh: TetMesh, stuck: Int32Array): void {
  const part = partsOf(mesh);
  const held = new Set(Array.from(stuck, (node) => part[node]));
  for (let node = 0; node < part.length; node += 1)
    if (!held.has(part[node]))
      throw new InvalidInputError("stuck", node, "is a node of a part of the mesh that hangs together with no stuck node");
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
