/** What changed at contacts that were closed or are, as events. */
import { type ClosedContact, sticks } from "../contact/closed-contact.js";
import { UNLOADED } from "../contact/force-problem.js";
import type { SimulationEvent } from "./interface.js";

/** @param before those that were closed, by the keys of their features */
export function modeChanges(before: ReadonlyMap<string, ClosedContact>, closed: readonly ClosedContact[], time: number): SimulationEvent[] {
  const events: SimulationEvent[] = [];
  const shut = new Set(closed.map(({ touch }) => touch.feature.key));
  for (const { touch, mode } of closed) {
    const { key } = touch.feature;
    const was = before.get(key);
    if (was === undefined) events.push({ kind: "contact", time, feature: key });
    else if (sticks(mode) !== sticks(was.mode) && mode !== UNLOADED)
      events.push({ kind: sticks(mode) ? "stick" : "slip", time, feature: key });
  }
  for (const key of before.keys()) if (!shut.has(key)) events.push({ kind: "leave", time, feature: key });
  return events;
}
