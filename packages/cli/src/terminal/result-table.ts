/** The library's tables on a terminal: a line of names, a line of units, numbers with their points below each other. */
import { fixedText, numberColumn, numberText, type ResultColumn, type ResultTable } from "carom/study";
import { type Column, table, wrap } from "./table.js";
import { terminalWidth } from "./width.js";

/** Which rows of a table that is too long for a terminal are shown, by their places. */
export type ChooseRows = (table: ResultTable, most: number) => readonly number[];

/** Lines of a table that a terminal shows. */
const MOST_ROWS = 20;

export function shownTable(given: ResultTable, choose: ChooseRows = first): string {
  const places = given.rows.length <= MOST_ROWS ? given.rows.map((_, i) => i) : choose(given, MOST_ROWS);
  const missing = given.rows.length - places.length;
  const text = tableText(
    given.columns,
    places.map((i) => given.rows[i]!),
  );
  return missing > 0 ? `${text}\n  ... and ${missing} more; --out and --json have all of them` : text;
}

const first: ChooseRows = (_, most) => Array.from({ length: most }, (_each, i) => i);

function tableText(columns: readonly ResultColumn[], rows: ResultTable["rows"]): string {
  const cells = columns.map((column, i) =>
    columnText(
      column,
      rows.map((row) => row[i]!),
    ),
  );
  const labels = columns.findIndex((column, i) => i > 0 && !isLabel(column, rows, i));
  const heading = columns.map((column, i): Column => {
    const { name, of } = column;
    return {
      title: of === undefined ? name : `${of} ${name}`,
      ...(rows.some((row) => typeof row[i] === "number") ? { align: "right" } : {}),
      ...(/(^| )[yz]$/.test(name) || isUnit(columns, rows, i) ? { joined: true } : {}),
      ...(i < labels ? { label: true } : {}),
    };
  });
  const units = columns.some(({ unit }) => unit !== undefined) ? [columns.map(({ unit = "" }) => unit)] : [];
  return table(heading, [...units, ...rows.map((_, row) => cells.map((column) => column[row]!))]);
}

/** Unnamed words in front, such as "before" and "after" beside a name. */
function isLabel({ name, unit }: ResultColumn, rows: ResultTable["rows"], i: number): boolean {
  return name === "" && unit === undefined && rows.every((row) => typeof row[i] === "string");
}

/** Unnamed words behind unnamed numbers are their units. */
function isUnit(columns: readonly ResultColumn[], rows: ResultTable["rows"], i: number): boolean {
  return i > 1 && isLabel(columns[i]!, rows, i) && columns[i - 1]!.name === "";
}

function columnText({ name, unit, digits = 6 }: ResultColumn, values: readonly (string | number)[]): string[] {
  const numbers = values.filter((value) => typeof value === "number");
  const texts = numbersText(name, unit, numbers).map((text, i) => smallText(numbers[i]!, text, digits));
  let next = 0;
  return values.map((value) => (typeof value === "number" ? texts[next++]! : value));
}

function numbersText(name: string, unit: string | undefined, numbers: readonly number[]): string[] {
  if (unit === "%") return numbers.map((value) => fixedText(value, 2));
  if (unit === undefined && numbers.every(Number.isInteger)) return numbers.map(String);
  // Without a name the rows of a column are about different things.
  if (name === "") return numbers.map((value) => (Number.isInteger(value) ? String(value) : numberText(value)));
  return numberColumn(numbers);
}

/** Of a number far below its neighbours the size is what one wants to know; and no more digits of a power of ten than are meant to be seen. */
function smallText(value: number, text: string, digits: number): string {
  if (value !== 0 && Number(text) === 0) return value.toExponential(1);
  return text.includes("e") ? value.toExponential(Math.min(digits, 6) - 1) : text;
}

/** Words with words beside them, wrapped: names once for all that share what is said of them. */
export function shownWords({ rows }: ResultTable): string {
  const names = new Map<string, string[]>();
  for (const [name, text] of rows) names.set(String(text), [...(names.get(String(text)) ?? []), String(name)]);
  return [...names]
    .flatMap(([text, those]) => wrap(`${those.join(", ")}: ${text}`, terminalWidth() - 2))
    .map((line) => `  ${line}`)
    .join("\n");
}
