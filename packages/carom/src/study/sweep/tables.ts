/** The numbers of a sweep: what was measured, how often which way, and what depends on what. */
import type { ResultColumn, ResultTable } from "../format/table.js";
import type { NumberSummary, SweepResult, TextSummary } from "./result.js";

type Cell = string | number;

export function sweepTables(result: SweepResult): ResultTable[] {
  return [
    measuresTable(result),
    quantilesTable(result),
    ...sharesTables(result).flatMap(readable),
    correlationTable(result),
    sobolTable(result),
    firstOrderTable(result),
    ...readable(changesTable(result)),
    failuresTable(result),
    keptTable(result),
    runsTable(result),
  ].filter(({ rows }) => rows.length > 0);
}

function numbersOf({ measures }: SweepResult): [string, NumberSummary][] {
  return Object.entries(measures).filter((each): each is [string, NumberSummary] => each[1].type === "number");
}

function textsOf({ measures, words }: SweepResult): [string, TextSummary][] {
  const own = Object.entries(measures).filter((each): each is [string, TextSummary] => each[1].type === "text");
  return words === undefined ? own : [...own, ["word", words]];
}

function named(name: string, title: string, columns: readonly ResultColumn[], rows: readonly (readonly Cell[])[]): ResultTable {
  return { name, title, use: "both", columns, rows };
}

/** Rows and letters of a text that are shown; files have all. */
const MOST_SHOWN = 12;
const LONGEST_SHOWN = 120;

/** The table; where it is long, or its texts are, one for files and a shorter one for people. */
function readable(table: ResultTable): ResultTable[] {
  const { rows, title } = table;
  const shown = rows.slice(0, MOST_SHOWN).map((row) => row.map(shortened));
  const isWhole = shown.length === rows.length && shown.every((row, i) => row.every((cell, k) => cell === rows[i][k]));
  if (isWhole) return [table];
  const heading = shown.length === rows.length ? title : `${title}: the first ${shown.length} of ${rows.length}`;
  return [
    { ...table, use: "file" },
    { ...table, use: "page", title: heading, rows: shown },
  ];
}

function shortened(cell: Cell): Cell {
  return typeof cell === "string" && cell.length > LONGEST_SHOWN ? `${cell.slice(0, LONGEST_SHOWN - 3)}...` : cell;
}

const withUnit = (name: string, unit: string | undefined) => (unit === undefined ? name : `${name}, ${unit}`);

function measuresTable(result: SweepResult): ResultTable {
  const columns = ["measure", "mean", "mean, from", "mean, to", "deviation", "least", "in run", "largest", "in run ", "runs"].map(
    (name) => ({ name }),
  );
  return named(
    "measures",
    "Measures, with the 95 % interval of the mean",
    columns,
    numbersOf(result).map(([name, { unit, mean, interval, deviation, least, most, count }]) => [
      withUnit(name, unit),
      mean,
      ...interval,
      deviation,
      least.value,
      String(least.run),
      most.value,
      String(most.run),
      String(count),
    ]),
  );
}

function quantilesTable(result: SweepResult): ResultTable {
  const rows = numbersOf(result).flatMap(([name, { unit, quantiles }]) =>
    quantiles.map(({ part, value, interval: [low, high] }) => [withUnit(name, unit), `${100 * part} %`, value, low ?? "-", high ?? "-"]),
  );
  return named(
    "quantiles",
    "Quantiles, with 95 % intervals",
    [{ name: "measure" }, { name: "below" }, { name: "value" }, { name: "from" }, { name: "to" }],
    rows,
  );
}

