/**
 * Pieces of the boundary of a convex core: corners, edges, faces, rims, sides.
 *
 * A piece has as many flat directions d_j as conditions c_j on its normals, none, one or two:
 *
 *     x(n, s) = x0(n) + sum s_j d_j          c_j(n) = 0          H = dx/dn at fixed s (symmetric: the radii of curvature)
 *
 * With q = sqrt(n_x^2 + n_y^2) and u = (n_x, n_y) / q, in body axes:
 *
 *     corner         x = p
 *     rim            x = (R e, z)               c = t . n, t across e             e a unit vector that is sought too, dc/ds = -e . n / R
 *     ellipsoid      x = a^2 n / w, w = |a n|   H = a^2 / w - (a^2 n) (a^2 n)^T / w^3
 *     edge           x = p + s t                c = t . n
 *     side           x = (R u, 0) + s e_z       c = n_z                           H = (R / q) (1 - u u^T) in the plane
 *     cone side      x = tip + s (k u, -l)      c = k q - l n_z                   the same with R = s k
 *     face           x = p + s1 t1 + s2 t2      c = t1 . n, t2 . n
 *
 * A rim is a bent edge: its point could be written as (R u, z) with the curvature R / q, but where it lies almost flat, q -> 0, that is no
 * use. Its place on the circle is e, moved by s along the tangent t.
 *
 * Letters: n normal, s places along the flat directions, p origin, R radius, a half axes, t directions, k and l sine and cosine of the
 * cone's half angle.
 */
import type { MutableMat3 } from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";

/** What a piece of a surface is. The middle of a ball and the ends of a capsule's axis are corners. */
export type PieceKind = "corner" | "rim" | "ellipsoid" | "edge" | "side" | "cone side" | "face" | "cap";

/** One record for all kinds, so that code that reads them stays fast; fields that a kind does not use are zero. */
export interface Piece {
  readonly kind: PieceKind;
  /** Number among the pieces of its kind and shape. */
  readonly index: number;
  /** Flat directions: 0, 1 or 2. */
  readonly flat: 0 | 1 | 2;
  /** Unknown places: as many as flat directions, and one along a rim. */
  readonly unknowns: 0 | 1 | 2;
  /** Corner, start of an edge, tip of a cone, middle of a rim, a cap or a face, half axes of an ellipsoid. */
  readonly origin: Vec3;
  /** Unit: along an edge, or the first direction of a face. */
  readonly first: Vec3;
  /** Unit, across `first`: the second direction of a face. */
  readonly second: Vec3;
  /** Of a rim, a side, a cap. */
  readonly radius: number;
  /** Of the half angle of a cone. */
  readonly sine: number;
  readonly cosine: number;
  /** Range along the first flat direction. */
  readonly from: number;
  readonly to: number;
  /** Of a face with straight edges: (a, b, c) for each with a s1 + b s2 <= c. */
  readonly outline: readonly number[];
  /** Of an edge or a face: its corners' numbers, in order. */
  readonly corners: readonly number[];
}

/** Put after what every piece has of its own: an object that begins with another has a shape of its own each time (system/one-shape.ts). */
const PLAIN: Omit<Piece, "kind" | "index" | "flat" | "unknowns" | "origin"> = {
  first: vec3.ZERO,
  second: vec3.ZERO,
  radius: 0,
  sine: 0,
  cosine: 0,
  from: 0,
  to: 0,
  outline: [],
  corners: [],
};

export function corner(index: number, origin: Vec3): Piece {
  return { kind: "corner", index, flat: 0, unknowns: 0, origin, ...PLAIN, corners: [index] };
}

export function rim(index: number, radius: number, height: number): Piece {
  return { kind: "rim", index, flat: 0, unknowns: 1, origin: [0, 0, height], ...PLAIN, radius };
}

export function ellipsoid(halfAxes: Vec3): Piece {
  return { kind: "ellipsoid", index: 0, flat: 0, unknowns: 0, origin: halfAxes, ...PLAIN };
}

export function edge(index: number, start: Vec3, end: Vec3, corners: readonly [number, number]): Piece {
  const along = vec3.subtract(end, start);
  const length = vec3.norm(along);
  return { kind: "edge", index, flat: 1, unknowns: 1, origin: start, ...PLAIN, first: vec3.scale(along, 1 / length), to: length, corners };
}

