/**
 * The board: Carom under each law and engines from npm against measured motions, with the same fitter, starts and folds.
 *
 *     npm run reality -- [FOLDER] [--first N] [--every N] [--folds N] [--only PART] [--floor] [--record [--again]]
 *         [--minutes N]
 *
 * Without a folder the recordings are those of examples/recordings; a folder holds cube-tosses.csv or cube-tosses/tosses.csv, and
 * square-drops.csv or square-drops/drops.csv, in the same form (docs/reality.md says where they come from). --first N takes the first N
 * recordings, --every N every N-th of them, --folds N fits N times without a part that is then scored, --only PART keeps rows whose table
 * and name contain it, --floor tells the errors that a true model would have (rows of Carom), --record keeps rows in bench/reality.json,
 * from where node scripts/generate-reality.mjs writes the tables of docs/reality.md and docs/validation.md. Rows of as many recordings and
 * folds that are there already are not computed once more, so a board may be made in pieces; --again does. --minutes N stops then, in the
 * middle of a row, and keeps what was computed (bench/.pieces) for the next time. Whoever wins, it is printed.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BoardRow, boardRow, type Competitor, isSameRow, printRows } from "./board.js";
import { cannonCube } from "./cannon-cube.js";
import { CRADLE_TABLES, cradleRows } from "./cradle.js";
import type { RealityEngine } from "./cube.js";
import { DROP_TABLES, dropTables } from "./drops.js";
import { HIT_TABLES, hitTables } from "./hits.js";
import { joltCube } from "./jolt-cube.js";
import { LEAST_ERROR_TABLES, leastErrorRow } from "./least-error.js";
import { mujocoCube } from "./mujoco-cube.js";
import { rapierCube } from "./rapier-cube.js";
import { someRecordings } from "./recordings.js";
import { TOSS_TABLES, tossTables } from "./tosses.js";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const samples = join(examples, "recordings");
const journals = fileURLToPath(new URL("../../.pieces", import.meta.url));
const record = fileURLToPath(new URL("../../reality.json", import.meta.url));

const LAWS: readonly Competitor[] = [
  { name: "Carom, energetic" },
  { name: "Carom, poisson", law: "poisson" },
  { name: "Carom, newton", law: "newton" },
];

/** Tables of tosses that engines are in, too. */
const WITH_ENGINES = ["listed", "fitted"];

