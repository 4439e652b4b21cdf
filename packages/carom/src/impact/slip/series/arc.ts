/**
 * The arc of directions on which the slip turns, written so that nothing on it cancels.
 *
 * In the plane as complex numbers: b0 = (b11 + b22)/2, b1 = (b11 - b22)/2 + i b12, delta = d1 + i d2. For a slip along z = h^2/|h|^2 (h is
 * the half-angle number of z) the slip equation reads slip' = K/|h|^2 with
 *
 *     K = -friction b0 h^2 - friction b1 conj(h)^2 + delta |h|^2
 *
 * and z turns at the rate G/(|h|^4 speed), G = Im(conj(h)^2 K). Every path leaves a repelling invariant direction h2 and runs towards an
 * attracting one h1. With h = a h1 + b h2 and x = b/a the path falls from x to 0, and the two cubic forms
 *
 *     -2 Im(conj(h1) conj(h) K) = b (first1 a^2 + first2 a b + first3 b^2)
 *     -2 Im(conj(h2) conj(h) K) = a (second0 a^2 + second1 a b + second2 b^2)
 *
 * have lost the coefficients that vanish because h1 and h2 are roots of G: those are left out, not computed. Then G = a b (turning1 a^2 +
 * turning2 a b + turning3 b^2), and the remaining two roots are those of a quadratic. If they are real and positive they lie on the arc;
 * then the arc is cut there. Last, h2 is scaled so that the two remaining roots have the product 1: G is a multiple of x (1 + middle x +
 * x^2), middle > -2.
 *
 * The first h1 and h2 are the global minimum and maximum of U(z) = friction/2 z . B z - d . z (g is minus its slope, see directions.ts). In
 * principal axes the minimum is (D1/n, D2/(n + k)), found from D1^2/n^2 + D2^2/(n + k)^2 = 1 by Newton's method on the inverse norm, which
 * climbs to the root from below; the maximum is the same with the axes exchanged, in the opposite quadrant.
 *
 * Letters: a, b shares; x position on the arc; k friction times the difference of the eigenvalues of B; D1, D2 components of d along the
 * small and the large axis.
 */
import type { SlipContact } from "../contact.js";
import type { Complex, SlipWorkspace } from "./workspace.js";

/**
 * Newton's method for the two extreme directions stops at this relative step: the next one would be below rounding, and they are polished
 * anyway.
 */
const EXTREME_STEP = 1e-6;
/** A component of the coupling below this fraction of the rest is zero to rounding. */
const NO_COMPONENT = 1e-16;
/** Roots come with an error far below this; a larger Newton step is the noise of a nearly multiple root, which is as good as it gets. */
const LARGEST_POLISH = 1e-7;
/** A leading coefficient of G below this fraction of the others is rounding. */
const NOT_SIMPLE = 1e-15;
/** The scale of h2 stays within this factor of 1, so that no power of it overflows. */
const LARGEST_SCALE = 1e8;

/** Finds the arc of directions that starts at the slip of the contact, which must not vanish. */
export function layArc(work: SlipWorkspace, contact: SlipContact): void {
  const { highest, lowest, plane, start } = work;
  const { b11, b12, b22, d1, d2, friction, slip1, slip2 } = contact;
  plane.mean = 0.5 * friction * (b11 + b22);
  plane.stretch1 = -0.5 * friction * (b11 - b22);
  plane.stretch2 = -friction * b12;
  plane.delta1 = d1;
  plane.delta2 = d2;

  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  start.re = slip1 / speed;
  start.im = slip2 / speed;
  halve(start);
  findExtremes(work);
  polish(work, lowest);
  polish(work, highest);
  expandForms(work, lowest, highest);
  cutAtRootsAhead(work);
  normalise(work);
  addSlope(work, contact);
}

/** Turns a unit vector into its half-angle number. The sign does not matter. */
function halve(z: Complex): void {
  const { re, im } = z;
  if (re >= 0) {
    z.re = Math.sqrt(0.5 * (1 + re));
    z.im = (0.5 * im) / z.re;
  } else {
    z.im = Math.sqrt(0.5 * (1 - re));
    z.re = (0.5 * im) / z.im;
  }
}

