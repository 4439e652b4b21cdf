/**
 * One impulse path, several ends: the laws of a comparison in the space of impulses.
 *
 * Laws that follow the same slip differ only in where they stop, so their marks sit on one path. A law whose end lies off that path gets a
 * path of its own, dashed, in ink.
 */
import type { ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { Figure } from "../../draw/figure.js";
import { callout, lawMark, lawTitle } from "../../draw/marks.js";
import { withUnit } from "../../draw/numbers.js";
import { element, linePath, type Point, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { drawnContact } from "../one-contact/contact.js";
import { drawStretches, thinned } from "../one-contact/hodograph.js";
import { impulseOf } from "../one-contact/impulse-curve.js";
import { IMPULSE_SIZE } from "../one-contact/impulse-scenery.js";
import { impulseSpace } from "../one-contact/impulse-space.js";
import { type Sample, samplesOf, type Track, trackOf } from "../one-contact/track.js";
import { withHistory } from "../with-history.js";

export interface LawTrack {
  readonly law: string;
  readonly track: Track;
}

/** Pixels off the drawn path beyond which an end counts as not on it. */
const OFF_PATH = 2;

/** The laws whose path can be drawn: none for several contacts or bodies that do not approach. */
export function lawTracks(problem: ContactProblem, outcomes: readonly ImpactOutcome[]): LawTrack[] {
  return outcomes.flatMap((outcome): LawTrack[] => {
    const track = trackOf(problem, withHistory(problem, outcome));
    return track === undefined ? [] : [{ law: outcome.law, track }];
  });
}

export function pathsFigure(problem: ContactProblem, tracks: readonly LawTrack[]): Figure {
  const contact = drawnContact(problem);
  const { project, placer, scenery } = impulseSpace(
    contact,
    tracks.map(({ track }) => samplesOf(track).map(impulseOf)),
  );
  const pixels = (sample: Sample) => project(impulseOf(sample));
  const longest = tracks.reduce((a, b) => (b.track.end.normalImpulse > a.track.end.normalImpulse ? b : a));
  const path = thinned(samplesOf(longest.track).map(pixels), 1);
  const offPath = tracks.filter(({ track }) => distanceTo(path, pixels(track.end)) > OFF_PATH);
  for (const { track } of tracks) {
    const [x, y] = pixels(track.end);
    placer.occupy({ x: x - 7, y: y - 7, width: 14, height: 14 });
  }
  const origin = project([0, 0, 0]);
  const title = offPath.length === 0 ? "One impulse path, one end for each law" : "Impulse paths of the laws";
  const caption = tracks
    .map(
      ({ law, track }) =>
        `${lawTitle(law)} ends at a ` +
        `normal impulse of ${withUnit(track.end.normalImpulse, "N\u2009s", 4)} and leaves at ${withUnit(track.end.normalVelocity, "m/s")}.`,
    )
    .join(" ");
  const svg = svgDocument(IMPULSE_SIZE, `${title}. ${caption}`, [
    ...scenery,
    ...drawStretches(longest.track.stretches, pixels),
    ...offPath.map(({ track }) =>
      element("path", {
        class: "path",
        d: linePath(samplesOf(track).map(pixels)),
        fill: "none",
        stroke: colour.ink1,
        "stroke-width": 1.5,
        "stroke-dasharray": "6 4",
      }),
    ),
    element("circle", { cx: origin[0], cy: origin[1], r: 3.4, fill: colour.ink1 }),
    ...tracks.map(({ law, track }) => lawMark(law, pixels(track.end))),
    ...tracks.map(({ law, track }) =>
      callout(placer, pixels(track.end), [
        { text: `${lawTitle(law)} ${withUnit(track.end.normalImpulse, "N\u2009s", 4)}`, law, weight: law === "frictional" ? 600 : 400 },
      ]),
    ),
  ]);
  return { name: "impulse-paths", title, caption, svg };
}

function distanceTo(path: readonly Point[], [x, y]: Point): number {
  return Math.min(...path.map((point) => Math.hypot(point[0] - x, point[1] - y)));
}
