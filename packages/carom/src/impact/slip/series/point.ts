import { type SlipMotion, ZERO } from "../motion.js";

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
    normalImpulse: ZERO,
    impulse1: ZERO,
    impulse2: ZERO,
    slip1: ZERO,
    slip2: ZERO,
    normalVelocity: ZERO,
    storedEnergy: ZERO,
    frictionLoss: ZERO,
    t: ZERO,
    power: ZERO,
    height: ZERO,
    swing: ZERO,
    speed: ZERO,
    z1: ZERO,
    z2: ZERO,
    turning: ZERO,
    pace: ZERO,
    paceChange: ZERO,
    distance: ZERO,
  };
}
