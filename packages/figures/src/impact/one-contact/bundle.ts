/**
 * Many starts, one equation: hodographs of the same contact from points on a circle of slip velocities.
 * Source: 000 figures 2.7 and 2.9.
 */
import { analyseSlip, solveFrictional } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { Figure } from "../../draw/figure.js";
import { type Box, createPlacer } from "../../draw/labels.js";
import { degrees, withUnit } from "../../draw/numbers.js";
import { element, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import type { Pair } from "./contact.js";
import { clip, drawRay, drawStretches, endDisc, HODOGRAPH_SIZE, rayPoints, thinned } from "./hodograph.js";
import { drawRings, velocityPlane } from "./plane.js";
import { type Sample, samplesOf, speedOf, type Track, trackOf } from "./track.js";

export interface BundleOptions {
  /** Number of starts, evenly spaced from tangent 1. Default: 15. */
  readonly starts?: number;
  /** Slip speed of every start, m/s. Default: 1. */
  readonly speed?: number;
  /** Normal velocity of every start, m/s, negative. Default: the problem's own. */
  readonly normalVelocity?: number;
}

/** Solves a spatial single-contact problem from each start. */
export function bundleFigure(problem: ContactProblem, options: BundleOptions = {}): Figure {
  const { starts = 15, speed = 1, normalVelocity = problem.velocity[2] } = options;
  const tracks = Array.from({ length: starts }, (_, i) => {
    const angle = (2 * Math.PI * i) / starts;
    return trackFrom(problem, [speed * Math.cos(angle), speed * Math.sin(angle)], normalVelocity);
  }).filter((track) => track !== undefined);
  const frame: Box = { x: 0, y: 0, ...HODOGRAPH_SIZE };
  const around: Pair[] = [
    [speed, speed],
    [-speed, -speed],
  ];
  const plane = velocityPlane(frame, [...around, ...tracks.flatMap((track) => samplesOf(track).map((sample) => sample.slip))], speed);
  const pixels = (sample: Sample) => plane.toPixels(sample.slip);
  const placer = createPlacer(frame);
  for (const track of tracks) placer.avoid(thinned(samplesOf(track).map(pixels), 6));
  const directions = analyseSlip(problem).invariantDirections;
  for (const { direction } of directions) placer.avoid(rayPoints(plane, direction));
  const rays = directions.map((direction) => drawRay(plane, placer, direction));
  const rings = drawRings(plane, ["tangent 1", "tangent 2"], placer.cost, placer.occupy);

  const title = "The same contact from other starts";
  const caption = bundleCaption(tracks, starts, speed, normalVelocity);
  const svg = svgDocument(HODOGRAPH_SIZE, `${title}. ${caption}`, [
    clip("bundle-frame", frame),
    element("g", { "clip-path": "url(#bundle-frame)" }, ...rings, ...rays),
    ...tracks.flatMap((track) => drawStretches(track.stretches, pixels, 0.6)),
    ...tracks.map((track) => {
      const [x, y] = pixels(track.start);
      return element("circle", { class: "start", cx: x, cy: y, r: 3.5, fill: colour.paper, stroke: colour.ink1, "stroke-width": 1.5 });
    }),
    ...tracks.filter((track) => !track.stuckAtEnd).map((track) => endDisc(pixels(track.end), false, "r")),
    ...tracks
      .filter((track) => track.stuckAtEnd)
      .slice(0, 1)
      .map((track) => endDisc(pixels(track.end), true, "r")),
  ]);
  return { name: "bundle", title, caption, svg };
}

function trackFrom(problem: ContactProblem, slip: Pair, normalVelocity: number): Track | undefined {
  const { dimension, contacts, mobility } = problem;
  const start: ContactProblem = { dimension, contacts, mobility, velocity: [...slip, normalVelocity] };
  return trackOf(start, solveFrictional(start, { history: true }));
}

function bundleCaption(tracks: readonly Track[], starts: number, speed: number, normalVelocity: number): string {
  const stuck = tracks.filter((track) => track.stuckAtEnd).length;
  const turned = tracks.filter((track) => track.marks.some((mark) => mark.letter === "t")).length;
  const sliding = tracks.length - stuck - turned;
  const parts = [
    ...(stuck > 0 ? [stuck === 1 ? "1 ends stuck" : `${stuck} end stuck`] : []),
    ...(sliding > 0 ? [sliding === 1 ? "1 slides to the end" : `${sliding} slide to the end`] : []),
    ...(turned > 0 ? [turned === 1 ? "1 stops and slips again" : `${turned} stop and slip again`] : []),
  ];
  const slowest = tracks.length === 0 ? 0 : Math.min(...tracks.map((track) => speedOf(track.end)));
  const left = stuck === 0 && tracks.length > 0 ? ` The slowest end is ${withUnit(slowest, "m/s")}.` : "";
  return (
    `${starts} starts at a slip of ${withUnit(speed, "m/s")}, ${degrees((2 * Math.PI) / starts)} apart, ` +
    `approaching at ${withUnit(-normalVelocity, "m/s")}: ${parts.join(", ")}.${left}`
  );
}

/** Whether a bundle can be drawn at all: one spatial contact that approaches. */
export function canBundle(problem: ContactProblem): boolean {
  return problem.contacts.length === 1 && problem.dimension === 3 && problem.velocity[2] < 0;
}
