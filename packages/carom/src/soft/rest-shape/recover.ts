/**
 * The shape of a soft body without gravity, from its shape under gravity.
 *
 * Newton (default) on R(Delta) = K(P) Delta - G(P) = 0, P = P~ - Delta: (K - A) d = -R with the exact derivative of problem.ts, by GMRES with a factorisation of the
 * stiffness as preconditioner (the preconditioned matrix is I minus the Jacobian of beta, whose eigenvalues are few and small). Steps are halved until no element is turned over and the residual falls.
 * Where it fails from the start, gravity is raised in parts.
 *
 * Fixed point (the source's): Delta <- (1 - r) Delta + r K(P)^-1 G, r given, or automatic: from 1 on, halved where steps grow twice in a row or an element is turned over, going back to the last good shape.
 *
 * Both end when |beta(Delta) - Delta| in the 2-norm over all nodes is below the tolerance.
 *
 * Letters: r relaxation, beta image.  Source: 000 section 6.3, Algorithm 9, (6.16), (6.23), (6.61); Newton: own.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { norm2 } from "../../math/sparse/conjugate-gradients.js";
import { gmres } from "../../math/sparse/gmres.js";
import { elasticForces, invertedElement, onAllNodes, onFree, restNodes, type SagProblem, shapeDerivative, weightAt } from "./problem.js";
import { type StiffnessSolver, stiffnessSolver } from "./stiffness-solver.js";

export type RestShapeStatus = "converged" | "diverged" | "inverted-element" | "maximum-iterations";

export interface RestShapeStep {
  /** Share of gravity that acts; below 1 while it is raised in parts. */
  readonly load: number;
  /** Of the displacement after the step, 2-norm over all nodes, m. */
  readonly norm: number;
  /** |beta - Delta| before the step, m. */
  readonly residual: number;
  /** Length of the step, m. */
  readonly step: number;
  /** Factor on the step. */
  readonly relaxation: number;
  /** Fixed point: how much the iteration stretches the last step, |J x| / |x| with the Jacobian before it (000 (6.61)); from the second step on. */
  readonly stretch?: number;
}

export interface RecoverOptions {
  /** Default `newton`. */
  readonly method?: "newton" | "fixed-point";
  /** Of the fixed point, in (0, 1], or `automatic` (default). */
  readonly relaxation?: number | "automatic";
  /** Of |beta - Delta|, m. Default: 1e-13 of the extent of the body, times the square root of the number of nodes. */
  readonly tolerance?: number;
  /** Default 25 for Newton (per part of gravity), 500 for the fixed point. */
  readonly maximumIterations?: number;
  /** Called after every step; gives up where it returns false. */
  readonly progress?: (step: RestShapeStep, displacement: Float64Array) => boolean | undefined;
}

export interface Recovered {
  readonly status: RestShapeStatus;
  readonly method: "newton" | "fixed-point";
  /** Of the free unknowns, observed minus rest, m. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /** |beta - Delta| at the end, m. */
  readonly residual: number;
  readonly tolerance: number;
  /** Steps of Newton, or evaluations of beta. */
  readonly iterations: number;
  /** Share of gravity up to which it converged. */
  readonly load: number;
  readonly factorisations: number;
  readonly history: readonly RestShapeStep[];
}

export function checkRecoverOptions({ relaxation, tolerance, maximumIterations }: RecoverOptions): void {
  if (typeof relaxation === "number" && !(relaxation > 0 && relaxation <= 1))
    throw new InvalidInputError("relaxation", relaxation, "is not above 0 and at most 1");
  if (tolerance !== undefined && !(Number.isFinite(tolerance) && tolerance > 0))
    throw new InvalidInputError("tolerance", tolerance, "is not a finite number above 0");
  if (maximumIterations !== undefined && !(Number.isInteger(maximumIterations) && maximumIterations > 0))
    throw new InvalidInputError("maximumIterations", maximumIterations, "is not a whole number above 0");
}

export function recoverRestShape(problem: SagProblem, options: RecoverOptions = {}): Recovered {
  checkRecoverOptions(options);
  const tolerance = options.tolerance ?? 1e-13 * problem.extent * Math.sqrt(problem.free.length / 3);
  const solver = stiffnessSolver(problem, problem.body.mesh.nodes);
  return options.method === "fixed-point" ? fixedPoint(problem, solver, tolerance, options) : ramped(problem, solver, tolerance, options);
}

/** Norm of the displacement beyond which an iteration has lost the body: ten times its size at every node. */
const lost = (problem: SagProblem): number => 10 * problem.extent * Math.sqrt(problem.free.length / 3);

