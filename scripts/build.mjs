// Builds everything, and says what it is at: the library, the figures, the command, the benchmarks, the lab. Each waits for those before
// it. First goes what older builds have left of sources that are gone.
import { spawnSync } from "node:child_process";
import { COMPILED, removeStaleFiles } from "./stale-files.mjs";

const tsc = (name) => ["npx", "tsc", "-b", name];
const run = (name) => ["npm", "run", "--silent", "build", "-w", name];

const steps = [
  ["library", tsc("packages/carom")],
  ["figures", tsc("packages/figures")],
  ["command", tsc("packages/cli")],
  ["command, joined into a few files", run("@carom/cli")],
  ["types of the rest", ["npx", "tsc", "-b"]],
  ["lab", run("@carom/lab")],
];

console.log("Building");
const started = performance.now();
const stale = COMPILED.reduce((sum, workspace) => sum + removeStaleFiles(workspace), 0);
if (stale > 0) console.log(`  ${"files of older builds, removed".padEnd(34)}${String(stale).padStart(6)}`);
for (const [name, [command, ...args]] of steps) {
  process.stdout.write(`  ${name.padEnd(34)}`);
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", shell: process.platform === "win32" });
  console.log(`${seconds(from)} s`);
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nBuilding the ${name} failed.\n`);
    process.exit(status ?? 1);
  }
}
console.log(`  ${"all".padEnd(34)}${seconds(started)} s`);

function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1).padStart(6);
}
