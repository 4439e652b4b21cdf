/** How far the hit may miss: where single errors of one standard deviation lead, and the ellipse of all of them, at the target. */
import { type BattingResult, ERROR_NAMES } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { createChart, targetMark } from "./chart.js";

const TITLE = "Spread at the target";

export function spreadFigure({ sensitivity }: BattingResult): Figure | undefined {
  if (sensitivity === undefined || !(sensitivity.ellipse.axes[0] > 0)) return undefined;
  const { rows, ellipse } = sensitivity;
  const [long, short] = ellipse.axes;
  const [cos, sin] = [Math.cos(ellipse.angle), Math.sin(ellipse.angle)];
  const outline = Array.from({ length: 121 }, (_, i): Point => {
    const [u, v] = [long * Math.cos((Math.PI * i) / 60), short * Math.sin((Math.PI * i) / 60)];
    return [cos * u - sin * v, sin * u + cos * v];
  });
  const chart = createChart(
    "spread",
    [...outline, ...rows.flatMap(({ more, less }) => [more, less])],
    ["to the right of the arriving object, m", "up, m"],
  );
  const worst = rows.reduce((most, row) => (row.miss > most.miss ? row : most));
  const caption = `Ellipse: one standard deviation of all errors, ${withUnit(long, "m", 2)} by ${withUnit(short, "m", 2)} (half axes). Lines: one error at a time, to either side; most comes from ${ERROR_NAMES[worst.what] ?? worst.what}, ${withUnit(worst.miss, "m", 2)}.`;
  const marks = [
    chart.line(outline, { class: "ellipse", stroke: colour.ink1, "stroke-width": 1.5 }, true),
    ...rows.map(({ what, more, less }) =>
      chart.line([less, [0, 0], more], { class: "error", "data-error": what, stroke: colour.slip, "stroke-width": 1.25 }),
    ),
    targetMark(chart, [0, 0]),
    ...rows
      .filter(({ miss }) => miss > 0.15 * worst.miss)
      .map(({ what, more }) => chart.name(more, ERROR_NAMES[what] ?? what, colour.slipText)),
  ];
  return { name: "spread", title: TITLE, caption, svg: chart.finish(`${TITLE}. ${caption}`, marks) };
}