export function side(radius: number, halfHeight: number): Piece {
  return { kind: "side", index: 0, flat: 1, unknowns: 1, origin: vec3.ZERO, ...PLAIN, radius, from: -halfHeight, to: halfHeight };
}

export function coneSide(radius: number, height: number): Piece {
  const length = Math.sqrt(radius * radius + height * height);
  const [sine, cosine] = [radius / length, height / length];
  return { kind: "cone side", index: 0, flat: 1, unknowns: 1, origin: [0, 0, height], ...PLAIN, radius, sine, cosine, to: length };
}

export function cap(index: number, radius: number, height: number): Piece {
  return { kind: "cap", index, flat: 2, unknowns: 2, origin: [0, 0, height], ...PLAIN, first: [1, 0, 0], second: [0, 1, 0], radius };
}

/** @param loop corners counter-clockwise from outside */
export function face(index: number, normal: Vec3, loop: readonly Vec3[], corners: readonly number[]): Piece {
  const first = vec3.normalize(vec3.subtract(loop[1], loop[0])) ?? [1, 0, 0];
  const second = vec3.cross(normal, first);
  const origin = vec3.scale(
    loop.reduce<Vec3>((sum, point) => vec3.add(sum, point), vec3.ZERO),
    1 / loop.length,
  );
  const outline = loop.flatMap((point, i) => {
    const along = vec3.normalize(vec3.subtract(loop[(i + 1) % loop.length], point)) ?? first;
    const outward = vec3.cross(along, normal);
    return [vec3.dot(outward, first), vec3.dot(outward, second), vec3.dot(outward, vec3.subtract(point, origin))];
  });
  return { kind: "face", index, flat: 2, unknowns: 2, origin, ...PLAIN, first, second, outline, corners };
}

/** The top of everything below z = 0, without an end. */
export function endless(): Piece {
  return { kind: "face", index: 0, flat: 2, unknowns: 2, origin: vec3.ZERO, ...PLAIN, first: [1, 0, 0], second: [0, 1, 0] };
}

/** A piece at a normal: what the header lists, to be written to. */
export interface PieceState {
  readonly point: MutableVec3;
  readonly curvature: MutableMat3;
  /** Flat directions. */
  readonly directions: readonly [MutableVec3, MutableVec3];
  /** Left sides of the conditions, and their gradients. */
  readonly conditions: [number, number];
  readonly gradients: readonly [MutableVec3, MutableVec3];
  /** Change of the condition of a rim along it, 1/m; zero for others. */
  slope: number;
}

export function createPieceState(): PieceState {
  return {
    point: [0, 0, 0],
    curvature: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    directions: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    conditions: [0, 0],
    gradients: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    slope: 0,
  };
}

/** Places the piece at the normal n (body axes, unit) and at s along its flat directions; of a rim s is the unit vector e. */
export function evaluatePiece(piece: Piece, n: Vec3, s0: number, s1: number, out: PieceState): void {
  const { origin, first, second } = piece;
  const { point, curvature, directions, conditions, gradients } = out;
  for (let i = 0; i < 9; i++) curvature[i] = 0;
  out.slope = 0;
  switch (piece.kind) {
    case "corner":
      vec3.copy(origin, point);
      return;
    case "ellipsoid":
      evaluateEllipsoid(origin, n, point, curvature);
      return;
    case "edge":
      vec3.addScaled(origin, first, s0, point);
      conditions[0] = vec3.dot(first, n);
      vec3.copy(first, directions[0]);
      vec3.copy(first, gradients[0]);
      return;
    case "face":
    case "cap":
      vec3.addScaled(origin, first, s0, point);
      vec3.addScaled(point, second, s1, point);
      conditions[0] = vec3.dot(first, n);
      conditions[1] = vec3.dot(second, n);
      vec3.copy(first, directions[0]);
      vec3.copy(first, gradients[0]);
      vec3.copy(second, directions[1]);
      vec3.copy(second, gradients[1]);
      return;
    case "rim":
      evaluateRim(piece, n, s0, s1, out);
      return;
    default:
      evaluateSide(piece, n, s0, out);
  }
}

function evaluateRim({ origin, radius }: Piece, n: Vec3, x: number, y: number, out: PieceState): void {
  const { point, directions, conditions, gradients } = out;
  const t = directions[0];
  point[0] = radius * x;
  point[1] = radius * y;
  point[2] = origin[2];
  t[0] = -y;
  t[1] = x;
  t[2] = 0;
  conditions[0] = vec3.dot(t, n);
  vec3.copy(t, gradients[0]);
  out.slope = -(x * n[0] + y * n[1]) / radius;
}

