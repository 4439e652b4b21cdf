/**
 * Which way a simulation went: its impacts in their order, by the contacts that struck together and how they slipped. What happens several
 * times in a row is told once, with how often: `a slides > b sticks, 12 times`.
 */
import type { WordOptions } from "../format/kind.js";
import { impactsOf } from "./impacts.js";
import type { SimulationResult } from "./result.js";

export function simulationWord(
  result: Pick<SimulationResult, "events">,
  { first = Number.POSITIVE_INFINITY, slip: says = true }: WordOptions = {},
): string {
  const impacts = impactsOf(result);
  if (impacts.length === 0) return "no impact";
  const words = impacts
    .slice(0, first)
    .map(({ contacts }) => contacts.map(({ contact, slip }) => (says ? `${contact} ${slip}` : contact)).join(" + "));
  const told: { readonly word: string; times: number }[] = [];
  for (const word of words) {
    const last = told.at(-1);
    if (last?.word === word) last.times++;
    else told.push({ word, times: 1 });
  }
  return told.map(({ word, times }) => (times === 1 ? word : `${word}, ${times} times`)).join(" > ");
}

/** Why a run is not all that was asked for. */
export function simulationShortfall({ status }: Pick<SimulationResult, "status">): string | undefined {
  if (status === "too-many-events") return "has too many events in a tenth of a second (tolerances.mostEvents)";
  return status === "work-limit" ? "takes all the work it may (tolerances.mostWork)" : undefined;
}
