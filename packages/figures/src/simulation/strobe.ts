/**
 * A mechanism seen from the side, to scale, at even instants: the later, the darker. Links are lines from hinge to hinge with their shapes;
 * other bodies are outlines, planes the lines they are.
 */
import { quaternion, vec3 } from "carom/math";
import { massAndCentre, type Shape } from "carom/mechanics";
import type { SceneLink } from "carom/simulation";
import type { SimulationResult, SimulationStudy } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { word } from "../draw/marks.js";
import { niceTicks, tickText, withUnit } from "../draw/numbers.js";
import { outlineOfShape, type ShapeOutline } from "../draw/shape-outline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const WIDTH = 600;
const MARGIN = { left: 46, right: 16, top: 32, bottom: 42 };
const TALLEST = 400;
const INSTANTS = 12;
const TITLE = "The motion seen from the side";
/** Opacity of the first instant. */
const PALEST = 0.12;

type Vec3 = vec3.Vec3;
type Body = SimulationStudy["bodies"][string];

/** What is drawn of one body, in axes of its shape, from its centre of mass. */
export interface Outline extends ShapeOutline {
  readonly name: string;
}

/** Undefined where nothing hangs on a joint. */
export function strobeFigure(study: SimulationStudy, result: SimulationResult): Figure | undefined {
  const { series } = result;
  if (!Object.values(study.bodies).some((body) => "joint" in body)) return undefined;
  const end = series.time[series.time.length - 1];
  if (!(end > 0)) return undefined;
  const rows = Array.from({ length: INSTANTS }, (_, k) => rowAt(series.time, (end * k) / (INSTANTS - 1)));
  const outlines = Object.keys(series.bodies).map((name) => outlineOf(name, study));
  const seen = rows.map((row) =>
    outlines.map((outline) => {
      const { position, orientation } = series.bodies[outline.name];
      return placed(outline, position[row], orientation[row]);
    }),
  );
  const points = seen.flat().flatMap(reachOf);
  const floors = Object.values(study.bodies).flatMap((body) => ("plane" in body ? [body.plane] : []));
  const [x0, x1] = extent(points.map(([x]) => x));
  const [z0, z1] = extent([...points.map(([, z]) => z), ...levelOf(floors)]);
  const pad = 0.05 * Math.max(x1 - x0, z1 - z0);
  const [width, height] = [x1 - x0 + 2 * pad, z1 - z0 + 2 * pad];
  const room = WIDTH - MARGIN.left - MARGIN.right;
  const scale = Math.min(room / width, TALLEST / height);
  const frame = { x: MARGIN.left, y: MARGIN.top, width: room, height: height * scale };
  const middle = (x0 + x1) / 2;
  const to = ([x, z]: Point): Point => [frame.x + frame.width / 2 + (x - middle) * scale, frame.y + (z1 + pad - z) * scale];
  const drawn = seen.flatMap((bodies, k) => {
    const opacity = PALEST + (1 - PALEST) * (k / (INSTANTS - 1)) ** 2;
    return bodies.flatMap((body) => drawOutline(body, to, scale, opacity));
  });
  const duration = withUnit(end, "s", 3);
  const caption = `${INSTANTS} instants from 0 to ${duration}, the last one the darkest; x to the right, z up, y towards the back.`;
  const svg = svgDocument({ width: WIDTH, height: frame.y + frame.height + MARGIN.bottom }, `${TITLE}. ${caption}`, [
    word([frame.x, 22], "z, m"),
    element("rect", { ...frame, fill: "none", stroke: colour.line }),
    ...floors.flatMap(({ normal, point = [0, 0, 0] }) =>
      drawPlane(normal, point, [middle - room / scale / 2, middle + room / scale / 2], frame, to),
    ),
    ...drawn,
    ...axes(frame, scale, middle, z1 + pad, to),
  ]);
  return { name: "strobe", title: TITLE, caption, svg };
}

function rowAt(times: readonly number[], time: number): number {
  let best = 0;
  times.forEach((value, row) => {
    if (Math.abs(value - time) < Math.abs(times[best] - time)) best = row;
  });
  return best;
}

/** Hinges are told in link axes; everything else in those of the shape. */
export function outlineOf(name: string, study: SimulationStudy): Outline {
  const body = study.bodies[name] as Exclude<Body, { plane: unknown }>;
  const shape = "shape" in body ? body.shape : undefined;
  if (!("joint" in body)) {
    const { centre: given } = body as { readonly centre?: Vec3 };
    const centre = given ?? (shape === undefined ? vec3.ZERO : centreOf(shape, body as Amounts));
    return { name, ...outlineOfShape(shape, vec3.scale(centre, -1)) };
  }
  const { position = [0, 0, 0], orientation = [0, 0, 0, 1] } = body as SceneLink;
  const middle = linkCentre(body as SceneLink);
  const toShape = (inLink: Vec3): Vec3 => quaternion.rotate(quaternion.conjugate(orientation), vec3.subtract(inLink, middle));
  const children = Object.values(study.bodies).flatMap((other): Vec3[] =>
    "joint" in other && other.joint.parent === name ? [other.joint.position ?? vec3.ZERO] : [],
  );
  const closed = (study.loops ?? []).flatMap(({ between, frames }) =>
    between.flatMap((end, side): Vec3[] => (end === name ? [frames?.[side]?.position ?? vec3.ZERO] : [])),
  );
  const hinges = [...children, ...closed];
  // A ball at the end of a link is where the link ends.
  if (shape?.type === "sphere") hinges.push(position as Vec3);
  const { lines, circles } = outlineOfShape(shape, toShape(position as Vec3));
  const reached = hinges.filter((hinge) => vec3.norm(hinge) > 0);
  return { name, circles, lines: [...lines, ...reached.map((hinge) => [toShape([0, 0, 0]), toShape(hinge)])] };
}

