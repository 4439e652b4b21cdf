/** A surface seen from the side, a little from above if its edges are drawn and straight on if only its outline is: the edges of triangles that face the viewer, and its outline. */

import { sizeUnits } from "carom/study";
import { word } from "./marks.js";
import { inUnit } from "./numbers.js";
import { element, linePath, type Point, svgDocument } from "./svg.js";
import { colour } from "./theme.js";

export interface Wireframe {
  readonly name: string;
  readonly nodes: readonly (readonly number[])[];
  readonly stroke: string;
  readonly text: string;
  /** Lines inside the outline. Default: drawn. */
  readonly outlineOnly?: boolean;
}

const WIDTH = 600;
const MARGIN = 24;
const HEIGHT = 340;
const LEGEND = 44;

/** Bodies over each other, to one scale, on the table. */
export function wireframeFigure(label: string, triangles: Int32Array, frames: readonly Wireframe[]): string {
  // Outlines alone show no depth: seen from above they would seem to sink into the table.
  const view = frames.every(({ outlineOnly }) => outlineOnly === true) ? STRAIGHT_ON : FROM_ABOVE;
  const projected = (node: readonly number[]) => seenIn(view, node);
  const seen = frames.map((frame) => ({ frame, ...edgesOf(view, frame.nodes, triangles) }));
  const points = frames.flatMap(({ nodes }) => nodes.map(projected));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [least(xs), -least(xs.map((x) => -x))];
  const [low, high] = [least(ys), -least(ys.map((y) => -y))];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (high - low));
  const place = ([x, y]: Point): Point => [WIDTH / 2 + (x - (left + right) / 2) * scale, LEGEND + HEIGHT - MARGIN - (y - low) * scale];
  const ground = LEGEND + HEIGHT - MARGIN - (0 - low) * scale;
  const drawn = seen.flatMap(({ frame, inner, outer }) => {
    const at = frame.nodes.map((node) => place(projected(node)));
    const path = (edges: readonly (readonly [number, number])[]) => edges.map(([a, b]) => linePath([at[a], at[b]])).join("");
    const shared = { fill: "none", stroke: frame.stroke, "stroke-linecap": "round" };
    return [
      ...(frame.outlineOnly === true
        ? []
        : [element("path", { ...shared, class: "wire", "stroke-width": 0.6, "stroke-opacity": 0.45, d: path(inner) })]),
      element("path", { ...shared, class: "outline", "data-name": frame.name, "stroke-width": 1.75, d: path(outer) }),
    ];
  });
  let x = MARGIN;
  const legend = frames.flatMap(({ name, stroke, text }) => {
    const from = x;
    x += 34 + 7.2 * name.length + 18;
    return [
      element("path", { d: `M${from},24h22`, stroke, "stroke-width": 2, fill: "none" }),
      word([from + 28, 28], name, { fill: text, weight: 600 }),
    ];
  });
  const unit = niceLength((right - left) / 4);
  const bar = [
    element("path", {
      d: `M${WIDTH - MARGIN - unit * scale},${LEGEND + HEIGHT + 4}h${unit * scale}`,
      stroke: colour.ink3,
      "stroke-width": 1.5,
      fill: "none",
    }),
    word([WIDTH - MARGIN, LEGEND + HEIGHT + 18], inUnit(unit, sizeUnits(frames.flatMap(({ nodes }) => nodes)).length, 1), {
      size: 11,
      fill: colour.ink3,
      anchor: "end",
    }),
  ];
  const table = element("path", {
    class: "table",
    d: `M${MARGIN},${ground}H${WIDTH - MARGIN}`,
    stroke: colour.line2,
    "stroke-width": 1,
    fill: "none",
  });
  return svgDocument({ width: WIDTH, height: LEGEND + HEIGHT + 26 }, label, [table, ...drawn, ...legend, ...bar]);
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);

/** How far a place moves right and up in the picture for each metre of y, away from the viewer. */
interface View {
  readonly right: number;
  readonly up: number;
}

const STRAIGHT_ON: View = { right: 0, up: 0 };
/** And from the side, so that the shape shows depth. */
const FROM_ABOVE: View = { right: 0.25, up: 0.12 };

const seenIn = ({ right, up }: View, [x, y, z]: readonly number[]): Point => [x + right * y, z + up * y];

function niceLength(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  const digit = span / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

/** Edges between two triangles that face the viewer, and those between one that does and one that does not. */
function edgesOf({ right, up }: View, nodes: readonly (readonly number[])[], triangles: Int32Array) {
  const facing = new Map<string, number>();
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at], triangles[at + 1], triangles[at + 2]];
    const [p, q, r] = corners.map((node) => nodes[node]) as [readonly number[], readonly number[], readonly number[]];
    const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const towards = right * (uy * vz - uz * vy) - (uz * vx - ux * vz) + up * (ux * vy - uy * vx) > 0 ? 1 : 0;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % 3]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      facing.set(key, (facing.get(key) ?? 0) + towards);
    }
  }
  const inner: [number, number][] = [];
  const outer: [number, number][] = [];
  for (const [key, count] of facing) {
    const [a, b] = key.split(" ").map(Number) as [number, number];
    if (count === 2) inner.push([a, b]);
    else if (count === 1) outer.push([a, b]);
  }
  return { inner, outer };
}
