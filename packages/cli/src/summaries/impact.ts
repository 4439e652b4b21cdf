/** An impact on a terminal: what is too long is cut to what pushes hardest, moves fastest, comes first and last. */
import type { ResultTable } from "carom/study";
import type { ChooseRows } from "../terminal/result-table.js";
import type { TerminalKind } from "./kinds.js";

/** For those who check the input, in the report. */
const REPORT_ONLY = new Set(["axes", "mobility", "material", "stage-modes"]);

export const impact: TerminalKind<"impact"> = {
  shows: (name, { problem }) =>
    !REPORT_ONLY.has(name) && !(problem.contacts.length > 1 && (name === "components" || name === "world-impulses")),
  rows: chosenRows,
  notes: ({ outcome }) => [`Computed under the law ${outcome.law}.`],
};

export function chosenRows(table: ResultTable, most: number): readonly number[] {
  return (CHOICES[table.name] ?? ((_, count) => places(count)))(table, most);
}

const places = (count: number) => Array.from({ length: count }, (_, i) => i);

const CHOICES: Readonly<Record<string, ChooseRows>> = {
  contacts: ({ rows }, most) =>
    largest(
      rows.map((row) => Number(row[1])),
      most,
    ),
  "law-contacts": ({ columns, rows }, most) =>
    largest(
      rows.map((row) => Math.max(...row.filter((_, i) => columns[i]!.unit === "N s").map(Number))),
      most,
    ),
  // Two rows a body, before and after.
  bodies: ({ rows }, most) => {
    const speeds = rows.filter((_, i) => i % 2 === 1).map((row) => Math.hypot(...row.slice(2, 5).map(Number)));
    return largest(speeds, most / 2).flatMap((i) => [2 * i, 2 * i + 1]);
  },
  // The last event is the end.
  "event-list": ({ rows }, most) => [...places(most - 1), rows.length - 1],
};

/** Places of the largest values, in the order of the list. */
function largest(values: readonly number[], most: number): number[] {
  return places(values.length)
    .sort((a, b) => values[b]! - values[a]! || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
}