async function enginesOfBoard(): Promise<RealityEngine[]> {
  const engines = [await rapierCube(), await joltCube(), cannonCube(), await mujocoCube()];
  for (const { engine, configuration } of engines) console.log(`${engine}: ${configuration}`);
  return engines;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      first: { type: "string", default: "1000000" },
      every: { type: "string", default: "1" },
      folds: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      floor: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
      again: { type: "boolean", default: false },
      minutes: { type: "string" },
    },
  });
  const folder = positionals[0] ?? samples;
  const parts = wholeNumber(values.folds, "--folds", 2);
  const [first, every] = [wholeNumber(values.first, "--first", 1), wholeNumber(values.every, "--every", 1)];
  const some = (csv: string) => someRecordings(csv, first, every);
  const tosses = fileIn(folder, ["cube-tosses.csv", "cube-tosses/tosses.csv"]);
  const drops = fileIn(folder, ["square-drops.csv", "square-drops/drops.csv"]);
  if (tosses === undefined && drops === undefined)
    throw new Error(`${folder} holds neither cube-tosses.csv nor square-drops.csv (docs/reality.md)`);
  const engines = (await enginesOfBoard()).map(
    ({ engine, version, motion, bounds, touch }): Competitor => ({
      name: `${engine} ${version}`,
      motion,
      touch,
      ...(bounds === undefined ? {} : { bounds }),
    }),
  );
  const tables = tosses === undefined ? [] : tossTables(samples, some(tosses));
  const listed = tables.filter(({ name }) => name === "listed").map((table) => ({ ...table, name: "listed, least e_q" }));
  const jobs = [
    ...tables.flatMap((table) =>
      [...(table.name === "fitted" ? LAWS : LAWS.slice(0, 1)), ...(WITH_ENGINES.includes(table.name) ? engines : [])].map((competitor) => ({
        table,
        competitor,
        folds: table.name === "laws" ? 1 : parts,
      })),
    ),
    ...listed.flatMap((table) => [...LAWS.slice(0, 1), ...engines].map((competitor) => ({ table, competitor, folds: parts }))),
    ...(tosses === undefined ? [] : hitTables(samples, some(tosses))).map((table) => ({ table, competitor: LAWS[0]!, folds: parts })),
    ...(drops === undefined
      ? []
      : dropTables(samples, some(drops)).flatMap((table) =>
          (table.name.includes("by squares") ? LAWS.slice(0, 1) : LAWS).map((competitor) => ({ table, competitor, folds: parts })),
        )),
  ].filter(({ table, competitor }) => `${table.name} ${competitor.name}`.includes(values.only));
  const until = values.minutes === undefined ? undefined : Date.now() + 60_000 * wholeNumber(values.minutes, "--minutes", 1);
  const pieces = until === undefined ? undefined : { folder: journals, isTimeUp: () => Date.now() > until };
  const rows: BoardRow[] = [];
  for (const { table, competitor, folds } of jobs) {
    const floor = values.floor && competitor.motion === undefined && table.name in TOSS_TABLES;
    const asked = { table: table.name, name: competitor.name, folds, given: table.given };
    const known = values.record && !values.again ? keptRows().find((row) => isSameRow(row, asked, floor)) : undefined;
    console.log(`${table.name}, ${competitor.name}${known === undefined ? " ..." : ": there"}`);
    if (known !== undefined) {
      rows.push(known);
      continue;
    }
    const options = { folds, noiseFloor: floor, ...(pieces === undefined ? {} : { pieces }) };
    const row =
      table.name in LEAST_ERROR_TABLES
        ? leastErrorRow(table, competitor, options, fitsOf(competitor.name, table.given))
        : boardRow(table, competitor, options);
    if (row === undefined) {
      console.log("the time is up: the same command goes on from here");
      return;
    }
    rows.push(row);
    if (values.record) keep(row);
  }
  for (const row of cradleRows(examples).filter(({ table, name }) => `${table} ${name}`.includes(values.only))) {
    rows.push(row);
    if (values.record) keep(row);
  }
  for (const [name, title] of Object.entries({ ...TOSS_TABLES, ...LEAST_ERROR_TABLES, ...HIT_TABLES, ...DROP_TABLES, ...CRADLE_TABLES }))
    printRows(
      title,
      rows.filter(({ table }) => table === name),
    );
}

/** Values that fits of the listed cube to the same tosses ended with, as kept. */
function fitsOf(name: string, given: number): number[][] {
  const rows = keptRows().filter((row) => row.table === "listed" && row.name === name && row.given === given);
  return rows
    .filter(({ parameters }) => parameters.length > 0)
    .flatMap(({ parameters }) => [parameters.map(({ value }) => value), parameters.map(({ value, later = value }) => later)]);
}

const keptRows = () => (existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as BoardRow[]) : []);

/** A row takes the place of an earlier one of the same table and name. */
function keep(row: BoardRow): void {
  const others = keptRows().filter(({ table, name }) => table !== row.table || name !== row.name);
  writeFileSync(record, `${JSON.stringify([...others, row], undefined, 1)}\n`);
}

function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw new Error(`${option} ${text} is not a whole number from ${least} on`);
  return value;
}

function fileIn(folder: string, names: readonly string[]): string | undefined {
  const found = names.map((name) => join(folder, name)).find((file) => existsSync(file));
  return found === undefined ? undefined : readFileSync(found, "utf8");
}

// Last, when all constants above are there.
await main();
