/**
 * From JSON to a study, or to one line that says what is wrong: path, value, what was expected.
 */
import { parseAmong, type ReadableKind } from "./format/parse.js";
import { readJson } from "./format/read-json.js";
import { KINDS, type Kind, kindNamed, kinds, type Study, type StudyOf } from "./kinds.js";

/** A study from the text of its file, and the texts of the files it names (`filesNamedIn`), by name. */
export function parseStudyText(text: string, files?: ReadonlyMap<string, string>): Study;
/** The same where only one kind will do: a study of another throws InvalidInputError. */
export function parseStudyText<K extends Kind>(text: string, kind: K, files?: ReadonlyMap<string, string>): StudyOf<K>;
export function parseStudyText(
  text: string,
  second?: Kind | ReadonlyMap<string, string>,
  third: ReadonlyMap<string, string> = new Map(),
): Study {
  const [kind, files] = typeof second === "string" ? [second, third] : [undefined, second ?? third];
  const value = readJson(text);
  const named = kindGiven(value);
  const filled = named === undefined ? value : (kindNamed(named).files?.filled(value, files) ?? value);
  return kind === undefined ? parseStudy(filled) : parseStudy(filled, kind);
}

/** The kind that a value has by its type; any kind, where the type does not say. */
export type KindIn<Value> = 0 extends 1 & Value ? Kind : Value extends { readonly kind: infer K extends Kind } ? K : Kind;

/**
 * A study from a value such as JSON.parse returns; throws InvalidInputError naming the first field that is wrong. A value written down with
 * its kind gives a study of that kind.
 */
export function parseStudy<const Value>(value: Value): StudyOf<KindIn<Value>>;
/** The same where only one kind will do: a study of another throws InvalidInputError. */
export function parseStudy<K extends Kind>(value: unknown, kind: K): StudyOf<K>;
export function parseStudy(value: unknown, kind?: Kind): Study {
  // Not `kind !== undefined`: `studies.map(parseStudy)` gives a place as the second argument.
  return parseAmong<Study>(
    value,
    kinds as unknown as Readonly<Record<string, ReadableKind<Study>>>,
    typeof kind === "string" ? kind : undefined,
  );
}

/**
 * Names of the files that a study refers to, each once, from the study's text. Where a file it names may name others, they are found once
 * its text is given.
 */
export function filesNamedIn(text: string, files: ReadonlyMap<string, string> = new Map()): string[] {
  const value = readJson(text);
  const kind = kindGiven(value);
  return kind === undefined ? [] : [...new Set(kindNamed(kind).files?.named(value, files) ?? [])];
}

/** The kind that a value says it is a study of, if there is such a kind. */
function kindGiven(value: unknown): Kind | undefined {
  const given = typeof value === "object" && value !== null ? (value as { readonly kind?: unknown }).kind : undefined;
  return KINDS.find((kind) => kind === given);
}
