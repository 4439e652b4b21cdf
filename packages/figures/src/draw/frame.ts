/** A frame with numbers along both sides, for points, bars and cells. */
import { textWidth } from "./labels.js";
import { headline, word } from "./marks.js";
import { niceTicks, tickText, unitText } from "./numbers.js";
import { PANEL_WIDTH } from "./panel.js";
import { element, type SvgElement, svgDocument } from "./svg.js";
import { colour } from "./theme.js";

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export interface FrameOptions {
  readonly title: string;
  readonly unit?: string;
  readonly xName: string;
  readonly yName?: string;
  readonly xDomain: readonly [number, number];
  readonly yDomain: readonly [number, number];
  readonly height?: number;
  /** Room at the right, for keys. */
  readonly right?: number;
  /** Lines across at the ticks of the vertical side. Default: true. */
  readonly rules?: boolean;
}

const TOP = 32;
const BOTTOM = 46;

/** @param draw what is drawn inside, over the rules */
export function framed(label: string, options: FrameOptions, draw: (frame: Frame) => readonly SvgElement[]): string {
  const { title, unit = "", xName, yName, xDomain, yDomain, height = 260, right = 24, rules = true } = options;
  const vertical = niceTicks(yDomain[0], yDomain[1], 5);
  const widest = Math.max(...vertical.values.map((value) => textWidth(tickText(value, vertical.step), 11)));
  const left = Math.max(44, widest + 18 + (yName === undefined ? 0 : 18));
  const width = PANEL_WIDTH - left - right;
  const x = (value: number) => left + ((value - xDomain[0]) / (xDomain[1] - xDomain[0] || 1)) * width;
  const y = (value: number) => TOP + ((yDomain[1] - value) / (yDomain[1] - yDomain[0] || 1)) * height;
  const frame = { left, top: TOP, width, height, x, y };
  const horizontal = niceTicks(xDomain[0], xDomain[1], 6);
  const lines = rules
    ? vertical.values.map((value) =>
        element("path", {
          class: "rule",
          d: `M${left},${y(value)}h${width}`,
          fill: "none",
          stroke: value === 0 ? colour.line2 : colour.line,
          "stroke-width": 1,
        }),
      )
    : [];
  const ticks = [
    ...vertical.values.map((value) =>
      word([left - 8, y(value) + 4], tickText(value, vertical.step), { size: 11, fill: colour.ink3, anchor: "end" }),
    ),
    ...horizontal.values.flatMap((value) => [
      element("path", { d: `M${x(value)},${TOP + height}v4`, stroke: colour.line2, fill: "none" }),
      word([x(value), TOP + height + 17], tickText(value, horizontal.step), { size: 11, fill: colour.ink3, anchor: "middle" }),
    ]),
  ];
  const names = [
    word([left, TOP + height + 36], xName),
    ...(yName === undefined ? [] : [word([12, TOP + height / 2], yName, { anchor: "middle", turn: -90 })]),
  ];
  const head = headline([left, 18], title, unitText(unit));
  return svgDocument({ width: PANEL_WIDTH, height: TOP + height + BOTTOM }, label, [head, ...lines, ...draw(frame), ...ticks, ...names]);
}
