/** Histograms, bars with intervals, scatter and convergence. */
import type { NumberSummary, TextSummary } from "carom/study";
import { framed } from "../draw/frame.js";
import { shortenedWithin } from "../draw/labels.js";
import { headline, word } from "../draw/marks.js";
import { percent, significant } from "../draw/numbers.js";
import { PANEL_WIDTH } from "../draw/panel.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const BAR = 24;
const BAR_LEFT = 250;
const BAR_RIGHT = 70;
const LONGEST_NAME = 40;

/** Counts, the smooth density over them, and the median with its interval. */
export function distribution(label: string, name: string, { histogram, density, quantiles, count, unit }: NumberSummary): string {
  const { from, to, counts } = histogram;
  const width = (to - from) / counts.length || 1;
  const heights = counts.map((each) => each / (count * width));
  const highest = Math.max(...heights, ...(density?.values ?? []));
  const [left, right] = density === undefined ? [from - width, to + width] : [density.from, density.to];
  const median = quantiles.find(({ part }) => part === 0.5);
  return framed(
    label,
    {
      title: name,
      unit: unit ?? "",
      xName: unit === undefined ? name : `${name}, ${unit}`,
      xDomain: [left, right],
      yDomain: [0, 1.06 * highest],
    },
    ({ x, y, top, height }) => [
      ...heights.map((value, i) =>
        element("rect", {
          x: x(from + i * width),
          y: y(value),
          width: Math.max(0.5, x(width) - x(0) - 0.5),
          height: y(0) - y(value),
          fill: colour.line2,
          "fill-opacity": 0.45,
        }),
      ),
      ...(density === undefined
        ? []
        : [
            curve(
              density.values.map(
                (value, i): Point => [x(density.from + ((density.to - density.from) * i) / (density.values.length - 1)), y(value)],
              ),
            ),
          ]),
      ...(median === undefined
        ? []
        : [element("path", { d: `M${x(median.value)},${top}v${height}`, stroke: colour.stick, "stroke-width": 1.5, fill: "none" })]),
    ],
  );
}

function curve(points: readonly Point[]): SvgElement {
  return element("path", { d: linePath(points), fill: "none", stroke: colour.ink1, "stroke-width": 1.75 });
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly interval: readonly [number, number];
}

/** Bars to the right from zero, each with its interval. */
export function bars(label: string, title: string, rows: readonly Bar[], text: (value: number) => string): string {
  const most = Math.max(1e-12, ...rows.map(({ interval }) => interval[1]));
  const least = Math.min(0, ...rows.map(({ interval }) => interval[0]));
  const width = PANEL_WIDTH - BAR_LEFT - BAR_RIGHT;
  const x = (value: number) => BAR_LEFT + ((value - least) / (most - least)) * width;
  const drawn = rows.flatMap(({ name, value, interval: [low, high] }, i) => {
    const y = 34 + BAR * i;
    return [
      word([BAR_LEFT - 10, y + 13], shortenedWithin(name, LONGEST_NAME), { size: 11, anchor: "end" }),
      element("rect", {
        x: Math.min(x(0), x(value)),
        y: y + 3,
        width: Math.abs(x(value) - x(0)),
        height: 13,
        fill: colour.line2,
        "fill-opacity": 0.6,
      }),
      element("path", {
        d: `M${x(low)},${y + 9.5}H${x(high)}M${x(low)},${y + 5.5}v8M${x(high)},${y + 5.5}v8`,
        stroke: colour.ink1,
        "stroke-width": 1.25,
        fill: "none",
      }),
      word([Math.max(x(high), x(value)) + 8, y + 13], text(value), { size: 11, fill: colour.ink1 }),
    ];
  });
  return svgDocument({ width: PANEL_WIDTH, height: 44 + BAR * rows.length }, label, [headline([12, 18], title, ""), ...drawn]);
}

const MOST_BARS = 12;

/** How likely each text is. */
export function shareBars(label: string, title: string, { shares }: TextSummary): string {
  const rows = Object.entries(shares).slice(0, MOST_BARS);
  return bars(
    label,
    title,
    rows.map(([name, { probability, interval }]) => ({ name, value: probability, interval })),
    percent,
  );
}

/** First and total order of each entry. */
export function sobolBars(label: string, title: string, sobol: NonNullable<NumberSummary["sobol"]>): string {
  const rows = Object.entries(sobol).flatMap(([name, { first, firstInterval, total, totalInterval }]) => [
    { name: `${name}, alone`, value: first, interval: firstInterval },
    { name: "with others", value: total, interval: totalInterval },
  ]);
  return bars(label, title, rows, (value) => significant(value, 2));
}

/** The mean of the first runs, with its interval, over the logarithm of their number. */
export function convergence(label: string, title: string, rows: NumberSummary["convergence"]): string {
  const at = rows.map(({ runs }) => Math.log2(runs));
  const ends = rows.flatMap(({ mean, error }) => [mean - error, mean + error]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const margin = 0.05 * (high - low || Math.abs(high) || 1);
  return framed(
    label,
    { title, xName: "runs, as powers of two", xDomain: [at[0], at[at.length - 1]], yDomain: [low - margin, high + margin], height: 180 },
    ({ x, y }) => {
      const edge = (sign: number) => rows.map(({ mean, error }, i): Point => [x(at[i]), y(mean + sign * error)]);
      return [
        element("path", { d: linePath([...edge(1), ...edge(-1).reverse()], true), fill: colour.line2, "fill-opacity": 0.3 }),
        curve(rows.map(({ mean }, i): Point => [x(at[i]), y(mean)])),
      ];
    },
  );
}
