/**
 * How a body of known rest shape sags: delta = K(P)^-1 G(P), linear elasticity on the rest shape; and the same with the body turned over.
 *
 * Letters: P rest, delta displacement.  Source: 000 section 6.3.5, Table 6.4.
 */
import { multiplySymmetric, type SparseSymmetric, submatrix } from "../../math/sparse/symmetric.js";
import { largestStrain } from "../fem/stiffness.js";
import { meshVolume, type TetMesh } from "../mesh/mesh.js";
import { onAllNodes, onFree, type SaggingBody, type SagProblem, sagProblem, stiffnessAt, weightAt } from "./problem.js";
import { type LinearSolver, stiffnessSolver } from "./stiffness-solver.js";

/** A body under gravity. */
export interface Sagged {
  /** Of all nodes, sagged minus rest, m. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /** The sagged shape. */
  readonly mesh: TetMesh;
  /** Force of the table on each stuck node, in the order of `stuck`, N. */
  readonly reactions: Float64Array;
  /** Largest principal strain of an element, without sign. */
  readonly largestStrain: number;
  /** Of the sagged shape, m^3. */
  readonly volume: number;
}

/** Sags a body whose `mesh` is its rest shape; masses of elements are density times their volume there, or times `massVolumes`. */
export function sag(body: Omit<SaggingBody, "massModel" | "volumeModel">, massVolumes?: Float64Array): Sagged {
  const problem = sagProblem({ ...body, massModel: massVolumes === undefined ? "rest" : "observed", volumeModel: "rest" });
  return sagAt(massVolumes === undefined ? problem : { ...problem, observedVolumes: massVolumes }, problem.body.mesh.nodes);
}

/** From this many unknowns on one load is cheaper without a factorisation of the mesh. */
const MANY_UNKNOWNS = 6000;

/** Sags the rest shape `nodes` of a problem under the masses and volumes that the problem says: what a recovered shape has to stand. */
export function sagAt(
  problem: SagProblem,
  nodes: Float64Array,
  linearSolver: LinearSolver = problem.free.length < MANY_UNKNOWNS ? "factorisation" : "conjugate-gradients",
): Sagged {
  const { body } = problem;
  const weight = weightAt(problem, nodes);
  const stiffness = stiffnessAt(problem, nodes);
  const solver = stiffnessSolver(problem, nodes, linearSolver, submatrix(stiffness, problem.free));
  const displacement = onAllNodes(problem, solver.solve(onFree(problem, weight)));
  const sagged = Float64Array.from(nodes, (value, i) => value + displacement[i]);
  const mesh = { nodes: sagged, tetrahedra: body.mesh.tetrahedra };
  return {
    displacement,
    mesh,
    reactions: reactionsAt(problem, nodes, displacement, weight, stiffness),
    largestStrain: largestStrain({ nodes, tetrahedra: body.mesh.tetrahedra }, displacement),
    volume: meshVolume(mesh),
  };
}

/** F = K d - G at the stuck nodes. */
export function reactionsAt(
  problem: SagProblem,
  nodes: Float64Array,
  displacement: Float64Array,
  weight: Float64Array = weightAt(problem, nodes),
  stiffness: SparseSymmetric = stiffnessAt(problem, nodes),
): Float64Array {
  const forces = multiplySymmetric(stiffness, displacement);
  const { stuck } = problem.body;
  return Float64Array.from({ length: 3 * stuck.length }, (_, i) => {
    const at = 3 * stuck[Math.floor(i / 3)] + (i % 3);
    return forces[at] - weight[at];
  });
}

/** A shape turned by half a turn about the x axis and put down on the mean height of `base`. */
export function turnedOver(nodes: ArrayLike<number>, base: Int32Array): Float64Array<ArrayBuffer> {
  const turned = Float64Array.from({ length: nodes.length }, (_, i) => (i % 3 === 0 ? nodes[i] : -nodes[i]));
  let mean = 0;
  for (const node of base) mean += turned[3 * node + 2] / base.length;
  for (let at = 2; at < turned.length; at += 3) turned[at] -= mean;
  return turned;
}

/** Height, widths and volume of an upright body, as one would measure them. */
export interface Measures {
  /** Mean height of the top nodes above that of the base, m. */
  readonly height: number;
  /** Twice the largest distance of a node of the base from their mean, across, m. */
  readonly baseDiameter: number;
  /** The same of the top. */
  readonly topDiameter: number;
  /** m^3. */
  readonly volume: number;
}

/** Height, diameters and volume of a body between its base and its top. */
export function measures(mesh: TetMesh, base: Int32Array, top: Int32Array): Measures {
  const mean = (list: Int32Array, axis: number): number => list.reduce((sum, node) => sum + mesh.nodes[3 * node + axis], 0) / list.length;
  const diameter = (list: Int32Array): number => {
    const x = mean(list, 0);
    const y = mean(list, 1);
    let most = 0;
    for (const node of list) {
      const dx = mesh.nodes[3 * node] - x;
      const dy = mesh.nodes[3 * node + 1] - y;
      most = Math.max(most, dx * dx + dy * dy);
    }
    return 2 * Math.sqrt(most);
  };
  return { height: mean(top, 2) - mean(base, 2), baseDiameter: diameter(base), topDiameter: diameter(top), volume: meshVolume(mesh) };
}
