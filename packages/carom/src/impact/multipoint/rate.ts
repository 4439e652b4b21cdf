/** How fast the contact velocities change along a direction of the impulse. */
import { STICK } from "./direction.js";
import type { Touching } from "./touching.js";

/** A rate this small against the terms it is the sum of is zero: impulses that would have to be 1e11 times as large hold the body. */
const CANCELLED = 1e-11;

/** M C, with the tangents of what sticks at exactly zero, and zeros where the terms cancel. */
export function rateOf(
  { dimension, size, mobility }: Touching,
  modes: Uint8Array,
  direction: Float64Array,
  out: Float64Array = new Float64Array(size),
): Float64Array {
  for (let row = 0; row < size; row++) {
    let sum = 0;
    let terms = 0;
    for (let column = 0; column < size; column++) {
      const term = mobility[row * size + column] * direction[column];
      sum += term;
      terms += Math.abs(term);
    }
    const held = row % dimension !== dimension - 1 && modes[Math.floor(row / dimension)] === STICK;
    out[row] = held || Math.abs(sum) <= CANCELLED * terms ? 0 : sum;
  }
  return out;
}
