/**
 * What a study of any kind begins and ends with: version, kind, title, and the published figures that it is compared with.
 */
import { z } from "zod";
import { fields, finite, line, oneOf, text } from "./fields.js";
import { lawNames, lawOptions } from "./law.js";

/** Versions of the format that this library reads. */
export const VERSIONS = [1] as const;

/** The first fields of a study of this kind. */
export function headOf<const Kind extends string>(kind: Kind) {
  return {
    $schema: z.exactOptional(text.describe("where editors find this schema; carom does not read it")),
    carom: z.literal(VERSIONS).describe("format version"),
    kind: z.literal(kind),
    title: line.describe("what reports call the study"),
    description: z.exactOptional(text.describe("a few sentences for people: where the study comes from, what to look at")),
  };
}

/** What `carom reproduce` may conclude about a published figure. */
export const VERDICTS = ["reproduced", "reproduced with the source's own rule", "not reproduced"] as const;

const published = fields({
  what: text
    .min(1, "is empty")
    .describe(
      "path into the result, such as outcome.impulse[2], analysis.criticalFriction, bodies.rod.after.velocity[0] or " +
        "analysis.invariantDirections.length; " +
        "or one of the quantities label, steps, error, centrifugal, bundle, shapes, spin, signs, travel, pinFit, such as " +
        "shapes.tetrahedron.principalMoments[0]; " +
        "or the quotient of two, such as outcome.energy.after / outcome.energy.before",
    ),
  value: z.union([finite, text, z.boolean()], "is neither a number nor a text").describe("as printed, in SI units"),
  tolerance: z.exactOptional(
    finite
      .min(0, "is negative")
      .describe("largest |ours - value| that agrees, in the unit of the value; needed for a number, useless for a text"),
  ),
  source: text
    .min(1, "is empty")
    .describe("where it is printed: work, page or equation; for a value of our own, the second method that holds it"),
  verdict: oneOf(VERDICTS),
  note: z.exactOptional(text.describe("why they differ, or under which rule they agree")),
  computed: z.exactOptional(
    z.literal(true, "is not true (leave it out)").describe("the value is our own, by a second method, not a printed one"),
  ),
  law: z.exactOptional(oneOf(lawNames()).describe("compute this row under another law than the study's")),
  ...lawOptions,
}).check(({ value, issues }) => {
  const complain = (message: string) => issues.push({ code: "custom", path: ["tolerance"], input: value.tolerance, message });
  if (typeof value.value === "number" && value.tolerance === undefined) complain("is given, but a number is compared within a tolerance");
  if (typeof value.value !== "number" && value.tolerance !== undefined) complain("is of no use: the value is not a number");
});

export const foot = {
  published: z.exactOptional(
    z.array(published, "is not a list").describe("figures to compare with, read by carom reproduce and the tests"),
  ),
};

export type PublishedFigure = z.infer<typeof published>;
export type Verdict = (typeof VERDICTS)[number];
