/**
 * The nearest points of two pieces: one Newton system for every kind of pair.
 *
 *     x_B(-n, s_B) - x_A(n, s_A) - d n = 0          c_A(n) = 0          c_B(-n) = 0          n . n = 1
 *
 *     | -(H_A + H_B) - d 1    -D_A    D_B    -n |   rows of n, s_A, s_B, d
 *     |  grad c_A^T                             |   conditions times the size, so that all rows are lengths
 *     | -grad c_B^T                             |
 *     |  n^T                                    |
 *
 * Regular where the two pieces have at most two flat directions together and their conditions on n differ.
 *
 * Letters: n unit normal from A to B, s places along flat directions D, d distance of the cores, c conditions, H curvature (pieces.ts).
 */
import { luFactor, luSolve } from "../math/lu.js";
import type { MutableMat3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import type { MutableVec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createPieceState, evaluatePiece, type Piece, type PieceState } from "./pieces.js";
import type { Placed } from "./placed.js";

/** Most unknowns: normal, two flat directions, a place on a rim, distance. */
const MOST = 7;

export interface PieceSystem {
  /** Unit, from the first to the second, world axes. */
  readonly normal: MutableVec3;
  readonly firstPlaces: [number, number];
  readonly secondPlaces: [number, number];
  /** Of the cores, m. */
  distance: number;
  /** Both pieces in world axes, from the pair's origin. */
  readonly first: PieceState;
  readonly second: PieceState;
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly pivots: Int32Array;
  readonly local: MutableVec3;
  readonly turned: MutableMat3;
  /** Newton steps since it was made. */
  steps: number;
}

export function createPieceSystem(): PieceSystem {
  return {
    normal: [0, 0, 1],
    firstPlaces: [0, 0],
    secondPlaces: [0, 0],
    distance: 0,
    first: createPieceState(),
    second: createPieceState(),
    matrix: new Float64Array(MOST * MOST),
    right: new Float64Array(MOST),
    pivots: new Int32Array(MOST),
    local: [0, 0, 0],
    turned: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    steps: 0,
  };
}

const MOST_STEPS = 12;
/** Turn of the normal in one step, rad. */
const LARGEST_TURN = 0.5;
/** Parts of the size: residual that is rounding, and residual below which only rounding keeps it from falling. */
const ROUNDING = 2e-16;
const CONVERGED = 1e-13;

/** Newton from the normal, places and distance in the system; false where it does not converge. */
export function solvePieces(system: PieceSystem, a: Placed, pieceA: Piece, b: Placed, pieceB: Piece, size: number): boolean {
  const { normal, firstPlaces, secondPlaces, matrix, right, pivots } = system;
  const unknowns = 4 + pieceA.unknowns + pieceB.unknowns;
  if (unknowns > MOST) return false;
  let before = Number.POSITIVE_INFINITY;
  for (let step = 0; step < MOST_STEPS; step++) {
    placePiece(system, a, pieceA, 1);
    placePiece(system, b, pieceB, -1);
    const residual = writeRight(system, pieceA, pieceB, size);
    if (!(residual < Infinity)) return false;
    if (residual <= ROUNDING * size) return true;
    if (residual >= before && before <= CONVERGED * size) return residual <= CONVERGED * size;
    before = residual;
    writeMatrix(system, pieceA, pieceB, size);
    if (!luFactor(matrix, unknowns, pivots)) return false;
    luSolve(matrix, unknowns, pivots, right);
    system.steps++;
    const turn = Math.sqrt(right[0] * right[0] + right[1] * right[1] + right[2] * right[2]);
    const part = turn > LARGEST_TURN ? LARGEST_TURN / turn : 1;
    for (let c = 0; c < 3; c++) normal[c] += part * right[c];
    movePlaces(pieceA, firstPlaces, right, 3, part);
    movePlaces(pieceB, secondPlaces, right, 3 + pieceA.unknowns, part);
    system.distance += part * right[unknowns - 1];
    const length = Math.sqrt(vec3.dot(normal, normal));
    vec3.scale(normal, 1 / length, normal);
  }
  return before <= CONVERGED * size;
}

/** Moves places by a part of a step; on a rim along the tangent and back to the circle. */
function movePlaces({ kind, unknowns, radius }: Piece, places: [number, number], step: Float64Array, at: number, part: number): void {
  if (kind !== "rim") {
    for (let j = 0; j < unknowns; j++) places[j] += part * step[at + j];
    return;
  }
  const angle = (part * step[at]) / radius;
  const turn = Math.max(-LARGEST_TURN, Math.min(LARGEST_TURN, angle));
  const x = places[0] - turn * places[1];
  const y = places[1] + turn * places[0];
  const length = Math.sqrt(x * x + y * y);
  places[0] = x / length;
  places[1] = y / length;
}

/** A piece at the system's normal (side 1) or against it (side -1), turned to world axes. */
export function placePiece(system: PieceSystem, placed: Placed, piece: Piece, side: 1 | -1): void {
  const { normal, local, turned } = system;
  const { rotation, position } = placed;
  const state = side === 1 ? system.first : system.second;
  const places = side === 1 ? system.firstPlaces : system.secondPlaces;
  mat3.transformTransposed(rotation, normal, local);
  if (side === -1) vec3.scale(local, -1, local);
  evaluatePiece(piece, local, places[0], places[1], state);
  const { point, curvature, directions, gradients } = state;
  mat3.transformVector(rotation, point, point);
  vec3.add(point, position, point);
  for (let j = 0; j < piece.unknowns; j++) {
    mat3.transformVector(rotation, directions[j], directions[j]);
    mat3.transformVector(rotation, gradients[j], gradients[j]);
  }
  if (piece.kind === "ellipsoid" || piece.kind === "side" || piece.kind === "cone side") {
    mat3.rotateTensor(rotation, curvature, turned);
    for (let i = 0; i < 9; i++) curvature[i] = turned[i];
  }
}

/** Writes minus the left sides; returns the largest of them. */
function writeRight({ right, normal, distance, first, second }: PieceSystem, pieceA: Piece, pieceB: Piece, size: number): number {
  let most = 0;
  for (let c = 0; c < 3; c++) {
    right[c] = first.point[c] - second.point[c] + distance * normal[c];
    most = Math.max(most, Math.abs(right[c]));
  }
  let row = 3;
  for (let j = 0; j < pieceA.unknowns; j++) right[row++] = -size * first.conditions[j];
  for (let j = 0; j < pieceB.unknowns; j++) right[row++] = -size * second.conditions[j];
  for (let i = 3; i < row; i++) most = Math.max(most, Math.abs(right[i]));
  right[row] = 0;
  return most;
}

/** The matrix of the header at the places of both pieces. */
export function writeMatrix({ matrix, normal, distance, first, second }: PieceSystem, pieceA: Piece, pieceB: Piece, size: number): void {
  const [placesA, placesB] = [pieceA.unknowns, pieceB.unknowns];
  const unknowns = 4 + placesA + placesB;
  matrix.fill(0);
  for (let i = 0; i < 3; i++) {
    const row = i * unknowns;
    for (let j = 0; j < 3; j++) matrix[row + j] = -(first.curvature[3 * i + j] + second.curvature[3 * i + j]) - (i === j ? distance : 0);
    for (let j = 0; j < placesA; j++) matrix[row + 3 + j] = -first.directions[j][i];
    for (let j = 0; j < placesB; j++) matrix[row + 3 + placesA + j] = second.directions[j][i];
    matrix[row + unknowns - 1] = -normal[i];
    for (let j = 0; j < placesA; j++) matrix[(3 + j) * unknowns + i] = size * first.gradients[j][i];
    for (let j = 0; j < placesB; j++) matrix[(3 + placesA + j) * unknowns + i] = -size * second.gradients[j][i];
    matrix[(unknowns - 1) * unknowns + i] = normal[i];
  }
  if (pieceA.kind === "rim") matrix[3 * unknowns + 3] = size * first.slope;
  if (pieceB.kind === "rim") matrix[(3 + placesA) * unknowns + 3 + placesA] = size * second.slope;
}
