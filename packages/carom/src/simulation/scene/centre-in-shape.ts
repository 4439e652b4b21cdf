/** Where the place that results tell of a body is in its shape. */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type Amount, massAndCentre, massProperties } from "../../mechanics/shapes/index.js";
import { massOfLink } from "../mechanism/link-mass.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import type { SceneBody } from "./scene.js";

/**
 * The centre of mass of a body or link with a shape, in the axes of the shape, m: positions of results are its own. Of a link that weighs
 * nothing it is the origin of the link.
 */
export function centreInShape(body: SceneBody | SceneLink, path = "body"): Vec3 {
  if (!("joint" in body)) return centreOf(body, path);
  const { position = vec3.ZERO, orientation = quaternion.IDENTITY } = body;
  const turn = quaternion.normalize(orientation) ?? quaternion.IDENTITY;
  return quaternion.rotate(quaternion.conjugate(turn), vec3.subtract(massOfLink(body, turn, path).centre, position));
}

/** Of mass, in the shape's axes. */
export function centreOf({ shape, inertia, centre, ...amount }: SceneBody, path: string): Vec3 {
  if (centre !== undefined) return centre;
  return (inertia === undefined ? massProperties : massAndCentre)(shape, amountOf(amount), `${path}.shape`).centre;
}

/** Without what is not said. */
export function amountOf({ mass, density }: Amount): Amount {
  return { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
}
