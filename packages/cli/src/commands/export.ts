/** `carom export`: a simulation for programs that draw. */
import { createWriteStream } from "node:fs";
import { access, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { glbOf, type RunInSpace, runInSpace, usdaLines, vtkFiles } from "carom/export";
import { runSimulation, type SimulationResult, type SimulationStudy, type Study } from "carom/study";
import { CommandFailure, systemReason, within } from "../failure.js";
import { readStudy, readText } from "../study-file.js";
import { progressLine } from "../terminal/progress.js";

/** Each writes a run to where it is told, and says what opens that. */
const FORMATS = {
  glb: { write: (run: RunInSpace, out: string) => writeFile(out, glbOf(run)), opens: "Blender, three.js and most viewers open it" },
  usda: { write: writeLines, opens: "usdview, Blender and Omniverse open it" },
  vtk: { write: writeFolderOf, opens: "open bodies.pvd and contacts.pvd there in ParaView" },
} as const;

export type ExportFormat = keyof typeof FORMATS;
export const EXPORT_FORMATS = Object.keys(FORMATS) as readonly ExportFormat[];

export async function exportRun(file: string, { format, out }: { readonly format: ExportFormat; readonly out: string }): Promise<void> {
  if (await exists(out)) throw new CommandFailure(`${out}: exists; move it, or choose another name`);
  const run = await runOf(file);
  const { write, opens } = FORMATS[format];
  await doing(out, () => write(run, out));
  const moving = run.solids.filter(({ isMoving }) => isMoving).length;
  process.stdout.write(
    `Written to ${out}: ${moving === 1 ? "one moving body" : `${moving} moving bodies`} at ${run.times.length} times; ${opens}.\n`,
  );
}

/** Of a study, which is computed, or of the folder that `carom run --out` has written. */
async function runOf(file: string): Promise<RunInSpace> {
  const isFolder = file !== "-" && (await stat(file).catch(() => undefined))?.isDirectory() === true;
  if (isFolder) return finishedRun(file);
  const study = simulationOf(file, await readStudy(file));
  const tell = progressLine();
  const result = await within(file, () => runSimulation(study, { progress: ({ text }) => tell(text) }));
  tell(undefined);
  return runInSpace(study, result);
}

async function finishedRun(folder: string): Promise<RunInSpace> {
  const [studyFile, resultFile] = [join(folder, "result-study.json"), join(folder, "result.json")];
  const study = simulationOf(studyFile, await readStudy(studyFile));
  const text = await readText(resultFile);
  return within(resultFile, () => {
    const result = JSON.parse(text) as Partial<SimulationResult>;
    if (result.kind !== "simulation" || result.series === undefined)
      throw new CommandFailure(`${resultFile}: is not the result of a simulation`);
    return runInSpace(study, result as SimulationResult);
  });
}

function simulationOf(file: string, study: Study): SimulationStudy {
  if (study.kind === "simulation") return study;
  throw new CommandFailure(`${file}: is a study of kind ${study.kind}; only simulations are exported`);
}

function writeLines(run: RunInSpace, out: string): Promise<void> {
  const lines = function* () {
    for (const line of usdaLines(run)) yield `${line}\n`;
  };
  return pipeline(Readable.from(lines()), createWriteStream(out, { flags: "wx" }));
}

async function writeFolderOf(run: RunInSpace, out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const { name, content } of vtkFiles(run)) await writeFile(join(out, name), content);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

async function doing(out: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw new CommandFailure(`${out}: ${systemReason(error)}`);
  }
}
