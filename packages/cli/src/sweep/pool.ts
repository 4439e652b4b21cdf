/**
 * Chunks on a pool of threads. A thread that dies (out of memory, or ended because a run took far too long) costs its chunk one more try,
 * then each of its runs alone; a run that ends its thread also alone is recorded as failed.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { failedRun, joinedRows, type SweepPlan, type SweepRows } from "carom/study";
import { Piscina } from "piscina";
import { CommandFailure, NOT_COMPUTED } from "../failure.js";
import { type Chunk, decodeChunk, encodeChunk } from "./chunk.js";
import type { SweepThreadData } from "./sweep-thread.js";

/** Computes chunks until it is closed. */
export interface ChunkPool {
  readonly threads: number;
  /** The bytes of a chunk. */
  compute(chunk: Chunk): Promise<Uint8Array>;
  /** How long its threads have computed, all together, s. */
  busySeconds(): number;
  close(): Promise<void>;
}

/** Beside this module, in the bundle, or built from the sources that a test runs. */
function threadFile(): string {
  const candidates = ["./sweep-thread.js", "../../dist/sweep/sweep-thread.js"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  return candidates.find((file) => existsSync(file)) ?? candidates[0];
}

/** A run may take this many times its limit, and so many seconds more, before its thread is ended. */
const PATIENCE = 2;
const GRACE = 5;

/**
 * So much garbage V8 lets a thread have before it collects all of it, in per cent of what lives: each time it also throws away compiled
 * code, of all functions of which none is left at that moment, and the runs after it compile that again.
 */
const GARBAGE = 400;

export function openPool(plan: SweepPlan, threads = availableParallelism()): ChunkPool {
  const { limits } = plan.study;
  setFlagsFromString(`--heap-growing-percent=${GARBAGE}`);
  const busy = new BigInt64Array(new SharedArrayBuffer(8));
  const pool = new Piscina({
    filename: threadFile(),
    name: "compute",
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 1000,
    workerData: { study: plan.study, busy } satisfies SweepThreadData,
    ...(limits?.megabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } }),
  });

  // A thread that ends without a chunk never began; others would not either, and their chunks would wait for ever.
  const broken = new Promise<never>((_, reject) => {
    pool.on("error", (error) => reject(new CommandFailure(`a thread cannot begin: ${beginningReason(error)}`, NOT_COMPUTED)));
  });
  broken.catch(() => undefined);

  function once(chunk: Chunk): Promise<Uint8Array> {
    const seconds = limits?.seconds;
    const patience = 1000 * (PATIENCE * (seconds ?? 0) * (chunk.to - chunk.from) + GRACE);
    const options = seconds === undefined ? {} : { signal: AbortSignal.timeout(patience) };
    return Promise.race([pool.run(chunk, options) as Promise<Uint8Array>, broken]);
  }

  async function compute(chunk: Chunk): Promise<Uint8Array> {
    try {
      return await once(chunk);
    } catch {
      // Once more: a thread may die of what another one does.
    }
    try {
      return await once(chunk);
    } catch (error) {
      if (chunk.to - chunk.from === 1) return encodeChunk(failedRun(plan, chunk.from, reasonOf(error, limits?.seconds)), chunk.id);
    }
    const rows: SweepRows[] = [];
    for (let run = chunk.from; run < chunk.to; run++) {
      const alone = { id: chunk.id, from: run, to: run + 1 };
      rows.push(decodeChunk(await compute(alone), alone, plan));
    }
    return encodeChunk(joinedRows(rows), chunk.id);
  }

  return { threads, compute, busySeconds: () => Number(Atomics.load(busy, 0)) / 1e6, close: () => pool.destroy() };
}

function beginningReason(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === OUT_OF_MEMORY ? "the library itself takes more memory than limits.megabytes" : String(message);
}

const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";

function reasonOf(error: unknown, seconds: number | undefined): string {
  const { code, name, message } = error as { readonly code?: string; readonly name?: string; readonly message?: string };
  if (code === OUT_OF_MEMORY) return "takes more memory than its worker has";
  if (name === "AbortError" || name === "TimeoutError") return `takes longer than ${seconds} s`;
  // Whatever else a thread says is a fault of ours, not of the run.
  if (error instanceof CommandFailure || !/exit|terminat/i.test(String(message))) throw error;
  return "ends its worker";
}
