/**
 * From the shape of a body to what can touch: balls, points and rims over planes; balls and convex solids against each other.
 */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Shape } from "../../mechanics/shapes/index.js";
import { ballsAgainstBalls } from "./ball-ball.js";
import { ballsAgainstConvex, type ConvexCore, capsuleCore } from "./ball-convex.js";
import { convexAgainstConvex } from "./convex-convex.js";
import { type Plane, primitivesOverPlane } from "./over-plane.js";
import { type Ball, type PairGeometry, type Primitive, reachOf } from "./pair-geometry.js";
import { MOST_CORNERS, type Polytope, polytope } from "./polytope.js";

/** How the flat faces of a body are stood for by points. */
export interface FacePoints {
  /** Points along each edge of a box's faces, >= 2. Default: 2, the corners. */
  readonly grid?: number;
  /** Points around a round face that lies flat. Default: 8. */
  readonly ring?: number;
}

/** The surface of one body, in body axes from its centre of mass. */
export interface Surface {
  readonly primitives: readonly Primitive[];
  /** Of a ball, a capsule or a rod. */
  readonly balls: readonly Ball[];
  /** Of a solid with flat faces. */
  readonly solid?: Polytope;
  /** Of a capsule or a rod: its core. */
  readonly core?: ConvexCore;
  /** Largest distance from the centre of mass, m. */
  readonly reach: number;
}

/** @param centre of mass in shape axes */
export function surfaceOf(shape: Shape, centre: Vec3, points: FacePoints = {}, path = "shape"): Surface {
  const place = { position: vec3.scale(centre, -1), orientation: quaternion.IDENTITY };
  return surfaceAt(shape, place, points, path);
}

interface Placed {
  readonly position: Vec3;
  readonly orientation: Quaternion;
}

function surfaceAt(shape: Shape, place: Placed, points: FacePoints, path: string): Surface {
  const at = (v: Vec3): Vec3 => vec3.add(place.position, quaternion.rotate(place.orientation, v));
  const along = (v: Vec3): Vec3 => quaternion.rotate(place.orientation, v);
  switch (shape.type) {
    case "sphere":
      return fromBalls([{ kind: "ball", name: "ball", centre: at(vec3.ZERO), radius: shape.radius }]);
    case "capsule":
    case "rod": {
      const ends: readonly [Vec3, Vec3] = [at([0, 0, -shape.length / 2]), at([0, 0, shape.length / 2])];
      const balls = ends.map((end, i): Ball => ({ kind: "ball", name: `end ${i}`, centre: end, radius: shape.radius }));
      return { ...fromBalls(balls), core: capsuleCore(ends, shape.radius) };
    }
    case "box": {
      const corners = cornersOf(shape.size).map(at);
      const solid = polytope(corners, `${path}.size`);
      return fromPoints(boxPoints(shape.size, points.grid ?? 2).map(at), solid);
    }
    case "tetrahedron":
      return fromPoints(shape.vertices.map(at), polytope(shape.vertices.map(at), `${path}.vertices`));
    case "mesh": {
      const vertices = shape.vertices.map(at);
      // Over planes every corner counts; against other solids only a convex solid of moderate size can.
      const hull = vertices.length <= MOST_CORNERS ? polytope(vertices, `${path}.vertices`) : undefined;
      return hull !== undefined && isConvex(hull) ? fromPoints(vertices, hull) : fromPoints(vertices);
    }
    case "cylinder":
      return withReach(
        [-1, 1].flatMap((side) =>
          roundFace(at([0, 0, (side * shape.height) / 2]), along([0, 0, 1]), shape.radius, side < 0 ? "bottom" : "top", points),
        ),
      );
    case "cone":
      return withReach([
        { kind: "point", name: "tip", point: at([0, 0, shape.height]) },
        ...roundFace(at(vec3.ZERO), along([0, 0, 1]), shape.radius, "base", points),
      ]);
    case "compound": {
      const parts = shape.parts.flatMap((part, i) => {
        if (part.hollow === true) return [];
        const inner: Placed = {
          position: at(part.position ?? vec3.ZERO),
          orientation: quaternion.multiply(place.orientation, part.orientation ?? quaternion.IDENTITY),
        };
        const surface = surfaceAt(part.shape, inner, points, `${path}.parts[${i}].shape`);
        return surface.primitives.map((primitive): Primitive => partOf(primitive, i));
      });
      if (parts.length === 0) throw new InvalidInputError(path, shape, "has no part that can touch anything");
      const surface = withReach(parts);
      const balls = parts.filter((primitive): primitive is Ball => primitive.kind === "ball");
      return balls.length === parts.length ? { ...surface, balls } : surface;
    }
  }
}

