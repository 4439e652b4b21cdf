/**
 * Masses and inertias of links as files have them, and what is done where no body can have them.
 *
 *     moments m1 <= m2 <= m3 of a body        m1 > 0,  m1 + m2 >= m3
 *     nearest that obeys                      d = m3 - m1 - m2 > 0:  m1 + d/3, m2 + d/3, m3 - d/3
 *
 * If that moves no moment by more than a tenth of the largest it is taken; else the inertia of the link's shape with the given mass, and
 * without a shape that of a ball of water. All zeros, which is how many files say nothing, go the same way.
 */
import { InvalidInputError } from "../../errors.js";
import { cbrt } from "../../math/elementary.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { massProperties, type Part, type Shape } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "./account.js";
import { at, childOf, numberOf, readOrigin } from "./fields.js";
import { reachOf } from "./shapes.js";

/** Mass, where its centre is and how it lies about it, link axes. */
export interface LinkMass {
  readonly mass: number;
  readonly centre: Vec3;
  readonly inertia: mat3.Rows3;
}

/** As the file has it. */
export interface GivenMass {
  readonly element: XmlElement;
  readonly mass: number;
  readonly centre: Vec3;
  /** Absent: not given, or all zeros. */
  readonly inertia: mat3.Rows3 | undefined;
}

/** Part of the largest moment by which moments may be moved. */
const NEAR = 0.1;
/** Of the triangle rule and of positive moments, relative: rounding of files with few digits is told as well, that of programs is not. */
const SLACK = 1e-9;
/** Radius of gyration of a link without shape beyond which a unit is suspected, m. */
const FAR = 3;
/** kg/m^3, of balls that stand for links of which only the mass is known. */
const WATER = 1000;

/** Undefined: no mass. */
export function readInertial(link: XmlElement, path: string, account: Account): GivenMass | undefined {
  const element = childOf(link, "inertial", path, account);
  if (element === undefined) return undefined;
  const own = `${path}/inertial`;
  const massElement = childOf(element, "mass", own, account);
  const mass = massElement === undefined ? 0 : numberOf(massElement, "value", `${own}/mass`);
  if (mass < 0) throw new InvalidInputError(at(massElement ?? element, `${own}/mass@value`), mass, "is negative");
  const { position = vec3.ZERO, orientation } = readOrigin(element, own, account);
  const given = childOf(element, "inertia", own, account);
  const of = (what: string) => (given === undefined ? 0 : numberOf(given, what, `${own}/inertia`, 0));
  const [xy, xz, yz] = [of("ixy"), of("ixz"), of("iyz")];
  const tensor: mat3.Rows3 = [
    [of("ixx"), xy, xz],
    [xy, of("iyy"), yz],
    [xz, yz, of("izz")],
  ];
  if (mass === 0) return undefined;
  const isZero = tensor.every((row) => row.every((value) => value === 0));
  return {
    element: given ?? element,
    mass,
    centre: position,
    inertia: isZero ? undefined : orientation === undefined ? tensor : turned(tensor, orientation),
  };
}

/** R I R^T, symmetric to the last bit. */
export function turned(tensor: mat3.Rows3, orientation: Quaternion): mat3.Rows3 {
  const columns = [0, 1, 2].map((k) => quaternion.rotate(orientation, tensor[k]));
  const rows = [0, 1, 2].map((k) => quaternion.rotate(orientation, [columns[0][k], columns[1][k], columns[2][k]]));
  const even = (i: number, j: number) => 0.5 * (rows[i][j] + rows[j][i]);
  return [
    [rows[0][0], even(0, 1), even(0, 2)],
    [even(0, 1), rows[1][1], even(1, 2)],
    [even(0, 2), even(1, 2), rows[2][2]],
  ];
}

export interface MendOptions {
  readonly path: string;
  readonly parts: readonly Part[];
  /** True: inertias are those of the shapes, where there are shapes. */
  readonly fromShapes: boolean;
  readonly account: Account;
}

