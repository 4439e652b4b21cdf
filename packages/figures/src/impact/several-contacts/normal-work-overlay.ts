/**
 * Normal work of the first stage of several impacts in one picture, against the normal impulse of the contact pushed most. For one body
 * described by more and more contact points the curves turn and end at the same heights (004 figure 6.10).
 */

import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { dodge, textWidth } from "../../draw/labels.js";
import { dotted, eventDot, word } from "../../draw/marks.js";
import { energyText, niceTicks, tickText, withUnit } from "../../draw/numbers.js";
import { drawAxis, drawPanel, marginsFor, PANEL_WIDTH, type Panel } from "../../draw/panel.js";
import { simplified } from "../../draw/polyline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { withHistory } from "../with-history.js";
import { courseOf } from "./course.js";
import { stageWorks } from "./stage-work.js";

export interface NamedResult {
  readonly name: string;
  readonly result: ImpactResult;
}

export function normalWorkOverlayFigure(results: readonly NamedResult[]): Figure {
  const curves = results.map(({ name, result }) => overlayCurve(name, result));
  const lowest = Math.min(...curves.map(({ compression, final }) => Math.min(compression?.[1] ?? 0, final[1])));
  const room = -0.08 * lowest;
  const lastImpulse = Math.max(...curves.map((curve) => curve.final[0]));
  const { step, values: ticks } = niceTicks(lowest - room, 0, 4);
  const panel = drawPanel({
    top: 0,
    height: 260,
    margins: marginsFor(
      ticks.map((value) => tickText(value, step)),
      [`compression ${energyText(lowest)}`],
    ),
    title: "Normal work",
    unit: "J",
    last: lastImpulse,
    domain: [lowest - room, 0],
    ticks,
    tickFormat: (value) => tickText(value, step),
    grid: true,
    letters: false,
  });
  const pixels = ([impulse, work]: readonly [number, number]): Point => [panel.x(impulse), panel.y(work)];
  const levels = distinctLevels(curves);
  const levelYs = dodge(
    levels.map(({ work }) => panel.y(work)),
    17,
    panel.frame.y + 4,
    panel.frame.y + panel.frame.height,
  );
  const title = "Normal work of several descriptions of one impact";
  const caption = curves
    .map(
      ({ name, compression, final }) =>
        `${name}: the work ${compression === undefined ? "" : `falls to ${energyText(compression[1])} and `}ends at ` +
        `${energyText(final[1])}, with ${withUnit(final[0], "N\u2009s", 4)} at one contact.`,
    )
    .join(" ");
  const height = panel.frame.y + panel.frame.height + 42;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${title}. ${caption}`, [
    ...panel.elements,
    ...levels.map(({ work }) => dotted(`M${panel.frame.x},${panel.y(work)}h${panel.frame.width}`, { class: "level", stroke: colour.ink2 })),
    ...levels.map(({ word: text, work }, i) =>
      word([panel.frame.x + panel.frame.width + 12, levelYs[i] + 4], `${text} ${energyText(work)}`, {
        weight: 600,
        fill: colour.ink1,
      }),
    ),
    ...curves.map(({ points }) =>
      element("path", {
        class: "work",
        d: linePath(simplified(points.map(pixels))),
        fill: "none",
        stroke: colour.ink1,
        "stroke-width": 1.75,
        "stroke-linejoin": "round",
      }),
    ),
    ...curves.flatMap(({ compression, final }) => [
      ...(compression === undefined ? [] : [eventDot(pixels(compression), "c")]),
      element("circle", {
        class: "event end",
        "data-event": "r",
        cx: pixels(final)[0],
        cy: pixels(final)[1],
        r: 4,
        fill: colour.ink1,
        stroke: colour.paper,
        "stroke-width": 1.5,
      }),
    ]),
    ...drawNames(panel, curves),
    ...drawAxis(panel, lastImpulse, "normal impulse of the contact pushed most, N\u2009s"),
  ]);
  return { name: "normal-work-overlay", title, caption, svg };
}

/** Names on flags over the ends: the leftmost highest, so that no flag crosses another. */
function drawNames(panel: Panel, curves: readonly OverlayCurve[]): SvgElement[] {
  const order = [...curves].sort((a, b) => b.final[0] - a.final[0]);
  const highest = Math.min(...curves.map(({ final }) => panel.y(final[1])));
  return order.flatMap(({ name, final }, row) => {
    const text = `${name} ${withUnit(final[0], "N\u2009s")}`;
    const [x, y] = [panel.x(final[0]), highest - 16 - 18 * row];
    const left = x + textWidth(text, 12) > panel.frame.x + panel.frame.width;
    return [
      element("path", { d: `M${x},${panel.y(final[1]) - 5}V${y - 8}`, fill: "none", stroke: colour.ink2, "stroke-width": 0.75 }),
      word([left ? x - 5 : x + 5, y], text, { fill: colour.ink1, anchor: left ? "end" : "start", halo: true }),
    ];
  });
}

interface OverlayCurve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  /** Absent where the stage stops before it. */
  readonly compression?: readonly [number, number];
  readonly final: readonly [number, number];
}

function overlayCurve(name: string, { problem, outcome }: ImpactResult): OverlayCurve {
  const course = courseOf(problem, withHistory(problem, outcome));
  const work = course === undefined ? undefined : stageWorks(course)[0];
  if (course === undefined || work === undefined)
    throw new Error(`${name} has no normal work to draw: it needs the law multipoint and a history`);
  const { stage } = work.span;
  const ends = course.contacts.map((contact) => contact.normalImpulse[work.points.length - 1]);
  const most = course.contacts[ends.indexOf(Math.max(...ends))];
  const points = work.points.map(([, done], row) => [most.normalImpulse[row], done] as const);
  const share = (clock: number) => {
    const next = Math.max(
      1,
      work.points.findIndex(([impulse]) => impulse >= clock),
    );
    const [a, b] = [work.points[next - 1][0], work.points[next][0]];
    const t = b > a ? (clock - a) / (b - a) : 1;
    return points[next - 1][0] + t * (points[next][0] - points[next - 1][0]);
  };
  return {
    name,
    points,
    ...(stage.finalImpulse < stage.compressionImpulse ? {} : { compression: [share(stage.compressionImpulse), stage.compressionWork] }),
    final: [share(stage.finalImpulse), stage.finalWork],
  };
}

/** The heights at which curves turn and end; those that read the same are one. */
function distinctLevels(curves: readonly OverlayCurve[]): { word: string; work: number }[] {
  const levels: { word: string; work: number }[] = [];
  for (const { compression, final } of curves)
    for (const level of [
      ...(compression === undefined ? [] : [{ word: "compression", work: compression[1] }]),
      { word: "end", work: final[1] },
    ])
      if (!levels.some((other) => other.word === level.word && energyText(other.work) === energyText(level.work))) levels.push(level);
  return levels;
}
