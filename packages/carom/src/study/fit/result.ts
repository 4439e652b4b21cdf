/** What a fit returns: plain data, the content of result.json. */
import type { BounceFit } from "../../fit/bounces/bounces.js";
import type { CurveValue } from "../../fit/curves/curve-fit.js";
import type { Suspicion } from "../../fit/poses/checks.js";
import type { GroundFrame } from "../../fit/poses/ground-frame.js";
import type { Score } from "../../fit/program.js";
import type { PairedDifference } from "../../fit/uncertainty/paired.js";
import type { Quaternion } from "../../math/quaternion.js";

/** A value that was fitted. */
export interface FittedParameter {
  /** As the study gives it. */
  readonly path: string;
  /** What tables call it. */
  readonly name: string;
  /** At the optimum. */
  readonly value: number;
  /** The larger of sandwich and bootstrap; null: the data say nothing. */
  readonly standardError: number | null;
  /** By curvature, sandwich, one-step bootstrap, and whole refits where there were some; null: the data say nothing. */
  readonly errors: {
    /** From the curvature of the cost alone; too small. */
    readonly curvature: number | null;
    /** From the scatter between blocks. */
    readonly sandwich: number | null;
    /** By one step of each resample. */
    readonly bootstrap: number | null;
    /** By fitting resamples whole. */
    readonly refits?: number;
  };
  /** Of 95 %; null: the data say nothing. */
  readonly interval: readonly [number, number] | null;
  /** Least and largest value over other horizons. Absent: none were tried. */
  readonly spread?: readonly [number, number];
  /** Union of interval, spread and value: what to quote. */
  readonly quoted: readonly [number, number] | null;
  /** Whether it stands at one of its bounds. */
  readonly atBound: boolean;
  /** Whether the data tell it. */
  readonly determined: boolean;
  /** Where it is not: between which values the data do not tell. */
  readonly flat?: readonly [number, number];
  /** Whether it was fitted over the longer time of `polish` only, without an error. */
  readonly polished?: boolean;
  /** Of a value fitted over both times: what it was over the short one, which errors and interval are about. */
  readonly early?: number;
  /** Least cost with this value held. Absent: not asked for. */
  readonly profile?: readonly { readonly value: number; readonly cost: number }[];
}

/** A combination of parameters that the data do not tell. */
export interface NotDetermined {
  /** By name, entries above 0.3: parts of a change of the values, each over its value, that changes nothing. */
  readonly combination: Readonly<Record<string, number>>;
  /** Which measurement would. */
  readonly whatWouldTell: string;
}

/** A law beside that of the base. */
export interface LawComparison {
  /** Its name; default: by the contacts of each impact. */
  readonly law: string;
  /** How many were fitted. */
  readonly parameters: number;
  /** By name. */
  readonly values: Readonly<Record<string, number>>;
  /** Robust cost of a recording, mean, and its difference from the first. */
  readonly cost: number;
  /** From the first law, recording by recording. */
  readonly costDifference: PairedDifference;
  /** e_q of a recording, mean. */
  readonly mean?: number;
  /** e_q of a recording, median. */
  readonly median?: number;
  /** Of e_q from the first law. */
  readonly scoreDifference?: PairedDifference;
}

/** A few rows of one recording, for figures. */
export interface ShownRecording {
  /** Of the recording. */
  readonly id: string;
  /** s since the first row. */
  readonly time: readonly number[];
  /** Of the tracked centre, m. */
  readonly measured: readonly (readonly number[])[];
  /** Of the tracked centre, m. */
  readonly computed: readonly (readonly number[])[];
  /** Rotation between them, rad. */
  readonly rotation: readonly number[];
  /** Name of the body in the fitted study. */
  readonly body: string;
  /** Body to world, in the axes that the recording's label gives the body. */
  readonly measuredOrientation: readonly Quaternion[];
  /** Body to world. */
  readonly computedOrientation: readonly Quaternion[];
}

/** What belongs to one recording alone. */
export interface OwnValues {
  /** Of parameters that each recording has for itself, by name. */
  readonly values: Readonly<Record<string, number>>;
  /** How far the start was moved from what the flight says. Absent: starts were not free. */
  readonly start?: {
    /** m. */
    readonly position: readonly number[];
    /** m/s. */
    readonly velocity: readonly number[];
    /** Vector of the turn, rad. */
    readonly rotation: readonly number[];
    /** rad/s. */
    readonly spin: readonly number[];
  };
}

