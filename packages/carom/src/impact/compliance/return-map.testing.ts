/**
 * The law `compliant` a second time, with nothing in common with the first: short steps of stretched time without events.
 *
 * Each step stretches the springs as if the contact stuck and then puts the tangential stretch back on the friction cone if it left it (the
 * return map of plasticity). The phase switches at the first step that ends with v_n >= 0. Errors are of first order in the step plus
 * erratic ones of second order where a mode or phase changes; two step sizes combined leave the second.
 *
 * Source: the sheet compliant-impact, section 4, "robust cross-check integrator".
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";

/** The impulse of a spatial problem, extrapolated from `steps` and half as many steps in the time of a frictionless compression. */
export function impulseByReturnMap(problem: ContactProblem, steps: number): number[] {
  const fine = impulse(problem, steps);
  const coarse = impulse(problem, steps / 2);
  return fine.map((value, i) => 2 * value - coarse[i]);
}

function impulse({ mobility, velocity, contacts }: ContactProblem, steps: number): number[] {
  const { friction, restitution, stiffnessRatio } = contacts[0];
  const eta2 = stiffnessRatio!;
  const [[w11, w12, w13], [, w22, w23], [, , w33]] = mobility as number[][];
  const dt = Math.PI / 2 / Math.sqrt(w33) / steps;
  let [v1, v2, vn] = velocity as [number, number, number];
  let [i1, i2, n, f, g1, g2] = [0, 0, 0, 0, 0, 0];
  let compressing = true;
  let c = 1;
  for (;;) {
    const f1 = f - c * vn * dt;
    if (!compressing && f1 <= 0) return [i1, i2, n];
    let t1 = g1 + v1 * dt;
    let t2 = g2 + v2 * dt;
    const most = friction * eta2 * Math.max(f1, 0);
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size > most) {
      t1 *= most / size;
      t2 *= most / size;
    }
    const p1 = (-dt * (g1 + t1)) / (2 * eta2);
    const p2 = (-dt * (g2 + t2)) / (2 * eta2);
    const pn = (dt * (f + f1)) / 2;
    i1 += p1;
    i2 += p2;
    n += pn;
    v1 += w11 * p1 + w12 * p2 + w13 * pn;
    v2 += w12 * p1 + w22 * p2 + w23 * pn;
    vn += w13 * p1 + w23 * p2 + w33 * pn;
    f = f1;
    g1 = t1;
    g2 = t2;
    if (compressing && vn >= 0) {
      if (restitution === 0) return [i1, i2, n];
      compressing = false;
      c = 1 / restitution ** 2;
    }
  }
}
