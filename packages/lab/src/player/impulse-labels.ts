/** Which numbers stand beside stems, and on which side: the newest first, and only those that cover neither each other nor a stem. */

export interface Stem {
  readonly x: number;
  /** Of its head, px down. */
  readonly y: number;
}

export interface StemLabel {
  readonly stem: number;
  readonly x: number;
  /** Of its middle, px down. */
  readonly y: number;
  readonly anchor: "start" | "end";
}

/** Of one digit at the size of the labels, px; figures are as wide as each other. */
const DIGIT = 7.5;
const HEIGHT = 14;
/** From the stem to its number, and around a number, px. */
const BESIDE = 8;
const AROUND = 3;

/** Right of the head, left of it, or over it to the left: px from the head. */
const PLACES = [
  { anchor: "start", x: BESIDE, y: 0 },
  { anchor: "end", x: -BESIDE, y: 0 },
  { anchor: "end", x: AROUND, y: -HEIGHT },
] as const;

/**
 * @param wanted stems with their texts
 * @param right where the row ends, px
 * @param taken stretches of the row that have words of their own, px
 */
export function placeLabels(
  stems: readonly Stem[],
  wanted: ReadonlyMap<number, string>,
  left: number,
  right: number,
  taken: readonly { readonly left: number; readonly right: number }[] = [],
): StemLabel[] {
  const placed: (StemLabel & { readonly from: number; readonly to: number })[] = [];
  const newest = [...wanted.keys()].sort((a, b) => stems[b].x - stems[a].x || b - a);
  for (const stem of newest) {
    const width = DIGIT * (wanted.get(stem) as string).length;
    for (const place of PLACES) {
      const x = stems[stem].x + place.x;
      const y = stems[stem].y + place.y;
      const [from, to] = place.anchor === "start" ? [x, x + width] : [x - width, x];
      const reaches = (other: Stem) => other.x > from - AROUND && other.x < to + AROUND && other.y < y + HEIGHT / 2 + AROUND;
      const covers = (other: (typeof placed)[number]) =>
        from < other.to + AROUND && other.from < to + AROUND && Math.abs(other.y - y) < HEIGHT;
      if (taken.some((stretch) => from < stretch.right + AROUND && stretch.left < to + AROUND)) continue;
      if (from < left || to > right + AROUND || stems.some((other, k) => k !== stem && reaches(other)) || placed.some(covers)) continue;
      placed.push({ stem, x, y, anchor: place.anchor, from, to });
      break;
    }
  }
  return placed.map(({ stem, x, y, anchor }) => ({ stem, x, y, anchor }));
}
