/**
 * What ends a chain of stages that does not end by itself: one push of all contacts at once, without restitution and without friction.
 *
 * Of all normal impulses p >= 0 it is the one that leaves the least kinetic energy, which is the one that leaves no contact approaching:
 *
 *     v_n + M_nn p >= 0,     p >= 0,     p . (v_n + M_nn p) = 0
 *
 * Contacts are taken up one by one, the fastest first; those that would have to pull are let go (Lawson and Hanson, non-negative least
 * squares). A contact whose velocity follows from those taken up never approaches once they are at rest, so the systems to solve are
 * regular. Energy can only be lost. Where several impulses do the same (four corners of a flat block), the shortest is taken, so that equal
 * contacts get equal shares.
 */
import { choleskyFactor, choleskySolve } from "../../math/solve.js";
import { applyPseudoInverse, symmetricEigen } from "../../math/symmetric-eigen.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { SLIP } from "./direction.js";
import type { FollowedStage } from "./follow.js";
import { beginPhase, beginStage, copyState, endCompression, endStage, type StageObserver, type StageRun } from "./stage.js";
import { touchingOf } from "./touching.js";

/** Far more than it takes; the method visits no set of contacts twice. */
const MOST_TURNS = 1000;
const DRAWN_POINTS = 24;

/** Pushes from the given velocities of all contacts until no normal velocity is below -tolerance. */
export function lastPush(problem: ContactProblem, velocity: Float64Array, tolerance: number, observe?: StageObserver): FollowedStage {
  const { dimension } = problem;
  const normals = restingImpulse(problem, velocity, tolerance);
  const contacts = problem.contacts.flatMap((_, i) => (normals[i] > 0 ? [i] : []));
  const touching = touchingOf(problem, contacts);
  const { size, mobility, count } = touching;
  const own = new Float64Array(size);
  const impulse = new Float64Array(size);
  contacts.forEach((contact, i) => {
    own.set(velocity.subarray(contact * dimension, (contact + 1) * dimension), i * dimension);
    impulse[(i + 1) * dimension - 1] = normals[contact];
  });
  const run = beginStage(touching, own, observe);
  const change = new Float64Array(size);
  for (let row = 0; row < size; row++) for (let c = 0; c < size; c++) change[row] += mobility[row * size + c] * impulse[c];
  // The impulse is the one that brings the normals to rest; its rounding, where it is large, shall not show in the works.
  for (let n = dimension - 1; n < size; n += dimension) change[n] = -own[n];

  run.modes.fill(SLIP);
  beginPhase(run, new Float64Array(count).fill(Number.NaN));
  const start = copyState(run.state);
  const goTo = (state: StageRun["state"], part: number) => {
    state.normalImpulse = state.normalWork = 0;
    for (let c = 0; c < size; c++) {
      state.impulse[c] = part * impulse[c];
      state.velocity[c] = start.velocity[c] + part * change[c];
      state.normalImpulse += state.impulse[c];
      state.normalWork += 0.5 * state.impulse[c] * (start.velocity[c] + state.velocity[c]);
    }
  };
  if (observe !== undefined) {
    const point = copyState(start);
    for (let k = 1; k < DRAWN_POINTS; k++) {
      goTo(point, k / DRAWN_POINTS);
      observe(point, run);
    }
  }
  goTo(run.state, 1);
  endCompression(run, { at: "restitution", restitution: 0 });
  endStage(run);
  return { run, compressionWork: run.compressionWork, compressionImpulse: run.compressionImpulse };
}

/** The normal impulses of the header, one for each contact of the problem. */
function restingImpulse({ dimension, mobility, contacts }: ContactProblem, velocity: Float64Array, tolerance: number): Float64Array {
  const count = contacts.length;
  const at = (i: number) => (i + 1) * dimension - 1;
  const entry = (i: number, j: number) => 0.5 * (mobility[at(i)][at(j)] + mobility[at(j)][at(i)]);
  const impulse = new Float64Array(count);
  const pushing = new Set<number>();
  /** Contacts that cannot be taken up for rounding. */
  const hopeless = new Set<number>();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const next = fastest(count, tolerance, (i) => {
      if (pushing.has(i) || hopeless.has(i)) return 0;
      let sum = velocity[at(i)];
      for (const j of pushing) sum += entry(i, j) * impulse[j];
      return sum;
    });
    if (next < 0) break;
    pushing.add(next);
    while (pushing.size > 0) {
      const list = [...pushing];
      const factor = choleskyFactor(list.map((i) => list.map((j) => entry(i, j))));
      if (factor === undefined) {
        pushing.delete(next);
        hopeless.add(next);
        break;
      }
      const wanted = choleskySolve(
        factor,
        list.map((i) => -velocity[at(i)]),
      );
      if (stepTowards(impulse, list, wanted, pushing)) break;
    }
  }
  const after = (i: number) => {
    let sum = velocity[at(i)];
    for (let j = 0; j < count; j++) sum += entry(i, j) * impulse[j];
    return sum;
  };
  const resting = Array.from({ length: count }, (_, i) => i).filter((i) => Math.abs(after(i)) <= tolerance);
  shareEvenly(impulse, resting, entry, (i) => velocity[at(i)]);
  return impulse;
}

/**
 * Where contacts that come to rest depend on each other, many impulses do the same: takes the shortest, which treats equal contacts alike,
 * if it only pushes.
 */
function shareEvenly(
  impulse: Float64Array,
  resting: readonly number[],
  entry: (i: number, j: number) => number,
  velocityOf: (i: number) => number,
): void {
  const matrix = Float64Array.from(resting.flatMap((i) => resting.map((j) => entry(i, j))));
  const shared = applyPseudoInverse(
    symmetricEigen(matrix, resting.length),
    resting.map((i) => -velocityOf(i)),
    DEPENDENT,
  );
  if (shared.some((value) => value < 0)) return;
  resting.forEach((i, k) => {
    impulse[i] = shared[k];
  });
}

/** Eigenvalues of a mobility below this fraction of the largest belong to contacts that depend on each other. */
const DEPENDENT = 1e-10;

/** The place of the smallest velocity below -tolerance; negative if there is none. */
function fastest(count: number, tolerance: number, velocityOf: (i: number) => number): number {
  let found = -1;
  let least = -tolerance;
  for (let i = 0; i < count; i++) {
    const own = velocityOf(i);
    if (own < least) [found, least] = [i, own];
  }
  return found;
}

/** Goes to the wanted impulses, or as far as none becomes negative; then those that are zero are let go. Returns whether it arrived. */
function stepTowards(impulse: Float64Array, list: readonly number[], wanted: Float64Array, pushing: Set<number>): boolean {
  let part = 1;
  let first = -1;
  list.forEach((i, k) => {
    if (wanted[k] > 0) return;
    const own = impulse[i] > 0 ? impulse[i] / (impulse[i] - wanted[k]) : 0;
    if (first < 0 || own < part) [part, first] = [own, i];
  });
  list.forEach((i, k) => {
    impulse[i] = first < 0 ? wanted[k] : Math.max(0, impulse[i] + part * (wanted[k] - impulse[i]));
  });
  if (first < 0) return true;
  impulse[first] = 0;
  for (const i of list) if (impulse[i] === 0) pushing.delete(i);
  return false;
}
