/** Numbers of a lesson: found in results, and written into its sentences. */
import type { StudyResult } from "carom/study";
import type { Fact, Lesson, Settings, Writing } from "./lesson.js";

const EVENT_KINDS = ["impact", "contact", "leave", "stick", "slip", "rest"];

/** `a.b[0]["c d"]` as its parts. */
function keysOf(path: string): (string | number)[] {
  return [...path.matchAll(/\["([^"]+)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, quoted, index, plain]) =>
    index === undefined ? (quoted ?? plain) : Number(index),
  );
}

type Open = Record<string | number, unknown>;

/** Names that would reach out of the study. */
const FORBIDDEN = new Set<string | number>(["__proto__", "constructor", "prototype"]);

/** A copy of a study in which these paths have these values. Throws an Error that names the path. */
export function withSettings(study: object, ...settings: readonly (Settings | undefined)[]): object {
  const copy = structuredClone(study) as Open;
  for (const [path, value] of settings.flatMap((one) => Object.entries(one ?? {}))) {
    const keys = keysOf(path);
    const last = keys.pop();
    const place = keys.reduce<unknown>((at, key) => (isOpen(at) && !FORBIDDEN.has(key) ? at[key] : undefined), copy);
    if (!isOpen(place) || last === undefined || FORBIDDEN.has(last)) throw new Error(`${path} is no path of this study`);
    if (value === null) delete place[last];
    else place[last] = structuredClone(value);
  }
  return copy;
}

function isOpen(value: unknown): value is Open {
  return typeof value === "object" && value !== null;
}

interface WithEvents {
  readonly events?: readonly { readonly kind: string }[];
}

/** What stands at a path; `impact[2]` is the third impact among the events. */
function at(result: StudyResult, path: string): unknown {
  const keys = keysOf(path.trim());
  const follow = (from: unknown, way: readonly (string | number)[]) =>
    way.reduce<unknown>((value, key) => (isOpen(value) ? value[key] : undefined), from);
  const { events } = result as WithEvents;
  const [kind, place, ...more] = keys;
  if (events !== undefined && EVENT_KINDS.includes(String(kind)) && typeof place === "number")
    return follow(events.filter((event) => event.kind === kind)[place], more);
  return follow(result, keys);
}

/** NaN where there is no such number. */
export function evaluate(result: StudyResult, what: string): number {
  const call = /^(\w+)\((.*)\)$/.exec(what);
  const parts = call?.[2].split(",").map((part) => part.trim()) ?? [];
  switch (call?.[1]) {
    case "count":
      return ((result as WithEvents).events ?? []).filter(({ kind }) => kind === parts[0]).length;
    case "hypot":
      return Math.hypot(...parts.map((part) => evaluate(result, part)));
    case "turn":
      return turnBetween(at(result, parts[0]), at(result, parts[1]));
  }
  for (const [sign, join] of [
    [" / ", (a: number, b: number) => a / b],
    [" - ", (a: number, b: number) => a - b],
  ] as const) {
    const [left, right, ...others] = what.split(sign);
    if (right !== undefined && others.length === 0) return join(evaluate(result, left), evaluate(result, right));
  }
  const found = Number.isFinite(Number(what)) ? Number(what) : at(result, what);
  return typeof found === "number" ? found : Number.NaN;
}

/** Degrees between two slips. */
function turnBetween(a: unknown, b: unknown): number {
  if (!Array.isArray(a) || !Array.isArray(b)) return Number.NaN;
  const cosine = (a[0] * b[0] + a[1] * b[1]) / (Math.hypot(a[0], a[1]) * Math.hypot(b[0], b[1]));
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

/** A number as a sentence has it. */
export function written(value: number, { times = 1, digits = 3, unit = "", absolute = false }: Writing = {}): string {
  const scaled = (absolute ? Math.abs(value) : value) * times;
  const text = Math.abs(scaled).toFixed(digits);
  const sign = scaled < 0 && Number(text) !== 0 ? "\u2212" : "";
  return `${sign}${text}${unit === "" ? "" : `\u00a0${unit}`}`;
}

/** A sentence with its numbers; those that are not computed yet as they were when the lesson was written. */
export function filledIn(text: string, { facts }: Lesson, computed: ReadonlyMap<string, number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => written(computed.get(name) ?? facts[name].value, facts[name].as));
}

/** Facts of one study: computed together. */
export interface FactGroup {
  readonly study: string;
  readonly settings: readonly (Settings | undefined)[];
  readonly facts: readonly (readonly [name: string, fact: Fact])[];
}

/** @param names of facts */
export function groupsOf(lesson: Lesson, names: Iterable<string>): FactGroup[] {
  const groups = new Map<string, { study: string; settings: (Settings | undefined)[]; facts: [string, Fact][] }>();
  for (const name of new Set(names)) {
    const fact = lesson.facts[name];
    const settings = [fact.study === undefined ? lesson.set : undefined, fact.on];
    const key = JSON.stringify([fact.study, settings]);
    const group = groups.get(key) ?? { study: fact.study ?? lesson.study, settings, facts: [] };
    group.facts.push([name, fact]);
    groups.set(key, group);
  }
  return [...groups.values()];
}
