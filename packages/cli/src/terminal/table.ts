/** Columns of text that line up, and paragraphs, within the width of the terminal. */
import { terminalWidth, textWidth } from "./width.js";

export interface Column {
  readonly title: string;
  /** Numbers stand right, words left. Default: left. */
  readonly align?: "left" | "right";
  /** Stays with the column before it where a table is split, as y with x. */
  readonly joined?: boolean;
  /** Stands in front of every part of a table that is split; the first column always does. */
  readonly label?: boolean;
}

/** A column of numbers. */
export const right = (title: string): Column => ({ title, align: "right" });

/** Columns that stay together where a table is split. */
export function together(columns: readonly Column[]): Column[] {
  return columns.map((column, i) => (i === 0 ? column : { ...column, joined: true }));
}

const MARGIN = "  ";
const GAP = "  ";

/** Before the lines that go on with a cell of words. */
const HANG = "  ";

type Rows = readonly (readonly string[])[];

/**
 * A table with a heading line, indented by two spaces. One that is too wide becomes several below each other, each with the first column;
 * what is too wide even so has its words wrapped.
 */
export function table(columns: readonly Column[], rows: Rows, width = terminalWidth()): string {
  return blocks(columns, widthsOf(columns, rows), width)
    .map((shown) =>
      lines(columns, rows, shown, width)
        // A row of units has nothing to say of columns without any.
        .filter((text) => text !== "")
        .join("\n"),
    )
    .join("\n\n");
}

/** The same in one piece, the heading and each row as a text of its own: for words between the rows. */
export function tableLines(columns: readonly Column[], rows: Rows, width = terminalWidth()): string[] {
  return lines(
    columns,
    rows,
    columns.map((_, i) => i),
    width,
  );
}

/** The heading and each row, of the columns shown; a row whose cells are wrapped has several lines. */
function lines(columns: readonly Column[], rows: Rows, shown: readonly number[], width: number): string[] {
  const widths = narrowed(columns, rows, shown, width);
  return [columns.map(({ title }) => title), ...rows].map((cells) => {
    const wrapped = shown.map((i) => cellLines(columns[i]!, cells[i]!, widths[i]!));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      `${MARGIN}${wrapped
        .map((cell, k) => {
          const text = cell[line] ?? "";
          const i = shown[k]!;
          return columns[i]!.align === "right" ? text.padStart(widths[i]!) : text.padEnd(widths[i]!);
        })
        .join(GAP)}`.trimEnd(),
    ).join("\n");
  });
}

function cellLines({ align }: Column, text: string, width: number): string[] {
  if (text.length <= width) return [text];
  if (align === "right") return wrap(text, width);
  return wrap(text, width - HANG.length).map((line, i) => (i === 0 ? line : `${HANG}${line}`));
}

function widthsOf(columns: readonly Column[], rows: Rows): number[] {
  return columns.map(({ title }, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
}

/** The widths of the columns, the widest made narrower as long as the table is too wide and they have words to wrap. */
function narrowed(columns: readonly Column[], rows: Rows, shown: readonly number[], width: number): number[] {
  const widths = widthsOf(columns, rows);
  const words = columns.map(({ title }, i) => widest([title, ...rows.map((row) => row[i]!)].flatMap((text) => wrap(text, 1))));
  const least = words.map((word, i) => word + (columns[i]!.align === "right" ? 0 : HANG.length));
  for (let over = wide(shown, widths) - width; over > 0; over--) {
    const [widestColumn] = shown.filter((i) => widths[i]! > least[i]!).sort((a, b) => widths[b]! - widths[a]!);
    if (widestColumn === undefined) break;
    widths[widestColumn]!--;
  }
  return widths;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

/** Of columns beside each other. The first column has the margin before it instead of a gap, and both are two spaces. */
function wide(shown: readonly number[], widths: readonly number[]): number {
  return shown.reduce((sum, i) => sum + GAP.length + widths[i]!, 0);
}

/** Which columns stand beside each other. */
function blocks(columns: readonly Column[], widths: readonly number[], width: number): number[][] {
  const isLabel = (i: number) => i === 0 || columns[i]!.label === true;
  const places = columns.map((_, i) => i);
  const labels = places.filter(isLabel);
  const groups: number[][] = [];
  for (const i of places.filter((place) => !isLabel(place)))
    if (columns[i]!.joined && groups.length > 0) groups.at(-1)!.push(i);
    else groups.push([i]);
  const found: number[][] = [[...labels]];
  for (const group of groups) {
    const current = found.at(-1)!;
    if (current.length === labels.length || wide([...current, ...group], widths) <= width) current.push(...group);
    else found.push([...labels, ...group]);
  }
  return found;
}

/** Words in lines that the terminal has room for. */
export function paragraph(text: string, indent = ""): string {
  return wrap(text, textWidth() - indent.length)
    .map((line) => `${indent}${line}`)
    .join("\n");
}

/** Words in lines of at most `width` characters; a longer word stands alone, but for paths such as bounce.energies, which break at dots. */
export function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = "";
  // A per cent sign stays with its number.
  for (const word of text.split(/ (?!%)/)) {
    const parts = word.length > width ? word.split(/(?<=\.)(?=[a-z])/i) : [word];
    for (const [i, part] of parts.entries()) {
      const joined = line === "" ? part : `${line}${i === 0 ? " " : ""}${part}`;
      if (line !== "" && joined.length > width) lines.push(line);
      line = line !== "" && joined.length > width ? part : joined;
    }
  }
  return [...lines, line];
}
