/** A sweep over a grid of two numbers, coarse at first: its map is there soon, and then again in full. */
import { type ResultOf, runStudy, type StudyOf } from "carom/study";
import type { Progress } from "./messages.js";
import { createReports } from "./reports.js";

type Sweep = StudyOf<"sweep">;

/** Of so many steps of a grid one is taken at first. */
const COARSER = 8;
/** A grid with fewer steps is coarse already. */
const FINE = 24;

/** The same sweep with an eighth of the steps of each number; undefined where it is no fine grid of two. */
export function coarser(study: Sweep): Sweep | undefined {
  if (!("vary" in study) || study.sampler.type !== "grid" || study.vary.length !== 2) return undefined;
  const fewer = study.vary.map((entry) => {
    const count = "count" in entry ? (entry.count ?? 0) : 0;
    return count < FINE ? undefined : { ...entry, count: Math.ceil(count / COARSER) };
  });
  return fewer.includes(undefined) ? undefined : ({ ...study, vary: fewer } as Sweep);
}

export function watchSweep(study: Sweep, progress: (progress: Progress) => void): ResultOf<"sweep"> {
  const reports = createReports(progress);
  const first = coarser(study);
  if (first !== undefined) progress({ text: "a coarse map", coarse: runStudy(first) });
  return runStudy(study, { history: true, progress: (now) => reports.tell(() => now) });
}
