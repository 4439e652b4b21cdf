/** The fields that people change most, by kind. */
import type { Study } from "carom/study";
import type { Step } from "./json-place.js";

export interface CommonField {
  readonly label: string;
  readonly path: readonly Step[];
  readonly unit?: string;
  readonly kind: "number" | "text";
}

export function commonFields(study: Study): readonly CommonField[] {
  const title: CommonField = { label: "Title", path: ["title"], kind: "text" };
  const number = (label: string, path: readonly Step[], unit?: string): CommonField => ({
    label,
    path,
    kind: "number",
    ...(unit === undefined ? {} : { unit }),
  });
  switch (study.kind) {
    case "impact":
      return [title, number("Friction", ["contacts", 0, "friction"]), number("Restitution", ["contacts", 0, "restitution"])];
    case "simulation": {
      const material: readonly Step[] = study.contacts === undefined || study.contacts.length === 0 ? ["material"] : ["contacts", 0];
      return [
        title,
        number("Duration", ["duration"], "s"),
        number("Friction", [...material, "friction"]),
        number("Restitution", [...material, "restitution"]),
      ];
    }
    case "clatter": {
      const body = study.rod === undefined ? "plate" : "rod";
      return [title, number("Restitution", [body, "restitution"]), number("Impact speed", [body, "impactSpeed"], "m/s")];
    }
    default:
      return [title];
  }
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
