/** The object after the hit as it flies and tumbles: free of moments, its angular momentum stays. */
import { bodyFromShape, type RigidBody } from "carom";
import type { BattingResult, BattingStudy } from "carom/study";
import { cross, plus, type Vector } from "./model.js";

export type Matrix = readonly [Vector, Vector, Vector];

export interface Flying {
  /** Of the flight, s. */
  readonly duration: number;
  /** Centre of mass, m, and the turn since the hit, rows, at a part of the flight. */
  readonly pose: (part: number) => { readonly place: Vector; readonly turn: Matrix };
  /** Corners about the centre of mass as they stand at the hit, m, and faces of them; a ball has none. */
  readonly corners: readonly Vector[];
  readonly faces: readonly (readonly number[])[];
  readonly radius: number;
}

const STEPS = 600;
const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function flyingOf(study: BattingStudy, result: BattingResult): Flying | undefined {
  if (result.plan.status !== "solved" || result.path === undefined || result.path.length < 2) return undefined;
  const { hit } = result.plan;
  const { path } = result;
  const body = bodyOf(study);
  const { corners, faces, radius } = outlineOf(study, result.start);
  const turns = body === undefined ? [IDENTITY] : tumble(body, study, result, hit.departure, hit.flightTime);
  return {
    duration: hit.flightTime,
    corners,
    faces,
    radius,
    pose: (part) => {
      const at = Math.min(path.length - 1, Math.max(0, part * (path.length - 1)));
      const before = Math.min(path.length - 2, Math.floor(at));
      const step = plus(path[before + 1]!, path[before]!, -1);
      return { place: plus(path[before]!, step, at - before), turn: turns[Math.round(part * (turns.length - 1))]! };
    },
  };
}

/** The object as a rigid body, where its shape tells how it turns. */
function bodyOf({ object }: BattingStudy): RigidBody | undefined {
  const { shape, density, mass, inertia: _, ...placement } = object;
  if (shape === undefined) return undefined;
  return bodyFromShape(shape, { ...placement, ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) });
}

/** Turns since the hit at even times: w = Q J^-1 Q^T L with the angular momentum L = J w0 + r x (impulse), by the middle of each step. */
function tumble(
  body: RigidBody,
  study: BattingStudy,
  { contactPoint, start }: BattingResult,
  departure: Vector,
  time: number,
): readonly Matrix[] {
  const before = (study.object.velocity ?? [0, 0, 0]) as Vector;
  const impulse = plus([0, 0, 0], plus(departure, before, -1), body.mass);
  const inertia = worldInertia(body);
  const momentum = plus(times(inertia, (body.angularVelocity ?? [0, 0, 0]) as Vector), cross(plus(contactPoint, start, -1), impulse), 1);
  const inverse = inverted(inertia);
  const spin = (turn: Matrix) => times(turn, times(inverse, times(transposed(turn), momentum)));
  const turns: Matrix[] = [IDENTITY];
  for (let i = 0; i < STEPS; i++) {
    const turn = turns[i]!;
    const half = product(rotation(spin(turn), time / STEPS / 2), turn);
    turns.push(product(rotation(spin(half), time / STEPS), turn));
  }
  return turns;
}

function worldInertia({ inertia, orientation = [0, 0, 0, 1] }: RigidBody): Matrix {
  const own = typeof inertia[0] === "number" ? diagonal(inertia as unknown as Vector) : (inertia as unknown as Matrix);
  const turn = ofQuaternion(orientation);
  return product(turn, product(own, transposed(turn)));
}

const diagonal = ([a, b, c]: Vector): Matrix => [
  [a, 0, 0],
  [0, b, 0],
  [0, 0, c],
];

function ofQuaternion([x, y, z, w]: readonly number[]): Matrix {
  return [
    [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! - w! * z!), 2 * (x! * z! + w! * y!)],
    [2 * (x! * y! + w! * z!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! - w! * x!)],
    [2 * (x! * z! - w! * y!), 2 * (y! * z! + w! * x!), 1 - 2 * (x! * x! + y! * y!)],
  ];
}

/** About an axis as fast as it is long, for a time. */
function rotation(spin: Vector, time: number): Matrix {
  const speed = Math.hypot(...spin);
  const [half, length] = [0.5 * speed * time, speed || 1];
  const s = Math.sin(half) / length;
  return ofQuaternion([s * spin[0], s * spin[1], s * spin[2], Math.cos(half)]);
}

export const times = (m: Matrix, v: Vector): Vector => [
  m[0][0] * v[0] + m[0][1] * v[1] + m[0][2] * v[2],
  m[1][0] * v[0] + m[1][1] * v[1] + m[1][2] * v[2],
  m[2][0] * v[0] + m[2][1] * v[1] + m[2][2] * v[2],
];
const transposed = (m: Matrix): Matrix => [
  [m[0][0], m[1][0], m[2][0]],
  [m[0][1], m[1][1], m[2][1]],
  [m[0][2], m[1][2], m[2][2]],
];
const product = (a: Matrix, b: Matrix): Matrix => {
  const [x, y, z] = transposed(b);
  return transposed([times(a, x), times(a, y), times(a, z)]);
};

function inverted(m: Matrix): Matrix {
  const rows: Matrix = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])];
  const determinant = m[0][0] * rows[0][0] + m[0][1] * rows[0][1] + m[0][2] * rows[0][2];
  return transposed([
    plus([0, 0, 0], rows[0], 1 / determinant),
    plus([0, 0, 0], rows[1], 1 / determinant),
    plus([0, 0, 0], rows[2], 1 / determinant),
  ]);
}

const BOX_FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;

/** Corners of a box, by halves of its sides. */
export function boxCorners(size: readonly number[]): readonly Vector[] {
  const halves = [-0.5, 0.5];
  return halves.flatMap((x) => halves.flatMap((y) => halves.map((z): Vector => [x * size[0]!, y * size[1]!, z * size[2]!])));
}

export const BOX = BOX_FACES;

function outlineOf(
  { object }: BattingStudy,
  start: Vector,
): { corners: readonly Vector[]; faces: readonly (readonly number[])[]; radius: number } {
  const { shape, position = [0, 0, 0], orientation = [0, 0, 0, 1] } = object;
  const turn = ofQuaternion(orientation);
  const placed = (corners: readonly Vector[]) => corners.map((corner) => plus(plus(position as Vector, times(turn, corner), 1), start, -1));
  const reach = (corners: readonly Vector[]) => Math.max(...corners.map((corner) => Math.hypot(...corner)));
  if (shape?.type === "tetrahedron") {
    const corners = placed(shape.vertices as unknown as readonly Vector[]);
    return { corners, faces: outwards(corners), radius: reach(corners) };
  }
  if (shape?.type === "box") {
    const corners = placed(boxCorners(shape.size));
    return { corners, faces: BOX, radius: reach(corners) };
  }
  return { corners: [], faces: [], radius: shape?.type === "sphere" ? shape.radius : 0.05 };
}

/** Faces of a tetrahedron, anticlockwise seen from outside. */
function outwards(corners: readonly Vector[]): readonly (readonly number[])[] {
  return [0, 1, 2, 3].map((left) => {
    const [a, b, c] = [0, 1, 2, 3].filter((i) => i !== left) as [number, number, number];
    const [p, q, r, s] = [corners[a]!, corners[b]!, corners[c]!, corners[left]!];
    const normal = cross(plus(q, p, -1), plus(r, p, -1));
    const away = plus(p, s, -1);
    return normal[0] * away[0] + normal[1] * away[1] + normal[2] * away[2] >= 0 ? [a, b, c] : [a, c, b];
  });
}
