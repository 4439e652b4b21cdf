// Reads every robot file in folders with `carom import --free` and says how it went: one line a file, then a summary. Files of others, for
// testing; none is kept here.
//
//     node scripts/census-robots.mjs FOLDER... [--drop HEIGHT] [--run] [--method NAME] [--seconds N] [--first] [--table] [--only TEXT]
//         [--ending .urdf]
//
// --drop lets each robot fall instead; --run also simulates a second of it (from 0.3 m where --drop says nothing else), in a process of its
// own that may take 60 s of processor time (--seconds) and 2 GB; --method is that of the simulation; --first takes the first file of each
// folder in a folder `robots`; --table prints rows for docs/urdf.md; --only takes files whose path has this text; --ending tells which
// files are robots, such as model.sdf.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { systemFromScene } from "carom/simulation";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    drop: { type: "string" },
    run: { type: "boolean" },
    method: { type: "string", default: "auto" },
    seconds: { type: "string", default: "60" },
    first: { type: "boolean" },
    table: { type: "boolean" },
    only: { type: "string" },
    ending: { type: "string", default: ".urdf" },
  },
});
const command = fileURLToPath(new URL("../packages/cli/bin/carom.js", import.meta.url));
const height = values.drop ?? (values.run ? "0.3" : undefined);
const how = height === undefined ? ["--free", "--at", "0,0,1"] : ["--drop", height, "--friction", "0.6", "--restitution", "0.1"];
const MOST_SECONDS = Number(values.seconds);
const MOST_MEGABYTES = 2048;

const reasons = new Map();
let [good, ran, all] = [0, 0, 0];
for (const folder of positionals)
  for (const path of urdfFiles(folder).filter((file) => file.includes(values.only ?? ""))) {
    const row = tryRobot(path);
    const name = relative(folder, path);
    const reason = row.reason ?? row.run?.reason;
    all++;
    if (row.reason === undefined) good++;
    if (row.run?.reason === undefined && row.run !== undefined) ran++;
    if (reason !== undefined) reasons.set(kindOf(reason), [...(reasons.get(kindOf(reason)) ?? []), reason]);
    const said = `${row.reason ?? row.summary}${row.run === undefined ? "" : `; ${ranHow(row.run)}`}`;
    console.log(values.table ? tableRow(name, row) : `${reason === undefined ? "ok   " : "ERROR"} ${name}: ${said}`);
  }
console.log(`\n${good} of ${all} read${values.run ? `, ${ran} ran` : ""}`);
const kinds = [...reasons].sort((a, b) => b[1].length - a[1].length);
for (const [kind, list] of kinds) console.log(`${String(list.length).padStart(5)}  ${kind}: ${list[0]}`);

function urdfFiles(folder) {
  const paths = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(values.ending) && statSync(path).isFile())
    .sort();
  if (!values.first) return paths;
  const robotOf = (path) => /^.*?\/robots\/[^/]+/.exec(path)?.[0];
  return paths.filter((path, i) => robotOf(path) !== undefined && paths.findIndex((other) => robotOf(other) === robotOf(path)) === i);
}

function tryRobot(path) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [command, "import", path, ...how], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => line.slice(`carom: ${path}: `.length));
  if (status !== 0) return { reason: lines[0] };
  try {
    const { bodies, gears, loops } = JSON.parse(stdout);
    // Ground and pictures: nothing to build.
    if (Object.values(bodies).every((body) => "plane" in body || body.joint?.type === "fixed"))
      return { summary: "nothing moves", links: 0, told: 0 };
    // Contacts are not built: whether links and joints make a system that can move is the question here.
    systemFromScene({ bodies, ...(gears === undefined ? {} : { gears }), ...(loops === undefined ? {} : { loops }) });
  } catch (error) {
    return { reason: error.message };
  }
  const summary = lines.find((line) => /^\d+ links?, .* kg, /.test(line)) ?? "";
  const links = readFileSync(path, "utf8").match(/<link\b/g)?.length ?? 0;
  return { summary, links, told: lines.length - 1, ...(values.run ? { run: runStudy(stdout) } : {}) };
}

/** A second of it, with limits that the system keeps: the shell's on processor time, the engine's on memory. */
function runStudy(study) {
  const folder = mkdtempSync(join(tmpdir(), "census-"));
  const [file, times] = [join(folder, "study.json"), join(folder, "times")];
  writeFileSync(file, study);
  const run = `ulimit -t ${MOST_SECONDS}; "$0" "$@"; code=$?; times > "${times}"; exit $code`;
  const args = [`--max-old-space-size=${MOST_MEGABYTES}`, command, "run", file, "--json", "--method", values.method];
  const { stdout, stderr, status } = spawnSync("bash", ["-c", run, process.execPath, ...args], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const seconds = processorSeconds(readFileSync(times, "utf8"));
  rmSync(folder, { recursive: true });
  if (status === 0) return { seconds, stepped: (JSON.parse(stdout).stepped ?? []).length };
  const said = stderr.trim().split("\n");
  const reason = said.find((line) => line.startsWith("carom: "))?.slice(`carom: ${file}: `.length);
  if (reason !== undefined) return { seconds, reason };
  const memory = said.some((line) => line.includes("heap out of memory"));
  return { seconds, reason: memory ? `takes more than ${MOST_MEGABYTES} MB` : `takes more than ${MOST_SECONDS} s` };
}

/** Second line of the shell's `times`: user and system time of what it has run. */
function processorSeconds(text) {
  const numbers = text.split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g);
  return [...numbers].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

function ranHow({ seconds, stepped, reason }) {
  if (reason !== undefined) return `after ${seconds.toFixed(0)} s: ${reason}`;
  return `ran in ${seconds.toFixed(seconds < 10 ? 1 : 0)} s${stepped > 0 ? ", partly by steps" : ""}`;
}

/** Complaints that differ in names, lines and numbers alone are of one kind. */
function kindOf(reason) {
  return reason
    .replace(/^line \d+, /, "")
    .replace(/"[^"]*["…]/g, '"..."')
    .replace(/(link|joint) [^@:]*?(?=\/(collision|parent|child|mimic|limit)|:|@)/, "$1")
    .replace(/\d+\.\d+/g, "#")
    .slice(0, 90);
}

function tableRow(name, { summary, links, told, reason, run }) {
  const fall = run === undefined ? "" : ` ${ranHow(run)} |`;
  if (reason !== undefined) return `| ${name} | | | | ${reason} |${values.run ? " |" : ""}`;
  const [, moving] = /(\d+) joints? that moves?/.exec(summary) ?? [];
  const [, following = "0"] = /and (\d+) that follow/.exec(summary) ?? [];
  const [, mass] = /([\d.e+-]+) kg, /.exec(summary) ?? [];
  const joints = following === "0" ? moving : `${moving} and ${following}`;
  const account = `reads, ${told} line${told === 1 ? "" : "s"} of account`;
  return `| ${name} | ${links} | ${joints} | ${Number(mass).toPrecision(4)} | ${account} |${fall}`;
}
