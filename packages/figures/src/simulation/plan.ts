/** The paths of the centres of mass seen from above, to scale: open dot at the beginning, filled at the end. */

import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { createPlacer, shortened, textWidth } from "../draw/labels.js";
import { word } from "../draw/marks.js";
import { niceTicks, tickText, withUnit } from "../draw/numbers.js";
import { rangeOf as extent, simplified, spread } from "../draw/polyline.js";
import { element, linePath, type Point, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const WIDTH = 600;
const MARGIN = { left: 58, right: 24, top: 32, bottom: 42 };
const TALLEST = 420;
const LOWEST = 120;
const TITLE = "Paths seen from above";
/** Part of its length by which a path must be wide, or there is nothing to see from above. */
const WIDE = 0.02;

export function planFigure(result: SimulationResult): Figure | undefined {
  const bodies = Object.entries(result.series.bodies);
  const paths = bodies.map(([name, { position }]) => ({ name, places: position.map(([x, y]): Point => [x, y]) }));
  const all = paths.flatMap(({ places }) => places);
  if (all.length === 0) return undefined;
  const [x0, x1] = rangeOf(all, 0);
  const [y0, y1] = rangeOf(all, 1);
  const way = Math.max(...paths.map(({ places }) => Math.max(lengthOf(places, 0), lengthOf(places, 1))));
  const across = Math.max(...paths.map(({ places }) => Math.min(lengthOf(places, 0), lengthOf(places, 1))));
  // Straight along an axis, or not at all: a line tells nothing that the positions do not.
  if (!(way > 0) || across < WIDE * way) return undefined;
  const height3 = Math.max(
    ...bodies.map(([, { position }]) =>
      lengthOf(
        position.map(([, , z]): Point => [z, z]),
        0,
      ),
    ),
  );
  if (way < WIDE * height3) return undefined;
  const pad = 0.06 * Math.max(x1 - x0, y1 - y0);
  const [width, height] = [x1 - x0 + 2 * pad, y1 - y0 + 2 * pad];
  const room = WIDTH - MARGIN.left - MARGIN.right;
  const scale = Math.min(room / width, TALLEST / height);
  const frame = {
    x: MARGIN.left,
    y: MARGIN.top,
    width: room,
    height: Math.max(LOWEST, height * scale),
  };
  const [middleX, middleY] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const to = ([x, y]: Point): Point => [
    frame.x + frame.width / 2 + (x - middleX) * scale,
    frame.y + frame.height / 2 - (y - middleY) * scale,
  ];
  const placer = createPlacer(frame);
  const drawn = paths.map(({ name, places }) => ({ name, line: simplified(places.map(to)) }));
  for (const { line } of drawn) placer.avoid(line.flatMap(spread));
  const lines = drawn.flatMap(({ name, line }) => {
    const [first, last] = [line[0], line[line.length - 1]];
    const dot = (at: Point, fill: string) =>
      element("circle", { cx: at[0], cy: at[1], r: 3.4, fill, stroke: colour.ink1, "stroke-width": 1.25 });
    return [
      element("path", { class: "path", "data-body": name, d: linePath(line), fill: "none", stroke: colour.ink1, "stroke-width": 1.5 }),
      dot(first, colour.paper),
      dot(last, colour.ink1),
    ];
  });
  const names = drawn.map(({ name, line }) => {
    const text = shortened(name, 18);
    const { box } = placer.place(line[line.length - 1], textWidth(text, 11, 600), 14);
    return word([box.x, box.y + 11], text, { size: 11, weight: 600, fill: colour.ink1, halo: true });
  });
  const spans = [0, 1].map((axis) => axisTicks(axis, (axis === 0 ? frame.width : frame.height) / scale, axis === 0 ? middleX : middleY));
  const axes = [
    ...spans[0].values.flatMap((value) => {
      const [x] = to([value, middleY]);
      return [
        element("path", { d: `M${x},${frame.y + frame.height}v4`, fill: "none", stroke: colour.line2 }),
        word([x, frame.y + frame.height + 17], spans[0].text(value), { size: 11, fill: colour.ink3, anchor: "middle" }),
      ];
    }),
    ...spans[1].values.map((value) =>
      word([frame.x - 8, to([middleX, value])[1] + 4], spans[1].text(value), { size: 11, fill: colour.ink3, anchor: "end" }),
    ),
    word([frame.x, frame.y + frame.height + 34], "x, m"),
  ];
  const head = word([frame.x, 22], "y, m");
  const caption = captionOf(paths);
  const svg = svgDocument({ width: WIDTH, height: frame.y + frame.height + MARGIN.bottom }, `${TITLE}. ${caption}`, [
    head,
    element("rect", { ...frame, fill: "none", stroke: colour.line }),
    ...lines,
    ...names,
    ...axes,
  ]);
  return { name: "plan", title: TITLE, caption, svg };
}

function axisTicks(axis: number, length: number, middle: number) {
  const { step, values } = niceTicks(middle - length / 2, middle + length / 2, axis === 0 ? 6 : 5);
  return { values, text: (value: number) => tickText(value, step) };
}

function rangeOf(points: readonly Point[], axis: 0 | 1): readonly [number, number] {
  return extent([points.map((point) => point[axis])]);
}

function lengthOf(points: readonly Point[], axis: 0 | 1): number {
  const [low, high] = rangeOf(points, axis);
  return high - low;
}

function captionOf(paths: readonly { readonly name: string; readonly places: readonly Point[] }[]): string {
  const moved = paths.map(({ name, places }) => {
    const [first, last] = [places[0], places[places.length - 1]];
    return { name, distance: Math.hypot(last[0] - first[0], last[1] - first[1]) };
  });
  const most = moved.reduce((best, one) => (one.distance > best.distance ? one : best));
  const who = paths.length === 1 ? "It ends" : `${most.name} ends farthest from where it began,`;
  return `Open dots: the beginning; filled dots: the end. ${who} ${withUnit(most.distance, "m")}${paths.length === 1 ? " from where it began" : ""}.`;
}
