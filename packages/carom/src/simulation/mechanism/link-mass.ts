/** Mass, centre and inertia of a link of a scene: as it says them, or by its shape. */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkFinite } from "../../mechanics/contact-problem.js";
import { checkInertia, checkVector, type RigidBody } from "../../mechanics/rigid-body.js";
import { massAndCentre, massProperties, type Shape } from "../../mechanics/shapes/index.js";
import type { SceneLink } from "./scene-link.js";

type Tensor = readonly [Vec3, Vec3, Vec3];

/** In the axes of the link. `turn`: the unit of its orientation. */
export function massOfLink(
  { joint, shape, position = vec3.ZERO, mass, density, centre, inertia }: SceneLink,
  turn: Quaternion,
  path: string,
): { readonly mass: number; readonly centre: Vec3; readonly inertia: Tensor } {
  if (centre !== undefined) checkVector(centre, `${path}.centre`);
  if (inertia !== undefined) {
    if (mass === undefined) throw new InvalidInputError(`${path}.mass`, mass, "is given, but a mass is needed with inertia");
    checkMass(mass, `${path}.mass`);
    const tensor = tensorOf(inertia);
    // All zeros is a point; everything else must be what a body can have.
    if (tensor.flat().some((moment) => moment !== 0)) checkMoments(tensor, `${path}.inertia`);
    if (centre !== undefined || shape === undefined) return { mass, centre: centre ?? vec3.ZERO, inertia: tensor };
    return { mass, centre: inLink(massAndCentre(shape, { mass }, `${path}.shape`).centre, position, turn), inertia: tensor };
  }
  if (centre !== undefined) throw new InvalidInputError(`${path}.centre`, centre, "is given, but no inertia about it");
  if (shape === undefined) {
    if (mass !== undefined && mass !== 0)
      throw new InvalidInputError(`${path}.inertia`, inertia, "is given, and no shape: a link with a mass needs one of the two");
    return { mass: 0, centre: vec3.ZERO, inertia: POINT };
  }
  // What is fixed to something moves with it: a surface of another material, say, that weighs nothing itself.
  if (joint.type === "fixed" && mass === undefined && density === undefined && !hasDensity(shape))
    return { mass: 0, centre: vec3.ZERO, inertia: POINT };
  if (mass === undefined && density === undefined && shape.type !== "compound")
    throw new InvalidInputError(`${path}.mass`, mass, "is given, but a link with a shape needs a mass or a density");
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  const properties = massProperties(shape, amount, `${path}.shape`);
  return {
    mass: properties.mass,
    centre: inLink(properties.centre, position, turn),
    inertia: turnedTensor(properties.inertia as Tensor, turn),
  };
}

function hasDensity(shape: Shape): boolean {
  return shape.type === "compound" && shape.parts.some(({ density, shape: part }) => density !== undefined || hasDensity(part));
}

const POINT: Tensor = [vec3.ZERO, vec3.ZERO, vec3.ZERO];
/** Of the largest moment: what may be missing of the smallest, and of the inequality that ties them. */
const SLACK = 1e-9;

function checkMass(mass: number, path: string): void {
  checkFinite(mass, path);
  if (!(mass > 0)) throw new InvalidInputError(path, mass, "is not positive");
}

/** As for a body, but a moment may be zero: a thin bar that turns only across its length needs no other. */
function checkMoments(tensor: Tensor, path: string): void {
  const largest = Math.max(tensor[0][0], tensor[1][1], tensor[2][2]);
  tensor.flat().forEach((moment) => {
    checkFinite(moment, path);
  });
  const padded = tensor.map((row, i) => row.map((value, j) => (i === j ? value + SLACK * largest : value))) as unknown as [
    Vec3,
    Vec3,
    Vec3,
  ];
  checkInertia(padded, path);
}

export function tensorOf(inertia: RigidBody["inertia"]): Tensor {
  if (typeof inertia[0] !== "number") return inertia as Tensor;
  const [a, b, c] = inertia as Vec3;
  return [
    [a, 0, 0],
    [0, b, 0],
    [0, 0, c],
  ];
}

function inLink(point: Vec3, position: Vec3, turn: Quaternion): Vec3 {
  return vec3.add(position, quaternion.rotate(turn, point));
}

/** R Q R^T. */
function turnedTensor(tensor: Tensor, turn: Quaternion): Tensor {
  const columns = [0, 1, 2].map((k): Vec3 => quaternion.rotate(turn, [tensor[0][k], tensor[1][k], tensor[2][k]]));
  const rows = [0, 1, 2].map((k): Vec3 => [columns[0][k], columns[1][k], columns[2][k]]);
  const [a, b, c] = rows.map((row): Vec3 => quaternion.rotate(turn, row));
  // Symmetric to the last bit.
  return [
    [a[0], b[0], c[0]],
    [b[0], b[1], c[1]],
    [c[0], c[1], c[2]],
  ];
}
