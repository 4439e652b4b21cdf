/**
 * The rod while it stands on the floor, by images: exact up to one-dimensional quadratures of smooth functions.
 *
 * A velocity of 1 everywhere at first, without gravity, makes the response V(x, t) = sigma - T(x/c) + sum over j >= 1 of (-1)^j [T((2 L j -
 * x)/c) - T((2 L j + x)/c)]: the free rod's sigma = (1 - e^(-2rt)) / 2r, corrected by waves that left the floor a time t - a ago, each of
 * the same shape in its delay a. With q = sqrt(t^2 - y^2),
 *
 *     A(y) = e^(-rt) I_0(r q)        B(y) = e^(-rt) r t I_1(r q) / q        T(a) = integral of A from a to t, for a < t; else 0.
 *
 * The rod itself is v = -mu V - g (integral of V in time). That integral needs no second quadrature: K(a), that of T, obeys the wave
 * equation that makes V, so
 *
 *     -T' = A        dT/dt = e^(-rt) + integral of (B - r A)        K'' = e^(-rt) + integral of (B + r A)        all from a to t,
 *
 * and K and its first derivative follow by moments: -K' = J(a) = e^(-rt) (t - a) + integral of (y - a) (B + r A), K = e^(-rt) (t - a)^2 / 2
 * + integral of (y - a)^2 / 2 (B + r A). Integrals over the rod telescope: the integral of V over x is L sigma - c [m(0) + 2 sum of (-1)^j
 * m(j t1)], m(a) being the integral of T from a to t.
 *
 * Letters: a delay, t time, r damping, V and its derivatives unit response, K its integral in time.
 * Source: 000 (5.22)-(5.25); the sum by single steps and the moments are ours.
 */
import { besselI0Scaled, besselI1OverXScaled } from "../math/bessel.js";
import { exp, expm1 } from "../math/elementary.js";
import { gaussLegendre, type QuadratureRule } from "../math/quadrature.js";
import { type ElasticRod, type Side, transitTime } from "./rod.js";

/** At one place and time. */
export interface RodFields {
  /** Upward, m. */
  readonly displacement: number;
  /** Of the rod, positive where it is stretched. */
  readonly strain: number;
  /** Upward, m/s. */
  readonly velocity: number;
}

/** Of the whole rod, divided by its mass per length. */
export interface RodMotion {
  /** Upward, m^2/s. */
  readonly momentum: number;
  /** Of the centre of mass since the impact, m. */
  readonly comDisplacement: number;
}

/** Fields by images, for 0 <= x <= length and a time while the floor holds the rod; input is not checked (contactFields does). */
export function imageFields(rod: ElasticRod, x: number, time: number, side: Side = "after"): RodFields {
  const { waveSpeed, damping, gravity, impactSpeed } = rod;
  const transit = transitTime(rod);
  const sum = createWave();
  const wave = createWave();
  const add = (delay: number, odd: number, even: number) => {
    if (!followWave(wave, damping, delay, time, side)) return;
    // The response is odd in x, its derivative along the rod even.
    sum.total += odd * wave.total;
    sum.rate += odd * wave.rate;
    sum.past += odd * wave.past;
    sum.shape += even * wave.shape;
    sum.pastShape += even * wave.pastShape;
  };
  const here = x / waveSpeed;
  const reach = farthest(damping, time);
  add(here, -1, 1);
  for (let j = 1, sign = -1; j * transit - here <= reach; j++, sign = -sign) {
    add(j * transit - here, sign, sign);
    add(j * transit + here, -sign, sign);
  }
  const { total, rate, past } = freeResponse(damping, time);
  return {
    displacement: -impactSpeed * (total + sum.total) - gravity * (past + sum.past),
    strain: -(impactSpeed * sum.shape + gravity * sum.pastShape) / waveSpeed,
    velocity: -impactSpeed * (rate + sum.rate) - gravity * (total + sum.total),
  };
}

/** Strain at the floor by images; it jumps at multiples of the transit time. */
export function imageFloorStrain(rod: ElasticRod, time: number, side: Side = "after"): number {
  const { waveSpeed, damping, gravity, impactSpeed } = rod;
  const transit = transitTime(rod);
  const wave = createWave();
  const reach = farthest(damping, time);
  let shape = 0;
  let pastShape = 0;
  for (let j = 0, weight = 1; j * transit <= reach; j++, weight = j % 2 === 0 ? 2 : -2) {
    if (!followWave(wave, damping, j * transit, time, side)) continue;
    shape += weight * wave.shape;
    pastShape += weight * wave.pastShape;
  }
  return -(impactSpeed * shape + gravity * pastShape) / waveSpeed;
}

