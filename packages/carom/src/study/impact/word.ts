/** Which way an impact went: its events in their order, and how each contact slipped. */
import type { WordOptions } from "../format/kind.js";
import type { ImpactResult } from "./result.js";
import { contactName } from "./words.js";

export function impactWord(
  { problem, outcome: { events, slip } }: Pick<ImpactResult, "problem" | "outcome">,
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
