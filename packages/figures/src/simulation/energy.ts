/**
 * Where the energy goes in time: what moves and what is lifted, and above it what friction and impacts have taken so far. Without loads the
 * pile is level: nothing is made and nothing is lost without a name.
 */

import type { EnergySeries } from "carom/simulation";
import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { energyText, percent, withoutRounding, withUnit } from "../draw/numbers.js";
import { drawEndLabels, type EndLabel, marginsFor, PANEL_WIDTH, type Panel } from "../draw/panel.js";
import { rangeOf, simplified } from "../draw/polyline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour, opacity } from "../draw/theme.js";
import { drawTimeAxis, drawTimePanel, ticksOf } from "./time-panel.js";

const HEIGHT = 240;
const TITLE = "Where the energy goes";

interface Band {
  readonly name: string;
  readonly values: readonly number[];
  readonly fill: string;
  readonly text: string;
  readonly opacity: number;
}

export function energyInTimeFigure(result: SimulationResult): Figure | undefined {
  const { time, energy } = result.series;
  const end = time[time.length - 1];
  if (!(end > 0)) return undefined;
  const bands = telling(bandsOf(energy, frictionInImpacts(result)));
  const tops = pile(bands, time.length);
  const [, highest] = rangeOf(tops);
  if (!(highest > 0)) return undefined;
  const domain = [0, 1.04 * highest] as const;
  const labels = bands.map(({ name, values }) => `${name} ${energyText(withoutRounding([values[values.length - 1], highest])[0])}`);
  const ticks = ticksOf(domain);
  const margins = marginsFor(ticks.values.map(ticks.text), labels);
  const panel = drawTimePanel({ margins, title: "Energy", unit: "J", height: HEIGHT, end, domain });
  const layers = bands.map((band, i) => drawBand(panel, time, i === 0 ? undefined : tops[i - 1], tops[i], band));
  const ends = bands.map((band, i): EndLabel => {
    const last = (values: readonly number[]) => values[values.length - 1];
    const from = i === 0 ? 0 : last(tops[i - 1]);
    return { y: panel.y((from + last(tops[i])) / 2), text: labels[i], fill: band.text };
  });
  const caption = captionOf(result);
  const height = panel.frame.y + panel.frame.height + 42;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${TITLE}. ${caption}`, [
    ...layers,
    ...panel.elements,
    ...drawEndLabels(panel, [...ends].reverse()),
    ...drawTimeAxis(panel, end),
  ]);
  return { name: "energy-in-time", title: TITLE, caption, svg };
}

/** Part of the largest below which a band is rounding. */
const ROUNDING = 1e-9;

function telling(bands: readonly Band[]): Band[] {
  const largest = bands.map(({ values }) => rangeOf([values])[1]);
  const most = Math.max(...largest);
  return bands.filter((_, i) => largest[i] > ROUNDING * most);
}

/** What friction has taken inside impacts so far, J, row by row: it is friction, whether or not the contact lasts. */
function frictionInImpacts({ events, series }: SimulationResult): number[] {
  const impacts = events.filter((event) => event.kind === "impact");
  let next = 0;
  let taken = 0;
  return series.time.map((time) => {
    while (next < impacts.length && impacts[next].time <= time) taken += impacts[next++].energy.frictionLoss;
    return taken;
  });
}

/** From the floor up. Potential energy has no zero of its own: it is counted from the lowest there was. */
function bandsOf(energy: EnergySeries, inImpacts: readonly number[]): Band[] {
  const { kinetic, potential, frictionLoss, impactLoss, projectionLoss, steppingLoss, appliedWork } = energy;
  const [lowest] = rangeOf([potential]);
  return [
    { name: "moving", values: kinetic, fill: colour.kept, text: colour.keptText, opacity: 0.85 },
    { name: "lifted", values: potential.map((value) => value - lowest), fill: colour.kept, text: colour.keptText, opacity: 0.3 },
    {
      name: "friction",
      values: frictionLoss.map((value, i) => value + inImpacts[i]),
      fill: colour.slip,
      text: colour.slipText,
      opacity: opacity.frictionLoss,
    },
    {
      name: "restitution",
      values: impactLoss.map((value, i) => Math.max(0, value - inImpacts[i] + projectionLoss[i])),
      fill: colour.lossRestitution,
      text: colour.lossRestitutionText,
      opacity: opacity.restitutionLoss,
    },
    ...(steppingLoss === undefined
      ? []
      : [
          {
            name: "steps",
            values: steppingLoss.map((value) => Math.max(0, value)),
            fill: colour.compression,
            text: colour.ink2,
            opacity: 0.5,
          },
        ]),
    {
      name: "loads",
      values: appliedWork.map((value) => Math.max(0, -value)),
      fill: colour.compression,
      text: colour.ink2,
      opacity: 0.25,
    },
  ];
}

function pile(bands: readonly Band[], rows: number): number[][] {
  let below: readonly number[] = new Array<number>(rows).fill(0);
  return bands.map(({ values }) => {
    const top = values.map((value, i) => below[i] + value);
    below = top;
    return top;
  });
}

function drawBand(
  panel: Panel,
  time: readonly number[],
  bottom: readonly number[] | undefined,
  top: readonly number[],
  { name, fill, opacity: strength }: Band,
): SvgElement {
  const line = (values: readonly number[]) => simplified(values.map((value, i): Point => [panel.x(time[i]), panel.y(value)]));
  const floor: Point[] = [
    [panel.x(0), panel.y(0)],
    [panel.x(time[time.length - 1]), panel.y(0)],
  ];
  const below = bottom === undefined ? floor : line(bottom);
  return element("path", {
    class: `band ${name}`,
    d: linePath([...line(top), ...[...below].reverse()], true),
    fill,
    "fill-opacity": strength,
  });
}

function captionOf(result: SimulationResult): string {
  const { ledger, time, series } = result;
  const { impactLoss, frictionLoss, steppingLoss = 0, appliedWork } = ledger;
  const inImpacts = frictionInImpacts(result).at(-1) ?? 0;
  const { potential, kinetic } = series.energy;
  const [lowest] = rangeOf([potential]);
  const available = kinetic[0] + potential[0] - lowest + Math.max(0, appliedWork);
  const taken = (
    [
      ["restitution", impactLoss - inImpacts],
      ["friction", frictionLoss + inImpacts],
      ["steps", steppingLoss],
      ["loads", -appliedWork],
    ] as const
  ).filter(([, value]) => value > ROUNDING * available);
  const duration = withUnit(time, "s", 4);
  const what = taken.map(([name, value]) => `${name} ${percent(value / available)}`).join(", ");
  return [
    taken.length === 0 ? `Nothing takes energy in ${duration}.` : `Taken out of ${energyText(available)} in ${duration}: ${what}.`,
    ...(appliedWork > 0 ? [`Loads do work of ${energyText(appliedWork)}.`] : []),
    ...(potential.some((value) => value - lowest > ROUNDING * available) ? ["Lifted counts from the lowest height there was."] : []),
  ].join(" ");
}
