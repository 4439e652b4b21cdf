/** A measure over two varied numbers: numbers from pale to dark, words by colour and letter. */
import type { SweepMap } from "carom/study";
import { type Frame, framed } from "../draw/frame.js";
import { shortenedWithin } from "../draw/labels.js";
import { word } from "../draw/marks.js";
import { significant } from "../draw/numbers.js";
import { element, type Point, type SvgElement } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const KEY = 150;
/** Words with a colour of their own; the rest share one. */
const CLASSES = [colour.stick, colour.slip, colour.kept, colour.lossRestitution, colour.compression, colour.created, colour.line2];
const LONGEST_WORD = 22;

/** A line drawn over the map, such as a boundary known in closed form. */
export interface MapLine {
  readonly name: string;
  readonly points: readonly Point[];
}

export function heatMap(label: string, map: SweepMap, lines: readonly MapLine[] = []): string {
  const { x, y, measure, xEdges, yEdges, cells } = map;
  const flat = cells.flat().filter((cell) => cell !== null);
  const painted = typeof flat[0] === "string" ? painterOfWords(flat as string[]) : painterOfNumbers(flat as number[]);
  const options = {
    title: measure,
    xName: x,
    yName: y,
    xDomain: [xEdges[0], xEdges[xEdges.length - 1]] as const,
    yDomain: [yEdges[0], yEdges[yEdges.length - 1]] as const,
    height: 320,
    right: KEY,
    rules: false,
  };
  return framed(label, options, (frame) => [
    ...cells.flatMap((row, j) => rowCells(row, frame, xEdges, [yEdges[j], yEdges[j + 1]], painted.fill)),
    ...lines.map(({ points }) => boundary(points, frame)),
    ...painted.key(frame),
    ...lines.map(({ name }, i) =>
      word([frame.left + frame.width + 14, frame.top + frame.height - 6 - 16 * i], name, { size: 11, fill: colour.ink1 }),
    ),
  ]);
}

/** Neighbours of one colour are one rectangle. */
function rowCells(
  row: readonly (number | string | null)[],
  frame: Frame,
  xEdges: readonly number[],
  [low, high]: readonly [number, number],
  fill: (cell: number | string) => string,
): SvgElement[] {
  const drawn: SvgElement[] = [];
  const [top, bottom] = [frame.y(high), frame.y(low)];
  for (let from = 0; from < row.length; ) {
    const cell = row[from];
    let to = from + 1;
    while (to < row.length && (cell === null ? row[to] === null : row[to] !== null && fill(row[to] as number | string) === fill(cell)))
      to++;
    if (cell !== null) {
      const [left, right] = [frame.x(xEdges[from]), frame.x(xEdges[to])];
      drawn.push(element("rect", { x: left, y: top, width: right - left + 0.3, height: bottom - top + 0.3, fill: fill(cell) }));
    }
    from = to;
  }
  return drawn;
}

function boundary(points: readonly Point[], { x, y, left, top, width, height }: Frame): SvgElement {
  const inside = points
    .map(([a, b]): Point => [x(a), y(b)])
    .filter(([a, b]) => a >= left && a <= left + width && b >= top && b <= top + height);
  const d = inside.map(([a, b], i) => `${i === 0 ? "M" : "L"}${a},${b}`).join("");
  return element("path", { class: "boundary", d, fill: "none", stroke: colour.ink1, "stroke-width": 2 });
}

interface Painter {
  readonly fill: (cell: number | string) => string;
  readonly key: (frame: Frame) => readonly SvgElement[];
}

const STEPS = 9;

function painterOfNumbers(values: readonly number[]): Painter {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const fill = (cell: number | string) => shade(most > least ? (Number(cell) - least) / (most - least) : 0.5);
  const key = ({ left, width, top }: Frame) =>
    Array.from({ length: STEPS }, (_, i) => {
      const part = 1 - i / (STEPS - 1);
      const at = top + 14 * i;
      const mark = element("rect", { x: left + width + 14, y: at, width: 16, height: 14.3, fill: shade(part) });
      return i % 4 === 0 ? [mark, word([left + width + 36, at + 11], significant(least + part * (most - least), 3), { size: 11 })] : [mark];
    }).flat();
  return { fill, key };
}

/** From paper by way of the blue of stick to ink. */
export function shade(part: number): string {
  const at = Math.round(part * 16) / 16;
  const [from, to, within] = at < 0.6 ? [PALE, BLUE, at / 0.6] : [BLUE, DARK, (at - 0.6) / 0.4];
  return `#${from
    .map((value, i) =>
      Math.round(value + (to[i] - value) * within)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
const PALE = [228, 236, 242];
const BLUE = [23, 104, 184];
const DARK = [12, 24, 48];

function painterOfWords(words: readonly string[]): Painter {
  const counts = new Map<string, number>();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  const order = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1)).map(([each]) => each);
  const place = new Map(order.map((each, i) => [each, Math.min(i, CLASSES.length - 1)]));
  const shown = order.slice(0, CLASSES.length);
  return {
    fill: (cell) => CLASSES[place.get(String(cell)) ?? CLASSES.length - 1],
    key: ({ left, width, top }) =>
      shown.flatMap((each, i) => [
        element("rect", { x: left + width + 14, y: top + 18 * i, width: 12, height: 12, fill: CLASSES[i] }),
        word(
          [left + width + 32, top + 10 + 18 * i],
          i === CLASSES.length - 1 && order.length > CLASSES.length ? "others" : shortenedWithin(each, LONGEST_WORD),
          { size: 10 },
        ),
      ]),
  };
}
