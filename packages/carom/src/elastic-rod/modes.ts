/**
 * The rod while it stands on the floor, by its modes of vibration: the second method, and the better one late, where the images cancel.
 *
 * In units of the transit time (s = t/t1, z = r t1) mode k has the frequency w = (2k + 1) pi undamped and answers a unit velocity by
 *
 *     D = e^(-zs) sin(W s) / W,  W = sqrt(w^2 - z^2)        D' = e^(-zs) cos(W s) - z D        G = integral of D = (1 - D' - 2 z D) / w^2
 *
 * (sinh and cosh where z > w). With xi = x / 2L the response to a unit velocity is V = t1 sum of (4/w) sin(w xi) D, and so on with D' and
 * G.
 *
 * Such sums converge like 1/k, because V has fronts. So each term loses what it tends to for high k, and the sum of what it loses is known:
 * with e = 1/w
 *
 *     cos(W s) = Re e^(iws) E(e)        E = exp(i s (sqrt(1 - z^2 e^2) - 1) / e)        sin(W s) / W = Im e^(iws) e E / sqrt(1 - z^2 e^2)
 *
 * are power series in e with coefficients (-i)^n times real numbers, and the sum over k of sin(w y - (n - 1) pi/2) / w^n is S_n(y), S_n' =
 * S_(n-1), S_n(y + 1) = -S_n(y), S_1 = 1/4 on (0, 1): Euler polynomials over 4 (n - 1)!. With seven orders a hundred modes give all digits.
 * Where z is above 10 and z s below 45 the lost parts are larger than what is left and take digits with them (1e-8 at z = 30): those times
 * are for images, whose sums do not cancel there.
 *
 * Source: 000 section 5.6.1 for the modes; the tails are ours. Euler polynomials: Abramowitz and Stegun 23.1.
 */
import { cos, exp, expm1, sin } from "../math/elementary.js";
import type { RodFields, RodMotion } from "./images.js";
import { dampingNumber, type ElasticRod, type Side, transitTime } from "./rod.js";

/** Orders of 1/w that are summed in closed form; odd. */
const ORDERS = 7;
/** Modes that are summed one by one: enough that the next order of the highest is below rounding. */
const FEWEST_MODES = 24;
const MOST_MODES = 4000;
const MODES_PER_SHIFT = 2.5;
/** Modes after which sines are taken anew. */
const FRESH = 16;

/** What is summed over the modes for one rod at one time, so that many places share it. */
export interface ModalSnapshot {
  /** Whose modes they are. */
  readonly rod: ElasticRod;
  /** Since the rod touched the floor, s. */
  readonly time: number;
  /** What remains of D, D' and of the part of G that decays, for each mode, after its tail is taken off. */
  readonly response: Float64Array;
  /** Amplitudes of the velocities, mode after mode. */
  readonly rate: Float64Array;
  /** Amplitudes of the displacements, mode after mode. */
  readonly past: Float64Array;
  /** Coefficients of the tails, by power of 1/w, with e^(-zs). */
  readonly responseTail: readonly number[];
  /** Coefficients of the closed sum over the modes left out, of velocities. */
  readonly rateTail: readonly number[];
  /** The same of displacements. */
  readonly pastTail: readonly number[];
}

/** D, D' and G - 1/w^2 of each mode, and their tails; input is not checked (contactFields does). */
export function modalSnapshot(rod: ElasticRod, time: number): ModalSnapshot {
  const z = dampingNumber(rod);
  const s = time / transitTime(rod);
  const count = modeCount(z, s);
  const tails = tailSeries(z, s);
  const response = new Float64Array(count);
  const rate = new Float64Array(count);
  const past = new Float64Array(count);
  const [phase, sign] = phaseOf(s);
  const mode: ModeState = { response: 0, rate: 0, past: 0 };
  for (let k = 0; k < count; k++) {
    const w = (2 * k + 1) * Math.PI;
    followMode(mode, w, z, s);
    const [sine, cosine] = [sign * sin(w * phase), sign * cos(w * phase)];
    response[k] = mode.response - tailOf(tails.responseTail, w, sine, cosine);
    rate[k] = mode.rate - tailOf(tails.rateTail, w, sine, cosine);
    past[k] = mode.past - tailOf(tails.pastTail, w, sine, cosine);
  }
  return { rod, time, response, rate, past, ...tails };
}

