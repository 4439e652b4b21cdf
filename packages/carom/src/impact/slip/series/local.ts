/**
 * The panel for impacts that are over before the slip has turned far. It needs no invariant directions, which cost as much to find as such
 * an impact to follow.
 *
 * In the axes z along and n across the present slip, a direction turned by 2 arctan(u) has the half-angle number h = 1 + i u. With b_zz =
 * friction z . B z, b_zn, b_nn, d_z and d_n, the polynomials of panel.ts in u are
 *
 *     G = (d_n - b_zn) - 2 (b_nn - b_zz + d_z) u + 6 b_zn u^2 + 2 (b_nn - b_zz - d_z) u^3 - (d_n + b_zn) u^4
 *     N/2 = (d_z - b_zz) + (d_n - 3 b_zn) u + (d_z + b_zz - 2 b_nn) u^2 + (d_n + b_zn) u^3          Q = 1 + u^2
 *
 * and the panel runs over u = w t from t = 0 to 1, a little further than the impact is expected to last. Where the roots of G are is not
 * known here. That they are far enough is read off the coefficients of G(t) G(-t), whose roots are their squares.
 *
 * A path that goes on after this panel would have to start on an arc from a direction known to 1e-16, and beside a repelling direction that
 * is not enough. So the panel counts only if the impact ends on it.
 *
 * Letters as in panel.ts; B, d blocks of the mobility; w width.
 */
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import { isModest, LEAST_PACE, SHORT_MARGIN, SMALL_ENERGY } from "./choose.js";
import { expandSeries } from "./recurrence.js";
import { limits, type SlipWorkspace } from "./workspace.js";

const { mostShortTerms } = limits;

/** Square of the distance, in t, at which the roots of G must lie: the terms of the series then fall by 1/1.6 at least. */
const CLEARANCE = 1.6 * 1.6;

/** Sets the panel for the rest of an impact at its start, or at the end of compression. Returns false if it is not short. */
export function tryLocal(work: SlipWorkspace, contact: SlipContact, state: SlipState): boolean {
  const { arc, growth, panel, square, tangential, turning } = work;
  const { b11, b12, b22, d1, d2, normal, friction, restitution } = contact;
  const { slip1, slip2, normalVelocity, storedEnergy, compressing } = state;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const z1 = slip1 / speed;
  const z2 = slip2 / speed;
  const pull1 = friction * (b11 * z1 + b12 * z2);
  const pull2 = friction * (b12 * z1 + b22 * z2);
  const bzz = z1 * pull1 + z2 * pull2;
  const bzn = z1 * pull2 - z2 * pull1;
  const bnn = friction * (b11 + b22) - bzz;
  const dz = d1 * z1 + d2 * z2;
  const dn = d2 * z1 - d1 * z2;
  const slope = normal - friction * dz;
  if (!(slope > 0)) return false;

  // The width if slip kept its direction and pace, then with the change of the pace.
  const g0 = dn - bzn;
  const g1 = -2 * (bnn - bzz + dz);
  const n0 = 2 * (dz - bzz);
  const left = compressing ? (-normalVelocity * (1 + restitution)) / slope : Math.sqrt((2 * storedEnergy) / slope);
  const even = (0.5 * left * g0) / speed;
  const w = (SHORT_MARGIN * even) / Math.max(1 + (0.5 * even * (n0 - g1)) / g0, LEAST_PACE);
  const w2 = w * w;
  const w3 = w2 * w;
  const w4 = w2 * w2;

  const unit = 1 / g0;
  const t1 = unit * g1 * w;
  const t2 = unit * 6 * bzn * w2;
  const t3 = unit * 2 * (bnn - bzz - dz) * w3;
  const t4 = -unit * (dn + bzn) * w4;
  const s1 = Math.abs(2 * t2 - t1 * t1);
  const s2 = Math.abs(t2 * t2 + 2 * t4 - 2 * t1 * t3);
  const s3 = Math.abs(2 * t2 * t4 - t3 * t3);
  if (!(CLEARANCE * (s1 + CLEARANCE * (s2 + CLEARANCE * (s3 + CLEARANCE * t4 * t4))) < 1)) return false;

  turning[0] = g0;
  turning[1] = g0 * t1;
  turning[2] = g0 * t2;
  turning[3] = g0 * t3;
  turning[4] = g0 * t4;
  growth[0] = n0 * w;
  growth[1] = 2 * (dn - 3 * bzn) * w2;
  growth[2] = 2 * (dz + bzz - 2 * bnn) * w3;
  growth[3] = 2 * (dn + bzn) * w4;
  square[0] = 1;
  square[1] = 0;
  square[2] = w2;
  panel.growthCentre = unit * growth[0];
  panel.growthAfter = (unit * (growth[0] + growth[1] + growth[2] + growth[3])) / (1 + t1 + t2 + t3 + t4);
  if (!isModest(panel.growthCentre) || !isModest(panel.growthAfter)) return false;

  const compressed = compressing ? (0.5 * normalVelocity * normalVelocity) / slope : storedEnergy;
  panel.kind = compressed < SMALL_ENERGY * tangential.compliance * speed * speed ? "short" : "regular";
  panel.cut = false;
  panel.exponent = 0;
  panel.from = 0;
  panel.to = 1;
  // h1 is the half-angle number of z, h2 = i h1.
  panel.attract0 = 1;
  panel.attract1 = 0;
  panel.repel0 = 0;
  panel.repel1 = w;
  panel.width = w;
  const larger = Math.sqrt(0.5 * (1 + Math.abs(z1)));
  const smaller = (0.5 * z2) / larger;
  arc.attracting1 = z1 >= 0 ? larger : smaller;
  arc.attracting2 = z1 >= 0 ? smaller : larger;
  arc.repelling1 = -arc.attracting2;
  arc.repelling2 = arc.attracting1;
  arc.slope0 = slope;
  arc.slope1 = -2 * friction * dn;
  arc.slope2 = normal + friction * dz;
  return expandSeries(work, mostShortTerms);
}
