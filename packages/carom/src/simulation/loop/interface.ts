/**
 * What a simulation is asked and what it tells: tolerances, events, the ledger, forces, checkpoints.
 */
import type { ContactMode } from "../contact/closed-contact.js";
import type { SimulationTolerances } from "../contact/tolerances.js";
import type { ImpactChoice, ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { StepSnapshot } from "../steps/snapshot.js";
import type { Feature } from "../system/mechanical-system.js";
import type { RunTangents } from "./tangents/interface.js";
import type { TangentOptions } from "./tangents/tangents.js";

export type { ContactMode, SimulationTolerances };

/** What may be told to createSimulation. */
export interface SimulationOptions extends Partial<SimulationTolerances> {
  /** Law of the impacts and its options. Default: by the number of contacts. */
  readonly impact?: ImpactChoice;
  /** Default: `auto`. Only systems of scenes can be stepped: others go by events. */
  readonly method?: SimulationMethod;
  /** Derivatives to be followed. They do not change the motion. Default: none, at no cost. */
  readonly tangents?: TangentOptions;
}

/** What can happen in time. */
export type SimulationEventKind =
  | "impact"
  /** A contact stays closed from here on. */
  | "contact"
  /** A contact that was closed is open from here on. */
  | "leave"
  | "stick"
  | "slip"
  | "rest"
  /** From here on bodies move by steps, or by events again. */
  | "regime";

/** Something that happens in time. */
export interface SimulationEvent {
  /** What. */
  readonly kind: SimulationEventKind;
  /** s. */
  readonly time: number;
  /** The feature's key; absent for an impact (which has several) and for rest. */
  readonly feature?: string;
  /** Only of impacts. */
  readonly impact?: ResolvedImpact;
  /** Only of kind `regime`: how the motion goes on. */
  readonly regime?: "events" | "steps";
  /** Only of kind `regime`: why. */
  readonly reason?: string;
  /** Only of kind `regime`: which bodies and links, by name. */
  readonly bodies?: readonly string[];
}

/** How the motion is computed: from event to event, by steps, or by events as long as these do not come too fast. */
export type SimulationMethod = "events" | "steps" | "auto";

/** A stretch of time in which bodies stepped. */
export interface SteppedStretch {
  /** s. */
  readonly from: number;
  /** s. */
  readonly to: number;
  /** By name: what stepped then, or for a part of that time; the others went by events. */
  readonly bodies: readonly string[];
  /** Steps of all islands of bodies. */
  readonly steps: number;
  /** The shortest step, s: mostly one that ends at a hit. */
  readonly shortest: number;
  /** The longest step, s. */
  readonly longest: number;
  /** Impacts that were resolved. */
  readonly impacts: number;
  /** Hits that were taken a little early, together with others. */
  readonly merged: number;
  /** Largest residual of contact problems, m/s: by how much a contact velocity misses its law. */
  readonly largestResidual: number;
  /** Contact problems whose residual stayed above the tolerance. */
  readonly notConverged: number;
  /** Contact problems that were solved. */
  readonly solves: number;
  /** Errors of all steps added up, m: not the distance from the exact motion, which grows or shrinks by itself. */
  readonly estimatedError: number;
  /** Deepest overlap before it was undone, m. */
  readonly deepest: number;
  /** Impacts that took another law because theirs could not finish. */
  readonly otherLaw: number;
  /** Times that a mechanism stopped because its loops led nowhere. */
  readonly stuck: number;
  /** Frames, of `longestStep` at most, that stand after twelve attempts though bodies may have gone through each other in them. */
  readonly unexamined: number;
  /** Why it was stepped. */
  readonly reason: string;
}

/** Where the energy went, J: before - after = sum of the losses - applied + residual. */
export interface RunLedger {
  /** Kinetic and potential energy at the beginning. */
  readonly before: number;
  /** Kinetic and potential energy now. */
  readonly now: number;
  /** Energy lost in impacts so far, J. */
  readonly impactLoss: number;
  /** Energy lost to sliding between impacts so far, J. */
  readonly frictionLoss: number;
  /** Taken out (or, negative, put in) by bringing the state back onto its contacts. */
  readonly projectionLoss: number;
  /** Lost by normal impulses within steps, and by what keeps steps from gaining. Only of runs that were stepped. */
  readonly steppingLoss?: number;
  /** Work of applied forces without a potential: of loads, motors, and ground that is moved. */
  readonly appliedWork: number;
  /** What the entries leave unexplained, J: the error of the integration. */
  readonly residual: number;
}

/** The force of a contact that lasts. */
export interface ContactForce {
  /** Which contact. */
  readonly feature: Feature;
  /** Where it acts, m, world axes. */
  readonly point: readonly [number, number, number];
  /** On the first body, N: tangent 1, tangent 2, normal. */
  readonly force: readonly [number, number, number];
  /** The same in world axes. */
  readonly worldForce: readonly [number, number, number];
  /** Whether it sticks, slips or carries nothing. */
  readonly mode: ContactMode;
}

/** Whether it goes on, everything rests, too much happens in too little time, or it took all the work it may. */
export type SimulationStatus = "running" | "rest" | "too-many-events" | "work-limit";

/** Everything needed to go on, as plain data. */
export interface Checkpoint {
  /** s. */
  readonly time: number;
  /** Of the system. */
  readonly coordinates: readonly number[];
  /** Of the system. */
  readonly speeds: readonly number[];
  /** Of the run. */
  readonly status: SimulationStatus;
  /** Contacts that touch, with what they do. */
  readonly closed: readonly { readonly key: string; readonly mode: number; readonly direction: readonly [number, number] }[];
  /** Contacts that are leaving, by key. */
  readonly departing: readonly string[];
  /** The entries of the ledger. */
  readonly ledger: readonly number[];
  /** Events in the present tenth of a second, for `mostEvents`. Default: none. */
  readonly recentEvents?: number;
  /** Done so far, for `mostWork`. Default: none. */
  readonly work?: number;
  /** Of events, beyond what is allowed for the time they took, where `auto` counts it. Default: none. */
  readonly excessWork?: number;
  /** Of runs that were stepped, or are. */
  readonly stepping?: SteppingCheckpoint;
}

/** What else a run by steps needs to go on. */
export interface SteppingCheckpoint {
  /** Stretches so far, the present one included. */
  readonly stepped: readonly SteppedStretch[];
  /** How long it has to be calm before the next return to events, s, and when it returned last. */
  readonly patience: number;
  /** s; null: never. */
  readonly returned: number | null;
  /** The memory of the steps; absent: it goes by events now. */
  readonly memory?: StepSnapshot;
  /** Bodies and mechanisms that step, by number. Only beside `memory`. */
  readonly nodes?: readonly number[];
  /** Since when the contacts of each body or mechanism are as they are, s. Only beside `memory`. */
  readonly quietSince?: readonly number[];
}

/** A system on its way through time. */
export interface Simulation {
  /** s. */
  readonly time: number;
  /** Whether it goes on. */
  readonly status: SimulationStatus;
  /** Now. Not to be written to. */
  readonly coordinates: Float64Array;
  /** Now. Not to be written to. */
  readonly speeds: Float64Array;
  /** Contact velocities below this count as zero, m/s. */
  readonly contactSpeed: number;
  /** As given, or the defaults for this system. */
  readonly tolerances: SimulationTolerances;
  /** Stretches of time that went by steps, so far. */
  readonly stepped: readonly SteppedStretch[];
  /** Derivatives, where they were asked for: of the time reached by the last `advance`. */
  readonly tangents?: RunTangents;
  /** Goes on to the time, or to rest. `observe` is told every event as it happens and every stretch of motion with its interpolation. */
  advance(until: number, observe?: SimulationObserver): SimulationStatus;
  /** Where the energy is and where it went, up to now. */
  ledger(): RunLedger;
  /** Forces of the closed contacts at the present state. */
  contactForces(): ContactForce[];
  /** All that is needed to go on from here to the same bits. */
  checkpoint(): Checkpoint;
}

/** Whoever wants to see what happens on the way. */
export interface SimulationObserver {
  /** Called after each event. */
  readonly event?: (event: SimulationEvent) => void;
  /** Something was decided that is not exactly as asked, and when, s. `calmed-slip`: slow slip that changed too often was taken for rest.
   * `locked-contacts`: contacts for which there are no forces within their friction were taken to stick.
   * `large-projection`: bringing the state back onto its contacts changed the energy by more than the error of steps. */
  readonly warning?: (code: "calmed-slip" | "locked-contacts" | "large-projection", message: string, time: number) => void;
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
  /** The ledger at a time within the stretch. */
  ledgerAt(time: number): RunLedger;
  /** Forces of the contacts that last, at a time within the stretch. */
  contactForcesAt(time: number): ContactForce[];
}
