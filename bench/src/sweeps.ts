/**
 * What the documentation claims about sweeps, measured again on the command itself: impacts a second and core of a whole sweep, what a
 * second worker gives, what the queue costs, how long drop tests take.
 *
 * Each figure is of processes that were started for it and say at their end how much processor time they took, so that others on the
 * machine count less; what a sweep of one run takes, which is starting, is taken off. Elapsed times are of the moment.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { solveFrictionalMany } from "carom/impact";
import { parseStudy, planSweep, runPart } from "carom/study";
import type { Claim } from "./claims.js";
import { processorTime } from "./measure.js";
import { median } from "./statistics.js";
import { digits, printHeading, printTable } from "./table.js";

const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/carom.js", import.meta.url));
const PHONE = fileURLToPath(new URL("../../examples/sweep-phone-drop.json", import.meta.url));
const TESTING = new URL("../../packages/cli/dist/sweep/kills.testing.js", import.meta.url).href;

/** Impacts of the first figure. */
const IMPACTS = 1_000_000;
/** Drops that are run, and that are extrapolated to. */
const DROPS = 512;
const ALL_DROPS = 10_000;
/** Drops for one worker and two, once: each thread compiles for itself, some 5 s, which a short sweep is mostly made of. */
const LONG_DROPS = 10_000;
/** Runs a command on one core. */
const ONE_CORE = ["taskset", "-c", "0"];
/** Drops of a chunk that takes some 5 s. */
const CHUNK = "128";

export interface Spent {
  /** Processor time, s. */
  readonly processor: number;
  /** s */
  readonly elapsed: number;
}

/** Of a sweep on threads. */
interface Busy extends Spent {
  /** Part of the time that its threads computed and did not wait for chunks. */
  readonly busy: number;
}

export interface SweepFigures {
  /** Impacts a second and core of a whole sweep of 1e6. */
  readonly impacts: number;
  /** The same impacts by the law alone. */
  readonly law: number;
  /** Of the same drops. */
  readonly oneWorker: Busy;
  readonly twoWorkers: Busy;
  /** One worker that has one core for itself and for the threads on which V8 compiles and collects; undefined where there is no taskset. */
  readonly oneCore: Busy | undefined;
  /** Sweep and worker on a queue, and the same chunks without one. */
  readonly queued: Spent;
  readonly local: Spent;
  /** Of one drop, s. */
  readonly drop: number;
}

