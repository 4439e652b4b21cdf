/**
 * What a simulation is asked and what it tells: tolerances, events, the ledger, forces, checkpoints.
 */
import type { ContactMode } from "../contact/closed-contact.js";
import type { SimulationTolerances } from "../contact/tolerances.js";
import type { ImpactChoice, ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Feature } from "../system/mechanical-system.js";

export type { ContactMode, SimulationTolerances };

export interface SimulationOptions extends Partial<SimulationTolerances> {
  /** Law of the impacts and its options. Default: by the number of contacts. */
  readonly impact?: ImpactChoice;
}

export type SimulationEventKind =
  | "impact"
  /** A contact stays closed from here on. */
  | "contact"
  /** A contact that was closed is open from here on. */
  | "leave"
  | "stick"
  | "slip"
  | "rest";

export interface SimulationEvent {
  readonly kind: SimulationEventKind;
  /** s. */
  readonly time: number;
  /** The feature's key; absent for an impact (which has several) and for rest. */
  readonly feature?: string;
  /** Only of impacts. */
  readonly impact?: ResolvedImpact;
}

/** Where the energy went, J: before - after = sum of the losses - applied + residual. */
export interface RunLedger {
  /** Kinetic and potential energy at the beginning. */
  readonly before: number;
  /** Kinetic and potential energy now. */
  readonly now: number;
  readonly impactLoss: number;
  readonly frictionLoss: number;
  /** Taken out (or, negative, put in) by bringing the state back onto its contacts. */
  readonly projectionLoss: number;
  /** Work of applied forces without a potential: of loads, motors, and ground that is moved. */
  readonly appliedWork: number;
  readonly residual: number;
}

export interface ContactForce {
  readonly feature: Feature;
  readonly point: readonly [number, number, number];
  /** On the first body, N: tangent 1, tangent 2, normal. */
  readonly force: readonly [number, number, number];
  /** The same in world axes. */
  readonly worldForce: readonly [number, number, number];
  readonly mode: ContactMode;
}

export type SimulationStatus = "running" | "rest" | "too-many-events";

/** Everything needed to go on, as plain data. */
export interface Checkpoint {
  readonly time: number;
  readonly coordinates: readonly number[];
  readonly speeds: readonly number[];
  readonly status: SimulationStatus;
  readonly closed: readonly { readonly key: string; readonly mode: number; readonly direction: readonly [number, number] }[];
  readonly departing: readonly string[];
  readonly ledger: readonly number[];
  /** Events in the present tenth of a second, for `mostEvents`. Default: none. */
  readonly recentEvents?: number;
}

export interface Simulation {
  readonly time: number;
  readonly status: SimulationStatus;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly contactSpeed: number;
  /** As given, or the defaults for this system. */
  readonly tolerances: SimulationTolerances;
  /** Goes on to the time, or to rest. `observe` is told every event as it happens and every stretch of motion with its interpolation. */
  advance(until: number, observe?: SimulationObserver): SimulationStatus;
  ledger(): RunLedger;
  /** Forces of the closed contacts at the present state. */
  contactForces(): ContactForce[];
  checkpoint(): Checkpoint;
}

export interface SimulationObserver {
  readonly event?: (event: SimulationEvent) => void;
  /** Something was decided that is not exactly as asked, and when, s. `calmed-slip`: slow slip that changed too often was taken for rest.
   * `locked-contacts`: contacts for which there are no forces within their friction were taken to stick. */
  readonly warning?: (code: "calmed-slip" | "locked-contacts", message: string, time: number) => void;
  /**
   * A stretch of motion from `from` to `to`: `stateAt` writes coordinates and speeds at a time within. Looking does not change the motion.
   */
  readonly motion?: (
    from: number,
    to: number,
    stateAt: (time: number, coordinates: Float64Array, speeds: Float64Array) => void,
    inside: StretchDetail,
  ) => void;
}

/** What else can be asked about times within a stretch of motion, while it is being told. */
export interface StretchDetail {
  ledgerAt(time: number): RunLedger;
  contactForcesAt(time: number): ContactForce[];
}
