/** Several quantities of one unit in time, one curve each, named at their ends. */

import type { Figure } from "../draw/figure.js";
import { shortened } from "../draw/labels.js";
import { withUnit } from "../draw/numbers.js";
import { drawEndLabels, marginsFor, PANEL_WIDTH } from "../draw/panel.js";
import { rangeOf, simplified } from "../draw/polyline.js";
import { element, linePath, type Point, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { drawTimeAxis, drawTimePanel, ticksOf } from "./time-panel.js";

const HEIGHT = 220;
const LABEL_HEIGHT = 17;
/** With more curves than these lines are thin. */
const MANY = 6;

export interface TimeCurve {
  readonly name: string;
  readonly values: readonly number[];
}

export interface CurvesInTime {
  /** Of the file, without extension. */
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  /** Over the panel. */
  readonly head: string;
  readonly unit: string;
  /** Name of the attribute of a line that has the curve's name, such as `data-body`. */
  readonly attribute: string;
  readonly time: readonly number[];
  /** The first ones are named, as many as there is room for. */
  readonly curves: readonly TimeCurve[];
  /** Of the vertical axis, from the range of the curves. */
  readonly domain: (low: number, high: number, span: number) => readonly [number, number];
}

export function curvesInTime({ time, curves, ...of }: CurvesInTime): Figure {
  const end = time[time.length - 1];
  const [low, high] = rangeOf(curves.map(({ values }) => values));
  const span = high - low > 0 ? high - low : 1;
  const domain = of.domain(low, high, span);
  const named = curves.slice(0, Math.floor(HEIGHT / LABEL_HEIGHT)).map(({ name, values }) => {
    const last = values[values.length - 1];
    return { last, text: `${shortened(name, 18)} ${withUnit(Math.abs(last) < 1e-9 * span ? 0 : last, of.unit)}` };
  });
  const ticks = ticksOf(domain);
  const margins = marginsFor(
    ticks.values.map(ticks.text),
    named.map(({ text }) => text),
  );
  const panel = drawTimePanel({ margins, title: of.head, unit: of.unit, height: HEIGHT, end, domain });
  const lines = curves.map(({ name, values }) =>
    element("path", {
      class: "curve",
      [of.attribute]: name,
      d: linePath(simplified(values.map((value, i): Point => [panel.x(time[i]), panel.y(value)]))),
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": curves.length > MANY ? 1.25 : 1.75,
      "stroke-opacity": curves.length > MANY ? 0.75 : undefined,
      "stroke-linejoin": "round",
    }),
  );
  const height = panel.frame.y + panel.frame.height + 42;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${of.title}. ${of.caption}`, [
    ...panel.elements,
    ...lines,
    ...drawEndLabels(
      panel,
      named.map(({ last, text }) => ({ y: panel.y(last), text, fill: colour.ink1 })),
    ),
    ...drawTimeAxis(panel, end),
  ]);
  return { name: of.name, title: of.title, caption: of.caption, svg };
}

/** How far values go. */
export function reach(values: readonly number[]): number {
  const [low, high] = rangeOf([values]);
  return high - low;
}

/** The curve that goes farthest. */
export function widestOf(curves: readonly TimeCurve[]): TimeCurve {
  return curves.reduce((best, curve) => (reach(curve.values) > reach(best.values) ? curve : best));
}
