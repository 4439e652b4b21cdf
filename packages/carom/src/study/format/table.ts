/**
 * Numbers of a result as a table: names, units and rows, worded once. CSV files have all digits; the command, the reports and the lab show
 * the same rounded.
 */

/** Name, unit and digits of a column. */
export interface ResultColumn {
  /** In words: `normal impulse`. */
  readonly name: string;
  /** Whose it is, where a study names it: the body or joint `big ball`. Stands before the name. */
  readonly of?: string;
  /** `N s`, `m/s`; absent: a text, or a number without a unit. */
  readonly unit?: string;
  /** Significant digits where it is shown rounded. Default: 6. */
  readonly digits?: number;
}

/** A table of a result: shown rounded, written as CSV with all digits. */
export interface ResultTable {
  /** Stem of its CSV file: `impacts`. */
  readonly name: string;
  /** Above it where it is shown. */
  readonly title: string;
  /** Names, units and digits. */
  readonly columns: readonly ResultColumn[];
  /** One value for each column. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** `file`: long, for programs, written as CSV only; `page`: short, for people, shown only; `both`. */
  readonly use: "file" | "page" | "both";
}

/** The table as CSV: one heading line with the unit in each name, numbers with all their digits. */
export function csvText(table: Pick<ResultTable, "columns" | "rows">): string {
  return [...csvPieces(table)].join("");
}

/** Rows of a piece. */
const PIECE = 1000;

/** The same in pieces: a long table is longer than a text can be. */
export function* csvPieces({ columns, rows }: Pick<ResultTable, "columns" | "rows">): Generator<string> {
  const line = (row: readonly (string | number)[]) => `${row.map(csvCell).join(",")}\n`;
  yield line(columns.map(csvHeading));
  const all = rows;
  for (let from = 0; from < all.length; from += PIECE)
    yield all
      .slice(from, from + PIECE)
      .map(line)
      .join("");
}

/** `normal_impulse_Ns`, `velocity_m_per_s`, `big ball_x_m`. */
export function csvHeading({ name, of, unit }: ResultColumn): string {
  const words = name.replaceAll(" ", "_");
  const units = unit === undefined ? [] : [unit.replace(/[ ^]/g, "").replaceAll("/", "_per_")];
  return [...(of === undefined ? [] : [of]), words, ...units].join("_");
}

/** `normal impulse, N s`. */
export function shownHeading({ name, of, unit }: ResultColumn): string {
  const whole = of === undefined ? name : `${of} ${name}`;
  return unit === undefined ? whole : `${whole}, ${unit}`;
}

/** A text with a comma, a quote or a line break stands in quotes. */
function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
