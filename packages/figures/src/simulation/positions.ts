/** Where the bodies are in time, along the axis on which most happens: up, unless nothing goes up or down. */

import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { significant, withUnit } from "../draw/numbers.js";
import { rangeOf } from "../draw/polyline.js";
import { curvesInTime, reach, type TimeCurve, widestOf } from "./curves-in-time.js";

/** More curves than these are not told apart by eye. */
const MOST_CURVES = 40;
/** Part of the largest way of a body that up and down must have to be what is drawn. */
const TELLING = 0.01;

export function positionsFigure(result: SimulationResult): Figure | undefined {
  const { time, bodies } = result.series;
  const end = time[time.length - 1];
  const names = Object.keys(bodies);
  if (!(end > 0) || names.length === 0) return undefined;
  const along = (axis: number) => names.map((name) => bodies[name].position.map((place) => place[axis]));
  const ranges = [0, 1, 2].map((axis) => Math.max(...along(axis).map(reach)));
  const widest = Math.max(...ranges);
  if (!(widest > 0)) return undefined;
  const axis = ranges[2] >= TELLING * widest ? 2 : ranges.indexOf(widest);
  const curves = along(axis).map((values, i) => ({ name: names[i], values }));
  const shown = [...curves].sort((a, b) => reach(b.values) - reach(a.values)).slice(0, MOST_CURVES);
  return curvesInTime({
    name: "positions",
    title: axis === 2 ? "Height of the centres of mass" : `Centres of mass along ${"xy"[axis]}`,
    caption: captionOf(curves, axis),
    head: axis === 2 ? "Height" : `Place along ${"xy"[axis]}`,
    unit: "m",
    attribute: "data-body",
    time,
    curves: shown,
    domain: (low, high, span) => [low >= 0 && low < span ? 0 : low - 0.04 * span, high + 0.06 * span],
  });
}

function captionOf(curves: readonly TimeCurve[], axis: number): string {
  const most = widestOf(curves);
  const [from, to] = rangeOf([most.values]);
  const who = curves.length === 1 ? "It" : `${most.name} goes farthest: it`;
  return `${who} is between ${significant(from)} and ${withUnit(to, "m")}${axis === 2 ? " high" : ` along ${"xy"[axis]}`}. Rows of the series are joined by straight lines.`;
}
