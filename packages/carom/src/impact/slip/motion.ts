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

export function createMotion(): SlipMotion {
  return { normalImpulse: 0, impulse1: 0, impulse2: 0, slip1: 0, slip2: 0, normalVelocity: 0, storedEnergy: 0, frictionLoss: 0 };
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
