/**
 * Whether a point of a shape has a direction among its outward normals: closed forms of each shape, which know nothing of how places are
 * found.
 *
 * A rounded shape has the normal n at p where its core has it at p - r n. A core is a product of simple sets, or bounded by few pieces:
 *
 *     segment, box           each axis: inside, no part of n along it; at an end, none inwards
 *     cylinder               a disc and a segment
 *     cone                   base, side, rim between them, apex
 *     ellipsoid              the gradient
 *     corners with a hull    none farther out along n, and p between those that are as far
 *
 * Two convex bodies touch at p with the normal n exactly where this holds for both, n for the one and -n for the other: a flat piece says
 * the normal, a curved one the place for a normal, edges the place along each other.
 */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { coreRadius, distanceOf, type Solid } from "./convex-solids.js";

/** How far a point is from the surface of a shape, m, or a direction from the normals there, rad, whichever is more; axes of the shape. */
export function normalMisfit(shape: Solid, point: Vec3, outward: Vec3, tolerance: number): number {
  return coreMisfit(shape, vec3.addScaled(point, outward, -coreRadius(shape)), outward, tolerance);
}

function coreMisfit(shape: Solid, point: Vec3, normal: Vec3, tolerance: number): number {
  const [x, y, z] = point;
  switch (shape.type) {
    case "sphere":
      return vec3.norm(point);
    case "rod":
    case "capsule":
      return Math.max(Math.sqrt(x * x + y * y), axisMisfit(z, normal[2], shape.length / 2, tolerance));
    case "box":
      return Math.max(...[0, 1, 2].map((c) => axisMisfit(point[c], normal[c], shape.size[c] / 2, tolerance)));
    case "cylinder":
      return Math.max(discMisfit(point, normal, shape.radius, tolerance), axisMisfit(z, normal[2], shape.height / 2, tolerance));
    case "cone":
      return coneMisfit(shape, point, normal, tolerance);
    case "ellipsoid": {
      const [a, b, c] = shape.halfAxes;
      const slope: Vec3 = [x / (a * a), y / (b * b), z / (c * c)];
      const steepness = vec3.norm(slope);
      const outside = Math.abs(vec3.dot(slope, point) - 1) / (2 * steepness);
      return Math.max(outside, vec3.norm(vec3.subtract(vec3.scale(slope, 1 / steepness), normal)));
    }
    case "tetrahedron":
    case "mesh":
      return hullMisfit(shape.vertices, point, normal, tolerance);
  }
}

/** Of an interval. */
function axisMisfit(place: number, along: number, half: number, tolerance: number): number {
  const outside = Math.abs(place) - half;
  if (outside < -tolerance) return Math.abs(along);
  return Math.max(0, outside, place < 0 ? along : -along);
}

/** Of a disc about the axis. */
function discMisfit([x, y]: Vec3, normal: Vec3, radius: number, tolerance: number): number {
  const distance = Math.sqrt(x * x + y * y);
  if (distance - radius < -tolerance) return Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  const [out, around] = [(normal[0] * x + normal[1] * y) / distance, (normal[1] * x - normal[0] * y) / distance];
  return Math.max(0, distance - radius, -out, Math.abs(around));
}

/** Its base in the plane z = 0. */
function coneMisfit(
  { radius, height }: { readonly radius: number; readonly height: number },
  point: Vec3,
  normal: Vec3,
  tolerance: number,
) {
  const [x, y, z] = point;
  const distance = Math.sqrt(x * x + y * y);
  const slant = Math.sqrt(radius * radius + height * height);
  // Out of the side, with its sine against the axis.
  const [sideOut, sideUp] = [height / slant, radius / slant];
  const overSide = distance * sideOut + (z - height) * sideUp;
  const spread = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  if (distance <= tolerance && Math.abs(z - height) <= tolerance) return Math.max(distance, radius * spread - height * normal[2], 0);
  if (z < tolerance && overSide < -tolerance) return Math.max(Math.abs(z), spread, normal[2]);
  const [out, around] = [(normal[0] * x + normal[1] * y) / distance, (normal[1] * x - normal[0] * y) / distance];
  // Near the apex a place says little of the way around it: what counts there is how far the place of this normal is.
  const offSide = Math.max(Math.abs(overSide), Math.abs(around) * Math.min(1, distance / radius));
  if (z >= tolerance) return Math.max(offSide, Math.abs(out - sideOut), Math.abs(normal[2] - sideUp));
  // On the rim n = a side + b down, neither of them negative.
  const a = out / sideOut;
  return Math.max(offSide, Math.abs(z), -a, -(a * sideUp - normal[2]));
}

function hullMisfit(corners: readonly Vec3[], point: Vec3, normal: Vec3, tolerance: number): number {
  let beyond = 0;
  const level: Vec3[] = [];
  for (const corner of corners) {
    const way = vec3.subtract(corner, point);
    const height = vec3.dot(normal, way);
    beyond = Math.max(beyond, height);
    if (height >= -tolerance * Math.max(1, vec3.norm(way))) level.push(corner);
  }
  if (level.length === 0) return Number.POSITIVE_INFINITY;
  const among = (direction: Vec3) =>
    level.reduce((best, corner) => (vec3.dot(corner, direction) > vec3.dot(best, direction) ? corner : best));
  return Math.max(beyond, distanceOf(among, () => point).upper);
}
