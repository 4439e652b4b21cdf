/**
 * All contacts of a spatial stage at rest on one plane: is there a way to share the load with which friction holds them?
 *
 * The rows of sticking contacts on one plane leave many directions free, and the shortest (direction.ts) may ask too much of the friction
 * at one contact while others could hold more. Here sticking is looked for next to sliding. Sliding along the motion y has C_t,i =
 * -v_i(y)/S(y) and C_n,i = |v_i(y)|/(mu_i S(y)), S = sum |v_i|/mu_i. With z in the unit ball, y = z/|z|, and B_i the share of contact i in
 * proportion to 1/mu_i,
 *
 *     C_t,i = -|z| v_i(y) / S(y)          C_n,i = |z| |v_i(y)| / (mu_i S(y)) + (1 - |z|) B_i
 *
 * is inside every friction cone, satisfies the sharing rows because C_t is the motion of a rigid plane, and goes over into sliding at |z| =
 * 1. It sticks where the motion F(z) that it causes is zero. Either there is such a z, or on the sphere F(y) = lambda y with lambda > 0,
 *    and rest is left along y: if neither were so,
 * F could be deformed into -z without a zero on the sphere, and then it has one inside (degree of a map). So one of the two is always
 * there, and with mu_s = mu_k nothing has to be forced.
 *
 * Both are where z' = F(z), kept inside the ball, comes to rest. It is followed by steps short enough for the friction part of F, -M_tt
 * v(z)/S, until it is close to one of them; Newton's method finishes a z inside.
 *
 * In the plane the motion has one freedom and z is the solution of one linear equation (planar-modes.ts). Source: ours.
 */
import { solve3 } from "../../math/solve.js";
import { readMotion, type SlipGroup, writeMotion } from "./rest-on-plane.js";
import type { Touching } from "./touching.js";

/**
 * Either an impulse direction that holds all contacts, or the motion, a unit vector in the freedoms of the group, in which they leave rest
 * if friction is what it is at rest.
 */
export type RestOnPlane =
  | { readonly holds: true; readonly direction: Float64Array }
  | { readonly holds: false; readonly motion: Float64Array };

/** Steps of the descent, and how many of them between two looks at where it leads. */
const MOST_STEPS = 4000;
const LOOK = 20;
/** |F| of a solution over the size of its terms. */
const SOLVED = 1e-13;
const NEWTON_STEPS = 12;
/** Difference for the slopes of F. */
const NUDGE = 1e-7;
/** Sine of the angle between F and y where rest is left along y, as well as the steps find it; Newton's method does the rest elsewhere. */
const ALONG = 1e-6;

/**
 * What becomes of `group`, if it is all that pushes and all of it is on one plane; undefined where it is not, and where nothing is found.
 */
