// Writes the table of docs/rod.md: the slip-reversing rod under our laws, solved now, and in the engines as `npm run bench --
// --record` recorded them. With --check it only says whether the table is current. The packages must be built (npm run build).
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { recordedPeers } from "@carom/figures/peers";
import { compareStudy, parseStudyText } from "carom/study";
import { wrapped } from "./check-documents.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "docs/rod.md");
const read = (file) => readFileSync(join(root, file), "utf8");

const BEGIN = "<!-- rod table: written by scripts/generate-rod-table.mjs, do not edit -->";
const END = "<!-- end of rod table -->";
const RESTITUTIONS = [1, 0.9, 0.5];
const NAMES = {
  frictional: "**Carom**, energetic restitution",
  poisson: "Carom, Poisson's restitution",
  newton: "Carom, Newton's restitution",
};

const { date, rows: engines } = recordedPeers;
const rod = parseStudyText(read("examples/slip-reversing-rod.json"));
const comparisons = RESTITUTIONS.map((restitution) =>
  compareStudy({ ...rod, contacts: rod.contacts.map((contact) => ({ ...contact, restitution })) }),
);

const ours = Object.entries(NAMES).map(([name, solver]) => ({
  solver,
  settings: "computed",
  results: comparisons.map(({ rows }) => {
    const { energy, velocity } = rows.find(({ law }) => law === name).outcome;
    return { energyRatio: energy.after / energy.before, slipAfter: velocity[0] };
  }),
}));
const theirs = engines.map(({ engine, version, settings, results }) => ({ solver: `${engine} ${version}`, settings, results }));

const table = [
  "| | settings | e = 1 | e = 0.9 | e = 0.5 | slip after, e = 1, m/s | range, e = 1 |",
  "|---|---|---:|---:|---:|---:|---|",
  ...[...ours, ...theirs].map(({ solver, settings, results }) => {
    const ratios = RESTITUTIONS.map((_, i) => results[i].energyRatio.toFixed(4));
    const range = results[0].energyRange?.map((value) => value.toFixed(3)).join(" to ") ?? "";
    return `| ${[solver, settings, ...ratios, results[0].slipAfter.toFixed(3), range].join(" | ")} |`;
  }),
  "",
  wrapped(
    `Kinetic energy after over before; 1 is all of it. The engines were measured on ${date}: the median and the range over 15 starting ` +
      `gaps spread over one time step.`,
  ),
].join("\n");

const text = read("docs/rod.md");
const current = text.replace(/<!-- rod table[\s\S]*?<!-- end of rod table -->/, `${BEGIN}\n${table}\n${END}`);
if (!current.includes(BEGIN)) {
  console.error("docs/rod.md has no place for the table (<!-- rod table --> ... <!-- end of rod table -->)");
  process.exit(1);
}
if (process.argv.includes("--check")) {
  if (current !== text) {
    console.error("docs/rod.md: the table is not current: run npm run build, then node scripts/generate-rod-table.mjs");
    process.exit(1);
  }
  console.log("docs/rod.md: the table is current");
} else {
  writeFileSync(target, current);
}
