/**
 * Newton's method on R(Delta) = K(P) Delta - G(P) = 0 at one share of gravity: (K - A) d = -R with the exact derivative of forces.ts.
 *
 * The systems are solved by GMRES with a factorisation of the stiffness as preconditioner (the preconditioned matrix is I minus the
 * Jacobian of beta, whose eigenvalues are few and small). Steps are halved until no element is turned over and the residual falls.
 */
import { SolverError } from "../../errors.js";
import { type KrylovResult, type LinearMap, norm2 } from "../../math/sparse/conjugate-gradients.js";
import { gmres } from "../../math/sparse/gmres.js";
import { outOfBalance, tangentOf } from "./forces.js";
import { invertedElement, restNodes, type SagProblem } from "./problem.js";
import type { RecoverOptions, RestShapeStatus, RestShapeStep } from "./recover.js";
import type { StiffnessSolver } from "./stiffness-solver.js";

export interface NewtonEnd {
  readonly status: RestShapeStatus;
  readonly displacement: Float64Array<ArrayBuffer>;
  /** |beta - Delta|, m. */
  readonly residual: number;
}

/** Residual, as a share of the extent, that is as good as zero when rounding lets it fall no further. */
const ROUNDING = 1e-10;
/** Relative residual above which a system counts as not solved. */
export const HARDLY_SOLVED = 1e-2;
const LEAST_FACTOR = 1 / 256;
/** Steps that had to be cut to an eighth, one after the other, after which nothing is to be hoped for. */
const CUT = 1 / 8;
const MOST_CUT = 3;

/** The problem under a share of its gravity. */
export function underLoad(problem: SagProblem, load: number): SagProblem {
  return { ...problem, body: { ...problem.body, gravity: load * problem.body.gravity } };
}

/** |K^-1 R|, which is |beta - Delta|, with the factorisation at hand. */
export function distanceFromFixedPoint(solver: StiffnessSolver, force: Float64Array<ArrayBuffer>): number {
  const out = new Float64Array(force.length);
  solver.nearby(force, out);
  return norm2(out);
}

export function newton(
  problem: SagProblem,
  solver: StiffnessSolver,
  start: Float64Array<ArrayBuffer>,
  tolerance: number,
  { maximumIterations = 25, progress }: RecoverOptions,
  history: RestShapeStep[],
): NewtonEnd {
  let delta = start;
  let nodes = restNodes(problem, delta);
  if (invertedElement(problem, nodes) >= 0) return { status: "inverted-element", displacement: delta, residual: Infinity };

  let force = outOfBalance(problem, nodes, delta);
  let residual = distanceFromFixedPoint(solver, force);
  let cut = 0;
  for (let iteration = 0; iteration < maximumIterations; iteration += 1) {
    if (residual < tolerance) return { status: "converged", displacement: delta, residual };
    const { solved, isRefactored } = solveNear(solver, nodes, tangentOf(problem, nodes, delta), solver.nearby, force);
    if (isRefactored) residual = distanceFromFixedPoint(solver, force);
    // With the exact stiffness as preconditioner only a tangent without an inverse does not yield: the load is the most that can be
    // carried.
    if (!solved.converged && solved.residual > HARDLY_SOLVED) return { status: "diverged", displacement: delta, residual };

    let factor = 1;
    let nextResidual = Infinity;
    let next = delta;
    let nextForce = force;
    let inverted = false;
    for (; factor >= LEAST_FACTOR; factor /= 2) {
      const trial = delta.map((value, i) => value - factor * solved.x[i]);
      const trialNodes = restNodes(problem, trial);
      inverted = invertedElement(problem, trialNodes) >= 0;
      if (inverted) continue;
      const trialForce = outOfBalance(problem, trialNodes, trial);
      nextResidual = distanceFromFixedPoint(solver, trialForce);
      if (nextResidual < (1 - 0.1 * factor) * residual) {
        next = trial;
        nextForce = trialForce;
        nodes = trialNodes;
        break;
      }
    }
    if (next === delta) {
      if (residual < ROUNDING * problem.extent) return { status: "converged", displacement: delta, residual };
      return { status: inverted ? "inverted-element" : "diverged", displacement: delta, residual };
    }
    cut = factor <= CUT ? cut + 1 : 0;
    if (cut >= MOST_CUT) return { status: "diverged", displacement: delta, residual };
    const step: RestShapeStep = { load: 1, norm: norm2(next), residual, step: factor * norm2(solved.x), relaxation: factor };
    history.push(step);
    delta = next;
    force = nextForce;
    residual = nextResidual;
    if (progress?.(step, delta) === false) throw new SolverError("stopped", { iterations: history.length });
  }
  return { status: residual < tolerance ? "converged" : "maximum-iterations", displacement: delta, residual };
}

/** Relative residual to which each system is solved: the next Newton step corrects the rest. */
const LINEAR_TOLERANCE = 1e-7;
/** Steps of GMRES after which the factorisation is taken to be too far away. */
const MANY_STEPS = 60;

/**
 * Solves a system whose preconditioner is built on the factorisation at hand, or, where that is too far away, on one of the shape `nodes`.
 */
export function solveNear(
  solver: StiffnessSolver,
  nodes: Float64Array,
  tangent: LinearMap,
  preconditioner: LinearMap,
  rightSide: Float64Array,
): { readonly solved: KrylovResult; readonly isRefactored: boolean } {
  const shared = { preconditioner, tolerance: LINEAR_TOLERANCE };
  const solved = gmres(tangent, rightSide, { ...shared, maximumIterations: MANY_STEPS, restart: MANY_STEPS });
  if (solved.converged) return { solved, isRefactored: false };
  solver.reshape(nodes);
  solver.refactor();
  return { solved: gmres(tangent, rightSide, { ...shared, maximumIterations: 2 * MANY_STEPS }), isRefactored: true };
}
