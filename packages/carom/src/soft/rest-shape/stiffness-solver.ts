/**
 * Solving with the stiffness of one shape after another.
 *
 * The shapes of an iteration differ by a few per cent, so that the factorisation of one is an excellent preconditioner for the next:
 * conjugate gradients then need some ten steps, which for large meshes is much cheaper than a new factorisation. A new one is made where
 * the mesh is small, or where the old one is no longer close. Or the mesh is never factorised, and conjugate gradients do everything, with
 * groups of nodes that move as rigid bodies as preconditioner: for one load on a large mesh that takes the least time and memory.
 */
import { SolverError } from "../../errors.js";
import { conjugateGradients, type LinearMap } from "../../math/sparse/conjugate-gradients.js";
import { factorLdlNumeric, type LdlFactor, solveLdl } from "../../math/sparse/ldl.js";
import { rigidAggregates } from "../../math/sparse/rigid-aggregates.js";
import { type LdlSymbolic, ldlSymbolic } from "../../math/sparse/symbolic.js";
import { multiplySymmetric, type SparseSymmetric } from "../../math/sparse/symmetric.js";
import { twoLevelPreconditioner } from "../../math/sparse/two-level.js";
import { freeStiffnessAt, type SagProblem } from "./problem.js";

/** How systems with the stiffness are solved. Conjugate gradients need no memory beyond the matrix, and more time. */
export type LinearSolver = "factorisation" | "conjugate-gradients";

export interface StiffnessSolver {
  /** Takes another shape. */
  reshape(nodes: Float64Array): void;
  /** K^-1 b on the present shape, to rounding. */
  solve(rightSide: Float64Array): Float64Array<ArrayBuffer>;
  /** K^-1 b on a shape near the present one. */
  readonly nearby: LinearMap;
  /** Factorises the present shape, if that is not done. */
  refactor(): void;
  /** Factorisations made. */
  readonly factorisations: () => number;
}

/** Up to this many unknowns a factorisation takes a tenth of a second. */
const FEW_UNKNOWNS = 3000;
/** Steps of conjugate gradients that cost as much as a factorisation. */
const MANY_STEPS = 30;

/** `stiffness`: of the free unknowns on the shape `nodes`, where it is known. */
export function stiffnessSolver(
  problem: SagProblem,
  nodes: Float64Array,
  kind: LinearSolver = "factorisation",
  stiffness: SparseSymmetric = freeStiffnessAt(problem, nodes),
): StiffnessSolver {
  return kind === "factorisation" ? byFactorisation(problem, stiffness) : byConjugateGradients(problem, stiffness);
}

function byFactorisation(problem: SagProblem, stiffness: SparseSymmetric): StiffnessSolver {
  let matrix = stiffness;
  const symbolic: LdlSymbolic = ldlSymbolic(matrix, { block: 3, coordinates: problem.places });
  let factor: LdlFactor = factorLdlNumeric(matrix, symbolic);
  let isExact = true;
  let count = 1;

  const refactor = (): void => {
    if (isExact) return;
    factor = factorLdlNumeric(matrix, symbolic);
    isExact = true;
    count += 1;
  };
  const nearby: LinearMap = (x, out) => void solveLdl(factor, x, out);
  return {
    reshape(next) {
      matrix = freeStiffnessAt(problem, next);
      isExact = false;
      if (matrix.size <= FEW_UNKNOWNS) refactor();
    },
    solve(rightSide) {
      if (!isExact) {
        const found = conjugateGradients((x, out) => void multiplySymmetric(matrix, x, out), rightSide, {
          preconditioner: nearby,
          maximumIterations: MANY_STEPS,
        });
        if (found.converged) return found.x;
        refactor();
      }
      return refined(matrix, factor, rightSide);
    },
    nearby,
    refactor,
    factorisations: () => count,
  };
}

/** Relative residual of a solution that serves as preconditioner: far below that to which the outer systems are solved. */
const NEARLY_EXACT = 1e-10;
/** Some ten times what meshes of a hundred thousand nodes need. */
const MOST_STEPS = 50_000;

/** The mesh is not factorised: each solution takes some ten to a hundred steps of two levels. */
function byConjugateGradients(problem: SagProblem, stiffness: SparseSymmetric): StiffnessSolver {
  let matrix = stiffness;
  const preconditionerOf = (): LinearMap => twoLevelPreconditioner(matrix, rigidAggregates(matrix, problem.places));
  let preconditioner = preconditionerOf();
  const solved = (rightSide: Float64Array, tolerance: number): Float64Array<ArrayBuffer> => {
    const found = conjugateGradients((x, out) => void multiplySymmetric(matrix, x, out), rightSide, {
      preconditioner,
      tolerance,
      maximumIterations: MOST_STEPS,
    });
    if (!found.converged)
      throw new SolverError("conjugate gradients do not settle: use the factorisation", {
        steps: found.iterations,
        residual: found.residual,
      });
    return found.x;
  };
  return {
    reshape(next) {
      matrix = freeStiffnessAt(problem, next);
      preconditioner = preconditionerOf();
    },
    solve: (rightSide) => solved(rightSide, 1e-15),
    nearby: (x, out) => out.set(solved(x, NEARLY_EXACT)),
    refactor: () => {},
    factorisations: () => 0,
  };
}

/** One step of refinement: the error of a factorisation without pivoting goes to rounding. */
function refined(matrix: SparseSymmetric, factor: LdlFactor, rightSide: Float64Array): Float64Array<ArrayBuffer> {
  const x = solveLdl(factor, rightSide);
  const residual = multiplySymmetric(matrix, x);
  for (let i = 0; i < residual.length; i += 1) residual[i] = rightSide[i] - residual[i];
  solveLdl(factor, residual, residual);
  for (let i = 0; i < x.length; i += 1) x[i] += residual[i];
  return x;
}
