/**
 * What a shape of given density or mass weighs, where its centre of mass is and how hard it is to turn.
 */
import { InvalidInputError } from "../../errors.js";
import type { Rows3 } from "../../math/mat3.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkFinite } from "../contact-problem.js";
import type { RigidBody } from "../rigid-body.js";
import { checkInertia, checkOrientation, checkRigidBody, checkVector, unitOrientation } from "../rigid-body.js";
import type { Distribution } from "./distribution.js";
import { inertiaOf, joined, moved, removed, withMass } from "./distribution.js";
import { mesh } from "./mesh.js";
import { box, capsule, cone, cylinder, ellipsoid, rod, sphere, tetrahedron } from "./primitives.js";
import { withRounding } from "./rounded.js";
import type { Compound, MeshSolid, Part, Shape } from "./shape.js";

/** How much material: one of the two. A compound whose parts all say their own needs neither. */
export interface Amount {
  /** kg/m^3, > 0. In a compound: of the parts that do not say their own. */
  readonly density?: number;
  /** kg, > 0. In a compound: of the whole, whose parts keep their proportions; then all parts or none may say their own density or mass. */
  readonly mass?: number;
}

/** What a shape weighs, and how the mass lies about its centre. */
export interface MassProperties {
  /** kg. */
  readonly mass: number;
  /** m^3; overlapping parts of a compound count twice. */
  readonly volume: number;
  /** Centre of mass in shape axes, m. */
  readonly centre: Vec3;
  /** About the centre of mass in shape axes, kg m^2, rows. */
  readonly inertia: Rows3;
  /** Ascending, kg m^2. */
  readonly principalMoments: Vec3;
  /** Principal to shape axes: rotates x, y, z to the axes of the three principal moments. */
  readonly principalAxes: Quaternion;
}

/** Mass, centre, inertia and principal axes of a homogeneous shape, from its mass or its density. */
export function massProperties(shape: Shape, amount: Amount, path = "shape"): MassProperties {
  const distribution = weigh(shape, amount, path);
  const tensor = inertiaOf(distribution);
  const inertia = mat3.toRows(tensor);
  if (!(distribution.mass > 0 && distribution.volume > 0)) throw new InvalidInputError(path, shape, "has more missing than is there");
  checkInertia(inertia, path);
  const { values, vectors } = mat3.symmetricEigen(tensor);
  return {
    mass: distribution.mass,
    volume: distribution.volume,
    centre: distribution.centre,
    inertia,
    principalMoments: values,
    principalAxes: quaternion.fromMatrix(vectors),
  };
}

/** Mass and centre of mass alone, of a body whose inertia is known otherwise: its rods may be of any thickness. */
export function massAndCentre(shape: Shape, amount: Amount, path = "shape"): Pick<MassProperties, "mass" | "centre"> {
  const { mass, centre } = weigh(withThickRods(shape), amount, path);
  return { mass, centre };
}

/** Rods as the cylinders that they would be. */
function withThickRods(shape: Shape): Shape {
  if (shape.type === "rod") {
    const { length, radius, rounding = 0 } = shape;
    return { type: "cylinder", radius: radius + rounding, height: length };
  }
  if (shape.type !== "compound" || !Array.isArray(shape.parts)) return shape;
  return { ...shape, parts: shape.parts.map((part: Part) => ({ ...part, shape: withThickRods(part.shape) })) };
}

/** How a shape is placed and moves when it becomes a body. */
export interface ShapePlacement extends Amount {
  /** Where the shape's origin is, m, world axes. Default: the world's origin. */
  readonly position?: Vec3;
  /** Unit quaternion, shape to world. Default: shape axes are world axes. */
  readonly orientation?: Quaternion;
  /** Of the centre of mass, m/s, world axes. Default: at rest. */
  readonly velocity?: Vec3;
  /** rad/s, world axes. Default: not turning. */
  readonly angularVelocity?: Vec3;
}

