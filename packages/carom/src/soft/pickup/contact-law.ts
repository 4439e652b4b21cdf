/**
 * The contact law of one node over one increment, as three equations, and their derivatives.
 *
 *     gap >= 0,  f . n >= 0,  gap (f . n) = 0                                     (Signorini)
 *     |f_t| <= mu f . n;   slip u_t = 0, or against f_t with |f_t| = mu f . n     (Coulomb)
 *
 * hold if and only if, for any r > 0,
 *
 *     f = push n + q min(1, mu push / |q|),     push = max(0, f . n - r gap),     q = f_t - r u_t
 *
 * with u the node's motion relative to the obstacle over the increment, and n and gap where it ends: the ball is exact. The right side is
 * smooth but for two kinks, at push = 0 and |q| = mu push, so Newton's method applies with the derivative of whichever side it stands on.
 *
 * Letters: r `scale`, N/m; w = f - r u.  Source: Alart and Curnier, A mixed formulation for frictional contact problems (1991); 000 section
 * 6.2 for the laws.
 */

/** Numbers of one node's equations. */
export interface ContactEquations {
  /** f - right side, N. */
  readonly residual: Float64Array;
  /** By position, 3 x 3 by rows, N/m. */
  readonly byPosition: Float64Array;
  /** By force, 3 x 3 by rows. */
  readonly byForce: Float64Array;
  /** The force aside of the normal that friction would have to hold, N. */
  readonly aside: Float64Array;
}

export const contactEquations = (): ContactEquations => ({
  residual: new Float64Array(3),
  byPosition: new Float64Array(9),
  byForce: new Float64Array(9),
  aside: new Float64Array(3),
});

/** What the node would be pushed with; <= 0: it is apart, and its equations are f = 0. */
export function pushOf(force: Float64Array, at: number, normal: Float64Array, gap: number, scale: number): number {
  return force[at] * normal[0] + force[at + 1] * normal[1] + force[at + 2] * normal[2] - scale * gap;
}

/**
 * Equations of a node with push > 0. `curvature` is 1 / distance from the finger's centre, 0 on the table; `ux`, `uy`, `uz` the motion
 * relative to the obstacle. Written in scalars because it runs for every node in every round; contact-law.test.ts holds the derivatives to
 * differences.
 */
export function pushedEquations(
  force: Float64Array,
  at: number,
  normal: Float64Array,
  push: number,
  slip: Float64Array,
  friction: number,
  curvature: number,
  scale: number,
  out: ContactEquations,
): boolean {
  const { residual, byPosition, byForce } = out;
  const along = force[at] * normal[0] + force[at + 1] * normal[1] + force[at + 2] * normal[2];
  let wn = 0;
  for (let i = 0; i < 3; i++) wn += (force[at + i] - scale * slip[i]) * normal[i];
  const { aside: q } = out;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    q[i] = force[at + i] - scale * slip[i] - wn * normal[i];
    square += q[i] * q[i];
  }
  const length = Math.sqrt(square);
  const limit = friction * push;
  const sticks = length <= limit;
  const share = sticks ? 1 : limit / length;
  for (let i = 0; i < 3; i++) residual[i] = force[at + i] - push * normal[i] - share * q[i];

  // d(push)/dx = curvature f_t - scale n, d(push)/df = n; dn = curvature P dx; dq = P dw - dn (n . w) - n (dn . w).
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const unit = i === j ? 1 : 0;
      const across = unit - normal[i] * normal[j];
      const pushByX = curvature * (force[at + j] - along * normal[j]) - scale * normal[j];
      const qByX = -scale * across - curvature * (across * wn + normal[i] * q[j]);
      byPosition[3 * i + j] = -(pushByX * normal[i] + push * curvature * across) - (sticks ? qByX : 0);
      byForce[3 * i + j] = unit - normal[i] * normal[j] - (sticks ? across : 0);
    }
  if (sticks) return true;
  // Slip: mu push e with e = q / |q|; de = (1 - e e^T) dq / |q|.
  for (let j = 0; j < 3; j++) {
    const pushByX = curvature * (force[at + j] - along * normal[j]) - scale * normal[j];
    let eqx = 0;
    let eqf = 0;
    for (let k = 0; k < 3; k++) {
      const across = (k === j ? 1 : 0) - normal[k] * normal[j];
      eqx += q[k] * (-scale * across - curvature * (across * wn + normal[k] * q[j]));
      eqf += q[k] * across;
    }
    eqx /= square;
    eqf /= square;
    for (let i = 0; i < 3; i++) {
      const across = (i === j ? 1 : 0) - normal[i] * normal[j];
      const qByX = -scale * across - curvature * (across * wn + normal[i] * q[j]);
      byPosition[3 * i + j] -= friction * pushByX * (q[i] / length) + share * (qByX - q[i] * eqx);
      byForce[3 * i + j] -= friction * normal[j] * (q[i] / length) + share * (across - q[i] * eqf);
    }
  }
  return false;
}
