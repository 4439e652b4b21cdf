/**
 * Linear elasticity on quadratic tetrahedra, one load: conjugate gradients with the linear tetrahedra on the same corners as coarse level.
 *
 * Only the stiffness of the corners is factorised, an eighth of the unknowns. It also tells how far linear tetrahedra are from the truth:
 * most of their error is what quadratic ones on the same mesh gain.
 */
import { SolverError } from "../../errors.js";
import { conjugateGradients, dot } from "../../math/sparse/conjugate-gradients.js";
import { factorLdl, solveLdl } from "../../math/sparse/ldl.js";
import { multiplySymmetric, submatrix, submatrixInPlace } from "../../math/sparse/symmetric.js";
import { type CoarseLevel, twoLevelPreconditioner } from "../../math/sparse/two-level.js";
import { EDGE_MIDDLES } from "../mesh/mesh.js";
import { assemble, solidPattern } from "./assemble.js";
import { type ElasticResponse, elasticResponse } from "./elasticity.js";
import type { SoftMaterial } from "./material.js";
import { assertQuadratic, type Solid } from "./solid.js";
import { stiffnessMatrix } from "./stiffness.js";

/** Corners that are held, and the nodes on edges between two of them, ascending. */
export function heldNodes({ elements, perElement, nodes }: Solid, corners: ArrayLike<number>): Int32Array {
  const isHeld = new Uint8Array(nodes.length / 3);
  for (let i = 0; i < corners.length; i += 1) isHeld[corners[i]] = 1;
  if (perElement === 10)
    for (let first = 0; first < elements.length; first += 10)
      for (let edge = 0; edge < 6; edge += 1) {
        const [a, b] = EDGE_MIDDLES[edge];
        if (isHeld[elements[first + a]] === 1 && isHeld[elements[first + b]] === 1) isHeld[elements[first + 4 + edge]] = 1;
      }
  return Int32Array.from(isHeld.keys()).filter((node) => isHeld[node] === 1);
}

/** The two ends of each node on an edge, by its place behind the corners. */
export function edgeEnds({ elements, nodes, corners }: Solid): Int32Array {
  const ends = new Int32Array(2 * (nodes.length / 3 - corners));
  for (let first = 0; first < elements.length; first += 10)
    for (let edge = 0; edge < 6; edge += 1) {
      const at = 2 * (elements[first + 4 + edge] - corners);
      const [a, b] = EDGE_MIDDLES[edge];
      ends[at] = elements[first + a];
      ends[at + 1] = elements[first + b];
    }
  return ends;
}

/** Rows of nodes that are not held, ascending. */
export function freeRows(nodes: number, held: ArrayLike<number>): Int32Array {
  const isHeld = new Uint8Array(nodes);
  for (let i = 0; i < held.length; i += 1) isHeld[held[i]] = 1;
  const free = new Int32Array(3 * nodes);
  let count = 0;
  for (let row = 0; row < free.length; row += 1) if (isHeld[(row - (row % 3)) / 3] === 0) free[count++] = row;
  return free.slice(0, count);
}

/** A displacement from which a solution is sought, which also says where held nodes are, and the law that is linearised there. */
export interface QuadraticStart {
  /** See elasticResponse(). */
  readonly response: ElasticResponse;
  /** Of all nodes, m. */
  readonly displacement: ArrayLike<number>;
  /** Displacement of all corners under forces on them by about the linear elements, held ones still. Default: they are factorised. */
  readonly corners?: (load: Float64Array<ArrayBuffer>) => Float64Array;
}

/** A solution on quadratic elements. */
export interface QuadraticSolution {
  /** Of all nodes, m; from a start: what is added to it. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /** Work of the load on it, J; from a start: of what the start leaves out of balance, twice the energy that it has too much. */
  readonly work: number;
  /** The same on the linear elements of the corners, J. */
  readonly linearWork: number;
  /** Of conjugate gradients. */
  readonly iterations: number;
}

/**
 * Displacement of all nodes of a quadratic solid under a load, corners held, by linear elasticity; or from a start, one step of Newton's
 * method by any law.
 */
