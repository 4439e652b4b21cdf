/**
 * The chunks of a sweep that are not there yet, computed so many at a time, each put into the folder as it comes. Ctrl-C ends it between
 * chunks: what is in the folder stays, and --resume goes on.
 */
import type { SweepRows } from "carom/study";
import { CommandFailure, NOT_COMPUTED } from "../failure.js";
import { type Chunk, decodeChunk, decodeOwnChunk } from "./chunk.js";
import { sweepProgress } from "./progress.js";
import { ownChunks, readChunk, type SweepRun, writeChunk } from "./run-folder.js";

/** What computes chunks: threads of this process, or workers on a queue. */
export interface Executor {
  /** How many chunks are worth asking for at once. */
  readonly width: number;
  /** The bytes of a chunk, and the machine that computed them. */
  compute(chunk: Chunk): Promise<{ readonly bytes: Uint8Array; readonly machine: string }>;
  /** Threads of this process and how long they have computed, all together, s; undefined where others compute. */
  readonly threads?: { readonly count: number; busySeconds(): number };
  close(): Promise<void>;
}

export interface Executed {
  /** In the order of the chunks of this folder. */
  readonly parts: readonly SweepRows[];
  /** Chunks that each machine computed. */
  readonly machines: Readonly<Record<string, number>>;
  /** Part of the time that the threads of this process computed and did not wait for chunks; undefined where others computed. */
  readonly busy?: number;
}

export async function execute(run: SweepRun, open: () => Promise<Executor>): Promise<Executed> {
  const own = ownChunks(run);
  const rows = new Map<Chunk, SweepRows>();
  for (const chunk of own) {
    const known = await readChunk(run, chunk);
    if (known !== undefined) rows.set(chunk, known);
  }
  const missing = own.filter((chunk) => !rows.has(chunk));
  const machines: Record<string, number> = {};
  const busy = missing.length > 0 ? await computeAll(run, missing, rows, machines, await open()) : undefined;
  return { parts: own.map((chunk) => rows.get(chunk) as SweepRows), machines, ...(busy === undefined ? {} : { busy }) };
}

async function computeAll(
  run: SweepRun,
  missing: readonly Chunk[],
  rows: Map<Chunk, SweepRows>,
  machines: Record<string, number>,
  executor: Executor,
): Promise<number | undefined> {
  const begun = performance.now();
  const total = ownChunks(run).reduce((sum, { from, to }) => sum + to - from, 0);
  const known = [...rows.values()].reduce((sum, { count }) => sum + count, 0);
  const progress = sweepProgress(total, known);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  const waiting = [...missing];
  const ended = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
  });
  const decode = executor.threads === undefined ? decodeChunk : decodeOwnChunk;
  const work = async () => {
    for (let chunk = waiting.shift(); chunk !== undefined && !stop.signal.aborted; chunk = waiting.shift()) {
      const { bytes, machine } = await executor.compute(chunk);
      const part = decode(bytes, chunk, run.plan);
      await writeChunk(run, chunk, bytes);
      rows.set(chunk, part);
      machines[machine] = (machines[machine] ?? 0) + 1;
      progress.add(part);
    }
  };
  try {
    await Promise.race([Promise.all(Array.from({ length: executor.width }, work)), ended]);
    const { threads } = executor;
    return threads && (1000 * threads.busySeconds()) / ((performance.now() - begun) * threads.count);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new CommandFailure(`stopped after ${progress.done} of ${total} runs; carom sweep --resume ${run.folder} goes on`, NOT_COMPUTED);
  } finally {
    // Others must not begin what is asked for here and would be waited for.
    waiting.length = 0;
    progress.end();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt);
    await executor.close();
  }
}
