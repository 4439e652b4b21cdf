/** Columns of text that line up. */

export interface Column {
  readonly title: string;
  /** Numbers stand right, words left. Default: left. */
  readonly align?: "left" | "right";
}

/** A table with a heading line, indented by two spaces. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, i) => (columns[i]!.align === "right" ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join("  ")}`.trimEnd();
  return [columns.map(({ title }) => title), ...rows].map(line).join("\n");
}

/** Words in lines of at most `width` characters; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
