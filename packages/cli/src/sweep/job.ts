/** What travels through the queue: data only, checked by whoever receives it. */
import { chunkId } from "./chunk.js";

/** Name of the queue under the prefix. */
export const QUEUE = "chunks";

/** A chunk to be computed. */
export interface ChunkJob {
  readonly carom: 1;
  readonly version: string;
  /** Hash of the study, which stands under a key of its own. */
  readonly study: string;
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** Computed once more, by another worker than this one. */
  readonly notBy?: string;
}

/** What a worker returns. */
export interface ChunkAnswer {
  /** Bytes of the chunk, base64. */
  readonly bytes: string;
  readonly worker: string;
  readonly machine: string;
}

/** Runs of a chunk that a worker takes, and characters of an answer that a master takes. */
const MOST_RUNS = 1_000_000;
const LONGEST_ANSWER = 256 * 1024 * 1024;

export function studyKey(prefix: string, hash: string): string {
  return `${prefix}:study:${hash}`;
}

/** Says what is wrong with a job; undefined where nothing is. */
export function jobComplaint(value: unknown): string | undefined {
  const job = value as Partial<ChunkJob> | null;
  const isHash = (text: unknown) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  if (typeof job !== "object" || job?.carom !== 1 || typeof job.version !== "string" || !isHash(job.study))
    return "is not a chunk of a sweep";
  const { from, to } = job;
  if (!Number.isInteger(from) || !Number.isInteger(to) || from! < 0 || to! <= from! || to! - from! > MOST_RUNS)
    return "has no range of runs that can be";
  if (job.id !== chunkId(job.study as string, job.version, from!, to!)) return "does not have the id of its study and range";
  return job.notBy === undefined || typeof job.notBy === "string" ? undefined : "is not a chunk of a sweep";
}

export function answerOf(value: unknown): ChunkAnswer | undefined {
  const answer = value as Partial<ChunkAnswer> | null;
  if (typeof answer !== "object" || answer === null) return undefined;
  const { bytes, worker, machine } = answer;
  const isOne = typeof bytes === "string" && bytes.length <= LONGEST_ANSWER && typeof worker === "string" && typeof machine === "string";
  return isOne ? (answer as ChunkAnswer) : undefined;
}