export function quadraticSolution(
  solid: Solid,
  material: SoftMaterial,
  load: ArrayLike<number>,
  heldCorners: ArrayLike<number>,
  tolerance = 1e-9,
  start?: QuadraticStart,
): QuadraticSolution {
  assertQuadratic(solid);
  const count = solid.nodes.length / 3;
  const free = freeRows(count, heldNodes(solid, heldCorners));
  const still = new Float64Array(3 * count);
  const { response, displacement: from } = start ?? { response: elasticResponse("linear", material), displacement: still };
  const { tangent, force } = assemble(solid, response, from, solidPattern(solid));
  if (tangent === undefined) throw new SolverError("no stiffness", {});
  const matrix = submatrixInPlace(tangent, free);
  const coarse = cornersBelow(solid, free, heldCorners, start?.corners ?? cornerSolver(solid, material, heldCorners));
  const right = new Float64Array(free.length);
  for (let i = 0; i < free.length; i += 1) right[i] = load[free[i]] - force[free[i]];
  const { x, iterations, converged } = conjugateGradients((of, out) => void multiplySymmetric(matrix, of, out), right, {
    preconditioner: twoLevelPreconditioner(matrix, coarse),
    tolerance,
    maximumIterations: 2000,
  });
  if (!converged) throw new SolverError("conjugate gradients do not settle on quadratic elements", { iterations });
  const displacement = still;
  for (let i = 0; i < free.length; i += 1) displacement[free[i]] = x[i];
  const below = coarse.restrict(right);
  return { displacement, work: dot(right, x), linearWork: dot(below, coarse.solve(below)), iterations };
}

/** The linear tetrahedra on the same corners, factorised. */
function cornerSolver({ corners, elements, nodes }: Solid, material: SoftMaterial, heldCorners: ArrayLike<number>) {
  const tetrahedra = new Int32Array((elements.length / 10) * 4);
  for (let each = 0; each < elements.length / 10; each += 1) tetrahedra.set(elements.subarray(10 * each, 10 * each + 4), 4 * each);
  const places = nodes.slice(0, 3 * corners);
  const rows = freeRows(corners, heldCorners);
  const factor = factorLdl(submatrix(stiffnessMatrix({ nodes: places, tetrahedra }, material), rows), {
    block: 3,
    coordinates: Float64Array.from(rows, (row) => places[row]),
  });
  // Room for all solutions: what each step of conjugate gradients would throw away stays in memory for long.
  const right = new Float64Array(rows.length);
  const all = new Float64Array(3 * corners);
  return (load: Float64Array): Float64Array => {
    for (let i = 0; i < rows.length; i += 1) right[i] = load[rows[i]];
    const found = solveLdl(factor, right, right);
    for (let i = 0; i < rows.length; i += 1) all[rows[i]] = found[i];
    return all;
  };
}

/** The linear tetrahedra as coarse level: a node on an edge moves by the mean of its ends. */
function cornersBelow(
  solid: Solid,
  free: Int32Array,
  heldCorners: ArrayLike<number>,
  solve: NonNullable<QuadraticStart["corners"]>,
): CoarseLevel {
  const { corners } = solid;
  const ends = edgeEnds(solid);
  const isHeld = new Uint8Array(corners);
  for (let i = 0; i < heldCorners.length; i += 1) isHeld[heldCorners[i]] = 1;
  /** Each fine unknown with the corner row or rows it hangs on. */
  const each = (visit: (fine: number, row: number, share: number) => void): void => {
    for (let i = 0; i < free.length; i += 1) {
      const axis = free[i] % 3;
      const node = (free[i] - axis) / 3;
      if (node < corners) visit(i, free[i], 1);
      else for (const end of [2 * (node - corners), 2 * (node - corners) + 1]) visit(i, 3 * ends[end] + axis, 0.5);
    }
  };
  const all = new Float64Array(3 * corners);
  return {
    restrict(fine) {
      all.fill(0);
      each((i, row, share) => {
        if (isHeld[(row - (row % 3)) / 3] === 0) all[row] += share * fine[i];
      });
      return all;
    },
    solve,
    prolong(coarse, fine) {
      each((i, row, share) => {
        fine[i] += share * coarse[row];
      });
    },
  };
}
