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

/** A table with a heading line, indented by two spaces; one that is too wide becomes several below each other, each with the first column. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width = terminalWidth()): string {
  const widths = columns.map(({ title }, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[], shown: readonly number[]) =>
    `${MARGIN}${shown
      .map((i) => (columns[i]!.align === "right" ? cells[i]!.padStart(widths[i]!) : cells[i]!.padEnd(widths[i]!)))
      .join(GAP)}`.trimEnd();
  const titles = columns.map(({ title }) => title);
  return blocks(columns, widths, width)
    .map((shown) =>
      [titles, ...rows]
        .map((cells) => line(cells, shown))
        // A row of units has nothing to say of columns without any.
        .filter((text) => text !== "")
        .join("\n"),
    )
    .join("\n\n");
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
  // The first column has the margin before it instead of a gap, and both are two spaces.
  const wide = (those: readonly number[]) => those.reduce((sum, i) => sum + GAP.length + widths[i]!, 0);
  const found: number[][] = [[...labels]];
  for (const group of groups) {
    const current = found.at(-1)!;
    if (current.length === labels.length || wide([...current, ...group]) <= width) current.push(...group);
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

/** Words in lines of at most `width` characters; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = "";
  // A per cent sign stays with its number.
  for (const word of text.split(/ (?!%)/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
