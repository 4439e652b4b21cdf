/** Charts of curves over any number, in the house style: one frame, few grid lines, curves told apart by dashes and names. */

import { dodge, textWidth } from "./labels.js";
import { dotted, headline, word } from "./marks.js";
import { niceTicks, tickText } from "./numbers.js";
import { PANEL_WIDTH } from "./panel.js";
import { curveLine, rangeOf } from "./polyline.js";
import { element, type Point, type SvgElement, svgDocument } from "./svg.js";
import { colour } from "./theme.js";

export interface Curve {
  readonly name: string;
  /** Points that are not numbers part it. */
  readonly points: readonly Point[];
  readonly dash?: string;
  readonly stroke?: string;
  /** Of its name at the right end. Default: as the stroke. */
  readonly fill?: string;
  readonly width?: number;
}

export interface Dot {
  readonly at: Point;
  readonly fill?: string;
  readonly name: string;
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly axis: string;
  readonly curves: readonly Curve[];
  readonly dots?: readonly Dot[];
  /** Vertical lines at these places, such as the transits of a wave. */
  readonly lines?: readonly number[];
  /** Values the vertical axis shows at least. */
  readonly show?: readonly number[];
  /** Instead of the range of the curves. */
  readonly domain?: readonly [number, number];
  readonly height?: number;
}

/** Dashes by which curves are told apart. */
export const DASHES = [undefined, "8 4", "4 3", "1.5 3"] as const;

const TITLE = 28;
const AXIS = 44;
const LEFT = 62;

/** A whole figure: charts below each other on one axis. */
export function lineCharts(label: string, charts: readonly Chart[]): string {
  const ends = charts.flatMap(({ curves }) => curves.map(({ name }) => textWidth(name, 12, 600)));
  const right = Math.max(24, ...ends.map((width) => (width > 0 ? width + 22 : 0)));
  const xs = charts.flatMap(({ curves }) =>
    curves.flatMap(({ points }) => points.filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y)).map(([x]) => x)),
  );
  const [from, to] = rangeOf([xs]);
  const frame = { left: LEFT, width: PANEL_WIDTH - LEFT - right };
  const x = (value: number) => frame.left + ((value - from) / (to - from)) * frame.width;
  let top = 4;
  const elements = charts.flatMap((chart, i) => {
    const drawn = drawChart(chart, top, frame, x, i);
    top = drawn.bottom + (i === charts.length - 1 ? 0 : 20);
    return drawn.elements;
  });
  const bottom = top;
  const axis = drawAxis(from, to, x, frame, bottom, charts[charts.length - 1].axis);
  return svgDocument({ width: PANEL_WIDTH, height: bottom + AXIS }, label, [...elements, ...axis]);
}

interface Frame {
  readonly left: number;
  readonly width: number;
}

/** Vertical ticks; the first chart in a figure is the tallest. */
function drawChart(chart: Chart, top: number, frame: Frame, x: (value: number) => number, index: number) {
  const { title, unit, curves, dots = [], lines = [], show = [], height = index === 0 ? 230 : 150 } = chart;
  const ys = curves.flatMap(({ points }) => points.map(([, y]) => y).filter((value) => !Number.isNaN(value)));
  const [lowest, highest] = rangeOf([ys, show]);
  const margin = 0.05 * (highest - lowest || Math.abs(highest) || 1);
  const [low, high] = chart.domain ?? [lowest - margin, highest + margin];
  const begin = top + TITLE;
  const y = (value: number) => begin + ((high - value) / (high - low)) * height;
  const { step, values } = niceTicks(low, high, 5);
  const head = headline([frame.left, top + 14], title, unit);
  const rules = values.map((value) =>
    element("path", {
      class: "rule",
      d: `M${frame.left},${y(value)}h${frame.width}`,
      fill: "none",
      stroke: value === 0 ? colour.line2 : colour.line,
      "stroke-width": 1,
    }),
  );
  const ticks = values.map((value) =>
    word([frame.left - 8, y(value) + 4], tickText(value, step), { size: 11, fill: colour.ink3, anchor: "end" }),
  );
  // What lies outside is left out.
  const inside = ([px, py]: Point): Point => (py >= low && py <= high ? [px, py] : [Number.NaN, Number.NaN]);
  const drawn = curves.map(({ name, points, dash, stroke = colour.ink1, width = 1.75 }) =>
    curveLine(
      points.map(inside).map(([px, py]) => [x(px), y(py)]),
      { "data-name": name, stroke, "stroke-width": width, "stroke-dasharray": dash },
    ),
  );
  const verticals = lines.map((value) => dotted(`M${x(value)},${begin}v${height}`, { class: "line", stroke: colour.line2 }));
  const marks = dots.map(({ at, fill = colour.ink1, name }) =>
    element("circle", {
      class: "dot",
      "data-name": name,
      cx: x(at[0]),
      cy: y(at[1]),
      r: 4,
      fill,
      stroke: colour.paper,
      "stroke-width": 1,
    }),
  );
  const named = curves.filter(({ name }) => name !== "");
  const lasts = named.map(
    ({ points }) =>
      points
        .map(inside)
        .filter(([px]) => !Number.isNaN(px))
        .at(-1) ?? [0, low],
  );
  const places = dodge(
    lasts.map(([, value]) => y(value)),
    16,
    begin + 4,
    begin + height,
  );
  const names = named.map(({ name, stroke = colour.ink1, fill = stroke }, i) =>
    word([frame.left + frame.width + 10, places[i] + 4], name, { fill, weight: 600 }),
  );
  return { elements: [head, ...rules, ...verticals, ...ticks, ...drawn, ...marks, ...names], bottom: begin + height };
}

function drawAxis(from: number, to: number, x: (value: number) => number, frame: Frame, bottom: number, name: string): SvgElement[] {
  const { step, values } = niceTicks(from, to, 6);
  const ticks = values.flatMap((value) => [
    element("path", { d: `M${x(value)},${bottom}v4`, stroke: colour.line2, fill: "none" }),
    word([x(value), bottom + 17], tickText(value, step), { size: 11, fill: colour.ink3, anchor: "middle" }),
  ]);
  return [...ticks, word([frame.left, bottom + 35], name)];
}