function fixedPoint(problem: SagProblem, solver: StiffnessSolver, tolerance: number, options: RecoverOptions): Recovered {
  const { relaxation: wanted = "automatic", maximumIterations = 500, progress } = options;
  const automatic = wanted === "automatic";
  const history: RestShapeStep[] = [];
  let relaxation = automatic ? 1 : wanted;
  let delta = new Float64Array(problem.free.length);
  let nodes = restNodes(problem, delta);
  // Where to go back to when steps were too long.
  let best = { delta, residual: Infinity };
  let residual = Infinity;
  let previousStep = 0;
  let grown = 0;
  let before: { readonly nodes: Float64Array; readonly image: Float64Array; readonly step: Float64Array } | undefined;

  const finish = (status: RestShapeStatus): Recovered => ({
    status,
    method: "fixed-point",
    displacement: delta,
    residual,
    tolerance,
    iterations: history.length,
    load: status === "converged" ? 1 : 0,
    factorisations: solver.factorisations(),
    history,
  });

  while (history.length < maximumIterations) {
    const stretch = before === undefined ? undefined : stretchOf(problem, solver, before, relaxation);
    solver.reshape(nodes);
    const image = solver.solve(onFree(problem, weightAt(problem, nodes)));
    const change = image.map((value, i) => value - delta[i]);
    residual = norm2(change);
    if (residual < best.residual) best = { delta, residual };
    const next = delta.map((value, i) => value + relaxation * change[i]);
    const nextNodes = restNodes(problem, next);
    const inverted = invertedElement(problem, nextNodes) >= 0;
    const length = relaxation * residual;
    history.push({ load: 1, norm: norm2(next), residual, step: length, relaxation, ...(stretch === undefined ? {} : { stretch }) });
    grown = length > previousStep && history.length > 1 ? grown + 1 : 0;
    previousStep = length;
    if (automatic && (inverted || grown >= 2) && residual >= tolerance) {
      if (relaxation <= LEAST_RELAXATION) return finish(inverted ? "inverted-element" : "diverged");
      relaxation /= 2;
      grown = 0;
      delta = best.delta;
      nodes = restNodes(problem, delta);
      before = undefined;
      continue;
    }
    if (inverted) return finish("inverted-element");
    before = { nodes, image, step: next.map((value, i) => value - delta[i]) };
    delta = next;
    nodes = nextNodes;
    if (progress?.(history[history.length - 1], delta) === false) throw new SolverError("stopped", { iterations: history.length });
    if (residual < tolerance) {
      // Of the shape that is returned, not of the one before the last step.
      solver.reshape(nodes);
      const last = solver.solve(onFree(problem, weightAt(problem, nodes)));
      residual = norm2(last.map((value, i) => value - delta[i]));
      return finish("converged");
    }
    if (!(norm2(delta) < lost(problem))) return finish("diverged");
  }
  return finish("maximum-iterations");
}

const LEAST_RELAXATION = 1 / 64;

/** |J x| / |x| for the last step x, J = (1 - r) I + r K^-1 A at the shape before it; the solver still stands at that shape. */
function stretchOf(
  problem: SagProblem,
  solver: StiffnessSolver,
  { nodes, image, step }: { readonly nodes: Float64Array; readonly image: Float64Array; readonly step: Float64Array },
  relaxation: number,
): number {
  const out = new Float64Array(problem.body.mesh.nodes.length);
  shapeDerivative(problem, nodes, onAllNodes(problem, image), onAllNodes(problem, step), out);
  const mapped = solver.solve(onFree(problem, out));
  for (let i = 0; i < mapped.length; i += 1) mapped[i] = (1 - relaxation) * step[i] + relaxation * mapped[i];
  const length = norm2(Float64Array.from(step));
  return length > 0 ? norm2(mapped) / length : 0;
}

/** Smallest part of gravity that is added at once. */
const LEAST_PART = 1 / 16;

function ramped(problem: SagProblem, solver: StiffnessSolver, tolerance: number, options: RecoverOptions): Recovered {
  const history: RestShapeStep[] = [];
  const { gravity } = problem.body;
  const at = (load: number): SagProblem => ({ ...problem, body: { ...problem.body, gravity: load * gravity } });
  const attempt = (load: number, start: Float64Array<ArrayBuffer>): NewtonEnd =>
    newton(at(load), solver, start, load, tolerance, options, history);

  let reached = 0;
  let part = 1;
  let good = new Float64Array(problem.free.length);
  let end: NewtonEnd | undefined;
  while (reached < 1 && part >= LEAST_PART) {
    const load = Math.min(1, reached + part);
    // Displacements grow about in proportion to the load.
    const start = reached === 0 ? good.slice() : good.map((value) => (value * load) / reached);
    end = attempt(load, start);
    if (end.status === "converged") {
      reached = load;
      good = end.displacement;
      part *= 1.5;
    } else part = Math.min(part / 2, (load - reached) / 2);
  }
  const isDone = reached === 1 && end !== undefined;
  return {
    status: isDone ? "converged" : (end?.status ?? "diverged"),
    method: "newton",
    displacement: good,
    residual: end?.residual ?? Infinity,
    tolerance,
    iterations: history.length,
    load: reached,
    factorisations: solver.factorisations(),
    history,
  };
}