/** Momentum and centre of mass by images. */
export function imageMotion(rod: ElasticRod, time: number): RodMotion {
  const { length, waveSpeed, damping, gravity, impactSpeed } = rod;
  const transit = transitTime(rod);
  const wave = createWave();
  const reach = farthest(damping, time);
  let total = 0;
  let rate = 0;
  let past = 0;
  for (let j = 0, weight = 1; j * transit <= reach; j++, weight = j % 2 === 0 ? 2 : -2) {
    if (!followWave(wave, damping, j * transit, time, "after")) continue;
    total += weight * wave.totalBeyond;
    rate += weight * wave.rateBeyond;
    past += weight * wave.pastBeyond;
  }
  const free = freeResponse(damping, time);
  const speed = waveSpeed / length;
  return {
    momentum: -length * (impactSpeed * (free.rate - speed * rate) + gravity * (free.total - speed * total)),
    comDisplacement: -(impactSpeed * (free.total - speed * total) + gravity * (free.past - speed * past)),
  };
}

/** The response without a floor to a unit velocity: 1 - e^(-2rt) over 2r, its rate and its integral. */
export function freeResponse(damping: number, time: number): { total: number; rate: number; past: number } {
  const y = 2 * damping * time;
  return { total: time * meanDecay(y), rate: exp(-y), past: time * time * meanDecayed(y) };
}

/** (1 - e^-y) / y. */
export function meanDecay(y: number): number {
  return y < 1e-300 ? 1 : -expm1(-y) / y;
}

/** (y - 1 + e^-y) / y^2; by its series where that cancels. */
export function meanDecayed(y: number): number {
  if (y > 1) return (y + expm1(-y)) / (y * y);
  let term = 0.5;
  let sum = term;
  for (let n = 3; Math.abs(term) > 1e-18; n++) {
    term *= -y / n;
    sum += term;
  }
  return sum;
}

/**
 * A wave of one delay, as it adds to the response: T, its rate, its integral in time; -dT/da, the same integrated; and the integrals of the
 * first three over all larger delays.
 */
interface Wave {
  total: number;
  rate: number;
  past: number;
  shape: number;
  pastShape: number;
  totalBeyond: number;
  rateBeyond: number;
  pastBeyond: number;
}

function createWave(): Wave {
  return { total: 0, rate: 0, past: 0, shape: 0, pastShape: 0, totalBeyond: 0, rateBeyond: 0, pastBeyond: 0 };
}

/** Times that differ by less than this part are the same: j t1 and the caller's t round differently. */
const SAME_TIME = 8 * Number.EPSILON;
/** Waves whose kernel is below e^-45 are below the rounding of the others. */
const FADED = 45;

/** The largest delay that still counts. */
function farthest(damping: number, time: number): number {
  const lag = FADED / damping;
  return lag < time ? Math.sqrt(lag * (2 * time - lag)) : time * (1 + SAME_TIME);
}

/** Whether the wave has arrived; if so, `wave` holds it. */
function followWave(wave: Wave, damping: number, delay: number, time: number, side: Side): boolean {
  const left = time - delay;
  const tiny = SAME_TIME * time;
  if (left < -tiny || (left <= tiny && side === "before")) return false;
  const front = exp(-damping * time);
  const gap = left > tiny ? left : 0;
  let a0 = 0;
  let a1 = 0;
  let b0 = 0;
  let b1 = 0;
  let c2 = 0;
  let c3 = 0;
  const end = Math.min(time, farthest(damping, time));
  if (gap > 0 && damping > 0 && end > delay) {
    const { nodes, weights } = ruleFor(damping * time);
    const half = 0.5 * (end - delay);
    for (let i = 0; i < nodes.length; i++) {
      const past = half * (1 + nodes[i]);
      const y = delay + past;
      const q = Math.sqrt((time - y) * (time + y));
      const decay = half * weights[i] * exp(damping * (q - time));
      const a = decay * besselI0Scaled(damping * q);
      const b = decay * damping * damping * time * besselI1OverXScaled(damping * q);
      const c = b + damping * a;
      a0 += a;
      b0 += b;
      a1 += past * a;
      b1 += past * b;
      c2 += 0.5 * past * past * c;
      c3 += (past * past * past * c) / 6;
    }
  } else if (gap > 0 && damping === 0) {
    a0 = gap;
    a1 = 0.5 * gap * gap;
  }
  const q = Math.sqrt(Math.max(0, (time - delay) * (time + delay)));
  wave.shape = exp(damping * (q - time)) * besselI0Scaled(damping * q);
  wave.total = a0;
  wave.rate = front + b0 - damping * a0;
  wave.pastShape = front * gap + b1 + damping * a1;
  wave.past = 0.5 * front * gap * gap + c2;
  wave.totalBeyond = a1;
  wave.rateBeyond = front * gap + b1 - damping * a1;
  wave.pastBeyond = (front * gap * gap * gap) / 6 + c3;
  return true;
}

/** Enough points for the last bit: the kernels are entire, and narrow as 1 / sqrt(r t). */
function ruleFor(dampedTime: number): QuadratureRule {
  return gaussLegendre(dampedTime < 0.3 ? 8 : dampedTime < 3 ? 14 : dampedTime < 12 ? 22 : dampedTime < 40 ? 32 : 48);
}
