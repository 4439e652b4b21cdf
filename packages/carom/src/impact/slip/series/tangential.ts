/**
 * The tangential impulse as a series of its own: I_t' = -2 w friction S Q h^2.
 *
 * Short panels always use it, the others only if the tangent block B of the mobility is nearly singular: then B^-1 (slip - slip_a) would lose as many digits
 * as the ratio of its eigenvalues has. h^2 is a quadratic in t, so the coefficients are products of S with five fixed numbers, integrated.
 *
 * Letters as in panel.ts.
 */
import type { SlipContact } from "../contact.js";
import type { Point } from "./evaluate.js";
import { isAtRoot } from "./panel.js";
import { logarithmicTerm } from "./recurrence.js";
import { workspace } from "./workspace.js";

const { nearLogarithm, arc, panel, square, speedSeries, tangential, impulse1Series, impulse2Series, quadratic } = workspace;

/** Ratio of trace^2 to determinant of B above which it counts as nearly singular: two digits. */
const NEARLY_SINGULAR = 100;

export function isNearlySingular(contact: SlipContact): boolean {
  const { b11, b12, b22 } = contact;
  return (b11 + b22) * (b11 + b22) > NEARLY_SINGULAR * (b11 * b22 - b12 * b12);
}

/** The two series, scaled to the state at the point where the panel was entered, and their sums there. */
export function expandTangential(contact: SlipContact, entry: Point): void {
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
  integrateQuadratic(impulse1Series);
  quadratic[0] = 2 * push * start1 * start2;
  quadratic[1] = 2 * push * (start1 * change2 + start2 * change1);
  quadratic[2] = 2 * push * change1 * change2;
  integrateQuadratic(impulse2Series);
  setAside();
  tangential.entry1 = 0;
  tangential.entry2 = 0;
  tangential.power = 1;
  tangential.integral = 0;
  sumTangential(entry);
  tangential.entry1 = tangential.impulse1;
  tangential.entry2 = tangential.impulse2;
}

/** The series of `quadratic` times Q times S, integrated. */
export function integrateQuadratic(series: Float64Array): void {
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
  const offset = isAtRoot() ? panel.exponent : 1;
  const aside = isAtRoot() ? logarithmicTerm(offset, nearLogarithm) : -1;
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
function setAside(): void {
  tangential.log1 = 0;
  tangential.log2 = 0;
  const aside = isAtRoot() ? logarithmicTerm(panel.exponent, nearLogarithm) : -1;
  if (aside < 0) return;
  let power = 1;
  for (let k = 0; k < aside; k++) power *= panel.from;
  tangential.log1 = impulse1Series[aside] * power;
  tangential.log2 = impulse2Series[aside] * power;
  impulse1Series[aside] = 0;
  impulse2Series[aside] = 0;
}

/** The tangential impulse at a point. */
export function sumTangential(point: Point): void {
  const { t } = point;
  const { integral } = tangential;
  let sum1 = 0;
  let sum2 = 0;
  for (let k = panel.count - 1; k >= 0; k--) {
    sum1 = sum1 * t + impulse1Series[k];
    sum2 = sum2 * t + impulse2Series[k];
  }
  const factor = isAtRoot() ? tangential.power : t;
  tangential.impulse1 = factor * sum1 - tangential.entry1 + integral * tangential.log1;
  tangential.impulse2 = factor * sum2 - tangential.entry2 + integral * tangential.log2;
}

/** The tangential impulse where slip stops. */
export function stopTangential(): void {
  tangential.impulse1 = -tangential.entry1;
  tangential.impulse2 = -tangential.entry2;
}
