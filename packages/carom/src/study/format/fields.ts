/**
 * What fields of studies are made of. Every error text completes the sentence "path: value ...".
 */
import { z } from "zod";
import { didYouMean } from "../../did-you-mean.js";

/** An object with these fields and no others. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? unknownField(issue.keys[0], Object.keys(shape)) : "is not an object"),
  });
}

/** What is wrong with a field of this name where these are known. */
export function unknownField(given: string, known: readonly string[]): string {
  return `is given for an unknown field; there are ${known.join(", ")}${didYouMean(given, known)}`;
}

export const finite = z.number("is not a finite number");
export const positive = finite.positive("is not positive");
export const text = z.string("is not a text");
/** Text that goes to a terminal as it is. Not \p{C}: validators of JSON Schema in other languages cannot read that. */
export const line = text.min(1, "is empty").regex(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it refuses
  /^[^\u0000-\u001f\u007f-\u009f]*$/,
  "holds a line break or another control character",
);
export const vector = z.tuple([finite, finite, finite], "is not a list of 3 numbers");
export const quaternion = z.tuple([finite, finite, finite, finite], "is not a list of 4 numbers");

export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, { error: ({ input }) => `is not one of ${names.join(", ")}${didYouMean(input, names)}` });
}

/** Of objects with a `type` that is none of these: `is not a shape: its type is not one of sphere, box`. */
export function notOfType(what: string, types: readonly string[]) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      `is not ${what}: its type is not one of ${types.join(", ")}${didYouMean(isFields(input) ? input.type : undefined, types)}`,
  };
}

export const count = z.int("is not a whole number").positive("is not positive");

/** Whether a value is an object with fields, not a list. */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
