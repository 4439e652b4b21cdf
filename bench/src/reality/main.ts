/**
 * The board: Carom under each law and engines from npm against measured motions, with the same fitter, starts and folds.
 *
 *     npm run reality -- [FOLDER] [--first N] [--every N] [--folds N] [--only PART] [--floor] [--record]
 *
 * Without a folder the recordings are those of examples/recordings; a folder holds cube-tosses.csv or cube-tosses/tosses.csv, and
 * square-drops.csv or square-drops/drops.csv, in the same form (docs/reality.md says where they come from). --first N takes the first N
 * recordings, --every N every N-th of them, --folds N fits N times without a part that is then scored, --only PART keeps rows whose table
 * and name contain it, --floor tells the errors that a true model would have (rows of Carom), --record keeps rows in bench/reality.json,
 * from where node scripts/generate-reality.mjs writes the tables of docs/reality.md and docs/validation.md. Whoever wins, it is printed.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BoardRow, boardRow, type Competitor, printRows } from "./board.js";
import { cannonCube } from "./cannon-cube.js";
import { CRADLE_TABLES, cradleRows } from "./cradle.js";
import { DROP_TABLES, dropTables } from "./drops.js";
import { joltCube } from "./jolt-cube.js";
import { mujocoCube } from "./mujoco-cube.js";
import { rapierCube } from "./rapier-cube.js";
import { TOSS_TABLES, tossTables } from "./tosses.js";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const samples = join(examples, "recordings");
const record = fileURLToPath(new URL("../../reality.json", import.meta.url));

const LAWS: readonly Competitor[] = [
  { name: "Carom, energetic" },
  { name: "Carom, poisson", law: "poisson" },
  { name: "Carom, newton", law: "newton" },
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      first: { type: "string", default: "1000000" },
      every: { type: "string", default: "1" },
      folds: { type: "string", default: "2" },
      only: { type: "string", default: "" },
      floor: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
    },
  });
  const folder = positionals[0] ?? samples;
  const folds = wholeNumber(values.folds, "--folds", 2);
  const [first, every] = [wholeNumber(values.first, "--first", 1), wholeNumber(values.every, "--every", 1)];
  const some = (csv: string) => someRecordings(csv, first, every);
  const tosses = fileIn(folder, ["cube-tosses.csv", "cube-tosses/tosses.csv"]);
  const drops = fileIn(folder, ["square-drops.csv", "square-drops/drops.csv"]);
  if (tosses === undefined && drops === undefined)
    throw new Error(`${folder} holds neither cube-tosses.csv nor square-drops.csv (docs/reality.md)`);
  const engines = [await rapierCube(), await joltCube(), cannonCube(), await mujocoCube()];
  for (const { engine, configuration } of engines) console.log(`${engine}: ${configuration}`);
  const all = [
    ...LAWS,
    ...engines.map(
      ({ engine, version, motion, bounds }): Competitor => ({
        name: `${engine} ${version}`,
        motion,
        ...(bounds === undefined ? {} : { bounds }),
      }),
    ),
  ];
  const jobs = [
    ...(tosses === undefined
      ? []
      : tossTables(samples, some(tosses)).flatMap((table) =>
          (table.name === "shaped" ? LAWS.slice(0, 1) : all).map((competitor) => ({ table, competitor })),
        )),
    ...(drops === undefined
      ? []
      : dropTables(samples, some(drops)).flatMap((table) =>
          (table.name.includes("by squares") ? LAWS.slice(0, 1) : LAWS).map((competitor) => ({ table, competitor })),
        )),
  ].filter(({ table, competitor }) => `${table.name} ${competitor.name}`.includes(values.only));
  const rows: BoardRow[] = [];
  for (const { table, competitor } of jobs) {
    console.log(`${table.name}, ${competitor.name} ...`);
    const row = boardRow(table, competitor, folds, values.floor && competitor.motion === undefined);
    rows.push(row);
    if (values.record) keep(row);
  }
  for (const row of cradleRows(examples).filter(({ table, name }) => `${table} ${name}`.includes(values.only))) {
    rows.push(row);
    if (values.record) keep(row);
  }
  for (const [name, title] of Object.entries({ ...TOSS_TABLES, ...DROP_TABLES, ...CRADLE_TABLES }))
    printRows(
      title,
      rows.filter(({ table }) => table === name),
    );
}

/** A row takes the place of an earlier one of the same table and name. */
function keep(row: BoardRow): void {
  const kept = existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as BoardRow[]) : [];
  const others = kept.filter(({ table, name }) => table !== row.table || name !== row.name);
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

function someRecordings(csv: string, first: number, step: number): string {
  const [head, ...lines] = csv.trim().split("\n");
  const idOf = (line: string) => line.slice(0, line.indexOf(","));
  const kept = new Set([...new Set(lines.map(idOf))].slice(0, first).filter((_, i) => i % step === 0));
  return [head, ...lines.filter((line) => kept.has(idOf(line)))].join("\n");
}

// Last, when all constants above are there.
await main();
