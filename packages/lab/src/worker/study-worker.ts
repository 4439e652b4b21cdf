/** Computes studies beside the page, so that the page never waits. To stop it, end it. */

import { InvalidInputError, parseStudyText, runClatter, runStudy, type Study, startSimulation } from "carom/study";
import { expose } from "comlink";
import type { Answer, Failure, Progress, Result, StudyWorker } from "./messages.js";

/** Reports are at least so far apart, ms; those that carry the record, which has to be copied, farther. */
const REPORT_EVERY = 60;
const RECORD_EVERY = 400;

async function answer<T>(compute: () => T | Promise<T>): Promise<Answer<T>> {
  const from = performance.now();
  try {
    return { value: await compute(), milliseconds: performance.now() - from };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof InvalidInputError) return { message: error.message, path: error.path };
  return { message: error instanceof Error ? error.message : String(error) };
}

async function run(study: Study, progress?: (progress: Progress) => void): Promise<Result> {
  if (study.kind === "impact") return runStudy(study, { history: true });
  if (study.kind === "clatter") return runClatter(study);
  const { duration } = study;
  let impacts = 0;
  let reported = performance.now();
  let recorded = reported;
  const simulation = startSimulation(study, {
    event: ({ kind, time }) => {
      if (kind === "impact") impacts++;
      const now = performance.now();
      if (progress === undefined || now - reported < REPORT_EVERY) return;
      reported = now;
      progress({ time, duration, impacts });
    },
  });
  while (!simulation.done) {
    simulation.advance();
    const now = performance.now();
    if (progress === undefined || simulation.done || now - recorded < RECORD_EVERY) continue;
    recorded = now;
    progress({ time: simulation.time, duration, impacts, record: simulation.checkpoint().record });
  }
  return simulation.result();
}

const worker = {
  parse: (text: string) => answer(() => parseStudyText(text)),
  run: (study: Study, progress?: (progress: Progress) => void) => answer(() => run(study, progress)),
};

expose(worker satisfies Record<keyof StudyWorker, unknown>);
