/** What stands in the space of impulses: floor, friction cone, line of sticking, and their names where there is room. */
import { type Box, type Placer, textWidth } from "../../draw/labels.js";
import { word } from "../../draw/marks.js";
import { tickText } from "../../draw/numbers.js";
import { element, linePath, type Point, type SvgElement } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { type DrawnContact, type Pair, solveBlock } from "./contact.js";
import { thinned } from "./hodograph.js";

export const IMPULSE_SIZE = { width: 600, height: 520 };

/** Tangent 1, tangent 2, normal; N s. */
export type Impulse = readonly [number, number, number];

/** The floor of zero normal impulse as a grid along the two tangents. */
export function floor(project: (impulse: Impulse) => Point, low: Pair, high: Pair, step: number): SvgElement[] {
  const lines: string[] = [];
  const count = (i: 0 | 1) => Math.round((high[i] - low[i]) / step);
  for (let i = 0; i <= count(0); i++)
    lines.push(linePath([project([low[0] + i * step, low[1], 0]), project([low[0] + i * step, high[1], 0])]));
  for (let j = 0; j <= count(1); j++)
    lines.push(linePath([project([low[0], low[1] + j * step, 0]), project([high[0], low[1] + j * step, 0])]));
  const axes =
    linePath([project([low[0], 0, 0]), project([high[0], 0, 0])]) + linePath([project([0, low[1], 0]), project([0, high[1], 0])]);
  const corner = project([0, 0, 0]);
  const lowest = [low, high, [high[0], low[1]] as Pair, [low[0], high[1]] as Pair]
    .map(([x, y]) => project([x, y, 0]))
    .reduce((a, b) => (b[1] > a[1] ? b : a));
  return [
    element("path", { class: "floor", d: lines.join(""), fill: "none", stroke: colour.line, "stroke-width": 1 }),
    element("path", { d: axes, fill: "none", stroke: colour.line2, "stroke-width": 1 }),
    word(
      [lowest[0], Math.max(lowest[1], corner[1]) + 18],
      `floor: no normal impulse yet; one square is ${tickText(step, step)}\u2009N\u2009s`,
      { size: 11, fill: colour.ink3, anchor: "middle" },
    ),
  ];
}

export const CONE_STYLE = { stroke: colour.line2, "stroke-width": 1, "stroke-dasharray": "2 3" };

function inSight([x, y]: Point): boolean {
  return x > 4 && x < IMPULSE_SIZE.width - 4 && y > 4 && y < IMPULSE_SIZE.height - 4;
}

/** The outline of the friction cone as high as it fits into the picture. */
export function drawCone(
  contact: DrawnContact,
  project: (impulse: Impulse) => Point,
  height: number,
  scenery: SvgElement[],
  placer: Placer,
): void {
  const { friction } = contact;
  if (friction === 0) return;
  const rimAt = (top: number) =>
    Array.from({ length: 72 }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / 72;
      return project([friction * top * Math.cos(angle), friction * top * Math.sin(angle), top]);
    });
  let rim = rimAt(0.86 * height);
  for (let part = 0.82; part > 0.05 && !rim.every(inSight); part -= 0.05) rim = rimAt(part * height);
  scenery.push(element("path", { class: "cone", d: linePath(rim, true), fill: "none", ...CONE_STYLE }));
  // The generators seen at the edge are those with the extreme directions from the apex; there are none if one looks into the cone.
  const apex = project([0, 0, 0]);
  const slope = ([x, y]: Point) => Math.atan2(x - apex[0], apex[1] - y);
  if (rim.every(([, y]) => y < apex[1])) {
    const left = rim.reduce((a, b) => (slope(b) < slope(a) ? b : a));
    const right = rim.reduce((a, b) => (slope(b) > slope(a) ? b : a));
    scenery.push(element("path", { class: "cone", d: linePath([left, apex, right]), fill: "none", ...CONE_STYLE }));
  }
  const width = textWidth("friction cone", 11);
  const boxes = rim
    .filter((_, i) => i % 6 === 0)
    .map(([x, y]): Box => ({ x: x < apex[0] ? x - width - 8 : x + 8, y: y - 7, width, height: 14 }));
  const box = boxes.reduce((a, b) => (placer.cost(b) < placer.cost(a) - 1e-9 ? b : a));
  scenery.push(word([box.x, box.y + 11], "friction cone", { size: 11, fill: colour.ink3, halo: true }));
  placer.occupy(box);
}

