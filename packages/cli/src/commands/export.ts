/** `carom export`: a simulation for other programs. */
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunInSpace, rowsOfFiles, rowsOfResult, runInSpace } from "carom/export";
import { mjcfOf, type Scene } from "carom/simulation";
import { runSimulation, type SimulationStudy, type Study } from "carom/study";
import { linesOf } from "../export/lines.js";
import { type ExportFormat, exists, FORMATS, writeRun } from "../export/write.js";
import { CommandFailure, systemReason, within } from "../failure.js";
import { readStudy } from "../study-file.js";
import { progressLine } from "../terminal/progress.js";

export async function exportRun(
  file: string,
  { format, out }: { readonly format: ExportFormat | "mjcf"; readonly out: string },
): Promise<void> {
  if (await exists(out)) throw new CommandFailure(`${out}: exists; move it, or choose another name`);
  if (format === "mjcf") {
    await writeScene(file, out);
    return;
  }
  const run = await within(file, () => runOf(file));
  const { opens } = FORMATS[format];
  await writeRun(run, format, out);
  const moving = run.solids.filter(({ isMoving }) => isMoving).length;
  process.stdout.write(
    `Written to ${out}: ${moving === 1 ? "one moving body" : `${moving} moving bodies`} at ${run.count} times; ${opens}.\n`,
  );
}

/** The scene of a study, as it is before anything moves. */
async function writeScene(file: string, out: string): Promise<void> {
  const study = simulationOf(file, await readStudy(file));
  const text = await within(file, () => mjcfOf(study as unknown as Scene, study.title));
  await writeFile(out, text, { flag: "wx" }).catch((error: unknown) => {
    throw new CommandFailure(`${out}: ${systemReason(error)}`);
  });
  process.stdout.write(`Written to ${out}: ${Object.keys(study.bodies).length} bodies; MuJoCo and carom import open it.\n`);
}

/** Of a study, which is computed, or of the folder that `carom run --out` has written. */
async function runOf(file: string): Promise<RunInSpace> {
  const isFolder = file !== "-" && (await stat(file).catch(() => undefined))?.isDirectory() === true;
  if (isFolder) return finishedRun(file);
  const study = simulationOf(file, await readStudy(file));
  const tell = progressLine();
  const result = await within(file, () => runSimulation(study, { progress: ({ text }) => tell(text) }));
  tell(undefined);
  return runInSpace(study, rowsOfResult(result));
}

/** Its rows are read as they are needed: a run may be longer than what fits into memory. */
async function finishedRun(folder: string): Promise<RunInSpace> {
  const studyFile = join(folder, "result-study.json");
  const study = simulationOf(studyFile, await readStudy(studyFile));
  const [contacts, events] = [join(folder, "contacts.csv"), join(folder, "events.jsonl")];
  return within(folder, async () =>
    runInSpace(
      study,
      await rowsOfFiles({
        title: study.title,
        series: linesOf(join(folder, "series.csv")),
        ...((await exists(contacts)) ? { contacts: linesOf(contacts) } : {}),
        ...((await exists(events)) ? { events: linesOf(events) } : {}),
      }),
    ),
  );
}

function simulationOf(file: string, study: Study): SimulationStudy {
  if (study.kind === "simulation") return study;
  throw new CommandFailure(`${file}: is a study of kind ${study.kind}; only simulations are exported`);
}
