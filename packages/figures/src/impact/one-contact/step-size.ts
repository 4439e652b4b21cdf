/**
 * The steps of the source's curvature-step method along the converged hodograph: short where the slip turns, long where it runs straight.
 *
 *     step = w a / |slip'| + (1 - w) b / (curvature |slip'|)          w = 1/2,  a = 0.01 m/s,  b = 0.01 rad
 *
 * with slip' = d - friction B z, slip'' = -friction B p (p . slip') / |slip| and curvature |slip' x slip''| / |slip'|^3 (z the slip direction, p across it).
 * On straight parts the second term grows without bound; as in the library's method a step takes at most half of the way to rest.
 * Source: 000 eq. (2.32), (2.33), figure 2.10.
 */

import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { type Box, createPlacer } from "../../draw/labels.js";
import { callout } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import { drawAxis, drawPanel, marginsFor, PANEL_WIDTH } from "../../draw/panel.js";
import { element, linePath, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { IMPULSE_AXIS } from "../impulse-axis.js";
import { type DrawnContact, drawnContact, type Pair, slipRate } from "./contact.js";
import { clip, HODOGRAPH_SIZE, thinned } from "./hodograph.js";
import { drawRings, velocityPlane } from "./plane.js";
import { isRest, type Sample, speedOf, type Track } from "./track.js";

const WEIGHT = 0.5;
/** rad */
const TURN = 0.01;
/** m/s, for a slip of the source's size; other slips take the same share of their own speed. */
const ARC = 0.01;
const ARC_SHARE = 0.02;
const LONGEST_PART = 0.5;
/** The last steps to rest halve the way again and again; the picture stops where they are smaller than a pixel. */
const SMALLEST_SPEED = 2e-3;
const MOST_STEPS = 2000;

interface Step {
  readonly normalImpulse: number;
  readonly slip: Pair;
  readonly step: number;
}

/** Undefined where slip does not move, or does so without friction. */
export function stepSizeFigure(result: ImpactResult, track: Track): Figure | undefined {
  const contact = drawnContact(result.problem);
  const slipping = firstSlip(track);
  const speed = speedOf(track.start);
  if (contact.planar || contact.friction === 0 || isRest(track, speed) || slipping.length < 2) return undefined;
  const arc = ARC < 0.01 * speed || ARC > 0.05 * speed ? ARC_SHARE * speed : ARC;
  const steps = walk(contact, slipping, arc);
  if (steps.length < 2) return undefined;
  const frame: Box = { x: 0, y: 0, width: HODOGRAPH_SIZE.width, height: 400 };
  const plane = velocityPlane(
    frame,
    slipping.map((sample) => sample.slip),
    speed,
  );
  const placer = createPlacer({ x: 6, y: 6, width: frame.width - 12, height: frame.height - 12 });
  const line = slipping.map((sample) => plane.toPixels(sample.slip));
  placer.avoid(thinned(line, 4));
  const rings = drawRings(plane, ["tangent 1", "tangent 2"], placer.cost, placer.occupy);
  const lastImpulse = slipping[slipping.length - 1].normalImpulse;
  const largest = Math.max(...steps.map(({ step }) => step));
  const panel = drawPanel({
    top: frame.height + 12,
    height: 110,
    margins: marginsFor([significant(largest, 2)], []),
    title: "Step",
    unit: "N\u2009s",
    last: lastImpulse,
    domain: [0, 1.08 * largest],
    ticks: [0, largest],
    tickFormat: (value) => significant(value, 2),
    grid: true,
    letters: false,
  });
  const height = panel.frame.y + panel.frame.height + 42;
  const title = "Steps of the curvature-step method";
  const smallest = Math.min(...steps.map(({ step }) => step));
  const caption = `${steps.length} steps, from ${withUnit(smallest, "N\u2009s", 2)} to ${withUnit(largest, "N\u2009s", 2)}; each goes half of ${withUnit(arc, "m/s", 2)} along the path and half of ${withUnit(TURN, "rad", 2)} of its turning. The answers here do not come from this method; it is shown for comparison.`;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${title}. ${caption}`, [
    clip("step-size-frame", frame),
    element("g", { "clip-path": "url(#step-size-frame)" }, ...rings),
    element("path", { class: "path", d: linePath(line), fill: "none", stroke: colour.slip, "stroke-width": 1, "stroke-opacity": 0.5 }),
    ...steps.map(({ slip }) => {
      const [x, y] = plane.toPixels(slip);
      return element("circle", { class: "step", cx: x, cy: y, r: 1.7, fill: colour.slip });
    }),
    callout(placer, plane.toPixels(track.start.slip), [{ text: `start ${withUnit(speed, "m/s")}`, weight: 600 }]),
    ...panel.elements,
    ...steps.map(({ normalImpulse, step }) =>
      element("circle", { cx: panel.x(normalImpulse), cy: panel.y(step), r: 1.7, fill: colour.slip }),
    ),
    ...drawAxis(panel, lastImpulse, IMPULSE_AXIS),
  ]);
  return { name: "step-size", title, caption, svg };
}

/** The samples until slip first stops or the impact ends. */
function firstSlip(track: Track): Sample[] {
  const samples: Sample[] = [];
  for (const stretch of track.stretches) {
    if (stretch.mode === "stick") break;
    samples.push(...(samples.length === 0 ? stretch.samples : stretch.samples.slice(1)));
    if (speedOf(samples[samples.length - 1]) === 0) break;
  }
  return samples;
}

function walk(contact: DrawnContact, samples: readonly Sample[], arc: number): Step[] {
  const steps: Step[] = [];
  const last = samples[samples.length - 1].normalImpulse;
  const tiny = SMALLEST_SPEED * speedOf(samples[0]);
  let normalImpulse = 0;
  let from = 0;
  while (normalImpulse < last && steps.length < MOST_STEPS) {
    while (from + 2 < samples.length && samples[from + 1].normalImpulse <= normalImpulse) from++;
    const slip = interpolate(samples[from], samples[from + 1], normalImpulse);
    if (Math.hypot(slip[0], slip[1]) <= tiny) break;
    const step = curvatureStep(contact, slip, arc);
    if (!(step > 0)) break;
    steps.push({ normalImpulse, slip, step });
    normalImpulse += step;
  }
  return steps;
}

function interpolate(a: Sample, b: Sample, normalImpulse: number): Pair {
  const t = (normalImpulse - a.normalImpulse) / (b.normalImpulse - a.normalImpulse);
  return [a.slip[0] + t * (b.slip[0] - a.slip[0]), a.slip[1] + t * (b.slip[1] - a.slip[1])];
}

/** The step of the header, N s. */
export function curvatureStep(contact: DrawnContact, slip: Pair, arc: number): number {
  const { block, friction } = contact;
  const speed = Math.hypot(slip[0], slip[1]);
  const rate = slipRate(contact, slip);
  const pace = Math.hypot(rate[0], rate[1]);
  if (pace === 0) return Number.POSITIVE_INFINITY;
  const across: Pair = [-slip[1] / speed, slip[0] / speed];
  const turning = (across[0] * rate[0] + across[1] * rate[1]) / speed;
  const second: Pair = [
    -friction * (block[0] * across[0] + block[1] * across[1]) * turning,
    -friction * (block[1] * across[0] + block[2] * across[1]) * turning,
  ];
  const curvature = Math.abs(rate[0] * second[1] - rate[1] * second[0]) / (pace * pace * pace);
  const longest = (LONGEST_PART * speed) / pace;
  return Math.min(longest, (WEIGHT * arc) / pace + ((1 - WEIGHT) * TURN) / (curvature * pace));
}