function partOf(primitive: Primitive, part: number): Primitive {
  const named = { ...primitive, name: `part ${part} ${primitive.name}` };
  return named.kind === "point" && named.ring !== undefined ? { ...named, ring: `part ${part} ${named.ring}` } : named;
}

function fromBalls(balls: readonly Ball[]): Surface {
  return { ...withReach(balls), balls };
}

function fromPoints(points: readonly Vec3[], solid?: Polytope): Surface {
  const surface = withReach(points.map((point, i): Primitive => ({ kind: "point", name: `point ${i}`, point })));
  return solid === undefined ? surface : { ...surface, solid };
}

function withReach(primitives: readonly Primitive[]): Surface {
  return { primitives, balls: [], reach: primitives.reduce((most, primitive) => Math.max(most, reachOf(primitive)), 0) };
}

function cornersOf([a, b, c]: Vec3): Vec3[] {
  return [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [(x * a) / 2, (y * b) / 2, (z * c) / 2])));
}

/** Points of a grid on all faces of a box, each once. */
function boxPoints(size: Vec3, count: number): Vec3[] {
  const steps = Array.from({ length: count }, (_, i) => -0.5 + i / (count - 1));
  const onFace = (i: number) => i === 0 || i === count - 1;
  return steps.flatMap((x, i) =>
    steps.flatMap((y, j) =>
      steps.flatMap((z, k): Vec3[] => (onFace(i) || onFace(j) || onFace(k) ? [[x * size[0], y * size[1], z * size[2]]] : [])),
    ),
  );
}

function roundFace(centre: Vec3, axis: Vec3, radius: number, name: string, { ring = 8 }: FacePoints): Primitive[] {
  const side = Math.abs(axis[0]) < 0.9 ? ([1, 0, 0] as const) : ([0, 1, 0] as const);
  const first = vec3.normalize(vec3.cross(axis, side)) ?? side;
  const points = Array.from({ length: ring }, (_, i): Primitive => {
    const turned = quaternion.rotate(quaternion.fromAxisAngle(axis, (2 * Math.PI * i) / ring) ?? quaternion.IDENTITY, first);
    return { kind: "point", name: `${name} ring ${i}`, point: vec3.addScaled(centre, turned, radius), ring: `${name} rim` };
  });
  return [{ kind: "rim", name: `${name} rim`, centre, axis, radius }, ...points];
}

/** Every vertex of a convex mesh lies on some face of its hull. */
function isConvex({ corners, faces, reach }: Polytope): boolean {
  return corners.every((corner) => faces.some(({ normal, offset }) => Math.abs(vec3.dot(normal, corner) - offset) < 1e-9 * reach));
}

/** How a body meets a plane. */
export function surfaceOverPlane({ primitives }: Surface, plane: Plane): PairGeometry {
  return primitivesOverPlane(primitives, plane);
}

/** How two bodies meet; undefined where this combination of shapes is not known. `swapped`: the pair is the other way round. */
export function surfacesAgainstEachOther(
  first: Surface,
  second: Surface,
): { readonly geometry: PairGeometry; readonly swapped: boolean } | undefined {
  const round = (surface: Surface) => surface.balls.length > 0 && surface.core === undefined;
  if (round(first) && round(second)) return { geometry: ballsAgainstBalls(first.balls, second.balls), swapped: false };
  if (first.solid !== undefined && second.solid !== undefined)
    return { geometry: convexAgainstConvex(first.solid, second.solid), swapped: false };
  if (round(first) && hasCore(second)) return { geometry: ballsAgainstConvex(first.balls, coreOf(second)), swapped: false };
  if (round(second) && hasCore(first)) return { geometry: ballsAgainstConvex(second.balls, coreOf(first)), swapped: true };
  return undefined;
}

function hasCore({ solid, core }: Surface): boolean {
  return solid !== undefined || core !== undefined;
}

function coreOf({ solid, core }: Surface): ConvexCore {
  if (core !== undefined) return core;
  if (solid === undefined) throw new Error("a surface without a core");
  return { ...solid, thickness: 0 };
}
