/** What matters most: the derivatives of an impact, each times a tenth of what is a large change, as bars. */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { shortened } from "../draw/labels.js";
import { headline, word } from "../draw/marks.js";
import { significant } from "../draw/numbers.js";
import { PANEL_WIDTH } from "../draw/panel.js";
import { element, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

/** Numbers of the result that are drawn, and inputs for each. */
const MOST_PANELS = 6;
const MOST_BARS = 10;
/** Part of the scale of an input that its bar stands for. */
const PART = 0.1;
const [BAR, LEFT, RIGHT, TOP] = [22, 230, 90, 34];
const LONGEST_NAME = 36;

/** None where the study asks for no derivatives. */
export function derivativeFigures({ derivatives }: ImpactResult): Figure[] {
  if (derivatives === undefined) return [];
  const title = "What the impact hangs on";
  const caption = "How much each number changes if an input changes by a tenth of its scale, to first order; the largest first.";
  const panels = derivatives.of.slice(0, MOST_PANELS).map(({ path, unit }, i) => ({
    heading: path,
    unit,
    bars: derivatives.by
      .map(({ by, scale, verdict }, c) => ({ name: by, value: verdict === "none" ? 0 : PART * scale * (derivatives.matrix[i]?.[c] ?? 0) }))
      .filter(({ value }) => value !== 0)
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
      .slice(0, MOST_BARS),
  }));
  const drawn = panels.filter(({ bars }) => bars.length > 0);
  if (drawn.length === 0) return [];
  let top = 0;
  const elements = drawn.flatMap(({ heading, unit, bars }) => {
    const from = top;
    top += TOP + BAR * bars.length + 12;
    const most = Math.max(...bars.map(({ value }) => Math.abs(value)));
    const middle = LEFT + (PANEL_WIDTH - LEFT - RIGHT) / 2;
    const x = (value: number) => middle + (value / most) * ((PANEL_WIDTH - LEFT - RIGHT) / 2);
    return [
      headline([12, from + 18], heading, unit),
      element("path", { d: `M${middle},${from + TOP}v${BAR * bars.length}`, stroke: colour.line2, "stroke-width": 1, fill: "none" }),
      ...bars.flatMap(({ name, value }, row) => {
        const y = from + TOP + BAR * row;
        return [
          word([LEFT - 10, y + 14], shortened(name, LONGEST_NAME), { size: 11, anchor: "end" }),
          element("rect", {
            x: Math.min(middle, x(value)),
            y: y + 4,
            width: Math.abs(x(value) - middle),
            height: 13,
            fill: colour.line2,
            "fill-opacity": 0.6,
          }),
          word([PANEL_WIDTH - RIGHT + 8, y + 14], significant(value, 3), { size: 11, fill: colour.ink1 }),
        ];
      }),
    ];
  });
  return [{ name: "derivatives", title, caption, svg: svgDocument({ width: PANEL_WIDTH, height: top }, `${title}. ${caption}`, elements) }];
}
