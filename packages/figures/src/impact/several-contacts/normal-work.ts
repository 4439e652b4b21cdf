/**
 * Work of the normal impulses against their sum, stage by stage, under the law `multipoint`: arcs of parabolas (planar) with a kink at each change of mode,
 * down to the end of compression and up again until the coefficient's share of the work is left. With a negative coefficient a stage ends on the way down.
 *
 * Source: 004 section 3.2.1, eq. (3.9)-(3.14), figures 3.5, 4.3 to 4.6 and 6.10.
 */

import { contactNames } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { createPlacer, shortened, textWidth } from "../../draw/labels.js";
import { callout, eventDot, type LabelRow, word } from "../../draw/marks.js";
import { energyText, niceTicks, significant, tickText, withUnit } from "../../draw/numbers.js";
import { drawAxis, drawPanel, marginsFor, PANEL_WIDTH, type Panel } from "../../draw/panel.js";
import { simplified, spread } from "../../draw/polyline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { ALL_CONTACTS } from "../impulse-axis.js";
import type { Course, StageSpan } from "./course.js";
import { drawStageLines } from "./curves.js";
import { type StageWork, stageWorks, workAt } from "./stage-work.js";

/** Stages with words; more than these are too narrow for any. */
const MOST_NAMED = 4;

