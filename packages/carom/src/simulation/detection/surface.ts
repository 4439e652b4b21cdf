/**
 * From the shape of a body to what can touch: balls, points, rims and ellipsoids over planes; convex parts against each other.
 */
import { InvalidInputError } from "../../errors.js";
import type { TriangleGround } from "../../geometry/ground/triangle-ground.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Compound, Shape } from "../../mechanics/shapes/index.js";
import { ballsAgainstBalls } from "./ball-ball.js";
import { ballsAgainstConvex, type ConvexCore, capsuleCore } from "./ball-convex.js";
import { convexAgainstConvex } from "./convex-convex.js";
import { convexPair } from "./convex-pair.js";
import { type ConvexPart, convexPart } from "./convex-part.js";
import { partsOverGround } from "./over-ground.js";
import { type Plane, primitivesOverPlane } from "./over-plane.js";
import { type Ball, type PairGeometry, type Primitive, reachOf } from "./pair-geometry.js";
import { severalParts, turnedRound } from "./part-pairs.js";
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
  /** Of a solid with flat faces and sharp edges. */
  readonly solid?: Polytope;
  /** Of a capsule, a rod or a rounded solid: its core. */
  readonly core?: ConvexCore;
  /** What it is made of, to meet any other; none where it has dents. */
  readonly parts: readonly SurfacePart[];
  /** Largest distance from the centre of mass, m. */
  readonly reach: number;
}

/** One convex shape of a body. */
export interface SurfacePart {
  /** Before the names of its features. */
  readonly name: string;
  readonly surface: Surface;
  /** Made when it is first needed. */
  readonly part: () => ConvexPart;
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
  if (shape.type === "compound") return compoundAt(shape, place, points, path);
  const surface = solidAt(shape, place, points, path);
  // A mesh with dents, or with so many corners that nobody looked, meets planes only.
  if (shape.type === "mesh" && surface.solid === undefined && surface.core === undefined) return surface;
  let made: ConvexPart | undefined;
  const part = () => {
    made ??= convexPart(shape, place, points.ring, path);
    return made;
  };
  return { ...surface, parts: [{ name: "", surface, part }] };
}

/** What one shape shows to planes, and to the quicker ways of meeting others. */
function solidAt(shape: Exclude<Shape, Compound>, place: Placed, points: FacePoints, path: string): Surface {
  const at = (v: Vec3): Vec3 => vec3.add(place.position, quaternion.rotate(place.orientation, v));
  const along = (v: Vec3): Vec3 => quaternion.rotate(place.orientation, v);
  const { rounding = 0 } = shape;
  switch (shape.type) {
    case "sphere":
      return fromBalls([{ kind: "ball", name: "ball", centre: at(vec3.ZERO), radius: shape.radius + rounding }]);
    case "capsule":
    case "rod": {
      const ends: readonly [Vec3, Vec3] = [at([0, 0, -shape.length / 2]), at([0, 0, shape.length / 2])];
      const balls = ends.map((end, i): Ball => ({ kind: "ball", name: `end ${i}`, centre: end, radius: shape.radius + rounding }));
      return { ...fromBalls(balls), core: capsuleCore(ends, shape.radius + rounding) };
    }
    case "box": {
      const corners = cornersOf(shape.size).map(at);
      const solid = polytope(corners, `${path}.size`);
      return fromPoints(boxPoints(shape.size, points.grid ?? 2).map(at), rounding, solid);
    }
    case "tetrahedron":
      return fromPoints(shape.vertices.map(at), rounding, polytope(shape.vertices.map(at), `${path}.vertices`));
    case "mesh": {
      const vertices = shape.vertices.map(at);
      // Over planes every corner counts; the quicker way of meeting other solids is for those of moderate size.
      const hull = vertices.length <= MOST_CORNERS ? polytope(vertices, `${path}.vertices`) : undefined;
      return hull !== undefined && isConvex(hull) ? fromPoints(vertices, rounding, hull) : fromPoints(vertices, rounding);
    }
    case "cylinder":
      return withReach(
        [-1, 1].flatMap((side) =>
          roundFace(
            { centre: at([0, 0, (side * shape.height) / 2]), axis: along([0, 0, 1]), ...shape },
            side < 0 ? "bottom" : "top",
            points,
          ),
        ),
      );
    case "cone":
      return withReach([
        pointOf("tip", at([0, 0, shape.height]), rounding),
        ...roundFace({ centre: at(vec3.ZERO), axis: along([0, 0, 1]), ...shape }, "base", points),
      ]);
    case "ellipsoid": {
      const { halfAxes } = shape;
      const { orientation } = place;
      return withReach([{ kind: "ellipsoid", name: "ellipsoid", centre: at(vec3.ZERO), orientation, halfAxes, rounding }]);
    }
  }
}

function compoundAt(shape: Compound, place: Placed, points: FacePoints, path: string): Surface {
  const surfaces = shape.parts.flatMap((part, i) => {
    if (part.hollow === true) return [];
    const inner: Placed = {
      position: vec3.add(place.position, quaternion.rotate(place.orientation, part.position ?? vec3.ZERO)),
      orientation: quaternion.multiply(place.orientation, part.orientation ?? quaternion.IDENTITY),
    };
    return [{ i, surface: surfaceAt(part.shape, inner, points, `${path}.parts[${i}].shape`) }];
  });
  const primitives = surfaces.flatMap(({ i, surface }) => surface.primitives.map((primitive) => partOf(primitive, i)));
  if (primitives.length === 0) throw new InvalidInputError(path, shape, "has no part that can touch anything");
  const balls = primitives.filter((primitive): primitive is Ball => primitive.kind === "ball");
  const areBalls = surfaces.every(({ surface }) => surface.core === undefined && surface.balls.length === surface.primitives.length);
  // A part that can touch planes only makes that so for the whole.
  const parts = surfaces.every(({ surface }) => surface.parts.length > 0)
    ? surfaces.flatMap(({ i, surface }) => surface.parts.map((part) => ({ ...part, name: `part ${i} ${part.name}` })))
    : [];
  return { ...withReach(primitives), ...(areBalls ? { balls } : {}), parts };
}

