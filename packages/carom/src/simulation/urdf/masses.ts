/**
 * Masses of rigid groups: the sum of what their links have; for those that have none, what their shapes would weigh.
 *
 *     density     as asked for; else the mean of the groups that have mass and shape; else 1000 kg/m3
 *     shapes      those that touch, else those that are drawn; with neither a group moves without mass, if something heavy hangs on it
 */
import * as mat3 from "../../math/mat3.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type Distribution, inertiaOf, joined, moved } from "../../mechanics/shapes/distribution.js";
import { massProperties, type Part } from "../../mechanics/shapes/index.js";
import { within } from "./fields.js";
import type { Group } from "./groups.js";
import { type LinkMass, massOfShapes } from "./inertia.js";
import type { UrdfLink } from "./links.js";

export type Links = ReadonlyMap<string, UrdfLink>;

/** kg/m^3, where a file says no mass at all. */
const WATER = 1000;

/** The shapes of a group, group axes. */
export function partsOf(group: Group, links: Links, which: "parts" | "drawn" = "parts"): Part[] {
  return group.members.flatMap(({ link, at }) =>
    (links.get(link)?.[which] ?? []).map(({ shape, ...own }): Part => ({ shape, ...within(at, own) })),
  );
}

/** Of the links that have masses, group axes. */
export function givenMass(group: Group, links: Links): LinkMass | undefined {
  const heavy = group.members.flatMap(({ link, at }) => {
    const mass = links.get(link)?.mass;
    return mass === undefined ? [] : [{ mass, at }];
  });
  const [only, second] = heavy;
  if (only === undefined) return undefined;
  if (second === undefined && only.at.position === undefined && only.at.orientation === undefined) return only.mass;
  const whole = joined(
    heavy.map(({ mass, at }) => moved(distributionOf(mass), at.position ?? vec3.ZERO, at.orientation ?? quaternion.IDENTITY)),
  );
  return whole && { mass: whole.mass, centre: whole.centre, inertia: mat3.toRows(inertiaOf(whole)) };
}

/** C = trace(J) / 2 - J. */
export function distributionOf({ mass, centre, inertia }: LinkMass): Distribution {
  const half = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2;
  const second = mat3.fromRows(inertia.map((row, i) => row.map((value, j) => (i === j ? half : 0) - value)) as unknown as Vec3[]);
  return { mass, volume: 0, centre, secondMoment: second };
}

/** What a group that moves weighs; undefined: nothing. */
export function massOf(group: Group, links: Links, density: number): LinkMass | undefined {
  const given = givenMass(group, links);
  if (given !== undefined) return given;
  const parts = shapesToWeigh(group, links);
  return parts.length === 0 ? undefined : massOfShapes(parts, { density });
}

export function shapesToWeigh(group: Group, links: Links): Part[] {
  const parts = partsOf(group, links);
  return parts.length > 0 ? parts : partsOf(group, links, "drawn");
}

export interface Density {
  /** kg/m^3. */
  readonly value: number;
  readonly from: "asked" | "mean" | "water";
}

/** What groups without mass are made of. */
export function densityOf(groups: readonly Group[], links: Links, asked: number | undefined): Density {
  if (asked !== undefined) return { value: asked, from: "asked" };
  let [mass, volume] = [0, 0];
  for (const group of groups) {
    const own = givenMass(group, links);
    const parts = partsOf(group, links);
    if (own === undefined || parts.length === 0) continue;
    mass += own.mass;
    volume += massProperties({ type: "compound", parts }, { density: 1 }).volume;
  }
  return volume > 0 ? { value: mass / volume, from: "mean" } : { value: WATER, from: "water" };
}
