/**
 * Axes of one contact: tangent 1, tangent 2, normal, right-handed and orthonormal, in world axes.
 *
 * Tangent 1 is the world's x axis laid into the tangent plane, or the y axis where the normal is within 26 degrees of x. So a normal along
 * an axis gives tangents along axes, and the frame turns smoothly with the normal everywhere except across the two circles |normal_x| = 0.9
 * (no choice of tangents is smooth on the whole sphere). A tangent hint takes the place of the axis. No impact depends on the choice.
 */
import { InvalidInputError } from "../errors.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { checkVector } from "./rigid-body.js";

/** Axes of a contact, in world axes. */
export interface ContactFrame {
  /** First tangent, a unit vector. */
  readonly tangent1: Vec3;
  /** Second tangent, a unit vector: normal x tangent 1. */
  readonly tangent2: Vec3;
  /** Points into the contact's first body. */
  readonly normal: Vec3;
}

/** The cosine beyond which x is too close to the normal to be laid into the tangent plane; away from the angles people use. */
const ALONG_X = 0.9;
/** The sine of the smallest angle between normal and hint that still says a direction. */
const PARALLEL = 1e-6;

/**
 * @param normal any length but zero, into the first body
 * @param tangent a direction whose part along the surface is tangent 1; any length but zero, not along the normal
 */
export function contactFrame(normal: Vec3, tangent?: Vec3, path = ""): ContactFrame {
  const at = (field: string) => (path === "" ? field : `${path}.${field}`);
  checkVector(normal, at("normal"));
  const unit = vec3.normalize(normal);
  if (unit === undefined) throw new InvalidInputError(at("normal"), normal, "has no direction");

  const along = tangent === undefined ? nearestAxis(unit) : hintDirection(tangent, at("tangent"));
  const inPlane = vec3.addScaled(along, unit, -vec3.dot(along, unit));
  if (vec3.norm(inPlane) < PARALLEL) throw new InvalidInputError(at("tangent"), tangent, "is along the normal and gives no tangent");
  // A second projection removes what rounding left along the normal when the hint is close to it.
  const tangent1 = vec3.normalize(vec3.addScaled(inPlane, unit, -vec3.dot(inPlane, unit))) ?? inPlane;
  return { tangent1, tangent2: vec3.cross(unit, tangent1), normal: unit };
}

/** A world vector in the frame's components: tangent 1, tangent 2, normal. */
export function toFrame(frame: ContactFrame, vector: Vec3): Vec3 {
  return [vec3.dot(frame.tangent1, vector), vec3.dot(frame.tangent2, vector), vec3.dot(frame.normal, vector)];
}

/** The world vector with these components (tangent 1, tangent 2, normal). */
export function fromFrame(frame: ContactFrame, components: Vec3): Vec3 {
  const inPlane = vec3.addScaled(vec3.scale(frame.tangent1, components[0]), frame.tangent2, components[1]);
  return vec3.addScaled(inPlane, frame.normal, components[2], inPlane);
}

/** The world axis that is laid into the tangent plane where no tangent is given. */
export function nearestAxis(normal: Vec3): Vec3 {
  return Math.abs(normal[0]) < ALONG_X ? [1, 0, 0] : [0, 1, 0];
}

function hintDirection(tangent: Vec3, path: string): Vec3 {
  checkVector(tangent, path);
  const unit = vec3.normalize(tangent);
  if (unit === undefined) throw new InvalidInputError(path, tangent, "has no direction");
  return unit;
}
