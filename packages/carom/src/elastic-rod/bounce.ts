/**
 * One bounce of the elastic rod: when it leaves, how fast, and what is left in vibration.
 *
 *     e_P = -P(t_b) / P(0)          e_E^2 = E_h(t_b) / E_h(0)          E_h = P^2 / 2L + L g h,  P(0) = -mu L,  E_h(0) = mu^2 L / 2
 *
 * e_P is negative where the bottom lifts off while the centre of mass still moves down; e_E is undefined where the centre of mass then has
 * less energy than at rest at its first height.
 *
 * Source: 000 (5.72), (5.62)-(5.64).
 */
import { type BounceBranch, type BounceTimeOptions, bounceTime, type NoBounce } from "./bounce-time.js";
import { apex, fastRestitution, firstMotion, thresholdSpeed } from "./closed-forms.js";
import { contactEnergies, contactMotion, type RodEnergies } from "./contact.js";
import type { RodMotion } from "./images.js";
import { dampingNumber, type ElasticRod, transitTime } from "./rod.js";

/** What a rod's motion depends on besides its scales. */
export interface RodGroups {
  /** Of a wave up and down the rod, s. */
  readonly transitTime: number;
  /** Damping times transit time. */
  readonly dampingNumber: number;
  /** Impact speed over what gravity gives in a transit; absent without gravity. */
  readonly speedNumber?: number;
  /** Impact speed over wave speed: the strain behind the first front. */
  readonly impactStrain: number;
  /** Impact speed from which on the rod leaves with the first returning wave, m/s; absent where damping never lets it. */
  readonly thresholdSpeed?: number;
  /** The same without damping, m/s. */
  readonly thresholdSpeedUndamped: number;
  /** What the energy restitution tends to at large speeds; absent where such a rod does not leave with the first wave. */
  readonly fastRestitution?: number;
}

/** The rod when it leaves the floor. */
export interface RodBounce extends RodMotion {
  /** s since the impact. */
  readonly bounceTime: number;
  /** How that was found; absent with structural damping, where it is always by search. */
  readonly branch?: BounceBranch;
  /** Upward, of the centre of mass as the rod leaves, m/s. */
  readonly comVelocity: number;
  /** Then, J per kg of the rod unless the field says otherwise. */
  readonly energies: RodEnergies;
  /** Upward momentum after over downward momentum before; negative where the rod leaves while its centre of mass still falls. */
  readonly momentumRestitution: number;
  /** Square root of the next; absent where that is negative. */
  readonly energyRestitution?: number;
  /** Energy of the centre of mass after over before. */
  readonly energyRestitutionSquared: number;
  /** Where the centre of mass is highest if nothing stops its flight; absent without gravity or if it moves down. */
  readonly apex?: {
    /** s since it left. */
    readonly elapsed: number;
    /** m since the impact. */
    readonly comDisplacement: number;
  };
}

/** The numbers on which a bounce depends, with the times and speeds they come from. */
export function rodGroups(rod: ElasticRod): RodGroups {
  const transit = transitTime(rod);
  const threshold = thresholdSpeed(rod);
  const fast = fastRestitution(dampingNumber(rod));
  return {
    transitTime: transit,
    dampingNumber: dampingNumber(rod),
    ...(rod.gravity > 0 ? { speedNumber: rod.impactSpeed / (rod.gravity * transit) } : {}),
    impactStrain: rod.impactSpeed / rod.waveSpeed,
    ...(threshold === undefined ? {} : { thresholdSpeed: threshold }),
    thresholdSpeedUndamped: rod.gravity * transit,
    ...(fast === undefined ? {} : { fastRestitution: fast }),
  };
}

/** The first bounce, or why there is none. */
export function rodBounce(rod: ElasticRod, options: BounceTimeOptions = {}): RodBounce | NoBounce {
  const leaving = bounceTime(rod, options);
  if (!leaving.bounces) return leaving;
  const { time, branch } = leaving;
  const motion = motionAt(rod, time, branch);
  const highest = apex(rod, motion);
  return {
    bounceTime: time,
    branch,
    ...motion,
    comVelocity: motion.momentum / rod.length,
    energies: contactEnergies(rod, time),
    ...restitutions(rod, motion),
    ...(highest === undefined ? {} : { apex: highest }),
  };
}

/** The two coefficients of restitution of a bounce. */
export type Restitutions = Pick<RodBounce, "momentumRestitution" | "energyRestitution" | "energyRestitutionSquared">;

/** Both coefficients alone, which cost less than a whole bounce: for curves over many rods. */
export function rodRestitutions(rod: ElasticRod, options: BounceTimeOptions = {}): Restitutions | NoBounce {
  const leaving = bounceTime(rod, options);
  return leaving.bounces ? restitutions(rod, motionAt(rod, leaving.time, leaving.branch)) : leaving;
}

function motionAt(rod: ElasticRod, time: number, branch: BounceBranch): RodMotion {
  return branch === "first-return" ? firstMotion(rod, time) : contactMotion(rod, time);
}

/** Both coefficients from momentum and centre of mass as the rod leaves. */
export function restitutions({ length, gravity, impactSpeed }: ElasticRod, { momentum, comDisplacement }: RodMotion): Restitutions {
  const momentumRestitution = momentum / (impactSpeed * length);
  const squared = momentumRestitution * momentumRestitution + (2 * gravity * comDisplacement) / (impactSpeed * impactSpeed);
  return {
    momentumRestitution,
    ...(squared >= 0 ? { energyRestitution: Math.sqrt(squared) } : {}),
    energyRestitutionSquared: squared,
  };
}
