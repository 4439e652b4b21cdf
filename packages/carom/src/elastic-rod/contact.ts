/**
 * The rod while it stands on the floor: fields, momentum, centre of mass and energies at any time, by whichever method keeps more digits.
 *
 * Images are exact to the rounding of the first wave, and what vibrates dies like e^(-rt) (more slowly where modes are overdamped): once
 * that is so small that the rounding shows, and where there would be more images than modes, the modes take over. Both methods agree to
 * 1e-13 where both are good (contact.test.ts).
 *
 * Energies, over mass per length: the whole is half the integral of v_t^2 + c^2 v_x^2, plus L g h; the part of the centre of mass is P^2 /
 * 2L + L g h; the rest vibrates. Between the one front and the ends of the rod the fields are smooth, so two Gauss rules give the integral
 * to rounding.
 *
 * Source: 000 (5.28), (5.38)-(5.40), (5.55), (5.62)-(5.64).
 */
import { InvalidInputError } from "../errors.js";
import { exp } from "../math/elementary.js";
import { gaussLegendre } from "../math/quadrature.js";
import { imageFields, imageFloorStrain, imageMotion, type RodFields, type RodMotion } from "./images.js";
import { modalFields, modalFloorStrain, modalMotion, modalSnapshot, modalVibration, slowestDecay } from "./modes.js";
import { checkRod, checkTime, dampingNumber, type ElasticRod, type Side, transitTime } from "./rod.js";

/** Over mass per length, m^3/s^2. */
export interface RodEnergies {
  /** All of it. */
  readonly total: number;
  /** Of the centre of mass: its motion and its height since the impact. */
  readonly translational: number;
  /** The rest: in waves. */
  readonly vibrational: number;
}

/** Relative accuracy that what still vibrates shall keep. */
const KEPT = 1e-10;
/** Transits after which a sum over modes is shorter than one over images. */
const MANY_TRANSITS = 8;

/** Whether modes are the better method at this time. */
export function prefersModes(rod: ElasticRod, time: number): boolean {
  const s = time / transitTime(rod);
  return s > MANY_TRANSITS || Number.EPSILON > KEPT * exp(-slowestDecay(dampingNumber(rod)) * s);
}

/** Displacement, strain and velocity at x (0 at the floor) while the floor holds the rod; `side` chooses the limit where a front passes. */
export function contactFields(rod: ElasticRod, x: number, time: number, side: Side = "after"): RodFields {
  checkRod(rod);
  checkTime(time);
  if (!(x >= 0 && x <= rod.length)) throw new InvalidInputError("x", x, `is not between 0 and the length, ${rod.length}`);
  return prefersModes(rod, time) ? modalFields(modalSnapshot(rod, time), x, side) : imageFields(rod, x, time, side);
}

/**
 * Strain at the floor, never positive while the floor holds the rod; times c^2 and mass per length it is the force. Jumps at multiples of
 * the transit time.
 */
export function floorStrain(rod: ElasticRod, time: number, side: Side = "after"): number {
  checkRod(rod);
  checkTime(time);
  return prefersModes(rod, time) ? modalFloorStrain(rod, time, side) : imageFloorStrain(rod, time, side);
}

/** Momentum and centre of mass while the floor holds the rod. */
export function contactMotion(rod: ElasticRod, time: number): RodMotion {
  checkRod(rod);
  checkTime(time);
  return prefersModes(rod, time) ? modalMotion(modalSnapshot(rod, time)) : imageMotion(rod, time);
}

/** Where the energy is while the floor holds the rod. */
export function contactEnergies(rod: ElasticRod, time: number): RodEnergies {
  checkRod(rod);
  checkTime(time);
  const { length, gravity } = rod;
  if (prefersModes(rod, time)) {
    const snapshot = modalSnapshot(rod, time);
    return assembled(rod, modalMotion(snapshot), modalVibration(snapshot));
  }
  const motion = imageMotion(rod, time);
  const mean = motion.momentum / length;
  const front = frontPlace(rod, time);
  const waves = waveEnergy(rod, time, 0, front, mean) + waveEnergy(rod, time, front, length, mean);
  const translational = 0.5 * motion.momentum * mean + length * gravity * motion.comDisplacement;
  return { total: translational + waves, translational, vibrational: waves };
}

function assembled({ length, gravity }: ElasticRod, { momentum, comDisplacement }: RodMotion, moving: number): RodEnergies {
  const kinetic = (0.5 * momentum * momentum) / length;
  const height = length * gravity * comDisplacement;
  return { total: moving + height, translational: kinetic + height, vibrational: Math.max(0, moving - kinetic) };
}

/** Where the one front is: it goes up and down between the floor and the top. */
export function frontPlace(rod: ElasticRod, time: number): number {
  const phase = (time / transitTime(rod)) % 1;
  return 2 * rod.length * (phase <= 0.5 ? phase : 1 - phase);
}

function waveEnergy(rod: ElasticRod, time: number, from: number, to: number, mean: number): number {
  const half = 0.5 * (to - from);
  if (half <= 0) return 0;
  // Fields vary over c sqrt(t / r) or more.
  const scales = (2 * half * Math.sqrt(rod.damping / time)) / rod.waveSpeed;
  const { nodes, weights } = gaussLegendre(scales < 2 ? 16 : scales < 5 ? 28 : 48);
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) {
    const { velocity, strain } = imageFields(rod, from + half * (1 + nodes[i]), time);
    const [relative, wave] = [velocity - mean, rod.waveSpeed * strain];
    sum += 0.5 * half * weights[i] * (relative * relative + wave * wave);
  }
  return sum;
}
