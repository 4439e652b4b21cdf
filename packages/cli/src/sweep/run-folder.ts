/**
 * The folder of a sweep that goes on, readable at any moment, also when the process is killed.
 *
 *     sweep.json              the study with its files in place, version, chunks, shard: all that --resume and --merge need
 *     chunks/000017.chunk     the rows of a chunk, written under another name and renamed: all of it or nothing
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseStudy, planSweep, type StudyOf, type SweepPlan, type SweepRows } from "carom/study";
import { CommandFailure, NOT_COMPUTED, systemReason, within } from "../failure.js";
import { checkFolder, claimFolder, doing } from "../output/folder.js";
import { jsonText } from "../output/json-text.js";
import { type Chunk, chunkId, decodeChunk, hashOf } from "./chunk.js";

export const HEADER = "sweep.json";
const CHUNKS = "chunks";

/** Which part of a sweep a folder holds, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** A sweep that is being computed. */
export interface SweepRun {
  readonly folder: string;
  readonly plan: SweepPlan;
  readonly version: string;
  /** Of the study with its files in place. */
  readonly studyHash: string;
  /** Of the whole sweep. */
  readonly chunks: readonly Chunk[];
  readonly chunkSize: number;
  readonly shard: Shard;
}

interface Header {
  readonly carom: 1;
  readonly kind: "sweep-run";
  readonly version: string;
  readonly chunkSize: number;
  readonly shard: Shard;
  readonly studyHash: string;
  readonly study: unknown;
}

export function sweepRun(folder: string, study: StudyOf<"sweep">, version: string, chunkSize: number, shard: Shard): SweepRun {
  const plan = planSweep(study);
  const studyHash = hashOf(JSON.stringify(plan.study));
  const chunks = Array.from({ length: Math.ceil(plan.runs / chunkSize) }, (_, i): Chunk => {
    const [from, to] = [i * chunkSize, Math.min(plan.runs, (i + 1) * chunkSize)];
    return { id: chunkId(studyHash, version, from, to), from, to };
  });
  return { folder, plan, version, studyHash, chunks, chunkSize, shard };
}

/** Chunks that this folder is to hold: every n-th. */
export function ownChunks({ chunks, shard: { part, of } }: SweepRun): readonly Chunk[] {
  return chunks.filter((_, i) => i % of === part - 1);
}

/** Complains where the folder cannot be that of a sweep; makes nothing. */
export function checkSweepFolder({ folder }: SweepRun): Promise<void> {
  return checkFolder(folder, [HEADER, "summary.json", "runs.parquet", "report.html"]);
}

/** Complains before anything is computed; then makes the folder that of this run. */
export async function openSweep(run: SweepRun): Promise<void> {
  const { folder, version, chunkSize, shard, studyHash, plan } = run;
  await checkSweepFolder(run);
  await claimFolder(folder, [HEADER]);
  await doing(folder, async () => {
    await rm(join(folder, CHUNKS), { recursive: true, force: true });
    await mkdir(join(folder, CHUNKS), { recursive: true });
    const header: Header = { carom: 1, kind: "sweep-run", version, chunkSize, shard, studyHash, study: plan.study };
    await replace(join(folder, HEADER), `${jsonText(header)}\n`);
  });
}

/** The run whose folder this is. */
export async function readSweep(folder: string, version: string): Promise<SweepRun> {
  const file = join(folder, HEADER);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(
      error.code === "ENOENT" ? `${folder}: holds no sweep to go on with (no ${HEADER})` : `${file}: ${systemReason(error)}`,
    );
  });
  const header = headerOf(text);
  if (header === undefined) throw new CommandFailure(`${file}: is not the beginning of a sweep`);
  if (header.version !== version)
    throw new CommandFailure(
      `${file}: the sweep was begun by carom ${header.version}, and this is ${version}: another version may give other bits`,
    );
  const study = await within(file, () => parseStudy(header.study, "sweep"));
  const run = await within(file, () => sweepRun(folder, study, version, header.chunkSize, header.shard));
  if (run.studyHash !== header.studyHash) throw new CommandFailure(`${file}: the study was changed since the sweep was begun`);
  return run;
}

function headerOf(text: string): Header | undefined {
  try {
    const header = JSON.parse(text) as Partial<Header>;
    const { shard, chunkSize } = header;
    const whole = (value: unknown) => Number.isInteger(value) && (value as number) >= 1;
    const isOne = header.carom === 1 && header.kind === "sweep-run" && whole(chunkSize) && whole(shard?.part) && whole(shard?.of);
    return isOne && typeof header.version === "string" ? (header as Header) : undefined;
  } catch {
    return undefined;
  }
}

function fileOf({ chunks, folder }: SweepRun, chunk: Chunk): string {
  const place = chunks.findIndex(({ from }) => from === chunk.from);
  return join(folder, CHUNKS, `${String(place).padStart(6, "0")}.chunk`);
}

/** Puts a chunk into the folder; where it is there already, the same bytes take the place of the same bytes. */
export async function writeChunk(run: SweepRun, chunk: Chunk, bytes: Uint8Array): Promise<void> {
  try {
    await replace(fileOf(run, chunk), bytes);
  } catch (error) {
    throw new CommandFailure(
      `${run.folder}: ${systemReason(error)}; what was computed before is kept, and carom sweep --resume ${run.folder} goes on`,
      NOT_COMPUTED,
    );
  }
}

/** The rows of a chunk; undefined where it is not there, or not whole. */
export async function readChunk(run: SweepRun, chunk: Chunk): Promise<SweepRows | undefined> {
  const bytes = await readFile(fileOf(run, chunk)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  try {
    return decodeChunk(bytes, chunk, run.plan);
  } catch {
    return undefined;
  }
}

/** Removes the chunks of a sweep whose results are written. */
export async function removeChunks({ folder }: SweepRun): Promise<void> {
  await rm(join(folder, CHUNKS), { recursive: true, force: true });
  for (const name of await readdir(folder).catch(() => [])) if (/^\.sweep\.json-/.test(name)) await rm(join(folder, name), { force: true });
  await rm(join(folder, HEADER), { force: true });
}

/** Under another name first, then renamed. */
async function replace(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.part`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