export async function measureSweeps(rounds: number): Promise<SweepFigures> {
  const folder = mkdtempSync(join(tmpdir(), "carom-bench-"));
  try {
    const study = (name: string, content: object) => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };
    const phones = (runs: number) => ({ ...JSON.parse(readFileSync(PHONE, "utf8")), published: [], sampler: { type: "sobol", runs } });
    const sweep = (file: string, ...more: string[]) => spent(["sweep", file, "--out", mkdtempSync(join(folder, "out-")), ...more]);
    const repeated = async (job: () => Promise<Spent>) => {
      const all: Spent[] = [];
      for (let i = 0; i < Math.min(3, rounds); i++) all.push(await job());
      return { processor: median(all.map(({ processor }) => processor)), elapsed: median(all.map(({ elapsed }) => elapsed)) };
    };
    const [one, million] = [study("one.json", impacts(1)), study("million.json", impacts(IMPACTS))];
    const start = await repeated(() => sweep(one, "--workers", "1"));
    const whole = await repeated(() => sweep(million, "--workers", "1"));
    const phone = study("phone.json", phones(1));
    const phoneStart = await repeated(() => sweep(phone, "--workers", "1"));
    const many = study("phones.json", phones(DROPS));
    const long = study("long.json", phones(LONG_DROPS));
    const onThreads = async (workers: string, prefix: readonly string[] = []): Promise<Busy> => {
      const out = mkdtempSync(join(folder, "long-"));
      const all = await spent(["sweep", long, "--out", out, "--workers", workers, "--chunk", "32"], prefix);
      const { sweep: told } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as { readonly sweep: { readonly busy: number } };
      return { ...less(all, phoneStart), busy: told.busy };
    };
    const [oneWorker, twoWorkers] = [await onThreads("1"), await onThreads("2")];
    const canPin = spawnSync(ONE_CORE[0], [...ONE_CORE.slice(1), "true"]).status === 0;
    const oneCore = canPin ? await onThreads("1", ONE_CORE) : undefined;
    // The first chunk is computed twice where there are two workers: here is one.
    const local = less(await repeated(() => sweep(many, "--workers", "1", "--chunk", CHUNK)), phoneStart);
    const throughQueue = (file: string) =>
      onQueue(folder, (url) => repeated(() => sweep(file, "--queue", url, "--chunk", CHUNK)), Math.min(3, rounds));
    const queued = less(await throughQueue(many), await throughQueue(phone));
    return {
      impacts: IMPACTS / (whole.processor - start.processor),
      law: lawAlone(impacts(IMPACTS)),
      oneWorker,
      twoWorkers,
      oneCore,
      queued,
      local,
      drop: local.processor / DROPS,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Uncertain velocity, friction and restitution of one contact. */
function impacts(runs: number): object {
  const normal = (mean: number) => ({ type: "normal", mean, deviation: 0.2 });
  return {
    carom: 1,
    kind: "sweep",
    title: "One contact",
    base: {
      carom: 1,
      kind: "impact",
      title: "One contact",
      law: "frictional",
      problem: {
        mobility: [
          [3.5, 0.2, 0.4],
          [0.2, 3.1, -0.3],
          [0.4, -0.3, 1.9],
        ],
        velocity: [1, 0.3, -1],
      },
      contacts: [{ friction: 0.3, restitution: 0.5 }],
    },
    vary: [
      { path: "problem.velocity[0]", name: "along 1", distribution: normal(1) },
      { path: "problem.velocity[1]", name: "along 2", distribution: normal(0.3) },
      {
        path: "problem.velocity[2]",
        name: "approach",
        distribution: { type: "truncated-normal", mean: -1, deviation: 0.2, from: -2, to: -0.1 },
      },
      { path: "contacts[0].friction", name: "friction", from: 0.1, to: 0.5 },
      { path: "contacts[0].restitution", name: "restitution", from: 0.3, to: 0.9 },
    ],
    sampler: { type: "sobol", runs },
    measure: [
      { what: "outcome.impulse[2]", name: "impulse" },
      { what: "outcome.velocity[0]", name: "slip after" },
    ],
  };
}

/** Impacts a second of the same problems, drawn before and without anything kept; the better of two, since the first still compiles. */
function lawAlone(study: object): number {
  const { inputs, count } = runPart(planSweep(parseStudy(study, "sweep")), 0, IMPACTS);
  const [first, second, approach, friction, restitution] = inputs.map((column) =>
    column.type === "number" ? column.values : new Float64Array(count),
  );
  const velocity = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) velocity.set([first[i], second[i], approach[i]], 3 * i);
  const mobility = [3.5, 0.2, 3.1, 0.4, -0.3, 1.9];
  const times = [0, 1].map(() => {
    const from = processorTime();
    solveFrictionalMany({ count, mobility, velocity, friction, restitution });
    return processorTime() - from;
  });
  return (1000 * count) / Math.min(...times);
}

/** Makes a process of Node say at its end how long it worked. */
const TELLS_TIME = `--import=data:text/javascript,${encodeURIComponent(
  'import { threadId } from "node:worker_threads"; if (threadId === 0) process.on("exit", () => { ' +
    "const { user, system } = process.cpuUsage(); " +
    'process.stderr.write("\\nprocessor " + (user + system) / 1e6 + "\\n"); });',
)}`;

/** @param prefix a command that runs the command */
function started(args: readonly string[], prefix: readonly string[] = []) {
  const begun = performance.now();
  const [program, ...rest] = [...prefix, process.execPath, COMMAND, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, NODE_OPTIONS: TELLS_TIME },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
  const ended = new Promise<Spent>((resolve, reject) => {
    child.on("close", (code) => {
      const processor = /\nprocessor ([\d.]+)\n/.exec(text)?.[1];
      if (code !== 0 || processor === undefined) reject(new Error(text));
      else resolve({ processor: Number(processor), elapsed: (performance.now() - begun) / 1000 });
    });
  });
  return { child, ended };
}

function spent(args: readonly string[], prefix: readonly string[] = []): Promise<Spent> {
  return started(args, prefix).ended;
}

function less(all: Spent, start: Spent): Spent {
  return { processor: all.processor - start.processor, elapsed: all.elapsed - start.elapsed };
}

/** Sweep and worker together, per sweep, with a worker that is started once. */
async function onQueue(folder: string, job: (url: string) => Promise<Spent>, sweeps: number): Promise<Spent> {
  const { startRedis } = (await import(TESTING)) as {
    startRedis: (folder: string, file: boolean) => Promise<{ readonly url: string; kill(): Promise<void> }>;
  };
  const redis = await startRedis(join(folder, "redis"), false);
  const worker = started(["worker", "--queue", redis.url, "--workers", "1"]);
  try {
    const master = await job(redis.url);
    worker.child.kill("SIGINT");
    const { processor } = await worker.ended;
    return { processor: master.processor + processor / sweeps, elapsed: master.elapsed };
  } finally {
    worker.child.kill("SIGKILL");
    await redis.kill();
  }
}

/** Impacts a second and core. */
const LEAST_IMPACTS = 500_000;
const LEAST_GAIN = 1.8;
const MOST_OVERHEAD = 0.05;
/** s */
const LONGEST_DROPS = 600;

export function sweepClaims({ impacts: rate, oneWorker, twoWorkers, queued, local, drop }: SweepFigures): Claim[] {
  const gain = oneWorker.elapsed / twoWorkers.elapsed;
  // What two cores would give that compile and collect for nobody else.
  const byProcessor = (2 * oneWorker.processor) / twoWorkers.processor;
  const overhead = queued.processor / local.processor - 1;
  const drops = (drop * ALL_DROPS) / 2;
  return [
    {
      claim: `sweep: at least ${LEAST_IMPACTS} impacts a second and core, with sampling, statistics and files`,
      measured: digits(rate),
      passed: rate >= LEAST_IMPACTS,
    },
    {
      claim: `sweep: two workers at least ${LEAST_GAIN} times one, elapsed (${LONG_DROPS} drops)`,
      measured: `${gain.toFixed(2)} (by processor time ${byProcessor.toFixed(2)})`,
      passed: gain >= LEAST_GAIN,
    },
    {
      claim: `sweep: the queue costs at most ${100 * MOST_OVERHEAD} % of processor time at chunks of some 5 s`,
      measured: `${(100 * overhead).toFixed(1)} %`,
      passed: overhead <= MOST_OVERHEAD,
    },
    {
      claim: `sweep: ${ALL_DROPS} phone drops within 10 minutes on 2 cores (from ${DROPS})`,
      measured: `${digits(drops)} s`,
      passed: drops <= LONGEST_DROPS,
    },
  ];
}

export function printSweeps(
  { impacts: rate, law, oneWorker, twoWorkers, oneCore, queued, local, drop }: SweepFigures,
  verdicts: readonly Claim[],
): void {
  printHeading("Sweeps");
  const row = (what: string, { processor, elapsed, busy }: Spent & Partial<Busy>) => [
    what,
    digits(processor),
    digits(elapsed),
    busy === undefined ? "" : busy.toFixed(3),
  ];
  printTable(
    ["", "processor s", "elapsed s", "threads computed, part of the time"],
    [
      row(`${LONG_DROPS} drops, one worker`, oneWorker),
      row(`${LONG_DROPS} drops, two workers`, twoWorkers),
      ...(oneCore === undefined ? [] : [row(`${LONG_DROPS} drops, one worker on one core`, oneCore)]),
      row(`${DROPS} drops in chunks of ${CHUNK}`, local),
      row("these through a queue, sweep and worker", queued),
    ],
  );
  console.log(`${digits(rate)} impacts a second and core (the law alone: ${digits(law)}); a drop takes ${digits(1000 * drop)} ms.`);
  const cores = (oneWorker.processor / oneWorker.elapsed).toFixed(2);
  console.log(
    `One worker keeps ${cores} cores busy: V8 compiles and collects on threads of its own, which two workers take from each other.`,
  );
  if (oneCore !== undefined)
    console.log(`Two workers on two cores are ${(oneCore.elapsed / twoWorkers.elapsed).toFixed(2)} times as fast as one on one core.`);
  printHeading("Claims (sweeps)");
  printTable(
    ["claim", "measured", "verdict"],
    verdicts.map(({ claim, measured, passed }) => [claim, measured, passed ? "PASS" : "FAIL"]),
  );
}
