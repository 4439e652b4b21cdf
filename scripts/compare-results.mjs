// Whether a change moves a result: every example is run by this checkout and by an earlier commit, and what both write is compared byte for
// byte.
//   node scripts/compare-results.mjs REVISION [NAME...]   clones and builds the revision in a temporary folder, then compares
//   node scripts/compare-results.mjs --record DIR [NAME...]   only writes what this checkout gives
//   node scripts/compare-results.mjs --folders BEFORE AFTER   only compares two such folders
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The examples of a checkout, by name. */
function examplesOf(checkout, names) {
  const all = readdirSync(join(checkout, "examples"))
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"));
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

function run(checkout, args) {
  return new Promise((done) => {
    const child = spawn("node", [join(checkout, "packages/cli/bin/carom.js"), ...args], {
      cwd: checkout,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", COLUMNS: "120" },
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
    child.on("close", (status) => done({ status, output, errors }));
  });
}

/** The folder, the JSON and the summary of each example, as the command writes them. */
async function record(checkout, folder, names) {
  const waiting = examplesOf(checkout, names);
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const own = join(folder, name);
      mkdirSync(own, { recursive: true });
      const study = join("examples", `${name}.json`);
      const { status, output, errors } = await run(checkout, ["run", study, "--out", join(own, "out")]);
      writeFileSync(join(own, "summary.txt"), output.replaceAll(own, "DIR"));
      if (status !== 0) writeFileSync(join(own, "failure.txt"), `${status}\n${errors}`);
      const asJson = await run(checkout, ["run", study, "--json"]);
      writeFileSync(join(own, "stdout.json"), asJson.output);
      // The comparison of a simulation with penalty contact takes minutes and adds nothing that its run does not show.
      if (JSON.parse(readFileSync(join(checkout, study), "utf8")).kind !== "impact") continue;
      const compared = await run(checkout, ["compare", study, "--json"]);
      writeFileSync(join(own, "compare.json"), compared.output);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => statSync(join(folder, file)).isFile());
}

/** Prints which files differ; returns how many. */
function compareFolders(before, after) {
  const [old, now] = [new Set(filesIn(before)), new Set(filesIn(after))];
  const lines = [...new Set([...old, ...now])].sort().flatMap((file) => {
    if (!now.has(file)) return [`gone     ${file}`];
    if (!old.has(file)) return [`new      ${file}`];
    return readFileSync(join(before, file)).equals(readFileSync(join(after, file))) ? [] : [`differs  ${file}`];
  });
  for (const line of lines) console.log(line);
  console.log(`${old.size} files before, ${now.size} now: ${lines.length === 0 ? "the same bytes" : `${lines.length} differ`}`);
  return lines.length;
}

function build(revision, folder) {
  const quiet = { stdio: ["ignore", "ignore", "inherit"], cwd: folder };
  execFileSync("git", ["clone", "--quiet", here, folder]);
  execFileSync("git", ["checkout", "--quiet", revision], quiet);
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], quiet);
  execFileSync("npm", ["run", "--silent", "build"], quiet);
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--record") await record(here, resolve(rest[0]), rest.slice(1));
else if (first === "--folders") process.exitCode = compareFolders(rest[0], rest[1]) === 0 ? 0 : 1;
else if (first === undefined) {
  console.error(`usage: node ${relative(process.cwd(), fileURLToPath(import.meta.url))} REVISION [NAME...]`);
  process.exitCode = 2;
} else {
  const work = mkdtempSync(join(tmpdir(), "carom-before-"));
  try {
    const before = join(work, "checkout");
    build(first, before);
    await record(before, join(work, "before"), rest);
    await record(here, join(work, "after"), rest);
    process.exitCode = compareFolders(join(work, "before"), join(work, "after")) === 0 ? 0 : 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
