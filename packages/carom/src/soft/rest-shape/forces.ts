/**
 * The forces of a sagging body at a guess of its rest shape, and how they change with it.
 *
 * With X the gradient of a change x of Delta in an element, H that of a displacement b, sigma() the stress of a gradient, the derivative of
 * the forces of b under a change of the shape by dp = x is, at node a,
 *
 *     A x = V [tr(X) sigma(H) - sigma(H X) - sigma(H) X^T] g_a        (- dG)
 *
 * because d g_a = -X^T g_a, d V = V tr(X) and d H = -H X. The Jacobian of beta is K^-1 A with b = beta, that of R is K - A with b = Delta.
 *
 * Letters: P rest, Delta displacement, K stiffness, G weight, R out of balance.  Source: 000 (6.43)-(6.48); derivatives: own, checked by
 * differences.
 */
import type { LinearMap } from "../../math/sparse/conjugate-gradients.js";
import { displacementGradient, gradients, stressOf } from "../fem/element.js";
import { lameModuli } from "../fem/material.js";
import { onAllNodes, onFree, type SagProblem, weightAt } from "./problem.js";

/** What every sum over the elements starts from. The arrays are the same ones for every element. */
interface StressedElement {
  element: number;
  /** Of the rest shape, and the one that the model puts into the stiffness, m^3. */
  restVolume: number;
  volume: number;
  readonly gradient: Float64Array;
  /** Of the displacement b, and its stress. */
  readonly h: Float64Array;
  readonly stress: Float64Array;
}

function forEachElement(problem: SagProblem, nodes: Float64Array, b: Float64Array, visit: (element: StressedElement) => void): void {
  const { body, observedVolumes } = problem;
  const { tetrahedra } = body.mesh;
  const { lambda, mu } = scaledModuli(problem);
  const here: StressedElement = {
    element: 0,
    restVolume: 0,
    volume: 0,
    gradient: new Float64Array(12),
    h: new Float64Array(9),
    stress: new Float64Array(9),
  };
  for (let element = 0; element < observedVolumes.length; element += 1) {
    here.element = element;
    here.restVolume = gradients(nodes, tetrahedra, element, here.gradient);
    here.volume = body.volumeModel === "rest" ? here.restVolume : observedVolumes[element];
    displacementGradient(b, tetrahedra, element, here.gradient, here.h);
    stressOf(here.h, lambda, mu, here.stress);
    visit(here);
  }
}

/** Elastic forces K(P) b of all nodes, element by element. */
export function elasticForces(problem: SagProblem, nodes: Float64Array, b: Float64Array, out: Float64Array): void {
  const { tetrahedra } = problem.body.mesh;
  out.fill(0);
  forEachElement(problem, nodes, b, ({ element, volume, stress, gradient }) =>
    addForces(tetrahedra, element, volume, stress, gradient, out),
  );
}

/**
 * A x: the change of the elastic forces of b, less that of the weight, when the shape changes by x. All nodes; x and b are zero where the
 * table holds.
 */
export function shapeDerivative(problem: SagProblem, nodes: Float64Array, b: Float64Array, x: Float64Array, out: Float64Array): void {
  const { tetrahedra } = problem.body.mesh;
  const { lambda, mu } = scaledModuli(problem);
  const swells = problem.body.volumeModel === "rest";
  const weighs = weightOfVolume(problem);
  const dx = new Float64Array(9);
  const product = new Float64Array(9);
  const change = new Float64Array(9);
  out.fill(0);
  forEachElement(problem, nodes, b, ({ element, restVolume, volume, gradient, h, stress }) => {
    displacementGradient(x, tetrahedra, element, gradient, dx);
    multiply3(h, dx, product);
    stressOf(product, lambda, mu, change);
    const trace = dx[0] + dx[4] + dx[8];
    const grows = swells ? trace : 0;
    for (let i = 0; i < 3; i += 1)
      for (let j = 0; j < 3; j += 1) {
        const turned = stress[3 * i] * dx[3 * j] + stress[3 * i + 1] * dx[3 * j + 1] + stress[3 * i + 2] * dx[3 * j + 2];
        change[3 * i + j] = grows * stress[3 * i + j] - change[3 * i + j] - turned;
      }
    addForces(tetrahedra, element, volume, change, gradient, out);
    if (weighs > 0)
      for (let corner = 0; corner < 4; corner += 1) out[3 * tetrahedra[4 * element + corner] + 2] += weighs * restVolume * trace;
  });
}

