// Builds everything, and says what it is at: the library, the figures, then the command and all types beside the lab. First goes what
// older builds have left of sources that are gone.
import { finished } from "./finished.mjs";
import { COMPILED, removeStaleFiles } from "./stale-files.mjs";

const tsc = (name) => ["npx", "tsc", "-b", name];
const run = (name) => ["npm", "run", "--silent", "build", "-w", name];

console.log("Building");
const started = performance.now();
const stale = COMPILED.reduce((sum, workspace) => sum + removeStaleFiles(workspace), 0);
if (stale > 0) console.log(`  ${"files of older builds, removed".padEnd(34)}${String(stale).padStart(6)}`);
await build([
  ["library", tsc("packages/carom")],
  ["figures", tsc("packages/figures")],
]);
await Promise.all([
  build([["lab", run("@carom/lab")]]),
  build([
    ["command", tsc("packages/cli")],
    ["command, joined into a few files", run("@carom/cli")],
    ["types of the rest", ["npx", "tsc", "-b"]],
  ]),
]);
console.log(`  ${"all".padEnd(34)}${seconds(started)} s`);

/** One after the other. What fails ends the build. */
async function build(steps) {
  for (const [name, [command, ...args]] of steps) {
    const from = performance.now();
    const { status, output } = await finished(command, args);
    console.log(`  ${name.padEnd(34)}${seconds(from)} s`);
    if (status === 0) continue;
    process.stderr.write(`${output}\nBuilding the ${name} failed.\n`);
    process.exit(status);
  }
}

function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1).padStart(6);
}
