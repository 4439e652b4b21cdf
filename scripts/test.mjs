// The whole test run: build and lint beside each other; documents and packages, likewise; then the tests, with the time each takes.
import { spawn, spawnSync } from "node:child_process";
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

/** Commands beside each other, two at a time; each is named when it begins and prints when it is done. */
async function stages(name, commands) {
  const from = performance.now();
  const waiting = [...commands];
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [part, command, args] = next;
      const began = performance.now();
      console.log(`${part.trim()} …`);
      const { status, output } = await run(command, args);
      process.stdout.write(output);
      times.push([part, (performance.now() - began) / 1000]);
      if (status !== 0) failed.push(part);
    }
  };
  await Promise.all([work(), work()]);
  times.push([name, (performance.now() - from) / 1000]);
  if (failed.length > 0) {
    console.error(`\n${failed.join(", ")} failed.`);
    process.exit(1);
  }
}

function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => done({ status: 1, output: `${output}${error.message}\n` }));
    child.on("close", (status) => done({ status: status ?? 1, output }));
  });
}

const chromium = findChromium();
if (chromium === undefined) process.exit(1);

const check = (generator) => [`  docs: ${generator}`, "node", [`scripts/generate-${generator}.mjs`, "--check"]];
await stages("build, lint", [
  ["  build and type check", "npm", ["run", "--silent", "build"]],
  ["  lint", "npm", ["run", "--silent", "lint"]],
  ...["import-graph", "third-party"].map(check),
]);
await stages("documents, packages", [
  ["  packages", "node", ["scripts/check-packages.mjs"]],
  check("doc-output"),
  ["  a new kind", "node", ["scripts/check-new-kind.mjs"]],
  ...["figures", "readme-table", "study-reference", "which-law"].map(check),
  ["  bundle size", "node", ["scripts/check-bundle-size.mjs"]],
]);
// Together, so that no core waits for the last file of a project; what measures time runs alone.
for (const projects of [["unit", "examples", "command"], ["browser"], ["frame-times"]])
  stage(`${projects.join(", ")} tests`, "npx", ["vitest", "run", ...projects.flatMap((project) => ["--project", project])], {
    CHROMIUM_PATH: chromium,
  });

console.log("\nTime in seconds");
for (const [name, seconds] of times) console.log(`  ${name.padEnd(30)} ${seconds.toFixed(1).padStart(6)}`);
console.log(`  ${"all".padEnd(30)} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)}`);
