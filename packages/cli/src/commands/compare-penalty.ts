/** `carom compare` on a simulation: the same scene with penalty contact, stiffer and stiffer, beside the events. */
import {
  counted,
  numberColumn,
  numberText,
  type PenaltyResult,
  penaltyStiffnesses,
  penaltyTable,
  runEvents,
  runPenalty,
  runSimulation,
  type SimulationStudy,
  SolverError,
} from "carom/study";
import { within } from "../failure.js";
import { emit } from "../output/emit.js";
import { csvFiles } from "../output/result-files.js";
import type { CompareOptions } from "../summaries/kinds.js";
import { pc } from "../terminal/colour.js";
import { paragraph, right, table } from "../terminal/table.js";

interface Timed extends PenaltyResult {
  /** Processor time, s. */
  readonly seconds: number;
}

/** A stiffness for which the steps were not enough. */
interface GaveUp {
  readonly stiffness: number;
  readonly gaveUp: string;
  /** Reached, s. */
  readonly time?: number;
}

type Row = Timed | GaveUp;

export interface PenaltyComparison {
  readonly carom: 1;
  readonly kind: "penalty-comparison";
  readonly title: string;
  /** Simulated, s. */
  readonly time: number;
  readonly impacts: number;
  /** Processor time of the motion by events, without its records, s. */
  readonly seconds: number;
  readonly rows: readonly Row[];
}

export async function comparePenalty(file: string, study: SimulationStudy, options: CompareOptions): Promise<void> {
  const comparison = await within(file, () => compared(study, options));
  await emit(options, {
    result: comparison,
    summary: () => summary(comparison),
    files: async () => csvFiles([penaltyTable(finished(comparison))]),
    hint: "penalty.csv and result.json are there",
  });
}

function finished({ rows }: Pick<PenaltyComparison, "rows">): Timed[] {
  return rows.filter((row) => "seconds" in row);
}

/** Steps after which penalty contact gives up, so that nobody waits for hours. */
const MOST_STEPS = 100_000;

function compared(study: SimulationStudy, { stiffness, creep }: CompareOptions): PenaltyComparison {
  const result = runSimulation(study);
  const { title, time, laws } = result;
  const list = stiffness ?? penaltyStiffnesses(study, result);
  const events = timed(() => runEvents(study));
  const rows = list.map((each): Row => {
    const options = { stiffness: each, mostSteps: MOST_STEPS, ...(creep === undefined ? {} : { creep }) };
    try {
      const { value, seconds } = timed(() => runPenalty(study, result, options));
      return { ...value, seconds };
    } catch (error) {
      if (!(error instanceof SolverError)) throw error;
      return { stiffness: each, gaveUp: error.message, ...(error.reached.time === undefined ? {} : { time: error.reached.time }) };
    }
  });
  const impacts = Object.values(laws).reduce((sum, count) => sum + count, 0);
  return { carom: 1, kind: "penalty-comparison", title, time, impacts, seconds: events.seconds, rows };
}

/** Short jobs are done again, for the compiler to know them: the least time counts. */
const LEAST_SECONDS = 0.3;
const MOST_TIMES = 20;

function timed<T>(compute: () => T): { readonly value: T; readonly seconds: number } {
  let value = compute();
  let least = Number.POSITIVE_INFINITY;
  let whole = 0;
  for (let n = 0; n < MOST_TIMES && whole < LEAST_SECONDS; n++) {
    const before = process.cpuUsage();
    value = compute();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, 1e-6 * (user + system));
    whole += 1e-6 * (user + system);
  }
  return { value, seconds: least };
}

function summary({ title, time, impacts, seconds, rows }: PenaltyComparison): string {
  const done = finished({ rows });
  const cells = (value: (row: Timed) => number) => numberColumn(done.map(value));
  const columns = [
    done.map(({ stiffness }) => stiffness.toExponential(0)),
    cells(({ deepest }) => deepest),
    cells(({ difference }) => difference),
    cells(({ endDifference }) => endDifference),
    done.map(({ steps }) => String(steps)),
    done.map(({ seconds: own }) => numberText(own)),
    done.map(({ seconds: own }) => times(own / seconds)),
  ];
  const text = table(["stiffness", "deepest", "difference", "at the end", "steps", "time", "times as long"].map(right), [
    ["N/m^1.5", "m", "m", "m", "", "s", ""],
    ...done.map((_, i) => columns.map((each) => each[i]!)),
  ]);
  const story = [
    `${numberText(time)} s with ${counted(impacts, "impact")}, by events in ${numberText(seconds)} s of processor time.`,
    "Once more with stiff springs and dampers at every touching place: how far centres of mass are at most, and at the end, from " +
      "where events have them.",
  ].join(" ");
  return [
    pc.bold(paragraph(title)),
    paragraph(story),
    ...(done.length === 0 ? [] : [`${pc.bold("Penalty contact")}\n${text}`]),
    ...rows.flatMap((row) =>
      "gaveUp" in row
        ? [
            paragraph(
              `${row.stiffness.toExponential(0)} N/m^1.5: ` +
                `${row.gaveUp}${row.time === undefined ? "" : ` (reached t = ${numberText(row.time)} s)`}.`,
            ),
          ]
        : [],
    ),
    paragraph(
      "Where bodies stick, slip creeps; where friction and restitution come together, damping is not the same rule as energetic " +
        "restitution, and a difference stays.",
    ),
  ].join("\n\n");
}

/** Two digits, without an exponent. */
function times(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(2);
}
