/** A study as a view wants to see it: its result, and of some kinds what there was on the way. */
import { type Kind, runStudy, type Study, type StudyOf } from "carom/study";
import type { Progress, Watched, WatchedOf } from "./messages.js";
import { createReports } from "./reports.js";
import { watchSimulation } from "./watch-simulation.js";
import { watchPickup, watchRestShape } from "./watch-soft.js";
import { watchSweep } from "./watch-sweep.js";

type Watch<S extends Study> = (study: S, progress: (progress: Progress) => void) => WatchedOf<S["kind"]>;

/** A row for each kind of which a view sees more than the result; of the others that is all. */
const watches = { simulation: watchSimulation, pickup: watchPickup, "rest-shape": watchRestShape, sweep: watchSweep } satisfies {
  readonly [K in Kind & keyof Watched]: Watch<StudyOf<K>>;
};

export function watch<S extends Study>(study: S, progress: (progress: Progress) => void): WatchedOf<S["kind"]> {
  // A name and its row belong together, which the compiler cannot follow through a variable.
  const own = Object.hasOwn(watches, study.kind) ? (watches[study.kind as keyof Watched] as unknown as Watch<S>) : undefined;
  if (own !== undefined) return own(study, progress);
  const reports = createReports(progress);
  return runStudy(study, { history: true, progress: (now) => reports.tell(() => now) }) as WatchedOf<S["kind"]>;
}
