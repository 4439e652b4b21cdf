/**
 * How long a fit takes: three parameters of the listed cube (friction, restitution, inertia) from 275 tosses, with the default search of 64
 * points and 5 starts. The tosses are those that are shipped, one after the other until there are enough.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseStudyText, startFit } from "carom/study";
import type { Claim } from "./claims.js";
import { digits, printHeading, printTable } from "./table.js";

const TOSSES = 275;
const CORES = 2;
/** s */
const MOST = 300;

/** What was measured. */
export interface FitTime {
  readonly tosses: number;
  /** Tasks, each about one toss. */
  readonly tasks: number;
  /** Processor time, s. */
  readonly seconds: number;
}

const shipped = (file: string) => readFileSync(fileURLToPath(new URL(`../../examples/recordings/${file}`, import.meta.url)), "utf8");

export function measureFits(tosses = TOSSES): FitTime {
  const { parameters } = JSON.parse(shipped("fit-cube.json")) as { parameters: { name: string }[] };
  const { search: _search, ...listed } = JSON.parse(shipped("fit-cube-listed.json")) as Record<string, unknown>;
  const study = { ...listed, base: JSON.parse(shipped("cube.json")), parameters: parameters.slice(0, 3) };
  const files = new Map([["cube-tosses.csv", repeated(shipped("cube-tosses.csv"), tosses)]]);
  const started = process.cpuUsage();
  const run = startFit(parseStudyText(JSON.stringify(study), "fit", files));
  let count = 0;
  for (let { tasks } = run; tasks !== undefined; { tasks } = run) {
    count += tasks.length;
    run.answered(tasks.map((task) => run.answer(task)));
  }
  const { user, system } = process.cpuUsage(started);
  const { fit } = run.result();
  if (fit.data === "bounces" || "curves" in fit) throw new Error("a fit of recordings has none of bounces");
  return { tosses: fit.recordings, tasks: count, seconds: (user + system) / 1e6 };
}

/** So many recordings of a table, from its first on again and again, numbered anew. */
export function repeated(csv: string, count: number): string {
  const [head, ...lines] = csv.trim().split("\n");
  const byToss = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf(",");
    const rows = byToss.get(line.slice(0, at)) ?? [];
    byToss.set(line.slice(0, at), [...rows, line.slice(at)]);
  }
  const all = [...byToss.values()];
  return [head, ...Array.from({ length: count }, (_, i) => all[i % all.length].map((row) => `${i}${row}`)).flat()].join("\n");
}

/** Tasks are about one toss each, and are shared out: on so many cores it takes so much, s. */
const onCores = ({ seconds }: FitTime) => seconds / CORES;

export function fitClaims(time: FitTime): Claim[] {
  return [
    {
      claim: `${TOSSES} tosses, three parameters: under ${MOST / 60} minutes on ${CORES} cores`,
      measured: `${digits(onCores(time))} s, half of the processor time`,
      passed: time.tosses === TOSSES && onCores(time) < MOST,
    },
  ];
}

export function printFits(time: FitTime): void {
  printHeading("A fit of three parameters to tosses of a cube");
  printTable(
    ["tosses", "tasks", "processor time, s", `on ${CORES} cores, s`],
    [[time.tosses, time.tasks, digits(time.seconds), digits(onCores(time))]],
  );
}
