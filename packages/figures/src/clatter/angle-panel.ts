/** Charts against the angle at which a body strikes first, in the same panels as those against impulse. */

import { textWidth } from "../draw/labels.js";
import { dotted, word } from "../draw/marks.js";
import { niceTicks, tickText } from "../draw/numbers.js";
import { drawAxis, drawPanel, type Margins, PANEL_WIDTH, type Panel, panelLineDown } from "../draw/panel.js";
import { curveLine, pieces } from "../draw/polyline.js";
import { element, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

/** One curve; curves are told apart by dashes and words. Angles in degrees. */
export interface AngleCurve {
  readonly name: string;
  /** Points that are not numbers part it. */
  readonly points: readonly Point[];
  readonly dash?: string;
  readonly stroke?: string;
  readonly width?: number;
  /** Part of the way along the curve at which its name stands; none: it has no name in the chart. */
  readonly labelAt?: number;
  /** Name under the curve instead of above it. */
  readonly below?: boolean;
}

export interface AngleChart {
  readonly title: string;
  readonly unit: string;
  readonly axis: string;
  /** Degrees. */
  readonly lastAngle: number;
  readonly highest: number;
  readonly curves: readonly AngleCurve[];
  /** Points without a line, such as those of another method. */
  readonly dots?: readonly Point[];
  /** The angle of the study, degrees. */
  readonly marked?: number;
}

const HEIGHT = 250;
const MARGINS: Margins = { left: 58, right: 24 };

/** A whole figure with one chart. */
export function angleChart(label: string, chart: AngleChart): string {
  const { title, unit, axis, lastAngle, highest, curves, dots = [], marked } = chart;
  const { step, values } = niceTicks(0, highest, 5);
  const panel = drawPanel({
    top: 4,
    height: HEIGHT,
    margins: MARGINS,
    title,
    unit,
    last: lastAngle,
    domain: [0, highest],
    ticks: values,
    tickFormat: (value) => tickText(value, step),
    grid: true,
    letters: false,
  });
  const height = panel.frame.y + panel.frame.height + 42;
  return svgDocument({ width: PANEL_WIDTH, height }, label, [
    ...panel.elements,
    ...(marked === undefined ? [] : [markedAngle(panel, marked)]),
    ...curves.map((curve) => drawAngleCurve(panel, curve)),
    ...dots.map(([angle, value]) =>
      element("circle", {
        class: "dot",
        cx: panel.x(angle),
        cy: panel.y(value),
        r: 3.4,
        fill: colour.paper,
        stroke: colour.ink1,
        "stroke-width": 1.5,
      }),
    ),
    ...curves.flatMap((curve) => curveName(panel, curve)),
    ...drawAxis(panel, lastAngle, axis),
  ]);
}

function markedAngle(panel: Panel, angle: number): SvgElement {
  return dotted(panelLineDown(panel, angle), { class: "study", stroke: colour.ink2 });
}

function drawAngleCurve({ x, y }: Panel, { name, points, dash, stroke = colour.ink1, width = 1.75 }: AngleCurve): SvgElement {
  const line = points.map(([angle, value]): Point => [x(angle), y(value)]);
  return curveLine(line, { "data-name": name, stroke, "stroke-width": width, "stroke-dasharray": dash });
}

function curveName({ x, y, frame }: Panel, { name, points, labelAt, below = false, stroke = colour.ink1 }: AngleCurve): SvgElement[] {
  const [longest = []] = pieces(points).sort((a, b) => b.length - a.length);
  const at = longest[Math.round((labelAt ?? Number.NaN) * (longest.length - 1))];
  if (at === undefined) return [];
  const width = textWidth(name, 12, 600);
  const place: Point = [Math.min(x(at[0]), frame.x + frame.width - width), y(at[1]) + (below ? 18 : -9)];
  return [word(place, name, { fill: stroke, weight: 600, halo: true })];
}
