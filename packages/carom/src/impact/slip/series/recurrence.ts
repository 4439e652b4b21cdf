/**
 * The coefficients of a panel's series.
 *
 * With the polynomials of panel.ts the coefficients of S follow from the four before,
 *
 *     G_0 S_k = sum over j = 0..3 of (N_j/k - G_(j+1)) S_(k-1-j)                                        where G does not vanish at t = 0
 *     k G_1 s_k = sum over j = 1..3 of (N_j - (q + k) G_(j+1)) s_(k-j),  S = t^(q-1) sum s_k t^k,  q = N_0/G_1    where it does (Frobenius)
 *
 * and those of V in the same way with 2 N for N and 2 q for q. Multiplied with Q^2 and Q^3 and integrated they give p and D. No transcendental
 * function is needed. At an attracting direction the speed falls like t^q: rest is the point t = 0.
 *
 * A term whose power q + k (or 2 q + k for D) nearly vanishes integrates to nearly a logarithm; it is set aside and summed as such.
 *
 * Letters as in panel.ts.
 */
import { growth, panel, square, turning } from "./panel.js";

/** A series that needs more terms is too near a root: the panel is refused. */
export const MOST_TERMS = 200;
/** The recurrence stops after two coefficients of V below this fraction of the largest: a tenth of the rounding of the sum. */
const NEGLIGIBLE = 3e-17;
/**
 * An exponent closer to zero integrates to a difference of nearly equal numbers; its term is integrated as a logarithm instead.
 * Above it, an attracted panel ends in rest at t = 0. The friction loss has twice the exponent.
 */
export const NEAR_LOGARITHM = 0.05;
/** A panel is refused if its largest term exceeds the sum by more: three of sixteen digits. */
const MOST_CANCELLATION = 1000;

/** Q^2 and Q^3. */
const square2 = new Float64Array(5);
const square3 = new Float64Array(7);
/** Coefficients of S, of the sum for p and of the sum for D; padded by one. */
export const speedSeries = new Float64Array(MOST_TERMS + 2);
export const impulseSeries = new Float64Array(MOST_TERMS + 2);
export const lossSeries = new Float64Array(MOST_TERMS + 2);
/** 1/k. */
export const inverse = Float64Array.from({ length: MOST_TERMS + 3 }, (_, k) => 1 / k);

/** Powers of Q, by which the series of S and V are multiplied. */
function raiseSquare(): void {
  const q0 = square[0];
  const q1 = square[1];
  const q2 = square[2];
  const e0 = q0 * q0;
  const e1 = 2 * q0 * q1;
  const e2 = q1 * q1 + 2 * q0 * q2;
  const e3 = 2 * q1 * q2;
  const e4 = q2 * q2;
  square2[0] = e0;
  square2[1] = e1;
  square2[2] = e2;
  square2[3] = e3;
  square2[4] = e4;
  square3[0] = e0 * q0;
  square3[1] = e0 * q1 + e1 * q0;
  square3[2] = e0 * q2 + e1 * q1 + e2 * q0;
  square3[3] = e1 * q2 + e2 * q1 + e3 * q0;
  square3[4] = e2 * q2 + e3 * q1 + e4 * q0;
  square3[5] = e3 * q2 + e4 * q1;
  square3[6] = e4 * q2;
}

/** The coefficients of a regular panel. The loop holds all it needs in local numbers: it is most of the time of an impact. Returns false if the series does not converge. */
export function expandRegular(mostTerms = MOST_TERMS): boolean {
  raiseSquare();
  const unit = 1 / turning[0];
  const g1 = turning[1] * unit;
  const g2 = turning[2] * unit;
  const g3 = turning[3] * unit;
  const g4 = turning[4] * unit;
  const n0 = growth[0] * unit;
  const n1 = growth[1] * unit;
  const n2 = growth[2] * unit;
  const n3 = growth[3] * unit;
  const e0 = square2[0];
  const e1 = square2[1];
  const e2 = square2[2];
  const e3 = square2[3];
  const e4 = square2[4];
  const c0 = square3[0];
  const c1 = square3[1];
  const c2 = square3[2];
  const c3 = square3[3];
  const c4 = square3[4];
  const c5 = square3[5];
  const c6 = square3[6];
  let s1 = 1;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let v1 = 1;
  let v2 = 0;
  let v3 = 0;
  let v4 = 0;
  let v5 = 0;
  let v6 = 0;
  let largest = 1;
  let small = 0;
  speedSeries[0] = 1;
  impulseSeries[0] = e0;
  lossSeries[0] = c0;
  let k = 1;
  for (; k <= mostTerms && small < 2; k++) {
    const over = inverse[k];
    const p0 = n0 * over;
    const p1 = n1 * over;
    const p2 = n2 * over;
    const p3 = n3 * over;
    const s = (p0 - g1) * s1 + (p1 - g2) * s2 + ((p2 - g3) * s3 + (p3 - g4) * s4);
    const v = (p0 + p0 - g1) * v1 + (p1 + p1 - g2) * v2 + ((p2 + p2 - g3) * v3 + (p3 + p3 - g4) * v4);
    const next = inverse[k + 1];
    speedSeries[k] = s;
    impulseSeries[k] = (e0 * s + e1 * s1 + (e2 * s2 + e3 * s3) + e4 * s4) * next;
    lossSeries[k] = (c0 * v + c1 * v1 + (c2 * v2 + c3 * v3) + (c4 * v4 + c5 * v5 + c6 * v6)) * next;
    s4 = s3;
    s3 = s2;
    s2 = s1;
    s1 = s;
    v6 = v5;
    v5 = v4;
    v4 = v3;
    v3 = v2;
    v2 = v1;
    v1 = v;
    const size = Math.abs(v);
    if (size > largest) largest = size;
    small = size < NEGLIGIBLE * largest ? small + 1 : 0;
  }
  return closeSeries(k, small);
}

