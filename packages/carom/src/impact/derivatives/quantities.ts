/**
 * What goes into the derivatives of an impact and what comes out: plain data.
 */

/** How one contact's material changes along one parameter, per unit of it. What is left out does not change. */
export interface MaterialChange {
  /** Where the contact has no staticFriction of its own, that moves along. */
  readonly friction?: number;
  /** Only of a contact that has one. */
  readonly staticFriction?: number;
  /** Of the restitution. */
  readonly restitution?: number;
  /** Of the stiffness ratio. Only of a contact that has one. */
  readonly stiffnessRatio?: number;
}

/** How a contact problem changes along one parameter, per unit of it. What is left out does not change. */
export interface ImpactChange {
  /** Of the mobility, 1/kg, symmetric: both entries of a pair change. */
  readonly mobility?: readonly (readonly number[])[];
  /** Of the contact velocities before impact, m/s. */
  readonly velocity?: readonly number[];
  /** One for each contact. */
  readonly contacts?: readonly MaterialChange[];
  /** How much of the parameter is a large change of it, for the status. Default: 1. */
  readonly scale?: number;
}

/** How good a derivative is. */
export type DerivativeStatus =
  /** It holds on both sides. */
  | "exact"
  /** It holds on both sides, but an edge is closer than 1e-4 of the parameter's scale. */
  | "near"
  /** It holds on one side: an edge is here (closer than 1e-9 of the scale), or the parameter is at the end of its range. */
  | "one-sided"
  /** There is none. */
  | "none";

/** Where the derivatives of an impact jump, or bend sharply. */
export type ImpactEdgeKind =
  /** The bodies just do not approach. */
  | "no-approach"
  /** Slip stops exactly where the impact ends. */
  | "stop-at-end"
  /** Slip stops exactly where compression ends. Only `poisson` has other derivatives beyond it; the others are smooth there. */
  | "stop-at-compression-end"
  /** The friction is just what a stopped contact needs in order to stick. */
  | "stick-limit"
  /** Slip starts from rest. Where friction does not hold it, every direction of it has a law of its own. */
  | "slip-from-rest"
  /**
   * The slip started beside a direction that repels it and turns next to rest, or stops exactly and goes on: the derivatives are
   * continuous, but bend sharply.
   */
  | "passes-rest"
  /** The normal velocity just touches zero: another compression is about to appear or to vanish. */
  | "recompression"
  /** On one side of it the impact has other events. Only of laws that are differentiated by differences. */
  | "other-events"
  /** Friction cannot fall below zero. */
  | "no-friction"
  /** Restitution cannot fall below zero. */
  | "no-restitution"
  /** Restitution cannot rise above one. */
  | "full-restitution";

/** An edge, how far it is, and how fast each parameter goes there. */
export interface ImpactEdge {
  /** What happens there. */
  readonly kind: ImpactEdgeKind;
  /** Place of the contact in the problem's list. */
  readonly contact: number;
  /** Distance from the edge, >= 0, in the unit below. */
  readonly margin: number;
  /** Unit of the margin. */
  readonly unit: "m/s" | "N s" | "1";
  /** Change of the margin per unit of each parameter. */
  readonly change: readonly number[];
  /** Whether the derivatives are the same on both sides of the edge, so that it can only be `near`. */
  readonly smooth: boolean;
}

/** Change of the energies per unit of one parameter, J. */
export interface EnergyTangent {
  /** Of the energy after the impact less that before. */
  readonly change: number;
  /** Of the restitution loss. */
  readonly restitutionLoss: number;
  /** Of the friction loss. */
  readonly frictionLoss: number;
  /** Of the energy left in tangential springs. Only laws that have some. */
  readonly springLoss?: number;
}

/** What one parameter changes, per unit of it. */
export interface ImpactTangent {
  /** Of the impulse, N s, in contact components. */
  readonly impulse: readonly number[];
  /** Of the contact velocities after impact, m/s. */
  readonly velocity: readonly number[];
  /** Of energy and losses, J. */
  readonly energy: EnergyTangent;
  /** How good these numbers are. Of `none` they are zero. */
  readonly status: DerivativeStatus;
  /** Place in `edges` of the nearest edge, where there is one that this parameter moves. */
  readonly edge?: number;
  /** How much of the parameter leads there (to first order). */
  readonly distance?: number;
  /**
   * Estimate of the error of the impulse's derivative, N s per unit of the parameter. Only of laws that are differentiated by differences;
   * the others are exact to rounding.
   */
  readonly error?: number;
  /** Why there is no derivative, in a sentence. */
  readonly reason?: string;
}
