/** Which way an impact went: its events in their order, and how each contact slipped. */
import type { ImpactEvent, ImpactOutcome } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { WordOptions } from "../format/kind.js";
import { contactName } from "./words.js";

/** What the word of an impact is made of. */
export interface WordedImpact {
  readonly problem: Pick<ContactProblem, "contacts">;
  readonly outcome: { readonly events: readonly Pick<ImpactEvent, "kind" | "contact">[]; readonly slip: ImpactOutcome["slip"] };
}

export function impactWord(
  { problem, outcome: { events, slip } }: WordedImpact,
  { first = Number.POSITIVE_INFINITY, slip: says = true }: WordOptions = {},
): string {
  if (events.length === 0) return "untouched";
  const several = problem.contacts.length > 1;
  const told = events.filter(({ kind }) => kind !== "end" && (says || (kind !== "slip-stop" && kind !== "slip-start")));
  const words = told
    .slice(0, first)
    .map(({ kind, contact }) => (several && contact !== undefined ? `${contactName(problem, contact)} ${kind}` : kind));
  return `${words.join(" > ")}${says ? `: ${slip.join(" ")}` : ""}`;
}
