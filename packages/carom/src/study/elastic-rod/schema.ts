/**
 * The study file of kind `elastic-rod`: an upright elastic rod that falls on a rigid floor.
 *
 *     { "carom": 1, "kind": "elastic-rod", "title": ..., "rod": { "length": ..., "material" or "modulus" and "density" or "waveSpeed",
 *       ... }, "published": [ ... ] }
 */
import { z } from "zod";
import { ROD_MATERIALS, type RodMaterialName } from "../../elastic-rod/materials.js";
import { count, fields, finite, oneOf, positive } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";

const notNegative = finite.min(0, "is negative");
const MATERIALS = Object.keys(ROD_MATERIALS) as [RodMaterialName, ...RodMaterialName[]];

const bounces = fields({
  maximumBounces: z.exactOptional(count.max(1000, "is above 1000").describe("times on the floor after which to stop; default: 5")),
  maximumTime: z.exactOptional(positive.describe("time since the first impact after which to stop, s")),
  cells: z.exactOptional(count.describe("of the lattice that follows the waves, 10 to 5000; default: 200")),
});

const rod = fields({
  length: positive.describe("m, > 0"),
  material: z.exactOptional(oneOf(MATERIALS).describe("instead of modulus and density, or of waveSpeed")),
  modulus: z.exactOptional(positive.describe("Young's modulus, Pa, > 0; with density")),
  density: z.exactOptional(positive.describe("kg/m^3, > 0; with modulus")),
  waveSpeed: z.exactOptional(positive.describe("of waves along the rod, m/s, > 0; instead of what it is made of")),
  area: z.exactOptional(
    positive.describe("of the cross section, m^2, > 0; with a material or a density, for forces and energies in N and J"),
  ),
  linearDensity: z.exactOptional(positive.describe("mass per length, kg/m, > 0; with waveSpeed, for forces and energies in N and J")),
  damping: z.exactOptional(notNegative.describe("of the motion of every point, the term 2 r v_t, 1/s; default: 0")),
  flightDamping: z.exactOptional(
    oneOf(["vibration", "motion"]).describe(
      "what `damping` resists in the air: vibration alone, or all motion, as the source has it; default: vibration",
    ),
  ),
  structuralDamping: z.exactOptional(positive.describe("instead, of the rate of strain, the term -2 r v_xxt, m^2/s")),
  gravity: z.exactOptional(notNegative.describe("m/s^2; default: 0")),
  impactSpeed: z.exactOptional(finite.describe("downwards, when the rod touches the floor, m/s, > 0")),
  dropHeight: z.exactOptional(positive.describe("instead of `impactSpeed`: from which it falls, without damping, m; needs a `gravity`")),
  releaseCriterion: z.exactOptional(
    oneOf(["stress", "strain"]).describe(
      "with structuralDamping: the floor lets go when its push is zero, or when the strain is, as the source has it; default: stress",
    ),
  ),
  modes: z.exactOptional(
    count.max(100_000, "is above 100000").describe("with structuralDamping: as many and no more; default: all, to convergence"),
  ),
  horizon: z.exactOptional(
    count.max(100_000, "is above 100000").describe("transit times after which the search for a bounce ends; default: 2000"),
  ),
  bounces: z.exactOptional(bounces.describe("follow it bounce after bounce, until it stays on the floor or to a limit")),
});

export const elasticRodStudySchema = fields({
  ...headOf("elastic-rod"),
  rod: rod.describe("an upright rod that falls on the floor"),
  ...foot,
}).check(({ value, issues }) => {
  const { rod: given } = value;
  const complain = (field: keyof typeof given, message: string) =>
    issues.push({ code: "custom", path: ["rod", field], input: given[field], message });
  const { material, modulus, density, waveSpeed, area, linearDensity, damping, structuralDamping } = given;
  const ways = [material, modulus ?? density, waveSpeed].filter((way) => way !== undefined).length;
  if (ways === 0) complain("waveSpeed", "is given (it is required, or material, or modulus and density)");
  else if (ways > 1)
    complain(
      waveSpeed !== undefined ? "waveSpeed" : "material",
      "is given besides another: a rod has a material, or modulus and density, or a waveSpeed",
    );
  else if ((modulus === undefined) !== (density === undefined))
    complain(modulus === undefined ? "modulus" : "density", "is given, but modulus and density go together");
  if (area !== undefined && waveSpeed !== undefined)
    complain("area", "is of no use with waveSpeed, which says nothing of the mass: give linearDensity");
  if (linearDensity !== undefined && waveSpeed === undefined)
    complain("linearDensity", "is of no use with a material or a density: give area");
  if (damping !== undefined && structuralDamping !== undefined)
    complain("structuralDamping", "is given besides damping: a rod has one of the two");
  if (given.flightDamping !== undefined && structuralDamping !== undefined)
    complain("flightDamping", "is of no use with structuralDamping, which leaves the flight alone");
  for (const field of ["releaseCriterion", "modes"] as const)
    if (given[field] !== undefined && structuralDamping === undefined) complain(field, "is of no use without structuralDamping");
  if (given.bounces?.cells !== undefined && structuralDamping !== undefined)
    complain("bounces", "has cells, which are of no use with structuralDamping: such a rod is followed by its modes");
  const { impactSpeed, dropHeight, gravity = 0 } = given;
  if (impactSpeed === undefined && dropHeight === undefined) complain("impactSpeed", "is given (it is required, or dropHeight)");
  if (impactSpeed !== undefined && dropHeight !== undefined)
    complain("dropHeight", "is given besides impactSpeed: a fall has one of the two");
  if (dropHeight !== undefined && !(gravity > 0)) complain("gravity", "is not positive, and a dropHeight needs it");
});

/** A study of kind `elastic-rod`. */
export type ElasticRodStudy = z.infer<typeof elasticRodStudySchema>;
