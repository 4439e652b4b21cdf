/**
 * `carom run` on a study of kind `simulation`: stretch by stretch, so that what was computed is on disk when the process ends, however it
 * ends.
 *
 * With --out the folder holds, while the run goes on, events.jsonl (a line for each event as it happens) and checkpoint.json (replaced as a
 * whole); at the end result.json, the series, the figures and the report take the place of the checkpoint. Ctrl-C simply ends the process:
 * there is nothing to clean up.
 */
import type { RecordedEvent } from "carom/simulation";
import {
  parseCheckpoint,
  type RunCheckpoint,
  type SimulationProgress,
  type SimulationRun,
  type SimulationStudy,
  startSimulation,
  withMoreWork,
} from "carom/study";
import { CommandFailure, NOT_COMPUTED, within } from "../failure.js";
import { emit, type OutputOptions } from "../output/emit.js";
import { checkFolder, type Files } from "../output/folder.js";
import { jsonText } from "../output/json-text.js";
import { resultFiles } from "../output/result-files.js";
import { checkRunFolder, continueFolder, openFolder, type RunFolder, readCheckpoint, readResult } from "../output/run-folder.js";
import { resultSummary } from "../summaries/summary.js";
import { progressLine } from "../terminal/progress.js";
import { reportHint } from "./run.js";

export async function runSimulationStudy(file: string, study: SimulationStudy, output: OutputOptions): Promise<void> {
  if (output.out !== undefined) await checkRunFolder(output.out);
  let folder: RunFolder | undefined;
  const told = reports();
  const run = await within(file, () => startSimulation(study, { event: (event) => folder?.event(event), progress: told.progress }));
  if (output.out !== undefined) folder = await openFolder(output.out, run.checkpoint());
  await finish(file, study, { run, folder, told }, output);
}

/** Goes on with what an interrupted run has left in its folder, or one that stopped at its work limit, with as much work again. */
export async function resumeSimulation(path: string, { json }: OutputOptions): Promise<void> {
  await checkFolder(path, []);
  const text = await readCheckpoint(path);
  if (text === undefined) {
    const result = await readResult(path);
    process.stdout.write(`${json ? jsonText(result) : resultSummary(result)}\n`);
    return;
  }
  const file = `${path}/checkpoint.json`;
  const checkpoint = await within(file, () => withMoreWork(parseCheckpoint(parsed(text, file))));
  let folder: RunFolder | undefined;
  const told = reports();
  const options = { event: (event: RecordedEvent) => folder?.event(event), progress: told.progress };
  const run = await within(file, () => startSimulation(checkpoint.study, options, checkpoint));
  folder = await continueFolder(path, checkpoint);
  await finish(file, checkpoint.study, { run, folder, told }, { ...(json === undefined ? {} : { json }), out: path });
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${file}: is not JSON`);
  }
}

async function finish(
  file: string,
  study: SimulationStudy,
  { run, folder, told }: { readonly run: SimulationRun; readonly folder: RunFolder | undefined; readonly told: Reports },
  output: OutputOptions,
): Promise<void> {
  await saying(
    output,
    (out) => `${out} has what happened until then`,
    () => within(file, () => advanceToEnd(run, folder, told)),
  );
  const stopped = run.checkpoint();
  const left = stopped.simulation.status === "work-limit" ? (JSON.parse(JSON.stringify(stopped)) as RunCheckpoint) : undefined;
  // What is asked of events that did not happen is known here only.
  const result = await within(file, () => run.result());
  const content = {
    result,
    summary: () => resultSummary(result),
    files: () => within(file, () => resultFiles(study, result)),
    hint: reportHint(study),
  };
  const write = async (_: string, files: Files) => folder?.finish(files, left);
  await saying(
    output,
    (out) => `nothing is lost: carom run --resume ${out} goes on from the last checkpoint`,
    () => emit(output, content, write),
  );
  if (result.status === "too-many-events" || result.status === "work-limit") process.exitCode = NOT_COMPUTED;
}

/** Adds to a failure what there is in the folder all the same. */
async function saying({ out }: OutputOptions, left: (out: string) => string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof CommandFailure && out !== undefined) throw new CommandFailure(`${error.message} (${left(out)})`, error.exitCode);
    throw error;
  }
}

async function advanceToEnd(run: SimulationRun, folder: RunFolder | undefined, { end }: Reports): Promise<void> {
  while (!run.done) {
    run.advance();
    if (!run.done) folder?.checkpoint((): RunCheckpoint => run.checkpoint());
    // Lets a closed pipe and other news in.
    await new Promise(setImmediate);
  }
  end();
}

/** How far a run is, and how fast, on the terminal. */
interface Reports {
  readonly progress: (progress: SimulationProgress) => void;
  readonly end: () => void;
}

function reports(): Reports {
  const tell = progressLine();
  const began = performance.now();
  let first: number | undefined;
  return {
    progress: ({ time, duration }) => {
      first ??= time;
      const speed = (1000 * (time - first)) / (performance.now() - began);
      const pace = speed > 0 ? `, ${speed.toPrecision(2)} s each second` : "";
      tell(`${((100 * time) / duration).toFixed(0)} % (t = ${time.toPrecision(4)} s${pace})`);
    },
    end: () => tell(undefined),
  };
}
