/** Computes studies beside the page, so that the page never waits. To stop it, end it. */
import { laws } from "carom/impact";
import { InvalidInputError, motionCsv, parseStudyText, runStudy } from "carom/study";
import { expose, releaseProxy, transfer } from "comlink";
import { meshBody } from "../bring/mesh-body.js";
import { withRobot } from "../bring/with-robot.js";
import { evaluate } from "../lessons/facts.js";
import { insideOf } from "../player/opened.js";
import { withMeshTexts } from "../soft/mesh-file.js";
import { createForeseer, type Foreseen } from "./foresee.js";
import type { Answer, Failure, StudyWorker } from "./messages.js";
import { watch } from "./watch.js";

async function answer<T>(compute: () => T): Promise<Answer<T>> {
  const from = performance.now();
  try {
    return { value: compute(), milliseconds: performance.now() - from };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof InvalidInputError) return { message: error.message, path: error.path };
  return { message: error instanceof Error ? error.message : String(error) };
}

const foreseer = createForeseer();

function buffersOf({ times, bodies, joints }: Foreseen): Transferable[] {
  return [times, ...Object.values(bodies), ...Object.values(joints)].map((rows) => rows.buffer as ArrayBuffer);
}

const worker: StudyWorker = {
  parse: (text, files) => answer(() => parseStudyText(text, files)),
  withMeshes: (study, files, scale) => answer(() => withMeshTexts(study, files, scale)),
  run: (study) => answer(() => runStudy(study, { history: true })),
  evaluate: (study, whats) =>
    answer(() => {
      const result = runStudy(study, { history: true });
      return whats.map((what) => evaluate(result, what));
    }),
  open: (problem, name, options, impulse) =>
    answer(() => {
      const law = laws.find((one) => one.name === name);
      return law && insideOf(problem, law, options, impulse);
    }),
  watch: async (study, progress) => {
    const told = await answer(() => watch(study, progress));
    // Else the page keeps what listens until garbage is collected here.
    (progress as { readonly [releaseProxy]?: () => void })[releaseProxy]?.();
    return told;
  },
  begin: (text) => answer(() => foreseer.begin(text)),
  // The page gets the rows themselves: to copy them would take as long as to draw them.
  goOn: async (milliseconds) => {
    const told = await answer(() => foreseer.goOn(milliseconds));
    return "failure" in told ? told : transfer(told, buffersOf(told.value));
  },
  robot: (text, urdf, files, place) => answer(() => withRobot(text, urdf, files, place)),
  motion: ({ name, bytes }) => answer(() => motionCsv(bytes, name, name)),
  mesh: (file, unit) => answer(() => meshBody(file, unit)),
};

expose(worker);