/** A^T y, for the norm of the Jacobian: at node a, V [(sigma(H) : Y) I - H^T sigma(Y) - Y^T sigma(H)] g_a. */
export function shapeDerivativeTransposed(
  problem: SagProblem,
  nodes: Float64Array,
  b: Float64Array,
  y: Float64Array,
  out: Float64Array,
): void {
  const { tetrahedra } = problem.body.mesh;
  const { lambda, mu } = scaledModuli(problem);
  const swells = problem.body.volumeModel === "rest";
  const weighs = weightOfVolume(problem);
  const dy = new Float64Array(9);
  const other = new Float64Array(9);
  const q = new Float64Array(9);
  out.fill(0);
  forEachElement(problem, nodes, b, ({ element, restVolume, volume, gradient, h, stress }) => {
    displacementGradient(y, tetrahedra, element, gradient, dy);
    stressOf(dy, lambda, mu, other);
    let work = 0;
    if (swells) for (let k = 0; k < 9; k += 1) work += stress[k] * dy[k];
    let carried = 0;
    if (weighs > 0) for (let corner = 0; corner < 4; corner += 1) carried += y[3 * tetrahedra[4 * element + corner] + 2];
    for (let i = 0; i < 3; i += 1)
      for (let j = 0; j < 3; j += 1) {
        let sum = i === j ? work + (weighs * carried * restVolume) / volume : 0;
        for (let k = 0; k < 3; k += 1) sum -= h[3 * k + i] * other[3 * k + j] + dy[3 * k + i] * stress[3 * k + j];
        q[3 * i + j] = sum;
      }
    addForces(tetrahedra, element, volume, q, gradient, out);
  });
}

/** R = K(P) Delta - G(P) on the free unknowns: what is out of balance, N. */
export function outOfBalance(problem: SagProblem, nodes: Float64Array, displacement: Float64Array): Float64Array<ArrayBuffer> {
  const forces = new Float64Array(nodes.length);
  elasticForces(problem, nodes, onAllNodes(problem, displacement), forces);
  const weight = weightAt(problem, nodes);
  for (let i = 0; i < forces.length; i += 1) forces[i] -= weight[i];
  return onFree(problem, forces);
}

/** The Jacobian K - A of R, as a map of the free unknowns. */
export function tangentOf(problem: SagProblem, nodes: Float64Array, displacement: Float64Array): LinearMap {
  const here = onAllNodes(problem, displacement);
  const forces = new Float64Array(nodes.length);
  const more = new Float64Array(nodes.length);
  return (x, out) => {
    const along = onAllNodes(problem, x);
    elasticForces(problem, nodes, along, forces);
    shapeDerivative(problem, nodes, here, along, more);
    for (let i = 0; i < forces.length; i += 1) forces[i] -= more[i];
    onFree(problem, forces, out);
  };
}

function scaledModuli({ body }: SagProblem): { lambda: number; mu: number } {
  const { lambda, mu } = lameModuli(body.material);
  return { lambda: body.stiffnessScale * lambda, mu: body.stiffnessScale * mu };
}

/** A node's share of the weight of a unit of rest volume, N/m^3; none where masses are those observed. */
const weightOfVolume = ({ body }: SagProblem): number => (body.massModel === "rest" ? (body.density * body.gravity) / 4 : 0);

function multiply3(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i += 1)
    for (let j = 0; j < 3; j += 1) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

/** out_a += V S g_a for the four nodes of an element. */
function addForces(tetrahedra: Int32Array, element: number, volume: number, s: Float64Array, g: Float64Array, out: Float64Array): void {
  for (let corner = 0; corner < 4; corner += 1) {
    const at = 3 * tetrahedra[4 * element + corner];
    const x = volume * g[3 * corner];
    const y = volume * g[3 * corner + 1];
    const z = volume * g[3 * corner + 2];
    out[at] += s[0] * x + s[1] * y + s[2] * z;
    out[at + 1] += s[3] * x + s[4] * y + s[5] * z;
    out[at + 2] += s[6] * x + s[7] * y + s[8] * z;
  }
}
