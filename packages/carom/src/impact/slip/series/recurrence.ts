/**
 * The coefficients of a panel's series.
 *
 * With the polynomials of panel.ts the coefficients of S follow from the four before,
 *
 *     G_0 S_k = sum over j = 0..3 of (N_j/k - G_(j+1)) S_(k-1-j)                                        where G does not vanish at t = 0
 *     k G_1 s_k = sum over j = 1..3 of (N_j - (q + k) G_(j+1)) s_(k-j),  S = t^(q-1) sum s_k t^k,  q = N_0/G_1    where it does (Frobenius)
 *
 * and those of V in the same way with 2 N for N and 2 q for q. Multiplied with Q^2 and Q^3 and integrated they give p and D. No
 * transcendental function is needed. At an attracting direction the speed falls like t^q: rest is the point t = 0.
 *
 * A term whose power q + k (or 2 q + k for D) nearly vanishes integrates to nearly a logarithm; it is set aside and summed as such.
 *
 * Letters as in panel.ts.
 */
import { isAtRoot } from "./panel.js";
import { limits, type SlipWorkspace } from "./workspace.js";

const { mostTerms, negligible, nearLogarithm, inverse } = limits;

/** A panel is refused if its largest term exceeds the sum by more: three of sixteen digits. */
const MOST_CANCELLATION = 1000;

/** Powers of Q, by which the series of S and V are multiplied. */
function raiseSquare(work: SlipWorkspace): void {
  const { square, square2, square3 } = work;
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

/**
 * The coefficients of a panel. The loop holds all it needs in local numbers: it is most of the time of an impact.
 * At an invariant direction everything is one place further in G and N, and terms that integrate to a logarithm are left undivided:
 * call `setAside` next. Returns false if the series does not converge or, there, cancels too much.
 */
export function expandSeries(work: SlipWorkspace, most = mostTerms): boolean {
  const { growth, impulseSeries, lossSeries, panel, speedSeries, square2, square3, turning } = work;
  raiseSquare(work);
  const atRoot = isAtRoot(work);
  const at = atRoot ? 1 : 0;
  const q = panel.exponent;
  const unit = 1 / turning[at];
  const g1 = turning[at + 1] * unit;
  const g2 = turning[at + 2] * unit;
  const g3 = turning[at + 3] * unit;
  const g4 = turning[at + 4] * unit;
  // The constant parts of the recurrences; the rest is proportional to k.
  const n0 = growth[at] * unit - q * g1;
  const n1 = growth[at + 1] * unit - q * g2;
  const n2 = growth[at + 2] * unit - q * g3;
  const n3 = growth[at + 3] * unit - q * g4;
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
  const hasPower = atRoot && Math.abs(q) >= nearLogarithm;
  let speedTotal = 1;
  let impulseTotal = hasPower ? e0 / q : e0;
  let lossTotal = hasPower ? c0 / (2 * q) : c0;
  speedSeries[0] = 1;
  impulseSeries[0] = impulseTotal;
  lossSeries[0] = lossTotal;
  let largestLoss = Math.abs(lossTotal);
  let next = 1;
  let k = 1;
  for (; k <= most && small < 2; k++) {
    const p0 = n0 * next;
    const p1 = n1 * next;
    const p2 = n2 * next;
    const p3 = n3 * next;
    const a0 = p0 - g1;
    const a1 = p1 - g2;
    const a2 = p2 - g3;
    const a3 = p3 - g4;
    const s = a0 * s1 + a1 * s2 + (a2 * s3 + a3 * s4);
    const v = (a0 + p0) * v1 + (a1 + p1) * v2 + ((a2 + p2) * v3 + (a3 + p3) * v4);
    next = inverse[k + 1];
    let impulse = e0 * s + e1 * s1 + (e2 * s2 + e3 * s3) + e4 * s4;
    let loss = c0 * v + c1 * v1 + (c2 * v2 + c3 * v3) + (c4 * v4 + c5 * v5 + c6 * v6);
    if (atRoot) {
      const power = k + q;
      const lossPower = power + q;
      impulse /= Math.abs(power) < nearLogarithm ? 1 : power;
      loss /= Math.abs(lossPower) < 2 * nearLogarithm ? 1 : lossPower;
      if (Math.abs(loss) > largestLoss) largestLoss = Math.abs(loss);
    } else {
      impulse *= next;
      loss *= next;
    }
    speedSeries[k] = s;
    impulseSeries[k] = impulse;
    lossSeries[k] = loss;
    speedTotal += s;
    impulseTotal += impulse;
    lossTotal += loss;
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
    small = size < negligible * largest ? small + 1 : 0;
  }
  panel.speedTotal = speedTotal;
  panel.impulseTotal = impulseTotal;
  panel.lossTotal = lossTotal;
  closeSeries(work, k);
  return small === 2 && (!atRoot || largestLoss <= MOST_CANCELLATION * Math.abs(lossTotal));
}

/** Pads the series to an even number of terms. */
function closeSeries(work: SlipWorkspace, terms: number): void {
  const { impulseSeries, lossSeries, panel, speedSeries } = work;
  speedSeries[terms] = 0;
  impulseSeries[terms] = 0;
  lossSeries[terms] = 0;
  panel.count = terms + (terms & 1);
}

/** The k for which t^(exponent + k) is within `near` of a constant; -1 if there is none. */
export function logarithmicTerm(exponent: number, near: number): number {
  const k = Math.round(-exponent);
  return k >= 0 && k < mostTerms && Math.abs(exponent + k) < near ? k : -1;
}

/**
 * Moves the logarithmic terms of a panel at an invariant direction out of the sums. Not part of `expandSeries`: when V8 meets a seldom
 * taken branch it throws the code of the function away, and that of a long loop may not come back whole.
 */
export function setAside(work: SlipWorkspace): void {
  const { impulseSeries, lossSeries, panel } = work;
  const impulseAt = logarithmicTerm(panel.exponent, nearLogarithm);
  const lossAt = logarithmicTerm(2 * panel.exponent, 2 * nearLogarithm);
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
      panel.impulseTotal = sumOf(work, impulseSeries);
    }
    if (k === lossAt) {
      panel.lossLog = lossSeries[k] * power;
      panel.lossLogExponent = 2 * panel.exponent + k;
      lossSeries[k] = 0;
      panel.lossTotal = sumOf(work, lossSeries);
    }
    if (k >= impulseAt && k >= lossAt) return;
    power *= panel.from;
  }
}

function sumOf(work: SlipWorkspace, series: Float64Array): number {
  const { panel } = work;
  let sum = 0;
  for (let k = panel.count - 1; k >= 0; k--) sum += series[k];
  return sum;
}
