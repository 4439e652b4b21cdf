/**
 * The space of impulses: where an impact's impulse grows from the origin, seen from the side.
 *
 * Two surfaces decide what happens there. On the plane of compression the normal velocity is zero; on the line of sticking the slip is zero:
 *
 *     v_n + d . I_t + n I_n = 0                 I_t = -B^-1 (slip + I_n d)
 *
 * The impulse stays in the friction cone |I_t| <= friction I_n. A spatial problem is shown in parallel projection, turned so that the friction impulse is
 * seen from the side; a planar one as it is. All axes have the same scale.
 * Source: 000 figure 2.6, eq. (2.10), (2.31).
 */
import type { Box } from "../../draw/labels.js";
import { createPlacer, type Placer, textWidth } from "../../draw/labels.js";
import { word } from "../../draw/marks.js";
import { niceTicks, tickText } from "../../draw/numbers.js";
import { element, linePath, type Point, type SvgElement } from "../../draw/svg.js";
import { colour, opacity } from "../../draw/theme.js";
import type { DrawnContact, Pair } from "./contact.js";
import { between, thinned } from "./hodograph.js";
import { CONE_STYLE, drawCone, drawStickingLine, floor, IMPULSE_SIZE, type Impulse, nameLine, nameRegion } from "./impulse-scenery.js";

export interface ImpulseSpace {
  readonly project: (impulse: Impulse) => Point;
  readonly placer: Placer;
  /** Floor, axes, cone, plane and line, from back to front. */
  readonly scenery: readonly SvgElement[];
}

/** Angle of the view above the floor. */
const ELEVATION = (20 * Math.PI) / 180;
/** Where the friction impulse points on the screen's floor: to the right, a little towards the viewer. */
const FACING = (-28 * Math.PI) / 180;

/**
 * Room for the given paths, which must leave the origin. Words of the scenery keep off them. The line of sticking is drawn where a contact that sticks has no
 * tangential velocity.
 */
export function impulseSpace(contact: DrawnContact, paths: readonly (readonly Impulse[])[], sticking = true): ImpulseSpace {
  return contact.planar ? planarSpace(contact, paths, sticking) : spatialSpace(contact, paths, sticking);
}

function tangentialExtent(impulses: readonly Impulse[], height: number): { low: Pair; high: Pair } {
  const least = 0.16 * height;
  const low = (i: 0 | 1) => Math.min(-least, ...impulses.map((impulse) => impulse[i]));
  const high = (i: 0 | 1) => Math.max(least, ...impulses.map((impulse) => impulse[i]));
  return { low: [low(0), low(1)], high: [high(0), high(1)] };
}

