/**
 * Where words go. There is no layout engine outside a browser, so widths are estimated from the shapes of letters (a little too wide rather
 * than too narrow), and each label takes the free place nearest to what it names.
 */
import type { Point } from "./svg.js";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Estimated width of a line of text, px. */
export function textWidth(text: string, size: number, weight = 400): number {
  let ems = 0;
  for (const letter of text) ems += letterWidth(letter);
  return ems * size * (weight >= 600 ? 1.09 : 1.03);
}

function letterWidth(letter: string): number {
  if (/[\u2009\u202F]/.test(letter)) return 0.2;
  if (/[ ,.:;'!|ijl()[\]]/.test(letter)) return 0.32;
  if (/[ftr]/.test(letter)) return 0.4;
  if (/[mwMW%×]/.test(letter)) return 0.92;
  if (/[0-9\u2212+=<>A-Z]/.test(letter)) return 0.66;
  return 0.59;
}

export interface Placement {
  readonly box: Box;
  /** Whether the label lies to the left of its anchor. */
  readonly left: boolean;
}

export interface Placer {
  /** Points that labels should not cover. */
  readonly avoid: (points: readonly Point[]) => void;
  /** A box that labels should not cover. */
  readonly occupy: (box: Box) => void;
  /** Finds room for a label of this size near the anchor and takes it. */
  readonly place: (anchor: Point, width: number, height: number) => Placement;
  /** How much of what should not be covered lies in the box. */
  readonly cost: (box: Box) => number;
}

const DISTANCES = [16, 26, 38, 54, 74, 100, 130];
const DIRECTIONS = 16;
const MARGIN = 3;

/** Keeps labels inside the frame and off each other. */
export function createPlacer(frame: Box): Placer {
  const points: Point[] = [];
  const boxes: Box[] = [];

  const cost = (box: Box) => {
    let sum = 0;
    const outside =
      Math.max(0, frame.x - box.x) +
      Math.max(0, frame.y - box.y) +
      Math.max(0, box.x + box.width - frame.x - frame.width) +
      Math.max(0, box.y + box.height - frame.y - frame.height);
    sum += 400 * outside;
    for (const other of boxes) sum += 40 * overlap(box, other);
    for (const [x, y] of points) {
      if (x > box.x - MARGIN && x < box.x + box.width + MARGIN && y > box.y - MARGIN && y < box.y + box.height + MARGIN) sum += 60;
    }
    return sum;
  };

  return {
    avoid: (more) => {
      for (const point of more) points.push(point);
    },
    occupy: (box) => {
      boxes.push(box);
    },
    cost,
    place: (anchor, width, height) => {
      let best: Placement | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const distance of DISTANCES) {
        // A free place nearer than all that are left is the best there is.
        if (distance >= least) break;
        for (let i = 0; i < DIRECTIONS; i++) {
          const angle = (2 * Math.PI * i) / DIRECTIONS;
          const candidate = beside(anchor, angle, distance, width, height);
          const score = cost(candidate.box) + distance;
          if (score < least - 1e-9) {
            best = candidate;
            least = score;
          }
        }
      }
      boxes.push(best!.box);
      return best!;
    },
  };
}

/** The box whose nearest side stands at a distance from the anchor in a direction. */
function beside(anchor: Point, angle: number, distance: number, width: number, height: number): Placement {
  const dx = Math.cos(angle);
  const dy = Math.sin(angle);
  const left = dx < -1e-9;
  const x = anchor[0] + dx * distance + (Math.abs(dx) < 0.2 ? -12 : left ? -width : 0);
  const y = anchor[1] + dy * distance - height / 2 + (dy * height) / 3;
  return { box: { x, y, width, height }, left: left && Math.abs(dx) >= 0.2 };
}

/** How deep two boxes, with a margin between them, reach into each other; 0 if they are apart. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) + MARGIN;
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) + MARGIN;
  return width > 0 && height > 0 ? Math.min(width, height) + 1 : 0;
}

/** Moves heights apart to at least `gap`, as little as needed, inside [low, high]. Keeps their order. */
export function dodge(heights: readonly number[], gap: number, low: number, high: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b] || a - b);
  const moved = heights.slice();
  for (let pass = 0; pass < 60; pass++) {
    for (let i = 1; i < order.length; i++) {
      const above = order[i - 1];
      const below = order[i];
      const missing = gap - (moved[below] - moved[above]);
      if (missing <= 1e-6) continue;
      moved[above] -= missing / 2;
      moved[below] += missing / 2;
    }
    order.forEach((k, i) => {
      moved[k] = Math.min(high - (order.length - 1 - i) * gap, Math.max(low + i * gap, moved[k]));
    });
  }
  return moved;
}

/** The name as far as it fits: long names of studies end with an ellipsis. */
export function shortened(name: string, longest: number): string {
  const letters = [...name];
  return letters.length <= longest ? name : `${letters.slice(0, longest - 1).join("")}…`;
}

/** The name as far as it fits, with its beginning and its end: names that differ only at the end stay apart. */
export function shortenedWithin(name: string, longest: number): string {
  const letters = [...name];
  if (letters.length <= longest) return name;
  const end = Math.floor((longest - 1) / 2);
  return `${letters.slice(0, longest - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}