/** Displacement, strain and velocity at a height above the floor, m. */
export function modalFields(snapshot: ModalSnapshot, x: number, side: Side = "after"): RodFields {
  const { rod, time, response, rate, past, responseTail, rateTail, pastTail } = snapshot;
  const transit = transitTime(rod);
  const s = time / transit;
  const xi = x / (2 * rod.length);
  let [total, velocity, integral, slope, slopeIntegral] = [0, 0, 0, 0, 0];
  for (let k = 0; k < response.length; k++) {
    const w = (2 * k + 1) * Math.PI;
    const [odd, even] = [(4 * sin(w * xi)) / w, 4 * cos(w * xi)];
    total += odd * response[k];
    velocity += odd * rate[k];
    integral += odd * past[k];
    slope += even * response[k];
    slopeIntegral += even * past[k];
  }
  const [sum, difference] = tailWaves(s, xi, side);
  total += 2 * tailSum(responseTail, difference, 1);
  velocity += 2 * tailSum(rateTail, difference, 1);
  integral += 2 * tailSum(pastTail, difference, 1) + 0.5 * xi * (1 - xi);
  slope += 2 * tailSum(responseTail, sum, 0);
  slopeIntegral += 2 * tailSum(pastTail, sum, 0) + 0.5 - xi;
  const { gravity, impactSpeed, waveSpeed } = rod;
  return {
    displacement: -transit * (impactSpeed * total + gravity * transit * integral),
    strain: -(impactSpeed * slope + gravity * transit * slopeIntegral) / waveSpeed,
    velocity: -(impactSpeed * velocity + gravity * transit * total),
  };
}

/** Strain at the floor alone: what modalFields gives at 0, for a fraction of its cost. */
export function modalFloorStrain(rod: ElasticRod, time: number, side: Side = "after"): number {
  const z = dampingNumber(rod);
  const transit = transitTime(rod);
  const s = time / transit;
  const { responseTail, pastTail } = tailSeries(z, s);
  const push = rod.gravity * transit;
  const mode: ModeState = { response: 0, rate: 0, past: 0 };
  let [slope, slopeIntegral] = [0, 0];
  const [phase, sign] = phaseOf(s);
  const [turnSine, turnCosine] = [sin(2 * Math.PI * phase), cos(2 * Math.PI * phase)];
  let [sine, cosine] = [0, 0];
  for (let k = 0, count = modeCount(z, s); k < count; k++) {
    const w = (2 * k + 1) * Math.PI;
    // From one mode to the next by rotation, and anew before rounding adds up.
    if (k % FRESH === 0) [sine, cosine] = [sign * sin(w * phase), sign * cos(w * phase)];
    else [sine, cosine] = [sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine];
    followMode(mode, w, z, s);
    slope += mode.response - tailOf(responseTail, w, sine, cosine);
    if (push > 0) slopeIntegral += mode.past - tailOf(pastTail, w, sine, cosine);
  }
  const waves = eulerWaves(s, side);
  slope = 4 * (slope + tailSum(responseTail, waves, 0));
  slopeIntegral = 4 * (slopeIntegral + tailSum(pastTail, waves, 0)) + 0.5;
  return -(rod.impactSpeed * slope + push * slopeIntegral) / rod.waveSpeed;
}

