/** Angles and slides of joints in time, those of one kind in one panel. */
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

const KINDS = {
  revolute: { name: "joint-angles", title: "Angles of joints", head: "Angle", unit: "rad" },
  prismatic: { name: "joint-slides", title: "Slides of joints", head: "Slide", unit: "m" },
} as const;

export function jointAnglesFigure(result: SimulationResult, document: Document): Figure | undefined {
  return jointFigure(result, document, "revolute");
}

export function jointSlidesFigure(result: SimulationResult, document: Document): Figure | undefined {
  return jointFigure(result, document, "prismatic");
}

function jointFigure({ series }: SimulationResult, document: Document, type: keyof typeof KINDS): Figure | undefined {
  const { name: file, title, head, unit } = KINDS[type];
  const { time, joints = {} } = series;
  const end = time[time.length - 1]!;
  const curves = Object.entries(joints).flatMap(([name, joint]) => (joint.type === type ? [{ name, values: joint.position }] : []));
  if (!(end > 0) || curves.length === 0) return undefined;
  const [low, high] = rangeOf(curves.map(({ values }) => values));
  const span = high - low > 0 ? high - low : 1;
  const domain = [low - 0.05 * span, high + 0.05 * span] as const;
  const pen = penFor(document);
  const named = curves.slice(0, Math.floor(HEIGHT / LABEL_HEIGHT)).map(({ name, values }) => {
    const last = values[values.length - 1]!;
    return { last, text: `${shortened(name, 18)} ${withUnit(Math.abs(last) < 1e-9 * span ? 0 : last, unit)}` };
  });
  const ticks = ticksOf(domain);
  const margins = marginsFor(
    ticks.values.map(ticks.text),
    named.map(({ text }) => text),
  );
  const panel = drawTimePanel({ pen, margins, title: head, unit, height: HEIGHT, end, domain });
  const lines = curves.map(({ name, values }) =>
    pen("path", {
      class: "curve",
      "data-joint": name,
      d: linePath(simplified(values.map((value, i): Point => [panel.x(time[i]!), panel.y(value)]))),
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": curves.length > 6 ? 1.25 : 1.75,
      "stroke-opacity": curves.length > 6 ? 0.75 : undefined,
      "stroke-linejoin": "round",
    }),
  );
  const most = curves.reduce((best, curve) => (reach(curve.values) > reach(best.values) ? curve : best));
  const [from, to] = rangeOf([most.values]);
  const who = curves.length === 1 ? "It" : `That of ${most.name} moves most: it`;
  const caption = `${who} is between ${significant(from)} and ${withUnit(to, unit)}. Rows of the series are joined by straight lines.`;
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
  return { name: file, title, caption, svg };
}

function reach(values: readonly number[]): number {
  const [low, high] = rangeOf([values]);
  return high - low;
}
