/**
 * What running a study of kind `simulation` returns: plain data, the content of result.json.
 */

import type { Checkpoint, RunLedger, SimulationTolerances, SteppedStretch } from "../../simulation/loop/simulation.js";
import type { Accumulation } from "../../simulation/record/accumulation.js";
import type { RecordedEvent, RecordedWarning, SimulationRecord, SimulationSeries } from "../../simulation/record/record.js";
import type { RunDerivatives } from "../format/derivative-result.js";
import type { SimulationStudy } from "./schema.js";

/** Where a body is and how it moves. */
export interface BodyState {
  /** Of the centre of mass, m, world axes. */
  readonly position: readonly [number, number, number];
  /** Unit quaternion [x, y, z, w], body to world. */
  readonly orientation: readonly [number, number, number, number];
  /** Of the centre of mass, m/s. */
  readonly velocity: readonly [number, number, number];
  /** rad/s, world axes. */
  readonly angularVelocity: readonly [number, number, number];
}

/** Where a revolute or prismatic joint is and how it moves. */
export interface JointState {
  /** Whether its value is an angle, rad, or a length, m. */
  readonly type: "revolute" | "prismatic";
  /** rad or m. */
  readonly position: number;
  /** rad/s or m/s. */
  readonly speed: number;
}

/** Something that a reader of the result should know. */
export interface SimulationWarning {
  /** Stable name for programs. */
  readonly code: RecordedWarning["code"] | "too-many-events" | "work-limit" | "open-ledger" | "no-contacts" | "stepped";
  /** One sentence for people; of those that came several times the first. */
  readonly message: string;
  /** How often. Only of warnings of impacts. */
  readonly count?: number;
  /** When first, s. Only of warnings of impacts. */
  readonly time?: number;
}

/** The run beside one at a tenth of its tolerances. */
export interface Verification {
  /** Of the places in the series, m, and of orientations times the size: what counts as the same. */
  readonly within: number;
  /** The first row at which a body is farther off than that, s; null: none is. */
  readonly differsFrom: number | null;
  /** The body that is. */
  readonly body: string | null;
  /** Largest difference of a place over all rows, m, orientations times the size. */
  readonly largest: number;
  /** Energy at the end of the run, and of the one beside it, J. */
  readonly energy: readonly [number, number];
  /** What the run beside it used. */
  readonly tolerances: SimulationTolerances;
}

/** What running a study of kind `simulation` returns. */
export interface SimulationResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "simulation";
  /** Of the study. */
  readonly title: string;
  /**
   * `finished`: the duration is over; `rest`: everything came to rest before; `too-many-events`: stopped, see `tolerances.mostEvents`;
   * `work-limit`: stopped, see `tolerances.mostWork`.
   */
  readonly status: "finished" | "rest" | "too-many-events" | "work-limit";
  /** Reached, s: the duration, or when everything came to rest, or when the run stopped. */
  readonly time: number;
  /** Asked for, s. */
  readonly duration: number;
  /** As used: given, or the defaults for these bodies. */
  readonly tolerances: SimulationTolerances;
  /** How many impacts each law resolved. */
  readonly laws: Readonly<Record<string, number>>;
  /** The moving bodies by name, at the end. */
  readonly bodies: Readonly<Record<string, BodyState>>;
  /** Revolute and prismatic joints by the names of their links, at the end. Only of scenes with such joints. */
  readonly joints?: Readonly<Record<string, JointState>>;
  /** Over the whole run. */
  readonly ledger: RunLedger;
  /** Stretches of time that went by steps. Absent: all of it went by events. */
  readonly stepped?: readonly SteppedStretch[];
  /** How far a run at a tenth of the tolerances agrees. Only where `verify` was asked for. */
  readonly verification?: Verification;
  /** How numbers of this result change with numbers of the study. Only where `derivatives` was asked for. */
  readonly derivatives?: RunDerivatives;
  /** Where sequences of bounces end that were followed down to `tolerances.contactSpeed` and then closed. */
  readonly accumulations: readonly Accumulation[];
  /** None if there is nothing to say. */
  readonly warnings: readonly SimulationWarning[];
  /** What happened, in order. */
  readonly events: readonly RecordedEvent[];
  /** What was recorded against time. */
  readonly series: SimulationSeries;
}

/** A run that is not over, as plain data: everything needed to go on to the same bits. */
export interface RunCheckpoint {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "checkpoint";
  /** What is being run. */
  readonly study: SimulationStudy;
  /** Where it is. */
  readonly simulation: Checkpoint;
  /** What was recorded so far. */
  readonly record: SimulationRecord;
}