/**
 * The coefficients of a panel whose t = 0 is an invariant direction; written like the regular one. Returns false if the series does not converge or
 * cancels too much.
 */
export function expandAtRoot(): boolean {
  raiseSquare();
  const q = panel.exponent;
  const unit = 1 / turning[1];
  const g2 = turning[2] * unit;
  const g3 = turning[3] * unit;
  const g4 = turning[4] * unit;
  const n1 = growth[1] * unit;
  const n2 = growth[2] * unit;
  const n3 = growth[3] * unit;
  const e0 = square2[0];
  const e1 = square2[1];
  const e2 = square2[2];
  const e3 = square2[3];
  const e4 = square2[4];
  const c0 = square3[0];
  const c1 = square3[1];
  const c2 = square3[2];
  const c3 = square3[3];
  const c4 = square3[4];
  const c5 = square3[5];
  const c6 = square3[6];
  // The constant parts of the recurrences; the rest is proportional to k.
  const a1 = n1 - q * g2;
  const a2 = n2 - q * g3;
  const a3 = n3 - q * g4;
  let s1 = 1;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let v1 = 1;
  let v2 = 0;
  let v3 = 0;
  let v4 = 0;
  let v5 = 0;
  let v6 = 0;
  let largest = 1;
  let small = 0;
  // The terms that integrate to a logarithm, if any; the loop leaves them undivided.
  const impulseLogAt = logarithmicTerm(q, NEAR_LOGARITHM);
  const lossLogAt = logarithmicTerm(2 * q, 2 * NEAR_LOGARITHM);
  speedSeries[0] = 1;
  impulseSeries[0] = impulseLogAt === 0 ? e0 : e0 / q;
  lossSeries[0] = lossLogAt === 0 ? c0 : c0 / (2 * q);
  let lossTotal = lossSeries[0];
  let largestLoss = Math.abs(lossTotal);
  let k = 1;
  for (; k <= MOST_TERMS && small < 2; k++) {
    const over = inverse[k];
    const p1 = a1 * over;
    const p2 = a2 * over;
    const p3 = a3 * over;
    const s = (p1 - g2) * s1 + (p2 - g3) * s2 + (p3 - g4) * s3;
    const v = (p1 + p1 - g2) * v1 + (p2 + p2 - g3) * v2 + (p3 + p3 - g4) * v3;
    const loss = (c0 * v + c1 * v1 + (c2 * v2 + c3 * v3) + (c4 * v4 + c5 * v5 + c6 * v6)) / (k === lossLogAt ? 1 : k + 2 * q);
    speedSeries[k] = s;
    impulseSeries[k] = (e0 * s + e1 * s1 + (e2 * s2 + e3 * s3) + e4 * s4) / (k === impulseLogAt ? 1 : k + q);
    lossSeries[k] = loss;
    lossTotal += loss;
    if (Math.abs(loss) > largestLoss) largestLoss = Math.abs(loss);
    s4 = s3;
    s3 = s2;
    s2 = s1;
    s1 = s;
    v6 = v5;
    v5 = v4;
    v4 = v3;
    v3 = v2;
    v2 = v1;
    v1 = v;
    const size = Math.abs(v);
    if (size > largest) largest = size;
    small = size < NEGLIGIBLE * largest ? small + 1 : 0;
  }
  const converged = closeSeries(k, small);
  setAside(impulseLogAt, lossLogAt);
  return converged && largestLoss <= MOST_CANCELLATION * Math.abs(lossTotal);
}

/** Pads the series to an even number of terms. */
function closeSeries(terms: number, small: number): boolean {
  speedSeries[terms] = 0;
  impulseSeries[terms] = 0;
  lossSeries[terms] = 0;
  panel.count = terms + (terms & 1);
  return small === 2;
}

/** The k for which t^(exponent + k) is within `near` of a constant; -1 if there is none. */
export function logarithmicTerm(exponent: number, near: number): number {
  const k = Math.round(-exponent);
  return k >= 0 && k < MOST_TERMS && Math.abs(exponent + k) < near ? k : -1;
}

/** Moves the logarithmic terms out of the sums. */
function setAside(impulseAt: number, lossAt: number): void {
  panel.impulseLog = 0;
  panel.impulseLogExponent = 0;
  panel.lossLog = 0;
  panel.lossLogExponent = 0;
  let power = 1;
  for (let k = 0; k < panel.count; k++) {
    if (k === impulseAt) {
      panel.impulseLog = impulseSeries[k] * power;
      panel.impulseLogExponent = panel.exponent + k;
      impulseSeries[k] = 0;
    }
    if (k === lossAt) {
      panel.lossLog = lossSeries[k] * power;
      panel.lossLogExponent = 2 * panel.exponent + k;
      lossSeries[k] = 0;
    }
    if (k >= impulseAt && k >= lossAt) return;
    power *= panel.from;
  }
}
