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
  /** How parts fly, column by column, of those that have been asked for. */
  readonly flights: Map<number, readonly ColumnFlight[]>;
  /** Rows of numbers to work in, by place and length; whoever starts to fly has them until it ends. */
  readonly rows: (place: number, length: number) => Float64Array;
}

/** With the systems of a column a part flies as it does, or otherwise, or in no form that is known. */
export type ColumnFlight = "same" | "other" | "none";

/** A cluster on its way from a state. */
export interface Stretch {
  readonly cluster: FrozenCluster;
  readonly from: State;
  /** In closed form, where it is known. */
  readonly flight: Flight | undefined;
  /** Of slips that begin, two for each contact; one array for each column. Empty: there are no contacts. */
  readonly turns: readonly Float64Array[];
  /** Where it ended, once it has. */
  readonly to: State | undefined;
  /** What it all but touched on its way. */
  readonly misses: Miss[];
}

const NO_TURNS = new Float64Array(0);

/** How slips that begin turn along a column. */
export function turnsOf({ columns }: FlowSources, { turns }: Stretch, { coordinates }: Column): Float64Array {
  return turns[columns.findIndex((column) => column.coordinates === coordinates)] ?? NO_TURNS;
}
