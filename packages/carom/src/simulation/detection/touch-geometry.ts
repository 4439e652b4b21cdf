/**
 * What geometry is asked with and what it answers: where two surfaces are and how they move, and one place where they touch.
 */
import type { MutableVec3 } from "../../math/vec3.js";

/** Where a surface is and how it moves. */
export interface Carrier {
  readonly position: MutableVec3;
  readonly orientation: [number, number, number, number];
  readonly velocity: MutableVec3;
  readonly angularVelocity: MutableVec3;
}

export function createCarrier(): Carrier {
  return { position: [0, 0, 0], orientation: [0, 0, 0, 1], velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
}

/** The geometry of one touching place and its rates; world axes. */
export interface TouchGeometry {
  readonly point: MutableVec3;
  /** Unit, into the first body. */
  readonly normal: MutableVec3;
  readonly normalRate: MutableVec3;
  /** Rates of the arms from the centres of the two bodies to the touching place. */
  readonly firstArmRate: MutableVec3;
  readonly secondArmRate: MutableVec3;
  gap: number;
}

export function createTouchGeometry(): TouchGeometry {
  return {
    point: [0, 0, 0],
    normal: [0, 0, 1],
    normalRate: [0, 0, 0],
    firstArmRate: [0, 0, 0],
    secondArmRate: [0, 0, 0],
    gap: 0,
  };
}
