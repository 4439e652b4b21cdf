/** A simulation with what each of its impacts was, and its record while it is computed. */
import { significant } from "@carom/figures/geometry";
import type { ContactProblem } from "carom/mechanics";
import { kinds, type SimulationStudy, startSimulation } from "carom/study";
import type { Progress, WatchedSimulation } from "./messages.js";
import { playRate } from "./play-rate.js";
import { createReports } from "./reports.js";

/** Reports that carry the record, which has to be copied, are at least so far apart, ms. */
const RECORD_EVERY = 400;
/** And the record has to have grown by this factor since: all of it is copied every time. */
const GROWN = 1.15;
/** Impacts with more contacts than these are told, not kept: their mobility has too many numbers. */
const MOST_CONTACTS = 40;
const MOST_KEPT = 3000;

export function watchSimulation(study: SimulationStudy, progress: (progress: Progress) => void): WatchedSimulation {
  const { duration } = study;
  const problems: (ContactProblem | undefined)[] = [];
  let impacts = 0;
  const reached = (time: number) => ({
    part: Math.min(1, time / duration),
    text: `${significant(time, 3)} s of ${significant(duration, 3)} s, impact ${impacts}`,
  });
  const reports = createReports(progress);
  let recorded = { at: performance.now(), time: 0 };
  const simulation = startSimulation(
    { ...study, output: { ...study.output, rate: playRate(study) } },
    {
      event: ({ kind, time }, impact) => {
        if (kind === "impact") {
          impacts++;
          const kept = impact !== undefined && impact.problem.contacts.length <= MOST_CONTACTS && impacts <= MOST_KEPT;
          problems.push(kept ? impact.problem : undefined);
        }
        reports.tell(() => reached(time));
      },
    },
  );
  while (!simulation.done) {
    simulation.advance();
    const now = performance.now();
    const { time } = simulation;
    if (simulation.done || now - recorded.at < RECORD_EVERY || time < GROWN * recorded.time) continue;
    recorded = { at: now, time };
    progress({ ...reached(time), record: simulation.checkpoint().record, problems });
  }
  const result = simulation.result();
  return { ...result, problems, sentence: kinds.simulation.sentence(result) };
}
