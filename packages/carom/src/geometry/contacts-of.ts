/**
 * Where bodies touch each other, for a person with shapes and poses: what an impact needs to know of its contacts.
 */
import { InvalidInputError } from "../errors.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import { closestPoints } from "./closest-points.js";
import type { GeometricShape, PlacedShape, PlaneShape } from "./shapes.js";
import { type TouchingOptions, touchingFeatures } from "./touching-features.js";

/** A body with a shape at its place. Of a mesh its hull counts, of a compound all parts that are not hollow. */
export interface PlacedBody {
  /** In its own axes; a plane is everything below z = 0 of these. */
  readonly shape: Shape | PlaneShape;
  /** Of the shape's origin, m, world axes. Default: the world's origin. */
  readonly position?: Vec3;
  /** Unit quaternion, shape to world. Default: shape axes are world axes. */
  readonly orientation?: Quaternion;
}

/** One place where two bodies touch, as contacts of an impact are given. */
export interface FoundContact {
  /** Names of the two bodies; the normal points into the first. */
  readonly between: readonly [string, string];
  /** m, world axes. */
  readonly point: Vec3;
  /** Unit, world axes. */
  readonly normal: Vec3;
  /** Distance there, m; negative: overlap. */
  readonly gap: number;
  /** Length or area that the place stands for where the two touch along a line or over an area. */
  readonly weight?: number;
}

/** Every place where two of these bodies touch, in the order of the bodies. Where several parts of a body touch at one place it is one. */
export function contactsOf(bodies: Readonly<Record<string, PlacedBody>>, options: TouchingOptions = {}): FoundContact[] {
  const names = Object.keys(bodies);
  const parts = new Map(names.map((name) => [name, convexParts(bodies[name], `bodies.${name}.shape`)]));
  return names.flatMap((first, i) =>
    names.slice(i + 1).flatMap((second) => {
      const found = (parts.get(first) ?? []).flatMap((a) => (parts.get(second) ?? []).flatMap((b) => contactsOfTwo(a, b, options)));
      return eachOnce(found, [bodies[first], bodies[second]]).map((contact) => ({ between: [first, second] as const, ...contact }));
    }),
  );
}

/** Of the way from the nearer body's origin, and of normals: places this close together, with normals this close, are one. */
const SAME = 1e-9;

/** Places that are one stand together for what each of them stands for. */
function eachOnce(found: readonly Omit<FoundContact, "between">[], bodies: readonly PlacedBody[]): Omit<FoundContact, "between">[] {
  const origins = bodies.flatMap(({ shape, position = vec3.ZERO }) => (shape.type === "plane" ? [] : [position]));
  const once: Omit<FoundContact, "between">[] = [];
  for (const contact of found) {
    const arms = origins.map((origin) => vec3.norm(vec3.subtract(contact.point, origin))).filter((arm) => arm > 0);
    const near = arms.length > 0 ? SAME * Math.min(...arms) : 0;
    const at = once.findIndex(
      ({ point, normal }) =>
        vec3.norm(vec3.subtract(point, contact.point)) <= near && vec3.norm(vec3.subtract(normal, contact.normal)) <= SAME,
    );
    if (at < 0) once.push(contact);
    else if (contact.weight !== undefined) once[at] = { ...once[at], weight: (once[at].weight ?? 0) + contact.weight };
  }
  return once;
}

function contactsOfTwo(a: PlacedShape, b: PlacedShape, options: TouchingOptions): Omit<FoundContact, "between">[] {
  if (a.shape.type === "plane" && b.shape.type === "plane") return [];
  const { gap, normal, features } = touchingFeatures(a, b, options);
  return features.map(({ point, weight }) => ({ point, normal, gap, ...(features.length > 1 ? { weight } : {}) }));
}

/** The convex shapes that a body is made of, at their places. */
export function convexParts({ shape, position = vec3.ZERO, orientation = quaternion.IDENTITY }: PlacedBody, path = "shape"): PlacedShape[] {
  const unit = quaternion.normalize(orientation);
  if (unit === undefined) throw new InvalidInputError(`${path}.orientation`, orientation, "is not an orientation");
  if (shape.type !== "compound") return [{ shape: shape as GeometricShape, position, orientation: unit }];
  return shape.parts.flatMap((part, i) => {
    if (part.hollow === true) return [];
    const place = vec3.add(position, quaternion.rotate(unit, part.position ?? vec3.ZERO));
    const turn = quaternion.multiply(unit, part.orientation ?? quaternion.IDENTITY);
    return convexParts({ shape: part.shape, position: place, orientation: turn }, `${path}.parts[${i}].shape`);
  });
}

/** Part of the extent of a shape: a ball as small as this is a point. */
const POINT = 1e-12;

/** Distance of a point from the surface of a body, m; negative inside. */
export function distanceFromBody(body: PlacedBody, point: Vec3): number {
  const distances = convexParts(body).map(
    (part) => closestPoints(part, { shape: { type: "sphere", radius: POINT }, position: point }).gap + POINT,
  );
  return distances.reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
}
