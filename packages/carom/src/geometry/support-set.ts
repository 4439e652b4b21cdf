/**
 * Everything of a core that lies farthest along a normal: a point, a straight piece, a polygon, a disc, or a whole plane.
 */

import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Piece, PieceKind } from "./pieces.js";
import type { Placed } from "./placed.js";

/** A piece of a shape by its kind and its number among those of this kind. */
export interface PieceName {
  /** Corner, edge, face and so on. */
  readonly kind: PieceKind;
  /** Number among the pieces of this kind, from 0. */
  readonly index: number;
}

/** Points are from the pair's origin, world axes. */
export interface SupportSet {
  readonly kind: "point" | "segment" | "polygon" | "disc" | "plane";
  /** One, two or more corners in a ring; of a disc the middle. */
  readonly points: readonly Vec3[];
  /** Of a disc, m. */
  readonly radius: number;
  /** Of a disc: from where its points are counted, world axes. */
  readonly axis: Vec3;
  /** The piece itself, its corners, and its borders from each corner to the next. */
  readonly inside: PieceName;
  readonly corners: readonly PieceName[];
  readonly borders: readonly PieceName[];
}

/** @param tolerance how far below the farthest a point may be, m */
export function supportSet(placed: Placed, normal: Vec3, tolerance: number): SupportSet {
  const { core, rotation } = placed;
  const n = mat3.transformTransposed(rotation, normal);
  const far: MutableVec3 = [0, 0, 0];
  core.support(n, 0, far);
  const least = vec3.dot(n, far) - tolerance;
  for (const flat of [2, 1, 0])
    for (const piece of core.pieces) {
      if (piece.flat !== flat) continue;
      const found = setOf(placed, piece, n, least);
      if (found !== undefined) return found;
    }
  return { ...plainSet("point", core.pieces[0], [world(placed, far)]) };
}

/** The whole piece, where none of it is lower than that. */
function setOf(placed: Placed, piece: Piece, n: Vec3, least: number): SupportSet | undefined {
  const { pieces } = placed.core;
  const across = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const u: Vec3 = across > 0 ? [n[0] / across, n[1] / across, 0] : [1, 0, 0];
  const onRim = ({ origin, radius }: Piece): Vec3 => [radius * u[0], radius * u[1], origin[2]];
  const high = (points: readonly Vec3[]) => points.every((point) => vec3.dot(n, point) >= least);
  switch (piece.kind) {
    case "face": {
      if (piece.corners.length === 0) return { ...plainSet("plane", piece, [world(placed, vec3.ZERO)]) };
      const ring = piece.corners.map((k) => pieces[k].origin);
      if (!high(ring)) return undefined;
      return {
        ...plainSet(
          "polygon",
          piece,
          ring.map((point) => world(placed, point)),
        ),
        corners: piece.corners.map((index) => ({ kind: "corner", index })),
        borders: piece.corners.map((from, i) => edgeBetween(pieces, from, piece.corners[(i + 1) % piece.corners.length])),
      };
    }
    case "cap": {
      if (n[2] * piece.origin[2] - piece.radius * across < least) return undefined;
      const rimName: PieceName = { kind: "rim", index: piece.index };
      const axis = mat3.column(placed.rotation, 0);
      return {
        ...plainSet("disc", piece, [world(placed, piece.origin)]),
        radius: piece.radius,
        axis,
        corners: [rimName],
        borders: [rimName],
      };
    }
    case "edge": {
      const ends = piece.corners.map((k) => pieces[k].origin);
      return high(ends)
        ? segmentSet(
            placed,
            piece,
            ends,
            piece.corners.map((index) => ({ kind: "corner", index })),
          )
        : undefined;
    }
    case "side": {
      const rims = pieces.filter(({ kind }) => kind === "rim");
      const ends = rims.map(onRim);
      return high(ends) ? segmentSet(placed, piece, ends, rims) : undefined;
    }
    case "cone side": {
      const ends: Vec3[] = [piece.origin, [piece.radius * u[0], piece.radius * u[1], 0]];
      return high(ends) ? segmentSet(placed, piece, ends, pieces.slice(0, 2)) : undefined;
    }
    case "rim":
      return high([onRim(piece)]) ? plainSet("point", piece, [world(placed, onRim(piece))]) : undefined;
    case "corner":
      return high([piece.origin]) ? plainSet("point", piece, [world(placed, piece.origin)]) : undefined;
    default:
      return undefined;
  }
}

function plainSet(kind: SupportSet["kind"], { kind: name, index }: Piece, points: readonly Vec3[]): SupportSet {
  const inside: PieceName = { kind: name, index };
  return { kind, points, radius: 0, axis: vec3.ZERO, inside, corners: [inside], borders: [inside] };
}

function segmentSet(placed: Placed, piece: Piece, ends: readonly Vec3[], corners: readonly PieceName[]): SupportSet {
  const set = plainSet(
    "segment",
    piece,
    ends.map((point) => world(placed, point)),
  );
  return { ...set, corners: corners.map(({ kind, index }) => ({ kind, index })) };
}

function edgeBetween(pieces: readonly Piece[], from: number, to: number): PieceName {
  const found = pieces.find(({ kind, corners }) => kind === "edge" && corners.includes(from) && corners.includes(to));
  return { kind: "edge", index: found?.index ?? 0 };
}

function world({ rotation, position }: Placed, point: Vec3): Vec3 {
  return vec3.add(mat3.transformVector(rotation, point), position);
}