export function stickOnPlane(touching: Touching, group: SlipGroup): RestOnPlane | undefined {
  const { size, mobility, staticFriction } = touching;
  const { contacts } = group;
  if (!touching.onePlane || group.freedoms !== 3 || contacts.length < touching.pushingCount) return undefined;

  const velocity = new Float64Array(size);
  const direction = new Float64Array(size);
  const rate = new Float64Array(size);
  const weight = contacts.reduce((sum, i) => sum + 1 / staticFriction[i], 0);
  const stiffest = responseTrace(touching, group);

  /** Writes C(z) and returns S(y). */
  function aim(z: Float64Array): number {
    writeMotion(group, z, velocity);
    const length = lengthOf(z);
    let sum = 0;
    for (const i of contacts) sum += speedOf(velocity, i) / staticFriction[i];
    // |z| v(y)/S(y) = |z| v(z)/S(z), and the same with speeds.
    const scale = sum > 0 ? length / sum : 0;
    for (const i of contacts) {
      for (let c = 3 * i; c < 3 * i + 2; c++) direction[c] = -velocity[c] * scale;
      direction[3 * i + 2] = (speedOf(velocity, i) * scale + (1 - length) / weight) / staticFriction[i];
    }
    return length > 0 ? sum / length : weight;
  }

  /** Writes F(z) and returns the size of its terms. */
  function respond(z: Float64Array, out: Float64Array): number {
    aim(z);
    let terms = 0;
    for (const i of contacts) {
      for (let row = 3 * i; row < 3 * i + 2; row++) {
        let sum = 0;
        let absolute = 0;
        for (let column = 0; column < size; column++) {
          const term = mobility[row * size + column] * direction[column];
          sum += term;
          absolute += Math.abs(term);
        }
        rate[row] = sum;
        terms = Math.max(terms, absolute);
      }
    }
    readMotion(group, rate, out);
    return terms;
  }

  /** Whether Newton's method finds a zero inside the ball from z; moves z there. */
  function settle(z: Float64Array): boolean {
    const here = new Float64Array(3);
    const there = new Float64Array(3);
    const nudged = new Float64Array(3);
    const slopes: [number, number, number, number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let k = 0; k < NEWTON_STEPS; k++) {
      const terms = respond(z, here);
      if (lengthOf(here) <= SOLVED * terms) break;
      for (let f = 0; f < 3; f++) {
        nudged.set(z);
        nudged[f] += NUDGE;
        respond(nudged, there);
        for (let g = 0; g < 3; g++) slopes[3 * g + f] = (there[g] - here[g]) / NUDGE;
      }
      const step = solve3(slopes, [-here[0], -here[1], -here[2]]);
      if (step === undefined) return false;
      for (let f = 0; f < 3; f++) z[f] += step[f];
      if (!(lengthOf(z) <= 1)) return false;
    }
    const terms = respond(z, here);
    return lengthOf(here) <= SOLVED * terms;
  }

  const z = new Float64Array(3);
  const response = new Float64Array(3);
  const trial = new Float64Array(3);
  for (let step = 1; step <= MOST_STEPS; step++) {
    respond(z, response);
    const part = aim(z) / stiffest;
    for (let f = 0; f < 3; f++) z[f] += part * response[f];
    const length = lengthOf(z);
    if (length > 1) for (let f = 0; f < 3; f++) z[f] /= length;
    if (step % LOOK > 0) continue;
    if (length > 1) {
      respond(z, response);
      if (isAlong(response, z)) return { holds: false, motion: z };
    }
    trial.set(z);
    if (length <= 1 && settle(trial)) {
      aim(trial);
      return { holds: true, direction };
    }
  }
  return undefined;
}

/** The sum of the eigenvalues of the motion's response to a tangential impulse in proportion to the motion: none is larger. */
function responseTrace({ size, mobility }: Touching, { contacts, fields, squares }: SlipGroup): number {
  let trace = 0;
  for (let f = 0; f < 3; f++) {
    let square = 0;
    contacts.forEach((i, k) => {
      for (let c = 0; c < 2; c++)
        contacts.forEach((j, l) => {
          for (let d = 0; d < 2; d++)
            square += fields[(2 * k + c) * 3 + f] * mobility[(3 * i + c) * size + 3 * j + d] * fields[(2 * l + d) * 3 + f];
        });
    });
    trace += square / squares[f];
  }
  return trace;
}

function isAlong(response: Float64Array, z: Float64Array): boolean {
  const along = response[0] * z[0] + response[1] * z[1] + response[2] * z[2];
  let across = 0;
  for (let f = 0; f < 3; f++) across += (response[f] - along * z[f]) * (response[f] - along * z[f]);
  return along > 0 && across <= ALONG * ALONG * along * along;
}

function lengthOf(z: Float64Array): number {
  return Math.sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
}

function speedOf(velocity: Float64Array, i: number): number {
  return Math.sqrt(velocity[3 * i] * velocity[3 * i] + velocity[3 * i + 1] * velocity[3 * i + 1]);
}
