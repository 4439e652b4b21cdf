/** Tables of measured numbers: CSV with a line of names. What is wrong with them is named with its line. */
import { didYouMean } from "../../did-you-mean.js";
import { InvalidInputError, shownLine } from "../../errors.js";

/** Columns by name, all equally long. */
export interface NumberTable {
  readonly names: readonly string[];
  /** Of a name; NaN where the cell is no number. Throws InvalidInputError where there is no such column. */
  column(ours: string): readonly number[];
  /** As written. */
  texts(ours: string): readonly string[];
  has(ours: string): boolean;
  readonly rows: number;
  /** Line of the file of a row, from 1. */
  lineOf(row: number): number;
}

/** Names with a meaning of their own: nobody meant one of them by another. */
const OURS = /^(time|frame|angle|[xyz]|q[wxyz]|[vw][xyz]2?)$/;

/** @param renamed names in the file, by our names @param at path of the table in the study */
export function numberTable(text: string, renamed: Readonly<Record<string, string>>, at: string): NumberTable {
  const lines = text.split(/\r?\n/);
  const head = lines.findIndex((line) => line.trim() !== "");
  if (head < 0) throw new InvalidInputError(at, shownLine(text), "has no rows");
  const cellsOf = (line: string) => line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const names = cellsOf(lines[head]);
  const separator = names.length > 1 ? undefined : separatorIn(names[0], lines[head + 1] ?? "");
  if (separator !== undefined)
    throw new InvalidInputError(at, shownLine(lines[head]), `has ${separator} between its columns: write commas, and points in numbers`);
  const twice = names.find((name, i) => name !== "" && names.indexOf(name) < i);
  if (twice !== undefined) throw new InvalidInputError(at, twice, "is the name of two columns of the file");
  const numbers = lines.map((line, i) => ({ line, i })).filter(({ line, i }) => i > head && line.trim() !== "");
  if (numbers.length === 0) throw new InvalidInputError(at, names.join(","), "has no rows below its names");
  const cells = numbers.map(({ line }) => cellsOf(line));
  const others = names.filter((name) => !OURS.test(name));
  const placeOf = (ours: string) => names.indexOf(renamed[ours] ?? ours);
  const texts = (ours: string) => {
    const place = placeOf(ours);
    if (place < 0)
      throw new InvalidInputError(
        `${at}.columns.${ours}`,
        renamed[ours] ?? ours,
        `is not a column of the file (missing-column); it has ${names.slice(0, 20).join(", ")}${didYouMean(renamed[ours] ?? ours, others)}`,
      );
    return cells.map((row) => row[place] ?? "");
  };
  return {
    names,
    texts,
    column: (ours) => texts(ours).map((cell) => (cell === "" ? Number.NaN : Number(cell))),
    has: (ours) => placeOf(ours) >= 0,
    rows: cells.length,
    lineOf: (row) => numbers[row].i + 1,
  };
}

/** What stands between the columns of a table that has no commas; undefined: it has one column. */
function separatorIn(names: string, row: string): string | undefined {
  if (names.includes(";")) return "semicolons";
  if (names.includes("\t")) return "tabs";
  const words = (line: string) => line.trim().split(/ +/).length;
  // A single column may have a name of two words.
  return words(names) > 1 && words(row) === words(names) ? "blanks" : undefined;
}
