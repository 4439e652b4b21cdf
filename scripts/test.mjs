// The whole test run, with the time each part takes. Two rows of work beside each other keep two cores busy: the library, the figures and
// the command are built, tested and packed while the rest is checked, built and documented, and the lab opened. What measures time comes
// last, alone.
import { findChromium } from "./find-chromium.mjs";
import { findPython } from "./find-python.mjs";
import { findRedis } from "./find-redis.mjs";
import { finished } from "./finished.mjs";

const started = performance.now();
const times = [];
const failed = [];

const chromium = findChromium();
const redis = findRedis();
const python = findPython();
if (chromium === undefined || redis === undefined) process.exit(1);
const TEST = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  REDIS_SERVER: redis,
  CAROM_BUILT: "yes",
  ...(python === undefined ? {} : { PYTHON: python }),
};

/** A command is named when it begins and prints when it is done. */
async function run(name, command, args) {
  console.log(`${name} …`);
  const { status, output } = await timed(name, () => finished(command, args));
  process.stdout.write(output);
  if (status !== 0) failed.push(name);
}

/** Tests print what they find as they find it. */
async function test(...projects) {
  const name = `${projects.join(", ")} tests`;
  const args = ["node_modules/vitest/vitest.mjs", "run", ...projects.flatMap((project) => ["--project", project])];
  const { status } = await timed(name, () => finished("node", args, (text) => process.stdout.write(text), TEST));
  if (status !== 0) failed.push(name);
}

async function timed(name, work) {
  const from = performance.now();
  const result = await work();
  times.push([name, (performance.now() - from) / 1000]);
  return result;
}

const check = (generator, ...args) => run(`docs: ${generator}`, "node", [`scripts/generate-${generator}.mjs`, "--check", ...args]);
const script = (name, file, ...args) => run(name, "node", [`scripts/${file}.mjs`, ...args]);

const modules = script("build of modules", "build", "modules");
const everything = buildEverything();

async function buildAndTest() {
  await modules;
  endIfFailed();
  await test("unit", "examples");
  await everything;
  await script("packages", "check-packages");
  await check("figures");
}

async function buildEverything() {
  await run("lint", "npm", ["run", "--silent", "lint"]);
  await check("import-graph");
  await check("third-party");
  await modules;
  await script("build of the rest", "build", "rest");
}

async function checkTheRest() {
  await everything;
  endIfFailed();
  await check("doc-output", "--commands");
  await script("a new kind", "check-new-kind");
  for (const generator of ["rod-table", "study-reference", "which-law", "validation", "reality", "lessons"]) await check(generator);
  await script("site", "check-search");
  await script("bundle size", "check-bundle-size");
  await test("command", "browser");
}

/** The rest is not worth waiting for: what is under way ends with this process. */
function endIfFailed() {
  if (failed.length === 0) return;
  console.error(`\n${failed.join(", ")} failed.`);
  process.exit(1);
}

await Promise.all([buildAndTest(), checkTheRest()]);
await test("frame-times");

console.log("\nTime in seconds, of two parts at a time");
for (const [name, seconds] of times) console.log(`  ${name.padEnd(30)} ${seconds.toFixed(1).padStart(6)}`);
console.log(`  ${"all".padEnd(30)} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)}`);
endIfFailed();
