/** Where a fit is, and what it is about. */
import type { Difference, FitPoint, FitSubject } from "../tasks.js";

/** A value that all recordings share. */
export interface FitParameter {
  /** What reports call it. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly scale: "linear" | "log";
  /** Mean and standard deviation. Default: any value between the bounds is as good. */
  readonly prior?: readonly [number, number];
  /** A step of the optimiser is at most four times this. */
  readonly step: number;
  /** For derivatives. */
  readonly difference: number;
}

/** Values, the numbers of each recording alone, and labels. */
export interface FitState {
  readonly values: readonly number[];
  readonly own: readonly (readonly number[])[];
  readonly labels: readonly number[];
}

/** What is fitted, to which rows. */
export interface FitSetting {
  readonly subject: Pick<FitSubject, "ids" | "labels">;
  readonly parameters: readonly FitParameter[];
  /** Places of the parameters that are fitted now. */
  readonly free: readonly number[];
  /** Places of the recordings that count, ascending. */
  readonly recordings: readonly number[];
  /** How often each of them counts. Default: once. */
  readonly counts?: readonly number[];
  readonly law: number;
  readonly horizon: number | null;
  readonly scales: readonly [number, number];
}

/** Of a recording in a state. */
export function pointOf(
  { law, horizon }: Pick<FitSetting, "law" | "horizon">,
  { values, own, labels }: FitState,
  recording: number,
): FitPoint {
  return { recording, label: labels[recording], law, values, own: own[recording], horizon };
}

/** What priors add to the cost. */
export function priorCost(parameters: readonly FitParameter[], values: readonly number[]): number {
  return parameters.reduce((sum, { prior }, i) => {
    const away = prior === undefined ? 0 : (values[i] - prior[0]) / prior[1];
    return sum + away * away;
  }, 0);
}

/** Inside the bounds. */
export function within({ from, to }: FitParameter, value: number): number {
  return Math.min(to, Math.max(from, value));
}

/** Both ways where the bounds leave room, else one way. */
export function differenceAt({ from, to, difference }: FitParameter, value: number): Difference {
  return [-Math.max(0, Math.min(difference, value - from)), Math.max(0, Math.min(difference, to - value))];
}
