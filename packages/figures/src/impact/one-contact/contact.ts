/**
 * The one contact of a problem, as the pictures need it: tangent block B, coupling d and normal mobility n of
 *
 *     slip' = d - friction B slip/|slip|,
 *
 * the equation behind every hodograph (' = d/d normal impulse; spec letters W = [[B, d], [d, n]]). A planar contact has nothing on its second tangent.
 */
import type { ContactProblem } from "carom/mechanics";

export type Pair = readonly [number, number];

export interface DrawnContact {
  readonly planar: boolean;
  readonly friction: number;
  readonly restitution: number;
  /** Tangent block: b11, b12, b22 in 1/kg. */
  readonly block: readonly [number, number, number];
  readonly coupling: Pair;
  readonly normal: number;
  readonly slip: Pair;
  readonly normalVelocity: number;
}

export function drawnContact(problem: ContactProblem): DrawnContact {
  const { dimension, mobility, velocity } = problem;
  const planar = dimension === 2;
  const n = dimension - 1;
  const { friction, restitution } = problem.contacts[0];
  const b11 = mobility[0][0];
  return {
    planar,
    friction,
    restitution,
    block: planar ? [b11, 0, b11] : [b11, mobility[0][1], mobility[1][1]],
    coupling: planar ? [mobility[0][1], 0] : [mobility[0][2], mobility[1][2]],
    normal: mobility[n][n],
    slip: planar ? [velocity[0], 0] : [velocity[0], velocity[1]],
    normalVelocity: velocity[n],
  };
}

/** slip' while slipping with a given slip; the zero vector's direction counts as zero. */
export function slipRate(contact: DrawnContact, slip: Pair): Pair {
  const { block, coupling, friction } = contact;
  const speed = Math.hypot(slip[0], slip[1]);
  if (speed === 0) return coupling;
  const z1 = slip[0] / speed;
  const z2 = slip[1] / speed;
  return [coupling[0] - friction * (block[0] * z1 + block[1] * z2), coupling[1] - friction * (block[1] * z1 + block[2] * z2)];
}

/** B^-1 u. */
export function solveBlock(contact: DrawnContact, u: Pair): Pair {
  const [b11, b12, b22] = contact.block;
  const determinant = b11 * b22 - b12 * b12;
  return [(b22 * u[0] - b12 * u[1]) / determinant, (b11 * u[1] - b12 * u[0]) / determinant];
}
