/**
 * The listed cube with its least e_q, as published comparisons of engines do: over a grid of frictions and restitutions, the same
 * for all, because e_q goes in stairs that a search stops on. Every part of the tosses is scored with the point best for the others.
 */
import type { FitTask } from "carom/fit";
import { parseStudyText, startFit } from "carom/study";
import type { BoardRow, BoardScore, BoardTable, Competitor, RowOptions } from "./board.js";
import { openJournal } from "./journal.js";

export const LEAST_ERROR_TABLES = {
  "listed, least e_q": "The cube as listed: least e_q over a grid of friction and restitution",
} as const;

/** Frictions are spread evenly by their logarithms, over this range or that in which an engine's own number lies. */
const FRICTIONS = 8;
const FRICTION_RANGE = [0.1, 0.3] as const;
const RESTITUTIONS = [0.02, 0.1, 0.2, 0.3, 0.45];
/** Of a toss that cannot be computed with some values: far off. */
const LOST = [10, 10, Math.PI];
/** e_q above which a toss ended on another side. */
const FLIPPED = 0.3;

/** e_q, position and rotation of every toss. */
type TossErrors = readonly (readonly number[])[];

/** Undefined: its time was up, the rest another time. */
export function leastErrorRow(table: BoardTable, competitor: Competitor, { folds, pieces }: RowOptions): BoardRow | undefined {
  const { name, motion, bounds } = competitor;
  const head = { table: table.name, name, folds, given: table.given };
  const points = gridOf(bounds?.friction ?? FRICTION_RANGE);
  const text = JSON.stringify({ ...table.study, base: table.base, search: { points: 0 } });
  const files = [...table.files.values()].join();
  const journal = pieces === undefined ? undefined : openJournal(pieces.folder, `least e_q ${name} ${text} ${files}`);
  let seconds = 0;
  const errors: TossErrors[] = [];
  try {
    const run = startFit(parseStudyText(text, "fit", table.files), motion);
    // Without a search the first thing asked is one task for each toss.
    const tosses = run.tasks ?? [];
    for (const [place, values] of points.entries()) {
      const known = journal?.batches[place];
      if (known === undefined && pieces?.isTimeUp()) return undefined;
      const started = process.cpuUsage();
      const tasks = tosses.map((task): FitTask => ({ ...task, what: "score", values, horizon: null }));
      const answers = known?.answers ?? tasks.map((task) => run.answer(task));
      const { user, system } = process.cpuUsage(started);
      const spent = known?.seconds ?? (user + system) / 1e6;
      if (known === undefined) journal?.add({ seconds: spent, answers });
      seconds += spent;
      errors.push(answers.map((answer) => (answer.length === 0 ? LOST : answer)));
    }
  } catch (error) {
    if (motion === undefined) throw error;
    return { ...head, failure: (error as Error).message, parameters: [], seconds };
  }
  journal?.remove();
  const all = errors[0]!.map((_, i) => i);
  const best = bestPoint(errors, all);
  const chosen = Array.from({ length: folds }, (_, part) =>
    bestPoint(
      errors,
      all.filter((i) => i % folds !== part),
    ),
  );
  return {
    ...head,
    parameters: ["friction", "restitution"].map((parameter, i) => ({ name: parameter, value: points[best]![i]!, interval: null })),
    fitted: summary(errors[best]!),
    held: summary(all.map((i) => errors[chosen[i % folds]!]![i]!)),
    seconds,
  };
}

function gridOf([low, high]: readonly [number, number]): (readonly [number, number])[] {
  const frictions = Array.from({ length: FRICTIONS }, (_, i) => low * (high / low) ** (i / (FRICTIONS - 1)));
  return frictions.flatMap((friction) => RESTITUTIONS.map((restitution) => [friction, restitution] as const));
}

/** The point with the least mean e_q of some tosses. */
function bestPoint(errors: readonly TossErrors[], tosses: readonly number[]): number {
  const costs = errors.map((some) => tosses.reduce((sum, i) => sum + some[i]![0]!, 0));
  return costs.indexOf(Math.min(...costs));
}

function summary(errors: TossErrors): BoardScore {
  const column = (c: number) => errors.map((row) => row[c]!);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sorted = column(0).sort((a, b) => a - b);
  return {
    recordings: errors.length,
    mean: mean(column(0)),
    median: 0.5 * (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!),
    position: mean(column(1)),
    rotation: mean(column(2)),
    flipped: column(0).filter((value) => value > FLIPPED).length,
  };
}
