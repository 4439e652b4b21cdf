/**
 * The marks all figures share: words, letters in rings, arrowheads, hatches, and one shape for each law.
 */
import type { Placer } from "./labels.js";
import { textWidth } from "./labels.js";
import { type Attributes, element, linePath, type Point, type SvgElement } from "./svg.js";
import { colour } from "./theme.js";

export interface TextStyle {
  readonly size?: number;
  readonly weight?: 400 | 500 | 600;
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
  /** Degrees, clockwise, about the point. */
  readonly turn?: number;
  /** A rim of paper that keeps the word readable over lines. */
  readonly halo?: boolean;
}

export function word([x, y]: Point, text: string, style: TextStyle = {}): SvgElement {
  const { size = 12, weight = 400, fill = colour.ink2, anchor = "start", turn, halo = false } = style;
  return element(
    "text",
    {
      x,
      y,
      "font-size": size,
      "font-weight": weight === 400 ? undefined : weight,
      fill,
      "text-anchor": anchor === "start" ? undefined : anchor,
      transform: turn === undefined ? undefined : `rotate(${turn} ${x} ${y})`,
      ...(halo ? { stroke: colour.paper, "stroke-width": 4, "stroke-linejoin": "round", "paint-order": "stroke" } : {}),
    },
    text,
  );
}

/** The title of a panel, with its unit after it. */
export function headline([x, y]: Point, title: string, unit: string): SvgElement {
  return element(
    "text",
    { x, y, "font-size": 13, "font-weight": 600, fill: colour.ink1 },
    title,
    element("tspan", { dx: 8, "font-size": 12, "font-weight": 400, fill: colour.ink3 }, unit),
  );
}

/** A thin dotted line: an event, a boundary, what is open. */
export function dotted(d: string, attributes: Attributes): SvgElement {
  return element("path", { d, fill: "none", "stroke-width": 1, "stroke-dasharray": "1.5 3.5", ...attributes });
}

export const RING = 8;

/** An event's letter in a ring. */
export function ring([x, y]: Point, letter: string): SvgElement {
  return element(
    "g",
    { class: `mark-${letter}` },
    element("circle", { cx: x, cy: y, r: RING, fill: colour.paper, stroke: colour.ink1, "stroke-width": 1.25 }),
    word([x, y + 3.6], letter, { size: 11, weight: 600, fill: colour.ink1, anchor: "middle" }),
  );
}

/** The point at which an event happens, on a path. `data-` attributes let programs find it again. */
export function eventDot([x, y]: Point, letters: string, fill: string = colour.paper): SvgElement {
  return element("circle", { class: "event", "data-event": letters, cx: x, cy: y, r: 3.4, fill, stroke: colour.ink1, "stroke-width": 1.5 });
}

export interface LabelRow {
  readonly letter?: string;
  readonly text: string;
  readonly fill?: string;
  readonly weight?: 400 | 500 | 600;
  readonly law?: string;
}

const ROW = 20;

