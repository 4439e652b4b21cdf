/**
 * A convex shape fixed in a body, as pairs of any two of them see it: its pieces (geometry/pieces.ts) with names, what is beside each of
 * them, and points around its rims that stand for round faces that lie flat.
 *
 * Normals of a piece, n outwards: none of what is beside it is farther out, n . v <= 0 for v from the piece to there.
 *
 *     corner             v along the edges that begin there
 *     edge               v across the faces at it
 *     rim                v along the side, and across the round face
 *     tip of a cone      v down the side
 *
 * Written as lengths these margins are how much lower the neighbours are.
 */
import { type Core, coreOf } from "../../geometry/core.js";
import { corner, type Piece } from "../../geometry/pieces.js";
import type { ConvexShape } from "../../geometry/shapes.js";
import { cos, sin } from "../../math/elementary.js";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

export interface PartPiece {
  readonly piece: Piece;
  readonly name: string;
  /** Shape axes, m: from a corner or an edge to what is beside it. */
  readonly beside: readonly Vec3[];
  /** The rim that this point stands for, with others around it. */
  readonly rim?: Piece;
  /** Never touched, because of what is beside it or because another stands for it. */
  readonly hidden?: boolean;
}

export interface ConvexPart {
  readonly core: Core;
  /** Of the shape's origin from the centre of mass, body axes, m. */
  readonly position: Vec3;
  /** Shape to body. */
  readonly orientation: Quaternion;
  /** Those of the core in its order, then the points around rims. */
  readonly pieces: readonly PartPiece[];
  /** Largest distance of the shape from its middle, m. */
  readonly extent: number;
  /** Largest distance of the shape from the centre of mass, m. */
  readonly reach: number;
  /** Of a cylinder or a cone. */
  readonly side: Piece | undefined;
  /** Has no inside. Default: it has. */
  readonly thin?: boolean;
}

/** Where a shape stands in its body. */
export interface PartPlace {
  readonly position: Vec3;
  readonly orientation: Quaternion;
}

/** @param ring points around a round face that lies flat */
export function convexPart(shape: ConvexShape, { position, orientation }: PartPlace, ring = 8, path = "shape"): ConvexPart {
  const core = coreOf(shape, path);
  const { pieces } = core;
  const own = pieces.map((piece): PartPiece => ({ piece, name: nameOf(piece), beside: besideOf(piece, pieces) }));
  const points = pieces.filter(({ kind }) => kind === "rim").flatMap((rim) => ringOf(rim, ring));
  return {
    core,
    position,
    orientation,
    pieces: [...own, ...points],
    extent: core.coreReach + core.radius,
    reach: vec3.norm(position) + core.reach,
    side: pieces.find(({ kind }) => kind === "side" || kind === "cone side"),
  };
}

function nameOf({ kind, index }: Piece): string {
  return kind === "ellipsoid" || kind === "side" || kind === "cone side" ? kind.replace("cone ", "") : `${kind} ${index}`;
}

function besideOf(piece: Piece, pieces: readonly Piece[]): Vec3[] {
  if (piece.kind === "corner")
    return pieces.flatMap((edge): Vec3[] => {
      if (edge.kind !== "edge" || !edge.corners.includes(piece.index)) return [];
      return [vec3.scale(edge.first, edge.corners[0] === piece.index ? edge.to : -edge.to)];
    });
  if (piece.kind !== "edge") return [];
  return pieces.flatMap((face): Vec3[] => {
    if (face.kind !== "face" || !piece.corners.every((k) => face.corners.includes(k))) return [];
    const across = vec3.cross(vec3.cross(face.first, face.second), piece.first);
    const widths = face.corners.map((k) => vec3.dot(across, vec3.subtract(pieces[k].origin, piece.origin)));
    const width = widths.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
    return [vec3.scale(across, width)];
  });
}

function ringOf(rim: Piece, count: number): PartPiece[] {
  return Array.from({ length: count }, (_, k): PartPiece => {
    const angle = (2 * Math.PI * k) / count;
    const point: Vec3 = [rim.radius * cos(angle), rim.radius * sin(angle), rim.origin[2]];
    return { piece: corner(k, point), name: `rim ${rim.index} ring ${k}`, beside: [], rim };
  });
}

/**
 * How much lower than a piece its lowest neighbour is, m, at the normal n (shape axes, outwards); negative where one is farther out.
 * @param e unit vector of the place on a rim
 */
export function marginBeside({ side }: ConvexPart, { piece, beside, rim }: PartPiece, n: Vec3, e: readonly [number, number]): number {
  if (rim !== undefined) return Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < beside.length; k++) least = Math.min(least, -vec3.dot(n, beside[k]));
  if (side === undefined || (piece.kind !== "rim" && piece.kind !== "corner")) return least;
  if (piece.kind === "corner") return -sideHeight(side, n);
  const across = 2 * piece.radius * (n[0] * e[0] + n[1] * e[1]);
  const along = side.kind === "side" ? 2 * n[2] * piece.origin[2] : sideHeight(side, n);
  return Math.min(across, along);
}

/** How much higher the rim of a cone is than its tip. */
function sideHeight({ sine, cosine, to }: Piece, n: Vec3): number {
  return to * (sine * Math.sqrt(n[0] * n[0] + n[1] * n[1]) - cosine * n[2]);
}

/** Height along n (shape axes) of the lowest point of a piece; of one that is bent, of the highest line or point on it. */
export function lowestOf({ piece }: PartPiece, { pieces }: Core, n: Vec3): number {
  const { kind, origin, radius } = piece;
  const q = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  switch (kind) {
    case "corner":
      return vec3.dot(n, origin);
    case "edge":
    case "face": {
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < piece.corners.length; k++) least = Math.min(least, vec3.dot(n, pieces[piece.corners[k]].origin));
      return least;
    }
    case "rim":
      return radius * q + n[2] * origin[2];
    case "cap":
      return n[2] * origin[2] - radius * q;
    case "side":
      return radius * q - Math.abs(n[2]) * piece.to;
    case "cone side":
      return Math.min(n[2] * origin[2], radius * q);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Sine of the tilt of a rim against the normal n (shape axes). */
export function tiltOf(n: Vec3): number {
  return Math.sqrt(n[0] * n[0] + n[1] * n[1]);
}
