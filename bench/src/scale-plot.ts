/**
 * Cost against size as an SVG, both axes logarithmic. Drawn by hand in the manner of docs/figures: ink on paper, one mark for each kind of
 * scene.
 */

/** One measurement. */
export interface PlotRow {
  readonly kind: string;
  readonly count: number;
  readonly value: number;
}

/** What is written around the plot. */
export interface PlotWords {
  readonly title: string;
  /** Of the values, above the plot. */
  readonly values: string;
  /** Of the counts, below. */
  readonly counts: string;
  readonly caption: string;
}

const WIDTH = 600;
const HEIGHT = 380;
const FRAME = { left: 62, right: 470, top: 46, bottom: 330 };
const INK = { paper: "#FAFAF7", ink1: "#15181C", ink2: "#454B54", ink3: "#666D77", line: "#DFDFD9" };
const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Marks in the order of the kinds: they must differ without colour. */
const MARKS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `<circle cx="${x}" cy="${y}" fill="${INK.ink1}" r="3.2"/>`,
  (x, y) => `<circle cx="${x}" cy="${y}" fill="${INK.paper}" r="3.4" stroke="${INK.ink1}" stroke-width="1.4"/>`,
  (x, y) => `<rect fill="${INK.ink1}" height="6" width="6" x="${round(x - 3)}" y="${round(y - 3)}"/>`,
  (x, y) => `<path d="M${x},${round(y - 4)}l4,7h-8z" fill="${INK.paper}" stroke="${INK.ink1}" stroke-width="1.4"/>`,
];

export function scalePlot(rows: readonly PlotRow[], { title, values, counts, caption }: PlotWords): string {
  const x = decades(
    rows.map((row) => row.count),
    FRAME.left,
    FRAME.right,
  );
  const y = decades(
    rows.map((row) => row.value),
    FRAME.bottom,
    FRAME.top,
  );
  const kinds = [...new Set(rows.map((row) => row.kind))];
  const parts = [
    `<rect fill="${INK.paper}" height="${HEIGHT}" width="${WIDTH}"/>`,
    words(values, 16, 24, INK.ink1, "start", 12),
    ...x.ticks.flatMap((tick) => [
      `<path d="M${x.at(tick)},${FRAME.top}V${FRAME.bottom}" stroke="${INK.line}"/>`,
      words(number(tick), x.at(tick), FRAME.bottom + 18, INK.ink3, "middle"),
    ]),
    ...y.ticks.flatMap((tick) => [
      `<path d="M${FRAME.left},${y.at(tick)}H${FRAME.right}" stroke="${INK.line}"/>`,
      words(number(tick), FRAME.left - 8, y.at(tick) + 4, INK.ink3, "end"),
    ]),
    words(counts, FRAME.right, FRAME.bottom + 34, INK.ink2, "end"),
    words(caption, 16, HEIGHT - 10, INK.ink3, "start"),
    ...labelHeights(kinds.map((kind) => y.at(rows.filter((row) => row.kind === kind).at(-1)!.value))).flatMap((height, i) => {
      const points = rows.filter((row) => row.kind === kinds[i]).map((row) => [x.at(row.count), y.at(row.value)] as const);
      return [
        `<path d="M${points.map((point) => point.join(",")).join("L")}" fill="none" stroke="${INK.ink3}"/>`,
        ...points.map(([px, py]) => MARKS[i % MARKS.length]!(px, py)),
        MARKS[i % MARKS.length]!(FRAME.right + 16, height),
        words(kinds[i]!, FRAME.right + 26, height + 4, INK.ink2, "start"),
      ];
    }),
  ];
  return (
    `<svg font-family="${FONT.replaceAll('"', "&quot;")}" font-size="11" height="${HEIGHT}" role="img" viewBox="0 0 ${WIDTH} ` +
    `${HEIGHT}" width="${WIDTH}" xmlns="http://www.w3.org/2000/svg"><title>${title}</title>${parts.join("")}</svg>\n`
  );
}

/** A logarithmic axis over whole decades. */
function decades(values: readonly number[], from: number, to: number): { ticks: number[]; at: (value: number) => number } {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
    at: (value) => round(from + ((Math.log10(value) - low) / (high - low)) * (to - from)),
  };
}

/** Heights of labels near those wanted, a line apart. */
function labelHeights(wanted: readonly number[]): number[] {
  const heights = [...wanted];
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  for (let k = 1; k < order.length; k++) heights[order[k]!] = Math.max(heights[order[k]!]!, heights[order[k - 1]!]! + 16);
  return heights;
}

function words(text: string, x: number, y: number, fill: string, anchor: string, size = 11): string {
  return `<text fill="${fill}" font-size="${size}" text-anchor="${anchor}" x="${round(x)}" y="${round(y)}">${text}</text>`;
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
