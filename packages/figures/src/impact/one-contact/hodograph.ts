/**
 * The hodograph: the path of the slip velocity during the impact, over the flow of the equation that drives it.
 *
 * Weight says phase (compression 4 px, restitution 2 px), hue says mode (orange slips, a blue disc at the origin sticks). Invariant directions are rays
 * from the origin: dashed where they attract, dotted where they repel, with an arrowhead for the way the slip runs on them.
 * A planar contact has only one slip component; its picture is tangent against normal velocity, where compression is the lower half.
 * Source: 000 figures 2.5, 2.8, 2.12.
 */

import type { InvariantDirection } from "carom/impact";
import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { type Box, createPlacer, type Placer, textWidth } from "../../draw/labels.js";
import { arrowhead, callout, eventDot, type LabelRow, word } from "../../draw/marks.js";
import { degrees, withUnit } from "../../draw/numbers.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour, opacity } from "../../draw/theme.js";
import { type DrawnContact, drawnContact, type Pair, slipRate } from "./contact.js";
import { drawFlow } from "./flow.js";
import { distanceToEdge, drawRings, type VelocityPlane, velocityPlane } from "./plane.js";
import { type Sample, type Stretch, samplesOf, speedOf, type Track } from "./track.js";

export const HODOGRAPH_SIZE = { width: 600, height: 560 };

export const STROKE = { compression: 4, restitution: 2 } as const;

export function hodographFigure(result: ImpactResult, track: Track): Figure {
  const contact = drawnContact(result.problem);
  return contact.planar
    ? planarHodograph(contact, track)
    : spatialHodograph(contact, track, track.springs ? [] : (result.analysis?.invariantDirections ?? []));
}

function spatialHodograph(contact: DrawnContact, track: Track, directions: readonly InvariantDirection[]): Figure {
  const frame: Box = { x: 0, y: 0, ...HODOGRAPH_SIZE };
  const samples = samplesOf(track);
  const plane = velocityPlane(
    frame,
    samples.map((sample) => sample.slip),
    Math.abs(contact.normalVelocity),
  );
  const pixels = (sample: Sample) => plane.toPixels(sample.slip);
  const placer = createPlacer({ x: 6, y: 6, width: frame.width - 12, height: frame.height - 12 });
  placer.avoid(thinned(samples.map(pixels), 3));
  reserveDots(track, pixels, placer);
  for (const { direction } of directions) placer.avoid(rayPoints(plane, direction));

  const field = (point: Point): Point => {
    const [x, y] = slipRate(contact, plane.toVelocity(point));
    return [x, -y];
  };
  const rays = directions.map((direction) => drawRay(plane, placer, direction));
  const rings = drawRings(plane, ["tangent 1", "tangent 2"], placer.cost, placer.occupy);
  const title = track.springs ? "Path of the tangential velocity" : "Path of the slip velocity";
  const caption = spatialCaption(contact, track, directions);
  const svg = svgDocument(HODOGRAPH_SIZE, `${title}. ${caption}`, [
    clip("hodograph-frame", frame),
    element("g", { "clip-path": "url(#hodograph-frame)" }, ...(track.springs ? [] : drawFlow(plane, field)), ...rings, ...rays),
    ...drawPath(track, pixels, placer, plane.origin, `start ${withUnit(speedOf(track.start), "m/s")}`),
  ]);
  return { name: "hodograph", title, caption, svg };
}

export function clip(id: string, frame: Box): SvgElement {
  return element("clipPath", { id }, element("rect", { x: frame.x, y: frame.y, width: frame.width, height: frame.height }));
}

/** The stretches in order, each in the weight of its phase and the colour of its mode. */
export function drawStretches(stretches: readonly Stretch[], pixels: (sample: Sample) => Point, weight = 1): SvgElement[] {
  return stretches.map((stretch) =>
    element("path", {
      class: `path ${stretch.phase} ${stretch.mode}`,
      d: linePath(stretch.samples.map(pixels)),
      fill: "none",
      stroke: stretch.mode === "slip" ? colour.slip : colour.stick,
      "stroke-width": weight * STROKE[stretch.phase],
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    }),
  );
}

