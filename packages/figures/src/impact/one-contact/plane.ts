/**
 * A plane of velocities with equal scales and the origin always in sight: rings of speed instead of a box.
 */
import type { Box } from "../../draw/labels.js";
import { overlap, textWidth } from "../../draw/labels.js";
import { word } from "../../draw/marks.js";
import { niceStep, tickText } from "../../draw/numbers.js";
import { element, type Point, type SvgElement } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import type { Pair } from "./contact.js";

export interface VelocityPlane {
  readonly frame: Box;
  /** Pixels for 1 m/s. */
  readonly scale: number;
  readonly origin: Point;
  readonly toPixels: (velocity: Pair) => Point;
  readonly toVelocity: (pixels: Point) => Pair;
}

/** How far the path may reach into the frame: the rest is room for words. */
const FILLED = 0.7;

/** The largest equal scale at which all velocities and a good piece around the origin lie well inside the frame. */
export function velocityPlane(frame: Box, velocities: readonly Pair[], fallback: number): VelocityPlane {
  const largest = Math.max(...velocities.map(([x, y]) => Math.hypot(x, y)));
  const size = largest > 1e-12 * fallback ? largest : fallback;
  const around = 0.42 * size;
  const xs = [-around, around, ...velocities.map(([x]) => x)];
  const ys = [-around, around, ...velocities.map(([, y]) => y)];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = FILLED * Math.min(frame.width / (right - left), frame.height / (top - bottom));
  const originX = frame.x + frame.width / 2 - (scale * (left + right)) / 2;
  const originY = frame.y + frame.height / 2 + (scale * (bottom + top)) / 2;
  return {
    frame,
    scale,
    origin: [originX, originY],
    toPixels: ([x, y]) => [originX + scale * x, originY - scale * y],
    toVelocity: ([x, y]) => [(x - originX) / scale, (originY - y) / scale],
  };
}

export function contains(box: Box, [x, y]: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/** Distance from a point inside the frame to its edge along a unit direction in pixels. */
export function distanceToEdge(frame: Box, [x, y]: Point, [dx, dy]: Point): number {
  const along = (from: number, rate: number, low: number, high: number) => {
    if (Math.abs(rate) < 1e-12) return Number.POSITIVE_INFINITY;
    return ((rate > 0 ? high : low) - from) / rate;
  };
  return Math.max(0, Math.min(along(x, dx, frame.x, frame.x + frame.width), along(y, dy, frame.y, frame.y + frame.height)));
}

/** Where ring labels may stand: beside one of the half axes, or else on the rings in some other direction. */
const HALF_AXES: readonly Point[] = [
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
];
const OTHER_DIRECTIONS: readonly Point[] = Array.from(
  { length: 24 },
  (_, i): Point => [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)],
);
/** How much worse than a half axis another direction is. */
const OFF_AXIS = 220;

/** Rings, axes through the origin and their names. `busy` tells how much would be covered by a label; `names` are those of the two axes. */
export function drawRings(
  plane: VelocityPlane,
  names: readonly [string, string],
  busy: (box: Box) => number,
  occupy: (box: Box) => void,
): SvgElement[] {
  const { frame, origin, scale } = plane;
  const drawn: SvgElement[] = [];
  const corner = Math.max(
    ...[0, 1].flatMap((i) => [0, 1].map((j) => Math.hypot(frame.x + i * frame.width - origin[0], frame.y + j * frame.height - origin[1]))),
  );
  const step = niceStep(Math.min(frame.width, frame.height) / scale, 9);
  const rings: number[] = [];
  for (let i = 1; i * step * scale < corner; i++) rings.push(i * step);
  for (const radius of rings)
    drawn.push(
      element("circle", {
        class: "ring",
        "data-speed": tickText(radius, step),
        cx: origin[0],
        cy: origin[1],
        r: radius * scale,
        fill: "none",
        stroke: colour.line,
        "stroke-width": 1,
      }),
    );
  const { x, y, width, height } = frame;
  drawn.push(
    element("path", { d: `M${x},${origin[1]}h${width}M${origin[0]},${y}v${height}`, fill: "none", stroke: colour.line, "stroke-width": 1 }),
  );

  const nameWidths = names.map((name) => textWidth(name, 11));
  const nameAxis = (name: string, sides: readonly Box[]) => {
    const box = sides.reduce((a, b) => (busy(b) < busy(a) - 1e-9 ? b : a));
    drawn.push(word([box.x, box.y + 11], name, { size: 11, fill: colour.ink3, halo: true }));
    occupy(box);
  };
  const right = x + width - nameWidths[0] - 4;
  nameAxis(
    names[0],
    [origin[1] - 18, origin[1] + 3].map((top) => ({ x: right, y: top, width: nameWidths[0], height: 14 })),
  );
  nameAxis(
    names[1],
    [origin[0] + 6, origin[0] - 6 - nameWidths[1]].map((left) => ({ x: left, y: y + 2, width: nameWidths[1], height: 14 })),
  );

  // Speeds are written in the direction where they cover least.
  const written = (direction: Point, boxOf: (origin: Point, direction: Point, radius: number, width: number) => Box, penalty: number) => {
    const labels: { text: string; box: Box }[] = [];
    rings.slice(0, 5).forEach((radius, i) => {
      const text = tickText(radius, step) + (i === 0 ? "\u2009m/s" : "");
      const box = boxOf(origin, direction, radius * scale, textWidth(text, 11));
      const inside = contains(frame, [box.x, box.y]) && contains(frame, [box.x + box.width, box.y + box.height]);
      if (inside && labels.every((label) => overlap(label.box, box) === 0)) labels.push({ text, box });
    });
    return {
      labels,
      cost: penalty + labels.reduce((sum, label) => sum + Math.min(300, busy(label.box)), 0) - 90 * Math.min(3, labels.length),
    };
  };
  const choices = [
    ...HALF_AXES.map((axis) => written(axis, besideAxis, 0)),
    ...OTHER_DIRECTIONS.map((direction) => written(direction, onRing, OFF_AXIS)),
  ];
  const best = choices.reduce((a, b) => (b.cost < a.cost ? b : a));
  for (const { text, box } of best.labels) {
    drawn.push(word([box.x + box.width, box.y + 11], text, { size: 11, fill: colour.ink3, anchor: "end", halo: true }));
    occupy(box);
  }
  return drawn;
}

function besideAxis(origin: Point, [dx, dy]: Point, radius: number, width: number): Box {
  const x = origin[0] + dx * radius;
  const y = origin[1] + dy * radius;
  return dx === 0 ? { x: x - width - 5, y: y - 7, width, height: 14 } : { x: x - width / 2, y: y + 4, width, height: 14 };
}

function onRing(origin: Point, [dx, dy]: Point, radius: number, width: number): Box {
  return { x: origin[0] + dx * radius - width / 2, y: origin[1] + dy * radius - 7, width, height: 14 };
}
