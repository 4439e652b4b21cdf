/** Sweeps of one impact that need no object for each run. */
import type { SweepColumn, SweepRows } from "./columns.js";
import type { SweepPlan } from "./plan.js";

/** What the runs measured, by arrays; undefined where the sweep needs the long way. */
export function fastImpacts(
  _plan: SweepPlan,
  _inputs: readonly SweepColumn[],
  _count: number,
): Pick<SweepRows, "measures" | "word" | "failure"> | undefined {
  return undefined;
}

/** Whether the runs of a sweep go by arrays, many thousand a second. */
export function isFast(_plan: SweepPlan): boolean {
  return false;
}
