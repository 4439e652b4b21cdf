/**
 * A sweep whose chunks are computed by `carom worker` on any number of machines, through BullMQ on Redis or Valkey.
 *
 * At least once is enough, because a chunk that is computed twice is the same bytes. Chunks are asked for by their ids and looked after:
 * one that the queue has forgotten (Redis came back without its memory) is asked for again, and so is the study. The first chunk and one
 * in a hundred are computed twice, by different workers, and compared, as long as there are two.
 *
 * The study stands under a key of its own that others may need too (two sweeps of one study): nobody removes it, and it goes by itself some
 * time after the last sweep that renewed it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { CommandFailure, NOT_COMPUTED } from "../failure.js";
import type { Chunk } from "./chunk.js";
import { checkConnection, connectionReason, connectionTo, queueModules } from "./connection.js";
import type { Executor } from "./execute.js";
import { answerOf, type ChunkAnswer, type ChunkJob, QUEUE, studyKey } from "./job.js";
import type { SweepRun } from "./run-folder.js";

/** Chunks that are asked for at once. */
const WIDTH = 64;
/** Between two looks at a chunk, ms. */
const LOOK = 200;
/** How long a queue may be silent before the sweep is given up, to be resumed, ms. */
const LONGEST_SILENCE = 60_000;
/** How long a study is kept after it was last renewed, s, and how often it is, ms. */
const STUDY_KEPT = 3600;
const RENEWED = 60_000;
/** One chunk in so many is computed twice. */
const CHECKED = 100;

export async function openQueue(run: SweepRun, url: string, prefix: string | undefined): Promise<Executor> {
  const modules = await queueModules();
  const connection = connectionTo(url, prefix);
  await checkConnection(modules, connection);
  const { Queue, Redis } = modules;
  const queue = new Queue<ChunkJob, ChunkAnswer>(QUEUE, { connection: connection.options, prefix: connection.prefix });
  const client = new Redis(connection.options);
  // Silence is told below, once; every event of a connection that is tried again would be told many times.
  queue.on("error", () => {});
  client.on("error", () => {});
  const study = keptStudy(client, studyKey(connection.prefix, run.studyHash), JSON.stringify(run.plan.study));
  let lastAnswer = performance.now();
  // Chunks that are still waited for when the sweep ends early must not keep the process: their queue is gone.
  let isClosed = false;
  /** Jobs that were asked for here and not answered. */
  const open = new Set<string>();

  /** What the queue says; undefined while it is silent. */
  async function asked<T>(question: () => Promise<T>): Promise<T | undefined> {
    if (isClosed) throw new Error("the sweep has ended");
    const limit = new AbortController();
    try {
      const answer = await Promise.race([
        question(),
        sleep(5000, undefined, { signal: limit.signal }).then(() => Promise.reject(new Error("it is silent"))),
      ]);
      lastAnswer = performance.now();
      return answer;
    } catch (error) {
      if (performance.now() - lastAnswer > LONGEST_SILENCE)
        throw new CommandFailure(
          `the queue at ${connection.shown}: ${connectionReason(error)}; carom sweep --resume ${run.folder} goes on`,
          NOT_COMPUTED,
        );
      return undefined;
    } finally {
      limit.abort();
    }
  }

  async function ask(chunk: Chunk, jobId: string, notBy?: string): Promise<void> {
    const job: ChunkJob = { carom: 1, version: run.version, study: run.studyHash, ...chunk, ...(notBy === undefined ? {} : { notBy }) };
    await study.renew();
    open.add(jobId);
    await queue.add("chunk", job, { jobId, attempts: 3, removeOnComplete: false, removeOnFail: false });
  }

  /** Whether workers have gone, so that nobody is left who could compute a chunk a second time. */
  async function isOneLeft(): Promise<boolean> {
    return ((await asked(() => queue.getWorkersCount())) ?? 0) < 2;
  }

  /** Whoever else waits for it asks again. */
  async function forget(job: Job<ChunkJob, ChunkAnswer> | null | undefined): Promise<void> {
    await asked(async () => job?.remove());
    if (job?.id !== undefined) open.delete(job.id);
  }

  /** The answer to one job, asked for again whenever the queue does not know of it; none where nobody is left who may give it. */
  async function answered(chunk: Chunk, jobId: string): Promise<ChunkAnswer>;
  async function answered(chunk: Chunk, jobId: string, notBy: string): Promise<ChunkAnswer | undefined>;
  async function answered(chunk: Chunk, jobId: string, notBy?: string): Promise<ChunkAnswer | undefined> {
    for (;;) {
      const job = await asked(async () => {
        const known = await queue.getJob(jobId);
        if (known === undefined) await ask(chunk, jobId, notBy);
        else await study.renewIfOld();
        return known ?? null;
      });
      if (job?.finishedOn !== undefined && job.returnvalue !== null) {
        const answer = answerOf(job.returnvalue);
        await forget(job);
        if (answer !== undefined) return answer;
      } else if (job !== undefined && job !== null && (await asked(() => job.isFailed())) === true) {
        await forget(job);
        throw new CommandFailure(
          `runs ${chunk.from} to ${chunk.to - 1}: ${job.failedReason}; carom sweep --resume ${run.folder} goes on`,
          NOT_COMPUTED,
        );
      } else if (notBy !== undefined && (await isOneLeft())) {
        await forget(job);
        return undefined;
      }
      await sleep(LOOK);
    }
  }

  async function compute(chunk: Chunk): Promise<{ readonly bytes: Uint8Array; readonly machine: string }> {
    const first = await answered(chunk, chunk.id);
    const isChecked = chunk.from === 0 || Number.parseInt(chunk.id.slice(0, 8), 16) % CHECKED === 0;
    if (isChecked && !(await isOneLeft())) {
      const second = await answered(chunk, `${chunk.id}-again`, first.worker);
      if (second !== undefined && second.bytes !== first.bytes)
        throw new CommandFailure(
          `runs ${chunk.from} to ${chunk.to - 1} differ between ${first.machine} (${first.worker}) and ` +
            `${second.machine} (${second.worker}): ` +
            "the same sweep must give the same bits on both",
          NOT_COMPUTED,
        );
    }
    return { bytes: Buffer.from(first.bytes, "base64"), machine: first.machine };
  }

  return {
    width: WIDTH,
    compute,
    close: async () => {
      isClosed = true;
      // Those that a worker has already begun cannot be removed.
      const removed = [...open].map((jobId) => queue.remove(jobId).catch(() => 0));
      await Promise.race([Promise.all(removed), sleep(500)]);
      client.disconnect();
      await Promise.race([queue.close().catch(() => undefined), sleep(1000)]);
    },
  };
}

/** The study of a sweep in the queue, where workers find it. */
function keptStudy(client: Redis, key: string, text: string) {
  let last = Number.NEGATIVE_INFINITY;
  const renew = async () => {
    await client.set(key, text, "EX", STUDY_KEPT);
    last = performance.now();
  };
  return { renew, renewIfOld: async () => (performance.now() - last > RENEWED ? renew() : undefined) };
}