/** Undefined where the law records no normal work or the impact has no stages. */
export function normalWorkFigure(course: Course): Figure | undefined {
  const works = stageWorks(course);
  if (works.length === 0) return undefined;
  const lowest = Math.min(...works.flatMap(({ span, points }) => [span.stage.compressionWork, ...points.map(([, work]) => work)]));
  const highest = Math.max(0, ...works.flatMap(({ points }) => points.map(([, work]) => work)));
  const reach = Math.max(...works.map(({ span }) => span.from + Math.max(span.stage.compressionImpulse, span.stage.finalImpulse)));
  const room = 0.1 * (highest - lowest);
  const { step, values: ticks } = niceTicks(lowest - room, highest, 4);
  const lastImpulse = Math.max(course.last, reach);
  const panel = drawPanel({
    top: 0,
    height: 260,
    margins: {
      left: marginsFor(
        ticks.map((value) => tickText(value, step)),
        [],
      ).left,
      right: 24,
    },
    title: "Normal work",
    unit: "J, each stage from zero",
    last: lastImpulse,
    domain: [lowest - room, highest + 0.6 * room],
    ticks,
    tickFormat: (value) => tickText(value, step),
    grid: true,
    letters: true,
  });
  const at = (impulse: number, work: number): Point => [panel.x(impulse), panel.y(work)];
  const placer = createPlacer(panel.frame);
  for (const { points } of works)
    placer.avoid(
      simplified(
        points.map(([impulse, work]) => at(impulse, work)),
        4,
      ).flatMap(spread),
    );
  const drawn = works.map((work) => drawStage(panel, course, work));
  const named = works.slice(0, MOST_NAMED);
  const words = named.flatMap(({ span: { stage, from } }) => {
    const end = at(from + stage.finalImpulse, stage.finalWork);
    const compressed = at(from + stage.compressionImpulse, stage.compressionWork);
    const together = Math.hypot(end[0] - compressed[0], end[1] - compressed[1]) < 10;
    const compression: LabelRow = { letter: "c", text: `compression ends ${energyText(stage.compressionWork)}` };
    const final: LabelRow = {
      letter: "r",
      text: `${stage.finalImpulse < stage.compressionImpulse ? "stops" : "ends"} ${energyText(stage.finalWork)}`,
    };
    if (together) return [callout(placer, end, [compression, final])];
    const unreached: LabelRow = { letter: "c", text: `compression would end ${energyText(stage.compressionWork)}` };
    return [
      callout(placer, compressed, [stage.finalImpulse < stage.compressionImpulse ? unreached : compression]),
      callout(placer, end, [final]),
    ];
  });
  const title = "Normal work against impulse";
  const caption = workCaption(course);
  const height = panel.frame.y + panel.frame.height + 42;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${title}. ${caption}`, [
    ...panel.elements,
    ...drawStageLines(panel, course),
    ...stageNames(panel, course),
    ...drawn.flat(),
    ...words,
    ...drawAxis(panel, lastImpulse, ALL_CONTACTS),
  ]);
  return { name: "normal-work", title, caption, svg };
}

function drawStage(panel: Panel, course: Course, { span, points }: StageWork): SvgElement[] {
  const { stage, from } = span;
  const pixels = (impulse: number, work: number): Point => [panel.x(impulse), panel.y(work)];
  const compressed = from + stage.compressionImpulse;
  const piece = (part: readonly (readonly [number, number])[], phase: "compression" | "restitution") =>
    part.length < 2
      ? []
      : [
          element("path", {
            class: `work ${phase}`,
            d: linePath(simplified(part.map(([impulse, work]) => pixels(impulse, work)))),
            fill: "none",
            stroke: colour.ink1,
            "stroke-width": phase === "compression" ? 3 : 1.75,
            "stroke-linejoin": "round",
          }),
        ];
  const turn = points.findIndex(([impulse]) => impulse >= compressed);
  const down = turn < 0 ? points : points.slice(0, turn + 1);
  const up = turn < 0 ? [] : points.slice(turn);
  const kinks = stage.phases.slice(1).flatMap(({ from: start }) => {
    const impulse = from + start;
    return [
      element("circle", {
        class: "kink",
        cx: panel.x(impulse),
        cy: panel.y(workAt(points, impulse)),
        r: 2.6,
        fill: colour.paper,
        stroke: colour.ink1,
        "stroke-width": 1.25,
      }),
    ];
  });
  return [
    ...piece(down, "compression"),
    ...piece(up, "restitution"),
    ...(stage.finalImpulse < stage.compressionImpulse ? continuation(pixels, span, points, course.last) : []),
    ...kinks,
    eventDot(pixels(compressed, stage.compressionWork), "c"),
    element("circle", {
      class: "event end",
      "data-event": "r",
      cx: panel.x(span.to),
      cy: panel.y(stage.finalWork),
      r: 4,
      fill: colour.ink1,
      stroke: colour.paper,
      "stroke-width": 1.5,
    }),
  ];
}

/** Slopes within this fraction are those of one parabola. */
const SAME_ARC = 0.02;

/** Where the work would have gone on to the end of compression, dashed: the rest of the parabola, or a straight dotted line where the mode would have changed on the way. */
function continuation(
  pixels: (impulse: number, work: number) => Point,
  { stage, from, to }: StageSpan,
  points: readonly (readonly [number, number])[],
  last: number,
): SvgElement[] {
  const bottom: readonly [number, number] = [from + stage.compressionImpulse, stage.compressionWork];
  const width = bottom[0] - to;
  const depth = stage.finalWork - bottom[1];
  const earlier = points.filter(([impulse]) => impulse < to - 1e-4 * last).at(-1);
  const slope = earlier === undefined ? 0 : (stage.finalWork - earlier[1]) / (to - earlier[0]);
  const curvature = depth / (width * width);
  const expected = earlier === undefined ? 0 : -curvature * (2 * width + (to - earlier[0]));
  const sameArc = Math.abs(slope - expected) <= SAME_ARC * Math.abs(expected);
  const line = Array.from({ length: 25 }, (_, i): Point => {
    const left = (width * (24 - i)) / 24;
    return pixels(bottom[0] - left, bottom[1] + curvature * left * left);
  });
  return [
    element("path", {
      class: "continuation",
      d: linePath(sameArc ? line : [line[0], line[24]]),
      fill: "none",
      stroke: colour.ink2,
      "stroke-width": 1.25,
      "stroke-dasharray": sameArc ? "6 4" : "1.5 3.5",
    }),
  ];
}

/** Which contacts take part in a stage and its coefficient, above the frame. */
function stageNames(panel: Panel, { stages, problem, last }: Course): SvgElement[] {
  if (stages.length > MOST_NAMED) return [];
  return stages.flatMap(({ stage, from }, i) => {
    const end = stages[i + 1]?.from ?? last;
    const room = (i === stages.length - 1 ? panel.frame.x + panel.frame.width : panel.x(end)) - panel.x(from) - 8;
    const who = contactNames(problem, stage.contacts);
    const texts = [
      `stage ${i + 1}: ${shortened(who, 24)}, restitution ${significant(stage.restitution)}`,
      `${i + 1}: ${shortened(who, 24)}, ${significant(stage.restitution)}`,
      `${i + 1}: ${stage.contacts.length} contact${stage.contacts.length === 1 ? "" : "s"}`,
      `${i + 1}`,
    ];
    const text = texts.find((one) => textWidth(one, 11) <= room);
    return text === undefined ? [] : [word([panel.x(from) + (i === 0 ? 0 : 5), panel.frame.y - 9], text, { size: 11, fill: colour.ink2 })];
  });
}

function workCaption({ stages, problem }: Course): string {
  const sentences = stages.slice(0, MOST_NAMED).map(({ stage }, i) => {
    const who = contactNames(problem, stage.contacts);
    const intro = stages.length === 1 ? "" : `Stage ${i + 1}, ${who}: `;
    const turns = stage.phases.length - 1;
    const kinks =
      turns === 0
        ? ""
        : `, with ${turns === 1 ? "a kink where a contact changes" : `${turns} kinks where contacts change`} between slip and stick`;
    const end = `${energyText(stage.finalWork)} after ${withUnit(stage.finalImpulse, "N\u2009s", 4)}`;
    return stage.finalImpulse < stage.compressionImpulse
      ? `${intro}it stops in compression, at ${end}; compression would end at ${energyText(stage.compressionWork)}${kinks}.`
      : `${intro}the work falls to ${energyText(stage.compressionWork)} at ${withUnit(stage.compressionImpulse, "N\u2009s", 4)}, where compression ends, and stands at ${end}, where the contacts let go${kinks}.`;
  });
  const more = stages.length - sentences.length;
  const text = [...sentences, ...(more > 0 ? [`${more} more stages follow.`] : [])].join(" ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