interface NewtonEnd {
  readonly status: RestShapeStatus;
  readonly displacement: Float64Array<ArrayBuffer>;
  readonly residual: number;
}

/** Residual, as a share of the extent, that is as good as zero when rounding lets it fall no further. */
const ROUNDING = 1e-10;
/** Relative residual to which each system is solved: the next Newton step corrects the rest. */
const LINEAR_TOLERANCE = 1e-7;
/** Relative residual above which a system counts as not solved. */
const HARDLY_SOLVED = 1e-2;
/** Steps of GMRES after which the factorisation is taken to be too far away. */
const MANY_STEPS = 60;

function newton(
  problem: SagProblem,
  solver: StiffnessSolver,
  start: Float64Array<ArrayBuffer>,
  load: number,
  tolerance: number,
  { maximumIterations = 25, progress }: RecoverOptions,
  history: RestShapeStep[],
): NewtonEnd {
  const size = problem.free.length;
  const all = new Float64Array(problem.body.mesh.nodes.length);
  const more = new Float64Array(all.length);
  const measured = new Float64Array(size);
  let delta = start;
  let nodes = restNodes(problem, delta);
  if (invertedElement(problem, nodes) >= 0) return { status: "inverted-element", displacement: delta, residual: Infinity };

  const residualAt = (shape: Float64Array, at: Float64Array): Float64Array<ArrayBuffer> => {
    elasticForces(problem, shape, onAllNodes(problem, at), all);
    const weight = weightAt(problem, shape);
    for (let i = 0; i < all.length; i += 1) all[i] -= weight[i];
    return onFree(problem, all);
  };
  const measure = (force: Float64Array<ArrayBuffer>): number => {
    solver.nearby(force, measured);
    return norm2(measured);
  };

  let force = residualAt(nodes, delta);
  let residual = measure(force);
  let cut = 0;
  for (let iteration = 0; iteration < maximumIterations; iteration += 1) {
    if (residual < tolerance) return { status: "converged", displacement: delta, residual };
    const here = onAllNodes(problem, delta);
    const shape = nodes;
    const tangent = (x: Float64Array<ArrayBuffer>, out: Float64Array<ArrayBuffer>): void => {
      const along = onAllNodes(problem, x);
      elasticForces(problem, shape, along, all);
      shapeDerivative(problem, shape, here, along, more);
      for (let i = 0; i < all.length; i += 1) all[i] -= more[i];
      onFree(problem, all, out);
    };
    let solved = gmres(tangent, force, {
      preconditioner: solver.nearby,
      tolerance: LINEAR_TOLERANCE,
      maximumIterations: MANY_STEPS,
      restart: MANY_STEPS,
    });
    if (!solved.converged) {
      solver.reshape(nodes);
      solver.refactor();
      residual = measure(force);
      solved = gmres(tangent, force, { preconditioner: solver.nearby, tolerance: LINEAR_TOLERANCE, maximumIterations: 2 * MANY_STEPS });
      // With the exact stiffness as preconditioner only a tangent without an inverse does not yield: the load is the most that can be carried.
      if (!solved.converged && solved.residual > HARDLY_SOLVED) return { status: "diverged", displacement: delta, residual };
    }

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
      const trialForce = residualAt(trialNodes, trial);
      nextResidual = measure(trialForce);
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
    if (cut >= MOST_CUT) return { status: inverted ? "inverted-element" : "diverged", displacement: delta, residual };
    const step: RestShapeStep = { load, norm: norm2(next), residual, step: factor * norm2(solved.x), relaxation: factor };
    history.push(step);
    delta = next;
    force = nextForce;
    residual = nextResidual;
    if (progress?.(step, delta) === false) throw new SolverError("stopped", { iterations: history.length });
  }
  return { status: "maximum-iterations", displacement: delta, residual };
}

const LEAST_FACTOR = 1 / 256;
/** Steps that had to be cut to an eighth, one after the other, after which nothing is to be hoped for. */
const CUT = 1 / 8;
const MOST_CUT = 3;