type Amounts = { readonly mass?: number; readonly density?: number };

function centreOf(shape: Shape, { mass, density }: Amounts): Vec3 {
  return massAndCentre(shape, { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) }).centre;
}

/** Of mass, link axes. */
function linkCentre(link: SceneLink): Vec3 {
  const { shape, position = [0, 0, 0], orientation = [0, 0, 0, 1], centre } = link;
  if (centre !== undefined || shape === undefined) return centre ?? [0, 0, 0];
  return vec3.add(position, quaternion.rotate(orientation, centreOf(shape, link)));
}

/** The same from the side, m. */
export interface Seen {
  readonly lines: readonly (readonly Point[])[];
  readonly circles: readonly { readonly centre: Point; readonly radius: number }[];
}

export function placed({ lines, circles }: Outline, position: Vec3, orientation: quaternion.Quaternion): Seen {
  const at = (point: Vec3): Point => {
    const [x, , z] = vec3.add(position, quaternion.rotate(orientation, point));
    return [x, z];
  };
  return {
    lines: lines.map((line) => line.map(at)),
    circles: circles.map(({ centre, radius }) => ({ centre: at(centre), radius })),
  };
}

/** Points that a picture of it must hold. */
export function reachOf({ lines, circles }: Seen): Point[] {
  return [
    ...lines.flat(),
    ...circles.flatMap(({ centre: [x, z], radius }): Point[] => [
      [x - radius, z - radius],
      [x + radius, z + radius],
    ]),
  ];
}

export function drawOutline({ lines, circles }: Seen, to: (point: Point) => Point, scale: number, opacity: number): SvgElement[] {
  return [
    ...lines.map((line) =>
      element("path", {
        d: linePath(line.map(to)),
        fill: "none",
        stroke: colour.ink1,
        "stroke-width": 1.75,
        "stroke-opacity": opacity.toFixed(2),
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
    ...circles.map(({ centre, radius }) => {
      const [cx, cy] = to(centre);
      return element("circle", {
        cx,
        cy,
        r: Math.max(radius * scale, 2),
        fill: "none",
        stroke: colour.ink1,
        "stroke-width": 1.25,
        "stroke-opacity": opacity.toFixed(2),
      });
    }),
  ];
}

/** Height of level planes, which belong into the picture. */
function levelOf(planes: readonly { readonly normal: Vec3; readonly point?: Vec3 }[]): number[] {
  return planes.flatMap(({ normal, point = [0, 0, 0] }) => (normal[0] === 0 && normal[1] === 0 ? [point[2]] : []));
}

/** The part of a plane's trace that is in the frame. */
export function drawPlane(
  normal: Vec3,
  point: Vec3,
  [left, right]: Point,
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  to: (point: Point) => Point,
): SvgElement[] {
  if (Math.abs(normal[2]) < 0.1 * vec3.norm(normal)) return [];
  const heightAt = (x: number) => point[2] - (normal[0] * (x - point[0])) / normal[2];
  const ends = [to([left, heightAt(left)]), to([right, heightAt(right)])];
  if (ends.some(([, y]) => y < frame.y - 1 || y > frame.y + frame.height + 1)) return [];
  const [a, b] = [ends[0], ends[1]];
  return [
    element("path", {
      d: linePath([
        [Math.max(a[0], frame.x), a[1]],
        [Math.min(b[0], frame.x + frame.width), b[1]],
      ]),
      fill: "none",
      stroke: colour.line2,
      "stroke-width": 2,
    }),
  ];
}

function axes(
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  scale: number,
  middle: number,
  top: number,
  to: (point: Point) => Point,
): SvgElement[] {
  const across = niceTicks(middle - frame.width / scale / 2, middle + frame.width / scale / 2, 6);
  const up = niceTicks(top - frame.height / scale, top, 5);
  return [
    ...across.values.flatMap((value) => {
      const [x] = to([value, top]);
      return [
        element("path", { d: `M${x},${frame.y + frame.height}v4`, fill: "none", stroke: colour.line2 }),
        word([x, frame.y + frame.height + 17], tickText(value, across.step), { size: 11, fill: colour.ink3, anchor: "middle" }),
      ];
    }),
    ...up.values.map((value) =>
      word([frame.x - 8, to([middle, value])[1] + 4], tickText(value, up.step), { size: 11, fill: colour.ink3, anchor: "end" }),
    ),
    word([frame.x, frame.y + frame.height + 34], "x, m"),
  ];
}

function extent(values: readonly number[]): readonly [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
