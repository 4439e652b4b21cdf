/**
 * The laws of Signorini and Coulomb at one node, against a surface that bends in any way: those of pickup/contact-law.ts with the
 * derivative of the normal as a matrix.
 *
 *     f = push n + q min(1, mu push / |q|),     push = max(0, f . n - r gap),     q = (1 - n n^T)(f - r u)
 *
 * Letters: r `scale`, N/m; u slip; B bend, dn = B dx.  Source: Alart and Curnier 1991.
 */

/** What a node's law is worked out from. */
export interface NodeContact {
  /** On the body, N. */
  readonly force: Float64Array;
  /** Unit, from the obstacle into the body. */
  readonly normal: Float64Array;
  /** Derivative of the normal, 1/m, 3 x 3. */
  readonly bend: Float64Array;
  /** Motion relative to the obstacle over the step, m. */
  readonly slip: Float64Array;
  /** m. */
  gap: number;
  friction: number;
}

/** Residual of a node's law and its derivatives, 3 x 3 by rows. */
export interface NodeLaw {
  readonly residual: Float64Array;
  readonly byPosition: Float64Array;
  readonly byForce: Float64Array;
}

export const nodeContact = (): NodeContact => ({
  force: new Float64Array(3),
  normal: new Float64Array(3),
  bend: new Float64Array(9),
  slip: new Float64Array(3),
  gap: 0,
  friction: 0,
});
export const nodeLaw = (): NodeLaw => ({ residual: new Float64Array(3), byPosition: new Float64Array(9), byForce: new Float64Array(9) });

/** Fills `out`; whether the node is pushed. One that is not has f = 0 for its law. */
export function lawAt({ force, normal, bend, slip, gap, friction }: NodeContact, scale: number, out: NodeLaw): boolean {
  const { residual, byPosition, byForce } = out;
  let along = 0;
  let wn = 0;
  for (let i = 0; i < 3; i++) {
    along += force[i] * normal[i];
    wn += (force[i] - scale * slip[i]) * normal[i];
  }
  const push = along - scale * gap;
  byPosition.fill(0);
  byForce.fill(0);
  if (!(push > 0)) {
    residual.set(force);
    for (let i = 0; i < 3; i++) byForce[4 * i] = 1;
    return false;
  }
  const q = [0, 0, 0];
  let square = 0;
  for (let i = 0; i < 3; i++) {
    q[i] = force[i] - scale * slip[i] - wn * normal[i];
    square += q[i] * q[i];
  }
  const length = Math.sqrt(square);
  const sticks = length <= friction * push;
  const share = sticks ? 1 : (friction * push) / length;
  for (let i = 0; i < 3; i++) residual[i] = force[i] - push * normal[i] - share * q[i];
  const bent = [0, 1, 2].map((i) => bend[3 * i] * q[0] + bend[3 * i + 1] * q[1] + bend[3 * i + 2] * q[2]);
  for (let j = 0; j < 3; j++) {
    let pushByX = -scale * normal[j];
    for (let k = 0; k < 3; k++) pushByX += bend[3 * j + k] * force[k];
    const qByX = [0, 1, 2].map((i) => -scale * ((i === j ? 1 : 0) - normal[i] * normal[j]) - wn * bend[3 * i + j] - normal[i] * bent[j]);
    const qByF = [0, 1, 2].map((i) => (i === j ? 1 : 0) - normal[i] * normal[j]);
    const turnX = sticks ? 0 : (q[0] * qByX[0] + q[1] * qByX[1] + q[2] * qByX[2]) / square;
    const turnF = sticks ? 0 : (q[0] * qByF[0] + q[1] * qByF[1] + q[2] * qByF[2]) / square;
    for (let i = 0; i < 3; i++) {
      const aside = sticks ? 0 : (friction * q[i]) / length;
      byPosition[3 * i + j] = -pushByX * normal[i] - push * bend[3 * i + j] - share * (qByX[i] - q[i] * turnX) - aside * pushByX;
      byForce[3 * i + j] = (i === j ? 1 : 0) - normal[j] * normal[i] - share * (qByF[i] - q[i] * turnF) - aside * normal[j];
    }
  }
  return true;
}