/** Rows of words (with letters or law marks) beside a point, with a leader, wherever there is room. */
export function callout(placer: Placer, at: Point, rows: readonly LabelRow[]): SvgElement {
  const signed = rows.some((row) => row.letter !== undefined || row.law !== undefined);
  const indent = signed ? 2 * RING + 6 : 0;
  const width = indent + Math.max(...rows.map((row) => textWidth(row.text, 12, row.weight ?? 400)));
  const { box, left } = placer.place(at, width, rows.length * ROW);
  const parts: SvgElement[] = [];
  const nearest: Point = [left ? box.x + box.width - (signed ? RING : 0) : box.x + (signed ? RING : -2), box.y + ROW / 2];
  const target =
    rows.length === 1 ? nearest : ([nearest[0], at[1] > box.y + box.height / 2 ? box.y + box.height - ROW / 2 : nearest[1]] as const);
  const distance = Math.hypot(target[0] - at[0], target[1] - at[1]);
  if (distance > (signed ? 16 : 22)) {
    const short = (signed ? RING : 4) / distance;
    const end: Point = [target[0] + (at[0] - target[0]) * short, target[1] + (at[1] - target[1]) * short];
    const begin: Point = [at[0] + ((target[0] - at[0]) * 5) / distance, at[1] + ((target[1] - at[1]) * 5) / distance];
    parts.push(element("path", { d: linePath([begin, end]), fill: "none", stroke: colour.ink2, "stroke-width": 0.75 }));
  }
  rows.forEach((row, i) => {
    const y = box.y + i * ROW + ROW / 2;
    const signX = left ? box.x + box.width - RING : box.x + RING;
    if (row.letter !== undefined) parts.push(ring([signX, y], row.letter));
    if (row.law !== undefined) parts.push(lawMark(row.law, [signX, y]));
    const textX = left ? box.x + box.width - indent : box.x + indent;
    const style = { fill: row.fill ?? colour.ink1, weight: row.weight ?? 400, anchor: left ? "end" : "start", halo: true } as const;
    parts.push(word([textX, y + 4.2], row.text, style));
  });
  return element("g", { class: "callout" }, ...parts);
}

/** A head at `tip`, pointing along the unit direction: solid for impulses and rays, open for velocities. */
export function arrowhead(tip: Point, direction: Point, length: number, fill: string): SvgElement {
  const [dx, dy] = direction;
  const half = 0.42 * length;
  const base: Point = [tip[0] - dx * length, tip[1] - dy * length];
  return element("path", {
    d: linePath([tip, [base[0] - dy * half, base[1] + dx * half], [base[0] + dy * half, base[1] - dx * half]], true),
    fill,
  });
}

export function openArrowhead(tip: Point, direction: Point, length: number, attributes: Record<string, string | number>): SvgElement {
  const [dx, dy] = direction;
  const half = 0.5 * length;
  const base: Point = [tip[0] - dx * length, tip[1] - dy * length];
  const d = linePath([[base[0] - dy * half, base[1] + dx * half], tip, [base[0] + dy * half, base[1] - dx * half]]);
  return element("path", { d, fill: "none", ...attributes });
}

/** How much of what lies past 100 % shows through the red hatch: enough to tell which part of the pile it is. */
const PAST_THE_LINE = 0.62;

/** Diagonal lines on paper (for what is stored) or on a veil of it (for energy from nothing): a pattern to fill with. */
export function hatch(id: string, stroke: string, spacing: number, veil = false): SvgElement {
  return element(
    "pattern",
    { id, width: spacing, height: spacing, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
    element("rect", { width: spacing, height: spacing, fill: colour.paper, "fill-opacity": veil ? PAST_THE_LINE : undefined }),
    element("rect", { width: spacing, height: (veil ? 0.3 : 0.45) * spacing, fill: stroke }),
  );
}

/** What a law is called in pictures. */
export function lawTitle(law: string): string {
  if (law === "frictional") return "Energetic";
  return law.slice(0, 1).toUpperCase() + law.slice(1);
}

/** Laws are told apart by shape, never by colour; the first law of the library is the filled one. */
export function lawMark(law: string, [x, y]: Point): SvgElement {
  const open = { fill: colour.paper, stroke: colour.ink1, "stroke-width": 1.5, class: `law-${law}` };
  const polygon = (corners: number, radius: number, first: number) => {
    const points = Array.from({ length: corners }, (_, i): Point => {
      const angle = first + (2 * Math.PI * i) / corners;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return element("path", { d: linePath(points, true), ...open });
  };
  switch (law) {
    case "frictional":
      return element("circle", { cx: x, cy: y, r: 5, fill: colour.ink1, class: open.class });
    case "poisson":
      return polygon(4, 6, 0);
    case "newton":
      return element("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, ...open });
    case "compliant":
      return polygon(3, 6.5, -Math.PI / 2);
    case "proportional":
      return polygon(5, 6, -Math.PI / 2);
    case "multipoint":
      return polygon(6, 6, 0);
    default:
      return element("circle", { cx: x, cy: y, r: 5, ...open });
  }
}
