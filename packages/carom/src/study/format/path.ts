/** Paths as people write them, `contacts[0].friction`: into a study, or into a result. */
import { InvalidInputError } from "../../errors.js";
import type { PathStep } from "./read-json.js";

const STEP = /(?:^|\.)([^.[\]"\s]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The steps of a path; undefined where it is none. */
export function pathSteps(text: string): PathStep[] | undefined {
  const steps: PathStep[] = [];
  const step = new RegExp(STEP);
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (match === null) return undefined;
    steps.push(match[1] ?? (match[2] === undefined ? (JSON.parse(match[3]) as string) : Number(match[2])));
  }
  return steps.length === 0 ? undefined : steps;
}

/** What a kind offers besides the fields of its result, by name; undefined: no quantity of this name. */
export type QuantityNamed = (name: string, key: PathStep | undefined) => unknown;

/** The value that `what` names in a result or among its quantities, or the quotient of two; throws InvalidInputError at `path`. */
export function lookUpIn(result: unknown, quantity: QuantityNamed, what: string, path: string): number | string | boolean {
  const [numerator, denominator, ...more] = what.split(" / ").map((operand) => {
    const steps = pathSteps(operand.trim());
    if (steps === undefined) throw new InvalidInputError(path, what, "is not a path such as outcome.impulse[2]");
    const [first, ...rest] = steps;
    const found = quantity(String(first), rest[0]);
    return found === undefined ? valueAt(result, steps, what, path) : valueAt(found, rest, what, path);
  });
  if (denominator === undefined) return numerator!;
  if (more.length > 0 || typeof numerator !== "number" || typeof denominator !== "number")
    throw new InvalidInputError(path, what, "is not the quotient of two numbers of the result");
  return numerator / denominator;
}

function valueAt(root: unknown, steps: readonly PathStep[], what: string, path: string): number | string | boolean {
  let value = root;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      throw new InvalidInputError(path, what, `is not in the result (no ${step})`);
    value = (value as Record<PathStep, unknown>)[step];
  }
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  throw new InvalidInputError(path, what, "names a list or an object of the result, not one value");
}
