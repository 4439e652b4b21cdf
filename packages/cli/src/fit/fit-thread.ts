/** A thread of the pool: answers tasks of the fit that it was made for. */
import { workerData } from "node:worker_threads";
import type { FitAnswer, FitTask } from "carom/fit";
import { parseStudy, startFit } from "carom/study";

const { study } = (Array.isArray(workerData) ? workerData[1] : workerData) as { readonly study: unknown };
const run = startFit(parseStudy(study, "fit"));

/** The answers to some tasks, in their order. */
export function compute(tasks: readonly FitTask[]): FitAnswer[] {
  return tasks.map((task) => run.answer(task));
}
