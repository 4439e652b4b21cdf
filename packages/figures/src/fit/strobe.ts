/**
 * A recording seen from the side, to scale, at even instants: the body as it was measured and as it is computed. The picture lies in the
 * vertical plane along the way that the body went.
 */
import { quaternion, vec3 } from "carom/math";
import type { Shape } from "carom/mechanics";
import type { ShownRecording, SimulationStudy } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { hullOf } from "../draw/hull.js";
import { word } from "../draw/marks.js";
import { niceTicks, significant, tickText } from "../draw/numbers.js";
import { outlineOfShape } from "../draw/shape-outline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const WIDTH = 600;
const MARGIN = { left: 46, right: 16, top: 36, bottom: 42 };
const TALLEST = 320;
const INSTANTS = 6;

type Vec3 = vec3.Vec3;

export const fileName = (id: string) => id.replace(/[^\w-]/g, "_");

/** A body from the side: the convex polygon around what is seen of it, or, of a ball, its middle, its radius and a line that turns. */
interface Silhouette {
  readonly around: readonly Point[];
  readonly balls: readonly { readonly centre: Point; readonly radius: number; readonly mark: Point }[];
}

/** None where the body has no shape. @param study the base with the fitted values */
export function strobeFigures(shown: ShownRecording, study: unknown): Figure[] {
  const body = (study as Partial<SimulationStudy>).bodies?.[shown.body];
  const shape = body !== undefined && "shape" in body ? body.shape : undefined;
  const { id, time, measured, computed, measuredOrientation, computedOrientation } = shown;
  if (shape === undefined || time.length < 2) return [];
  const along = wayOf(measured);
  const end = time.length - 1;
  const rows = Array.from({ length: INSTANTS }, (_, k) => Math.round((end * k) / (INSTANTS - 1)));
  const seen = (positions: typeof measured, orientations: typeof measuredOrientation) =>
    rows.map((row) => silhouette(shape, positions[row] as unknown as Vec3, orientations[row], along));
  const found = seen(measured, measuredOrientation);
  const ours = seen(computed, computedOrientation);
  const title = `Recording ${id}: seen from the side`;
  const caption =
    `${INSTANTS} instants from 0 to ${significant(time[end], 3)} s, seen across the way that the body went, ` +
    `[${along.map((part) => part.toFixed(2)).join(", ")}].`;
  return [{ name: `strobe-${fileName(id)}`, title, caption, svg: picture(`${title}. ${caption}`, found, ours) }];
}

/** Horizontal direction from the first to the last place; x where it stays. */
function wayOf(places: ShownRecording["measured"]): Vec3 {
  const [first, last] = [places[0], places[places.length - 1]];
  return vec3.normalize([last[0] - first[0], last[1] - first[1], 0]) ?? [1, 0, 0];
}

function silhouette(shape: Shape, position: Vec3, orientation: quaternion.Quaternion, along: Vec3): Silhouette {
  const at = (point: Vec3): Point => {
    const place = vec3.add(position, quaternion.rotate(orientation, point));
    return [vec3.dot(place, along), place[2]];
  };
  const { lines, circles } = outlineOfShape(shape, vec3.ZERO);
  const rounding = "rounding" in shape ? (shape.rounding ?? 0) : 0;
  return {
    around: hullOf(lines.flat().map((point) => at(grown(point, rounding)))),
    balls: circles.map(({ centre, radius }) => ({
      centre: at(centre),
      radius,
      mark: at(vec3.add(centre, [radius, 0, 0])),
    })),
  };
}

/** A corner of a box moved out by its rounding along every axis. */
function grown(point: Vec3, rounding: number): Vec3 {
  return point.map((value) => value + Math.sign(value) * rounding) as unknown as Vec3;
}

function picture(label: string, found: readonly Silhouette[], ours: readonly Silhouette[]): string {
  const points = [...found, ...ours].flatMap(({ around, balls }) => [
    ...around,
    ...balls.flatMap(({ centre: [x, z], radius }): Point[] => [
      [x - radius, z - radius],
      [x + radius, z + radius],
    ]),
  ]);
  const least = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const [x0, x1] = [least(points.map(([x]) => x)), -least(points.map(([x]) => -x))];
  const [z0, z1] = [least(points.map(([, z]) => z)), -least(points.map(([, z]) => -z))];
  const room = WIDTH - MARGIN.left - MARGIN.right;
  const pad = 0.04 * Math.max(x1 - x0, z1 - z0);
  const scale = Math.min(room / (x1 - x0 + 2 * pad), TALLEST / (z1 - z0 + 2 * pad));
  const height = (z1 - z0 + 2 * pad) * scale;
  const to = ([x, z]: Point): Point => [MARGIN.left + room / 2 + (x - (x0 + x1) / 2) * scale, MARGIN.top + (z1 + pad - z) * scale];
  const across = niceTicks(x0, x1, 6);
  const up = niceTicks(z0, z1, 4);
  const bottom = MARGIN.top + height;
  return svgDocument({ width: WIDTH, height: bottom + MARGIN.bottom }, label, [
    word([MARGIN.left, 22], "z, m"),
    word([MARGIN.left + 60, 22], "computed", { fill: colour.ink1 }),
    word([MARGIN.left + 140, 22], "measured", { fill: colour.slip }),
    element("rect", { x: MARGIN.left, y: MARGIN.top, width: room, height, fill: "none", stroke: colour.line }),
    ...found.flatMap((body) => drawn(body, to, scale, { stroke: colour.slip, fill: colour.slip, "fill-opacity": 0.12 })),
    ...ours.flatMap((body) => drawn(body, to, scale, { stroke: colour.ink1, fill: "none" })),
    ...across.values.map((value) =>
      word([to([value, z0])[0], bottom + 17], tickText(value, across.step), { size: 11, fill: colour.ink3, anchor: "middle" }),
    ),
    ...up.values.map((value) =>
      word([MARGIN.left - 8, to([x0, value])[1] + 4], tickText(value, up.step), { size: 11, fill: colour.ink3, anchor: "end" }),
    ),
    word([MARGIN.left, bottom + 34], "along the way, m"),
  ]);
}

function drawn(
  { around, balls }: Silhouette,
  to: (point: Point) => Point,
  scale: number,
  style: Readonly<Record<string, string | number>>,
): SvgElement[] {
  const lines = { ...style, "stroke-width": 1.25, "stroke-linejoin": "round" };
  return [
    ...(around.length < 2 ? [] : [element("path", { ...lines, d: linePath(around.map(to), true) })]),
    ...balls.flatMap(({ centre, radius, mark }) => {
      const [cx, cy] = to(centre);
      return [
        element("circle", { ...lines, cx, cy, r: Math.max(radius * scale, 2) }),
        element("path", { ...lines, d: linePath([to(centre), to(mark)]) }),
      ];
    }),
  ];
}
