/** Fields of a study that stand beside its text, and values at their places in it. */
import type { Step } from "./json-place.js";

export interface CommonField {
  readonly label: string;
  readonly path: readonly Step[];
  readonly unit?: string;
  readonly kind: "number" | "text";
}

export function numberField(label: string, path: readonly Step[], unit?: string): CommonField {
  return { label, path, kind: "number", ...(unit === undefined ? {} : { unit }) };
}

export function valueAt(value: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === "object" && inner !== null ? (inner as Record<Step, unknown>)[step] : undefined),
    value,
  );
}

/** The same with another value at the path; everything else is kept as it is. */
export function withValue(value: unknown, [step, ...rest]: readonly Step[], next: unknown): unknown {
  if (step === undefined) return next;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? withValue(item, rest, next) : item));
  const object = (typeof value === "object" && value !== null ? value : {}) as Record<Step, unknown>;
  return { ...object, [step]: withValue(object[step], rest, next) };
}