/** What a fit of recordings or impacts returns. */
export interface RecordingsFit {
  /** What was measured. */
  readonly data: "recordings" | "impacts";
  /** Fitted to, and held. */
  readonly recordings: number;
  /** Recordings that are scored only. */
  readonly held: number;
  /** In the order of the study. */
  readonly parameters: readonly FittedParameter[];
  /** Of the values fitted together, rows. */
  readonly correlation: readonly (readonly number[])[];
  /** Relative singular values, largest first. */
  readonly singularValues: readonly number[];
  /** Empty: the data tell all. */
  readonly notDetermined: readonly NotDetermined[];
  /** By id: the axis, and how sure it is. Absent: there are none. */
  readonly labels?: Readonly<Record<string, { readonly axis: string; readonly probability: number }>>;
  /** By id. Absent: all recordings share all values, and starts are not free. */
  readonly own?: Readonly<Record<string, OwnValues>>;
  /** Runs of recordings of one label; recordings, where there are no labels. */
  readonly blocks: number;
  /** Where starts ended, the lowest first. */
  readonly minima: readonly { readonly values: Readonly<Record<string, number>>; readonly cost: number; readonly starts: number }[];
  /** Errors of whole motions. */
  readonly scores: { readonly fitted: Score; readonly held?: Score; readonly folds?: Score; readonly labelsRight?: number };
  /** Errors that a true model would have. Absent: not asked for. */
  readonly noiseFloor?: {
    /** By the errors of the starts. */
    readonly start: Score;
    /** And by orientations that are off by 2 mrad. */
    readonly bias: Score;
    /** And by contacts that scatter. */
    readonly scatter: Score;
    /** How much values scatter from recording to recording, by name. */
    readonly deviations: Readonly<Record<string, number>>;
  };
  /** Ids whose e_q is above 0.3. */
  readonly flippers: readonly string[];
  /** That of the base first. Absent: no laws were asked for. */
  readonly comparison?: readonly LawComparison[];
  /** What flights and rest say of gravity and ground. */
  readonly room?: GroundFrame & { readonly used: { readonly scale: number; readonly gravity: readonly number[] } };
  /** Robust cost of a recording, mean. */
  readonly cost: number;
  /** Part of the rows that had no derivative, because motions part there. */
  readonly dropped: number;
  /** Robust cost of each recording, by id. */
  readonly costs: Readonly<Record<string, number>>;
  /** Some recordings with the motion computed. */
  readonly shown: readonly ShownRecording[];
  /** The base with the fitted values, ready to run. */
  readonly study: unknown;
}

/** What a fit of bounces returns. */
export interface BouncesFit extends BounceFit {
  readonly data: "bounces";
  /** Clicks in the sound, s. Absent: times were given. */
  readonly clicks?: readonly number[];
}

/** A value that curves or tests tell. */
export interface CurveParameter extends CurveValue {
  /** In the base; of slip tests the friction of every finger. */
  readonly path: string;
  /** What tables call it. */
  readonly name: string;
}

/** A measured curve and the one computed with the fitted values. */
export interface FittedCurve {
  /** What was measured. */
  readonly name: string;
  /** Of it. */
  readonly unit: string;
  /** What it was measured against. */
  readonly axis: string;
  /** Of the axis. */
  readonly axisUnit: string;
  /** Point by point. */
  readonly points: readonly { readonly at: number; readonly measured: number; readonly fitted: number }[];
  /** Of a measured value about the computed one, in its unit. */
  readonly scatter: number;
}

/** What a fit of a squeeze or of slip tests returns. */
export interface CurvesFit {
  /** What was measured. */
  readonly data: "squeeze" | "slips";
  /** Points of the curve, or tests. */
  readonly rows: number;
  /** What was fitted. */
  readonly parameters: readonly CurveParameter[];
  /** Of the values fitted together, rows. */
  readonly correlation: readonly (readonly number[])[];
  /** Measured numbers less values. */
  readonly degrees: number;
  /** Push and, where it was measured, bulge; of slip tests pull. */
  readonly curves: readonly FittedCurve[];
  /** What the user should know. */
  readonly warnings: readonly string[];
  /** The base with the fitted values, ready to run; absent without a base. */
  readonly study?: unknown;
}

/** What a fit returns. */
export interface FitResult {
  readonly carom: 1;
  readonly kind: "fit";
  /** Of the study. */
  readonly title: string;
  /** Mistakes that the data look like. */
  readonly suspicions: readonly Suspicion[];
  /** By what was measured. */
  readonly fit: RecordingsFit | BouncesFit | CurvesFit;
}
