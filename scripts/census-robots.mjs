// Reads every URDF file in folders with `carom urdf --free` and says how it went: one line a file, then a summary. Files of others, for
// testing; none is kept here.
//
//     node scripts/census-robots.mjs FOLDER... [--drop HEIGHT] [--first] [--table] [--only TEXT]
//
// --drop lets each robot fall instead; --first takes the first file of each folder in a folder `robots`; --table prints rows for
// docs/urdf.md; --only takes files whose path has this text.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { systemFromScene } from "carom/simulation";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { drop: { type: "string" }, first: { type: "boolean" }, table: { type: "boolean" }, only: { type: "string" } },
});
const command = fileURLToPath(new URL("../packages/cli/bin/carom.js", import.meta.url));
const how = values.drop === undefined ? ["--free", "--at", "0,0,1"] : ["--drop", values.drop, "--friction", "0.6", "--restitution", "0.1"];

const reasons = new Map();
let [good, all] = [0, 0];
for (const folder of positionals)
  for (const path of urdfFiles(folder).filter((file) => file.includes(values.only ?? ""))) {
    const row = tryRobot(path);
    const name = relative(folder, path);
    all++;
    if (row.reason === undefined) good++;
    else reasons.set(row.kind, [...(reasons.get(row.kind) ?? []), row.reason]);
    console.log(
      values.table ? tableRow(name, row) : `${row.reason === undefined ? "ok   " : "ERROR"} ${name}: ${row.reason ?? row.summary}`,
    );
  }
console.log(`\n${good} of ${all} read`);
const kinds = [...reasons].sort((a, b) => b[1].length - a[1].length);
for (const [kind, list] of kinds) console.log(`${String(list.length).padStart(5)}  ${kind}: ${list[0]}`);

function urdfFiles(folder) {
  const paths = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".urdf") && statSync(path).isFile())
    .sort();
  if (!values.first) return paths;
  const robotOf = (path) => /^.*?\/robots\/[^/]+/.exec(path)?.[0];
  return paths.filter((path, i) => robotOf(path) !== undefined && paths.findIndex((other) => robotOf(other) === robotOf(path)) === i);
}

function tryRobot(path) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [command, "urdf", path, ...how], { encoding: "utf8", maxBuffer: 2 ** 28 });
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => line.slice(`carom: ${path}: `.length));
  if (status !== 0) return { reason: lines[0], kind: kindOf(lines[0]) };
  try {
    const { bodies, gears } = JSON.parse(stdout);
    // Contacts are not built: whether links and joints make a system that can move is the question here.
    systemFromScene({ bodies, ...(gears === undefined ? {} : { gears }) });
  } catch (error) {
    return { reason: error.message, kind: kindOf(error.message) };
  }
  const summary = lines.find((line) => /^\d+ links?, .* kg, /.test(line)) ?? "";
  return { summary, links: readFileSync(path, "utf8").match(/<link\b/g)?.length ?? 0, told: lines.length - 1 };
}

/** Complaints that differ in names and lines alone are of one kind. */
function kindOf(reason) {
  return reason
    .replace(/^line \d+, /, "")
    .replace(/"[^"]*["…]/g, '"..."')
    .replace(/(link|joint) [^@:]*?(?=\/(collision|parent|child|mimic|limit)|:|@)/, "$1")
    .slice(0, 90);
}

function tableRow(name, { summary, links, told, reason }) {
  if (reason !== undefined) return `| ${name} | | | | ${reason} |`;
  const [, moving] = /(\d+) joints? that moves?/.exec(summary) ?? [];
  const [, following = "0"] = /and (\d+) that follow/.exec(summary) ?? [];
  const [, mass] = /([\d.e+-]+) kg, /.exec(summary) ?? [];
  const joints = following === "0" ? moving : `${moving} and ${following}`;
  return `| ${name} | ${links} | ${joints} | ${Number(mass).toPrecision(4)} | reads, ${told} line${told === 1 ? "" : "s"} of account |`;
}
