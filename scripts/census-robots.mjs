// Reads every URDF file in folders and says how it went: one line a file, then a summary. Files of others, for testing; none is kept here.
//
//     node scripts/census-robots.mjs FOLDER... [--drop HEIGHT] [--first] [--table] [--only TEXT]
//
// --drop also places each robot over a floor; --first takes the first file of each folder in a folder `robots`; --table prints rows for
// docs/urdf.md; --only takes files whose path has this text.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { dropRobot, meshFilesOf, readUrdf, systemFromScene } from "../packages/carom/dist/simulation/index.js";
import { meshLookup } from "../packages/cli/dist/mesh-lookup.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { drop: { type: "string" }, first: { type: "boolean" }, table: { type: "boolean" }, only: { type: "string" } },
});

const reasons = new Map();
let [good, all] = [0, 0];
for (const folder of positionals)
  for (const path of urdfFiles(folder).filter((file) => file.includes(values.only ?? ""))) {
    const row = tryRobot(path);
    all++;
    if (row.reason === undefined) good++;
    else reasons.set(row.kind, [...(reasons.get(row.kind) ?? []), row.reason]);
    console.log(
      values.table
        ? tableRow(folder, path, row)
        : `${row.reason === undefined ? "ok   " : "ERROR"} ${relative(folder, path)}: ${row.text} (${row.milliseconds} ms)`,
    );
  }
console.log(`\n${good} of ${all} read`);
for (const [kind, list] of [...reasons].sort((a, b) => b[1].length - a[1].length))
  console.log(`${String(list.length).padStart(5)}  ${kind}: ${list[0]}`);

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
  const begin = performance.now();
  const time = () => Math.round(performance.now() - begin);
  try {
    const text = readFileSync(path, "utf8");
    const lookup = meshLookup(path);
    const meshes = new Map();
    for (const name of meshFilesOf(text)) {
      const file = lookup.find(name);
      if (file !== undefined) meshes.set(name, readFileSync(file));
    }
    const robot = readUrdf(text, { meshes, base: "free", position: [0, 0, 1] });
    const scene = values.drop === undefined ? robot : dropRobot(robot, { height: Number(values.drop), friction: 0.6, restitution: 0.1 });
    const system = systemFromScene({ bodies: scene.bodies, gears: scene.gears });
    return {
      robot,
      links: (text.match(/<link\b/g) ?? []).length,
      speeds: system.speedCount,
      text: robot.account.find((line) => / kg, /.test(line)),
      milliseconds: time(),
    };
  } catch (error) {
    const reason = error.message.split("\n")[0];
    const kind = reason
      .replace(/^line \d+, /, "")
      .replace(/"[^"]*"/g, '"..."')
      .replace(/(link|joint) \S+?(\/|:|@| )/g, "$1$2")
      .slice(0, 90);
    return {
      reason,
      kind,
      text: `${error.complaints?.length ?? 1} complaints: ${error.name === "InvalidInputError" || error.name === "SolverError" ? reason : error.stack}`,
      milliseconds: time(),
    };
  }
}

function tableRow(folder, path, { robot, links, reason }) {
  const name = relative(folder, path);
  const [repository, ...rest] = name.split("/");
  const moving = robot === undefined ? "" : Object.keys(robot.joints).length;
  const result =
    reason === undefined ? (robot.account.length === 1 ? "reads" : `reads, ${robot.account.length - 1} lines of account`) : reason;
  return `| ${repository.replace("+", "/")} | ${rest.join("/")} | ${links ?? ""} | ${moving} | ${robot === undefined ? "" : robot.mass.toPrecision(4)} | ${result} |`;
}
