/**
 * The friction cone |t| <= mu n, speeds from impulses, and the one measure of success.
 *
 *     r_i = S_n |P - proj_K(P - (v - b + mu |v_t - b_t| n) / S_n)|
 *
 * is zero exactly where the law of Coulomb holds at contact i: sticking, slipping or open (de Saxce).
 *
 * Source: de Saxce and Feng, The bipotential method, 1998; own study, dense contact section 4.
 */
import { addImpulse, contactRow } from "./block.js";
import { GROUND, isOfBodies, type StepProblem, speedCountOf } from "./problem.js";
import type { Workspace } from "./workspace.js";

/** The nearest point of the cone, for the three numbers at `at`, in place. */
export function projectOnCone(values: Float64Array, at: number, friction: number): void {
  const n = values[at + 2];
  const tangential = Math.sqrt(values[at] * values[at] + values[at + 1] * values[at + 1]);
  // Without friction the cone is a ray: what points away from it is outside.
  if (n >= 0 && tangential <= friction * n) return;
  if (friction * tangential <= -n) {
    values[at] = values[at + 1] = values[at + 2] = 0;
    return;
  }
  const normal = (n + friction * tangential) / (1 + friction * friction);
  const share = tangential > 0 ? (friction * normal) / tangential : 0;
  values[at] *= share;
  values[at + 1] *= share;
  values[at + 2] = normal;
}

/** Impulses cut to their cones; normal parts that push stay as they are. Where nothing can move there is none. */
export function cutToCones({ impulse, immobile }: Workspace, { contactCount, friction }: StepProblem): void {
  for (let at = 0, i = 0; i < contactCount; i += 1, at += 3) {
    const most = friction[i] * impulse[at + 2];
    const square = impulse[at] * impulse[at] + impulse[at + 1] * impulse[at + 1];
    if (!(impulse[at + 2] > 0) || immobile[i] === 1) impulse[at] = impulse[at + 1] = impulse[at + 2] = 0;
    else if (square > most * most) {
      const share = most / Math.sqrt(square);
      impulse[at] *= share;
      impulse[at + 1] *= share;
    }
  }
}

/** u = u* + M^-1 J^T P and v = J u + offset, from P alone. */
export function moveBy(work: Workspace, problem: StepProblem): void {
  const { impulse, velocity, response } = work;
  const { contactCount, freeVelocity, offset } = problem;
  const width = speedCountOf(problem);
  for (let k = 0; k < width; k += 1) velocity[k] = freeVelocity[k];
  for (let i = 0; i < contactCount; i += 1) addImpulse(velocity, problem, response, i, impulse, 3 * i);
  contactVelocities(work.contactVelocity, problem, velocity);
  for (let k = 0; k < 3 * contactCount; k += 1) work.contactVelocity[k] += offset[k];
}

/** out = J x. */
export function contactVelocities(out: Float64Array, problem: StepProblem, x: Float64Array): void {
  if (isOfBodies(problem)) {
    velocitiesOfBodies(out, problem, x);
    return;
  }
  for (let i = 0; i < problem.contactCount; i += 1) for (let c = 0; c < 3; c += 1) out[3 * i + c] = contactRow(problem, i, c, x);
}

/** The same for rigid bodies alone, whose rows are six numbers long: written out, because every iteration of a solve ends here. */
function velocitiesOfBodies(out: Float64Array, { contactCount, bodies, starts, jacobian }: StepProblem, x: Float64Array): void {
  for (let i = 0; i < contactCount; i += 1) {
    const second = bodies[2 * i + 1];
    const a = starts[bodies[2 * i]];
    const x0 = x[a];
    const x1 = x[a + 1];
    const x2 = x[a + 2];
    const x3 = x[a + 3];
    const x4 = x[a + 4];
    const x5 = x[a + 5];
    const at = 3 * i;
    for (let c = 0, j = 36 * i; c < 3; c += 1, j += 6)
      out[at + c] =
        jacobian[j] * x0 + jacobian[j + 1] * x1 + jacobian[j + 2] * x2 + jacobian[j + 3] * x3 + jacobian[j + 4] * x4 + jacobian[j + 5] * x5;
    if (second === GROUND) continue;
    const b = starts[second];
    const y0 = x[b];
    const y1 = x[b + 1];
    const y2 = x[b + 2];
    const y3 = x[b + 3];
    const y4 = x[b + 4];
    const y5 = x[b + 5];
    for (let c = 0, j = 36 * i + 18; c < 3; c += 1, j += 6)
      out[at + c] +=
        jacobian[j] * y0 + jacobian[j + 1] * y1 + jacobian[j + 2] * y2 + jacobian[j + 3] * y3 + jacobian[j + 4] * y4 + jacobian[j + 5] * y5;
  }
}

/** r, m/s, of P and the v that goes with it. What is not a number counts as infinite. */
export function residualOf({ impulse, contactVelocity: v, normal, immobile, weights }: Workspace, problem: StepProblem): number {
  const { contactCount, friction, bound } = problem;
  let worst = 0;
  for (let at = 0, i = 0; i < contactCount; i += 1, at += 3) {
    if (immobile[i] === 1) continue;
    const scale = normal[i];
    const v0 = v[at] - bound[at];
    const v1 = v[at + 1] - bound[at + 1];
    const v2 = v[at + 2] - bound[at + 2] + friction[i] * Math.sqrt(v0 * v0 + v1 * v1);
    weights[0] = impulse[at] - v0 / scale;
    weights[1] = impulse[at + 1] - v1 / scale;
    weights[2] = impulse[at + 2] - v2 / scale;
    projectOnCone(weights, 0, friction[i]);
    const d0 = impulse[at] - weights[0];
    const d1 = impulse[at + 1] - weights[1];
    const d2 = impulse[at + 2] - weights[2];
    const size = scale * Math.sqrt(d0 * d0 + d1 * d1 + d2 * d2);
    if (!(size <= worst)) worst = Number.isNaN(size) ? Number.POSITIVE_INFINITY : size;
  }
  return worst;
}
