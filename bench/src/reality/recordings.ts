/** Tables of recordings, told apart by their first column. */

const idOf = (line: string) => line.slice(0, line.indexOf(","));

/** Ids of the recordings, in order. */
export function idsOf(csv: string): string[] {
  const [, ...lines] = csv.trim().split("\n");
  return [...new Set(lines.map(idOf))];
}

/** The first so many recordings, every so many of them. */
export function someRecordings(csv: string, first: number, every: number): string {
  const [head, ...lines] = csv.trim().split("\n");
  const kept = new Set(
    idsOf(csv)
      .slice(0, first)
      .filter((_, i) => i % every === 0),
  );
  return [head, ...lines.filter((line) => kept.has(idOf(line)))].join("\n");
}
