/**
 * Friction forces of several contacts that are at rest along the surface, found together: each holds its contact if it can.
 *
 *     minimise  f . W f / 2 + b . f      subject to  |f_c| <= l_c for every contact c
 *
 * The slip accelerations W f + b at the minimum are what the contacts do: zero where the force is inside its disk (the contact sticks), and
 * -lambda_c f_c, lambda_c >= 0, where it is on the rim (the contact begins to slip against its friction). They are unique. The forces are
 * not where W is singular (closed loops, redundant contacts): what W leaves open moves nothing, and is chosen without regard to the order
 * of contacts. Where no limit is reached the forces relative to their limits are the smallest (sum of squares).
 *
 * Three ways, one after the other until one succeeds: forces that hold all contacts (sticking/hold.ts), Newton on the guess which contacts
 * are on the rim (sticking/newton.ts), and interior points, which come near from anywhere (sticking/interior.ts).
 *
 * Letters: f force, W tangential mobility, b slip acceleration without these forces, l limit (friction times normal force).
 * Source: 000 section 3.3.2.1 decides contact by contact, which is wrong where contacts are coupled; the convex problem replaces it.
 */
import { createDisks, dotAt, findSlope, lengthAt, termsAt } from "./sticking/disks.js";
import { holdAll } from "./sticking/hold.js";
import { createInteriorPoints } from "./sticking/interior.js";
import { followNewton } from "./sticking/newton.js";

export interface StickingSolver {
  /**
   * For `count` contacts of `tangents` components each; the mobility is symmetric, row by row, count * tangents numbers each. Fills `force`
   * and `rate` (exactly zero for a contact that sticks). Returns by how much optimality is missed, relative to the terms in it: rounding,
   * up to some 1e-10 where redundant contacts all reach their limits at once.
   */
  readonly solve: (
    count: number,
    tangents: 1 | 2,
    mobility: Float64Array,
    free: Float64Array,
    limits: Float64Array,
    force: Float64Array,
    rate: Float64Array,
  ) => number;
  /** Of the last solve: 1 for a contact that its friction does not hold, 0 for one that sticks. */
  readonly saturated: Uint8Array;
}

/** An acceleration below this part of its terms is none. */
const ROUNDING = 1e-13;

/** Accelerations below this beside the largest are left out: their products have no digits. */
const VANISHING = 1e-200;

/** For up to `capacity` contacts. Allocates here and never again. */
export function createStickingSolver(capacity: number): StickingSolver {
  const disks = createDisks(capacity);
  const interior = createInteriorPoints(capacity);
  const saturated = new Uint8Array(capacity);
  const rim = new Uint8Array(capacity);
  const measure = new Float64Array(capacity);
  const smallest = new Float64Array(2 * capacity);
  /** Contacts that have any friction. */
  const held = new Int32Array(capacity);

  const newtonSucceeds = () => followNewton(disks, rim);

  const solve: StickingSolver["solve"] = (count, tangents, mobility, free, limits, force, rate) => {
    disks.tangents = tangents;
    inUnitsOfLimits(count, mobility, free, limits);
    disks.least = Infinity;
    if (!holdAll(disks, measure, smallest) && !newtonSucceeds()) interior.follow(disks, newtonSucceeds);

    const { contacts, g, slope, best } = disks;
    for (let i = 0; i < disks.size; i++) g[i] = best[i];
    findSlope(disks);
    force.fill(0, 0, count * tangents);
    saturated.fill(1, 0, count);
    const rounding = Math.max(ROUNDING, 2 * disks.least);
    for (let c = 0; c < contacts; c++) {
      const slips = -dotAt(disks, g, slope, c) > rounding * termsAt(disks, c);
      const length = lengthAt(disks, g, c);
      const factor = limits[held[c]] / (slips ? length : Math.max(1, length));
      for (let i = 0; i < tangents; i++) force[held[c] * tangents + i] = g[c * tangents + i] * factor;
      saturated[held[c]] = slips ? 1 : 0;
    }
    findRates(count * tangents, tangents, mobility, free, force, rate);
    return disks.least;
  };

  function inUnitsOfLimits(count: number, mobility: Float64Array, free: Float64Array, limits: Float64Array): void {
    const { tangents, matrix, right, stiffness } = disks;
    let contacts = 0;
    let largest = 0;
    for (let c = 0; c < count; c++)
      if (limits[c] > 0) {
        held[contacts++] = c;
        largest = Math.max(largest, limits[c]);
      }
    const size = contacts * tangents;
    const stride = count * tangents;
    disks.contacts = contacts;
    disks.size = size;
    let most = 0;
    for (let i = 0; i < size; i++) {
      const c = tangents === 1 ? i : i >> 1;
      const row = held[c] * tangents + i - c * tangents;
      const part = limits[held[c]] / largest;
      right[i] = (part * free[row]) / largest;
      for (let d = 0; d < contacts; d++) {
        const factor = part * (limits[held[d]] / largest);
        for (let j = 0; j < tangents; j++) matrix[i * size + d * tangents + j] = factor * mobility[row * stride + held[d] * tangents + j];
      }
      most = Math.max(most, Math.abs(right[i]), matrix[i * (size + 1)]);
    }
    // Of order one, so that squares neither overflow nor vanish.
    const unit = most > 0 ? 1 / most : 1;
    for (let i = 0; i < size; i++) right[i] = Math.abs(right[i]) * unit > VANISHING ? right[i] * unit : 0;
    for (let i = 0; i < size * size; i++) matrix[i] *= unit;
    for (let c = 0; c < contacts; c++) {
      const first = matrix[c * tangents * (size + 1)];
      stiffness[c] = tangents === 1 ? first : Math.max(first, matrix[(2 * c + 1) * (size + 1)]);
    }
  }

  function findRates(
    size: number,
    tangents: 1 | 2,
    mobility: Float64Array,
    free: Float64Array,
    force: Float64Array,
    rate: Float64Array,
  ): void {
    for (let i = 0; i < size; i++) {
      rate[i] = 0;
      if (saturated[tangents === 1 ? i : i >> 1] === 0) continue;
      let sum = free[i];
      for (let j = 0; j < size; j++) sum += mobility[i * size + j] * force[j];
      rate[i] = sum;
    }
  }

  return { solve, saturated };
}