/** Start, path, events and end, with their words. */
function drawPath(track: Track, pixels: (sample: Sample) => Point, placer: Placer, origin: Point, startText: string): SvgElement[] {
  const start = pixels(track.start);
  const end = pixels(track.end);
  const moving = Math.hypot(start[0] - origin[0], start[1] - origin[1]) > 1;
  const dots: SvgElement[] = [];
  const callouts: SvgElement[] = [];
  for (const group of grouped(track, pixels)) {
    const atEnd = group.letters.includes("r");
    if (atEnd) dots.push(endDisc(end, track.stuckAtEnd, group.letters));
    else dots.push(eventDot(group.at, group.letters));
  }
  if (moving) {
    placer.avoid(between(start, origin, 8));
    callouts.push(callout(placer, start, [{ text: startText, weight: 600 }]));
  }
  for (const group of grouped(track, pixels)) callouts.push(callout(placer, group.at, group.rows));
  return [
    ...(moving ? [element("path", { d: linePath([origin, start]), fill: "none", stroke: colour.ink1, "stroke-width": 1.25 })] : []),
    ...drawStretches(track.stretches, pixels),
    ...(moving
      ? [
          element("circle", {
            class: "start",
            cx: start[0],
            cy: start[1],
            r: 6,
            fill: colour.paper,
            stroke: colour.ink1,
            "stroke-width": 2,
          }),
        ]
      : []),
    ...dots,
    ...callouts,
  ];
}

/** Keeps words off the start and the events. */
function reserveDots(track: Track, pixels: (sample: Sample) => Point, placer: Placer): void {
  for (const sample of [track.start, ...track.marks.map((mark) => mark.sample)]) {
    const [x, y] = pixels(sample);
    placer.occupy({ x: x - 8, y: y - 8, width: 16, height: 16 });
  }
}

export function endDisc([x, y]: Point, stuck: boolean, letters: string): SvgElement {
  const fill = stuck ? colour.stick : colour.slip;
  return element("circle", {
    class: "event end",
    "data-event": letters,
    cx: x,
    cy: y,
    r: 5.5,
    fill,
    stroke: colour.paper,
    "stroke-width": 1.5,
  });
}

interface MarkGroup {
  readonly at: Point;
  readonly letters: string;
  readonly rows: readonly LabelRow[];
}

/** Marks that fall on the same pixel share one callout. */
export function grouped(track: Track, pixels: (sample: Sample) => Point): MarkGroup[] {
  const groups: { at: Point; letters: string; rows: LabelRow[] }[] = [];
  for (const mark of track.marks) {
    const at = pixels(mark.sample);
    const isEnd = mark.letter === "r";
    const row: LabelRow = isEnd ? { letter: "r", ...endWords(track) } : { letter: mark.letter, text: mark.word };
    const known = groups.find((group) => Math.hypot(group.at[0] - at[0], group.at[1] - at[1]) < 3);
    if (known === undefined) groups.push({ at, letters: mark.letter, rows: [row] });
    else {
      known.letters += mark.letter;
      known.rows.push(row);
    }
  }
  return groups;
}

function endWords(track: Track): Pick<LabelRow, "text" | "fill" | "weight"> {
  if (track.stuckAtEnd) return { text: "ends stuck", fill: colour.stickText, weight: 600 };
  return { text: "ends sliding", fill: colour.slipText, weight: 600 };
}

const RAY_WORDS = { centripetal: "straight in", centrifugal: "straight out" } as const;
const RAY_DASH = { attracting: "7 5", repelling: "1.5 4.5", neutral: "7 4 1.5 4" } as const;
const STABILITY_WORDS = { attracting: "attracts", repelling: "repels", neutral: "attracts one side" } as const;

export function rayWords({ kind, stability }: InvariantDirection): string {
  return kind === "centrifugal" ? RAY_WORDS.centrifugal : `${RAY_WORDS.centripetal}, ${STABILITY_WORDS[stability]}`;
}

