/**
 * What <compiler> does to masses before anything moves, in this order:
 *
 *     boundmass, boundinertia     every body but the world has at least this mass, and each of its principal moments is at least this
 *     balanceinertia              principal moments with A + B < C become their mean, (A + B + C) / 3
 *     settotalmass                masses and inertias of all bodies times one factor, so that the masses add up to this
 *
 * Source: MuJoCo documentation, XML reference, compiler; held to MuJoCo in mjcf.test.ts.
 */
import { InvalidInputError } from "../../errors.js";
import * as mat3 from "../../math/mat3.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import { at } from "../urdf/fields.js";
import { type LinkMass, symmetric } from "../urdf/inertia.js";
import type { UrdfLink } from "../urdf/links.js";
import type { Compiler } from "./fields.js";

/** A mass as the compiler lets it be; undefined: none. Inertia about its centre. */
export function atLeast<T extends { readonly mass: number; readonly centre: vec3.Vec3; readonly inertia: mat3.Rows3 | undefined }>(
  given: T | undefined,
  { boundMass, boundInertia, balanceInertia }: Pick<Compiler, "boundMass" | "boundInertia" | "balanceInertia">,
): T | LinkMass | undefined {
  if (given === undefined || given.mass === 0) {
    if (!(boundMass > 0)) return undefined;
    const centre = given?.centre ?? vec3.ZERO;
    return { mass: boundMass, centre, inertia: mat3.toRows(mat3.diagonal([boundInertia, boundInertia, boundInertia])) };
  }
  const mass = Math.max(given.mass, boundMass);
  if (given.inertia === undefined) return { ...given, mass };
  const { values, vectors } = mat3.symmetricEigen(mat3.fromRows(given.inertia));
  const [small, middle, large] = values.map((value) => Math.max(value, boundInertia));
  const balances = balanceInertia && small + middle < large;
  if (!balances && small === values[0] && middle === values[1] && large === values[2]) return { ...given, mass };
  const mean = (small + middle + large) / 3;
  const moments: vec3.Vec3 = balances ? [mean, mean, mean] : [small, middle, large];
  return { ...given, mass, inertia: symmetric(mat3.rotateTensor(vectors, mat3.diagonal(moments))) };
}

/** The links with the total mass that the compiler asks for. */
export function scaledToTotal(
  links: ReadonlyMap<string, UrdfLink>,
  { totalMass }: Pick<Compiler, "totalMass">,
  element: XmlElement,
  account: Account,
): Map<string, UrdfLink> {
  if (totalMass === undefined) return new Map(links);
  const sum = [...links.values()].reduce((total, { mass }) => total + (mass?.mass ?? 0), 0);
  if (!(sum > 0 && Number.isFinite(sum)))
    throw new InvalidInputError(at(element, "compiler@settotalmass"), sum, "kg are all masses together: they cannot be scaled");
  const factor = totalMass / sum;
  account.note(element, "compiler@settotalmass", `masses and inertias are ${factor.toPrecision(6)} times those of the bodies`);
  const scaled = ({ mass, centre, inertia }: LinkMass): LinkMass => ({
    mass: factor * mass,
    centre,
    inertia: inertia.map((row) => row.map((value) => factor * value)) as unknown as mat3.Rows3,
  });
  return new Map([...links].map(([name, link]) => [name, link.mass === undefined ? link : { ...link, mass: scaled(link.mass) }]));
}