function spatialSpace(contact: DrawnContact, paths: readonly (readonly Impulse[])[], sticking: boolean): ImpulseSpace {
  const impulses = paths.flat();
  const height = 1.12 * Math.max(...impulses.map((impulse) => impulse[2]));
  const extent = tangentialExtent(impulses, height);
  const span = Math.max(extent.high[0] - extent.low[0], extent.high[1] - extent.low[1]);
  const { step } = niceTicks(0, span, 6);
  const snap = (value: number, towards: (x: number) => number) => step * towards(value / step);
  const low: Pair = [snap(extent.low[0] - 0.2 * step, Math.floor), snap(extent.low[1] - 0.2 * step, Math.floor)];
  const high: Pair = [snap(extent.high[0] + 0.2 * step, Math.ceil), snap(extent.high[1] + 0.2 * step, Math.ceil)];
  const corners: readonly Pair[] = [low, [high[0], low[1]], high, [low[0], high[1]]];

  const farthest = impulses.reduce((a, b) => (Math.hypot(b[0], b[1]) > Math.hypot(a[0], a[1]) ? b : a));
  const turn = FACING - Math.atan2(farthest[1], farthest[0]);
  const flat = ([x, y, z]: Impulse): Point => {
    const right = x * Math.cos(turn) - y * Math.sin(turn);
    const back = x * Math.sin(turn) + y * Math.cos(turn);
    return [right, -z * Math.cos(ELEVATION) - back * Math.sin(ELEVATION)];
  };
  const bounds = [...corners.map(([x, y]) => flat([x, y, 0])), ...impulses.map(flat), flat([0, 0, height])];
  const { project, placer } = fitted(bounds, flat, { x: 64, y: 30, width: IMPULSE_SIZE.width - 128, height: IMPULSE_SIZE.height - 92 });
  for (const path of paths) placer.avoid(thinned(path.map(project), 4));

  const scenery: SvgElement[] = [];
  const line = (points: readonly Impulse[], attributes: Record<string, string | number>, closed = false) =>
    scenery.push(element("path", { d: linePath(points.map(project), closed), fill: "none", ...attributes }));

  scenery.push(...floor(project, low, high, step));
  const nameAxis = (tip: Impulse, text: string) => {
    const at = project(tip);
    const from = project([0, 0, 0]);
    const anchor = at[0] >= from[0] ? "start" : "end";
    const width = textWidth(text, 11);
    const box: Box = { x: anchor === "start" ? at[0] + 5 : at[0] - 5 - width, y: at[1] - 4, width, height: 14 };
    scenery.push(word([anchor === "start" ? box.x : box.x + width, box.y + 11], text, { size: 11, fill: colour.ink3, anchor, halo: true }));
    placer.occupy(box);
  };
  nameAxis([high[0], 0, 0], "tangent 1");
  nameAxis([0, high[1], 0], "tangent 2");

  // Normal axis with its ticks.
  const ticks = niceTicks(0, height, 5);
  line(
    [
      [0, 0, 0],
      [0, 0, height],
    ],
    { stroke: colour.line2, "stroke-width": 1 },
  );
  for (const value of ticks.values) {
    if (value === 0) continue;
    const [x, y] = project([0, 0, value]);
    const text = tickText(value, ticks.step);
    scenery.push(
      element("path", { d: `M${x - 4},${y}h4`, stroke: colour.line2, fill: "none" }),
      word([x - 8, y + 4], text, { size: 11, fill: colour.ink3, anchor: "end" }),
    );
    const width = textWidth(text, 11);
    placer.occupy({ x: x - 8 - width, y: y - 7, width: width + 8, height: 14 });
  }
  const top = project([0, 0, height]);
  const name = "normal impulse, N\u2009s";
  scenery.push(word([top[0], top[1] - 8], name, { size: 11, fill: colour.ink3, anchor: "middle", halo: true }));
  placer.occupy({ x: top[0] - textWidth(name, 11) / 2, y: top[1] - 20, width: textWidth(name, 11), height: 16 });

  drawCone(contact, project, height, scenery, placer);

  const plane = clipHeight(compressionPlane(contact, corners), 0, height);
  if (plane.length > 2)
    line(plane, { fill: colour.compression, "fill-opacity": opacity.compression * 1.4, stroke: colour.line2, "stroke-width": 1 }, true);
  const over = (x: number, y: number) => x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1];
  if (sticking) drawStickingLine(contact, project, height, over, scenery, placer);
  if (plane.length > 2) nameRegion(plane.map(project), "compression ends on this plane", scenery, placer);
  return { project, placer, scenery };
}

