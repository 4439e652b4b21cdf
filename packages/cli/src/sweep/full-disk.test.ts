/** What happens to a sweep where the system refuses to write: here every file after some is refused. */
import { rmSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { temporaryFolder } from "../command.testing.js";
import { sweep } from "../commands/sweep.js";
import { hashes, sweepOfBalls } from "./kills.testing.js";

const refusal = { code: "", of: /^$/, after: 0 };

// The module that the command imports from, whether it is compiled or not.
const write = files.writeFile;
files.writeFile = async (...args: Parameters<typeof write>) => {
  if (refusal.of.test(String(args[0])) && refusal.after-- <= 0) throw Object.assign(new Error("refused"), { code: refusal.code });
  return write(...args);
};
syncBuiltinESMExports();
afterAll(() => {
  files.writeFile = write;
  syncBuiltinESMExports();
});

const folder = temporaryFolder();
afterAll(folder.remove);
afterEach(() => {
  refusal.of = /^$/;
});

const study = join(folder.path, "study.json");
const whole = join(folder.path, "whole");
folder.put("study.json", sweepOfBalls(8));
const run = async (options: Parameters<typeof sweep>[1], studies: readonly string[] = []) => {
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await sweep(studies, { workers: 1, ...options }, "0.0.0");
  } finally {
    said.mockRestore();
  }
};

beforeAll(() => run({ out: whole, chunk: 4 }, [study]), 60_000);

it.each([
  ["a full disk while chunks come", "ENOSPC", /\.chunk/, 2, "no space left on the device; what was computed before is kept"],
  ["a full disk while the results are written", "ENOSPC", /runs\.parquet$/, 0, "no space left on the device; every run is kept"],
  ["a folder that may not be written to", "EACCES", /\.chunk/, 0, "permission denied; what was computed before is kept"],
])("%s: one line, nothing lost, --resume goes on to the same bytes", async (_, code, of, after, message) => {
  const out = join(folder.path, "out");
  Object.assign(refusal, { code, of, after });
  await expect(run({ out, chunk: 2 }, [study])).rejects.toThrow(`${out}: ${message}, and carom sweep --resume ${out} goes on`);
  refusal.of = /^$/;
  await run({ resume: out });
  expect(hashes(out)).toBe(hashes(whole));
  rmSync(out, { recursive: true });
});

it("a folder that cannot be begun in: one line before anything is computed", async () => {
  Object.assign(refusal, { code: "EROFS", of: /sweep\.json/, after: 0 });
  const out = join(folder.path, "begun");
  await expect(run({ out }, [study])).rejects.toThrow(`${out}: the file system is read-only`);
});
