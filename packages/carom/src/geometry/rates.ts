/**
 * How the nearest points of two moving shapes move: the same system as for the points, with another right side.
 *
 *     rows of points:      v_A - v_B - H_A (w_A x n) - H_B (w_B x n)      for (n', s_A', s_B', d')
 *     rows of conditions:  grad c_A . (w_A x n)  and  -grad c_B . (w_B x n),  last row 0
 *
 *     x_A' = v_A + H_A (n' - w_A x n) + D_A s_A'          x_B' = v_B - H_B (n' - w_B x n) + D_B s_B'
 *
 * with v the velocity of a core's material at its nearest point. Balls around the cores add r n' to A's point and take it from B's.
 * d' = n . (v_B - v_A) comes out by itself.
 *
 * Letters as in piece-system.ts; w angular velocity.
 */
import { luFactor, luSolve } from "../math/lu.js";
import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Finder } from "./finder.js";
import { type PieceSystem, placePiece, writeMatrix } from "./piece-system.js";
import type { Piece } from "./pieces.js";
import type { Placed } from "./placed.js";

/** Velocity of a shape's origin and its angular velocity, world axes. */
export interface ShapeVelocity {
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** To be written to; world axes. */
export interface NearestRates {
  /** Of the unit normal from the first to the second, 1/s. */
  readonly normal: MutableVec3;
  /** Of the nearest points of the surfaces: where the place moves, not the material, m/s. */
  readonly firstPoint: MutableVec3;
  readonly secondPoint: MutableVec3;
  /** m/s. */
  gap: number;
  readonly firstMaterial: MutableVec3;
  readonly secondMaterial: MutableVec3;
  readonly firstTurn: MutableVec3;
  readonly secondTurn: MutableVec3;
  readonly bent: MutableVec3;
}

export function createNearestRates(): NearestRates {
  const zero = (): MutableVec3 => [0, 0, 0];
  return {
    normal: zero(),
    firstPoint: zero(),
    secondPoint: zero(),
    gap: 0,
    firstMaterial: zero(),
    secondMaterial: zero(),
    firstTurn: zero(),
    secondTurn: zero(),
    bent: zero(),
  };
}

/** Rates at the answer of a finder; false where it has no single pieces or their system is singular (sharp corners that touch). */
export function nearestRates(finder: Finder, first: ShapeVelocity, second: ShapeVelocity, out: NearestRates): boolean {
  const { first: a, second: b, firstPiece, secondPiece } = finder;
  if (firstPiece < 0) return false;
  return ratesOfPieces(finder, [a.core.pieces[firstPiece], b.core.pieces[secondPiece]], first, second, out);
}

/** Rates of two pieces at the normal and the places that the finder's system holds, where they were solved for. */
export function ratesOfPieces(
  { system, first: a, second: b, size }: Finder,
  [pieceA, pieceB]: readonly [Piece, Piece],
  first: ShapeVelocity,
  second: ShapeVelocity,
  out: NearestRates,
): boolean {
  const unknowns = 4 + pieceA.unknowns + pieceB.unknowns;
  placePiece(system, a, pieceA, 1);
  placePiece(system, b, pieceB, -1);
  writeVelocities(system, b, first, second, out);
  const { matrix, right, pivots, normal, first: stateA, second: stateB } = system;
  mat3.transformVector(stateA.curvature, out.firstTurn, out.bent);
  for (let c = 0; c < 3; c++) right[c] = out.firstMaterial[c] - out.secondMaterial[c] - out.bent[c];
  mat3.transformVector(stateB.curvature, out.secondTurn, out.bent);
  for (let c = 0; c < 3; c++) right[c] -= out.bent[c];
  let row = 3;
  for (let j = 0; j < pieceA.unknowns; j++) right[row++] = size * vec3.dot(stateA.gradients[j], out.firstTurn);
  for (let j = 0; j < pieceB.unknowns; j++) right[row++] = -size * vec3.dot(stateB.gradients[j], out.secondTurn);
  right[row] = 0;
  writeMatrix(system, pieceA, pieceB, size);
  if (!luFactor(matrix, unknowns, pivots)) return false;
  luSolve(matrix, unknowns, pivots, right);
  for (let c = 0; c < 3; c++) out.normal[c] = right[c];
  out.gap = right[unknowns - 1];

  vec3.subtract(out.normal, out.firstTurn, out.bent);
  mat3.transformVector(stateA.curvature, out.bent, out.bent);
  vec3.add(out.firstMaterial, out.bent, out.firstPoint);
  for (let j = 0; j < pieceA.unknowns; j++) vec3.addScaled(out.firstPoint, stateA.directions[j], right[3 + j], out.firstPoint);
  vec3.addScaled(out.firstPoint, out.normal, a.core.radius, out.firstPoint);
  // Both follow from one: the points stay the distance apart along the normal.
  const gap = system.distance - a.core.radius - b.core.radius;
  for (let c = 0; c < 3; c++) out.secondPoint[c] = out.firstPoint[c] + out.gap * normal[c] + gap * out.normal[c];
  return vec3.norm(out.normal) < Infinity;
}

/** Material velocities at the nearest points of the cores, and w x n of both. */
function writeVelocities(system: PieceSystem, b: Placed, first: ShapeVelocity, second: ShapeVelocity, out: NearestRates): void {
  const { firstMaterial, secondMaterial, firstTurn, secondTurn, bent } = out;
  vec3.cross(first.angularVelocity, system.first.point, firstMaterial);
  vec3.add(firstMaterial, first.velocity, firstMaterial);
  vec3.subtract(system.second.point, b.position, bent);
  vec3.cross(second.angularVelocity, bent, secondMaterial);
  vec3.add(secondMaterial, second.velocity, secondMaterial);
  vec3.cross(first.angularVelocity, system.normal, firstTurn);
  vec3.cross(second.angularVelocity, system.normal, secondTurn);
}
