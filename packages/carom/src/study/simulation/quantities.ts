/**
 * The events of a simulation by kind, so that a row of `published` can ask for `impact[3].time`.
 */
import type { RecordedEvent } from "../../simulation/record/record.js";
import type { SimulationResult } from "./result.js";
import type { SimulationStudy } from "./schema.js";

/** Undefined where no event is of this kind. */
export function simulationQuantity(
  name: string,
  _study: SimulationStudy,
  _key: string | number | undefined,
  { events }: SimulationResult,
): readonly RecordedEvent[] | undefined {
  const found = events.filter(({ kind }) => kind === name);
  return found.length === 0 ? undefined : found;
}
