/**
 * The impulse curve: how the impulse on the first body grows, in the space of impulses (impulse-space.ts).
 */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { callout, eventDot } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { drawnContact } from "./contact.js";
import { drawStretches, endDisc, grouped } from "./hodograph.js";
import { IMPULSE_SIZE, type Impulse } from "./impulse-scenery.js";
import { impulseSpace } from "./impulse-space.js";
import { type Sample, samplesOf, type Track } from "./track.js";

export function impulseOf(sample: Sample): Impulse {
  return [sample.tangentialImpulse[0], sample.tangentialImpulse[1], sample.normalImpulse];
}

export function impulseCurveFigure(result: ImpactResult, track: Track): Figure {
  const contact = drawnContact(result.problem);
  const samples = samplesOf(track);
  const { project, placer, scenery } = impulseSpace(contact, [samples.map(impulseOf)], !track.springs);
  const pixels = (sample: Sample) => project(impulseOf(sample));
  const shadow = (sample: Sample) => project([sample.tangentialImpulse[0], sample.tangentialImpulse[1], 0]);

  const below: SvgElement[] = [];
  if (!contact.planar) {
    below.push(
      element("path", {
        class: "shadow",
        d: linePath(samples.map(shadow)),
        fill: "none",
        stroke: colour.ink3,
        "stroke-width": 1.5,
        "stroke-opacity": 0.55,
      }),
    );
    for (const { sample } of track.marks)
      below.push(
        element("path", {
          d: linePath([pixels(sample), shadow(sample)]),
          fill: "none",
          stroke: colour.ink3,
          "stroke-width": 0.75,
          "stroke-dasharray": "1.5 3",
        }),
      );
  }
  const groups = grouped(track, pixels);
  const dots = groups.map(({ at, letters }) => (letters.includes("r") ? endDisc(at, track.stuckAtEnd, letters) : eventDot(at, letters)));
  const origin: Point = project([0, 0, 0]);
  for (const { at } of groups) placer.occupy({ x: at[0] - 6, y: at[1] - 6, width: 12, height: 12 });
  const callouts = groups.map(({ at, rows }) => callout(placer, at, rows));

  const title = "The impulse as it grows";
  const caption = impulseCaption(result, track);
  const svg = svgDocument(IMPULSE_SIZE, `${title}. ${caption}`, [
    ...scenery,
    ...below,
    ...drawStretches(track.stretches, pixels),
    element("circle", { cx: origin[0], cy: origin[1], r: 3.4, fill: colour.ink1 }),
    ...dots,
    ...callouts,
  ]);
  return { name: "impulse-curve", title, caption, svg };
}

function impulseCaption({ problem, outcome }: ImpactResult, track: Track): string {
  const end = track.end;
  const tangential = Math.hypot(end.tangentialImpulse[0], end.tangentialImpulse[1]);
  const parts = outcome.impulse.map((value) => significant(value, 4)).join(", ");
  const order = problem.dimension === 3 ? "tangent 1, tangent 2, normal" : "tangent, normal";
  return `The impulse ends at (${parts}) N\u2009s (${order}); its friction part is ${withUnit(tangential / end.normalImpulse, "of the normal part")}, the limit is ${significant(problem.contacts[0].friction)}.`;
}
