/**
 * The board: Carom under each law and engines from npm against measured tosses of a cube, with the same fitter, starts and split.
 *
 *     npm run reality -- [--data FOLDER] [--every N] [--held PART]
 *
 * Without --data the tosses are those of examples/recordings; a folder holds cube-tosses.csv or cube-tosses/tosses.csv in the same form
 * (docs/reality.md says where they come from). Two tables: the cube as it is listed, with friction and restitution fitted, and the cube
 * as Carom's fit describes it, with inertia, rounding and the centre of mass fitted too. Whoever wins, it is printed.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { PoseMotion } from "carom/fit";
import { parseStudyText, type RecordingsFit, startFit } from "carom/study";
import { printHeading, printTable } from "../table.js";
import { cannonCube } from "./cannon-cube.js";
import { joltCube } from "./jolt-cube.js";
import { mujocoCube } from "./mujoco-cube.js";
import { rapierCube } from "./rapier-cube.js";

interface Competitor {
  readonly name: string;
  readonly law?: string;
  readonly motion?: PoseMotion;
}

const samples = fileURLToPath(new URL("../../../examples/recordings", import.meta.url));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      every: { type: "string", default: "1" },
      held: { type: "string", default: "0.34" },
    },
  });
  const csv = everyToss(readFileSync(tossesIn(values.data ?? samples), "utf8"), Number(values.every));
  const engines = [await rapierCube(), await joltCube(), cannonCube(), await mujocoCube()];
  const competitors: Competitor[] = [
    { name: "Carom, energetic" },
    { name: "Carom, poisson", law: "poisson" },
    { name: "Carom, newton", law: "newton" },
    ...engines.map(({ engine, version, motion }) => ({ name: `${engine} ${version}`, motion })),
  ];
  for (const { engine, configuration } of engines) console.log(`${engine}: ${configuration}`);
  for (const [title, file, begin] of [
    ["The cube as listed: friction and restitution fitted", "fit-cube-listed.json", undefined],
    ["The cube as fitted: inertia, rounding and centre of mass too", "fit-cube.json", NEAR],
  ] as const) {
    const rows = competitors.map((competitor) => {
      try {
        return rowOf(competitor, file, csv, Number(values.held), begin);
      } catch (error) {
        // An engine may break down where it is given more than it is used to: that is a result, too.
        if (competitor.motion === undefined) throw error;
        return [competitor.name, ...HEADINGS.slice(3).map(() => "-"), `broke down: ${(error as Error).message}`, "-"];
      }
    });
    printHeading(title);
    printTable(HEADINGS, rows);
  }
}

/** Where the second table's fits begin, all alike. */
const NEAR = { friction: 0.16, restitution: 0.25, inertia: 0.00093, rounding: 0.0045, offset: 0.0055 };

const HEADINGS = [
  "",
  "e_q fitted",
  "median",
  "e_q held",
  "median",
  "position held, %",
  "rotation held, deg",
  "end otherwise",
  "values (+- 95 %)",
  "s",
];

function rowOf({ name, law, motion }: Competitor, file: string, csv: string, held: number, begin?: typeof NEAR): string[] {
  const given = JSON.parse(readFileSync(join(samples, file), "utf8")) as Record<string, unknown>;
  const base = JSON.parse(readFileSync(join(samples, "cube.json"), "utf8")) as Record<string, unknown>;
  const study = {
    ...given,
    base: begun({ ...base, ...(law === undefined ? {} : { law }) }, begin),
    ...(begin === undefined ? {} : { tracked: { offset: [0, begin.offset, 0] } }),
    search: begin === undefined ? { points: 12, starts: 2 } : { points: 0 },
    split: { held, seed: 1 },
  };
  const files = new Map([["cube-tosses.csv", csv]]);
  const started = process.cpuUsage();
  const run = startFit(parseStudyText(JSON.stringify(study), "fit", files), motion);
  for (let { tasks } = run; tasks !== undefined; { tasks } = run) run.answered(tasks.map((task) => run.answer(task)));
  const { fit } = run.result();
  const { user, system } = process.cpuUsage(started);
  if (fit.data === "bounces") throw new Error("the board has no bounces");
  return [name, ...cellsOf(fit), ((user + system) / 1e6).toFixed(0)];
}

/** The base with the values that a fit begins with. */
function begun(base: Record<string, unknown>, begin?: typeof NEAR): Record<string, unknown> {
  if (begin === undefined) return base;
  const whole = structuredClone(base) as {
    bodies: { cube: { shape: { size: number[]; rounding: number }; inertia: number[] } };
    contacts: { friction: number; restitution: number }[];
  };
  const { cube } = whole.bodies;
  cube.inertia = [begin.inertia, begin.inertia, begin.inertia];
  cube.shape = { ...cube.shape, size: cube.shape.size.map((size) => size - 2 * begin.rounding), rounding: begin.rounding };
  whole.contacts[0] = { ...whole.contacts[0], friction: begin.friction, restitution: begin.restitution };
  return whole as unknown as Record<string, unknown>;
}

function cellsOf({ scores, parameters }: RecordingsFit): string[] {
  const { fitted, held } = scores;
  const digits = (value: number | undefined) => (value === undefined ? "-" : value.toPrecision(3));
  const values = parameters.map(({ value, interval }) =>
    interval === null ? value.toPrecision(3) : `${value.toPrecision(3)} +- ${(0.5 * (interval[1] - interval[0])).toPrecision(1)}`,
  );
  return [
    digits(fitted.mean),
    digits(fitted.median),
    digits(held?.mean),
    digits(held?.median),
    held === undefined ? "-" : (100 * held.position[0]).toFixed(1),
    held === undefined ? "-" : ((180 / Math.PI) * held.rotation[0]).toFixed(1),
    `${fitted.flippers.length + (held?.flippers.length ?? 0)}`,
    values.join(", "),
  ];
}

function tossesIn(folder: string): string {
  const found = ["cube-tosses.csv", "cube-tosses/tosses.csv", "tosses.csv"]
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${folder} holds neither cube-tosses.csv nor cube-tosses/tosses.csv`);
  return found;
}

function everyToss(csv: string, step: number): string {
  const [head, ...lines] = csv.trim().split("\n");
  const ids = [...new Set(lines.map((line) => line.slice(0, line.indexOf(","))))].filter((_, i) => i % step === 0);
  const kept = new Set(ids);
  return [head, ...lines.filter((line) => kept.has(line.slice(0, line.indexOf(","))))].join("\n");
}

// Last, when all constants above are there.
await main();
