/**
 * The numbers that move along an impact, against the normal impulse: of the path, of a point of it, of the place where a panel begins.
 */

/** Impulses, velocities and energies at one place of the path. */
export interface SlipMotion {
  /** So far, N s. */
  normalImpulse: number;
  /** Tangential impulse along tangent 1, N s. */
  impulse1: number;
  /** Tangential impulse along tangent 2, N s. */
  impulse2: number;
  /** Slip along tangent 1, m/s. */
  slip1: number;
  /** Slip along tangent 2, m/s. */
  slip2: number;
  /** m/s; below zero: the bodies approach. */
  normalVelocity: number;
  /** In the virtual spring, after losses, J. */
  storedEnergy: number;
  /** Energy lost to friction so far, J. */
  frictionLoss: number;
}

/**
 * What fields of numbers begin with. V8 keeps 0 as a whole number, and where another comes into its field it throws away the code that was
 * compiled for whole numbers: of all that uses such an object. -0 is none.
 */
export const ZERO = -0;

export function createMotion(): SlipMotion {
  return {
    normalImpulse: ZERO,
    impulse1: ZERO,
    impulse2: ZERO,
    slip1: ZERO,
    slip2: ZERO,
    normalVelocity: ZERO,
    storedEnergy: ZERO,
    frictionLoss: ZERO,
  };
}

export function copyMotion(from: SlipMotion, to: SlipMotion): void {
  to.normalImpulse = from.normalImpulse;
  to.impulse1 = from.impulse1;
  to.impulse2 = from.impulse2;
  to.slip1 = from.slip1;
  to.slip2 = from.slip2;
  to.normalVelocity = from.normalVelocity;
  to.storedEnergy = from.storedEnergy;
  to.frictionLoss = from.frictionLoss;
}