/** Of the centre of mass. */
export function modalMotion({ rod, time, response, rate, past, responseTail, rateTail, pastTail }: ModalSnapshot): RodMotion {
  const transit = transitTime(rod);
  const waves = eulerWaves(time / transit, "after");
  let [total, velocity, integral] = [0, 0, 0];
  for (let k = 0; k < response.length; k++) {
    const w = (2 * k + 1) * Math.PI;
    const weight = 8 / (w * w);
    total += weight * response[k];
    velocity += weight * rate[k];
    integral += weight * past[k];
  }
  total -= 8 * tailSum(responseTail, waves, 2);
  velocity -= 8 * tailSum(rateTail, waves, 2);
  integral += 1 / 12 - 8 * tailSum(pastTail, waves, 2);
  const { gravity, impactSpeed, length } = rod;
  return {
    momentum: -length * (impactSpeed * velocity + gravity * transit * total),
    comDisplacement: -transit * (impactSpeed * total + gravity * transit * integral),
  };
}

/** Kinetic and elastic energy of the rod over its mass per length, m^3/s^2: the squares of the modes, and the tail of the squares. */
export function modalVibration({ rod, time, ...modes }: ModalSnapshot): number {
  const transit = transitTime(rod);
  const s = time / transit;
  const push = rod.gravity * transit;
  const mu = rod.impactSpeed;
  // Velocity and w times displacement of mode k: tails in the same form, sin(w s - (n - 1) pi/2) and sin(w s - n pi/2) over w^n, and a
  // constant push / w.
  const velocityTail = modes.rateTail.map((coefficient, n) => mu * coefficient + push * modes.responseTail[n]);
  const stretchTail = modes.responseTail.map((_, n) =>
    n + 1 > ORDERS ? 0 : mu * modes.responseTail[n + 1] + push * modes.pastTail[n + 1],
  );
  const steady = new Array<number>(ORDERS + 1).fill(0);
  const twice = new Array<number>(ORDERS + 1).fill(0);
  for (let n = 0; n <= ORDERS; n++)
    for (let m = 0; n + m <= ORDERS; m++) {
      const sum = velocityTail[n] * velocityTail[m] + stretchTail[n] * stretchTail[m];
      const difference = velocityTail[n] * velocityTail[m] - stretchTail[n] * stretchTail[m];
      if ((n - m) % 2 === 0) steady[n + m] += 0.5 * sum * ((n - m) % 4 === 0 ? 1 : -1);
      twice[n + m] += 0.5 * difference;
    }
  const atZero = eulerWaves(0, "after");
  const once = eulerWaves(s, "after");
  const doubled = eulerWaves(2 * s, "after");
  let energy = 0;
  for (let n = 0; n <= ORDERS; n++) {
    if (n % 2 === 0) energy += steady[n] * atZero[n + 2] * (n % 4 === 0 ? -1 : 1);
    energy -= twice[n] * doubled[n + 2];
    energy -= 2 * push * stretchTail[n] * once[n + 3];
  }
  energy += (push * push) / 96;
  for (let k = 0; k < modes.response.length; k++) {
    const w = (2 * k + 1) * Math.PI;
    const [sine, cosine] = [sin(w * s), cos(w * s)];
    const response = modes.response[k] + tailOf(modes.responseTail, w, sine, cosine);
    const rate = modes.rate[k] + tailOf(modes.rateTail, w, sine, cosine);
    const past = modes.past[k] + tailOf(modes.pastTail, w, sine, cosine);
    const velocity = mu * rate + push * response;
    const stretch = w * (mu * response + push * past) + push / w;
    const [doubleSine, doubleCosine] = [2 * sine * cosine, (cosine - sine) * (cosine + sine)];
    let tail = (push * push) / (w * w);
    for (let n = 0, power = 1; n <= ORDERS; n++, power /= w) {
      tail += power * (steady[n] + twice[n] * turned(doubleSine, doubleCosine, n));
      tail += (2 * push * power * stretchTail[n] * turned(sine, cosine, n + 1)) / w;
    }
    energy += (velocity * velocity + stretch * stretch - tail) / (w * w);
  }
  return 4 * rod.length * energy;
}

