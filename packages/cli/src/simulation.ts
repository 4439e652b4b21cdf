/**
 * `carom run` on a study of kind `simulation`: stretch by stretch, so that what was computed is on disk when the process ends, however it ends.
 *
 * With --out the folder holds, while the run goes on, events.jsonl (a line for each event as it happens) and checkpoint.json (replaced as a whole); at the end
 * result.json, the series, the figures and the report take the place of the checkpoint. Ctrl-C simply ends the process: there is nothing to clean up.
 */
import { parseCheckpoint, type RunCheckpoint, type SimulationRun, type SimulationStudy, startSimulation } from "carom/study";
import { CommandFailure, within } from "./failure.js";
import { simulationFiles } from "./figures.js";
import { checkFolder } from "./output/folder.js";
import { jsonText } from "./output/json-text.js";
import { checkRunFolder, continueFolder, openFolder, type RunFolder, readCheckpoint, readResult } from "./output/run-folder.js";
import { contactsCsv, forcesCsv, seriesCsv } from "./simulation-csv.js";
import { simulationSummary } from "./summaries/simulation.js";
import { progressLine } from "./terminal/progress.js";

export interface SimulationOutput {
  /** The whole result as JSON on stdout instead of the summary. */
  readonly json?: boolean;
  readonly out?: string;
}

export async function runSimulationStudy(file: string, study: SimulationStudy, output: SimulationOutput): Promise<void> {
  if (output.out !== undefined) await checkRunFolder(output.out);
  let folder: RunFolder | undefined;
  const run = await within(file, () => startSimulation(study, { event: (event) => folder?.event(event) }));
  if (output.out !== undefined) folder = await openFolder(output.out, run.checkpoint());
  await finish(file, study, run, folder, output);
}

/** Goes on with what an interrupted run has left in its folder. */
export async function resumeSimulation(path: string, { json }: SimulationOutput): Promise<void> {
  await checkFolder(path, []);
  const text = await readCheckpoint(path);
  if (text === undefined) {
    const result = await readResult(path);
    process.stdout.write(`${json ? jsonText(result) : simulationSummary(result)}\n`);
    return;
  }
  const file = `${path}/checkpoint.json`;
  const checkpoint = await within(file, () => parseCheckpoint(parsed(text, file)));
  let folder: RunFolder | undefined;
  const run = await within(file, () => startSimulation(checkpoint.study, { event: (event) => folder?.event(event) }, checkpoint));
  folder = await continueFolder(path, checkpoint);
  await finish(file, checkpoint.study, run, folder, { ...(json === undefined ? {} : { json }), out: path });
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
  run: SimulationRun,
  folder: RunFolder | undefined,
  { json, out }: SimulationOutput,
): Promise<void> {
  try {
    await within(file, () => advanceToEnd(study, run, folder));
  } catch (error) {
    if (error instanceof CommandFailure && out !== undefined)
      throw new CommandFailure(`${error.message}; what happened before is in ${out}`, error.exitCode);
    throw error;
  }
  const result = run.result();
  const files =
    folder === undefined
      ? {}
      : {
          "result.json": `${jsonText(result)}\n`,
          "series.csv": seriesCsv(result),
          "contacts.csv": contactsCsv(result),
          ...(result.events.some((event) => event.kind === "impact" && event.forces !== undefined)
            ? { "forces.csv": forcesCsv(result) }
            : {}),
          ...(await simulationFiles(result, study)),
        };
  await folder?.finish(files).catch((error: unknown) => {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`${error.message}; nothing computed is lost: carom run --resume ${out} goes on from the last checkpoint`);
  });
  process.stdout.write(`${json ? jsonText(result) : simulationSummary(result)}\n`);
  if (out !== undefined)
    (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: ${[...Object.keys(files), "events.jsonl"].join(", ")}.\n`);
}

async function advanceToEnd(study: SimulationStudy, run: SimulationRun, folder: RunFolder | undefined): Promise<void> {
  const tell = progressLine();
  while (!run.done) {
    run.advance();
    if (!run.done) folder?.checkpoint((): RunCheckpoint => run.checkpoint());
    tell(`${((100 * run.time) / study.duration).toFixed(0)} % (t = ${run.time.toPrecision(4)} s)`);
    // Lets a closed pipe and other news in.
    await new Promise(setImmediate);
  }
  tell(undefined);
}
