/**
 * A measure over orientations: each run as a dot where the direction that points down, in the body's own axes, meets a sphere. Two halves
 * side by side, seen from +z and from -z, of equal area (Lambert's azimuthal projection: radius sqrt(1 - z)).
 */

import { word } from "../draw/marks.js";
import { significant } from "../draw/numbers.js";
import { PANEL_WIDTH } from "../draw/panel.js";
import { element, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { shade } from "./heat-map.js";
import { rotateBack } from "./orientation.js";

const RADIUS = 125;
const CENTRES = [150, 430];
const TOP = 165;
const HEIGHT = 345;

export interface SphereDot {
  /** Unit quaternion, body to world. */
  readonly orientation: readonly [number, number, number, number];
  readonly value: number;
}

export function sphereMap(label: string, title: string, dots: readonly SphereDot[]): string {
  const values = dots.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const discs = CENTRES.flatMap((x, i) => [
    element("circle", { cx: x, cy: TOP, r: RADIUS, fill: "none", stroke: colour.line2, "stroke-width": 1 }),
    word([x, TOP + RADIUS + 20], i === 0 ? "falls on its +z side" : "falls on its -z side", { anchor: "middle", size: 11 }),
    word([x + RADIUS + 6, TOP + 4], i === 0 ? "+x" : "-x", { size: 11, fill: colour.ink3 }),
    word([x, TOP - RADIUS - 6], "+y", { size: 11, fill: colour.ink3, anchor: "middle" }),
  ]);
  const marks = [...dots]
    .sort((a, b) => a.value - b.value)
    .map(({ orientation, value }) => dot(orientation, shade(most > least ? (value - least) / (most - least) : 0.5)));
  const key = [0, 0.5, 1].flatMap((part, i) => [
    element("circle", { cx: 40 + 170 * i, cy: HEIGHT - 8, r: 5, fill: shade(part) }),
    word([50 + 170 * i, HEIGHT - 4], significant(least + part * (most - least), 3), { size: 11 }),
  ]);
  return svgDocument({ width: PANEL_WIDTH, height: HEIGHT + 10 }, label, [
    word([12, 18], title, { weight: 600, size: 13, fill: colour.ink1 }),
    ...discs,
    ...marks,
    ...key,
  ]);
}

function dot(orientation: SphereDot["orientation"], fill: string): SvgElement {
  const [x, y, z] = rotateBack(orientation, [0, 0, -1]);
  const isUpper = z >= 0;
  // Both halves are seen from outside: x runs to the right on the first, to the left on the second.
  const stretch = RADIUS / Math.sqrt(1 + Math.abs(z));
  return element("circle", {
    cx: CENTRES[isUpper ? 0 : 1] + (isUpper ? x : -x) * stretch,
    cy: TOP - y * stretch,
    r: 4,
    fill,
    stroke: colour.paper,
    "stroke-width": 0.5,
  });
}
