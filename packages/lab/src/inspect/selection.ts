/** What is selected in a run, as the address has it: `body:ball`, `contact:ball/floor`, `impact:2` (counted from 1). */
import type { Run } from "../player/run.js";

export type Selection =
  | { readonly kind: "body"; readonly name: string }
  | { readonly kind: "contact"; readonly name: string }
  | { readonly kind: "impact"; readonly index: number };

export function selectionText(selection: Selection | undefined): string | undefined {
  if (selection === undefined) return undefined;
  return selection.kind === "impact" ? `impact:${selection.index + 1}` : `${selection.kind}:${selection.name}`;
}

/** Undefined where the run has no such thing, or not yet. */
export function selectionOf(text: string | undefined, { impacts, series }: Run, contacts: readonly string[]): Selection | undefined {
  const [, kind, name] = /^(body|contact|impact):(.+)$/.exec(text ?? "") ?? [];
  if (kind === undefined || name === undefined) return undefined;
  if (kind === "impact") return impacts[Number(name) - 1] === undefined ? undefined : { kind, index: Number(name) - 1 };
  if (kind === "body") return series.bodies[name] === undefined ? undefined : { kind, name };
  return contacts.includes(name) ? { kind: "contact", name } : undefined;
}
