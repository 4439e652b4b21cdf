/** What matters: how much a small change of each parameter changes each number that was differentiated, as bars. */
import type { StudyDerivatives } from "carom/study";
import type { Figure } from "./figure.js";
import { textWidth } from "./labels.js";
import { headline, word } from "./marks.js";
import { PANEL_WIDTH } from "./panel.js";
import { element, type SvgElement, svgDocument } from "./svg.js";
import { colour } from "./theme.js";

/** Numbers that are drawn; further ones are in the table. */
const MOST_ROWS = 8;
const MOST_BARS = 8;
/** Part of the scale of a parameter that its bar stands for. */
const CHANGE = 0.01;
const BAR = 18;
const HEAD = 26;
const GAP = 14;

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/** Undefined where the study asks for no derivatives. */
export function sensitivitiesFigure({ derivatives }: { readonly derivatives?: StudyDerivatives }): Figure | undefined {
  if (derivatives === undefined) return undefined;
  const { rows, columns, matrix } = derivatives;
  const groups = rows
    .map(({ name, unit }, i) => ({ name, unit, bars: barsOf(columns, matrix[i]) }))
    .filter(({ bars }) => bars.length > 0)
    .slice(0, MOST_ROWS);
  if (groups.length === 0) return undefined;
  const left = 12 + Math.max(...groups.flatMap(({ bars }) => bars.map(({ name }) => textWidth(name, 11))));
  let top = 8;
  const elements = groups.flatMap(({ name, unit, bars }): SvgElement[] => {
    const drawn = drawGroup(name, unit, bars, { left, top });
    top += HEAD + bars.length * BAR + GAP;
    return drawn;
  });
  return {
    name: "sensitivities",
    title: "What matters",
    caption:
      "How each number changes, to first order, when a parameter grows by one per cent of what is a large change of it (its scale: for " +
      "most its own size). The largest come first; bars of one number share a scale.",
    svg: svgDocument({ width: PANEL_WIDTH, height: top }, "Bars: how each number of the result changes with each parameter", elements),
  };
}

function barsOf(columns: StudyDerivatives["columns"], row: StudyDerivatives["matrix"][number]): readonly Bar[] {
  const bars = columns.flatMap(({ name, scale }, j): Bar[] => {
    const derivative = row[j];
    if (derivative === null) return [];
    const change = derivative * CHANGE * scale;
    return [{ name, value: change, text: `${change < 0 ? "\u2212" : "+"}${Math.abs(change).toPrecision(2)}` }];
  });
  const largest = bars.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return [];
  return bars
    .filter(({ value }) => Math.abs(value) > 1e-9 * largest)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, MOST_BARS);
}

/** Room for the number at the end of a bar. */
const ENDS = 64;

function drawGroup(
  name: string,
  unit: string,
  bars: readonly Bar[],
  { left, top }: { readonly left: number; readonly top: number },
): SvgElement[] {
  const largest = Math.max(...bars.map(({ value }) => Math.abs(value)));
  const width = PANEL_WIDTH - left - 2 * ENDS;
  const zero = left + ENDS + width / 2;
  const reach = (value: number) => (0.5 * width * Math.abs(value)) / largest;
  return [
    headline([12, top + 13], name, unit),
    ...bars.flatMap(({ name: parameter, value, text }, i): SvgElement[] => {
      const y = top + HEAD + i * BAR;
      const length = reach(value);
      const end = value < 0 ? zero - length : zero + length;
      return [
        word([left, y + 11], parameter, { size: 11, fill: colour.ink2, anchor: "end" }),
        element("rect", {
          x: Math.min(zero, end),
          y: y + 2,
          width: Math.max(length, 0.5),
          height: BAR - 7,
          fill: value < 0 ? colour.slip : colour.stick,
        }),
        word([value < 0 ? end - 5 : end + 5, y + 11], text, { size: 11, fill: colour.ink3, anchor: value < 0 ? "end" : "start" }),
      ];
    }),
    element("path", {
      class: "rule",
      d: `M${zero},${top + HEAD - 2}v${bars.length * BAR}`,
      fill: "none",
      stroke: colour.line2,
      "stroke-width": 1,
    }),
  ];
}
