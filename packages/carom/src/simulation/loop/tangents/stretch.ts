/** A stretch of a motion with frozen modes, and what it takes to move columns along it. */
import type { Flight } from "../../system/mechanical-system.js";
import type { Column, Lens, Scales } from "./columns.js";
import type { FrozenCluster, FrozenEvaluator, State } from "./frozen.js";
import type { Miss } from "./misses.js";

export interface FlowSources {
  readonly base: Lens;
  readonly scales: Scales;
  readonly evaluator: FrozenEvaluator;
  readonly columns: readonly Column[];
  readonly relativeTolerance: number;
}

/** A cluster on its way from a state. */
export interface Stretch {
  readonly cluster: FrozenCluster;
  readonly from: State;
  /** In closed form, where it is known. */
  readonly flight: Flight | undefined;
  /** Of slips that begin, two for each contact; one array for each column. */
  readonly turns: readonly Float64Array[];
  /** Where it ended, once it has. */
  readonly to: State | undefined;
  /** What it all but touched on its way. */
  readonly misses: Miss[];
}

/** How slips that begin turn along a column. */
export function turnsOf({ columns }: FlowSources, { turns }: Stretch, { coordinates }: Column): Float64Array {
  return turns[columns.findIndex((column) => column.coordinates === coordinates)];
}
