/** Running a study of kind `fit`, in this process. `carom fit` answers the same tasks on many threads. */
import { InvalidInputError } from "../../errors.js";
import { answerTask } from "../../fit/answer.js";
import { fitBounces } from "../../fit/bounces/bounces.js";
import { chainOfBounces, clicksIn } from "../../fit/bounces/clicks.js";
import { soundFromWav } from "../../fit/bounces/wav.js";
import type { PoseMotion } from "../../fit/poses/pose-model.js";
import type { FitAnswer, FitTask } from "../../fit/tasks.js";
import { checkSignal, type RunOptions } from "../format/kind.js";
import { parseWith } from "../format/parse.js";
import { checkSimulation } from "../simulation/run.js";
import { type SimulationStudy, simulationStudySchema } from "../simulation/schema.js";
import { inBase } from "../sweep/plan.js";
import { numberTable } from "./csv.js";
import { prepareImpacts } from "./impacts.js";
import { type PreparedFit, preparePoses } from "./poses.js";
import type { BouncesFit, FitResult, RecordingsFit } from "./result.js";
import type { FitStudy } from "./schema.js";
import { fitSlipTests, fitSqueeze, readSlips, readSqueeze } from "./squeeze.js";
import { fitSteps } from "./steps.js";

/** A fit on its way: the tasks that are asked next, and the result once there are none. */
export interface FitRun {
  /** Undefined: it is done. */
  readonly tasks: readonly FitTask[] | undefined;
  /** Goes on with the answers to the tasks, in their order. */
  answered(answers: readonly FitAnswer[]): void;
  /** Answers a task of this fit. */
  readonly answer: (task: FitTask) => FitAnswer;
  /** Of a fit that is done. */
  result(): FitResult;
}

/** Everything that must be right before anything is computed; throws InvalidInputError. */
export function checkFit(study: FitStudy): void {
  if (study.bounces !== undefined) bouncesFit(study);
  else if (study.squeeze !== undefined) readSqueeze(study);
  else if (study.slips !== undefined) readSlips(study);
  else prepareFit(study);
}

/** Recordings or impacts made ready. */
export function prepareFit(study: FitStudy, motion?: PoseMotion): PreparedFit {
  const base = baseOf(study);
  return study.impacts === undefined ? preparePoses(study, base, motion) : prepareImpacts(study, base);
}

function baseOf({ base }: FitStudy): SimulationStudy {
  if (typeof base === "string")
    throw new InvalidInputError(
      "base",
      base,
      "is a file that was not read: the command reads it from beside the study; elsewhere give the study itself",
    );
  return inBase(() => {
    if (base?.kind !== "simulation") throw new InvalidInputError("kind", base?.kind, "is not simulation, which a fit is made from");
    const study = parseWith<SimulationStudy>(simulationStudySchema, base);
    checkSimulation(study);
    return study;
  });
}

/**
 * A fit, to be driven by whoever answers its tasks.
 * @param motion computes poses in another way, such as another engine
 */
export function startFit(study: FitStudy, motion?: PoseMotion): FitRun {
  const head = { carom: 1, kind: "fit", title: study.title } as const;
  if (study.bounces !== undefined) {
    const result: FitResult = { ...head, suspicions: [], fit: bouncesFit(study) };
    return { tasks: undefined, answered: () => undefined, answer: () => [], result: () => result };
  }
  if (study.squeeze !== undefined || study.slips !== undefined) {
    checkFit(study);
    return { tasks: undefined, answered: () => undefined, answer: () => [], result: () => curvesResult(study) };
  }
  const prepared = prepareFit(study, motion);
  const steps = fitSteps(prepared);
  let next = steps.next();
  return {
    get tasks() {
      return next.done === true ? undefined : next.value;
    },
    answered: (answers) => {
      next = steps.next(answers);
    },
    answer: (task) => answerTask(prepared.subject, task),
    result: () => {
      if (next.done !== true) throw new InvalidInputError("tasks", next.value.length, "are not answered yet");
      const fit: RecordingsFit = next.value;
      return { ...head, suspicions: prepared.suspicions, fit };
    },
  };
}

/** Runs a fit to its end. */
export function runFit(study: FitStudy, options: RunOptions = {}): FitResult {
  const { progress, signal } = options;
  checkSignal(signal);
  if (study.squeeze !== undefined || study.slips !== undefined) return curvesResult(study, options);
  const run = startFit(study);
  let done = 0;
  for (let { tasks } = run; tasks !== undefined; { tasks } = run) {
    run.answered(
      tasks.map((task) => {
        const answer = run.answer(task);
        checkSignal(signal);
        return answer;
      }),
    );
    done += tasks.length;
    progress?.({ text: `${done} motions compared` });
  }
  return run.result();
}

function curvesResult(study: FitStudy, options: RunOptions = {}): FitResult {
  const fit = study.squeeze === undefined ? fitSlipTests(study) : fitSqueeze(study, options);
  return { carom: 1, kind: "fit", title: study.title, suspicions: [], fit };
}

function bouncesFit({ bounces = {} }: FitStudy): BouncesFit {
  const { times, file, csv, wav, ...options } = bounces;
  const given = [times, csv, wav].filter((each) => each !== undefined).length;
  if (given === 0)
    throw new InvalidInputError(
      file === undefined ? "bounces.times" : "bounces.file",
      file,
      file === undefined
        ? "is given; bounces need times, csv, wav or a file"
        : "is a file that was not read: the command reads it from beside the study",
    );
  if (times !== undefined) return { data: "bounces", ...fitBounces(times, options) };
  if (csv !== undefined) return { data: "bounces", ...fitBounces(numberTable(csv, {}, "bounces").column("time"), options, "bounces.file") };
  const bytes = Uint8Array.from(wav ?? "", (letter) => letter.charCodeAt(0));
  const clicks = clicksIn(soundFromWav(bytes));
  return { data: "bounces", ...fitBounces(chainOfBounces(clicks), options, "bounces.file"), clicks };
}
