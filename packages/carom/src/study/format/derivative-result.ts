/** Derivatives as results have them, of one impact and of a run alike: plain data. */
import type { DerivativeStatus, ImpactEdge } from "../../impact/derivatives/quantities.js";

/** How far one entry can be trusted. */
export interface DerivativeEntry {
  /** Whether it holds. */
  readonly status: DerivativeStatus;
  /** What would happen instead. Absent: nothing would. */
  readonly kind?: string;
  /** Only of a run: place, in its events, of the one that could be another. */
  readonly event?: number;
  /** By how much the parameter may change before it does, to first order, in its unit. */
  readonly distance?: number;
  /** In words, where there is no derivative. */
  readonly reason?: string;
  /** Estimate of the error of the impulse's derivative, N s per unit of the column. Only where its law goes by differences. */
  readonly error?: number;
}

/** A number that is differentiated. */
export interface DerivativeRow {
  /** As it was asked for, or one of the numbers inside. */
  readonly name: string;
  /** `m`, `rad/s`; empty: a plain number, or one whose unit depends on others. */
  readonly unit: string;
  /** In the result. Turns are counted from where the body is: 0. */
  readonly value: number | null;
}

/** A number by which is differentiated. */
export interface DerivativeColumn {
  /** As it was asked for, or one of the numbers inside. */
  readonly name: string;
  /** `kg`, `rad`; empty: a plain number. */
  readonly unit: string;
  /** In the study. Turns are counted from where the body is: 0. */
  readonly value: number;
  /** How much of it is a large change: `near` and `one-sided` are judged by it. */
  readonly scale: number;
}

/** Derivatives of numbers of a result by numbers of its study. */
export interface StudyDerivatives {
  /** What was differentiated. */
  readonly rows: readonly DerivativeRow[];
  /** By what. */
  readonly columns: readonly DerivativeColumn[];
  /** Row by row; null where there is none. The unit is that of the row over that of the column. */
  readonly matrix: readonly (readonly (number | null)[])[];
  /** Of each number of the matrix. */
  readonly entries: readonly (readonly DerivativeEntry[])[];
}

/** The derivatives of one impact. */
export interface ImpactDerivativeTable extends StudyDerivatives {
  /** What is near, with its margin and the change of it along each column. */
  readonly edges: readonly ImpactEdge[];
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
export interface RunDerivatives extends StudyDerivatives {
  /** Of the state at the end by that at the beginning, largest first. Only where `of` is `end` and `by` is `start`. */
  readonly multipliers?: readonly Multiplier[];
}