/** Global minimum and maximum of U as half-angle numbers, to `lowest` and `highest`. */
function findExtremes(work: SlipWorkspace): void {
  const { axis, highest, lowest, plane, secular } = work;
  const { stretch1, stretch2, delta1, delta2 } = plane;
  const radius = Math.sqrt(stretch1 * stretch1 + stretch2 * stretch2);
  axis.re = radius > 0 ? -stretch1 / radius : 1;
  axis.im = radius > 0 ? -stretch2 / radius : 0;
  halve(axis);
  const onLarge = delta1 * axis.re + delta2 * axis.im;
  const onSmall = delta2 * axis.re - delta1 * axis.im;
  const signLarge = onLarge < 0 ? -1 : 1;
  const signSmall = onSmall < 0 ? -1 : 1;
  secular.difference = 2 * radius;
  secular.small = Math.abs(onSmall);
  secular.large = Math.abs(onLarge);
  solveSecular(work);
  lowest.re = signLarge * secular.lowestLarge * axis.re - signSmall * secular.lowestSmall * axis.im;
  lowest.im = signLarge * secular.lowestLarge * axis.im + signSmall * secular.lowestSmall * axis.re;
  halve(lowest);
  highest.re = signSmall * secular.highestSmall * axis.im - signLarge * secular.highestLarge * axis.re;
  highest.im = -signSmall * secular.highestSmall * axis.re - signLarge * secular.highestLarge * axis.im;
  halve(highest);
}

/** Both equations in one loop: each is a chain of divisions, and the processor works on two chains in the time of one. */
function solveSecular(work: SlipWorkspace): void {
  const { secular } = work;
  const { small, large, difference } = secular;
  let n = Math.max(small, large - difference);
  let m = Math.max(large, small - difference);
  let again: boolean;
  do {
    const perN = 1 / n;
    const perNk = 1 / (n + difference);
    const perM = 1 / m;
    const perMk = 1 / (m + difference);
    const x = small * perN;
    const y = large * perNk;
    const u = large * perM;
    const w = small * perMk;
    const square = x * x + y * y;
    const square2 = u * u + w * w;
    const step = (square * (Math.sqrt(square) - 1)) / (x * x * perN + y * y * perNk);
    const step2 = (square2 * (Math.sqrt(square2) - 1)) / (u * u * perM + w * w * perMk);
    n += step;
    m += step2;
    again = step > EXTREME_STEP * n || step2 > EXTREME_STEP * m;
  } while (again);
  const x = small / n;
  const y = large / (n + difference);
  const u = large / m;
  const w = small / (m + difference);
  const length = 1 / Math.sqrt(x * x + y * y);
  const length2 = 1 / Math.sqrt(u * u + w * w);
  secular.lowestSmall = x * length;
  secular.lowestLarge = y * length;
  secular.highestLarge = u * length2;
  secular.highestSmall = w * length2;
  if (small <= NO_COMPONENT * (large + difference)) {
    secular.lowestLarge = large >= difference ? 1 : large / difference;
    secular.lowestSmall = Math.sqrt(1 - secular.lowestLarge * secular.lowestLarge);
  }
  if (large <= NO_COMPONENT * (small + difference)) {
    secular.highestSmall = small >= difference ? 1 : small / difference;
    secular.highestLarge = Math.sqrt(1 - secular.highestSmall * secular.highestSmall);
  }
}

/** One Newton step on the turning rate, h += i h (angle)/2. */
function polish(work: SlipWorkspace, h: Complex): void {
  const { plane } = work;
  const { mean, stretch1, stretch2, delta1, delta2 } = plane;
  const z1 = h.re * h.re - h.im * h.im;
  const z2 = 2 * h.re * h.im;
  const pull1 = delta1 - mean * z1 + stretch1 * z1 + stretch2 * z2;
  const pull2 = delta2 - mean * z2 + stretch2 * z1 - stretch1 * z2;
  const radial = z1 * pull1 + z2 * pull2;
  const turning = z1 * pull2 - z2 * pull1;
  const slope = z1 * delta1 + z2 * delta2 - 2 * (mean + radial);
  const step = (-0.5 * turning) / slope;
  if (!(Math.abs(step) < LARGEST_POLISH)) return;
  const re = h.re - step * h.im;
  h.im += step * h.re;
  h.re = re;
}

