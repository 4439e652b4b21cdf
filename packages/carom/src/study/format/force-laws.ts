/**
 * Force laws in a study: the hit of its one contact by each of them, beside the forces inside the rigid law's impact.
 *
 *     "forces": { "laws": ["hertz", { "law": "flores", "restitution": 0.6 }] }
 *
 * Names and parameters are those of the registry of force laws; what is not given follows from the contact's `contactLaw`, its restitution,
 * and the speed of the hit.
 */
import { z } from "zod";
import { InvalidInputError } from "../../errors.js";
import type { ContactLaw } from "../../force/contact-law.js";
import { type ForceLawHits, forceHitsAt } from "../../force/laws/at-contact.js";
import { type ForceLawChoice, forceLawNamed, forceLawNames } from "../../force/laws/registry.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { fields, finite, oneOf } from "./fields.js";

/** Every parameter of any law: which of them a law has, and which numbers they may be, the law says. */
function parameterFields(): Record<string, z.ZodExactOptional<z.ZodType<number | string>>> {
  const uses = new Map<string, { readonly words?: readonly [string, ...string[]]; readonly texts: string[] }>();
  for (const law of forceLawNames)
    for (const [name, { meaning, byDefault, range }] of Object.entries(forceLawNamed(law).parameters)) {
      const use = uses.get(name) ?? { ...(typeof range === "string" ? {} : { words: range }), texts: [] };
      use.texts.push(`${law}: ${meaning}${typeof range === "string" ? `, ${range}` : ""}; default: ${byDefault}`);
      uses.set(name, use);
    }
  return Object.fromEntries(
    [...uses].map(([name, { words, texts }]) => {
      const field: z.ZodType<number | string> = words === undefined ? finite : oneOf(words);
      return [name, z.exactOptional(field.describe(texts.join(". ")))];
    }),
  );
}

const choice = z.union(
  [oneOf(forceLawNames), fields({ law: oneOf(forceLawNames).describe("name of the force law"), ...parameterFields() })],
  `is neither one of ${forceLawNames.join(", ")} nor an object with "law" and parameters of force laws`,
);

export const forceLawsField = z
  .array(choice, "is not a list of force laws")
  .min(1, "holds no force law")
  .describe(
    "force laws by which the hit of the one contact is followed too, each with the restitution it gives; by name, or with parameters",
  );

type Given = z.infer<typeof choice>;

interface WithForceLaws {
  readonly forces?: { readonly laws?: readonly Given[] };
}

/** The hit by each law that the study asks for; undefined where it asks for none, or nothing approaches. */
export function forceLawHits(
  { forces }: WithForceLaws,
  problem: ContactProblem,
  contacts: readonly ContactLaw[] | undefined,
): ForceLawHits | undefined {
  const laws = forces?.laws;
  if (laws === undefined || contacts === undefined) return undefined;
  if (contacts.length > 1)
    throw new InvalidInputError("forces.laws", laws, `is given for an impact of ${contacts.length} contacts: force laws follow one`);
  return forceHitsAt(problem, contacts[0], laws.map(choiceOf), "forces.laws");
}

const choiceOf = (given: Given): ForceLawChoice => (typeof given === "string" ? { law: given } : (given as ForceLawChoice));
