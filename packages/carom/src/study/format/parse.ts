/**
 * From a value such as JSON.parse returns to a study of one kind, or to one line that says what is wrong: path, value, what was expected.
 */
import type { z } from "zod";
import { didYouMean } from "../../did-you-mean.js";
import { InvalidInputError } from "../../errors.js";
import { VERSIONS } from "./head.js";
import { type PathStep, pathText } from "./read-json.js";

/** An object, as every study is one. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidInputError("", value, "is not a study: a study is an object");
  return value as Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** What is needed of a row of the registry to read a study of its kind. */
export interface ReadableKind<T> {
  readonly schemas: readonly [z.ZodType<T>, ...z.ZodType<T>[]];
  readonly formOf?: (given: Fields) => z.ZodType<T>;
}

/** A study of one of several kinds, by their names; throws InvalidInputError naming the first field that is wrong. */
export function parseAmong<T>(value: unknown, rows: Readonly<Record<string, ReadableKind<T>>>, only?: string): T {
  const given = fieldsOf(value);
  checkMember(given, "carom", VERSIONS, "is not a format version this carom reads; it reads");
  checkMember(given, "kind", Object.keys(rows), "is not a kind of study this carom runs; it runs");
  if (only !== undefined && given.kind !== only) throw new InvalidInputError("kind", given.kind, `is not ${only}, which is asked for`);
  const { schemas, formOf } = rows[given.kind as string];
  return parseWith(formOf?.(given) ?? schemas[0], value);
}

/** Throws InvalidInputError where a field is missing or not one of those known. */
export function checkMember(given: Fields, field: string, known: readonly (string | number)[], complaint: string): void {
  const value = given[field];
  if (value === undefined) {
    checkSpelling(given, [field], "every study has carom, kind and title");
    throw new InvalidInputError(field, value, `is given (it is required): ${known.join(", ")}`);
  }
  if (!known.some((member) => member === value))
    throw new InvalidInputError(field, value, `${complaint} ${known.join(", ")}${didYouMean(value, known.map(String))}`);
}

/** Throws InvalidInputError naming a field that is there and spelt almost as one that is missing. */
export function checkSpelling(given: Fields, missing: readonly string[], why: string): void {
  for (const [name, value] of Object.entries(given)) {
    const meant = didYouMean(name, missing);
    if (meant !== "") throw new InvalidInputError(pathText([name]), value, `is given for an unknown field; ${why}${meant}`);
  }
}

/** The value as its schema makes it; throws InvalidInputError naming the first field that is wrong. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw complaint(parsed.error.issues, value);
}

type Issue = z.core.$ZodIssue;

/** The most helpful of zod's issues. A misspelt name makes two, one field unknown and one missing: the unknown one tells more. */
function complaint(issues: readonly Issue[], value: unknown): InvalidInputError {
  const { issue, path } = innermost(issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0], [], value);
  const at: PathStep[] = issue.code === "unrecognized_keys" ? [...path, issue.keys[0]] : path;
  const found = issue.code === "invalid_key" ? at[at.length - 1] : valueAt(value, at);
  // A custom message already speaks of what is missing; the others only of a wrong type.
  const missing = found === undefined && issue.code !== "custom";
  return new InvalidInputError(pathText(at), found, missing ? "is given (it is required)" : issue.message);
}

/** Where a value fits none of several forms, the issue of the form it comes closest to; the union's own if all fail at the root. */
function innermost(issue: Issue, base: readonly PathStep[], value: unknown): { issue: Issue; path: PathStep[] } {
  const path = [...base, ...(issue.path as PathStep[])];
  if (issue.code === "invalid_union") {
    const close = issue.errors.filter(
      (branch) =>
        branch.length > 0 &&
        !branch.some(({ path: within, code }) => within.length === 0 && code !== "unrecognized_keys" && code !== "custom"),
    );
    const here = valueAt(value, path);
    const closest = close.sort((a, b) => misfits(a, here) - misfits(b, here) || a.length - b.length)[0];
    if (closest !== undefined) return innermost(closest.find(({ code }) => code === "unrecognized_keys") ?? closest[0], path, value);
  }
  if (issue.code === "invalid_key") return { issue: { ...issue, message: issue.issues[0].message }, path };
  return { issue, path };
}

/** How many issues are of fields that a form does not know or lacks: a value with the fields of another form is meant to be that one. */
function misfits(issues: readonly Issue[], value: unknown): number {
  return issues.filter(
    ({ code, path }) =>
      code === "unrecognized_keys" || (path.length === 1 && code !== "custom" && valueAt(value, path as PathStep[]) === undefined),
  ).length;
}

function valueAt(value: unknown, path: readonly PathStep[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === "object" && inner !== null ? (inner as Record<PathStep, unknown>)[step] : undefined),
    value,
  );
}