/** Of cylinders and cones. */
function evaluateSide(piece: Piece, n: Vec3, s: number, { point, curvature, directions, conditions, gradients }: PieceState): void {
  const q = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const ux = q > 0 ? n[0] / q : 1;
  const uy = q > 0 ? n[1] / q : 0;
  const { kind, origin, radius, sine, cosine } = piece;
  const r = kind === "cone side" ? s * sine : radius;
  const bend = q > 0 ? r / q : 0;
  point[0] = r * ux;
  point[1] = r * uy;
  point[2] = origin[2];
  curvature[0] = bend * uy * uy;
  curvature[1] = -bend * ux * uy;
  curvature[3] = curvature[1];
  curvature[4] = bend * ux * ux;
  const d = directions[0];
  if (kind === "side") {
    point[2] += s;
    d[0] = 0;
    d[1] = 0;
    d[2] = 1;
    conditions[0] = n[2];
  } else {
    point[2] -= s * cosine;
    d[0] = sine * ux;
    d[1] = sine * uy;
    d[2] = -cosine;
    conditions[0] = sine * q - cosine * n[2];
  }
  vec3.copy(d, gradients[0]);
}

function evaluateEllipsoid(a: Vec3, n: Vec3, point: MutableVec3, curvature: MutableMat3): void {
  const w = Math.sqrt(a[0] * a[0] * n[0] * n[0] + a[1] * a[1] * n[1] * n[1] + a[2] * a[2] * n[2] * n[2]);
  for (let i = 0; i < 3; i++) point[i] = (a[i] * a[i] * n[i]) / w;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) curvature[3 * i + j] = ((i === j ? a[i] * a[i] : 0) - point[i] * point[j]) / w;
}

/** How far s is outside of the piece, m; zero or less inside. */
export function beyond(piece: Piece, s0: number, s1: number): number {
  switch (piece.kind) {
    case "edge":
    case "side":
    case "cone side":
      return Math.max(piece.from - s0, s0 - piece.to);
    case "cap":
      return Math.sqrt(s0 * s0 + s1 * s1) - piece.radius;
    case "face": {
      let most = Number.NEGATIVE_INFINITY;
      const { outline } = piece;
      for (let k = 0; k < outline.length; k += 3) most = Math.max(most, outline[k] * s0 + outline[k + 1] * s1 - outline[k + 2]);
      return most;
    }
    default:
      return Number.NEGATIVE_INFINITY;
  }
}

/** Not above the distance of a point (body axes) from the piece, m, and not far below it: to say which pieces are near. */
export function distanceFromPiece(piece: Piece, p: Vec3): number {
  const { origin, first, second } = piece;
  const x = p[0] - origin[0];
  const y = p[1] - origin[1];
  const z = p[2] - origin[2];
  switch (piece.kind) {
    case "corner":
      return Math.sqrt(x * x + y * y + z * z);
    case "ellipsoid":
      return 0;
    case "rim": {
      const outside = Math.sqrt(p[0] * p[0] + p[1] * p[1]) - piece.radius;
      return Math.sqrt(outside * outside + z * z);
    }
    case "side":
      return Math.max(Math.abs(Math.sqrt(p[0] * p[0] + p[1] * p[1]) - piece.radius), p[2] - piece.to, piece.from - p[2]);
    case "cone side": {
      const across = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
      const along = across * piece.sine - z * piece.cosine;
      return Math.max(Math.abs(across * piece.cosine + z * piece.sine), along - piece.to, -along);
    }
    case "edge": {
      const along = x * first[0] + y * first[1] + z * first[2];
      return Math.max(Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along)), along - piece.to, -along);
    }
    default: {
      const s0 = x * first[0] + y * first[1] + z * first[2];
      const s1 = x * second[0] + y * second[1] + z * second[2];
      return Math.max(Math.sqrt(Math.max(0, x * x + y * y + z * z - s0 * s0 - s1 * s1)), beyond(piece, s0, s1));
    }
  }
}

/** Conditions that a piece puts on the normal together with the directions in which it is curved: two fix a normal. */
export const FIXES = {
  corner: 0,
  edge: 1,
  rim: 1,
  side: 2,
  "cone side": 2,
  face: 2,
  cap: 2,
  ellipsoid: 2,
} satisfies Record<PieceKind, number>;
