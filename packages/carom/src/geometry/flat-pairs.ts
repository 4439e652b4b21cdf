/**
 * Pairs whose nearest points are not single: a cap flat over a face, a rod across a cap. Their normal is that of the flat piece, and the
 * middle of what they have in common stands for all of it.
 */
import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type CommonPlace, commonPlaces } from "./common-places.js";
import type { Placed } from "./placed.js";

export interface FlatAnswer {
  readonly normal: Vec3;
  readonly firstPoint: Vec3;
  readonly secondPoint: Vec3;
  readonly distance: number;
}

/** The answer with a face's or a cap's normal as its own, if there is one; `direction` roughly from the first to the second. */
export function flatPair(a: Placed, b: Placed, direction: Vec3, tolerance: number, corners: number): FlatAnswer | undefined {
  for (const normal of alignedNormals(a, b, direction)) {
    const places = commonPlaces(a, b, normal, tolerance);
    if (places.length < corners) continue;
    const firstPoint = middleOf(places, (place) => place.firstPoint);
    const secondPoint = middleOf(places, (place) => place.secondPoint);
    return { normal, firstPoint, secondPoint, distance: vec3.dot(normal, vec3.subtract(secondPoint, firstPoint)) };
  }
  return undefined;
}

/** Normals of flat pieces of both that go roughly that way. */
export function alignedNormals(a: Placed, b: Placed, direction: Vec3): Vec3[] {
  return [...flatNormals(a, 1), ...flatNormals(b, -1)].filter((normal) => vec3.dot(normal, direction) > ALIGNED);
}

/** Normals of flat pieces; of the second (side -1) turned, so that all go from the first to the second. */
export function flatNormals({ core, rotation }: Placed, side: 1 | -1): Vec3[] {
  return core.pieces.flatMap((piece): Vec3[] => {
    if (piece.flat !== 2) return [];
    const normal = mat3.transformVector(rotation, vec3.cross(piece.first, piece.second));
    if (piece.kind === "cap" && piece.origin[2] <= 0) vec3.scale(normal, -1, normal);
    if (side === -1) vec3.scale(normal, -1, normal);
    return [normal];
  });
}

/** Cosine of the angle below which a flat piece is not the one. */
const ALIGNED = 0.99;

function middleOf(places: readonly CommonPlace[], point: (place: CommonPlace) => Vec3): Vec3 {
  const sum: MutableVec3 = [0, 0, 0];
  for (const place of places) vec3.addScaled(sum, point(place), 1 / places.length, sum);
  return sum;
}