/** Rate at which the slowest mode dies, per transit. */
export function slowestDecay(z: number): number {
  return z <= Math.PI ? z : (Math.PI * Math.PI) / (z + Math.sqrt((z - Math.PI) * (z + Math.PI)));
}

/** Exponent beyond which modes that swing are nothing beside the slowest. */
const GONE = 45;

/** Whether only overdamped modes are left. */
function onlySlow(z: number, s: number): boolean {
  return z > Math.PI && (z - slowestDecay(z)) * s > GONE;
}

function modeCount(z: number, s: number): number {
  if (onlySlow(z, s)) return Math.ceil(z / (2 * Math.PI)) + 1;
  return Math.min(MOST_MODES, FEWEST_MODES + Math.ceil(MODES_PER_SHIFT * (z + z * z * s)));
}

/**
 * Orders of the turn E that pay: order n is about (z^2 s / 2w)^n / n!. Late, high orders of the lowest mode are so large that their
 * rounding shows, while the highest mode could do without them.
 */
function ordersAt(z: number, s: number): number {
  const shift = 0.5 * z * z * s;
  const lowest = shift / Math.PI;
  const highest = shift / (2 * Math.PI * modeCount(z, s));
  let [rounding, large, small, best, least] = [1, 1, highest, 0, Number.POSITIVE_INFINITY];
  for (let n = 1; n <= ORDERS; n++) {
    large *= lowest / n;
    small *= highest / (n + 1);
    rounding = Math.max(rounding, large);
    const error = Number.EPSILON * rounding + small;
    if (error < least) [best, least] = [n, error];
  }
  return best;
}

/** One mode's answer to a unit velocity. */
export interface ModeState {
  response: number;
  rate: number;
  /** Of the integral of the response, the part that decays: without 1/w^2. */
  past: number;
}

/** A mode of frequency w and damping z after s, answering a unit velocity: y'' + 2 z y' + w^2 y = 0. */
export function followMode(mode: ModeState, w: number, z: number, s: number): void {
  const squared = (w - z) * (w + z);
  let cosine: number;
  let response: number;
  if (squared > 0) {
    const swing = Math.sqrt(squared);
    const decay = exp(-z * s);
    response = (decay * sin(swing * s)) / swing;
    cosine = decay * cos(swing * s);
  } else {
    const apart = Math.sqrt(-squared);
    // The slow rate z - apart without cancellation.
    const slow = exp((-w * w * s) / (z + apart));
    response = apart * s < 1e-300 ? slow * s : (-slow * expm1(-2 * apart * s)) / (2 * apart);
    cosine = slow * (1 + 0.5 * expm1(-2 * apart * s));
  }
  mode.response = response;
  mode.rate = cosine - z * response;
  mode.past = -(cosine + z * response) / (w * w);
}

interface Tails {
  readonly responseTail: readonly number[];
  readonly rateTail: readonly number[];
  readonly pastTail: readonly number[];
}

/** Coefficients of sin(w s - (n - 1) pi/2) / w^n in D, D' and the decaying part of G. */
function tailSeries(z: number, s: number): Tails {
  const decay = onlySlow(z, s) ? 0 : exp(-z * s);
  const square = z * z;
  // sqrt(1 - z^2 e^2) - 1 over -e, in odd powers of e; and 1 / sqrt(1 - z^2 e^2), in even powers.
  const shift = new Array<number>(ORDERS + 1).fill(0);
  const inverse = new Array<number>(ORDERS + 1).fill(0);
  inverse[0] = 1;
  for (let m = 1, root = 0.5 * square; m <= ORDERS; m += 2) {
    shift[m] = root;
    root *= (square * m) / (m + 3);
  }
  for (let m = 2; m <= ORDERS; m += 2) inverse[m] = (inverse[m - 2] * square * (m - 1)) / m;
  const turn = new Array<number>(ORDERS + 1).fill(0);
  turn[0] = decay;
  for (let n = 1, most = ordersAt(z, s); n <= most; n++) {
    let sum = 0;
    for (let m = 1; m <= n; m += 2) sum += (m % 4 === 1 ? 1 : -1) * m * s * shift[m] * turn[n - m];
    turn[n] = sum / n;
  }
  const responseTail = [0];
  for (let n = 1; n <= ORDERS; n++) {
    let sum = 0;
    for (let m = 0; m <= n - 1; m += 2) sum += (m % 4 === 0 ? 1 : -1) * inverse[m] * turn[n - 1 - m];
    responseTail[n] = sum;
  }
  const rateTail = turn.map((coefficient, n) => coefficient - z * responseTail[n]);
  const pastTail = turn.map((_, n) => (n < 2 ? 0 : turn[n - 2] + z * responseTail[n - 2]));
  return { responseTail, rateTail, pastTail };
}