/** Sets the arc from h1 to h2 (or -h2) that holds the start: the forms of the header and x. */
function expandForms(work: SlipWorkspace, h1: Complex, h2: Complex): void {
  const { arc, plane, start } = work;
  const { mean, stretch1: ar, stretch2: ai, delta1: dr, delta2: di } = plane;
  const { re: h1r, im: h1i } = h1;
  const share1 = start.re * h2.im - start.im * h2.re;
  const share2 = h1r * start.im - h1i * start.re;
  // Whichever sign of h2 puts the start between h1 and h2.
  const sign = share1 * share2 < 0 ? -1 : 1;
  const h2r = sign * h2.re;
  const h2i = sign * h2.im;
  const s0 = h1r * h1r + h1i * h1i;
  const s1 = 2 * (h1r * h2r + h1i * h2i);
  const s2 = h2r * h2r + h2i * h2i;
  // Squares and product of conj(h1), conj(h2); then conj(h) K = sum over j of (term_j) a^(3-j) b^j.
  const p11r = h1r * h1r - h1i * h1i;
  const p11i = -2 * h1r * h1i;
  const p12r = h1r * h2r - h1i * h2i;
  const p12i = -(h1r * h2i + h1i * h2r);
  const p22r = h2r * h2r - h2i * h2i;
  const p22i = -2 * h2r * h2i;
  // Im(conj(h1) term_j) and Im(conj(h2) term_j): every term is (real) h, A conj(h)^3 or delta conj(h).
  const cross = h2r * h1i - h2i * h1r; // Im(conj(h2) h1)
  const d11 = dr * p11i + di * p11r;
  const d12 = dr * p12i + di * p12r;
  const d22 = dr * p22i + di * p22r;
  const p1112r = p11r * p12r - p11i * p12i;
  const p1112i = p11r * p12i + p11i * p12r;
  const p1122r = p11r * p22r - p11i * p22i;
  const p1122i = p11r * p22i + p11i * p22r;
  const p1222r = p12r * p22r - p12i * p22i;
  const p1222i = p12r * p22i + p12i * p22r;
  const a1112 = ar * p1112i + ai * p1112r;
  const a1122 = ar * p1122i + ai * p1122r;
  const a1222 = ar * p1222i + ai * p1222r;
  // conj(h1) with the terms in a^2 b, a b^2, b^3; conj(h2) with those in a^3, a^2 b, a b^2.
  const first1 = -2 * (mean * cross * s0 + 3 * a1112 + d11 * s1 + d12 * s0);
  const first2 = -2 * (mean * cross * s1 + 3 * a1122 + d11 * s2 + d12 * s1);
  const first3 = -2 * (mean * cross * s2 + a1222 + d12 * s2);
  const second0 = -2 * (-mean * cross * s0 + a1112 + d12 * s0);
  const second1 = -2 * (-mean * cross * s1 + 3 * a1122 + d12 * s1 + d22 * s0);
  const second2 = -2 * (-mean * cross * s2 + 3 * a1222 + d12 * s2 + d22 * s1);
  arc.attracting1 = h1r;
  arc.attracting2 = h1i;
  arc.repelling1 = h2r;
  arc.repelling2 = h2i;
  arc.twist = -cross;
  arc.first1 = first1;
  arc.first2 = first2;
  arc.first3 = first3;
  arc.second0 = second0;
  arc.second1 = second1;
  arc.second2 = second2;
  arc.turning1 = -0.5 * (first1 + second0);
  arc.turning2 = -0.5 * (first2 + second1);
  arc.turning3 = -0.5 * (first3 + second2);
  arc.square0 = s0;
  arc.square1 = s1;
  arc.square2 = s2;
  arc.start = (sign * share2) / share1;
}

