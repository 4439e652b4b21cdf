/**
 * What a fit asks and how it is answered.
 *
 * A fit is a generator: it gives lists of tasks, each about one recording, and is given their answers, lists of numbers. Whoever drives it
 * may answer them in order, on many threads, or from a file of earlier answers: the fit cannot tell, so its result is the same.
 */

/** How far a computed motion is from a recording, and what happened on the way. */
export interface Misfit {
  /** Row by row, `width` numbers each, in the units of the data: computed minus measured. */
  readonly residuals: Float64Array;
  /** What happened, in order: a word, the first row after it, and of an impact at how many places at once. */
  readonly events: readonly { readonly word: string; readonly row: number; readonly places: number }[];
  /** Why rows are missing, where the computation did not come to its end. */
  readonly failure?: string;
}

/** Where a computed motion is asked for. */
export interface FitPoint {
  /** Place of the recording. */
  readonly recording: number;
  /** Which label it has. */
  readonly label: number;
  /** Which law computes it. */
  readonly law: number;
  /** Of the parameters that all recordings share. */
  readonly values: readonly number[];
  /** Of the recording alone: its own parameters, then 12 deviations of the start state where they are free. */
  readonly own: readonly number[];
  /** Rows after the first contact; null: all. */
  readonly horizon: number | null;
}

/** How far a value is moved for a derivative: down, at most 0, and up, at least 0; not both are 0. */
export type Difference = readonly [number, number];

/** One number that a derivative is along: of those that all recordings share, or of the recording alone. */
export interface Move {
  /** Of which list of the point. */
  readonly of: "values" | "own";
  /** In that list. */
  readonly place: number;
  /** How far it may be moved. */
  readonly difference: Difference;
}

/** The change of residuals per unit of a number that is moved, in their own units. */
export interface Slope {
  /** Row by row, as residuals. */
  readonly values: Float64Array;
  /** First row that it is not known of. */
  readonly until: number;
}

/** A point with one of its numbers moved. */
export function movedPoint<P extends FitPoint>(point: P, { of, place }: Move, by: number): P {
  return { ...point, [of]: point[of].map((value, i) => (i === place ? value + by : value)) };
}

/** Things measured and how they are computed: what is fitted. */
export interface FitSubject {
  /** Ascending; rows of results are in this order. */
  readonly ids: readonly string[];
  /** Numbers in a row of residuals; the first `lengths` of them are in the unit of the first scale, the others in that of the second. */
  readonly width: number;
  /** Numbers of a row that are lengths; the others are angles. */
  readonly lengths: number;
  /** How many labels a recording may have. */
  readonly labels: number;
  /** Computes one motion and compares it. */
  misfit(point: FitPoint): Misfit;
  /** Exact derivatives at a point whose misfit is known, one for each move; absent or undefined: differences must do. */
  slopes?(point: FitPoint, centre: Misfit, moves: readonly Move[]): readonly (Slope | undefined)[];
  /** Of the numbers of a recording alone: their prior precision (rows), centre and steps of differences. */
  own(recording: number): OwnNumbers;
  /** Numbers that judge a whole motion: e_q, position error, rotation error (mean over rows); none of one that cannot be computed. */
  score?(point: FitPoint): readonly number[];
  /** The least misfit that any law could have here, for impacts: with the impulse free at the place that touches. */
  bound?(point: FitPoint): number;
  /** The same between two computed motions. */
  apart?(point: FitPoint, other: FitPoint): readonly number[];
}

/** What belongs to one recording alone. */
export interface OwnNumbers {
  /** To begin with. */
  readonly start: readonly number[];
  /** Means of the priors. */
  readonly centre: readonly number[];
  /** Of the priors, rows. */
  readonly precision: readonly (readonly number[])[];
  /** For derivatives. */
  readonly differences: readonly number[];
}

/** One thing to be computed. */
export interface FitTask extends FitPoint {
  /**
   * cost: the robust cost, one number for each label where `label` is -1; normal: cost and normal equations; score: of the whole motion;
   * apart: of `other` from this; rows: residuals; bound: of an impact, what no law goes below.
   */
  readonly what: "cost" | "normal" | "score" | "apart" | "rows" | "bound";
  /** Of lengths and of angles. */
  readonly scales: readonly [number, number];
  /** Of `normal`: places of the values that are moved, and by how much. */
  readonly free?: readonly number[];
  /** By how much each of them is moved, down (at most 0) and up (at least 0). */
  readonly differences?: readonly Difference[];
  /** Of `apart`. */
  readonly other?: Pick<FitPoint, "values" | "own">;
}

/** Numbers; what they mean depends on the task. */
export type FitAnswer = readonly number[];

/** A computation that asks for answers on its way. */
export type FitSteps<T> = Generator<readonly FitTask[], T, readonly FitAnswer[]>;

/** Drives a fit by answering every task in turn. */
export function answeredInTurn<T>(steps: FitSteps<T>, answer: (task: FitTask) => FitAnswer): T {
  let next = steps.next();
  while (next.done !== true) next = steps.next(next.value.map(answer));
  return next.value;
}