/**
 * Every w is an odd multiple of pi, so sines and cosines of w s are those of w times the phase, times the sign: without the rounding of
 * whole transits.
 */
function phaseOf(s: number): [phase: number, sign: number] {
  const whole = Math.floor(s);
  return [s - whole, whole % 2 === 0 ? 1 : -1];
}

/** sin(angle - (n - 1) pi/2) from the sine and cosine of the angle. */
function turned(sine: number, cosine: number, n: number): number {
  switch (n % 4) {
    case 0:
      return cosine;
    case 1:
      return sine;
    case 2:
      return -cosine;
    default:
      return -sine;
  }
}

/** Even powers go with the cosine, odd ones with the sine, with alternating signs: two polynomials in 1/w^2. */
function tailOf(tail: readonly number[], w: number, sine: number, cosine: number): number {
  const step = -1 / (w * w);
  let [even, odd] = [0, 0];
  for (let n = ORDERS - 1; n >= 0; n -= 2) {
    even = even * step + tail[n];
    odd = odd * step + tail[n + 1];
  }
  return even * cosine + (odd * sine) / w;
}

function tailSum(tail: readonly number[], waves: readonly number[], shift: number): number {
  let sum = 0;
  for (let n = ORDERS; n >= 0; n--) if (n + shift > 0) sum += tail[n] * waves[n + shift];
  return sum;
}

/** S_n(s + xi) plus and minus S_n(s - xi), by n. */
function tailWaves(s: number, xi: number, side: Side): [number[], number[]] {
  const up = eulerWaves(s + xi, side);
  const down = eulerWaves(s - xi, side);
  return [up.map((value, n) => value + down[n]), up.map((value, n) => value - down[n])];
}

/**
 * Coefficients of S_n on (0, 1), lowest first: the integral of the one before, with the constant that makes it change sign over the
 * interval.
 */
const EULER = eulerPolynomials(ORDERS + 4);

function eulerPolynomials(count: number): number[][] {
  const polynomials: number[][] = [[], [0.25]];
  for (let n = 2; n < count; n++) {
    const integral = [0, ...polynomials[n - 1].map((coefficient, i) => coefficient / (i + 1))];
    integral[0] = -0.5 * integral.reduce((sum, coefficient) => sum + coefficient, 0);
    polynomials.push(integral);
  }
  return polynomials;
}

/** Places this near a front are on it. */
const ON_FRONT = 1e-14;

/** S_n(y) for all n: periodic but for its sign. */
function eulerWaves(y: number, side: Side): number[] {
  const nearest = Math.round(y);
  const onFront = Math.abs(y - nearest) <= ON_FRONT * Math.max(1, Math.abs(y));
  const cell = onFront ? (side === "after" ? nearest : nearest - 1) : Math.floor(y);
  const inside = onFront ? (side === "after" ? 0 : 1) : y - cell;
  const sign = cell % 2 === 0 ? 1 : -1;
  return EULER.map((polynomial) => sign * polynomial.reduceRight((value, coefficient) => value * inside + coefficient, 0));
}
