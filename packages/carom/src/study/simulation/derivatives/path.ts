/**
 * Paths to numbers in a study, such as `bodies.cube.velocity[2]`: read, and the study with the number moved.
 */
import { didYouMean } from "../../../did-you-mean.js";
import { InvalidInputError } from "../../../errors.js";
import { isFields } from "../../format/fields.js";

/** Names and places of a list, from the outside in. */
export type Steps = readonly (string | number)[];

/** `a.b[2].c` as steps. Names of bodies may hold dots and brackets: those that are known are taken whole. */
export function stepsOf(path: string, names: readonly string[]): Steps | undefined {
  const [, first, after = ""] = /^([^.[]+)(.*)$/s.exec(path) ?? [];
  if (first === undefined) return undefined;
  const steps: (string | number)[] = [first];
  let rest = after;
  while (rest !== "") {
    const own = rest.startsWith(".") ? longestName(rest.slice(1), steps.length === 1 ? names : []) : undefined;
    const match = /^\[(\d+)\]|^\.([^.[\]]+)/s.exec(rest);
    if (own !== undefined) {
      steps.push(own);
      rest = rest.slice(1 + own.length);
    } else if (match !== null) {
      steps.push(match[1] === undefined ? match[2] : Number(match[1]));
      rest = rest.slice(match[0].length);
    } else return undefined;
  }
  return steps;
}

function longestName(text: string, names: readonly string[]): string | undefined {
  const begins = (name: string) => text.startsWith(name) && (text.length === name.length || /^[.[]/.test(text.slice(name.length)));
  return names.filter(begins).sort((a, b) => b.length - a.length)[0];
}

/** The number at some steps; throws InvalidInputError that names `field` where there is none. */
export function numberAt(root: unknown, steps: Steps, path: string, field: string): number {
  let value = root;
  steps.forEach((step) => {
    const known = isFields(value) ? Object.keys(value) : [];
    const next = typeof step === "number" ? (Array.isArray(value) ? value[step] : undefined) : isFields(value) ? value[step] : undefined;
    if (next === undefined || (isFields(value) && !Object.hasOwn(value, step)))
      throw new InvalidInputError(field, path, unknownStep(value, step, known));
    value = next;
  });
  if (typeof value !== "number") throw new InvalidInputError(field, path, "does not lead to a number");
  return value;
}

function unknownStep(value: unknown, step: string | number, known: readonly string[]): string {
  if (Array.isArray(value)) return `leads nowhere: there are ${value.length} places where it says ${step}`;
  if (known.length === 0) return `leads nowhere: nothing is inside where it says ${step}`;
  return `leads nowhere: ${step} is not one of ${known.join(", ")}${didYouMean(String(step), known)}`;
}

/** The same with another number at some steps; what is not on the way is shared. */
export function withNumber<Root>(root: Root, steps: Steps, value: number): Root {
  if (steps.length === 0) return value as Root;
  const [step, ...rest] = steps;
  if (Array.isArray(root)) return root.map((entry, i) => (i === step ? withNumber(entry as unknown, rest, value) : entry)) as Root;
  const fields = root as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: withNumber(fields[step], rest, value) } as Root;
}

/** The longest of the numbers beside one in its list, or the number itself: what counts as large there. */
export function magnitudeAt(root: unknown, steps: Steps): number {
  let value = root;
  let list: readonly unknown[] = [];
  for (const step of steps) {
    list = Array.isArray(value) ? value : [];
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  const numbers = [value, ...list].filter((entry): entry is number => typeof entry === "number");
  return numbers.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
