/**
 * Sweeps with a kill at a random moment, drawn from a seed: of the whole process, of a worker, of Redis with and without its file, or a
 * worker that is silent for longer than its lock. Whatever dies, after --resume where it was the sweep itself, the results are those of a
 * sweep in which nothing happened.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createRandom } from "carom/math";

const COMMAND = fileURLToPath(new URL("../../bin/carom.js", import.meta.url));

/** What may die. */
export const KILLS = ["process", "worker", "redis", "redis with its file", "silent worker", "sweep on a queue"] as const;
export type Kill = (typeof KILLS)[number];

/** A ball that bounces and comes to rest: some hundredths of a second each. */
export function sweepOfBalls(runs: number): object {
  return {
    carom: 1,
    kind: "sweep",
    title: "Balls that bounce",
    base: {
      carom: 1,
      kind: "simulation",
      title: "A ball that bounces",
      duration: 2,
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.4], velocity: [1, 0, 0], angularVelocity: [0, 1, 0] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.6 }],
    },
    vary: [
      { path: "contacts[0].restitution", name: "restitution", from: 0.3, to: 0.8 },
      { path: "bodies.ball.velocity[0]", name: "speed", distribution: { type: "normal", mean: 1, deviation: 0.2 } },
    ],
    sampler: { type: "latin-hypercube", runs },
    measure: [
      { what: "impactCount", name: "impacts" },
      { what: "bodies.ball.position[0]", name: "travel", unit: "m" },
      { what: "impact[3].time", optional: true },
    ],
    word: { first: 2 },
  };
}

/** A process that was started here. */
export interface Started {
  readonly process: ChildProcess;
  /** Its exit code, and what it said. */
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>;
}

export function startCarom(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  return started(process.execPath, [COMMAND, ...args], env);
}

export function started(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(program, [...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => {
      text += data.toString();
    });
  return {
    process: child,
    ended: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, text }));
    }),
  };
}

/** Redis on a free port, with an append-only file or without. */
export interface RedisServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startRedis(folder: string, file: boolean, extra: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const args = [
    "--port",
    String(port),
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    file ? "yes" : "no",
    "--bind",
    "127.0.0.1",
    ...extra,
  ];
  let server: Started;
  const start = async () => {
    server = started(process.env.REDIS_SERVER || "redis-server", args);
    server.ended.catch(() => undefined);
    await answering(port, server);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: async () => {
      server.process.kill("SIGKILL");
      await server.ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answering(port: number, server: Started): Promise<void> {
  const failure = server.ended.then(
    ({ text }) => Promise.reject(new Error(`Redis ended: ${text.slice(-200)}`)),
    () =>
      Promise.reject(
        new Error("The tests of the queue need Redis: install it (Debian: apt-get install redis-server) or set REDIS_SERVER to it."),
      ),
  );
  const connected = async () => {
    for (let i = 0; i < 200; i++) {
      const isThere = await new Promise<boolean>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
        socket.on("connect", () => socket.destroy());
      });
      if (isThere) return;
      await sleep(50);
    }
    throw new Error("Redis does not answer");
  };
  await Promise.race([connected(), failure]);
}

/** Of what must be the same. */
export function hashes(folder: string): string {
  return ["runs.parquet", "summary.json"]
    .map((name) =>
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    )
    .join(" ");
}

export interface KilledSweep {
  readonly kill: Kill;
  /** When, ms after the start. */
  readonly after: number;
  readonly hashes: string;
  /** What the sweep said last. */
  readonly text: string;
}

/** Silence after which a worker's chunk is another's, s. */
const LOCK = 1;

/** One sweep with one kill; which and when follow from the seed, unless it is told which. */
export async function killedSweep(study: object, seed: number, longest: number, which?: Kill): Promise<KilledSweep> {
  const random = createRandom(seed);
  const kill = which ?? KILLS[Math.floor(KILLS.length * random())];
  const after = Math.floor(300 + (longest - 300) * random());
  const folder = mkdtempSync(join(tmpdir(), "carom-kill-"));
  try {
    writeFileSync(join(folder, "study.json"), JSON.stringify(study));
    const out = join(folder, "out");
    const text = kill === "process" ? await killProcess(folder, out, after) : await killOnQueue(folder, out, kill, after);
    return { kill, after, hashes: hashes(out), text };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killProcess(folder: string, out: string, after: number): Promise<string> {
  const first = startCarom(["sweep", join(folder, "study.json"), "--out", out, "--workers", "2", "--chunk", "4"]);
  await Promise.race([sleep(after), first.ended]);
  first.process.kill("SIGKILL");
  const { code, text } = await first.ended;
  return code === 0 ? text : resumed(folder, out);
}

/** Where it died before it had begun, there is nothing to go on with. */
async function resumed(folder: string, out: string, ...more: string[]): Promise<string> {
  const again = await startCarom(["sweep", "--resume", out, ...more]).ended;
  if (again.code === 0) return again.text;
  rmSync(out, { recursive: true, force: true });
  if (!/holds no sweep to go on with/.test(again.text)) throw new Error(again.text);
  return (await startCarom(["sweep", join(folder, "study.json"), "--out", out, "--chunk", "4", ...more]).ended).text;
}

async function killOnQueue(folder: string, out: string, kill: Kill, after: number): Promise<string> {
  const redis = await startRedis(join(folder, "redis"), kill === "redis with its file");
  const worker = () => startCarom(["worker", "--queue", redis.url, "--workers", "1", "--lock", String(LOCK)]);
  const workers = [worker(), worker()];
  const master = startCarom(["sweep", join(folder, "study.json"), "--out", out, "--queue", redis.url, "--chunk", "4"]);
  try {
    await Promise.race([sleep(after), master.ended]);
    const [first] = workers;
    if (kill === "worker") first.process.kill("SIGKILL");
    if (kill === "silent worker") {
      first.process.kill("SIGSTOP");
      await sleep(2500 * LOCK);
      first.process.kill("SIGCONT");
    }
    if (kill === "redis" || kill === "redis with its file") {
      await redis.kill();
      await redis.start();
    }
    if (kill === "sweep on a queue") master.process.kill("SIGKILL");
    const { code, text } = await master.ended;
    if (code === 0) return text;
    // On a slow machine Redis may be gone before the sweep first asks for it, which then says so and ends.
    const foundNothing = /nothing answers there/.test(text) && readdirSync(join(out, "chunks")).length === 0;
    if (kill !== "sweep on a queue" && !foundNothing) throw new Error(text);
    return await resumed(folder, out, "--queue", redis.url);
  } finally {
    for (const each of [...workers, master]) each.process.kill("SIGKILL");
    await Promise.all([...workers, master].map(({ ended }) => ended));
    await redis.kill();
  }
}