export function rayPoints(plane: VelocityPlane, [x, y]: Pair): Point[] {
  const length = distanceToEdge(plane.frame, plane.origin, [x, -y]);
  return between(plane.origin, [plane.origin[0] + x * length, plane.origin[1] - y * length], 10);
}

/** An invariant direction as a ray with its words along it, on the side where they cover less. */
export function drawRay(plane: VelocityPlane, placer: Placer, ray: InvariantDirection): SvgElement {
  const [dx, dy]: Point = [ray.direction[0], -ray.direction[1]];
  const { frame, origin } = plane;
  const length = distanceToEdge(frame, origin, [dx, dy]);
  const at = (distance: number): Point => [origin[0] + dx * distance, origin[1] + dy * distance];
  const inward = ray.kind === "centripetal";
  const text = rayWords(ray);
  const width = textWidth(text, 12);
  const line = [
    element("path", {
      d: linePath([origin, at(length)]),
      fill: "none",
      stroke: colour.ink2,
      "stroke-width": 1.5,
      "stroke-dasharray": RAY_DASH[ray.stability],
    }),
    arrowhead(at(length * 0.58), inward ? [-dx, -dy] : [dx, dy], 10, colour.ink2),
  ];
  const kind = { class: `ray ${ray.kind} ${ray.stability}` };
  if (length < width + 60) return element("g", kind, ...line);
  const sides = [-1, 1].map((side) => {
    // Words read from left to right, above (-1) or below (1) the ray.
    const reading: Point = dx >= 0 ? [dx, dy] : [-dx, -dy];
    const lift = side < 0 ? 6 : 16;
    const centre = at(length - width / 2 - 18);
    const foot: Point = [centre[0] - side * reading[1] * lift, centre[1] + side * reading[0] * lift];
    const along = Array.from({ length: 7 }, (_, i) => ((i - 3) / 6) * width);
    const boxes = along.map((s): Box => ({ x: foot[0] + reading[0] * s - 8, y: foot[1] + reading[1] * s - 11, width: 16, height: 14 }));
    return {
      foot,
      boxes,
      turn: (180 / Math.PI) * Math.atan2(reading[1], reading[0]),
      cost: boxes.reduce((sum, box) => sum + placer.cost(box), 0),
    };
  });
  const best = sides[1].cost < sides[0].cost ? sides[1] : sides[0];
  for (const box of best.boxes) placer.occupy(box);
  return element("g", kind, ...line, word(best.foot, text, { anchor: "middle", turn: best.turn, halo: true }));
}

const WEIGHTS = "Thick in compression, thin in restitution";
const FLOW = "thin grey lines are where other starts would go";

function spatialCaption(contact: DrawnContact, track: Track, directions: readonly InvariantDirection[]): string {
  const sentences = [pathSentence(track)];
  if (track.springs) return `${sentences[0]} ${WEIGHTS}.`;
  if (directions.length > 0) {
    const list = directions.map((ray) => `${degrees(ray.angle)} (${rayWords(ray)})`);
    sentences.push(`Slip runs straight at ${joined(list)} from tangent 1.`);
  } else if (contact.friction > 0) sentences.push("Slip runs straight in every direction.");
  sentences.push(`${WEIGHTS}; ${FLOW}.`);
  return sentences.join(" ");
}

function pathSentence(track: Track): string {
  const { start, end, marks } = track;
  const stop = marks.find((mark) => mark.letter === "s" || (mark.letter === "t" && mark.word === "slip turns"));
  const moving = track.springs ? "The tangential velocity" : "Slip";
  const begins = speedOf(start) === 0 ? "The contact begins at rest" : `${moving} begins at ${withUnit(speedOf(start), "m/s")}`;
  const middle =
    stop === undefined
      ? ""
      : `, ${track.springs ? "the contact sticks" : stop.letter === "s" ? "stops" : "stops and turns"} at a normal impulse of ${withUnit(stop.sample.normalImpulse, "N s", 4)}`;
  const ends = track.stuckAtEnd && !track.springs ? "is stuck at the end" : `ends at ${withUnit(speedOf(end), "m/s")}`;
  return `${begins}${middle} and ${track.springs ? "it " : ""}${ends}.`;
}

