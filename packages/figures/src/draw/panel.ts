/**
 * A chart against what grows from zero (normal impulse, time, an angle) in the house style: zero line and few grid lines, no box, unit after the
 * title, ticks at values that matter, events as dotted lines, how each curve ends in the right margin.
 *
 * Panels of one figure share their margins, so that charts stacked on each other line up.
 */
import { type Box, dodge, textWidth } from "./labels.js";
import { headline, word } from "./marks.js";
import { niceTicks, tickText } from "./numbers.js";
import { type Attributes, element, linePath, type Point, type SvgElement } from "./svg.js";
import { colour } from "./theme.js";

export const PANEL_WIDTH = 600;
const TITLE_HEIGHT = 24;
/** A row for the letters of the events, between title and frame. */
const LETTERS_HEIGHT = 22;

/** Room left of the frame for ticks and right of it for end labels, px. Panels stacked in one figure share it. */
export interface Margins {
  readonly left: number;
  readonly right: number;
}

/** The usual margins, or wider ones where numbers with powers of ten need them. */
export function marginsFor(ticks: readonly string[], ends: readonly string[]): Margins {
  return {
    left: Math.max(58, ...ticks.map((text) => textWidth(text, 11) + 14)),
    right: Math.max(152, ...ends.map((text) => textWidth(text, 12, 600) + 18)),
  };
}

/** A line, or an area within a closed line, through points (place on the axis, value). */
export interface PanelCurve {
  readonly points: readonly Point[];
  readonly closed: boolean;
  readonly look: Attributes;
}

export function panelLine(points: readonly Point[], stroke: string, width: number, dashes?: string): PanelCurve {
  const look = {
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-dasharray": dashes,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return { points, closed: false, look };
}

/** The area between two curves that share their places on the axis. */
export function panelArea(low: readonly Point[], high: readonly Point[], fill: string, opacity = 1): PanelCurve {
  return { points: [...low, ...[...high].reverse()], closed: true, look: { fill, "fill-opacity": opacity === 1 ? undefined : opacity } };
}

export interface PanelOptions {
  /** Where the title row begins, px. */
  readonly top: number;
  /** Of the frame without title and axis, px. */
  readonly height: number;
  readonly margins: Margins;
  readonly title: string;
  readonly unit: string;
  /** Where the axis ends: the largest impulse, time or angle. */
  readonly last: number;
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly tickFormat: (value: number) => string;
  /** What has no more to it than its points; other things are drawn over the panel. */
  readonly curves?: readonly PanelCurve[];
  /** Grid lines through the ticks. */
  readonly grid: boolean;
  /** Whether event letters stand above the frame. */
  readonly letters: boolean;
}

export interface Panel {
  readonly elements: readonly SvgElement[];
  readonly frame: Box;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

export function drawPanel(options: PanelOptions): Panel {
  const { top, height, margins, title, unit, last, domain, ticks, tickFormat, curves = [], grid, letters } = options;
  const frame: Box = {
    x: margins.left,
    y: top + TITLE_HEIGHT + (letters ? LETTERS_HEIGHT : 0),
    width: PANEL_WIDTH - margins.left - margins.right,
    height,
  };
  const x = (at: number) => frame.x + (at / last) * frame.width;
  const y = (value: number) => frame.y + ((domain[1] - value) / (domain[1] - domain[0])) * height;
  const drawing = curves.map(({ points, closed, look }) =>
    element("path", {
      d: linePath(
        points.map(([at, value]) => [x(at), y(value)]),
        closed,
      ),
      ...look,
    }),
  );
  const head = headline([frame.x, top + 13], title, unit);
  const rule = (value: number, stroke: string) =>
    element("path", { class: "rule", d: `M${frame.x},${y(value)}h${frame.width}`, fill: "none", stroke, "stroke-width": 1 });
  const rules = grid ? ticks.filter((value) => value !== 0).map((value) => rule(value, colour.line)) : [];
  const zero = domain[0] <= 0 && domain[1] >= 0 ? [rule(0, colour.line2)] : [];
  const tickWords = ticks.map((value) =>
    word([frame.x - 8, y(value) + 4], tickFormat(value), { size: 11, fill: colour.ink3, anchor: "end" }),
  );
  return {
    elements: [head, ...rules, ...zero, ...drawing, ...tickWords],
    frame,
    x,
    y,
  };
}

export interface EndLabel {
  readonly y: number;
  readonly text: string;
  readonly fill: string;
}

/** How each curve ends, in its colour, in the right margin. */
export function drawEndLabels(panel: Panel, labels: readonly EndLabel[]): SvgElement[] {
  const ys = dodge(
    labels.map((label) => label.y),
    17,
    panel.frame.y + 4,
    panel.frame.y + panel.frame.height,
  );
  return labels.map((label, i) => word([panel.frame.x + panel.frame.width + 12, ys[i] + 4], label.text, { fill: label.fill, weight: 600 }));
}

/** The `d` of a line down through the panel. */
export function panelLineDown({ frame, x }: Panel, at: number): string {
  return `M${x(at)},${frame.y}v${frame.height}`;
}

/** The axis all panels of a figure share, under the last one. Returns its elements; it is 38 px high. */
export function drawAxis(panel: Panel, last: number, name: string): SvgElement[] {
  const { frame } = panel;
  const bottom = frame.y + frame.height;
  const crowded = niceTicks(0, last, 6);
  const widest = Math.max(...crowded.values.map((value) => textWidth(tickText(value, crowded.step), 11)));
  const { step, values } = widest + 12 > panel.x(crowded.step) - panel.x(0) ? niceTicks(0, last, 3) : crowded;
  const ticks = values.flatMap((value) => {
    const at: Point = [panel.x(value), bottom];
    return [
      element("path", { d: `M${at[0]},${at[1]}v4`, stroke: colour.line2, fill: "none" }),
      word([at[0], at[1] + 17], tickText(value, step), { size: 11, fill: colour.ink3, anchor: "middle" }),
    ];
  });
  return [...ticks, word([frame.x, bottom + 34], name)];
}
