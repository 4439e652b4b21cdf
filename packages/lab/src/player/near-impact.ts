/** Which impact a press in the timeline means. */
import type { Axis } from "./axis.js";
import { impulseOf, type Run } from "./run.js";

/** Farther away than this nothing is meant, px. */
const REACH = 7;
/** Impacts as near as each other, px: the hardest of them is meant. */
const SAME = 1;

/**
 * @param x of the press, px
 * @param times of the impacts of the row that was pressed; absent: of all
 * @returns its place in the run
 */
export function impactNear(run: Run, axis: Axis, x: number, times?: ReadonlySet<number>): number | undefined {
  // Inside an impact that is open a press moves the cursor; at its left end it closes it.
  if (axis.segments.some(({ kind, left, right }) => kind === "impact" && x > left + REACH && x < right)) return undefined;
  let found: { readonly index: number; readonly away: number } | undefined;
  run.impacts.forEach((impact, index) => {
    const away = Math.abs(axis.x(impact.time) - x);
    if (away > REACH || (times !== undefined && !times.has(impact.time))) return;
    const nearer = found === undefined || away < found.away - SAME;
    const harder = found !== undefined && away < found.away + SAME && impulseOf(impact) > impulseOf(run.impacts[found.index]);
    if (nearer || harder) found = { index, away };
  });
  return found?.index;
}
