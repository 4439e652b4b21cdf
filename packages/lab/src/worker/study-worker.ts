/** Computes studies beside the page, so that the page never waits. To stop it, end it. */

import type { ContactProblem } from "carom/mechanics";
import {
  InvalidInputError,
  meshOf,
  type PickupRecord,
  type PickupStudy,
  parseStudyText,
  type RestShapeResult,
  type RestShapeStudy,
  runBatting,
  runClatter,
  runElasticRod,
  runPickup,
  runRestShape,
  runStudy,
  type SimulationStudy,
  type Study,
  skinIn,
  startSimulation,
} from "carom/study";
import { expose } from "comlink";
import { type MeshText, type SoftStudy, withMeshTexts } from "../soft/mesh-file.js";
import type {
  Answer,
  Failure,
  PickupFrame,
  Progress,
  Result,
  StudyWorker,
  WatchedPickup,
  WatchedRestShape,
  WatchedSimulation,
} from "./messages.js";
import { playRate } from "./play-rate.js";

/** Reports are at least so far apart, ms; those that carry the record, which has to be copied, farther. */
const REPORT_EVERY = 60;
const RECORD_EVERY = 400;
/** And the record has to have grown by this factor since: all of it is copied every time. */
const GROWN = 1.15;

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
  switch (study.kind) {
    case "impact":
      return runStudy(study, { history: true });
    case "clatter":
      return runClatter(study);
    case "elastic-rod":
      return runElasticRod(study);
    case "pickup":
      return watchPickup(study, progress);
    case "rest-shape":
      return watchRestShape(study, progress);
    case "batting":
      return runBatting(study);
    case "simulation":
      return watch(study, progress);
    default:
      throw new Error(`the lab does not compute studies of kind ${(study as { kind: string }).kind} yet`);
  }
}

/** Impacts with more contacts than these are told, not kept: their mobility has too many numbers. */
const MOST_CONTACTS = 40;
const MOST_KEPT = 3000;

async function watch(study: SimulationStudy, progress?: (progress: Progress) => void): Promise<WatchedSimulation> {
  const { duration } = study;
  const problems: (ContactProblem | undefined)[] = [];
  let impacts = 0;
  let reported = performance.now();
  let recorded = { at: reported, time: 0 };
  // Who asks for no progress wants what the command would give.
  const asked = progress === undefined ? study : { ...study, output: { ...study.output, rate: playRate(study) } };
  const simulation = startSimulation(asked, {
    event: ({ kind, time }, impact) => {
      if (kind === "impact") {
        impacts++;
        const kept = impact !== undefined && impact.problem.contacts.length <= MOST_CONTACTS && impacts <= MOST_KEPT;
        problems.push(kept ? impact.problem : undefined);
      }
      const now = performance.now();
      if (progress === undefined || now - reported < REPORT_EVERY) return;
      reported = now;
      progress({ time, duration, impacts });
    },
  });
  while (!simulation.done) {
    simulation.advance();
    const now = performance.now();
    if (progress === undefined || simulation.done || now - recorded.at < RECORD_EVERY || simulation.time < GROWN * recorded.time) continue;
    recorded = { at: now, time: simulation.time };
    progress({ time: simulation.time, duration, impacts, record: simulation.checkpoint().record, problems });
  }
  return { ...simulation.result(), problems };
}

/** The least depth stands among the steps of the squeeze in its place; the lift follows from there. */
function watchPickup(study: PickupStudy, progress?: (progress: Progress) => void): WatchedPickup {
  const carried = carriedIn(study);
  const frames: PickupFrame[] = [];
  /** Of steps of the search, one of which is the grip. */
  const searched = new Map<PickupRecord, Float64Array>();
  let reported = performance.now();
  const { skin: _, ...result } = runPickup(study, {
    progress({ phase, record, shape, nodes }) {
      if (phase !== "search") frames.push({ phase, record, shape: shape(), ...(carried === undefined ? {} : { nodes: nodes() }) });
      else if (carried !== undefined) searched.set(record, nodes());
      const now = performance.now();
      if (progress === undefined || now - reported < REPORT_EVERY) return;
      reported = now;
      progress({ time: record.depth, duration: study.squeeze.maximumDepth, impacts: frames.length });
    },
  });
  const { leastDepth, shapes } = result;
  const watched = { ...result, ...(carried === undefined ? {} : { carried }) };
  if (leastDepth === undefined || shapes.grip === undefined) return { ...watched, frames };
  const { record } = leastDepth;
  const until = frames.filter((frame) => frame.phase !== "lift" && (frame.record.depth < leastDepth.depth || result.lift.length === 0));
  const nodes = searched.get(record) ?? frames.find((frame) => frame.record === record)?.nodes;
  const grip: PickupFrame = { phase: "squeeze", record, shape: shapes.grip, ...(nodes === undefined ? {} : { nodes }) };
  return {
    ...watched,
    frames: [...until, ...(result.lift.length === 0 ? [] : [grip]), ...frames.filter(({ phase }) => phase === "lift")],
  };
}

/** The skin that the mesh of a study carries. */
const carriedIn = ({ mesh, skin }: PickupStudy | RestShapeStudy) => (skin === undefined ? undefined : skinIn(meshOf(mesh), skin));

/** Steps that are kept for the slider. */
const MOST_ITERATES = 300;

function watchRestShape(study: RestShapeStudy, progress?: (progress: Progress) => void): RestShapeResult | WatchedRestShape {
  // Who asks for no progress wants what the command would give.
  if (progress === undefined) return runRestShape(study);
  const carried = carriedIn(study);
  const iterates: Float64Array[] = [];
  let steps = 0;
  const { skin: _, ...result } = runRestShape(study, {
    progress: ({ rest }) => {
      steps++;
      if (iterates.length < MOST_ITERATES) iterates.push(rest());
      progress({ time: steps, duration: study.solver?.maximumIterations ?? 50, impacts: steps });
    },
  });
  return { ...result, iterates, ...(carried === undefined ? {} : { carried }) };
}

const worker = {
  parse: (text: string, files?: ReadonlyMap<string, string>) => answer(() => parseStudyText(text, files)),
  withMeshes: (study: SoftStudy, files: readonly MeshText[], scale: number) => answer(() => withMeshTexts(study, files, scale)),
  run: (study: Study, progress?: (progress: Progress) => void) => answer(() => run(study, progress)),
};

expose(worker satisfies Record<keyof StudyWorker, unknown>);
