/** A thread of the pool: runs chunks of the sweep that it was made for. */
import { workerData } from "node:worker_threads";
import { parseStudy, planSweep, runPart } from "carom/study";
import { move } from "piscina";
import { type Chunk, encodeChunk } from "./chunk.js";

const { study, busy } = (Array.isArray(workerData) ? workerData[1] : workerData) as SweepThreadData;
const plan = planSweep(parseStudy(study, "sweep"));

/** What a thread is made with. */
export interface SweepThreadData {
  readonly study: unknown;
  /** Shared by all threads of a pool: how long they computed, us. */
  readonly busy: BigInt64Array;
}

/** The bytes of a chunk. */
export function compute({ id, from, to }: Chunk): unknown {
  const clock = () => performance.now() / 1000;
  const begun = clock();
  const bytes = encodeChunk(runPart(plan, from, to, { clock }), id);
  Atomics.add(busy, 0, BigInt(Math.round(1e6 * (clock() - begun))));
  return move(bytes as unknown as Parameters<typeof move>[0]);
}
