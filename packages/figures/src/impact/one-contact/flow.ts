/**
 * Flow lines of the slip equation, evenly spaced: where every other start would go.
 *
 * From seeds on a grid a line is followed both ways until it leaves the frame, reaches the origin or comes close to a line already drawn; a seed too
 * close to one is skipped. The lines are curves of the vector field alone, so any parametrisation will do: steps are equal in pixels.
 * Source of the spacing rule: Jobard and Lefer (1997).
 */
import { openArrowhead } from "../../draw/marks.js";
import { element, linePath, type Point, type SvgElement } from "../../draw/svg.js";
import { colour, opacity } from "../../draw/theme.js";
import { contains, type VelocityPlane } from "./plane.js";

const STEP = 5;
const SEED_SPACING = 34;
const LINE_SPACING = 15;
const SHORTEST = 44;
const MOST_STEPS = 400;

export function drawFlow(plane: VelocityPlane, direction: (pixels: Point) => Point): SvgElement[] {
  const style = { stroke: colour.line2, "stroke-width": 1, "stroke-opacity": opacity.flow };
  return flowLines(plane, direction).flatMap(({ line, arrow }) => {
    const path = element("path", { class: "flow", d: linePath(line), fill: "none", ...style });
    if (arrow === undefined) return [path];
    return [path, openArrowhead(arrow.tip, arrow.direction, 5, { ...style, "stroke-opacity": 0.6 })];
  });
}

export interface FlowLine {
  readonly line: readonly Point[];
  /** Which way it runs, in its middle. */
  readonly arrow?: { readonly tip: Point; readonly direction: Point };
}

/** The lines as points in pixels. */
export function flowLines(
  { frame, origin }: Pick<VelocityPlane, "frame" | "origin">,
  direction: (pixels: Point) => Point,
): readonly FlowLine[] {
  const taken = createProximity(LINE_SPACING);
  const drawn: FlowLine[] = [];
  const columns = Math.floor(frame.width / SEED_SPACING);
  const rows = Math.floor(frame.height / SEED_SPACING);
  const seeds: Point[] = [];
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++)
      seeds.push([frame.x + ((i + 0.5) / (columns + 1)) * frame.width, frame.y + ((j + 0.5) / (rows + 1)) * frame.height]);
  // From the rim inwards: long lines first.
  const distance = ([x, y]: Point) => Math.hypot(x - origin[0], y - origin[1]);
  seeds.sort((a, b) => distance(b) - distance(a) || a[0] - b[0] || a[1] - b[1]);

  for (const seed of seeds) {
    if (distance(seed) < 12 || taken.near(seed, SEED_SPACING * 0.8)) continue;
    const follow = (sense: 1 | -1) => {
      const line: Point[] = [];
      let point = seed;
      for (let n = 0; n < MOST_STEPS; n++) {
        const next = midpointStep(point, direction, sense);
        if (next === undefined || !contains(frame, next) || distance(next) < 7 || taken.near(next, LINE_SPACING)) break;
        line.push(next);
        point = next;
      }
      return line;
    };
    const line = [...follow(-1).reverse(), seed, ...follow(1)];
    if ((line.length - 1) * STEP < SHORTEST) continue;
    for (const point of line) taken.add(point);
    const middle = Math.floor(line.length / 2);
    const [from, to] = [line[middle - 1], line[middle]];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    drawn.push({
      line: line.filter((_, i) => i % 2 === 0 || i === line.length - 1),
      ...(length > 0 ? { arrow: { tip: to, direction: [(to[0] - from[0]) / length, (to[1] - from[1]) / length] } } : {}),
    });
  }
  return drawn;
}

function midpointStep(point: Point, direction: (pixels: Point) => Point, sense: 1 | -1): Point | undefined {
  const first = unit(direction(point));
  if (first === undefined) return undefined;
  const second = unit(direction([point[0] + 0.5 * sense * STEP * first[0], point[1] + 0.5 * sense * STEP * first[1]]));
  if (second === undefined) return undefined;
  return [point[0] + sense * STEP * second[0], point[1] + sense * STEP * second[1]];
}

function unit([x, y]: Point): Point | undefined {
  const length = Math.hypot(x, y);
  return length > 0 && Number.isFinite(length) ? [x / length, y / length] : undefined;
}

/** Remembers points and tells whether one lies within a distance. Cells keep it from looking at all of them. */
function createProximity(cell: number) {
  const cells = new Map<number, Point[]>();
  const index = (value: number) => Math.floor(value / cell);
  const keyOf = (i: number, j: number) => i * 4096 + j;
  return {
    add: (point: Point) => {
      const key = keyOf(index(point[0]), index(point[1]));
      const list = cells.get(key);
      if (list === undefined) cells.set(key, [point]);
      else list.push(point);
    },
    near: (point: Point, distance: number) => {
      const reach = Math.ceil(distance / cell);
      for (let i = index(point[0]) - reach; i <= index(point[0]) + reach; i++)
        for (let j = index(point[1]) - reach; j <= index(point[1]) + reach; j++)
          for (const [x, y] of cells.get(keyOf(i, j)) ?? []) if (Math.hypot(x - point[0], y - point[1]) < distance) return true;
      return false;
    },
  };
}
