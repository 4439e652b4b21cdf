/**
 * A shape as the distance solver sees it: a core, given by its farthest point in every direction and its list of pieces, and the radius
 * of the ball around it. A new convex shape is a new case of `coreOf` and nothing else.
 */
import { InvalidInputError } from "../errors.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { cap, coneSide, corner, edge, ellipsoid, endless, face, type Piece, rim, side } from "./pieces.js";
import type { ConvexShape, GeometricShape } from "./shapes.js";
import { solidFaces } from "./solid-faces.js";

/** Body axes from the shape's origin. */
export interface Core {
  /** Of the ball around it, m. */
  readonly radius: number;
  /** A point inside of the core. */
  readonly middle: Vec3;
  /** Largest distance of the shape, ball included, from its origin, m; Infinity for a plane. */
  readonly reach: number;
  /** Largest distance of the core from its middle, m. */
  readonly coreReach: number;
  readonly pieces: readonly Piece[];
  /** Of a solid with many corners: the pieces at each of them. */
  readonly piecesAt: readonly (readonly number[])[] | undefined;
  /**
   * Writes the farthest point of the core along a direction (of any length, not zero). Of a solid with corners returns the number of the
   * corner; `hint` is one to start from.
   */
  readonly support: (direction: Vec3, hint: number, out: MutableVec3) => number;
}

export function coreOf(shape: GeometricShape, path = "shape"): Core {
  const rounding = shape.rounding ?? 0;
  if (!(rounding >= 0 && rounding < Infinity)) throw new InvalidInputError(`${path}.rounding`, rounding, "is not a length");
  if (shape.type === "plane") return planeCore(rounding);
  const { radius, middle, pieces, support, piecesAt } = convexCore(shape, path);
  const far: MutableVec3 = [0, 0, 0];
  const coreReach = pieces.reduce((most, piece) => Math.max(most, farthest(piece, middle, far)), 0);
  return {
    radius: radius + rounding,
    middle,
    coreReach,
    reach: vec3.norm(middle) + coreReach + radius + rounding,
    pieces,
    piecesAt,
    support,
  };
}

type Parts = Pick<Core, "radius" | "middle" | "pieces" | "support" | "piecesAt">;

function convexCore(shape: ConvexShape, path: string): Parts {
  switch (shape.type) {
    case "sphere":
      positive(shape.radius, `${path}.radius`);
      return { pieces: [corner(0, vec3.ZERO)], ...smooth(), radius: shape.radius, support: (_, __, out) => at(out, 0, 0, 0) };
    case "capsule":
    case "rod":
      positive(shape.length, `${path}.length`);
      notNegative(shape.radius, `${path}.radius`);
      return segment(shape.length / 2, shape.radius);
    case "box": {
      const half = vec3.scale(shape.size, 0.5);
      shape.size.forEach((length, i) => {
        positive(length, `${path}.size[${i}]`);
      });
      const signs = [-1, 1];
      const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vec3 => [x * half[0], y * half[1], z * half[2]])));
      return { ...solid(corners, path), support: boxSupport(half) };
    }
    case "tetrahedron":
    case "mesh":
      return solid(shape.vertices, `${path}.vertices`);
    case "cylinder":
      positive(shape.radius, `${path}.radius`);
      positive(shape.height, `${path}.height`);
      return cylinder(shape.radius, shape.height / 2);
    case "cone":
      positive(shape.radius, `${path}.radius`);
      positive(shape.height, `${path}.height`);
      return cone(shape.radius, shape.height);
    case "ellipsoid":
      shape.halfAxes.forEach((length, i) => {
        positive(length, `${path}.halfAxes[${i}]`);
      });
      return { pieces: [ellipsoid(shape.halfAxes)], ...smooth(), support: ellipsoidSupport(shape.halfAxes) };
    default:
      throw new InvalidInputError(`${path}.type`, (shape satisfies never as { type: unknown }).type, "is not a convex shape");
  }
}

function smooth(): Omit<Parts, "pieces" | "support"> {
  return { radius: 0, middle: vec3.ZERO, piecesAt: undefined };
}

function segment(half: number, radius: number): Parts {
  const [low, high]: [Vec3, Vec3] = [
    [0, 0, -half],
    [0, 0, half],
  ];
  return {
    pieces: [corner(0, low), corner(1, high), edge(0, low, high, [0, 1])],
    ...smooth(),
    radius,
    support: (direction, _, out) => {
      at(out, 0, 0, direction[2] < 0 ? -half : half);
      return direction[2] < 0 ? 0 : 1;
    },
  };
}

function cylinder(radius: number, half: number): Parts {
  const ends = [-half, half];
  return {
    pieces: [...ends.map((z, i) => rim(i, radius, z)), side(radius, half), ...ends.map((z, i) => cap(i, radius, z))],
    ...smooth(),
    support: (direction, _, out) => onCircle(direction, radius, direction[2] < 0 ? -half : half, out),
  };
}

function cone(radius: number, height: number): Parts {
  return {
    pieces: [corner(0, [0, 0, height]), rim(0, radius, 0), coneSide(radius, height), cap(0, radius, 0)],
    ...smooth(),
    middle: [0, 0, height / 4],
    support: (direction, _, out) => {
      const across = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
      return direction[2] * height >= across * radius ? at(out, 0, 0, height) : onCircle(direction, radius, 0, out);
    },
  };
}

