/**
 * What surfaces are made of, in a study: from it follow forces, indentations and time inside an impact.
 *
 *     "contactLaw": { "materials": ["steel 1020", { "youngsModulus": 69e9, "poissonRatio": 0.33 }], "radii": [0.01, "flat"] }
 *
 * A material is one of the library's by name, or its numbers. All contacts of a study have one, or none has.
 */
import { z } from "zod";
import { InvalidInputError } from "../../errors.js";
import { type ContactLaw, contactLaw as lawOfPair } from "../../force/contact-law.js";
import type { ForceOptions } from "../../force/forces.js";
import { materials, type SurfaceMaterial } from "../../force/materials.js";
import { count, fields, finite, oneOf, positive } from "./fields.js";
import { forceLawsField } from "./force-laws.js";

const NAMES = Object.keys(materials) as [string, ...string[]];

const material = z.union(
  [
    oneOf(NAMES),
    fields({
      youngsModulus: positive.describe("Pa, > 0"),
      poissonRatio: finite.describe("above -1, at most 0.5"),
      yieldStrength: z.exactOptional(positive.describe("Pa, > 0; absent: it does not yield")),
      hardness: z.exactOptional(positive.describe("Brinell, kgf/mm^2, > 0; default: 2.8 times the yield strength")),
    }),
  ],
  `is neither a material's numbers nor one of ${NAMES.join(", ")}`,
);
const radius = z.union([finite, z.literal("flat")], 'is neither a radius nor "flat"');

export const contactLawField = fields({
  materials: z.tuple([material, material], "is not a list of two materials").describe("of the first and of the second body"),
  radii: z.tuple([radius, radius], "is not a list of two radii").describe('of curvature where they touch, m; "flat"; a hollow is negative'),
  damping: z.exactOptional(
    finite.min(0, "is negative").describe("force over the power 3/2 of the rate of approach, kg m^(-1/2) s^(-1/2), >= 0; default: 0"),
  ),
  yieldOnset: z.exactOptional(
    oneOf(["exact", "fit"]).describe("where yield begins: by von Mises' stress (the default), or by the fit that the source takes"),
  ),
}).describe(
  "what the surfaces are made of: gives forces, indentations and time inside the impact, and changes nothing else; all contacts, or none",
);

export const forcesField = fields({
  unloading: z.exactOptional(
    oneOf(["global", "own-work"]).describe(
      "the force falls by the work of all contacts (the default), or by that of the contact that sets the clock",
    ),
  ),
  independent: z.exactOptional(
    z
      .int("is not a whole number")
      .min(0, "is negative")
      .describe("place of the contact that sets the clock; default: of those that approach, the one that stops last"),
  ),
  preload: z.exactOptional(
    z.array(finite.min(0, "is negative"), "is not a list of forces").describe("force with which each contact pushed before the impact, N"),
  ),
  initialForce: z.exactOptional(
    z
      .array(finite.min(0, "is negative"), "is not a list of forces")
      .describe("load that each contact carries before the impact and goes on to carry, N"),
  ),
  rows: z.exactOptional(count.describe("rows of loading, and of unloading, of each event; default: 48")),
  laws: z.exactOptional(forceLawsField),
}).describe("how forces inside the impact are told, where contacts have a contactLaw");

type Given = z.infer<typeof contactLawField>;

interface WithLaws {
  readonly contacts: readonly { readonly contactLaw?: Given }[];
  readonly forces?: ForceOptions;
}

/**
 * The laws of all contacts; undefined where none has one. Throws InvalidInputError where only some have, or the impact law can tell no
 * forces.
 */
export function contactLaws({ contacts, forces }: WithLaws, law: string): ContactLaw[] | undefined {
  if (contacts.every(({ contactLaw }) => contactLaw === undefined)) {
    if (forces !== undefined) throw new InvalidInputError("forces", forces, "is of no use: no contact has a contactLaw");
    return undefined;
  }
  if (contacts.length > 1 && law === "simultaneous")
    throw new InvalidInputError(
      "law",
      law,
      "(the default for contacts of several bodies) has a clock of its own without a unit, so forces cannot be told: choose " +
        "proportional or multipoint, or take the contactLaw away",
    );
  return contacts.map(({ contactLaw }, i) => {
    const path = `contacts[${i}].contactLaw`;
    if (contactLaw === undefined) throw new InvalidInputError(path, contactLaw, "is given, but forces need one at every contact");
    return contactLawOf(contactLaw, path);
  });
}

/** Throws InvalidInputError, with the path of what cannot be. */
export function contactLawOf({ materials: [first, second], ...rest }: Given, path: string): ContactLaw {
  return lawOfPair({ materials: [surfaceOf(first), surfaceOf(second)], ...rest }, path);
}

const surfaceOf = (material: Given["materials"][number]): SurfaceMaterial =>
  typeof material === "string" ? materials[material] : material;
