/**
 * A run whose clock goes slower around impacts, for films: what happens there takes a fraction of a second in a run of seconds. Places stay
 * as they are; a stretch of time from so long before each impact to as long after it lasts a number of times as long.
 */
import { InvalidInputError } from "../errors.js";
import type { RunInSpace, SpaceRow } from "./run-in-space.js";

/** How a run is slowed. */
export interface Slowing {
  /** How many times as long impacts last, >= 1. */
  readonly factor: number;
  /** From how long before an impact to how long after it, s. */
  readonly around: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Of the stretches before it, s. */
  readonly before: number;
}

/** The same run with other times. Walks over it once, to know where the impacts are. */
export async function slowed(run: RunInSpace, { factor, around }: Slowing): Promise<RunInSpace> {
  if (!(factor >= 1 && Number.isFinite(factor))) throw new InvalidInputError("slow", factor, "is not a factor of at least 1");
  if (!(around > 0 && Number.isFinite(around))) throw new InvalidInputError("around", around, "is not a time above 0, s");
  const stretches = await stretchesOf(run, around);
  const timeAt = (time: number) => time + (factor - 1) * slowBefore(stretches, time);
  const [first, last] = run.span;
  async function* rows(): AsyncGenerator<SpaceRow> {
    for await (const row of run.rows()) yield { ...row, time: timeAt(row.time) };
  }
  return { ...run, span: [timeAt(first), timeAt(last)], rows };
}

/** Around all impacts, ascending, those that overlap joined. */
async function stretchesOf(run: RunInSpace, around: number): Promise<Stretch[]> {
  const stretches: { from: number; to: number; before: number }[] = [];
  for await (const { events } of run.rows())
    for (const { kind, time } of events) {
      if (kind !== "impact") continue;
      const [from, to] = [Math.max(run.span[0], time - around), time + around];
      const last = stretches[stretches.length - 1];
      if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
      else stretches.push({ from, to, before: last === undefined ? 0 : last.before + last.to - last.from });
    }
  return stretches;
}

/** How much of the time until then is slow, s. */
function slowBefore(stretches: readonly Stretch[], time: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle].from <= time) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0;
  const { from, to, before } = stretches[low - 1];
  return before + Math.min(time, to) - from;
}