/** The body's axes are the shape's; its position is its centre of mass, which need not be the shape's origin. */
export function bodyFromShape(shape: Shape, placement: ShapePlacement, path = "shape"): RigidBody {
  const { position = vec3.ZERO, orientation, velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = placement;
  const { mass, centre, inertia } = massProperties(shape, placement, path);
  if (orientation !== undefined) checkOrientation(orientation, `${path}.orientation`);
  const unit = unitOrientation(orientation);
  const body: RigidBody = {
    mass,
    inertia,
    position: vec3.add(position, quaternion.rotate(unit, centre)),
    orientation: unit,
    velocity,
    angularVelocity,
  };
  checkRigidBody(body, path);
  return body;
}

function weigh(shape: Shape, amount: Amount, path: string): Distribution {
  checkAmount(amount, path);
  if (shape.type === "compound" && shape.solid === undefined) return compound(shape, amount, path);
  const solid = shape.type === "compound" ? solidOf(shape.solid as MeshSolid, path) : withRounding(shape, geometry, path);
  if (amount.mass !== undefined) return withMass(solid, amount.mass);
  if (amount.density !== undefined) return withMass(solid, amount.density * solid.volume);
  throw new InvalidInputError(path, shape, "is given neither a density nor a mass");
}

function geometry(shape: Exclude<Shape, Compound>, path: string): Distribution {
  switch (shape.type) {
    case "sphere":
      return sphere(shape, path);
    case "box":
      return box(shape, path);
    case "cylinder":
      return cylinder(shape, path);
    case "cone":
      return cone(shape, path);
    case "capsule":
      return capsule(shape, path);
    case "rod":
      return rod(shape, path);
    case "ellipsoid":
      return ellipsoid(shape, path);
    case "tetrahedron":
      return tetrahedron(shape, path);
    case "mesh":
      return shape.solid === undefined ? mesh(shape, path) : solidOf(shape.solid, path);
    default:
      throw new InvalidInputError(`${path}.type`, (shape satisfies never as { type: unknown }).type, "is not a kind of shape");
  }
}

/** C = trace(J) / 2 - J. */
function solidOf({ volume, centre, inertia }: MeshSolid, path: string): Distribution {
  if (!(volume > 0)) throw new InvalidInputError(`${path}.solid.volume`, volume, "is not positive");
  checkVector(centre, `${path}.solid.centre`);
  checkInertia(inertia, `${path}.solid.inertia`);
  const half = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2;
  const secondMoment = mat3.fromRows(inertia.map((row, i) => row.map((value, j) => (i === j ? half : 0) - value)));
  return { mass: volume, volume, centre, secondMoment };
}

function compound({ parts }: Compound, amount: Amount, path: string): Distribution {
  if (!Array.isArray(parts) || parts.length === 0) throw new InvalidInputError(`${path}.parts`, parts, "holds no part");
  const silent = parts.filter((part: Part) => part.density === undefined && part.mass === undefined).length;
  if (amount.mass !== undefined && silent > 0 && silent < parts.length)
    throw new InvalidInputError(
      `${path}.parts`,
      parts,
      "mixes parts with and without a density or mass, so a total mass does not say how they share it",
    );

  // Under a total mass only proportions count: parts that say nothing then share one density, whichever.
  const shared: Amount = amount.mass === undefined ? amount : { density: 1 };
  const whole = joined(parts.map((part: Part, i) => weighPart(part, shared, `${path}.parts[${i}]`)));
  if (whole === undefined || whole.mass <= 0) throw new InvalidInputError(`${path}.parts`, parts, "have more mass missing than is there");
  return amount.mass === undefined ? whole : withMass(whole, amount.mass);
}

function weighPart(part: Part, shared: Amount, path: string): Distribution {
  const { shape, position = vec3.ZERO, orientation, density, mass, hollow = false } = part;
  checkAmount(part, path);
  checkVector(position, `${path}.position`);
  if (orientation !== undefined) checkOrientation(orientation, `${path}.orientation`);
  const own: Amount = density !== undefined ? { density } : mass !== undefined ? { mass } : shared;
  const placed = moved(weigh(shape, own, `${path}.shape`), position, unitOrientation(orientation));
  return hollow ? removed(placed) : placed;
}

function checkAmount({ density, mass }: Amount, path: string): void {
  if (density !== undefined && mass !== undefined)
    throw new InvalidInputError(`${path}.mass`, mass, `is given besides a density (${density})`);
  for (const [field, value] of Object.entries({ density, mass })) {
    if (value === undefined) continue;
    checkFinite(value, `${path}.${field}`);
    if (value <= 0) throw new InvalidInputError(`${path}.${field}`, value, "is not positive");
  }
}
