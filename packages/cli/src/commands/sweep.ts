/**
 * `carom sweep`: a study of kind sweep, chunk by chunk, on the threads of this machine, as one of several shards, or on workers of a queue.
 * Whichever way, the same runs give the same runs.parquet and summary.json.
 */
import { hostname } from "node:os";
import { resolve } from "node:path";
import { checkMeasuresOfBase, isFast, kindNamed, planSweep, type SweepRows } from "carom/study";
import { CommandFailure, within } from "../failure.js";
import { jsonText } from "../output/json-text.js";
import { readStudy } from "../study-file.js";
import { resultSummary } from "../summaries/summary.js";
import { type Executed, type Executor, execute } from "../sweep/execute.js";
import { openPool } from "../sweep/pool.js";
import { writeResults } from "../sweep/results.js";
import { checkSweepFolder, openSweep, ownChunks, readChunk, readSweep, type Shard, type SweepRun, sweepRun } from "../sweep/run-folder.js";

export interface SweepOptions {
  readonly out?: string;
  readonly resume?: string;
  readonly merge?: boolean;
  readonly shard?: Shard;
  readonly workers?: number;
  readonly chunk?: number;
  readonly csv?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly queue?: string;
  readonly prefix?: string;
}

/** More runs than these are asked about. */
const MANY = 10_000_000;
/** Runs of a chunk where a run is quick, and where it may take long. */
const FAST_CHUNK = 65_536;
const SLOW_CHUNK = 64;
const WHOLE: Shard = { part: 1, of: 1 };

export async function sweep(files: readonly string[], options: SweepOptions, version: string): Promise<void> {
  if (options.merge === true) return merge(files, options, version);
  const run = options.resume === undefined ? await begin(files, options, version) : await goOn(files, options, version);
  const executed = await execute(run, () => executorOf(run, options));
  if (run.shard.of > 1) {
    process.stdout.write(
      `Shard ${shardText(run.shard)} is done: ${executed.parts.length} chunks in ${run.folder}. ` +
        "carom sweep --merge puts all shards together.\n",
    );
    return;
  }
  await finish(run, executed, options);
}

function shardText({ part, of }: Shard): string {
  return `${part}/${of}`;
}

async function begin(files: readonly string[], options: SweepOptions, version: string): Promise<SweepRun> {
  const { out, shard = WHOLE, yes, chunk } = options;
  const [file, second] = files;
  if (file === undefined || second !== undefined)
    throw new CommandFailure("sweep needs one study file, or --resume and a folder, or --merge and folders");
  if (out === undefined) throw new CommandFailure("sweep needs --out and a folder for its results");
  const study = await readStudy(file);
  if (study.kind !== "sweep") throw new CommandFailure(`${file}: kind: "${study.kind}" is not sweep; carom run runs it`);
  const plan = await within(file, () => planSweep(study));
  if (plan.runs > MANY && yes !== true)
    throw new CommandFailure(`${file}: ${plan.runs} runs are more than ${MANY}; say --yes if you mean it`);
  await within(file, () => kindNamed("sweep").check(study));
  const run = sweepRun(resolve(out), study, version, chunk ?? chunkSizeFor(plan), shard);
  await checkSweepFolder(run);
  // A study that is refused leaves no folder behind.
  await within(file, () => checkMeasuresOfBase(plan));
  await openSweep(run);
  return run;
}

/** Of the study alone, so that all shards cut alike. */
function chunkSizeFor(plan: SweepRun["plan"]): number {
  return isFast(plan) ? FAST_CHUNK : Math.max(1, Math.min(SLOW_CHUNK, Math.ceil(plan.runs / SLOW_CHUNK)));
}

async function goOn(files: readonly string[], { resume, out, shard, chunk }: SweepOptions, version: string): Promise<SweepRun> {
  if (files.length > 0 || [out, shard, chunk].some((given) => given !== undefined))
    throw new CommandFailure("--resume goes on with a sweep as it was begun: it takes no study, --out, --shard or --chunk");
  return readSweep(resolve(resume as string), version);
}

async function executorOf(run: SweepRun, { queue, workers, prefix }: SweepOptions): Promise<Executor> {
  if (queue !== undefined) {
    const { openQueue } = await import("../sweep/queue.js");
    return openQueue(run, queue, prefix);
  }
  const pool = openPool(run.plan, workers);
  const machine = hostname();
  return {
    width: 2 * pool.threads,
    compute: async (chunk) => ({ bytes: await pool.compute(chunk), machine }),
    threads: { count: pool.threads, busySeconds: pool.busySeconds },
    close: () => pool.close(),
  };
}

async function finish(run: SweepRun, executed: Executed, { csv, json }: SweepOptions): Promise<void> {
  const summary = await writeResults(run, executed, csv === true);
  process.stdout.write(`${json === true ? jsonText(summary) : resultSummary(summary)}\n`);
  (json === true ? process.stderr : process.stdout).write(
    `\nWritten to ${run.folder}: open report.html there; runs.parquet has every run.\n`,
  );
}

async function merge(folders: readonly string[], options: SweepOptions, version: string): Promise<void> {
  const { out } = options;
  if (folders.length === 0) throw new CommandFailure("--merge needs the folders of the shards");
  if (out === undefined) throw new CommandFailure("--merge needs --out and a folder for the results");
  const runs = await Promise.all(folders.map((folder) => readSweep(resolve(folder), version)));
  const [first] = runs;
  for (const run of runs)
    if (run.studyHash !== first.studyHash || run.chunkSize !== first.chunkSize || run.shard.of !== first.shard.of)
      throw new CommandFailure(`${run.folder}: is not of the same sweep, cut alike, as ${first.folder}`);
  checkShards(runs);
  const rows: SweepRows[] = [];
  const target = sweepRun(resolve(out), first.plan.study, version, first.chunkSize, WHOLE);
  for (const chunk of first.chunks) {
    const owner = runs.find((run) => ownChunks(run).some(({ from }) => from === chunk.from)) as SweepRun;
    const part = await readChunk(owner, chunk);
    if (part === undefined)
      throw new CommandFailure(
        `${owner.folder}: runs ${chunk.from} to ${chunk.to - 1} of shard ${shardText(owner.shard)} are missing; ` +
          `carom sweep --resume ${owner.folder} goes on`,
      );
    rows.push(part);
  }
  await openSweep(target);
  await finish(target, { parts: rows, machines: {} }, options);
}

function checkShards(runs: readonly SweepRun[]): void {
  const { of } = runs[0].shard;
  const missing: number[] = [];
  for (let part = 1; part <= of; part++) {
    const found = runs.filter(({ shard }) => shard.part === part);
    if (found.length > 1)
      throw new CommandFailure(`shard ${part}/${of} is there twice: ${found.map(({ folder }) => folder).join(" and ")}`);
    if (found.length === 0) missing.push(part);
  }
  if (missing.length > 0) throw new CommandFailure(`shard ${missing.map((part) => `${part}/${of}`).join(", ")} is missing`);
}
