/** A thread of the pool: runs chunks of the sweep that it was made for. */
import { workerData } from "node:worker_threads";
import { parseStudy, planSweep, runPart } from "carom/study";
import { move } from "piscina";
import { type Chunk, encodeChunk } from "./chunk.js";

const { study } = (Array.isArray(workerData) ? workerData[1] : workerData) as { readonly study: unknown };
const plan = planSweep(parseStudy(study, "sweep"));

/** The bytes of a chunk. */
export function compute({ id, from, to }: Chunk): unknown {
  const clock = () => performance.now() / 1000;
  const bytes = encodeChunk(runPart(plan, from, to, { clock }), id);
  return move(bytes as unknown as Parameters<typeof move>[0]);
}
