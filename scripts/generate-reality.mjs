// Writes the tables of docs/reality.md, and the rows of docs/validation.md, from bench/reality.json, which
// `npm run reality -- FOLDER --record` has written. With --check it only says whether they are current.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wrapped } from "./check-documents.mjs";
import { besideCarom } from "./reality-pairs.mjs";
import { targetRows } from "./reality-targets.mjs";
import { root } from "./source-files.mjs";

const BEGIN = "<!-- written by scripts/generate-reality.mjs from bench/reality.json, do not edit -->";
const END = "<!-- end of what generate-reality.mjs writes -->";
const TITLES = {
  listed: "The cube as listed: friction and restitution fitted, of engines what else their contacts have, too",
  "listed, least e_q": "The cube as listed: least e_q over friction, restitution and what else contacts of an engine have",
  shaped: "Inertia and rounding fitted too, lengths and slope from the flights",
  fitted: "The cube as fitted: inertia, rounding, centre of mass and the tracker's labels, too",
  later: "The cube as fitted, friction fitted once more over 0.4 s",
  laws: "The cube as fitted under other laws of one contact, fitted anew to the same tosses and compared toss by toss",
  hits: "Single hits of the tossed cube as listed: friction and restitution fitted",
  "hits, shaped": "Single hits of the tossed cube: inertia and rounding fitted too",
  drops: "Single impacts of a dropped square: friction and restitution fitted",
  "drops with inertia": "Single impacts of a dropped square: inertia fitted too",
  "drops, all free": "Single impacts of a dropped square: rounding, and a power of speed in the restitution, too",
  cradle: "Five balls of a cradle: restitution fitted to their speeds after the first collision",
  "drops by squares": "Single impacts of a dropped square: friction and restitution by least squares",
  "drops by squares, inertia": "Single impacts of a dropped square: inertia too, by least squares",
};

const rows = JSON.parse(readFileSync(join(root, "bench/reality.json"), "utf8"));
const digits = (value, count = 3) => (value === undefined || value === null ? "-" : Number(value.toPrecision(count)).toString());

/** The best first; those that could not compute a recording, or any, last. */
const byError = (one, other) =>
  Number(one.held?.failed !== undefined) - Number(other.held?.failed !== undefined) ||
  (one.held?.mean ?? Number.MAX_VALUE) - (other.held?.mean ?? Number.MAX_VALUE);

/** Of each page, what stands between the marks. */
const pages = { "docs/reality.md": wrapped(`${targets()}${tables()}`), "docs/validation.md": `${summary()}${boardOfTosses()}` };
let stale = 0;
for (const [page, content] of Object.entries(pages)) {
  const file = join(root, page);
  const text = readFileSync(file, "utf8");
  if (!text.includes(BEGIN) || !text.includes(END)) throw new Error(`${page} has no place for the board`);
  const current = text.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => `${BEGIN}\n\n${content}\n${END}`);
  if (current === text) continue;
  stale++;
  if (process.argv.includes("--check")) console.error(`${page} is not current: run node scripts/generate-reality.mjs`);
  else writeFileSync(file, current);
}
if (stale > 0 && process.argv.includes("--check")) process.exit(1);
console.log(`${rows.length} rows of the board in docs`);

/** What was aimed at. */
function targets() {
  const lines = targetRows(rows);
  if (lines.length === 0) return "";
  return `### What was aimed at\n\n${table(["5 folds", "aimed at", "came out", "met"], lines)}\n`;
}

/** The two tables that the page of validation has, too. */
function boardOfTosses() {
  return ["listed", "fitted"]
    .map((name) => ({ title: TITLES[name], some: rows.filter((row) => row.table === name) }))
    .map(({ title, some }) => `\n${title}:\n\n${motionTable(some)}`)
    .join("");
}

function tables() {
  return Object.entries(TITLES)
    .map(([table, title]) => ({ title, some: rows.filter((row) => row.table === table) }))
    .filter(({ some }) => some.length > 0)
    .map(({ title, some }) => `### ${title}\n\n${tableOf(some)}`)
    .join("\n");
}

function tableOf(some) {
  if (some[0].laws !== undefined) return lawTable(some[0]);
  return (some[0].fitted?.position === undefined ? impactTable(some) : motionTable(some)) + notes(some) + pairs(some);
}

/** Differences are those from the first law, the mean over recordings with its 95 %. */
function lawTable({ laws }) {
  const difference = ({ mean, interval }) => `${digits(mean, 2)} [${interval.map((end) => digits(end, 2)).join(", ")}]`;
  return table(
    ["law", "robust cost", "more than the default", "e_q", "median", "more than the default", "values"],
    laws.map(({ law, values, cost, costDifference, mean, median, scoreDifference }, i) => [
      law === "default" ? "energetic (default)" : `\`${law}\``,
      digits(cost, 4),
      i === 0 ? "-" : difference(costDifference),
      digits(mean),
      digits(median),
      i === 0 ? "-" : difference(scoreDifference),
      Object.entries(values)
        .map(([name, value]) => `${name} ${digits(value)}`)
        .join(", "),
    ]),
  );
}

