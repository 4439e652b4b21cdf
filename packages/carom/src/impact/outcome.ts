/**
 * What a law returns: plain data, the same shape for every law.
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";

/** What happens on the way through an impact. */
export type EventKind =
  /** The normal velocity rises through zero: what was stored is now given back, less the restitution loss. */
  | "compression-end"
  /** The normal velocity falls through zero again before the stored energy is used up. */
  | "compression-restart"
  /** The slip velocity reaches zero (with tangential springs: the contact point of the first body stops sliding on the second). */
  | "slip-stop"
  /** A contact at rest that friction cannot hold starts to slip. */
  | "slip-start"
  /**
   * A contact has given back all it stored and pushes no more, while the impact goes on elsewhere or ends. Only of laws for several
   * contacts.
   */
  | "contact-open"
  /** A contact that did not push is pressed together and begins to. Only of laws for several contacts. */
  | "contact-close"
  /** The contacts that pushed together are done, and those that approach now begin. Only of the law `multipoint`. */
  | "stage-end"
  /** The impact is over. */
  | "end";

/** Something that happens on the way through an impact. */
export interface ImpactEvent {
  /** What happens. */
  readonly kind: EventKind;
  /** Place of the contact in the problem's list. Absent: all contacts together. */
  readonly contact?: number;
  /** Normal impulse of this contact (or of all) so far, N s. */
  readonly normalImpulse: number;
  /** Impulse of all contacts so far, N s, in contact components. */
  readonly impulse: readonly number[];
  /** Contact velocities, m/s. */
  readonly velocity: readonly number[];
  /** Energy in the virtual spring of this contact (or of all) right after the event, J. */
  readonly storedEnergy: number;
  /** Work lost to friction so far, J. */
  readonly frictionLoss: number;
  /** Energy in this contact's tangential springs, J. Only laws that have some. */
  readonly tangentialEnergy?: number;
}

/** Where the kinetic energy went, J. `before - restitutionLoss - frictionLoss - springLoss - after = residual`, zero up to rounding. */
export interface EnergyLedger {
  /** Kinetic energy before the impact, J. */
  readonly before: number;
  /** Kinetic energy after it, J. */
  readonly after: number;
  /** Stored in compression and not given back. Negative where a law gives back more than was stored (Newton, Poisson). */
  readonly restitutionLoss: number;
  /** Work of sliding friction, >= 0. */
  readonly frictionLoss: number;
  /** Left in tangential springs when the impact ends, >= 0. Only laws that have some; absent: 0. */
  readonly springLoss?: number;
  /** What the entries leave unexplained, J: rounding, or the error of a first-order method. */
  readonly residual: number;
}

/** Something that a reader of an outcome should know, though it is right. */
export interface ImpactWarning {
  /** Stable name for programs. */
  readonly code:
    | "not-approaching"
    | "repeated-compression"
    | "energy-gain"
    | "static-friction"
    | "unused-field"
    | "fixed-step"
    | "published-rule"
    | "eased-restitution"
    | "near-singular"
    | "lock"
    | "not-converged"
    | "mixed-restitution"
    | "dropped-contact"
    | "forced-stick"
    | "jump"
    | "not-unique"
    | "reference-contact"
    | "thinned-events"
    | "amplified-rounding"
    | "plastic-limit"
    | "wave-order"
    | "mesh-weights"
    | "missed-rest"
    | "point-off-shape";
  /** One sentence for people. */
  readonly message: string;
}

/** How the slip of a contact went and ended. */
export type SlipOutcome =
  /** Slips to the end and never stops. */
  | "slides"
  /** Stuck at the end. */
  | "sticks"
  /** Came to rest (or began at rest) and was slipping at the end. */
  | "restarts"
  | "frictionless"
  /** The bodies did not approach. */
  | "untouched";

/** One contact among several, row by row with the columns of the history. */
export interface ContactHistory {
  /** `open`: pushes not at all. */
  readonly phase: readonly ("open" | "compression" | "restitution")[];
  /** Whether the contact is open, slips or sticks, at each sample. */
  readonly mode: readonly ("open" | "slip" | "stick")[];
  /** Energy in this contact's virtual spring, J. Only of the law `simultaneous`. */
  readonly storedEnergy?: readonly number[];
}

