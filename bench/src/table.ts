/** Plain-text tables, also valid Markdown. */

export type Cell = string | number;

export function printTable(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const text = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(3, ...text.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  console.log(line(text[0]!));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of text.slice(1)) console.log(line(row));
  console.log("");
}

export function printHeading(title: string): void {
  console.log(`\n## ${title}\n`);
}

/** Two digits and an exponent: 3.1e-14. */
export function small(value: number): string {
  return value === 0 ? "0" : value.toExponential(1);
}

export function digits(value: number, count = 3): string {
  if (!Number.isFinite(value)) return "-";
  return Math.abs(value) >= 10 ** count ? value.toFixed(0) : value.toPrecision(count);
}

/** A ratio as people say it: 0.05 is 1/20. */
export function ratio(value: number): string {
  return value < 0.5 ? `1/${digits(1 / value)}` : digits(value);
}
