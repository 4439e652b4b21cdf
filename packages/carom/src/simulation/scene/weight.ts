/** What bodies and links of a scene weigh, for those who write scenes down. */
import type { Rows3 } from "../../math/mat3.js";
import * as mat3 from "../../math/mat3.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { massAndCentre, massProperties } from "../../mechanics/shapes/index.js";
import { weighLink } from "../mechanism/from-scene.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import type { SceneBody } from "./scene.js";

/** Axes and origin of the body's frame: of its shape, of a link those of the link. */
export interface Weight {
  /** kg. 0: none, as links between joints may be. */
  readonly mass: number;
  readonly centre: Vec3;
  /** About the centre, kg m^2. */
  readonly inertia: Rows3;
}

/** Throws InvalidInputError where no body can have it. */
export function weightOf(body: SceneBody | SceneLink, path: string): Weight {
  if ("joint" in body) {
    const { mass, centre = vec3.ZERO, inertia = vec3.ZERO } = weighLink(body, path).link;
    return { mass, centre, inertia: rowsOf(inertia) };
  }
  const { shape, inertia, centre, mass, density } = body;
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  if (inertia === undefined) {
    const own = massProperties(shape, amount, `${path}.shape`);
    return { mass: own.mass, centre: own.centre, inertia: rowsOf(own.inertia) };
  }
  const own = massAndCentre(shape, amount, `${path}.shape`);
  return { mass: own.mass, centre: centre ?? own.centre, inertia: rowsOf(inertia) };
}

function rowsOf(inertia: RigidBody["inertia"]): Rows3 {
  const [x, y, z] = inertia;
  return typeof x === "number" ? mat3.toRows(mat3.diagonal(inertia as Vec3)) : ([x, y, z] as Rows3);
}
