/**
 * The tangential impulse as a series of its own: I_t' = -2 w friction S Q h^2.
 *
 * Short panels always use it, the others only if the tangent block B of the mobility is nearly singular or friction is small: then
 * B^-1 (slip - slip_a) would lose as many digits as the ratio of its eigenvalues, or 1/friction, has. h^2 is a quadratic in t, so the
 * coefficients are products of S with five fixed numbers, integrated.
 *
 * Letters as in panel.ts.
 */
import type { SlipContact } from "../contact.js";
import { isAtRoot } from "./panel.js";
import type { Point } from "./point.js";
import { logarithmicTerm } from "./recurrence.js";
import { limits, type SlipWorkspace } from "./workspace.js";

const { nearLogarithm } = limits;

/** Ratio of trace^2 to determinant of B above which it counts as nearly singular: two digits. */
const NEARLY_SINGULAR = 100;

export function isNearlySingular(contact: SlipContact): boolean {
  const { b11, b12, b22 } = contact;
  return (b11 + b22) * (b11 + b22) > NEARLY_SINGULAR * (b11 * b22 - b12 * b12);
}

/** The two series, scaled to the state at the point where the panel was entered, and their sums there. */
export function expandTangential(work: SlipWorkspace, contact: SlipContact, entry: Point): void {
  const { arc, impulse1Series, impulse2Series, panel, quadratic, tangential } = work;
  const { attract0: a0, attract1: a1, repel0: b0, repel1: b1 } = panel;
  const push = -panel.impulseFactor * contact.friction;
  // h = start + t change.
  const start1 = a0 * arc.attracting1 + b0 * arc.repelling1;
  const start2 = a0 * arc.attracting2 + b0 * arc.repelling2;
  const change1 = a1 * arc.attracting1 + b1 * arc.repelling1;
  const change2 = a1 * arc.attracting2 + b1 * arc.repelling2;
  quadratic[0] = push * (start1 * start1 - start2 * start2);
  quadratic[1] = 2 * push * (start1 * change1 - start2 * change2);
  quadratic[2] = push * (change1 * change1 - change2 * change2);
  integrateQuadratic(work, impulse1Series);
  quadratic[0] = 2 * push * start1 * start2;
  quadratic[1] = 2 * push * (start1 * change2 + start2 * change1);
  quadratic[2] = 2 * push * change1 * change2;
  integrateQuadratic(work, impulse2Series);
  setAside(work);
  tangential.entry1 = 0;
  tangential.entry2 = 0;
  tangential.power = 1;
  tangential.integral = 0;
  sumTangential(work, entry);
  tangential.entry1 = tangential.impulse1;
  tangential.entry2 = tangential.impulse2;
}

/** The series of `quadratic` times Q times S, integrated. */
export function integrateQuadratic(work: SlipWorkspace, series: Float64Array): void {
  const { panel, quadratic, speedSeries, square } = work;
  const x0 = quadratic[0];
  const x1 = quadratic[1];
  const x2 = quadratic[2];
  const q0 = square[0];
  const q1 = square[1];
  const q2 = square[2];
  const f0 = x0 * q0;
  const f1 = x0 * q1 + x1 * q0;
  const f2 = x0 * q2 + x1 * q1 + x2 * q0;
  const f3 = x1 * q2 + x2 * q1;
  const f4 = x2 * q2;
  const offset = isAtRoot(work) ? panel.exponent : 1;
  const aside = isAtRoot(work) ? logarithmicTerm(offset, nearLogarithm) : -1;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  for (let k = 0; k < panel.count; k++) {
    const s = speedSeries[k];
    series[k] = (f0 * s + f1 * s1 + (f2 * s2 + f3 * s3) + f4 * s4) / (k === aside ? 1 : k + offset);
    s4 = s3;
    s3 = s2;
    s2 = s1;
    s1 = s;
  }
}

/** Moves the logarithmic term out of the sums. */
function setAside(work: SlipWorkspace): void {
  const { impulse1Series, impulse2Series, panel, tangential } = work;
  tangential.log1 = 0;
  tangential.log2 = 0;
  const aside = isAtRoot(work) ? logarithmicTerm(panel.exponent, nearLogarithm) : -1;
  if (aside < 0) return;
  let power = 1;
  for (let k = 0; k < aside; k++) power *= panel.from;
  tangential.log1 = impulse1Series[aside] * power;
  tangential.log2 = impulse2Series[aside] * power;
  impulse1Series[aside] = 0;
  impulse2Series[aside] = 0;
}

/** The tangential impulse at a point. */
export function sumTangential(work: SlipWorkspace, point: Point): void {
  const { impulse1Series, impulse2Series, panel, tangential } = work;
  const { t } = point;
  const { integral } = tangential;
  let sum1 = 0;
  let sum2 = 0;
  for (let k = panel.count - 1; k >= 0; k--) {
    sum1 = sum1 * t + impulse1Series[k];
    sum2 = sum2 * t + impulse2Series[k];
  }
  const factor = isAtRoot(work) ? tangential.power : t;
  tangential.impulse1 = factor * sum1 - tangential.entry1 + integral * tangential.log1;
  tangential.impulse2 = factor * sum2 - tangential.entry2 + integral * tangential.log2;
}

/** The tangential impulse where slip stops. */
export function stopTangential(work: SlipWorkspace): void {
  const { tangential } = work;
  tangential.impulse1 = -tangential.entry1;
  tangential.impulse2 = -tangential.entry2;
}
