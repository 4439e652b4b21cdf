/** `carom compare` on a simulation: the same scene with penalty contact, stiffer and stiffer, beside the events. */
import { type PenaltyResult, penaltyStiffnesses, runPenalty, runSimulation, type SimulationStudy } from "carom/study";
import { pc } from "./colour.js";
import { within } from "./failure.js";
import { jsonText } from "./json-text.js";
import { column, number } from "./numbers.js";
import { writeFolder } from "./output-folder.js";
import type { OutputOptions, PenaltyChoice } from "./run.js";
import { right } from "./summary-several.js";
import { table, wrap } from "./table.js";

interface Timed extends PenaltyResult {
  /** Processor time, s. */
  readonly seconds: number;
}

export interface PenaltyComparison {
  readonly carom: 1;
  readonly kind: "penalty-comparison";
  readonly title: string;
  /** Simulated, s. */
  readonly time: number;
  readonly impacts: number;
  /** Processor time of the simulation with events, s. */
  readonly seconds: number;
  readonly rows: readonly Timed[];
}

const WIDTH = 120;

export async function comparePenalty(file: string, study: SimulationStudy, options: OutputOptions & PenaltyChoice): Promise<void> {
  const comparison = await within(file, () => compared(study, options));
  if (options.out !== undefined)
    await writeFolder(options.out, { "result.json": `${jsonText(comparison)}\n`, "penalty.csv": csv(comparison) });
  process.stdout.write(`${options.json ? jsonText(comparison) : summary(comparison)}\n`);
  if (options.out !== undefined)
    (options.json ? process.stderr : process.stdout).write(`\nWritten to ${options.out}: result.json, penalty.csv.\n`);
}

function compared(study: SimulationStudy, { stiffness, creep }: PenaltyChoice): PenaltyComparison {
  // Once before, so that the compiler has seen the code: a run of milliseconds is timed.
  runSimulation(study);
  const events = timed(() => runSimulation(study));
  const { title, time, laws } = events.value;
  const list = stiffness ?? penaltyStiffnesses(study, events.value);
  const rows = list.map((each): Timed => {
    const { value, seconds } = timed(() => runPenalty(study, events.value, { stiffness: each, ...(creep === undefined ? {} : { creep }) }));
    return { ...value, seconds };
  });
  const impacts = Object.values(laws).reduce((sum, count) => sum + count, 0);
  return { carom: 1, kind: "penalty-comparison", title, time, impacts, seconds: events.seconds, rows };
}

function timed<T>(compute: () => T): { readonly value: T; readonly seconds: number } {
  const before = process.cpuUsage();
  const value = compute();
  const { user, system } = process.cpuUsage(before);
  return { value, seconds: 1e-6 * (user + system) };
}

function summary({ title, time, impacts, seconds, rows }: PenaltyComparison): string {
  const cells = (value: (row: Timed) => number) => column(rows.map(value));
  const columns = [
    rows.map(({ stiffness }) => stiffness.toExponential(0)),
    cells(({ deepest }) => deepest),
    cells(({ difference }) => difference),
    cells(({ endDifference }) => endDifference),
    rows.map(({ steps }) => String(steps)),
    rows.map(({ seconds: own }) => number(own)),
    rows.map(({ seconds: own }) => (own / seconds).toPrecision(2)),
  ];
  const text = table(["stiffness", "deepest", "difference", "at the end", "steps", "time", "times as long"].map(right), [
    ["N/m^1.5", "m", "m", "m", "", "s", ""],
    ...rows.map((_, i) => columns.map((each) => each[i]!)),
  ]);
  const story = [
    `${number(time)} s with ${impacts} impact${impacts === 1 ? "" : "s"}, by events in ${number(seconds)} s of processor time, rows of the series included.`,
    "Once more with stiff springs and dampers at every touching place: how far centres of mass are at most, and at the end, from where events have them.",
  ].join(" ");
  return [
    pc.bold(title),
    wrap(story, WIDTH).join("\n"),
    `${pc.bold("Penalty contact")}\n${text}`,
    wrap(
      "Where bodies stick, slip creeps; where friction and restitution come together, damping is not the same rule as energetic restitution, and a difference stays.",
      WIDTH,
    ).join("\n"),
  ].join("\n\n");
}

function csv({ rows }: PenaltyComparison): string {
  const lines = rows.map(({ stiffness, exponent, deepest, difference, endDifference, steps, evaluations, seconds }) =>
    [stiffness, exponent, deepest, difference, endDifference, steps, evaluations, seconds].join(","),
  );
  return `${["stiffness,exponent,deepest_m,difference_m,end_difference_m,steps,evaluations,processor_s", ...lines].join("\n")}\n`;
}
