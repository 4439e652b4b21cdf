/**
 * `carom worker`: computes chunks of sweeps from a queue until Ctrl-C. The runs go on threads, so that this one is free to tell the queue
 * that it is alive; a worker that is silent for longer than its lock has its chunk given to another.
 */
import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { LONGEST_TEXT, parseStudy, planSweep } from "carom/study";
import { NOT_COMPUTED } from "../failure.js";
import { type Chunk, hashOf } from "../sweep/chunk.js";
import { checkConnection, connectionTo, queueModules } from "../sweep/connection.js";
import { type ChunkAnswer, type ChunkJob, jobComplaint, QUEUE, studyKey } from "../sweep/job.js";
import { type ChunkPool, openPool } from "../sweep/pool.js";

export interface WorkerCommandOptions {
  readonly queue: string;
  readonly prefix?: string;
  readonly workers?: number;
  /** s */
  readonly lock?: number;
}

/** Studies whose threads are kept. */
const MOST_STUDIES = 4;
/** Until a chunk that this worker may not compute a second time is offered again, ms. */
const ANOTHER_TIME = 300;
const DEFAULT_LOCK = 30;

export async function worker(options: WorkerCommandOptions, version: string): Promise<void> {
  const { queue: url, prefix, workers: threads = availableParallelism(), lock = DEFAULT_LOCK } = options;
  const modules = await queueModules();
  const connection = connectionTo(url, prefix);
  await checkConnection(modules, connection);
  const { Worker, DelayedError, UnrecoverableError, Redis } = modules;
  const name = randomUUID().slice(0, 8);
  const client = new Redis(connection.options);
  client.on("error", () => {});
  const pools = new Map<string, ChunkPool>();

  async function poolFor(hash: string): Promise<ChunkPool> {
    const known = pools.get(hash);
    if (known !== undefined) return known;
    const text = await client.get(studyKey(connection.prefix, hash));
    if (text === null) throw new UnrecoverableError("its study is not in the queue any more");
    if (text.length > LONGEST_TEXT || hashOf(text) !== hash) throw new UnrecoverableError("its study is not the one it names");
    const pool = openPool(planSweep(parseStudy(JSON.parse(text), "sweep")), threads);
    pools.set(hash, pool);
    const [oldest] = pools.keys();
    if (pools.size > MOST_STUDIES) {
      await pools.get(oldest)?.close();
      pools.delete(oldest);
    }
    return pool;
  }

  const running = new Worker<ChunkJob, ChunkAnswer>(
    QUEUE,
    async (job, token) => {
      const complaint = jobComplaint(job.data);
      if (complaint !== undefined) throw new UnrecoverableError(`a chunk ${complaint}`);
      if (job.data.version !== version) {
        process.stderr.write(`carom: the queue has chunks of carom ${job.data.version}, and this worker is ${version}\n`);
        throw new UnrecoverableError(`the worker on ${hostname()} is carom ${version}, and the sweep is of ${job.data.version}`);
      }
      if (job.data.notBy === name) {
        await job.moveToDelayed(Date.now() + ANOTHER_TIME, token);
        throw new DelayedError();
      }
      const { id, from, to, study } = job.data;
      const chunk: Chunk = { id, from, to };
      const bytes = await (await poolFor(study)).compute(chunk);
      return { bytes: Buffer.from(bytes).toString("base64"), worker: name, machine: hostname() };
    },
    {
      connection: connection.options,
      prefix: connection.prefix,
      name,
      concurrency: threads,
      lockDuration: 1000 * lock,
      stalledInterval: 1000 * lock,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 1,
    },
  );
  // Tried again by itself; a chunk whose lock was lost is another worker's.
  running.on("error", () => {});
  process.stderr.write(
    `carom worker ${name}: ${threads} threads, queue at ${connection.shown}, keys ${connection.prefix}; Ctrl-C ends it\n`,
  );
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const forced = setTimeout(() => process.exit(NOT_COMPUTED), 5000);
  await running.close(true).catch(() => undefined);
  client.disconnect();
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  clearTimeout(forced);
}