function ellipsoidSupport(a: Vec3): Core["support"] {
  return (direction, _, out) => {
    const [x, y, z] = [a[0] * direction[0], a[1] * direction[1], a[2] * direction[2]];
    const w = Math.sqrt(x * x + y * y + z * z);
    return at(out, (a[0] * x) / w, (a[1] * y) / w, (a[2] * z) / w);
  };
}

function boxSupport(half: Vec3): Core["support"] {
  return (direction, _, out) => {
    const [x, y, z] = [direction[0] < 0, direction[1] < 0, direction[2] < 0];
    at(out, x ? -half[0] : half[0], y ? -half[1] : half[1], z ? -half[2] : half[2]);
    return (x ? 0 : 4) + (y ? 0 : 2) + (z ? 0 : 1);
  };
}

/** Above so many corners the farthest is found by walking from neighbour to neighbour, and pieces are looked for near it only. */
const FEW_CORNERS = 16;

function solid(points: readonly Vec3[], path: string): Parts {
  const { corners, edges, faces } = solidFaces(points, path);
  const pieces: Piece[] = [
    ...corners.map((point, i) => corner(i, point)),
    ...edges.map(([from, to], i) => edge(i, corners[from], corners[to], [from, to])),
    ...faces.map(({ normal, ring }, i) => {
      const loop = ring.map((k) => corners[k]);
      return face(i, normal, loop, ring);
    }),
  ];
  const middle = vec3.scale(
    corners.reduce<Vec3>((sum, point) => vec3.add(sum, point), vec3.ZERO),
    1 / corners.length,
  );
  if (corners.length <= FEW_CORNERS) return { radius: 0, middle, pieces, piecesAt: undefined, support: trying(corners) };
  const piecesAt = corners.map((_, k) => [k]);
  pieces.forEach((piece, p) => {
    if (piece.flat > 0) for (const k of piece.corners) piecesAt[k].push(p);
  });
  return { radius: 0, middle, pieces, piecesAt, support: walking(corners, edges) };
}

function trying(corners: readonly Vec3[]): Core["support"] {
  return (direction, _, out) => {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < corners.length; k++) {
      const height = vec3.dot(direction, corners[k]);
      if (height > most) {
        most = height;
        best = k;
      }
    }
    vec3.copy(corners[best], out);
    return best;
  };
}

/** On a convex solid a corner that no neighbour exceeds is the farthest. */
function walking(corners: readonly Vec3[], edges: readonly (readonly [number, number])[]): Core["support"] {
  const neighbours: number[][] = corners.map(() => []);
  for (const [from, to] of edges) {
    neighbours[from].push(to);
    neighbours[to].push(from);
  }
  return (direction, hint, out) => {
    let best = hint >= 0 && hint < corners.length ? hint : 0;
    let most = vec3.dot(direction, corners[best]);
    for (let moved = true; moved; ) {
      moved = false;
      for (const k of neighbours[best]) {
        const height = vec3.dot(direction, corners[k]);
        if (height <= most) continue;
        most = height;
        best = k;
        moved = true;
      }
    }
    vec3.copy(corners[best], out);
    return best;
  };
}

/** A triangle without thickness: its corners, its edges from each to the next, and its faces, first the one that its corners go round. */
export function triangleCore(corners: readonly [Vec3, Vec3, Vec3], normal: Vec3): Core {
  const middle = vec3.scale(vec3.add(vec3.add(corners[0], corners[1]), corners[2]), 1 / 3);
  const coreReach = corners.reduce((most, point) => Math.max(most, vec3.norm(vec3.subtract(point, middle))), 0);
  return {
    radius: 0,
    middle,
    coreReach,
    reach: vec3.norm(middle) + coreReach,
    pieces: [
      ...corners.map((point, i) => corner(i, point)),
      ...corners.map((point, i) => edge(i, point, corners[(i + 1) % 3], [i, (i + 1) % 3])),
      face(0, normal, corners, [0, 1, 2]),
      face(1, vec3.scale(normal, -1), [corners[0], corners[2], corners[1]], [0, 2, 1]),
    ],
    piecesAt: undefined,
    support: trying(corners),
  };
}

/** A plane has no farthest point but along its normal: nothing here asks for another. */
function planeCore(radius: number): Core {
  return {
    radius,
    middle: vec3.ZERO,
    reach: Number.POSITIVE_INFINITY,
    coreReach: Number.POSITIVE_INFINITY,
    pieces: [endless()],
    piecesAt: undefined,
    support: (_, __, out) => at(out, 0, 0, 0),
  };
}

function at(out: MutableVec3, x: number, y: number, z: number): number {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return 0;
}

function onCircle(direction: Vec3, radius: number, height: number, out: MutableVec3): number {
  const across = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
  return across > 0 ? at(out, (radius * direction[0]) / across, (radius * direction[1]) / across, height) : at(out, radius, 0, height);
}

/** Not below the largest distance of a piece from a point on the axis (of round shapes), or of its corners. */
function farthest({ kind, origin, radius }: Piece, middle: Vec3, out: MutableVec3): number {
  if (kind === "corner") return vec3.norm(vec3.subtract(origin, middle, out));
  if (kind === "ellipsoid") return Math.max(origin[0], origin[1], origin[2]);
  if (kind !== "rim") return 0;
  const height = origin[2] - middle[2];
  return Math.sqrt(radius * radius + height * height);
}

function positive(value: number, path: string): void {
  if (!(value > 0 && value < Infinity)) throw new InvalidInputError(path, value, "is not positive");
}

function notNegative(value: number, path: string): void {
  if (!(value >= 0 && value < Infinity)) throw new InvalidInputError(path, value, "is negative");
}