/** What a body can have, nearest to what is given. */
export function mended({ element, mass, centre, inertia }: GivenMass, { path, parts, fromShapes, account }: MendOptions): LinkMass {
  const own = `${path}/inertial/inertia`;
  if (fromShapes && parts.length > 0) return { mass, centre, inertia: shapeInertia(parts, mass) };
  if (inertia === undefined) {
    account.repair(element, own, `no inertia is given: ${standIn(parts)} with ${mass} kg is taken`);
    return { mass, centre, inertia: shapeInertia(parts, mass) };
  }
  const { values, vectors } = mat3.symmetricEigen(mat3.fromRows(inertia));
  const [small, middle, large] = values;
  const size = Math.max(Math.abs(small), Math.abs(large));
  if (small > SLACK * SLACK * size && small + middle >= large * (1 - SLACK)) {
    warnFar(values, { element, mass, centre, path: own, parts, account });
    return { mass, centre, inertia };
  }
  const gap = Math.max(0, large - small - middle) / 3;
  const nearest: Vec3 = [small + gap, middle + gap, large - gap];
  const shown = values.map((value) => value.toPrecision(3)).join(", ");
  if (gap <= NEAR * size && nearest[0] > SLACK * size) {
    account.repair(
      element,
      own,
      `no body has the moments ${shown} kg m2: the nearest that one can have are taken, moved by ${((100 * gap) / size).toPrecision(2)} %`,
    );
    const rotated = mat3.rotateTensor(vectors, mat3.diagonal(nearest));
    return { mass, centre, inertia: symmetric(rotated) };
  }
  account.repair(element, own, `no body has the moments ${shown} kg m2, nor nearly: ${standIn(parts)} with ${mass} kg is taken`);
  return { mass, centre, inertia: shapeInertia(parts, mass) };
}

/** Rows of a tensor, symmetric to the last bit. */
export function symmetric(a: mat3.Mat3): mat3.Rows3 {
  const even = (i: number, j: number) => 0.5 * (a[3 * i + j] + a[3 * j + i]);
  return [
    [a[0], even(0, 1), even(0, 2)],
    [even(0, 1), a[4], even(1, 2)],
    [even(0, 2), even(1, 2), a[8]],
  ];
}

function standIn(parts: readonly Part[]): string {
  return parts.length > 0 ? "that of its shape" : "that of a ball of water";
}

function shapeInertia(parts: readonly Part[], mass: number): mat3.Rows3 {
  if (parts.length > 0) return massOfShapes(parts, { mass }).inertia;
  const radius = cbrt((3 * mass) / (4 * Math.PI * WATER));
  const moment = 0.4 * mass * radius * radius;
  return [
    [moment, 0, 0],
    [0, moment, 0],
    [0, 0, moment],
  ];
}

/** Of all parts together, link axes. */
export function massOfShapes(parts: readonly Part[], amount: { readonly mass?: number; readonly density?: number }): LinkMass {
  const { mass, centre, inertia } = massProperties({ type: "compound", parts }, amount);
  return { mass, centre, inertia };
}

/** One shape as it is, several as a compound. */
export function shapeOf(parts: readonly Part[]): Part | undefined {
  const own = distinct(parts);
  const [first, ...others] = own;
  if (first === undefined || others.length === 0) return first;
  const shape: Shape = { type: "compound", parts: own };
  return { shape };
}

/** What is there twice touches as it would once. Files have thousands of such, and each would be looked at beside all that is near. */
function distinct(parts: readonly Part[]): readonly Part[] {
  const seen = new Set<string>();
  const meshes = new Map<Shape, number>();
  return parts.filter(({ shape, position, orientation }) => {
    const isLarge = shape.type === "mesh" || shape.type === "compound";
    if (isLarge && !meshes.has(shape)) meshes.set(shape, meshes.size);
    const key = JSON.stringify([isLarge ? meshes.get(shape) : shape, position, orientation]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

interface Far {
  readonly element: XmlElement;
  readonly mass: number;
  readonly centre: Vec3;
  readonly path: string;
  readonly parts: readonly Part[];
  readonly account: Account;
}

/** An inertia that is right for some body, but not for this one: a dummy, or another unit. */
function warnFar(moments: Vec3, { element, mass, centre, path, parts, account }: Far): void {
  const gyration = Math.sqrt(moments[2] / mass);
  const reach = parts.length === 0 ? FAR : reachOf(parts, centre);
  if (gyration <= reach) return;
  const size = parts.length === 0 ? " can be" : ` (${reach.toPrecision(3)} m)`;
  account.note(
    element,
    path,
    `its radius of gyration, ${gyration.toPrecision(3)} m, is larger than the link${size}: ` +
      "a dummy, or another unit? It is taken as written; --inertia shapes computes it from the shapes",
  );
}
