/** Where the bodies are in time, along the axis on which most happens: up, unless nothing goes up or down. */
import type { SimulationResult } from "carom/study";
import { shortened } from "../contact-name.js";
import type { Figure } from "../figure.js";
import { drawEndLabels, marginsFor, PANEL_WIDTH } from "../impact/panel.js";
import { significant, withUnit } from "../numbers.js";
import { rangeOf, simplified } from "../several/curves.js";
import { linePath, type Point, penFor, svgDocument } from "../svg.js";
import { colour, fontFamily } from "../theme.js";
import { drawTimeAxis, drawTimePanel, ticksOf } from "./time-panel.js";

const HEIGHT = 220;
const LABEL_HEIGHT = 17;
/** More curves than these are not told apart by eye. */
const MOST_CURVES = 40;
/** Part of the largest way of a body that up and down must have to be what is drawn. */
const TELLING = 0.01;

export function positionsFigure(result: SimulationResult, document: Document): Figure | undefined {
  const { time, bodies } = result.series;
  const end = time[time.length - 1]!;
  const names = Object.keys(bodies);
  if (!(end > 0) || names.length === 0) return undefined;
  const along = (axis: number) => names.map((name) => bodies[name]!.position.map((place) => place[axis]!));
  const ranges = [0, 1, 2].map((axis) => Math.max(...along(axis).map(reach)));
  const widest = Math.max(...ranges);
  if (!(widest > 0)) return undefined;
  const axis = ranges[2]! >= TELLING * widest ? 2 : ranges.indexOf(widest);
  const curves = along(axis).map((values, i) => ({ name: names[i]!, values }));
  const shown = [...curves].sort((a, b) => reach(b.values) - reach(a.values)).slice(0, MOST_CURVES);
  const [low, high] = rangeOf(shown.map(({ values }) => values));
  const span = high - low > 0 ? high - low : 1;
  const domain = [low >= 0 && low < span ? 0 : low - 0.04 * span, high + 0.06 * span] as const;
  const pen = penFor(document);
  const title = axis === 2 ? "Height of the centres of mass" : `Centres of mass along ${"xy"[axis]}`;
  const room = Math.floor(HEIGHT / LABEL_HEIGHT);
  const named = shown.slice(0, room).map(({ name, values }) => {
    const last = values[values.length - 1]!;
    return { last, text: `${shortened(name, 18)} ${withUnit(Math.abs(last) < 1e-9 * span ? 0 : last, "m")}` };
  });
  const ticks = ticksOf(domain);
  const margins = marginsFor(
    ticks.values.map(ticks.text),
    named.map(({ text }) => text),
  );
  const panel = drawTimePanel({
    pen,
    margins,
    title: axis === 2 ? "Height" : `Place along ${"xy"[axis]}`,
    unit: "m",
    height: HEIGHT,
    end,
    domain,
  });
  const lines = shown.map(({ name, values }) =>
    pen("path", {
      class: "curve",
      "data-body": name,
      d: linePath(simplified(values.map((value, i): Point => [panel.x(time[i]!), panel.y(value)]))),
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": names.length > 6 ? 1.25 : 1.75,
      "stroke-opacity": names.length > 6 ? 0.75 : undefined,
      "stroke-linejoin": "round",
    }),
  );
  const caption = captionOf(curves, axis);
  const height = panel.frame.y + panel.frame.height + 42;
  const svg = svgDocument(pen, { width: PANEL_WIDTH, height }, `${title}. ${caption}`, fontFamily, colour.paper, [
    ...panel.elements,
    ...lines,
    ...drawEndLabels(
      pen,
      panel,
      named.map(({ last, text }) => ({ y: panel.y(last), text, fill: colour.ink1 })),
    ),
    ...drawTimeAxis(pen, panel, end),
  ]);
  return { name: "positions", title, caption, svg };
}

function reach(values: readonly number[]): number {
  const [low, high] = rangeOf([values]);
  return high - low;
}

function captionOf(curves: readonly { readonly name: string; readonly values: readonly number[] }[], axis: number): string {
  const most = curves.reduce((best, curve) => (reach(curve.values) > reach(best.values) ? curve : best));
  const [from, to] = rangeOf([most.values]);
  const who = curves.length === 1 ? "It" : `${most.name} goes farthest: it`;
  return `${who} is between ${significant(from)} and ${withUnit(to, "m")}${axis === 2 ? " high" : ` along ${"xy"[axis]}`}. Rows of the series are joined by straight lines.`;
}
