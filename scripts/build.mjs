// Builds everything, and says what it is at: the library, the figures, then the command and all types beside the lab. First goes what
// older builds have left of sources that are gone. `build.mjs modules` stops before the lab, `build.mjs rest` begins there: the test run
// does other things meanwhile.
import { finished } from "./finished.mjs";
import { COMPILED, removeStaleFiles } from "./stale-files.mjs";

const tsc = (name) => ["npx", "tsc", "-b", name];
const run = (name) => ["npm", "run", "--silent", "build", "-w", name];

const BASE = [
  ["library", tsc("packages/carom")],
  ["figures", tsc("packages/figures")],
];
const COMMAND = [
  ["command", tsc("packages/cli")],
  ["command, joined into a few files", run("@carom/cli")],
];
const LAB = [["lab", run("@carom/lab")]];
const TYPES = [["types of the rest", ["npx", "tsc", "-b"]]];
const PARTS = {
  modules: () => build([...BASE, ...COMMAND]),
  rest: () => Promise.all([build(LAB), build(TYPES)]),
  all: async () => {
    await build(BASE);
    await Promise.all([build(LAB), build([...COMMAND, ...TYPES])]);
  },
};

const part = process.argv[2] ?? "all";
if (!Object.hasOwn(PARTS, part)) {
  console.error(`${part} is not one of ${Object.keys(PARTS).join(", ")}`);
  process.exit(1);
}
console.log("Building");
const started = performance.now();
const stale = part === "rest" ? 0 : COMPILED.reduce((sum, workspace) => sum + removeStaleFiles(workspace), 0);
if (stale > 0) console.log(`  ${"files of older builds, removed".padEnd(34)}${String(stale).padStart(6)}`);
await PARTS[part]();
console.log(`  ${part.padEnd(34)}${seconds(started)} s`);

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
