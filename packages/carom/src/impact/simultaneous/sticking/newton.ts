/**
 * Newton on a guess which contacts are on the rim of their disks. Inside, the force is unknown and its slope shall vanish; on the rim
 * g = u, only the angle is unknown (in the plane nothing), and the slope across u shall vanish:
 *
 *     T^T A T + diag(lambda on the rim),   lambda = -u . slope,   T the directions of the unknowns
 *
 * which is semidefinite for lambda >= 0; steps of least norm keep what W leaves open as it was. The guess: |g - slope / stiffness| > 1.
 */
import { addUnknown, alongUnknown, type Disks, dotAt, findSlope, judge, moveAlong, projectMatrix, stepLength } from "./disks.js";

/** Optimality that cannot be bettered, for each unknown, and what still counts as reached where rounding stops progress. */
const REACHED = 8 * Number.EPSILON;
const ACCEPTED = 1e-13;
/** Below this, what no step changes is the rounding of a right side that is not quite in the range of a singular matrix. */
export const INCONSISTENT = 1e-9;
const UNCHANGED = 0.01;
const MOST_STEPS = 20;
/** A force on the rim turns by no more than this (tangent of the angle) in a step. */
const MOST_TURN = 0.5;

/**
 * From g until it is optimal or the steps are used up; says whether it is. `rim` is room to note which contacts are taken to be on the rim.
 */
export function followNewton(disks: Disks, rim: Uint8Array): boolean {
  let lowest = Infinity;
  let last = Infinity;
  rim.fill(0, 0, disks.contacts);
  for (let steps = 0; ; steps++) {
    const missed = judge(disks);
    if (missed <= REACHED * disks.size) return true;
    if (lowest <= ACCEPTED && missed >= lowest) return true;
    if (missed <= INCONSISTENT && Math.abs(missed - last) <= UNCHANGED * missed) return true;
    if (steps === MOST_STEPS || !(missed < Infinity)) return disks.least <= ACCEPTED;
    lowest = Math.min(lowest, missed);
    last = missed;
    guessRim(disks, rim);
    findSlope(disks);
    takeStep(disks, rim);
  }
}

/** A contact that comes to the rim is put there. */
function guessRim(disks: Disks, rim: Uint8Array): void {
  const { contacts, tangents, stiffness, g, slope } = disks;
  for (let c = 0; c < contacts; c++) {
    const length = stepLength(disks, c);
    if (length > 1 && rim[c] === 0) {
      let sum = 0;
      for (let i = c * tangents; i < (c + 1) * tangents; i++) {
        g[i] = stiffness[c] * g[i] - slope[i];
        sum += g[i] * g[i];
      }
      const size = Math.sqrt(sum);
      for (let i = c * tangents; i < (c + 1) * tangents; i++) g[i] /= size;
    }
    rim[c] = length > 1 ? 1 : 0;
  }
}

function takeStep(disks: Disks, rim: Uint8Array): void {
  const { contacts, tangents, g, slope, owner, system, target, solution, linear } = disks;
  disks.unknowns = 0;
  for (let c = 0; c < contacts; c++) {
    if (rim[c] === 0) {
      addUnknown(disks, c, 1, 0);
      if (tangents === 2) addUnknown(disks, c, 0, 1);
    } else if (tangents === 2) addUnknown(disks, c, -g[2 * c + 1], g[2 * c]);
  }
  const { unknowns } = disks;
  projectMatrix(disks);
  for (let k = 0; k < unknowns; k++) {
    target[k] = -alongUnknown(disks, k, slope);
    if (rim[owner[k]] === 1) system[k * (unknowns + 1)] += Math.max(0, -dotAt(disks, g, slope, owner[k]));
  }
  linear.factor(system, unknowns);
  linear.solve(target, solution);
  for (let k = 0; k < unknowns; k++) {
    if (rim[owner[k]] === 1) turn(g, owner[k], Math.max(-MOST_TURN, Math.min(MOST_TURN, solution[k])));
    else moveAlong(disks, k, solution[k], g);
  }
}

/** Along the rim, staying on it. */
function turn(g: Float64Array, c: number, tangent: number): void {
  const x = g[2 * c] - tangent * g[2 * c + 1];
  const y = g[2 * c + 1] + tangent * g[2 * c];
  const length = Math.sqrt(x * x + y * y);
  g[2 * c] = x / length;
  g[2 * c + 1] = y / length;
}
