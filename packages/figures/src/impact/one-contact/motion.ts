/**
 * Normal velocity and slip speed against normal impulse, under a strip that says what the contact does.
 */

import type { Figure } from "../../draw/figure.js";
import { type Box, textWidth } from "../../draw/labels.js";
import { word } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import {
  drawAxis,
  drawEndLabels,
  drawPanel,
  marginsFor,
  PANEL_WIDTH,
  type Panel,
  type PanelCurve,
  panelArea,
  panelLine,
} from "../../draw/panel.js";
import { element, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour, opacity } from "../../draw/theme.js";
import { drawEventLetters, drawEventLines, IMPULSE_AXIS } from "../impulse-axis.js";
import { slipBars } from "./slip-bars.js";
import { isRest, type Sample, type Stretch, samplesOf, speedOf, type Track } from "./track.js";

const BAR = 20;

export function motionFigure(track: Track): Figure {
  const samples = samplesOf(track);
  const lastImpulse = track.end.normalImpulse;
  const { start, end } = track;

  const slowest = Math.min(...samples.map((sample) => sample.normalVelocity));
  const fastest = Math.max(0, ...samples.map((sample) => sample.normalVelocity));
  const room = 0.06 * (fastest - slowest);
  const quickest = Math.max(...samples.map(speedOf));
  const highest = isRest(track, quickest) ? Math.abs(start.normalVelocity) : 1.06 * quickest;
  const normalTicks = farApart([0, start.normalVelocity, end.normalVelocity], 0.1 * (fastest - slowest));
  const slipTicks = farApart([0, speedOf(start), speedOf(end)], 0.1 * highest);
  const leaves = `leaves ${withUnit(end.normalVelocity, "m/s")}`;
  const slips = track.springs ? withUnit(speedOf(end), "m/s") : track.stuckAtEnd ? "stuck" : `slips ${withUnit(speedOf(end), "m/s")}`;
  const margins = marginsFor(
    [...normalTicks, ...slipTicks].map((value) => significant(value)),
    [leaves, slips],
  );
  const normal = drawPanel({
    top: 80,
    height: 150,
    margins,
    title: "Normal velocity",
    unit: "m/s",
    last: lastImpulse,
    domain: [slowest - room, fastest + room],
    ticks: normalTicks,
    tickFormat: (value) => significant(value),
    curves: [
      ...tint(track, [slowest - room, fastest + room]),
      panelLine(
        samples.map(({ normalImpulse, normalVelocity }) => [normalImpulse, normalVelocity]),
        colour.ink1,
        2,
      ),
    ],
    grid: true,
    letters: false,
  });
  const slip = drawPanel({
    top: normal.frame.y + normal.frame.height + 22,
    height: 130,
    margins,
    title: track.springs ? "Tangential speed" : "Slip speed",
    unit: "m/s",
    last: lastImpulse,
    domain: [0, highest],
    ticks: slipTicks,
    tickFormat: (value) => significant(value),
    curves: [
      ...tint(track, [0, highest]),
      ...track.stretches.map(({ mode, samples: part }) =>
        panelLine(
          (track.springs ? throughRest(part) : part).map((sample) => [sample.normalImpulse, speedOf(sample)]),
          mode === "slip" ? colour.slip : colour.stick,
          mode === "slip" ? 2 : 3,
        ),
      ),
    ],
    grid: true,
    letters: false,
  });

  const height = slip.frame.y + slip.frame.height + 42;
  const title = track.springs ? "Normal velocity and tangential speed" : "Normal velocity and slip speed";
  const caption = motionCaption(track);
  const slipEnd = { y: slip.y(speedOf(end)), text: slips, fill: track.stuckAtEnd ? colour.stickText : colour.slipText };
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${title}. ${caption}`, [
    ...drawStrip(track, normal),
    ...normal.elements,
    ...slip.elements,
    ...drawEventLines(normal, track.marks),
    ...drawEventLines(slip, track.marks),
    ...drawEventLetters(normal, track.marks, 10),
    ...drawEndLabels(normal, [{ y: normal.y(end.normalVelocity), text: leaves, fill: colour.ink1 }]),
    ...drawEndLabels(slip, [slipEnd]),
    ...drawAxis(slip, lastImpulse, IMPULSE_AXIS),
  ]);
  return { name: "normal-velocity", title, caption, svg };
}

/** With the point of least speed between neighbours: springs carry the tangential velocity through zero, and the samples step over it. */
function throughRest(samples: readonly Sample[]): Sample[] {
  return samples.flatMap((sample, i) => {
    const next = samples[i + 1];
    if (next === undefined) return [sample];
    const change = [next.slip[0] - sample.slip[0], next.slip[1] - sample.slip[1]] as const;
    const t = -(sample.slip[0] * change[0] + sample.slip[1] * change[1]) / (change[0] * change[0] + change[1] * change[1]);
    if (!(t > 0 && t < 1)) return [sample];
    const normalImpulse = sample.normalImpulse + t * (next.normalImpulse - sample.normalImpulse);
    return [sample, { ...sample, normalImpulse, slip: [sample.slip[0] + t * change[0], sample.slip[1] + t * change[1]] }];
  });
}

/** The tinted ground of compression. */
function tint(track: Track, [low, high]: readonly [number, number]): PanelCurve[] {
  return phaseBars(track.stretches)
    .filter((span) => span.name === "compression")
    .map((span) =>
      panelArea(
        [
          [span.from, low],
          [span.to, low],
        ],
        [
          [span.from, high],
          [span.to, high],
        ],
        colour.compression,
        opacity.compression,
      ),
    );
}

/** Values in the order given, leaving out those too close to an earlier one. */
function farApart(values: readonly number[], least: number): number[] {
  const kept: number[] = [];
  for (const value of values) if (kept.every((other) => Math.abs(other - value) >= least)) kept.push(value);
  return kept;
}

interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Neighbouring stretches of the same phase, joined. */
function phaseBars(stretches: readonly Stretch[]): Span[] {
  const joined: Span[] = [];
  for (const { phase, samples } of stretches) {
    const last = joined[joined.length - 1];
    const from = samples[0].normalImpulse;
    const to = samples[samples.length - 1].normalImpulse;
    if (last?.name === phase) joined[joined.length - 1] = { ...last, to };
    else joined.push({ name: phase, from, to });
  }
  return joined;
}

/** Two bars: normal (compression filled, restitution open) and tangent (slip orange, stick blue), each with its word. */
function drawStrip(track: Track, panel: Panel): SvgElement[] {
  const bar = (span: Span, y: number, fill: string, textFill: string, stroke?: string): SvgElement[] => {
    const box: Box = { x: panel.x(span.from) + 0.5, y, width: Math.max(0.5, panel.x(span.to) - panel.x(span.from) - 1), height: BAR };
    const fits = box.width > textWidth(span.name, 12, 500) + 12;
    const rect = { x: box.x, y: box.y, width: box.width, height: box.height, rx: 2, fill };
    return [
      element("rect", stroke === undefined ? rect : { ...rect, stroke, "stroke-width": 1 }),
      ...(fits ? [word([box.x + 8, y + 14], span.name, { weight: 500, fill: textFill })] : []),
    ];
  };
  return [
    ...phaseBars(track.stretches).flatMap((span) =>
      span.name === "compression"
        ? bar(span, 22, colour.compression, colour.onSolid)
        : bar(span, 22, colour.paper, colour.ink1, colour.line2),
    ),
    ...slipBars(track).flatMap((span) => bar(span, 22 + BAR + 4, span.mode === "slip" ? colour.slip : colour.stick, colour.onSolid)),
  ];
}

function motionCaption(track: Track): string {
  const { start, end } = track;
  const times = track.marks.map((mark) => `${mark.letter} ${mark.word} at ${withUnit(mark.sample.normalImpulse, "N\u2009s", 4)}`);
  return `Approaches at ${withUnit(-start.normalVelocity, "m/s")}, leaves at ${withUnit(end.normalVelocity, "m/s")}. ${times.join("; ")}.`;
}
