/**
 * Normal velocity against normal impulse, with the place where each law ends. Laws that follow the same slip share the curve.
 */

import type { Figure } from "../../draw/figure.js";
import { lawMark, lawTitle } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import { drawAxis, drawEndLabels, drawPanel, marginsFor, PANEL_WIDTH, panelLine } from "../../draw/panel.js";
import { svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { drawEventLetters, drawEventLines, IMPULSE_AXIS } from "../impulse-axis.js";
import { type Sample, samplesOf } from "../one-contact/track.js";
import type { LawTrack } from "./paths.js";

export function velocitiesFigure(tracks: readonly LawTrack[]): Figure {
  const longest = tracks.reduce((a, b) => (b.track.end.normalImpulse > a.track.end.normalImpulse ? b : a));
  const samples = tracks.flatMap(({ track }) => samplesOf(track));
  const slowest = Math.min(...samples.map((sample) => sample.normalVelocity));
  const fastest = Math.max(0, ...samples.map((sample) => sample.normalVelocity));
  const room = 0.08 * (fastest - slowest);
  const { start, end } = longest.track;
  const curve = (list: readonly Sample[], strokeDasharray?: string) =>
    panelLine(
      list.map(({ normalImpulse, normalVelocity }) => [normalImpulse, normalVelocity]),
      colour.ink1,
      2,
      strokeDasharray,
    );
  const apart = tracks.filter((other) => other !== longest && !liesOn(samplesOf(longest.track), other.track.end, fastest - slowest));
  const panel = drawPanel({
    top: 0,
    height: 190,
    margins: marginsFor([significant(start.normalVelocity)], tracks.map(endText)),
    title: "Normal velocity",
    unit: "m/s",
    last: end.normalImpulse,
    domain: [slowest - room, fastest + room],
    ticks: [start.normalVelocity, 0],
    tickFormat: (value) => significant(value),
    curves: [curve(samplesOf(longest.track)), ...apart.map(({ track }) => curve(samplesOf(track), "6 4"))],
    grid: true,
    letters: true,
  });
  const marks = longest.track.marks.filter((mark) => mark.letter !== "r");
  const title = "Where each law ends";
  const caption = `The bodies approach at ${withUnit(-start.normalVelocity, "m/s")}. They leave at ${tracks.map(({ law, track }) => `${withUnit(track.end.normalVelocity, "m/s")} (${lawTitle(law)})`).join(", ")}.`;
  const svg = svgDocument({ width: PANEL_WIDTH, height: panel.frame.y + panel.frame.height + 42 }, `${title}. ${caption}`, [
    ...panel.elements,
    ...drawEventLines(panel, marks),
    ...drawEventLetters(panel, marks, panel.frame.y - 13),
    ...tracks.map(({ law, track }) => lawMark(law, [panel.x(track.end.normalImpulse), panel.y(track.end.normalVelocity)])),
    ...drawEndLabels(
      panel,
      tracks.map(({ law, track }) => ({
        y: panel.y(track.end.normalVelocity),
        text: endText({ law, track }),
        fill: colour.ink1,
      })),
    ),
    ...drawAxis(panel, end.normalImpulse, IMPULSE_AXIS),
  ]);
  return { name: "law-velocities", title, caption, svg };
}

function endText({ law, track }: LawTrack): string {
  return `${lawTitle(law)} ${significant(track.end.normalVelocity)}`;
}

/** Whether a sample lies on the curve through others, to a fraction of the range of velocities. */
function liesOn(curve: readonly Sample[], { normalImpulse, normalVelocity }: Sample, range: number): boolean {
  const next = curve.findIndex((sample) => sample.normalImpulse >= normalImpulse);
  if (next < 0) return false;
  const b = curve[next];
  const a = curve[Math.max(0, next - 1)];
  const width = b.normalImpulse - a.normalImpulse;
  const t = width > 0 ? (normalImpulse - a.normalImpulse) / width : 0;
  return Math.abs(a.normalVelocity + t * (b.normalVelocity - a.normalVelocity) - normalVelocity) < 0.01 * range;
}
