/**
 * How long a fit takes: three parameters of the listed cube (friction, restitution, inertia) from the tosses that are shipped, with the
 * default search of 64 points and 5 starts. Processor time goes with the number of tosses, from some 60 on with less, because the search
 * looks at a part of them only: so what 275 would take is at most this much.
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

export function measureFits(): FitTime {
  const { parameters } = JSON.parse(shipped("fit-cube.json")) as { parameters: { name: string }[] };
  const { search: _search, ...listed } = JSON.parse(shipped("fit-cube-listed.json")) as Record<string, unknown>;
  const study = { ...listed, base: JSON.parse(shipped("cube.json")), parameters: parameters.slice(0, 3) };
  const started = process.cpuUsage();
  const run = startFit(parseStudyText(JSON.stringify(study), "fit", new Map([["cube-tosses.csv", shipped("cube-tosses.csv")]])));
  let count = 0;
  for (let { tasks } = run; tasks !== undefined; { tasks } = run) {
    count += tasks.length;
    run.answered(tasks.map((task) => run.answer(task)));
  }
  const { user, system } = process.cpuUsage(started);
  const { fit } = run.result();
  if (fit.data === "bounces") throw new Error("a fit of recordings has none of bounces");
  return { tosses: fit.recordings, tasks: count, seconds: (user + system) / 1e6 };
}

const whole = ({ tosses, seconds }: FitTime) => ((seconds / tosses) * TOSSES) / CORES;

export function fitClaims(time: FitTime): Claim[] {
  return [
    {
      claim: `${TOSSES} tosses, three parameters: under ${MOST / 60} minutes on ${CORES} cores`,
      measured: `${digits(whole(time))} s, from ${time.tosses} tosses`,
      passed: whole(time) < MOST,
    },
  ];
}

export function printFits(time: FitTime): void {
  printHeading("A fit of three parameters to tosses of a cube");
  printTable(
    ["tosses", "tasks", "processor time, s", `${TOSSES} tosses on ${CORES} cores at most, s`],
    [[time.tosses, time.tasks, digits(time.seconds), digits(whole(time))]],
  );
}