function sharesTables(result: SweepResult): ResultTable[] {
  const columns = [
    { name: "" },
    { name: "runs" },
    { name: "probability", digits: 4 },
    { name: "from", digits: 4 },
    { name: "to", digits: 4 },
    { name: "first run" },
  ];
  return textsOf(result).map(([name, { shares }], i) =>
    named(
      name === "word" ? "words" : `shares-${i + 1}`,
      name === "word" ? "Which way runs went, with 95 % intervals" : `${name}, with 95 % intervals`,
      columns,
      Object.entries(shares).map(([text, { count, probability, interval, firstRun }]) => [
        text,
        String(count),
        probability,
        ...interval,
        String(firstRun),
      ]),
    ),
  );
}

function correlationTable(result: SweepResult): ResultTable {
  const rows = numbersOf(result).flatMap(([name, { rankCorrelation }]) =>
    Object.entries(rankCorrelation).map(([input, { value, interval, runs }]) => [name, input, value, ...interval, String(runs)]),
  );
  const columns = [
    { name: "measure" },
    { name: "with" },
    { name: "rank correlation", digits: 3 },
    { name: "from", digits: 3 },
    { name: "to", digits: 3 },
    { name: "runs" },
  ];
  return named("correlations", "Rank correlations, with 95 % intervals", columns, rows);
}

function sobolTable(result: SweepResult): ResultTable {
  const rows = numbersOf(result).flatMap(([name, { sobol = {} }]) =>
    Object.entries(sobol).map(([entry, { first, firstInterval, total, totalInterval }]) => [
      name,
      entry,
      first,
      ...firstInterval,
      total,
      ...totalInterval,
    ]),
  );
  const columns = ["first", "from", "to", "total", "from ", "to "].map((name) => ({ name, digits: 3 }));
  return named("sobol", "Sobol indices, with 95 % intervals", [{ name: "measure" }, { name: "entry" }, ...columns], rows);
}

function firstOrderTable(result: SweepResult): ResultTable {
  const rows = numbersOf(result).flatMap(([name, { unit, mean, deviation, firstOrder }]) => {
    if (firstOrder === undefined) return [];
    const { mean: value, deviation: spread, shares, nearChange } = firstOrder;
    const most = Object.entries(shares).reduce((best, each) => (each[1] > best[1] ? each : best));
    return [
      [withUnit(name, unit), value, mean, spread, deviation, `${most[0]} ${(100 * most[1]).toFixed(0)} %`, nearChange ? "yes" : "no"],
    ];
  });
  const columns = ["measure", "at the means", "mean of runs", "deviation", "of runs", "most by", "near a change"].map((name) => ({ name }));
  return named("first-order", "To first order, beside the runs", columns, rows);
}

function changesTable(result: SweepResult): ResultTable {
  const rows = textsOf(result).flatMap(([name, { changes }]) =>
    changes.map(({ runs: [a, b], distance, texts }) => [name, String(a), String(b), distance, texts[0], texts[1]]),
  );
  const columns = [
    { name: "of" },
    { name: "run" },
    { name: "and run" },
    { name: "distance", digits: 3 },
    { name: "one" },
    { name: "other" },
  ];
  return named("changes", "Runs nearest to a change", columns, rows);
}

function failuresTable({ failures }: SweepResult): ResultTable {
  const rows = Object.entries(failures).map(([reason, { count, runs }]) => [reason, String(count), runs.join(" ")]);
  return named("failures", "Runs that failed", [{ name: "why" }, { name: "runs" }, { name: "the first" }], rows);
}

function keptTable({ kept }: SweepResult): ResultTable {
  const rows = kept.map(({ which, measure, run, value }) => [`${which} ${measure}`, String(run), value]);
  return named("kept", "Runs whose studies are kept", [{ name: "" }, { name: "run" }, { name: "value" }], rows);
}

/** All runs, for programs. */
function runsTable({ table = {} }: SweepResult): ResultTable {
  const names = Object.keys(table);
  const count = names.length === 0 ? 0 : table[names[0]].length;
  const columns = names.map((name) => ({ name }));
  const rows = Array.from({ length: count }, (_, row) => names.map((name) => table[name][row] ?? ""));
  return { name: "runs", title: "Runs", use: "file", columns, rows };
}
