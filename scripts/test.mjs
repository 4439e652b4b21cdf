// The whole test run: type check and build, lint, then the test projects one after the other, with the time each takes.
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";

const started = performance.now();
const times = [];

function stage(name, command, args, env = {}) {
  const from = performance.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  times.push([name, (performance.now() - from) / 1000]);
  if (status !== 0) {
    console.error(`\n${name} failed.`);
    process.exit(status ?? 1);
  }
}

const chromium = findChromium();
if (chromium === undefined) process.exit(1);

stage("build and type check", "npm", ["run", "--silent", "build"]);
stage("lint", "npm", ["run", "--silent", "lint"]);
for (const generator of ["third-party", "figures", "readme-table", "doc-output", "study-reference"])
  stage(`docs: ${generator}`, "node", [`scripts/generate-${generator}.mjs`, "--check"]);
// Together, so that no core waits for the last file of a project; what measures time runs alone.
for (const projects of [["unit", "examples", "command"], ["browser"], ["frame-times"]])
  stage(`${projects.join(", ")} tests`, "npx", ["vitest", "run", ...projects.flatMap((project) => ["--project", project])], {
    CHROMIUM_PATH: chromium,
  });
stage("packages", "node", ["scripts/check-packages.mjs"]);

console.log("\nTime in seconds");
for (const [name, seconds] of times) console.log(`  ${name.padEnd(30)} ${seconds.toFixed(1).padStart(6)}`);
console.log(`  ${"all".padEnd(30)} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)}`);
