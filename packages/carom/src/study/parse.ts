/**
 * From JSON to a study, or to one line that says what is wrong: path, value, what was expected.
 */
import type { z } from "zod";
import { InvalidInputError } from "../errors.js";
import { battingStudySchema } from "./batting-schema.js";
import { clatterStudySchema } from "./clatter-schema.js";
import { elasticRodStudySchema } from "./elastic-rod-schema.js";
import { withFiles } from "./ground-record.js";
import { pickupStudySchema } from "./pickup-schema.js";
import { type PathStep, pathText, readJson } from "./read-json.js";
import { restShapeStudySchema } from "./rest-shape-schema.js";
import { bodiesStudySchema, FORMS, KINDS, problemStudySchema, type Study, systemStudySchema, VERSIONS } from "./schema.js";
import { simulationStudySchema } from "./simulation-schema.js";

/** A study from the text of its file, and the texts of the files it names (`filesNamedIn`), by name. */
export function parseStudyText(text: string, files: ReadonlyMap<string, string> = new Map()): Study {
  return parseStudy(withFiles(readJson(text), files));
}

/** A study from a value such as JSON.parse returns; throws InvalidInputError naming the first field that is wrong. */
export function parseStudy(value: unknown): Study {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidInputError("", value, "is not a study: a study is an object");
  const given = value as Readonly<Record<string, unknown>>;
  checkMember("carom", given.carom, VERSIONS, "is not a format version this carom reads; it reads");
  checkMember("kind", given.kind, KINDS, "is not a kind of study this carom runs; it runs");

  if (given.kind === "simulation") return parseWith<Study>(simulationStudySchema, value);
  if (given.kind === "elastic-rod") return parseWith<Study>(elasticRodStudySchema, value);
  if (given.kind === "pickup") return parseWith<Study>(pickupStudySchema, value);
  if (given.kind === "rest-shape") return parseWith<Study>(restShapeStudySchema, value);
  if (given.kind === "batting") return parseWith<Study>(battingStudySchema, value);
  if (given.kind === "clatter") return parseWith<Study>(clatterStudySchema, value);
  const [form, second] = FORMS.filter((name) => given[name] !== undefined);
  if (form === undefined) throw new InvalidInputError("bodies", undefined, `is given: a study has one of ${FORMS.join(", ")}`);
  if (second !== undefined)
    throw new InvalidInputError(second, given[second], `is given besides ${form}: a study has one of ${FORMS.join(", ")}`);
  return parseWith<Study>({ bodies: bodiesStudySchema, system: systemStudySchema, problem: problemStudySchema }[form], value);
}

function checkMember(field: string, value: unknown, known: readonly unknown[], complaint: string): void {
  if (value === undefined) throw new InvalidInputError(field, value, `is given (it is required): ${known.join(", ")}`);
  if (!known.includes(value)) throw new InvalidInputError(field, value, `${complaint} ${known.join(", ")}`);
}

function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
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
