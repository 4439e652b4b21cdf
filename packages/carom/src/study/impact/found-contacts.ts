/**
 * Contacts of an impact that give no point and no normal: found where the shapes of their two bodies touch. And how far points that are
 * given lie from the shapes.
 *
 * A plane or a fixed body with a shape is there to be touched; laws know it as "fixed" like any other.
 */
import { InvalidInputError } from "../../errors.js";
import { closestPoints, contactsOf, convexParts, distanceFromBody, type FoundContact, type PlacedBody } from "../../geometry/index.js";
import type { ImpactWarning } from "../../impact/outcome.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { isMovingBody } from "./moving-body.js";
import type { BodiesStudy, GivenBodiesStudy, GivenBody } from "./schema.js";

/** Part of the larger body: gaps and overlaps below it are rounding of the file. */
const TOUCHING = 1e-6;
/** The same for points that are given. */
const ON_SURFACE = 1e-3;

/** The study with every contact at its place. */
export function withFoundContacts(given: GivenBodiesStudy): BodiesStudy {
  const { bodies, contacts } = given;
  return {
    ...given,
    contacts: contacts.flatMap((contact, i): BodiesStudy["contacts"] => {
      const { point, normal, ...others } = contact;
      if (point !== undefined && normal !== undefined) return [{ ...others, point, normal }];
      if (point !== undefined || normal !== undefined) {
        const [there, missing] = point === undefined ? ["normal", "point"] : ["point", "normal"];
        throw new InvalidInputError(`contacts[${i}].${missing}`, undefined, `is given beside a ${there}: a contact has both or neither`);
      }
      const found = foundBetween(bodies, contact.between, `contacts[${i}]`);
      return found.map((place) => ({
        ...others,
        point: [...place.point],
        normal: [...place.normal],
        ...(others.weight === undefined && place.weight !== undefined ? { weight: place.weight } : {}),
      }));
    }),
  };
}

function foundBetween(bodies: GivenBodiesStudy["bodies"], between: readonly [string, string], path: string): FoundContact[] {
  const [first, second] = between.map((name) => {
    const body = Object.hasOwn(bodies, name) ? bodies[name] : undefined;
    const placed = body === undefined ? undefined : placedBody(body);
    if (placed === undefined)
      throw new InvalidInputError(`${path}.point`, undefined, `is given, but ${name} has no shape by which it could be found`);
    return placed;
  });
  const tolerance = TOUCHING * Math.max(extentOf(first), extentOf(second));
  const [one, other] = between;
  const found = contactsOf({ [one]: first, [other]: second }, { tolerance });
  const gap = found.length > 0 ? Math.min(...found.map((contact) => contact.gap)) : gapOf(first, second);
  if (found.length === 0) throw new InvalidInputError(`${path}.between`, between, `do not touch: they are ${gap.toPrecision(3)} m apart`);
  if (gap < -tolerance) throw new InvalidInputError(`${path}.between`, between, `overlap by ${(-gap).toPrecision(3)} m`);
  return found;
}

function placedBody(body: GivenBody): PlacedBody | undefined {
  if (body === "fixed") return undefined;
  if ("plane" in body) {
    const { normal, point = vec3.ZERO } = body.plane;
    const up = vec3.normalize(normal);
    if (up === undefined) throw new InvalidInputError("bodies", body, "has a plane whose normal has no direction");
    return { shape: { type: "plane" }, position: point, orientation: upwards(up) };
  }
  const place = { position: body.position, ...(body.orientation === undefined ? {} : { orientation: body.orientation }) };
  if ("fixed" in body) return { shape: body.fixed, ...place };
  return body.shape === undefined ? undefined : { shape: body.shape, ...place };
}

/** A turn that brings z to a unit vector: the shortest, but for straight down. */
function upwards([x, y, z]: Vec3): Quaternion {
  return quaternion.normalize([-y, x, 0, 1 + z]) ?? [1, 0, 0, 0];
}

const gapOf = (first: PlacedBody, second: PlacedBody) =>
  Math.min(...convexParts(first).flatMap((a) => convexParts(second).map((b) => closestPoints(a, b).gap)));

/** About how large a body is, m: from its origin to its farthest point along the axes. */
function extentOf(body: PlacedBody): number {
  if (body.shape.type === "plane") return 0;
  const far = 1e3;
  const lengths = [0, 1, 2].map((c) => {
    const probe: Vec3 = [c === 0 ? far : 0, c === 1 ? far : 0, c === 2 ? far : 0];
    return Math.abs(far - distanceFromBody({ shape: body.shape }, probe));
  });
  return Math.max(...lengths);
}

/** One warning for each body whose surface a given point is not on. */
export function pointsOffShapes({ bodies, contacts }: BodiesStudy): ImpactWarning[] {
  return contacts.flatMap(({ between, point }, i) =>
    between.flatMap((name): ImpactWarning[] => {
      const body = bodies[name];
      const placed = body === undefined ? undefined : placedBody(body);
      if (placed === undefined) return [];
      // A plane has no size: what it is touched by has one.
      const size = placed.shape.type === "plane" ? Math.max(...between.map((other) => armOf(bodies[other], point))) : extentOf(placed);
      const distance = distanceFromBody(placed, point);
      if (Math.abs(distance) <= ON_SURFACE * size) return [];
      const where = distance > 0 ? "outside of" : "inside";
      const far = Math.abs(distance).toPrecision(3);
      const message = `the point of contacts[${i}] is ${far} m ${where} the shape of ${name}, not on its surface`;
      return [{ code: "point-off-shape", message }];
    }),
  );
}

/** How far a point is from where a body is that moves, m; 0 of one that does not. */
function armOf(body: GivenBody | undefined, point: Vec3): number {
  return body !== undefined && isMovingBody(body) ? vec3.norm(vec3.subtract(point, body.position)) : 0;
}
