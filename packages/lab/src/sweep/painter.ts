/** Tones of a map: six steps of ink for numbers, a tint for each word; the names of tones are classes of the page's styles. */
import { significant } from "@carom/figures/geometry";
import type { SweepMap } from "carom/study";

export interface Painter {
  readonly tone: (cell: number | string) => string;
  readonly key: readonly { readonly tone: string; readonly words: string }[];
  /** Words that have a region large enough for their names. */
  readonly regions: readonly { readonly name: string; readonly column: number; readonly row: number }[];
}

const STEPS = 6;
/** Tints beyond those that mean a mode. */
const TINTS = ["tint-1", "tint-2", "tint-3", "tint-4", "tint-5"];
/** A region of fewer cells than this part of the map has no name in it. */
const NAMED = 0.05;
/** Longer names stand in the key only, letters. */
const LONGEST = 18;

export function painterOf({ cells }: Pick<SweepMap, "cells">): Painter {
  const flat = cells.flat().filter((cell): cell is number | string => cell !== null);
  return typeof flat[0] === "string" ? ofWords(flat as string[], cells) : ofNumbers(flat as number[]);
}

function ofNumbers(values: readonly number[]): Painter {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const step = (most - least) / STEPS || 1;
  const index = (value: number) => Math.min(STEPS - 1, Math.max(0, Math.floor((value - least) / step)));
  return {
    tone: (cell) => `ink-${index(Number(cell))}`,
    key: Array.from({ length: STEPS }, (_, i) => ({
      tone: `ink-${i}`,
      words: `${significant(least + i * step, 3)} to ${significant(least + (i + 1) * step, 3)}`,
    })),
    regions: [],
  };
}

function ofWords(words: readonly string[], cells: SweepMap["cells"]): Painter {
  const counts = new Map<string, number>();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  const order = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1)).map(([each]) => each);
  const tones = new Map<string, string>();
  let next = 0;
  for (const each of order) {
    const mode = modeOf(each);
    const taken = new Set(tones.values());
    tones.set(each, mode !== undefined && !taken.has(mode) ? mode : TINTS[Math.min(TINTS.length - 1, next++)]);
  }
  return {
    tone: (cell) => tones.get(String(cell)) ?? TINTS[TINTS.length - 1],
    key: order.map((each) => ({ tone: tones.get(each)!, words: each })),
    regions: order
      .filter((each) => each.length <= LONGEST && counts.get(each)! > NAMED * words.length)
      .flatMap((each) => middleCell(cells, each) ?? []),
  };
}

/** What a word says of the contact at its end; colour means that and nothing else. */
function modeOf(word: string): string | undefined {
  const last = word.split(": ").at(-1) ?? word;
  if (/^stick/.test(last)) return "mode-stick";
  if (/^slid|^slip/.test(last)) return "mode-slip";
  if (/^restart|back/.test(last)) return "mode-back";
  return undefined;
}

/** The cell of a word that is farthest from others and from the edge, by rows and columns. */
function middleCell(
  cells: SweepMap["cells"],
  word: string,
): { readonly name: string; readonly column: number; readonly row: number } | undefined {
  let best: { name: string; column: number; row: number; room: number } | undefined;
  cells.forEach((row, j) => {
    for (let from = 0; from < row.length; from++) {
      if (row[from] !== word) continue;
      let to = from;
      while (to + 1 < row.length && row[to + 1] === word) to++;
      const column = Math.floor((from + to) / 2);
      let [down, up] = [j, j];
      while (down > 0 && cells[down - 1][column] === word) down--;
      while (up + 1 < cells.length && cells[up + 1][column] === word) up++;
      const room = Math.min((to - from + 1) / row.length, (2 * Math.min(j - down + 1, up - j + 1)) / cells.length);
      if (room > (best?.room ?? 0)) best = { name: word, column, row: j, room };
      from = to;
    }
  });
  return best;
}
