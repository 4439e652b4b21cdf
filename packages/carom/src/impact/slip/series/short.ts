/**
 * Short panels: for impacts that are over before the slip has turned far, above all grazing ones.
 *
 * If the normal velocity is small beside the slip, the stored energy is a small difference of large works in the balance of panel.ts. On a
 * short panel it is integrated for itself, as are the normal velocity and the tangential impulse (tangential.ts); with t = 0 at the start,
 *
 *     p' = 2 w S Q^2     v' = 2 w S Q (Q k)     E' = -v p'
 *
 * Q k is a quadratic in t, so v' is a product of S with five fixed numbers; E' is a product of two series, cheap because short panels need
 * 10 to 35 terms.
 *
 * Letters as in panel.ts; k change of the normal velocity per normal impulse.
 */
import type { SlipContact } from "../contact.js";
import { placePoint } from "./evaluate.js";
import type { Point } from "./point.js";
import { expandTangential, integrateQuadratic } from "./tangential.js";
import { limits, type SlipWorkspace } from "./workspace.js";

const { inverse } = limits;

/** The coefficients of v, E and I_t, scaled to the state at t = 0. Call after entering the panel. */
export function completeShort(work: SlipWorkspace, contact: SlipContact, entry: Point): void {
  const { arc, energySeries, impulseSeries, origin, paceSeries, panel, quadratic, velocitySeries } = work;
  const { attract0: a0, attract1: a1, repel0: b0, repel1: b1, count } = panel;
  const { slope0, slope1, slope2 } = arc;
  const pace = panel.impulseFactor;
  quadratic[0] = pace * (slope0 * a0 * a0 + (slope1 * a0 + slope2 * b0) * b0);
  quadratic[1] = pace * (2 * slope0 * a0 * a1 + slope1 * (a0 * b1 + a1 * b0) + 2 * slope2 * b0 * b1);
  quadratic[2] = pace * (slope0 * a1 * a1 + (slope1 * a1 + slope2 * b1) * b1);
  integrateQuadratic(work, velocitySeries);
  if (!panel.direct) expandTangential(work, contact, entry);
  // E_(k+1) = -sum of v_j p'_(k-j)/(k+1), where v_0 is the velocity at the start and v_(j+1) is stored at j.
  for (let k = 0; k < count; k++) paceSeries[k] = pace * (k + 1) * impulseSeries[k];
  for (let k = 0; k < count; k++) {
    let sum = origin.normalVelocity * paceSeries[k];
    for (let j = 0; j < k; j++) sum += velocitySeries[j] * paceSeries[k - 1 - j];
    energySeries[k] = -sum * inverse[k + 1];
  }
}

/** The state at point.t of a short panel. */
export function evaluateShort(work: SlipWorkspace, point: Point): void {
  const { energySeries, impulse1Series, impulse2Series, impulseSeries, lossSeries, origin, panel, speedSeries, turning, velocitySeries } =
    work;
  const { t } = point;
  let speed = 0;
  let impulse = 0;
  let impulse1 = 0;
  let impulse2 = 0;
  let velocity = 0;
  let energy = 0;
  let loss = 0;
  for (let k = panel.count - 1; k >= 0; k--) {
    speed = speed * t + speedSeries[k];
    impulse = impulse * t + impulseSeries[k];
    impulse1 = impulse1 * t + impulse1Series[k];
    impulse2 = impulse2 * t + impulse2Series[k];
    velocity = velocity * t + velocitySeries[k];
    energy = energy * t + energySeries[k];
    loss = loss * t + lossSeries[k];
  }
  point.swing = turning[0] + t * (turning[1] + t * (turning[2] + t * (turning[3] + t * turning[4])));
  point.height = panel.scale * speed * point.swing;
  placePoint(work, point);
  point.normalImpulse = origin.normalImpulse + panel.impulseFactor * t * impulse;
  point.impulse1 = origin.impulse1 + t * impulse1;
  point.impulse2 = origin.impulse2 + t * impulse2;
  point.normalVelocity = origin.normalVelocity + t * velocity;
  point.storedEnergy = origin.storedEnergy + t * energy;
  point.frictionLoss = origin.frictionLoss + panel.lossFactor * t * loss;
}
