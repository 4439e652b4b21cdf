/** A table of a result as a page shows it: rounded, with units as they are printed, folded away where it is long. */
import { type ResultColumn, type ResultTable, shownHeading } from "carom/study";
import { significant, unitText } from "../draw/numbers.js";
import type { Report, Table } from "./page.js";

/** More rows than these are folded away. */
const MOST_ROWS = 24;
/** A table with more columns than these takes the whole width. */
const MOST_COLUMNS = 4;
const DEFAULT_DIGITS = 6;

type Cell = string | number;

/** The tables for people, those named `above` the figures and the others below. */
export function shownTables(tables: readonly ResultTable[], above: readonly string[]): Pick<Report, "keyTables" | "tables"> {
  const shown = tables.filter(({ use }) => use !== "file");
  return {
    keyTables: shown.filter(({ name }) => above.includes(name)).map(shownTable),
    tables: shown.filter(({ name }) => !above.includes(name)).map(shownTable),
  };
}

function shownTable({ title, columns, rows }: ResultTable): Table {
  const folded = rows.length > MOST_ROWS;
  const cells = rows.map((row) => row.map((cell, i) => shownCell(cell, columns[i])));
  const named = isNamedValues(columns);
  return {
    title: folded ? `${title} (${rows.length})` : title,
    wide: columns.length > MOST_COLUMNS,
    folded,
    words: areWords(rows),
    columns: named ? ["", ""] : columns.map(heading),
    rows: named ? cells.map(([name, value, unit]) => [name, unit === "" ? value : `${value}\u2009${unitText(unit)}`]) : cells,
  };
}

function heading({ unit, ...column }: ResultColumn): string {
  return shownHeading(unit === undefined ? column : { ...column, unit: unitText(unit) });
}

/** Whether each row is a name, a value and its own unit. */
function isNamedValues(columns: readonly ResultColumn[]): boolean {
  return columns.length === 3 && columns.every(({ name, unit }) => name === "" && unit === undefined);
}

/** Whether nothing but the names of rows stands beside words. */
function areWords(rows: readonly (readonly Cell[])[]): boolean {
  return rows.every((row) => row.slice(1).every((cell) => typeof cell === "string"));
}

/** Where a column claims no precision, zeros at the end say nothing. */
function shownCell(cell: Cell, { digits }: ResultColumn): string {
  if (typeof cell === "string") return cell;
  return digits === undefined
    ? significant(cell, DEFAULT_DIGITS)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "")
    : significant(cell, digits);
}
