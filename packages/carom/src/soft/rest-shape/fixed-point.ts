/**
 * The source's iteration for the shape without gravity: Delta <- (1 - r) Delta + r K(P)^-1 G.
 *
 * The relaxation r is given, or automatic: from 1 on, halved where steps grow twice in a row or an element is turned over, going back to
 * the last good shape.
 *
 * Letters: r relaxation, Delta displacement.  Source: 000 Algorithm 9, (6.23), (6.61).
 */
import { SolverError } from "../../errors.js";
import { norm2 } from "../../math/sparse/conjugate-gradients.js";
import { shapeDerivative } from "./forces.js";
import { invertedElement, onAllNodes, onFree, restNodes, type SagProblem, weightAt } from "./problem.js";
import type { Recovered, RecoverOptions, RestShapeStatus, RestShapeStep } from "./recover.js";
import type { StiffnessSolver } from "./stiffness-solver.js";

/** Norm of the displacement beyond which an iteration has lost the body: ten times its size at every node. */
const lost = (problem: SagProblem): number => 10 * problem.extent * Math.sqrt(problem.free.length / 3);

export function fixedPoint(problem: SagProblem, solver: StiffnessSolver, tolerance: number, options: RecoverOptions): Recovered {
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
    turnsBack: false,
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
