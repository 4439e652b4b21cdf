/** Charts against time, in the same panels as those against impulse. */

import { niceTicks, tickText } from "../draw/numbers.js";
import { drawAxis, drawPanel, type Margins, type Panel } from "../draw/panel.js";
import type { SvgElement } from "../draw/svg.js";

export interface TimePanelOptions {
  readonly margins: Margins;
  readonly title: string;
  readonly unit: string;
  readonly height: number;
  /** The last time, s. */
  readonly end: number;
  readonly domain: readonly [number, number];
  /** Of the vertical axis. Default: round numbers. */
  readonly ticks?: { readonly values: readonly number[]; readonly text: (value: number) => string };
}

export function ticksOf([low, high]: readonly [number, number]): {
  readonly values: readonly number[];
  readonly text: (value: number) => string;
} {
  const { step, values } = niceTicks(low, high, 5);
  return { values, text: (value) => tickText(value, step) };
}

export function drawTimePanel({ margins, title, unit, height, end, domain, ticks }: TimePanelOptions): Panel {
  const { values, text } = ticks ?? ticksOf(domain);
  return drawPanel({
    top: 4,
    height,
    margins,
    title,
    unit,
    last: end,
    domain,
    ticks: values,
    tickFormat: text,
    grid: true,
    letters: false,
  });
}

/** Under the last panel; 42 px high. */
export function drawTimeAxis(panel: Panel, end: number): SvgElement[] {
  return drawAxis(panel, end, "time, s");
}