export function joined(list: readonly string[]): string {
  return list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list[list.length - 1]}`;
}

/** Tangent velocity to the right, normal velocity up: the lower half is compression, the vertical axis is sticking. */
function planarHodograph(contact: DrawnContact, track: Track): Figure {
  const frame: Box = { x: 0, y: 0, ...HODOGRAPH_SIZE };
  const samples = samplesOf(track);
  const velocity = (sample: Sample): Pair => [sample.slip[0], sample.normalVelocity];
  const plane = velocityPlane(frame, samples.map(velocity), Math.abs(contact.normalVelocity));
  const pixels = (sample: Sample) => plane.toPixels(velocity(sample));
  const placer = createPlacer({ x: 6, y: 6, width: frame.width - 12, height: frame.height - 12 });
  placer.avoid(thinned(samples.map(pixels), 3));
  reserveDots(track, pixels, placer);

  const { block, coupling, friction, normal } = contact;
  const field = (point: Point): Point => {
    const side = Math.sign(plane.toVelocity(point)[0]);
    return [coupling[0] - friction * block[0] * side, -(normal - friction * coupling[0] * side)];
  };
  const { origin } = plane;
  const below = Math.max(0, frame.y + frame.height - origin[1]);
  const compressionWord: Box = { x: 12, y: frame.height - 26, width: textWidth("compression", 12), height: 16 };
  const restitutionWord: Box = { x: 12, y: 12, width: textWidth("restitution", 12), height: 16 };
  placer.occupy(compressionWord);
  placer.occupy(restitutionWord);
  const rings = drawRings(plane, ["tangent", "normal"], placer.cost, placer.occupy);
  const title = "Path of the contact velocity";
  const caption = `${pathSentence(track)} The normal velocity goes from ${withUnit(track.start.normalVelocity, "m/s")} to ${withUnit(track.end.normalVelocity, "m/s")}. ${track.springs ? WEIGHTS : `${WEIGHTS}; ${FLOW}`}.`;
  const svg = svgDocument(HODOGRAPH_SIZE, `${title}. ${caption}`, [
    clip("hodograph-frame", frame),
    element("rect", {
      x: frame.x,
      y: origin[1],
      width: frame.width,
      height: below,
      fill: colour.compression,
      "fill-opacity": opacity.compression,
    }),
    element("g", { "clip-path": "url(#hodograph-frame)" }, ...(track.springs ? [] : drawFlow(plane, field)), ...rings),
    element("path", { d: `M${frame.x},${origin[1]}h${frame.width}`, fill: "none", stroke: colour.line2, "stroke-width": 1 }),
    word([compressionWord.x, compressionWord.y + 12], "compression", { fill: colour.ink3 }),
    word([restitutionWord.x, restitutionWord.y + 12], "restitution", { fill: colour.ink3 }),
    ...drawPath(track, pixels, placer, origin, `start, slip ${withUnit(track.start.slip[0], "m/s")}`),
  ]);
  return { name: "hodograph", title, caption, svg };
}

/** Points at least `spacing` pixels apart, including those a long segment jumps over. */
export function thinned(points: readonly Point[], spacing: number): Point[] {
  const kept: Point[] = [];
  points.forEach((point, i) => {
    const last = kept[kept.length - 1];
    if (last === undefined) kept.push(point);
    else if (Math.hypot(point[0] - last[0], point[1] - last[1]) >= spacing || i === points.length - 1)
      kept.push(...between(last, point, spacing).slice(1));
  });
  return kept;
}

export function between(from: Point, to: Point, spacing: number): Point[] {
  const count = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / spacing));
  return Array.from(
    { length: count + 1 },
    (_, i): Point => [from[0] + ((to[0] - from[0]) * i) / count, from[1] + ((to[1] - from[1]) * i) / count],
  );
}
