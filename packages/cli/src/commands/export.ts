/** `carom export`: a simulation for other programs. */
import { createWriteStream } from "node:fs";
import { access, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { glbPieces, type RunInSpace, rowsOfFiles, rowsOfResult, runInSpace, usdaLines, vtkFiles } from "carom/export";
import { InvalidInputError, runSimulation, type SimulationStudy, type Study } from "carom/study";
import { linesOf } from "../export/lines.js";
import { CommandFailure, systemReason, within } from "../failure.js";
import { packageFile } from "../package-file.js";
import { readStudy } from "../study-file.js";
import { progressLine } from "../terminal/progress.js";

/** Each writes a run to where it is told, which is not there, and says what opens that. */
const FORMATS = {
  glb: { write: (run: RunInSpace, out: string) => writePieces(glbPieces(run), out), opens: "Blender, three.js and most viewers open it" },
  usda: {
    write: (run: RunInSpace, out: string) => writePieces(linesIn(usdaLines(run)), out),
    opens: "usdview, Blender and Omniverse open it",
  },
  vtk: { write: writeVtk, opens: "open bodies.pvd and contacts.pvd there in ParaView" },
  mcap: {
    write: async (run: RunInSpace, out: string) => (await import("../export/mcap.js")).writeMcap(run, out),
    opens: `Foxglove opens it; import the layout ${packageFile("foxglove-layout.json")} there`,
  },
  parquet: {
    write: async (run: RunInSpace, out: string) => (await import("../export/parquet.js")).writeParquet(run, out),
    opens: "DuckDB, pandas and Polars open the files there",
  },
} as const;

export type ExportFormat = keyof typeof FORMATS;
export const EXPORT_FORMATS = Object.keys(FORMATS) as readonly ExportFormat[];

export async function exportRun(file: string, { format, out }: { readonly format: ExportFormat; readonly out: string }): Promise<void> {
  if (await exists(out)) throw new CommandFailure(`${out}: exists; move it, or choose another name`);
  const run = await within(file, () => runOf(file));
  const { opens } = FORMATS[format];
  await writeRun(run, format, out);
  const moving = run.solids.filter(({ isMoving }) => isMoving).length;
  process.stdout.write(
    `Written to ${out}: ${moving === 1 ? "one moving body" : `${moving} moving bodies`} at ${run.count} times; ${opens}.\n`,
  );
}

/** Under another name first: what is there is whole. */
export async function writeRun(run: RunInSpace, format: ExportFormat, out: string): Promise<void> {
  const partial = `${out}.part`;
  try {
    if (await exists(partial)) throw new CommandFailure(`${partial}: exists; move it`);
    await FORMATS[format].write(run, partial);
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (error instanceof CommandFailure || error instanceof InvalidInputError) throw error;
    throw new CommandFailure(`${out}: ${systemReason(error)}`);
  }
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

/** Bytes that are gathered before they are written. */
const PIECE = 256 * 1024;

function writePieces(pieces: AsyncIterable<Uint8Array>, out: string): Promise<void> {
  return pipeline(Readable.from(pieces), createWriteStream(out, { flags: "wx" }));
}

async function* linesIn(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = "";
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

async function writeVtk(run: RunInSpace, out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for await (const { name, content } of vtkFiles(run)) await writeFile(join(out, name), content);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