/** The line of sticking as far as it lies over the floor; left out where it lies elsewhere. */
export function drawStickingLine(
  contact: DrawnContact,
  project: (impulse: Impulse) => Point,
  height: number,
  over: (x: number, y: number) => boolean,
  scenery: SvgElement[],
  placer: Placer,
): void {
  const at = (normalImpulse: number): Impulse => {
    const { slip, coupling } = contact;
    const held = solveBlock(contact, [slip[0] + normalImpulse * coupling[0], slip[1] + normalImpulse * coupling[1]]);
    return [-held[0], -held[1], normalImpulse];
  };
  const points = Array.from({ length: 201 }, (_, i) => at((height * i) / 200)).filter(([x, y]) => over(x, y));
  if (points.length < 8) return;
  const [from, to] = [project(points[0]), project(points[points.length - 1])];
  scenery.push(
    element("path", {
      class: "sticking",
      d: linePath([from, to]),
      fill: "none",
      stroke: colour.stick,
      "stroke-width": 1.25,
      "stroke-dasharray": "7 4",
    }),
  );
  placer.avoid(thinned([from, to], 6));
  nameLine([from, to], 0.9, "line of sticking", colour.stickText, scenery, placer);
}

/** A name beside a line, at a fraction of its length, on the side where it covers less. */
export function nameLine(
  [from, to]: readonly [Point, Point],
  fraction: number,
  text: string,
  fill: string,
  scenery: SvgElement[],
  placer: Placer,
): void {
  const width = textWidth(text, 11);
  const candidates = [fraction, fraction - 0.15, fraction + 0.08, 0.5, 0.3, 0.15].flatMap((part) => {
    const at: Point = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
    return [
      { x: at[0] + 8, y: at[1] - 7, width, height: 14 },
      { x: at[0] - 8 - width, y: at[1] - 7, width, height: 14 },
      { x: at[0] - width / 2, y: at[1] - 20, width, height: 14 },
      { x: at[0] - width / 2, y: at[1] + 6, width, height: 14 },
    ];
  });
  const box = candidates.reduce((a, b) => (placer.cost(b) < placer.cost(a) - 1e-9 ? b : a));
  scenery.push(word([box.x, box.y + 11], text, { size: 11, fill, halo: true }));
  placer.occupy(box);
}

/** A name inside a polygon or at one of its corners, where it covers least. */
export function nameRegion(polygon: readonly Point[], text: string, scenery: SvgElement[], placer: Placer): void {
  const centre: Point = [
    polygon.reduce((sum, p) => sum + p[0], 0) / polygon.length,
    polygon.reduce((sum, p) => sum + p[1], 0) / polygon.length,
  ];
  const width = textWidth(text, 11);
  const boxes = polygon.flatMap(([x, y]): Box[] => {
    const left = x < centre[0];
    const at: Point = [x + 0.3 * (centre[0] - x), y + 0.3 * (centre[1] - y)];
    return [
      { x: left ? at[0] - 20 : at[0] - width + 20, y: at[1] - 7, width, height: 14 },
      { x: left ? x - width - 6 : x + 6, y: y - 7, width, height: 14 },
      { x: x - width / 2, y: y < centre[1] ? y - 20 : y + 6, width, height: 14 },
    ];
  });
  const box = boxes.reduce((a, b) => (placer.cost(b) < placer.cost(a) - 1e-9 ? b : a));
  scenery.push(word([box.x, box.y + 11], text, { size: 11, fill: colour.ink2, halo: true }));
  placer.occupy(box);
}
