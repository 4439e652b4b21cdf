/**
 * What a law returns: plain data, the same shape for every law.
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";

export type EventKind =
  /** The normal velocity rises through zero: what was stored is now given back, less the restitution loss. */
  | "compression-end"
  /** The normal velocity falls through zero again before the stored energy is used up. */
  | "compression-restart"
  /** The slip velocity reaches zero (with tangential springs: the contact point of the first body stops sliding on the second). */
  | "slip-stop"
  /** A contact at rest that friction cannot hold starts to slip. */
  | "slip-start"
  /** The impact is over. */
  | "end";

export interface ImpactEvent {
  readonly kind: EventKind;
  /** Place of the contact in the problem's list. */
  readonly contact: number;
  /** Normal impulse of this contact so far, N s. */
  readonly normalImpulse: number;
  /** Impulse of all contacts so far, N s, in contact components. */
  readonly impulse: readonly number[];
  /** Contact velocities, m/s. */
  readonly velocity: readonly number[];
  /** Energy in this contact's virtual spring right after the event, J. */
  readonly storedEnergy: number;
  /** Work lost to friction so far, J. */
  readonly frictionLoss: number;
  /** Energy in this contact's tangential springs, J. Only laws that have some. */
  readonly tangentialEnergy?: number;
}

/** Where the kinetic energy went, J. `before - restitutionLoss - frictionLoss - springLoss - after = residual`, zero up to rounding. */
export interface EnergyLedger {
  readonly before: number;
  readonly after: number;
  /** Stored in compression and not given back. Negative where a law gives back more than was stored (Newton, Poisson). */
  readonly restitutionLoss: number;
  /** Work of sliding friction, >= 0. */
  readonly frictionLoss: number;
  /** Left in tangential springs when the impact ends, >= 0. Only laws that have some; absent: 0. */
  readonly springLoss?: number;
  readonly residual: number;
}

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
    | "lock";
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

/** Equal-length columns against the growing normal impulse; rows at events stand twice where a quantity jumps. */
export interface ImpactHistory {
  /** N s, ascending. */
  readonly normalImpulse: readonly number[];
  /** Impulse on the first body, one row of components for each value of `normalImpulse`. */
  readonly impulse: readonly (readonly number[])[];
  readonly velocity: readonly (readonly number[])[];
  readonly storedEnergy: readonly number[];
  readonly frictionLoss: readonly number[];
  readonly mode: readonly ("slip" | "stick")[];
  /** Energy in the tangential springs, J. Only laws that have some. */
  readonly tangentialEnergy?: readonly number[];
  /** Stretch of the tangential springs, one row of tangential components each, times the root of the normal stiffness in compression: J^(1/2). Only laws that have some. */
  readonly stretch?: readonly (readonly number[])[];
}

export interface ImpactOutcome {
  readonly law: string;
  /** On each contact's first body, N s, in contact components (tangent 1, tangent 2, normal). */
  readonly impulse: readonly number[];
  /** Contact velocities after impact, m/s. */
  readonly velocity: readonly number[];
  readonly events: readonly ImpactEvent[];
  readonly energy: EnergyLedger;
  readonly warnings: readonly ImpactWarning[];
  /** One per contact. */
  readonly slip: readonly SlipOutcome[];
  /** The route the impact took, as the law names it, e.g. `sliding|compression-stick|normal-pause`. Only of laws in closed form. */
  readonly branch?: string;
  readonly history?: ImpactHistory;
}

/** A law: a pure function of the problem, with a name and a reason where it does not apply. */
export interface ImpactLaw<Options = object> {
  readonly name: string;
  /** One line for lists. */
  readonly summary: string;
  /** Names of the options this law takes besides `history`. */
  readonly options: readonly string[];
  /** Why this law cannot be used on this problem, as one sentence; undefined when it can. */
  readonly inapplicable: (problem: ContactProblem) => string | undefined;
  readonly solve: (problem: ContactProblem, options?: Options) => ImpactOutcome;
}
