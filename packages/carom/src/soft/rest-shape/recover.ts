/**
 * The shape of a soft body without gravity, from its shape under gravity.
 *
 * Newton's method (default) finds it in a few steps, or, where it fails from the start, at the end of the path of shapes under a growing
 * share of gravity; that path also tells how much of gravity a body can carry that is too soft for the whole. The source's fixed-point
 * iteration is there to compare. Both end when |beta(Delta) - Delta| in the 2-norm over all nodes is below the tolerance.
 *
 * Letters: Delta displacement, beta image.  Source: 000 section 6.3, Algorithm 9, (6.16), (6.23); Newton: own.
 */
import { InvalidInputError } from "../../errors.js";
import { norm2 } from "../../math/sparse/conjugate-gradients.js";
import { fixedPoint } from "./fixed-point.js";
import { outOfBalance } from "./forces.js";
import { followLoad, type LoadPathEnd } from "./load-path.js";
import { newton } from "./newton.js";
import { restNodes, type SagProblem } from "./problem.js";
import { type LinearSolver, type StiffnessSolver, stiffnessSolver } from "./stiffness-solver.js";

/** How the search for a rest shape ended. */
export type RestShapeStatus = "converged" | "diverged" | "inverted-element" | "maximum-iterations";

/** One step of the search. */
export interface RestShapeStep {
  /** Share of gravity that acts; below 1 where shapes are followed under a growing share. */
  readonly load: number;
  /** Of the displacement after the step, 2-norm over all nodes, m. */
  readonly norm: number;
  /** |beta - Delta| before the step, m. */
  readonly residual: number;
  /** Length of the step, m. */
  readonly step: number;
  /** Factor on the step. */
  readonly relaxation: number;
  /**
   * Fixed point: how much the iteration stretches the last step, |J x| / |x| with the Jacobian before it (000 (6.61)); from the second step
   * on.
   */
  readonly stretch?: number;
}

/** How a rest shape is sought. */
export interface RecoverOptions {
  /** Default `newton`. */
  readonly method?: "newton" | "fixed-point";
  /** Of the fixed point, in (0, 1], or `automatic` (default). */
  readonly relaxation?: number | "automatic";
  /** Of |beta - Delta|, m. Default: 1e-13 of the extent of the body, times the square root of the number of nodes. */
  readonly tolerance?: number;
  /**
   * Default 25 for Newton, 500 for the fixed point. Newton's count is that of the attempt at full gravity; where it fails, gravity is
   * raised in as many parts as it takes.
   */
  readonly maximumIterations?: number;
  /** Default `factorisation`. */
  readonly linearSolver?: LinearSolver;
  /** Called after every step; gives up where it returns false. */
  readonly progress?: (step: RestShapeStep, displacement: Float64Array) => boolean | undefined;
}

/** A rest shape, or how far the search came. */
export interface Recovered {
  /** How the search ended. */
  readonly status: RestShapeStatus;
  /** How it was done. */
  readonly method: "newton" | "fixed-point";
  /** Of the free unknowns, observed minus rest, m. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /** |beta - Delta| of that displacement under full gravity, m. */
  readonly residual: number;
  /** That the residual had to reach, m. */
  readonly tolerance: number;
  /** Steps of Newton, or evaluations of beta. */
  readonly iterations: number;
  /**
   * Share of gravity under which the displacement was found: 1 where it converged; the largest that Newton's method reached, 0 for a fixed
   * point, where it did not.
   */
  readonly load: number;
  /** Whether the shapes under a growing share of gravity were seen to turn back at `load`: more gravity they cannot carry. */
  readonly turnsBack: boolean;
  /** Of the stiffness. */
  readonly factorisations: number;
  /** Its steps. */
  readonly history: readonly RestShapeStep[];
}

export function checkRecoverOptions({ relaxation, tolerance, maximumIterations, linearSolver }: RecoverOptions): void {
  if (linearSolver !== undefined && linearSolver !== "factorisation" && linearSolver !== "conjugate-gradients")
    throw new InvalidInputError("linearSolver", linearSolver, "is neither factorisation nor conjugate-gradients");
  if (typeof relaxation === "number" && !(relaxation > 0 && relaxation <= 1))
    throw new InvalidInputError("relaxation", relaxation, "is not above 0 and at most 1");
  if (tolerance !== undefined && !(Number.isFinite(tolerance) && tolerance > 0))
    throw new InvalidInputError("tolerance", tolerance, "is not a finite number above 0");
  if (maximumIterations !== undefined && !(Number.isInteger(maximumIterations) && maximumIterations > 0))
    throw new InvalidInputError("maximumIterations", maximumIterations, "is not a whole number above 0");
}

/** Finds the shape of a body without gravity from the one with it. */
export function recoverRestShape(problem: SagProblem, options: RecoverOptions = {}): Recovered {
  checkRecoverOptions(options);
  const tolerance = options.tolerance ?? 1e-13 * problem.extent * Math.sqrt(problem.free.length / 3);
  const solver = stiffnessSolver(problem, problem.body.mesh.nodes, options.linearSolver);
  return options.method === "fixed-point" ? fixedPoint(problem, solver, tolerance, options) : byNewton(problem, solver, tolerance, options);
}

function byNewton(problem: SagProblem, solver: StiffnessSolver, tolerance: number, options: RecoverOptions): Recovered {
  const history: RestShapeStep[] = [];
  const direct = newton(problem, solver, new Float64Array(problem.free.length), tolerance, options, history);
  const end: LoadPathEnd =
    direct.status === "converged" ? { ...direct, load: 1, turnsBack: false } : followLoad(problem, solver, tolerance, options, history);
  const { status, displacement, residual = residualOf(problem, solver, displacement), load, turnsBack } = end;
  return {
    status,
    method: "newton",
    displacement,
    residual,
    tolerance,
    iterations: history.length,
    load,
    turnsBack,
    factorisations: solver.factorisations(),
    history,
  };
}

function residualOf(problem: SagProblem, solver: StiffnessSolver, displacement: Float64Array): number {
  const nodes = restNodes(problem, displacement);
  solver.reshape(nodes);
  return norm2(solver.solve(outOfBalance(problem, nodes, displacement)));
}
