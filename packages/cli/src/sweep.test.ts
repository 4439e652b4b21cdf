import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Queue, Worker } from "bullmq";
import { parseStudy, type SweepRows } from "carom/study";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { carom, temporaryFolder } from "./command.testing.js";
import { sweep } from "./commands/sweep.js";
import { decodeChunk } from "./sweep/chunk.js";
import { connectionTo } from "./sweep/connection.js";
import { QUEUE, studyKey } from "./sweep/job.js";
import { hashes, killedSweep, startCarom, started, startRedis, sweepOfBalls } from "./sweep/kills.testing.js";
import { parquetPieces } from "./sweep/parquet.js";
import { progressText, sweepProgress } from "./sweep/progress.js";
import { openQueue } from "./sweep/queue.js";
import { sweepRun } from "./sweep/run-folder.js";

const folder = temporaryFolder();
afterAll(folder.remove);

const at = (name: string) => join(folder.path, name);
const RUNS = 32;
let expected = "";

beforeAll(() => {
  folder.put("study.json", sweepOfBalls(RUNS));
  const { code, stdout, stderr } = carom(["sweep", at("study.json"), "--out", at("one"), "--workers", "1", "--csv"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("32 runs over 2 entries: impacts is");
  expected = hashes(at("one"));
}, 60_000);

/** Gives the user of the guide the rights of the guide's own line, and no more: other keys are not hers. */
async function asTheGuideSays(url: string): Promise<void> {
  const guide = readFileSync(new URL("../../../docs/sweeps.md", import.meta.url), "utf8");
  const [, line] = /^ +ACL (SETUSER alice .*)$/m.exec(guide) as RegExpExecArray;
  const admin = new Redis(url);
  await admin.call("ACL", ...line!.split(" "));
  await admin.set("carom-bob:study", "his");
  const alice = new Redis(url, { username: "alice", password: "secret" });
  await expect(alice.get("carom-bob:study")).rejects.toThrow("NOPERM");
  await expect(alice.call("CONFIG", "GET", "dir")).rejects.toThrow("NOPERM");
  await expect(alice.call("FLUSHALL")).rejects.toThrow("NOPERM");
  for (const client of [admin, alice]) client.disconnect();
}

describe("the same sweep gives the same bytes", () => {
  it("on two threads, in chunks of another size", () => {
    expect(carom(["sweep", at("study.json"), "--out", at("two"), "--workers", "2", "--chunk", "7"]).code).toBe(0);
    expect(hashes(at("two"))).toBe(expected);
  });

  it("in seven shards, put together; missing ones, doubles and strangers are named", async () => {
    const shards = Array.from({ length: 7 }, (_, i) => at(`shard-${i + 1}`));
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    for (const [i, out] of shards.entries())
      await sweep([at("study.json")], { out, shard: { part: i + 1, of: 7 }, workers: 1, chunk: 3 }, version);
    said.mockRestore();
    const merge = (...from: string[]) => carom(["sweep", "--merge", ...from, "--out", at("merged")]);
    expect(merge(...shards.slice(0, 6)).stderr).toBe("carom: shard 7/7 is missing\n");
    expect(merge(...shards, shards[2]!).stderr).toBe(`carom: shard 3/7 is there twice: ${shards[2]} and ${shards[2]}\n`);
    expect(merge(...shards).code).toBe(0);
    expect(hashes(at("merged"))).toBe(expected);
  });

  it("through Redis with two workers, whose chunks are compared", async () => {
    const redis = await startRedis(at("redis"), false);
    await asTheGuideSays(redis.url);
    const env = { CAROM_QUEUE_USER: "alice", CAROM_QUEUE_PASSWORD: "secret" };
    const workers = [1, 2].map(() => startCarom(["worker", "--queue", redis.url, "--workers", "1", "--prefix", "carom-alice"], env));
    try {
      const run = await startCarom(
        ["sweep", at("study.json"), "--out", at("queue"), "--queue", redis.url, "--prefix", "carom-alice", "--chunk", "4"],
        env,
      ).ended;
      expect(run.text).toContain("Written to");
      expect(hashes(at("queue"))).toBe(expected);
      const wrong = await startCarom(["sweep", at("study.json"), "--out", at("wrong"), "--queue", redis.url], {
        CAROM_QUEUE_USER: "alice",
        CAROM_QUEUE_PASSWORD: "no",
      }).ended;
      expect(wrong.text.trim()).toBe(
        `carom: the queue at ${redis.url.slice(8)}: user or password is wrong or missing (CAROM_QUEUE_USER, CAROM_QUEUE_PASSWORD)`,
      );
      for (const { process: each } of workers) each.kill("SIGINT");
      const texts = await Promise.all(workers.map(({ ended }) => ended));
      expect(texts.map(({ code }) => code)).toEqual([0, 0]);
      expect(texts.map(({ text }) => text).join("")).not.toContain("secret");
    } finally {
      for (const { process: each } of workers) each.kill("SIGKILL");
      await redis.kill();
    }
  });

  it("when the only worker that could compare a chunk has gone", async () => {
    const redis = await startRedis(at("redis-gone"), false);
    const { options: connection, prefix } = connectionTo(redis.url);
    const idle = new Worker(QUEUE, null, { connection, prefix, autorun: false });
    await idle.waitUntilReady();
    const working = startCarom(["worker", "--queue", redis.url, "--workers", "1"]);
    try {
      const run = startCarom(["sweep", at("study.json"), "--out", at("gone"), "--queue", redis.url, "--chunk", "4"]);
      const queue = new Queue(QUEUE, { connection, prefix });
      await vi.waitFor(async () => expect(await queue.getDelayedCount()).toBe(1), { timeout: 30_000, interval: 50 });
      await idle.close();
      expect((await run.ended).text).toContain("Written to");
      expect(hashes(at("gone"))).toBe(expected);
      await queue.close();
    } finally {
      working.process.kill("SIGKILL");
      await redis.kill();
    }
  });

  it("when another sweep of the same study on the same queue ends before it", async () => {
    const redis = await startRedis(at("redis-both"), false);
    const { options, prefix } = connectionTo(redis.url);
    const [queue, client] = [new Queue(QUEUE, { connection: options, prefix }), new Redis(redis.url)];
    const study = parseStudy(sweepOfBalls(RUNS), "sweep");
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    const runs = [16, 4].map((size) => sweepRun(at(`both-${size}`), study, version, size, { part: 1, of: 1 }));
    const sweeps = await Promise.all(runs.map((run) => openQueue(run, redis.url, undefined)));
    sweeps[0].compute(runs[0].chunks[1]).catch(() => undefined);
    const answer = sweeps[1].compute(runs[1].chunks[1]);
    await vi.waitFor(async () => expect(await queue.getWaitingCount()).toBe(2), { timeout: 30_000, interval: 50 });
    await sweeps[0].close();
    const worker = startCarom(["worker", "--queue", redis.url, "--workers", "1"]);
    try {
      expect(await client.ttl(studyKey(prefix, runs[1].studyHash))).toBeGreaterThan(3000);
      // What only the first asked for is not computed any more.
      expect(await queue.getWaitingCount()).toBe(1);
      expect(decodeChunk((await answer).bytes, runs[1].chunks[1], runs[1].plan)).toMatchObject({ from: 4, count: 4 });
    } finally {
      worker.process.kill("SIGKILL");
      await sweeps[1].close();
      await queue.close();
      client.disconnect();
      await redis.kill();
    }
  });

  it.each([
    ["process", 3],
    ["worker", 4],
    ["redis", 5],
  ] as const)("after SIGKILL of %s", async (kill, seed) => {
    const killed = await killedSweep(sweepOfBalls(RUNS), seed, 2500, kill);
    expect(killed.hashes).toBe(expected);
  });
});

describe("what is written", () => {
  it("can be read by DuckDB, row by row as in runs.csv", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const rows = async (query: string) => (await connection.runAndReadAll(query)).getRows();
    const [[count, sum]] = (await rows(`select count(*), sum(impacts) from '${at("one")}/runs.parquet'`)) as [[bigint, number]];
    expect(Number(count)).toBe(RUNS);
    const csv = readFileSync(at("one/runs.csv"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const place = csv[0]!.indexOf("impacts");
    expect(csv.slice(1).reduce((total, row) => total + Number(row[place]), 0)).toBe(sum);
    const [[speed, word]] = (await rows(`select speed, word from '${at("one")}/runs.parquet' where run = 5`)) as [[number, string]];
    expect(String(speed)).toBe(csv[6]![csv[0]!.indexOf("speed")]);
    expect(word).toMatch(/^ball\/floor: ball/);
    connection.closeSync();
    instance.closeSync();
  });

  it("has null where a run has no number or no text, and texts of any number and alphabet", async () => {
    const count = 1003;
    const texts = ["", ...Array.from({ length: 300 }, (_, i) => `tëxt ${i}`)];
    const values = Float64Array.from({ length: count }, (_, i) => (i % 3 === 0 ? Number.NaN : 0.1 * i));
    const rows: SweepRows = {
      from: 5,
      count,
      inputs: [{ type: "number", name: "whole", values: values.map((_, i) => -i) }],
      measures: [
        { type: "number", name: "holes", values },
        { type: "text", name: "same", codes: new Uint32Array(count), texts: ["x"] },
      ],
      word: { type: "text", name: "word", codes: Uint32Array.from(values, (_, i) => (i * 7919) % 301), texts },
      failure: { type: "text", name: "failure", codes: new Uint32Array(count), texts: [""] },
    };
    writeFileSync(at("rows.parquet"), Buffer.concat(parquetPieces(rows)));
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const read = (await connection.runAndReadAll(`select * from '${at("rows.parquet")}' order by run`)).getRows();
    expect(read).toEqual(
      Array.from(values, (value, i) => [5 + i, -i, Number.isNaN(value) ? null : value, "x", texts[(i * 7919) % 301] || null, null]),
    );
    connection.closeSync();
    instance.closeSync();
  });

  it("says in manifest.json which version, seed and chunks it is of, and leaves no chunk behind", () => {
    const { sweep, files } = JSON.parse(readFileSync(at("one/manifest.json"), "utf8"));
    expect(sweep).toMatchObject({ seed: 1, runs: RUNS, study: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(sweep.chunks.at(-1).to).toBe(RUNS);
    expect(sweep.busy > 0 && sweep.busy < 1).toBe(true);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["runs.parquet", "summary.json", "report.html"]));
    expect(readdirSync(at("one")).filter((name) => /chunk|sweep\.json|part/.test(name))).toEqual([]);
    expect(existsSync(at("one/kept-1-largest.json"))).toBe(true);
  });
});

describe("what goes wrong is one line", () => {
  const fails = (args: readonly string[], env: Record<string, string> = {}) => {
    const { stderr, code } = carom(["sweep", ...args], { env });
    expect(code).not.toBe(0);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    return stderr.trimEnd();
  };

  it("more runs than anybody means, an unknown path, a missing measure", () => {
    folder.put("many.json", { ...sweepOfBalls(1), sampler: { type: "random", runs: 2e7 } });
    expect(fails([at("many.json"), "--out", at("x")])).toBe(
      `carom: ${at("many.json")}: 20000000 runs are more than 10000000; say --yes if you mean it`,
    );
    folder.put("more.json", { ...sweepOfBalls(1), sampler: { type: "random", runs: 1e12 } });
    expect(fails([at("more.json"), "--out", at("x")])).toContain("gives 1000000000000 runs, more than 4294967296");
    folder.put("measure.json", { ...sweepOfBalls(1), measure: [{ what: "peakForce" }] });
    expect(fails([at("measure.json"), "--out", at("y")])).toContain('measure[0].what: "peakForce" is not in the result (no peakForce)');
    expect(existsSync(at("y"))).toBe(false);
    folder.put("baseless.json", { ...sweepOfBalls(1), base: "nowhere.json" });
    expect(fails([at("baseless.json"), "--out", at("y")])).toBe(
      `carom: ${at("nowhere.json")}: there is no such file (named in ${at("baseless.json")})`,
    );
  });

  it("a limit of memory that the library itself does not keep", () => {
    folder.put("tiny.json", { ...sweepOfBalls(2), limits: { megabytes: 3 } });
    expect(fails([at("tiny.json"), "--out", at("tiny"), "--workers", "1"])).toBe(
      "carom: a thread cannot begin: the library itself takes more memory than limits.megabytes",
    );
  });

  it("a folder that is somebody's own, no folder, a folder without a sweep, another version", () => {
    mkdirSync(at("own"));
    writeFileSync(at("own/summary.json"), "mine");
    expect(fails([at("study.json"), "--out", at("own")])).toContain(
      "summary.json: exists, and no manifest.json there says that carom wrote it",
    );
    expect(fails([at("study.json"), "--out", "/dev/null/x"])).toContain("a part of this path is a file");
    // A place where no directory can be made, and where mkdir's own `recursive` goes on for ever.
    expect(fails([at("study.json"), "--out", "/proc/x/y"])).toContain("carom: /proc/x");
    expect(fails(["--resume", at("own")])).toContain("holds no sweep to go on with");
    mkdirSync(at("old"));
    writeFileSync(
      at("old/sweep.json"),
      JSON.stringify({ carom: 1, kind: "sweep-run", version: "0.0.1", chunkSize: 1, shard: { part: 1, of: 1 } }),
    );
    expect(fails(["--resume", at("old")])).toContain("the sweep was begun by carom 0.0.1");
  });

  it("a worker of another version", async () => {
    const redis = await startRedis(at("redis-version"), false);
    const module = new URL("../dist/commands/worker.js", import.meta.url).href;
    const start = `(await import(${JSON.stringify(module)})).worker({ queue: ${JSON.stringify(redis.url)}, workers: 1 }, "0.0.1")`;
    const other = started(process.execPath, ["--input-type=module", "-e", start]);
    try {
      const { code, text } = await startCarom(["sweep", at("study.json"), "--out", at("versions"), "--queue", redis.url]).ended;
      const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
      expect(code).toBe(1);
      expect(text.trimEnd()).toMatch(
        new RegExp(
          `^carom: runs \\d+ to \\d+: the worker on .* is carom 0.0.1, and the sweep is of ${version}; carom sweep --resume .* goes on$`,
        ),
      );
      expect(carom(["sweep", "--resume", at("versions")]).code).toBe(0);
      expect(hashes(at("versions"))).toBe(expected);
      other.process.kill("SIGINT");
      expect((await other.ended).text).toContain(`the queue has chunks of carom ${version}, and this worker is 0.0.1`);
    } finally {
      other.process.kill("SIGKILL");
      await redis.kill();
    }
  });

  it("a queue that is not there, and credentials on the command line", () => {
    expect(fails([at("study.json"), "--out", at("z"), "--queue", "redis://127.0.0.1:1"])).toBe(
      "carom: the queue at 127.0.0.1:1: nothing answers there",
    );
    expect(() => connectionTo("redis://me:secret@host")).toThrow("do not belong on a command line");
    expect(() => connectionTo("http://host")).toThrow("--queue is not of the form");
    const named = (name: string) => `$\{${name}}`;
    const { options, shown } = connectionTo(`rediss://${named("U")}:${named("P")}@host:7000/2`, "p", { U: "me", P: "s/e" });
    expect(options).toMatchObject({ host: "host", port: 7000, db: 2, username: "me", password: "s/e", tls: {} });
    expect(shown).toBe("host:7000");
  });
});

it("a run that takes more memory than it may is recorded as failed, and the others are there", () => {
  const { base } = sweepOfBalls(1) as { readonly base: object };
  const rates = [10, 20, 400_000, 30];
  folder.put("heap.json", {
    carom: 1,
    kind: "sweep",
    title: "Rows without end",
    base: { ...base, output: { rate: 10 } },
    vary: [{ path: "output.rate", name: "rate", values: rates }],
    sampler: { type: "grid" },
    measure: [{ what: "impactCount", name: "impacts" }],
    limits: { megabytes: 30 },
  });
  expect(carom(["sweep", at("heap.json"), "--out", at("heap"), "--workers", "1"]).code).toBe(0);
  const { failed, failures, measures } = JSON.parse(readFileSync(at("heap/summary.json"), "utf8"));
  expect([failed, failures, measures.impacts.count]).toEqual([1, { "takes more memory than its worker has": { count: 1, runs: [2] } }, 3]);
}, 180_000);

it("a progress line has runs, pace, time left and failures", () => {
  expect(progressText(1200, 4800, 3, 300)).toBe("[######------------------] 1200 of 4800 runs, 300/s, 12 s left, 3 failed");
});

it("failed runs are counted, whether none, some or all of a chunk are", () => {
  const progress = sweepProgress(6, 0);
  const chunk = (codes: readonly number[], texts: readonly string[]): SweepRows => {
    const failure = { type: "text", name: "failure", codes: Uint32Array.from(codes), texts } as const;
    return { from: 0, count: codes.length, inputs: [], measures: [], word: failure, failure };
  };
  const counts = [chunk([0, 0], [""]), chunk([0, 1], ["too long", ""]), chunk([0, 0], ["too long"])].map((rows) => {
    progress.add(rows);
    return progress.failed;
  });
  progress.end();
  expect(counts).toEqual([0, 1, 3]);
});