function partOf(primitive: Primitive, part: number): Primitive {
  const named = { ...primitive, name: `part ${part} ${primitive.name}` };
  return (named.kind === "point" || named.kind === "ball") && named.ring !== undefined
    ? { ...named, ring: `part ${part} ${named.ring}` }
    : named;
}

function fromBalls(balls: readonly Ball[]): Surface {
  return { ...withReach(balls), balls };
}

function fromPoints(points: readonly Vec3[], rounding: number, solid?: Polytope): Surface {
  const surface = withReach(points.map((point, i) => pointOf(`point ${i}`, point, rounding)));
  if (solid === undefined) return surface;
  return rounding > 0 ? { core: { ...solid, reach: solid.reach + rounding, thickness: rounding }, ...surface } : { solid, ...surface };
}

/** Rounded it is a ball. */
function pointOf(name: string, point: Vec3, rounding: number, ring?: string): Primitive {
  const around = ring === undefined ? {} : { ring };
  return rounding > 0 ? { kind: "ball", name, centre: point, radius: rounding, ...around } : { kind: "point", name, point, ...around };
}

function withReach(primitives: readonly Primitive[]): Surface {
  return { primitives, balls: [], parts: [], reach: primitives.reduce((most, primitive) => Math.max(most, reachOf(primitive)), 0) };
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

/** The edge of a round face, and how sharp it is. */
interface RoundFace {
  readonly centre: Vec3;
  readonly axis: Vec3;
  readonly radius: number;
  readonly rounding?: number;
}

function roundFace({ centre, axis, radius, rounding = 0 }: RoundFace, name: string, { ring = 8 }: FacePoints): Primitive[] {
  const side = Math.abs(axis[0]) < 0.9 ? ([1, 0, 0] as const) : ([0, 1, 0] as const);
  const first = vec3.normalize(vec3.cross(axis, side)) ?? side;
  const points = Array.from({ length: ring }, (_, i): Primitive => {
    const turned = quaternion.rotate(quaternion.fromAxisAngle(axis, (2 * Math.PI * i) / ring) ?? quaternion.IDENTITY, first);
    return pointOf(`${name} ring ${i}`, vec3.addScaled(centre, turned, radius), rounding, `${name} rim`);
  });
  return [{ kind: "rim", name: `${name} rim`, centre, axis, radius, rounding }, ...points];
}

/** Every vertex of a convex mesh lies on some face of its hull. */
function isConvex({ corners, faces, reach }: Polytope): boolean {
  return corners.every((corner) => faces.some(({ normal, offset }) => Math.abs(vec3.dot(normal, corner) - offset) < 1e-9 * reach));
}

/** How a body meets a plane. */
export function surfaceOverPlane({ primitives }: Surface, plane: Plane): PairGeometry {
  return primitivesOverPlane(primitives, plane);
}

/** How a body meets ground made of triangles; undefined where it has dents, and is not made of parts without. */
export function surfaceOverGround({ parts }: Surface, ground: TriangleGround, path: string): PairGeometry | undefined {
  if (parts.length === 0) return undefined;
  return partsOverGround(
    parts.map(({ name, part }) => ({ name, part: part() })),
    ground,
    path,
  );
}

/** Two bodies that may meet. `swapped`: the pair is the other way round. */
export interface MetSurfaces {
  /** Made when it is asked for: most bodies of a large scene never meet. */
  geometry(): PairGeometry;
  readonly swapped: boolean;
}

/** How two bodies meet; undefined where one of them has dents, and is not made of parts without. */
export function surfacesAgainstEachOther(first: Surface, second: Surface): MetSurfaces | undefined {
  const quick = quickly(first, second);
  if (quick !== undefined) return quick;
  if (first.parts.length === 0 || second.parts.length === 0) return undefined;
  if (first.parts.length === 1 && second.parts.length === 1)
    return { geometry: () => convexPair(first.parts[0].part(), second.parts[0].part()), swapped: false };
  const pairs = () =>
    first.parts.flatMap((a) =>
      second.parts.map((b) => ({
        name: `${a.name}${a.name !== "" && b.name !== "" ? "and " : ""}${b.name}`,
        geometry: partAgainstPart(a, b),
      })),
    );
  return { geometry: () => severalParts(pairs()), swapped: false };
}

function partAgainstPart(a: SurfacePart, b: SurfacePart): PairGeometry {
  const quick = quickly(a.surface, b.surface);
  if (quick === undefined) return convexPair(a.part(), b.part());
  return quick.swapped ? turnedRound(quick.geometry()) : quick.geometry();
}

/** Pairs that are frequent and have a quicker way than that of all. */
function quickly(first: Surface, second: Surface): MetSurfaces | undefined {
  const round = (surface: Surface) => surface.balls.length > 0 && surface.core === undefined;
  if (round(first) && round(second)) return { geometry: () => ballsAgainstBalls(first.balls, second.balls), swapped: false };
  const [one, other] = [first.solid, second.solid];
  if (one !== undefined && other !== undefined) return { geometry: () => convexAgainstConvex(one, other), swapped: false };
  if (round(first) && hasCore(second)) return { geometry: () => ballsAgainstConvex(first.balls, coreOf(second)), swapped: false };
  if (round(second) && hasCore(first)) return { geometry: () => ballsAgainstConvex(second.balls, coreOf(first)), swapped: true };
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
