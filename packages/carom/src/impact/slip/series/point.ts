import type { SlipMotion } from "../motion.js";

/** One point of the panel. */
export interface Point extends SlipMotion {
  t: number;
  /** (t/from)^q, at an invariant direction. */
  power: number;
  /** R and G. */
  height: number;
  swing: number;
  speed: number;
  /** Unit direction of the slip. */
  z1: number;
  z2: number;
  /** Angle per normal impulse. */
  turning: number;
  /** Normal impulse per t. */
  pace: number;
  /** Its relative change per t, where measured. */
  paceChange: number;
  /** Normal impulse from here to the event that is looked for. */
  distance: number;
}

export function createPoint(): Point {
  return {
    // Not by spreading a motion: V8 gives such copies fields of any type, and every number written to one is allocated.
    normalImpulse: 0,
    impulse1: 0,
    impulse2: 0,
    slip1: 0,
    slip2: 0,
    normalVelocity: 0,
    storedEnergy: 0,
    frictionLoss: 0,
    t: 0,
    power: 0,
    height: 0,
    swing: 0,
    speed: 0,
    z1: 0,
    z2: 0,
    turning: 0,
    pace: 0,
    paceChange: 0,
    distance: 0,
  };
}
