/**
 * Bringing a state back to where its contacts are: positions to zero gaps, speeds to zero normal (and, sticking, zero tangential) contact
 * velocities.
 *
 *     d = -M^-1 R^T (R M^-1 R^T)^+ r          r the gaps or velocities to remove, R their rows of the Jacobian
 *
 * The smallest change in the norm of the mass matrix. Two passes for positions, whose rows turn as they move. Done after every step it
 * keeps the error of integration from leaving the contacts, for one more solve and no parameter.
 *
 * Source: own study, hybrid simulation section 6.
 */
import { createLeastSquares, type LeastSquares } from "../../math/least-squares.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { coupling, refreshTouch, refreshVelocity, type Touch } from "./touch.js";

/** Relative to the largest row: rows that say the same as others. */
const DEPENDENT = 1e-10;
/**
 * The same for positions. Gaps are known to a tolerance only, so that rows that say nearly the same may contradict each other; taken at
 * their word they would move far.
 */
const NEARLY_DEPENDENT = 1e-6;

export interface Projection {
  /** Moves the coordinates to zero gaps; the touches are fresh afterwards. */
  positions(touches: readonly Touch[], coordinates: Float64Array, speeds: Float64Array): void;
  /**
   * Takes normal velocities, and of those where `sticks` also tangential ones, out of the speeds; the velocities of the touches are fresh
   * afterwards. Returns what ground that is moved did to the bodies by that, J.
   */
  speeds(touches: readonly Touch[], sticks: (i: number) => boolean, speeds: Float64Array): number;
}

export function createProjection(system: MechanicalSystem): Projection {
  const n = system.speedCount;
  let solvers: { readonly positions: LeastSquares; readonly speeds: LeastSquares } | undefined;
  let capacity = 0;
  let multipliers = new Float64Array(0);
  let right = new Float64Array(0);
  const change = new Float64Array(n);

  function reserve(rows: number) {
    if (solvers === undefined || rows > capacity) {
      capacity = Math.max(rows, 2 * capacity);
      solvers = {
        positions: createLeastSquares(capacity, capacity, NEARLY_DEPENDENT),
        speeds: createLeastSquares(capacity, capacity, DEPENDENT),
      };
      multipliers = new Float64Array(capacity);
      right = new Float64Array(capacity);
    }
    return solvers;
  }

  /** Leaves in `change` the smallest change of speeds that adds -`right` along the rows. */
  function solve(touches: readonly Touch[], rows: readonly (readonly [number, number])[], what: "positions" | "speeds"): void {
    const count = rows.length;
    const squares = reserve(count)[what];
    rows.forEach(([i, c], r) => {
      rows.forEach(([j, d], s) => {
        squares.matrix[r * count + s] = coupling(touches[i], c, touches[j], d);
      });
    });
    squares.solve(count, count, right, multipliers);
    change.fill(0);
    rows.forEach(([i, c], r) => {
      for (const k of touches[i].speeds) change[k] -= touches[i].response[c * n + k] * multipliers[r];
    });
  }

  function positions(touches: readonly Touch[], coordinates: Float64Array, speeds: Float64Array): void {
    if (touches.length === 0) return;
    const rows = touches.map((_, i) => [i, 2] as const);
    reserve(rows.length);
    for (let pass = 0; pass < 2; pass++) {
      touches.forEach(({ state }, i) => {
        right[i] = state.gap;
      });
      if (!right.subarray(0, rows.length).some((gap) => gap !== 0)) return;
      solve(touches, rows, "positions");
      system.displace(coordinates, change, [...new Set(touches.flatMap(({ parts }) => parts))]);
      for (const touch of touches) refreshTouch(system, touch, coordinates, speeds);
    }
  }

  function projectSpeeds(touches: readonly Touch[], sticks: (i: number) => boolean, speeds: Float64Array): number {
    if (touches.length === 0) return 0;
    const rows = touches.flatMap((_, i): (readonly [number, number])[] =>
      sticks(i)
        ? [
            [i, 0],
            [i, 1],
            [i, 2],
          ]
        : [[i, 2]],
    );
    reserve(rows.length);
    rows.forEach(([i, c], r) => {
      right[r] = touches[i].velocity[c];
    });
    solve(touches, rows, "speeds");
    for (let k = 0; k < n; k++) speeds[k] += change[k];
    for (const touch of touches) refreshVelocity(system, touch, speeds);
    let work = 0;
    // The impulse along a row is minus its multiplier.
    for (const k of system.driven ?? [])
      rows.forEach(([i, c], r) => {
        work += multipliers[r] * touches[i].state.jacobian[c * n + k] * speeds[k];
      });
    return work;
  }

  return { positions, speeds: projectSpeeds };
}