/** If two more invariant directions lie between h1 and h2, keeps the part of the arc between the two that enclose the start. */
function cutAtRootsAhead(work: SlipWorkspace): void {
  const { arc, highest, lowest, pair } = work;
  const { turning1, turning2, turning3 } = arc;
  const discriminant = turning2 * turning2 - 4 * turning1 * turning3;
  if (!(discriminant > 0 && turning1 * turning2 < 0)) return;
  const sum = -0.5 * (turning2 + (turning2 < 0 ? -1 : 1) * Math.sqrt(discriminant));
  pair.repels = Math.min(sum / turning3, turning1 / sum);
  pair.attracts = Math.max(sum / turning3, turning1 / sum);
  if (!(pair.repels > 0)) return;
  lowest.re = arc.attracting1;
  lowest.im = arc.attracting2;
  highest.re = arc.repelling1;
  highest.im = arc.repelling2;
  if (arc.start > pair.repels) moveTo(work, lowest, "attracts");
  if (arc.start < pair.attracts) moveTo(work, highest, "repels");
  expandForms(work, lowest, highest);
}

/** Sets h to one of the pair. */
function moveTo(work: SlipWorkspace, h: Complex, root: "attracts" | "repels"): void {
  const { arc, pair } = work;
  const x = root === "attracts" ? pair.attracts : pair.repels;
  const re = arc.attracting1 + x * arc.repelling1;
  const im = arc.attracting2 + x * arc.repelling2;
  const length = Math.sqrt(re * re + im * im);
  h.re = re / length;
  h.im = im / length;
  polish(work, h);
  polish(work, h);
}

/** Scales h2 so that the two remaining roots have the product 1. */
function normalise(work: SlipWorkspace): void {
  const { arc } = work;
  const size = Math.abs(arc.turning1) + Math.abs(arc.turning2) + Math.abs(arc.turning3);
  // All of G has one sign on the arc. Where h1 or h2 is a triple root, rounding may say otherwise.
  const sense = arc.turning1 + arc.start * (arc.turning2 + arc.start * arc.turning3) < 0 ? -1 : 1;
  const inner = Math.max(sense * arc.turning1, NOT_SIMPLE * size);
  const outer = Math.max(sense * arc.turning3, NOT_SIMPLE * size);
  const scale = Math.min(Math.max(Math.sqrt(inner / outer), 1 / LARGEST_SCALE), LARGEST_SCALE);
  arc.simple = sense * arc.turning1 > NOT_SIMPLE * size;
  arc.middle = Math.max((sense * arc.turning2 * scale) / inner, -2);
  arc.nearest = arc.middle >= 2 ? 2 / (arc.middle + Math.sqrt(arc.middle * arc.middle - 4)) : 1;

  const scale2 = scale * scale;
  const scale3 = scale2 * scale;
  arc.repelling1 *= scale;
  arc.repelling2 *= scale;
  arc.twist *= scale;
  arc.first1 *= scale;
  arc.first2 *= scale2;
  arc.first3 *= scale3;
  arc.second0 *= scale;
  arc.second1 *= scale2;
  arc.second2 *= scale3;
  arc.turning1 *= scale;
  arc.turning2 *= scale2;
  arc.turning3 *= scale3;
  arc.square1 *= scale;
  arc.square2 *= scale2;
  arc.start /= scale;
}

/** |h|^2 normal - friction Re(conj(delta) h^2) as a form in a and b. */
function addSlope(work: SlipWorkspace, contact: SlipContact): void {
  const { arc, plane } = work;
  const { normal, friction } = contact;
  const { attracting1: h1r, attracting2: h1i, repelling1: h2r, repelling2: h2i } = arc;
  const push1 = friction * plane.delta1;
  const push2 = friction * plane.delta2;
  arc.slope0 = normal * arc.square0 - push1 * (h1r * h1r - h1i * h1i) - 2 * push2 * h1r * h1i;
  arc.slope1 = normal * arc.square1 - 2 * (push1 * (h1r * h2r - h1i * h2i) + push2 * (h1r * h2i + h1i * h2r));
  arc.slope2 = normal * arc.square2 - push1 * (h2r * h2r - h2i * h2i) - 2 * push2 * h2r * h2i;
}
