/**
 * From where to look at a scene: along an axis if everything lies in a plane across it, else from above and one side.
 */

import { arrowhead, word } from "../../draw/marks.js";
import { niceStep, tickText } from "../../draw/numbers.js";
import { element, linePath, type Point, type SvgElement } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import type { Scene, Vector } from "./scene.js";

/** What a step along x, y and z is on the picture: right, up. */
type Axes = readonly [Point, Point, Point];

/** Views along an axis, in order of preference: z up, then a table seen from above, then from the end. */
const FLAT: readonly { readonly along: number; readonly axes: Axes }[] = [
  {
    along: 1,
    axes: [
      [1, 0],
      [0, 0],
      [0, 1],
    ],
  },
  {
    along: 2,
    axes: [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  },
  {
    along: 0,
    axes: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  },
];

const ABOVE: Axes = FLAT[1].axes;

/** From 28 degrees above, 25 degrees to the left of the y axis: x to the right, y into the picture, z up. */
const OBLIQUE: Axes = obliqueAxes((-65 * Math.PI) / 180, (28 * Math.PI) / 180);

function obliqueAxes(azimuth: number, elevation: number): Axes {
  const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
  const tilt = Math.sin(elevation);
  return [
    [-s, -tilt * c],
    [c, -tilt * s],
    [0, Math.cos(elevation)],
  ];
}

/** How much may be lost of positions or impulses, as a fraction of the largest, by looking along an axis. */
const FLAT_ENOUGH = 0.15;

/** The axes of the view that shows most. */
export function viewAxes({ planar, contacts, bodies }: Scene): Axes {
  if (planar) return ABOVE;
  const points = [...contacts.map(({ point }) => point), ...bodies.map(({ position }) => position)];
  const spread = [0, 1, 2].map((k) => Math.max(...points.map((point) => point[k])) - Math.min(...points.map((point) => point[k])));
  const strongest = Math.max(...contacts.map(({ magnitude }) => magnitude));
  const reach = [0, 1, 2].map((k) =>
    Math.max(...contacts.map(({ normal, impulse }) => Math.max(Math.abs(normal[k]), strongest > 0 ? Math.abs(impulse[k]) / strongest : 0))),
  );
  const widest = Math.max(...spread);
  const lost = FLAT.map(({ along }) => (widest > 0 ? spread[along] / widest : 0) + reach[along]);
  const best = FLAT[lost.indexOf(Math.min(...lost))];
  return Math.min(...lost) <= FLAT_ENOUGH ? best.axes : OBLIQUE;
}

/** A vector on the picture: right, up. */
export function flatten([x, y, z]: Axes, [a, b, c]: Vector): Point {
  return [a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1]];
}

export interface View {
  readonly width: number;
  readonly height: number;
  /** Pixels for 1 m. */
  readonly scale: number;
  readonly axes: Axes;
  readonly toPixels: (point: Vector) => Point;
  /** The direction of a vector on the picture, pixels for its unit, y down. */
  readonly direction: (vector: Vector) => Point;
}

/** What a view must hold: a point, how far around it is taken in metres, and arrows that begin at it, in pixels. */
export interface Held {
  readonly point: Vector;
  readonly radius?: number;
  readonly arrow?: Point;
}

const WIDTH = 600;
const HEIGHTS = { least: 180, most: 500 } as const;
/** A few things need less room. */
const FEW = { things: 6, most: 360 } as const;
/** Room for words around everything, px. */
const MARGIN = 58;
/** Below the drawing: axes and scale, px. */
const FOOT = 44;

/** The largest scale at which everything held lies inside. */
export function fitView(axes: Axes, held: readonly Held[]): View {
  const flat = (point: Vector): Point => flatten(axes, point);
  const points = held.map(({ point, radius = 0, arrow = [0, 0] }) => ({ at: flat(point), radius, arrow: [arrow[0], -arrow[1]] as const }));
  /** From where to where everything reaches at a scale, px, right or up. */
  const reach = (scale: number, k: 0 | 1) => {
    const low = Math.min(...points.map(({ at, radius, arrow }) => scale * at[k] - Math.max(scale * radius, -arrow[k])));
    const high = Math.max(...points.map(({ at, radius, arrow }) => scale * at[k] + Math.max(scale * radius, arrow[k])));
    return { low, high, size: high - low };
  };
  const most = held.length > FEW.things ? HEIGHTS.most : FEW.most;
  const available: Point = [WIDTH - 2 * MARGIN, most - FOOT - 2 * MARGIN];
  const fits = (scale: number) => reach(scale, 0).size <= available[0] && reach(scale, 1).size <= available[1];
  const scale = largestFitting(fits, points);
  const [across, upward] = [reach(scale, 0), reach(scale, 1)];
  const needed = upward.size + 2 * MARGIN + FOOT;
  const height = Math.round(Math.max(HEIGHTS.least, Math.min(most, needed)));
  const left = (WIDTH - across.size) / 2 - across.low;
  const foot = height - FOOT - MARGIN - Math.max(0, (height - needed) / 2) + upward.low;
  const toPixels = (point: Vector): Point => {
    const [x, y] = flat(point);
    return [left + scale * x, foot - scale * y];
  };
  const direction = (vector: Vector): Point => {
    const [x, y] = flat(vector);
    return [x, -y];
  };
  return { width: WIDTH, height, scale, axes, toPixels, direction };
}

/** By bisection: what is held reaches farther at a larger scale. Points in one place fit at any, and get 1. */
function largestFitting(fits: (scale: number) => boolean, points: readonly { readonly at: Point; readonly radius: number }[]): number {
  const sizes = points.flatMap(({ at, radius }) => [Math.abs(at[0] - points[0].at[0]), Math.abs(at[1] - points[0].at[1]), radius]);
  const size = Math.max(...sizes);
  if (!(size > 0)) return 1;
  let [low, high] = [0, (2 * WIDTH) / size];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const AXIS = 22;

/** Directions of the world axes and a bar of known length, at the foot. */
export function drawFoot({ axes, scale, width, height }: View): SvgElement[] {
  const origin: Point = [30, height - 22];
  const drawn = axes.flatMap(([x, y], i) => {
    const length = Math.hypot(x, y);
    if (length < 0.2) return [];
    const tip: Point = [origin[0] + AXIS * x, origin[1] - AXIS * y];
    const unit: Point = [x / length, -y / length];
    return [
      element("path", { d: linePath([origin, tip]), fill: "none", stroke: colour.ink3, "stroke-width": 1 }),
      arrowhead(tip, unit, 5, colour.ink3),
      word([tip[0] + 7 * unit[0], tip[1] + 7 * unit[1] + 3.6], "xyz"[i], { size: 11, fill: colour.ink3, anchor: "middle" }),
    ];
  });
  const length = niceStep(160 / scale, 2);
  const pixels = length * scale;
  const [x, y] = [width - 24 - pixels, height - 18];
  return [
    ...drawn,
    element("path", {
      d: `M${x},${y - 4}v8M${x},${y}h${pixels}M${x + pixels},${y - 4}v8`,
      fill: "none",
      stroke: colour.ink3,
      "stroke-width": 1,
    }),
    word([x + pixels / 2, y - 8], lengthText(length), { size: 11, fill: colour.ink3, anchor: "middle" }),
  ];
}

/** A round length in the unit in which it is a plain number. */
function lengthText(length: number): string {
  const [factor, unit] = length >= 1 ? [1, "m"] : length >= 0.01 ? [100, "cm"] : [1000, "mm"];
  const value = Number((length * factor).toPrecision(3));
  return `${tickText(value, value)}\u2009${unit}`;
}