/** Contacts that push together under the law `multipoint`, from the first impulse to the last. */
export interface ImpactStage {
  /** Places in the problem's list of the contacts that take part. */
  readonly contacts: readonly number[];
  /** The one coefficient of this stage, -1 to 1. */
  readonly restitution: number;
  /** Normal impulse of all contacts at the end of compression and at the end, in this stage alone, N s. */
  readonly compressionImpulse: number;
  /** The same at the end of the stage, N s. */
  readonly finalImpulse: number;
  /** Work of the normal impulses up to the end of compression and up to the end, J, <= 0. */
  readonly compressionWork: number;
  /** The same up to the end of the stage, J. */
  readonly finalWork: number;
  /** Work of friction, J, <= 0. */
  readonly frictionWork: number;
  /** Stretches without a change of mode. */
  readonly phases: readonly {
    /** Normal impulse of all contacts in this stage where the stretch begins, N s. */
    readonly from: number;
    /** One for each contact that takes part. */
    readonly modes: readonly ("slip" | "stick")[];
    /** Friction that each contact at rest needs in order to stick; null for one that slips. */
    readonly criticalFriction: readonly (number | null)[];
  }[];
}

/** Equal-length columns against the growing normal impulse; rows at events stand twice where a quantity jumps. */
export interface ImpactHistory {
  /** Of all contacts together, N s, ascending. */
  readonly normalImpulse: readonly number[];
  /** Impulse on the first body, one row of components for each value of `normalImpulse`. */
  readonly impulse: readonly (readonly number[])[];
  /** Contact velocity at each sample, m/s. */
  readonly velocity: readonly (readonly number[])[];
  /** Of all contacts together, J. */
  readonly storedEnergy: readonly number[];
  /** Energy lost to friction up to each sample, J. */
  readonly frictionLoss: readonly number[];
  /** Several contacts: `stick` where none slips. */
  readonly mode: readonly ("slip" | "stick")[];
  /** Work of the normal impulses so far, J, negative while energy is stored. Only laws for several contacts. */
  readonly normalWork?: readonly number[];
  /** One for each contact. Only laws for several contacts. */
  readonly contacts?: readonly ContactHistory[];
  /** Energy in the tangential springs, J. Only laws that have some. */
  readonly tangentialEnergy?: readonly number[];
  /**
   * Stretch of the tangential springs, one row of tangential components each, times the root of the normal stiffness in compression:
   * J^(1/2). Only laws that have some.
   */
  readonly stretch?: readonly (readonly number[])[];
}

/** What an impact does, by one law. */
export interface ImpactOutcome {
  /** Name of the law. */
  readonly law: string;
  /** On each contact's first body, N s, in contact components (tangent 1, tangent 2, normal). */
  readonly impulse: readonly number[];
  /** Contact velocities after impact, m/s. */
  readonly velocity: readonly number[];
  /** What happened on the way, in order. */
  readonly events: readonly ImpactEvent[];
  /** Where the energy went. */
  readonly energy: EnergyLedger;
  /** What a reader should know; none if there is nothing. */
  readonly warnings: readonly ImpactWarning[];
  /** One per contact. */
  readonly slip: readonly SlipOutcome[];
  /** The route the impact took, as the law names it, e.g. `sliding|compression-stick|normal-pause`. Only of laws in closed form. */
  readonly branch?: string;
  /** Only of the law `multipoint`. */
  readonly stages?: readonly ImpactStage[];
  /** The way from beginning to end, if it was asked for. */
  readonly history?: ImpactHistory;
}

/** What every law's options may hold. */
export interface CommonOptions {
  /** Records the path against the normal impulse. Default: false. */
  readonly history?: boolean;
}

/** A law: a pure function of the problem, with a name and a reason where it does not apply. */
export interface ImpactLaw<Options = object> {
  /** Its name in studies and commands. */
  readonly name: string;
  /** One line for lists. */
  readonly summary: string;
  /** Names of the options this law takes besides `history`. */
  readonly options: readonly string[];
  /** Why this law cannot be used on this problem, as one sentence; undefined when it can. */
  readonly inapplicable: (problem: ContactProblem) => string | undefined;
  /** Solves a problem; throws InvalidInputError where the law does not apply. */
  readonly solve: (problem: ContactProblem, options?: Options) => ImpactOutcome;
}
