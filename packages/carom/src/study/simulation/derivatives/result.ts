/** The derivatives of a run, as plain data. */

/** Whether a derivative holds to both sides, and how near it is to where it does not. */
export type DerivativeStatus =
  /** To both sides. */
  | "exact"
  /** To both sides, but not far: see `distance`. */
  | "near"
  /** To one side of the parameter's value alone. */
  | "one-sided"
  /** There is none, or none was found: see `kind` and `reason`. */
  | "none";

/** How far one entry can be trusted. */
export interface DerivativeEntry {
  /** Whether it holds. */
  readonly status: DerivativeStatus;
  /** Place, in the events of the run, of the one that could be another. Absent: none could. */
  readonly event?: number;
  /** What would happen instead. */
  readonly kind?: string;
  /** By how much the parameter may change before it does, to first order, in its unit. */
  readonly distance?: number;
  /** In words, where there is no derivative. */
  readonly reason?: string;
}

/** A number that is differentiated, or by which. */
export interface DerivativeAxis {
  /** As it was asked for, or one of the numbers inside. */
  readonly name: string;
  /** `m`, `rad/s`; empty: a plain number, or one whose unit depends on others. */
  readonly unit: string;
  /** Of the run. Turns are counted from where the body is: 0. */
  readonly value: number | null;
}

/** An eigenvalue of the matrix over a run, of a square one alone. */
export interface Multiplier {
  /** Real part. */
  readonly real: number;
  /** Imaginary part. */
  readonly imaginary: number;
  /** Magnitude: by how much a small change along it grows over the run. */
  readonly magnitude: number;
}

/** The derivatives of a run. */
export interface RunDerivatives {
  /** What was differentiated. */
  readonly rows: readonly DerivativeAxis[];
  /** By what. */
  readonly columns: readonly DerivativeAxis[];
  /** Row by row; null where there is none. The unit is that of the row over that of the column. */
  readonly matrix: readonly (readonly (number | null)[])[];
  /** Of each entry. */
  readonly entries: readonly (readonly DerivativeEntry[])[];
  /** Of the state at the end by that at the beginning, largest first. Only where `of` is `end` and `by` is `start`. */
  readonly multipliers?: readonly Multiplier[];
}
