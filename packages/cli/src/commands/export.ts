/** `carom export`: a simulation for other programs. */
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { mjcfOf, type NamedFile, type RunInSpace, rowsOfFiles, rowsOfResult, runInSpace, slowed, urdfOf } from "carom/export";
import type { Scene } from "carom/simulation";
import { kindNamed, runSimulation, type SimulationStudy, type Study, type StudyResult } from "carom/study";
import { linesOf } from "../export/lines.js";
import { type ExportFormat, exists, FORMATS, refuseExisting, writeRun, writeWhole } from "../export/write.js";
import { CommandFailure, systemReason, within } from "../failure.js";
import { readStudy } from "../study-file.js";
import { terminalKind } from "../summaries/kinds.js";
import { progressLine } from "../terminal/progress.js";

export interface ExportOptions {
  readonly format: ExportFormat | SceneFormat;
  readonly out: string;
  /** How many times as long impacts last. */
  readonly slow?: number;
  /** How much before and after them, s. */
  readonly around?: number;
}

export async function exportRun(file: string, { format, out, slow, around }: ExportOptions): Promise<void> {
  await refuseExisting(out);
  const folder = dirname(resolve(out));
  if (!(await isFolder(folder))) throw new CommandFailure(`${out}: there is no folder ${folder} to write it in`);
  if (slow !== undefined && !FILMS.includes(format))
    throw new CommandFailure(`--slow: is of films (${FILMS.join(", ")}), not of ${format}`);
  if (around !== undefined && slow === undefined) throw new CommandFailure("--around: goes with --slow");
  if (format === "mjcf" || format === "urdf") {
    await writeScene(file, format, out);
    return;
  }
  const study = await studyOf(file);
  const { shapes } = terminalKind(study.kind);
  if (shapes !== undefined) {
    if (format !== "vtk") throw new CommandFailure(`${file}: is a study of kind ${study.kind}, which is written as vtk, not as ${format}`);
    await writeShapes(file, shapes((await isFolder(file)) ? await readResult(file) : await computed(file, study)), out);
    return;
  }
  const whole = await within(file, () => runOf(file, simulationOf(file, study, format)));
  const run = slow === undefined ? whole : await slowed(whole, { factor: slow, around: around ?? AROUND });
  const { opens } = FORMATS[format];
  await writeRun(run, format, out);
  const moving = run.solids.filter(({ isMoving }) => isMoving).length;
  process.stdout.write(
    `Written to ${out}: ${moving === 1 ? "one moving body" : `${moving} moving bodies`} at ${run.count} times; ${opens}.\n`,
  );
}

/** How the scene of a study is written, as it is before anything moves. */
type SceneFormat = "urdf" | "mjcf";

async function writeScene(file: string, format: SceneFormat, out: string): Promise<void> {
  const study = simulationOf(file, await studyOf(file), format);
  const scene = study as unknown as Scene;
  const bodies = Object.keys(study.bodies).length;
  const count = bodies === 1 ? "one body" : `${bodies} bodies`;
  if (format === "mjcf") {
    const { text, account } = await within(file, () => mjcfOf(scene, study.title));
    await writeNew(out, text);
    tellAccount(out, account);
    process.stdout.write(`Written to ${out}: ${count}; MuJoCo and carom import open it.\n`);
    return;
  }
  const folder = join(dirname(out), `${basename(out, extname(out))}-meshes`);
  const { text, meshes, account } = await within(file, () => urdfOf(scene, study.title, basename(folder)));
  if (meshes.size > 0) await writeMeshes(folder, meshes);
  await writeNew(out, text);
  tellAccount(out, account);
  const opens = account.length === 0 ? "ROS, Drake, Bullet, MuJoCo and carom import open it" : "what URDF has no words for is told above";
  const beside = meshes.size === 0 ? "" : `, ${meshes.size === 1 ? "a mesh" : `${meshes.size} meshes`} in ${folder}`;
  process.stdout.write(`Written to ${out}: ${count}${beside}; ${opens}.\n`);
}

function tellAccount(out: string, account: readonly string[]): void {
  for (const line of account) process.stderr.write(`carom: ${out}: ${line}\n`);
}

async function writeMeshes(folder: string, meshes: ReadonlyMap<string, string>): Promise<void> {
  await refuseExisting(folder);
  await mkdir(folder).catch((error: unknown) => {
    throw new CommandFailure(`${folder}: ${systemReason(error)}`);
  });
  try {
    for (const [name, text] of meshes) await writeNew(join(folder, name), text);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function writeNew(path: string, text: string | AsyncIterable<string>): Promise<void> {
  await writeFile(path, text, { flag: "wx" }).catch((error: unknown) => {
    throw new CommandFailure(`${path}: ${systemReason(error)}`);
  });
}

/** Formats that are looked at in time. */
const FILMS: readonly string[] = ["glb", "usda"];
/** s. */
const AROUND = 0.05;

const isFolder = async (file: string) => file !== "-" && (await stat(file).catch(() => undefined))?.isDirectory() === true;

/** Given, or that of a folder that `carom run --out` has written. */
async function studyOf(file: string): Promise<Study> {
  return readStudy((await isFolder(file)) ? join(file, "result-study.json") : file);
}

/** What a study found that is no run, such as the shapes of a soft body. */
async function writeShapes(file: string, files: readonly NamedFile[], out: string): Promise<void> {
  await writeWhole(out, async (folder) => {
    await mkdir(folder);
    for (const { name, content } of files) await writeNew(join(folder, name), content);
  });
  const opened = files.filter(({ name }) => name.endsWith(".pvd")).map(({ name }) => name);
  const count = files.length - opened.length;
  process.stdout.write(`Written to ${out}: ${count} shapes and contacts of ${file}; open ${opened.join(" and ")} there in ParaView.\n`);
}

async function computed(file: string, study: Study): Promise<StudyResult> {
  const tell = progressLine();
  const found = await within(file, () => kindNamed(study.kind).run(study, { progress: ({ text }) => tell(text) }));
  tell(undefined);
  return found;
}

async function readResult(folder: string): Promise<StudyResult> {
  const file = join(folder, "result.json");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandFailure(`${file}: ${systemReason(error)}`);
  });
  return JSON.parse(text) as StudyResult;
}

/** Of a study, which is computed, or of a folder: its rows are read as they are needed, a run may be longer than what fits into memory. */
async function runOf(file: string, study: SimulationStudy): Promise<RunInSpace> {
  if (await isFolder(file)) return finishedRun(file, study);
  const tell = progressLine();
  const result = await within(file, () => runSimulation(study, { progress: ({ text }) => tell(text) }));
  tell(undefined);
  return runInSpace(study, rowsOfResult(result));
}

async function finishedRun(folder: string, study: SimulationStudy): Promise<RunInSpace> {
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

function simulationOf(file: string, study: Study, format: ExportOptions["format"]): SimulationStudy {
  if (study.kind === "simulation") return study;
  const others = terminalKind(study.kind).shapes === undefined ? "is not exported" : "is written as vtk";
  throw new CommandFailure(`${file}: is a study of kind ${study.kind}, which ${others}; as ${format} simulations are`);
}
