import type { RecordedImpact } from "../../simulation/record/record.js";
import type { SimulationResult } from "./result.js";

/** The impacts among the events of a run, in their order. */
export function impactsOf({ events }: Pick<SimulationResult, "events">): RecordedImpact[] {
  return events.filter((event): event is RecordedImpact => event.kind === "impact");
}