function planarSpace(contact: DrawnContact, paths: readonly (readonly Impulse[])[], sticking: boolean): ImpulseSpace {
  const impulses = paths.flat();
  const height = 1.12 * Math.max(...impulses.map((impulse) => impulse[2]));
  const extent = tangentialExtent(impulses, height);
  const flat = ([x, , z]: Impulse): Point => [x, -z];
  const room = 0.35 * height;
  const [low, high] = [extent.low[0] - room, extent.high[0] + room];
  const bounds = [flat([low, 0, 0]), flat([high, 0, 0]), flat([0, 0, height])];
  const { project, placer } = fitted(bounds, flat, { x: 50, y: 34, width: IMPULSE_SIZE.width - 80, height: IMPULSE_SIZE.height - 84 });
  for (const path of paths) placer.avoid(thinned(path.map(project), 4));
  const scenery: SvgElement[] = [];
  const line = (points: readonly Impulse[], attributes: Record<string, string | number>) =>
    scenery.push(element("path", { d: linePath(points.map(project)), fill: "none", ...attributes }));

  line(
    [
      [low, 0, 0],
      [high, 0, 0],
    ],
    { stroke: colour.line2, "stroke-width": 1 },
  );
  line(
    [
      [0, 0, 0],
      [0, 0, height],
    ],
    { stroke: colour.line2, "stroke-width": 1 },
  );
  const across = niceTicks(low, high, 6);
  for (const value of across.values) {
    const [x, y] = project([value, 0, 0]);
    scenery.push(
      element("path", { d: `M${x},${y}v4`, stroke: colour.line2, fill: "none" }),
      word([x, y + 17], tickText(value, across.step), { size: 11, fill: colour.ink3, anchor: "middle" }),
    );
  }
  const up = niceTicks(0, height, 5);
  for (const value of up.values.slice(1)) {
    const [x, y] = project([low, 0, value]);
    line(
      [
        [low, 0, value],
        [high, 0, value],
      ],
      { stroke: colour.line, "stroke-width": 1 },
    );
    scenery.push(word([x - 8, y + 4], tickText(value, up.step), { size: 11, fill: colour.ink3, anchor: "end" }));
  }
  const top = project([low, 0, height]);
  const foot = project([high, 0, 0]);
  scenery.push(
    word([top[0] - 30, top[1] - 12], "normal impulse, N\u2009s", { size: 11, fill: colour.ink3, halo: true }),
    word([foot[0], foot[1] + 34], "tangential impulse, N\u2009s", { size: 11, fill: colour.ink3, anchor: "end" }),
  );
  placer.occupy({ x: top[0] - 30, y: top[1] - 24, width: 130, height: 16 });

  if (contact.friction > 0) {
    for (const side of [-1, 1]) {
      const end = Math.min(height, (side < 0 ? -low : high) / contact.friction);
      const edge: Impulse[] = [
        [0, 0, 0],
        [side * contact.friction * end, 0, end],
      ];
      line(edge, CONE_STYLE);
      placer.avoid(between(project(edge[0]), project(edge[1]), 6));
      if (side > 0) nameLine([project(edge[0]), project(edge[1])], 0.9, "friction cone", colour.ink3, scenery, placer);
    }
  }
  const compressed = (x: number): Impulse => [x, 0, (-contact.normalVelocity - contact.coupling[0] * x) / contact.normal];
  const plane = clipHeight([compressed(low), compressed(high)], 0, height, false);
  if (plane.length === 2) {
    line(plane, { stroke: colour.compression, "stroke-width": 1.25 });
    placer.avoid(between(project(plane[0]), project(plane[1]), 6));
    nameLine([project(plane[0]), project(plane[1])], 0.2, "compression ends on this line", colour.ink2, scenery, placer);
  }
  if (sticking) drawStickingLine(contact, project, height, (x) => x >= low && x <= high, scenery, placer);
  return { project, placer, scenery };
}

/** The largest equal scale that fits the bounds into the frame. */
function fitted(
  bounds: readonly Point[],
  flat: (impulse: Impulse) => Point,
  frame: Box,
): { project: (impulse: Impulse) => Point; placer: Placer } {
  const xs = bounds.map(([x]) => x);
  const ys = bounds.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(frame.width / (right - left), frame.height / (bottom - top));
  const x0 = frame.x + frame.width / 2 - (scale * (left + right)) / 2;
  const y0 = frame.y + frame.height / 2 - (scale * (top + bottom)) / 2;
  const project = (impulse: Impulse): Point => {
    const [x, y] = flat(impulse);
    return [x0 + scale * x, y0 + scale * y];
  };
  return { project, placer: createPlacer({ x: 6, y: 6, width: IMPULSE_SIZE.width - 12, height: IMPULSE_SIZE.height - 12 }) };
}

/** The plane of compression above the corners of the floor. */
function compressionPlane(contact: DrawnContact, corners: readonly Pair[]): Impulse[] {
  const { coupling, normal, normalVelocity } = contact;
  return corners.map(([x, y]): Impulse => [x, y, (-normalVelocity - coupling[0] * x - coupling[1] * y) / normal]);
}

/** The part of a polygon (or of a line) between two heights. */
function clipHeight(polygon: readonly Impulse[], low: number, high: number, closed = true): Impulse[] {
  const cut = (points: readonly Impulse[], inside: (z: number) => boolean, level: number) => {
    const kept: Impulse[] = [];
    points.forEach((point, i) => {
      const next = points[(i + 1) % points.length];
      if (inside(point[2])) kept.push(point);
      if ((closed || i + 1 < points.length) && inside(point[2]) !== inside(next[2])) {
        const t = (level - point[2]) / (next[2] - point[2]);
        kept.push([point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1]), level]);
      }
    });
    return kept;
  };
  return cut(
    cut(polygon, (z) => z >= low, low),
    (z) => z <= high,
    high,
  );
}