function motionTable(some) {
  return table(
    [
      "",
      "tosses",
      "folds",
      "e_q in sample",
      "median",
      "e_q held out",
      "median",
      "position, %",
      "rotation, deg",
      "flipped",
      "values ± 95 %",
      "s",
    ],
    [...some]
      .sort(byError)
      .map((row) => [
        row.name,
        ...(row.failure === undefined
          ? [
              row.fitted.recordings,
              row.folds,
              digits(row.fitted.mean),
              digits(row.fitted.median),
              digits(row.held?.mean),
              digits(row.held?.median),
              row.held === undefined ? "-" : (100 * row.held.position).toFixed(1),
              row.held === undefined ? "-" : ((180 / Math.PI) * row.held.rotation).toFixed(1),
              row.held?.flipped ?? "-",
              values(row),
            ]
          : [...Array(9).fill("-"), `broke down: ${row.failure}`]),
        row.seconds.toFixed(0),
      ]),
  );
}

function impactTable(some) {
  return table(
    ["", "impacts", "folds", "misfit in sample, median", "any impulse, median", "held out, median", "held out, mean", "values ± 95 %", "s"],
    some.map((row) => [
      row.name,
      row.fitted.recordings,
      row.folds,
      digits(row.fitted.median),
      digits(row.bound?.median),
      digits(row.held?.median),
      digits(row.held?.mean),
      values(row),
      row.seconds.toFixed(0),
    ]),
  );
}

function values({ parameters }) {
  return parameters
    .map(({ name, value, interval, later }) => {
      const error = interval === null ? "" : ` ± ${digits(0.5 * (interval[1] - interval[0]), 1)}`;
      return `${name} ${digits(value)}${error}${later === undefined ? "" : ` (later ${digits(later)})`}`;
    })
    .join(", ");
}

/** Rows with errors of every toss, beside the first of Carom toss by toss. */
function pairs(some) {
  const lines = besideCarom(some).map(({ name, flipped, ofFlipped, ofOthers, difference, alone, points }) => [
    name,
    `${flipped}, ${digits(ofFlipped)}`,
    digits(ofOthers),
    difference === undefined ? "-" : `${digits(difference.mean, 2)} [${difference.interval.map((end) => digits(end, 2)).join(", ")}]`,
    alone === undefined ? "-" : `${digits(alone.mean)} (${digits(alone.median)})`,
    points,
  ]);
  if (lines.length === 0) return "";
  const heads = ["in sample", "flipped, their e_q", "e_q of the others", "more than Carom, 95 %", "best for each toss alone", "points"];
  return `\n${table(heads, lines)}`;
}

/** What belongs to single rows: labels and the noise floor. */
function notes(some) {
  const lines = some.flatMap(({ name, labelsRight, noiseFloor, held }) => [
    ...(held?.failed === undefined ? [] : [`- ${name}: ${held.failed} held out could not be computed, and are not in its errors.`]),
    ...(labelsRight === undefined
      ? []
      : [`- ${name}: ${(100 * labelsRight).toFixed(0)} % of the labels held out are as contact tells them.`]),
    ...(noiseFloor === undefined
      ? []
      : [
          `- ${name}, if its fit were true: e_q ${digits(noiseFloor.start.mean)} (median ${digits(noiseFloor.start.median)}) by the ` +
            `errors of the starts, ${digits(noiseFloor.bias.mean)} (${digits(noiseFloor.bias.median)}) with orientations 2 mrad off, ` +
            `${digits(noiseFloor.scatter.mean)} (${digits(noiseFloor.scatter.median)}) with contacts that scatter as these do ` +
            `(position ${(100 * noiseFloor.scatter.position).toFixed(1)} %).`,
        ]),
  ]);
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

function summary() {
  const of = (name) => rows.find((row) => row.table === name && row.name === "Carom, energetic");
  const [listed, fitted, drops] = [of("listed"), of("fitted"), of("drops with inertia")];
  const friction = fitted?.parameters.find(({ name }) => name === "friction");
  return table(
    ["what", "where", "how well"],
    [
      ...(listed?.held === undefined || fitted?.held === undefined
        ? []
        : [
            [
              `${fitted.held.recordings} tosses of the same cube, fitted with rounding, inertia and centre of mass, beside engines`,
              "[reality](reality.md#the-board)",
              `e_q held out ${digits(listed.held.mean)} for the cube as listed (${listed.held.recordings} tosses), ` +
                `${digits(fitted.held.mean)} as fitted${floorText(fitted)}; friction ` +
                `${digits(friction.value)}, 95 % from ${digits(friction.interval[0])} to ${digits(friction.interval[1])}`,
            ],
          ]),
      ...(drops?.held === undefined
        ? []
        : [
            [
              `${drops.held.recordings} single impacts of a dropped square`,
              "[reality](reality.md#the-board)",
              `velocities after held out to ${digits(drops.held.median)} of the speed before (median), ${values(drops)}`,
            ],
          ]),
    ],
  );
}

/** What a true model would score. */
function floorText({ noiseFloor }) {
  return noiseFloor === undefined ? "" : `, ${digits(noiseFloor.scatter.mean)} if the fit were true and contacts scattered as these do`;
}

function table(heads, lines) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return `${line(heads)}\n|${heads.map(() => "---").join("|")}|\n${lines.map(line).join("\n")}\n`;
}
