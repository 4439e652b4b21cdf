/** Many sweeps with a kill each, COUNT and SEED as arguments; `npm run stress` starts it. Exits with 1 if one differs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashes, killedSweep, startCarom, sweepOfBalls } from "./kills.testing.js";

const RUNS = 64;
const [count, seed] = process.argv.slice(2).map(Number);
const study = sweepOfBalls(RUNS);
const folder = mkdtempSync(join(tmpdir(), "carom-kills-"));
writeFileSync(join(folder, "study.json"), JSON.stringify(study));
const started = performance.now();
await startCarom(["sweep", join(folder, "study.json"), "--out", join(folder, "out")]).ended;
const longest = 1.5 * (performance.now() - started);
const expected = hashes(join(folder, "out"));
rmSync(folder, { recursive: true, force: true });
const counts = new Map<string, number>();
let failures = 0;
for (let i = 0; i < count; i++) {
  const one = await killedSweep(study, 1000 * seed + i, longest).catch((error: Error) => ({
    kill: "failed",
    after: 0,
    hashes: error.message,
  }));
  counts.set(one.kill, (counts.get(one.kill) ?? 0) + 1);
  const isSame = one.hashes === expected;
  if (!isSame) failures++;
  console.log(`kill ${i} of seed ${seed} (${one.kill} after ${one.after} ms): ${isSame ? "the same bytes" : one.hashes}`);
}
const told = [...counts].map(([kill, times]) => `${kill}: ${times}`).join(", ");
console.log(`${told}; ${failures} sweeps of ${count} differ from the one without a kill`);
process.exitCode = failures > 0 ? 1 : 0;
