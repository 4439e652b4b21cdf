/**
 * What the elastic rod has in closed form.
 *
 * Until the first wave is back (t <= t1), with Î_k = e^(-rt) I_k(rt):
 *
 *     v_x(0, t) = -(mu/c) Î0 - (g/c) t (Î0 + Î1)
 *     P = c t [mu (Î0 - Î1) + (g/r) Î1] - g L (1 - e^(-2rt)) / 2r - mu L e^(-2rt)
 *     h = [mu c t (Î0 + Î1) + (g c / r^2) (2/3 r^2 t^2 (Î0 + Î1) - 1/3 r t Î1) - g L t - P - mu L] / 2 r L
 *
 * They follow from (5.28) by the integrals of e^x I_0, x e^x (I_0 + I_1) and x e^-x (I_0 + I_1). So the rod leaves at t1 if mu (2 - I_0(z))
 * > g t1 (I_0(z) + I_1(z)), z = r t1, which needs I_0(z) < 2, and then everything at the bounce is in closed form too. Without damping it
 * is in closed form at every speed.
 *
 * For large speeds e_E tends to e^(-z) [2 (I_0 - I_1) - e^(-z)], I_k at z: the source's e^(-z) times 1 + z^3/24 + ...
 *
 * Source: 000 (5.30)-(5.33), (5.51)-(5.54), (5.68)-(5.73); the closed forms with damping and the limit are ours.
 */
import { besselI0Scaled, besselI1Scaled } from "../math/bessel.js";
import { exp, log } from "../math/elementary.js";
import { freeResponse, imageMotion, type RodMotion } from "./images.js";
import { dampingNumber, type ElasticRod, flightBrake, transitTime } from "./rod.js";

/** Where I_0 is 2: a rod with a larger damping number does not leave with the first returning wave, whatever its speed. */
export const FIRST_RETURN_LIMIT = 1.8078967510691017;

/** Damped times below which the closed form of h cancels. */
const CANCELS = 0.05;

/** Strain at the floor before the first wave is back, 0 <= t < t1. */
export function firstFloorStrain({ damping, gravity, impactSpeed, waveSpeed }: ElasticRod, time: number): number {
  const x = damping * time;
  const [i0, i1] = [besselI0Scaled(x), besselI1Scaled(x)];
  return -(impactSpeed * i0 + gravity * time * (i0 + i1)) / waveSpeed;
}

/** Momentum and centre of mass before the first wave is back, 0 <= t <= t1. */
export function firstMotion(rod: ElasticRod, time: number): RodMotion {
  const { length, waveSpeed, damping, gravity, impactSpeed } = rod;
  const x = damping * time;
  if (x < CANCELS) return imageMotion(rod, time);
  const [i0, i1] = [besselI0Scaled(x), besselI1Scaled(x)];
  const { total, rate } = freeResponse(damping, time);
  const way = waveSpeed * time;
  const momentum = way * (impactSpeed * (i0 - i1) + (gravity / damping) * i1) - gravity * length * total - impactSpeed * length * rate;
  const lifted = impactSpeed * way * (i0 + i1) + ((gravity * way) / damping) * ((2 / 3) * x * (i0 + i1) - i1 / 3);
  const comDisplacement = (lifted - gravity * length * time - momentum - impactSpeed * length) / (2 * damping * length);
  return { momentum, comDisplacement };
}

/** Speed from which on the rod leaves with the first returning wave, m/s; none where damping never lets it. */
export function thresholdSpeed(rod: ElasticRod): number | undefined {
  const z = dampingNumber(rod);
  if (z >= FIRST_RETURN_LIMIT) return undefined;
  const i0 = besselI0Scaled(z);
  return (rod.gravity * transitTime(rod) * (i0 + besselI1Scaled(z))) / (2 * exp(-z) - i0);
}

/** What the energy restitution tends to for large impact speeds, by damping number; none from I_0(z) = 2 on. */
export function fastRestitution(z: number): number | undefined {
  return z < FIRST_RETURN_LIMIT ? 2 * (besselI0Scaled(z) - besselI1Scaled(z)) - exp(-2 * z) : undefined;
}

/** A bounce without damping. */
export interface UndampedBounce {
  /** When the rod leaves the floor, s. */
  readonly bounceTime: number;
  /** Upward, per mass of the rod, m/s. */
  readonly momentum: number;
  /** How far the centre of mass has moved up since the rod touched, m. */
  readonly comDisplacement: number;
  /** Of the centre of mass in the flight that follows, m; none without gravity. */
  readonly highestDisplacement?: number;
  /** Over mass per length, m^3/s^2. */
  readonly vibrationalEnergy: number;
  /** Velocity of the centre of mass after over before. */
  readonly momentumRestitution: number;
  /** Energy of translation after over before. */
  readonly energyRestitutionSquared: number;
}

/** (5.51)-(5.54), (5.68)-(5.73): exact at every speed. */
export function undampedBounce(rod: ElasticRod): UndampedBounce {
  const { length, waveSpeed: c, gravity: g, impactSpeed: mu } = rod;
  const transit = transitTime(rod);
  const threshold = g * transit;
  if (mu >= threshold) {
    const comDisplacement = (-2 * g * length * length) / (3 * c * c);
    return {
      bounceTime: transit,
      momentum: mu * length,
      comDisplacement,
      ...(g > 0 ? { highestDisplacement: (0.5 * mu * mu) / g + comDisplacement } : {}),
      vibrationalEnergy: (threshold * threshold * length) / 6,
      momentumRestitution: 1,
      energyRestitutionSquared: 1 - (threshold * threshold) / (3 * mu * mu),
    };
  }
  const part = mu / threshold;
  const momentum = length * mu * part;
  const highest =
    (mu * mu * (12 * g * g * length * length - 8 * c * g * length * mu + 3 * c * c * mu * mu)) / (24 * g * g * g * length * length);
  return {
    bounceTime: 2 * transit - mu / g,
    momentum,
    comDisplacement: highest - (0.5 * mu * mu * part * part) / g,
    highestDisplacement: highest,
    vibrationalEnergy: (length * mu * mu * part * (4 - 3 * part)) / 6,
    momentumRestitution: part,
    energyRestitutionSquared: 1 - (4 / 3) * part + part * part,
  };
}

/** Momentum and centre of mass a time after the rod has left, by what they were then; (5.44), (5.45) where damping brakes the flight. */
export function flightMotion(rod: ElasticRod, { momentum, comDisplacement }: RodMotion, elapsed: number): RodMotion {
  const { length, gravity } = rod;
  const { total, rate, past } = freeResponse(flightBrake(rod), elapsed);
  const speed = momentum / length;
  return {
    momentum: length * (speed * rate - gravity * total),
    comDisplacement: comDisplacement + speed * total - gravity * past,
  };
}

/** When after the bounce the centre of mass is highest, and where; none without gravity or if it moves down. */
export function apex(rod: ElasticRod, leaving: RodMotion): { readonly elapsed: number; readonly comDisplacement: number } | undefined {
  const { length, gravity } = rod;
  const speed = leaving.momentum / length;
  if (!(gravity > 0 && speed > 0)) return undefined;
  const elapsed = riseTime(speed / gravity, flightBrake(rod));
  return { elapsed, comDisplacement: flightMotion(rod, leaving, elapsed).comDisplacement };
}

/** ln(1 + 2 r s) / 2r, s being the time without damping. */
function riseTime(undamped: number, damping: number): number {
  const y = 2 * damping * undamped;
  if (y > 1e-4) return log(1 + y) / (2 * damping);
  return undamped * (1 - y / 2 + (y * y) / 3 - (y * y * y) / 4);
}
