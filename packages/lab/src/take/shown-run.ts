/** What of a study can be filmed or embedded: a run, or one impact of bodies as a run. */
import type { BodiesStudy, SimulationStudy, Study } from "carom/study";
import { impactRun } from "../lessons/impact-run.js";
import { type Run, runOf } from "../player/run.js";
import type { WatchedOf } from "../worker/messages.js";

export interface ShownRun {
  /** As the scene draws it. */
  readonly scene: SimulationStudy;
  readonly run: Run;
  /** Whether it is a simulation, and not an impact with free motion before and after. */
  readonly lasts: boolean;
}

/** Undefined for studies of other kinds. */
export function shownRun(study: Study, result: WatchedOf): ShownRun | undefined {
  if ("series" in result && "problems" in result) {
    const run = runOf({ result, running: false, cancelled: false, cancel: () => {} });
    return run === undefined ? undefined : { scene: study as SimulationStudy, run, lasts: true };
  }
  if (!("problem" in result && "bodies" in study && result.bodies !== undefined)) return undefined;
  const { run, scene } = impactRun(study as BodiesStudy, result);
  return { run, scene, lasts: false };
}
