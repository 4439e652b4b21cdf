/**
 * Several groups of contacts at rest that cannot be held and leave rest at the same time: each along a motion y_g of its own that its
 * response repeats,
 *
 *     F_g(y_1, y_2, ...) = lambda_g y_g,     lambda_g > 0 for every group
 *
 * as in rest-on-plane.ts, but coupled: the friction of one group acts on the others. From a net of starts a few steps y_g <- normalise(y_g
 * + F_g/|F_g| / 2) go towards solutions that attract, and Newton's method on all planes together (settle.ts) to any.
 */

import { rateOf } from "../rate.js";
import { netOfStarts, readMotion, type SlipGroup, writeMotion } from "../rest-on-plane.js";
import type { Touching } from "../touching.js";
import { spatialDirection } from "./direction.js";
import { createSettler } from "./settle.js";

const MOST_STARTS = 128;
/** Numbers of approach steps that are tried from each start. */
const APPROACHES = [0, 6];
/** Distance of two solutions that are one. */
const SAME = 1e-6;
/** A growth below this fraction of the response is none. */
const GROWS = 1e-10;

/**
 * Impulse directions with which all of these groups leave rest. Modes of the groups have to be SLIP; other contacts move as in `velocity`
 * or stick.
 */
export function startsTogether(
  touching: Touching,
  modes: Uint8Array,
  velocity: Float64Array,
  groups: readonly SlipGroup[],
): Float64Array[] {
  const settler = createSettler(touching, modes, groups);
  const work = velocity.slice();
  const direction = new Float64Array(touching.size);
  const rate = new Float64Array(touching.size);
  const responses = groups.map(({ freedoms }) => new Float64Array(freedoms));

  /** Responses to the settler's motions. */
  const respond = (): boolean => {
    groups.forEach((group, g) => {
      writeMotion(group, settler.motions[g], work);
    });
    if (!spatialDirection(touching, modes, work, direction)) return false;
    rateOf(touching, modes, direction, rate);
    groups.forEach((group, g) => {
      readMotion(group, rate, responses[g]);
    });
    return true;
  };
  const approach = (): boolean => {
    if (!respond()) return false;
    return settler.motions.every((motion, g) => {
      const length = Math.sqrt(dot(responses[g], responses[g]));
      for (let f = 0; f < motion.length; f++) motion[f] += (0.5 * responses[g][f]) / length;
      const whole = Math.sqrt(dot(motion, motion));
      for (let f = 0; f < motion.length; f++) motion[f] /= whole;
      return length > 0 && whole > 0;
    });
  };
  const grows = () => settler.motions.every((motion, g) => dot(motion, responses[g]) > GROWS * Math.sqrt(dot(responses[g], responses[g])));

  const found: { readonly motions: readonly Float64Array[]; readonly direction: Float64Array }[] = [];
  for (const start of combinedStarts(groups)) {
    for (const steps of APPROACHES) {
      start.forEach((motion, g) => {
        settler.motions[g].set(motion);
      });
      let exists = true;
      for (let k = 0; k < steps && exists; k++) exists = approach();
      if (!exists || !settler.search(velocity) || !respond() || !grows()) continue;
      const motions = settler.motions.map((motion) => motion.slice());
      if (found.some((known) => motions.every((motion, g) => motion.every((value, f) => Math.abs(value - known.motions[g][f]) < SAME))))
        continue;
      found.push({ motions, direction: direction.slice() });
    }
  }
  return found.map((each) => each.direction);
}

/** Every combination of the groups' nets of starts, or as many of them, evenly, as are allowed. */
function combinedStarts(groups: readonly SlipGroup[]): Float64Array[][] {
  const nets = groups.map(({ freedoms }) => netOfStarts(freedoms));
  const all = nets.reduce((product, net) => product * net.length, 1);
  const count = Math.min(all, MOST_STARTS);
  return Array.from({ length: count }, (_, k) => {
    // Steps of the golden ratio through all combinations meet every direction of every net about as often.
    let place = all === count ? k : Math.floor((k * 0.6180339887498949 * all) % all);
    return nets.map((net) => {
      const own = net[place % net.length];
      place = Math.floor(place / net.length);
      return own;
    });
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
