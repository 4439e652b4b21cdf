/** A hand and the body in it, from the side; and the places that a search tried. */

import { type GraspResult, type GraspShape, type RoundedBox, sizeUnits } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { hullOf } from "../draw/hull.js";
import { word } from "../draw/marks.js";
import { inUnit, significant } from "../draw/numbers.js";
import { element, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { edges, frontOf, outlineOf } from "../draw/wire.js";

const WIDTH = 600;
const HEIGHT = 360;
const MARGIN = 28;

type Place = readonly [number, number, number];

/** Level, along the way of the first finger, and up. */
function sideView({ fingers }: GraspResult): (place: Place) => Point {
  const [x, y] = fingers[0].direction;
  const length = Math.hypot(x, y);
  const [ax, ay] = length > 1e-9 ? [x / length, y / length] : [1, 0];
  return (place) => [place[0] * ax + place[1] * ay, place[2]];
}

/** Corners of the core of a box whose finger's point is given. */
function corners({ half, offset, axes }: RoundedBox, point: Place): Place[] {
  return [-1, 1].flatMap((a) =>
    [-1, 1].flatMap((b) =>
      [-1, 1].map((c): Place => {
        const at = (i: number) => point[i] + offset[i] + a * half[0] * axes[0][i] + b * half[1] * axes[1][i] + c * half[2] * axes[2][i];
        return [at(0), at(1), at(2)];
      }),
    ),
  );
}

function fingerPaths(
  { fingers }: GraspResult,
  { points }: GraspShape,
  view: (place: Place) => Point,
  to: (point: Point) => Point,
  scale: number,
) {
  return fingers.flatMap(({ boxes }, i) =>
    boxes.flatMap((box): SvgElement[] => {
      const hull = hullOf(corners(box, points[i]).map(view).map(to));
      const d = `M${hull.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join("L")}${hull.length > 1 ? "Z" : "h0"}`;
      const round = { "stroke-linejoin": "round", "stroke-linecap": "round" };
      const width = 2 * box.rounding * scale;
      // A border all around, then the finger.
      return [
        element("path", { d, fill: colour.line2, stroke: colour.line2, "stroke-width": width + 2, ...round }),
        element("path", { d, fill: colour.sunken, stroke: colour.sunken, "stroke-width": width, ...round }),
      ];
    }),
  );
}

export function handFigure(result: GraspResult): Figure {
  const { surface, shapes, outcome, grip, lifted } = result;
  const shown = shapes.lifted ?? shapes.grip ?? shapes.rest;
  const view = sideView(result);
  const points = [...shapes.rest.places, ...shown.places, ...shown.points].map(view);
  const xs = points.map(([x]) => x);
  const high = Math.max(...points.map(([, z]) => z));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const aside = 0.15 * (right - left);
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left + 2 * aside), (HEIGHT - 2 * MARGIN) / (1.1 * high));
  const floor = HEIGHT - MARGIN;
  const to = ([x, z]: Point): Point => [WIDTH / 2 + (x - (left + right) / 2) * scale, floor - z * scale];
  const { length } = sizeUnits(shapes.rest.places);
  const title = shapes.lifted !== undefined ? "In the hand" : shapes.grip !== undefined ? "In the grip" : "At rest";
  const caption =
    `${grip === undefined ? "" : `Closed by ${inUnit(grip.distance, length, 4)}, largest strain ${significant(grip.strain, 2)}. `}` +
    `${lifted === undefined ? "" : `Free of the table at ${inUnit(lifted.height, length, 3)}. `}` +
    `${shown.contacts.length} nodes touch (dots). Thin: at rest. Outcome: ${outcome}. Displacements are drawn as they are.`;
  const svg = svgDocument({ width: WIDTH, height: HEIGHT }, `${title}. ${caption}`, [
    element("defs", {}, element("clipPath", { id: "hand" }, element("rect", { x: 4, y: 4, width: WIDTH - 8, height: floor - 4 }))),
    element("path", { d: `M8,${floor}H${WIDTH - 8}`, stroke: colour.line2, "stroke-width": 1.5, fill: "none" }),
    element("g", { "clip-path": "url(#hand)" }, ...fingerPaths(result, shown, view, to, scale)),
    element("path", {
      d: edges(surface.triangles, shapes.rest.places.map(view).map(to), outlineOf),
      fill: "none",
      stroke: colour.line2,
      "stroke-width": 0.8,
    }),
    element("path", {
      d: edges(surface.triangles, shown.places.map(view).map(to), frontOf),
      fill: "none",
      stroke: colour.ink3,
      "stroke-width": 0.5,
      "stroke-opacity": 0.4,
    }),
    element("path", {
      d: edges(surface.triangles, shown.places.map(view).map(to), outlineOf),
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": 1.5,
    }),
    ...shown.contacts.map(({ node, obstacle }) => {
      const [cx, cy] = to(view(shown.places[node]));
      return element("circle", {
        cx,
        cy,
        r: 3,
        fill: obstacle === 0 ? colour.ink3 : colour.stick,
        stroke: colour.paper,
        "stroke-width": 0.6,
      });
    }),
  ]);
  return { name: "hand", title, caption, svg };
}

/** The body from the side, with a dot where a finger of every tried place first touches: the larger, the better. */
export function searchFigure(result: GraspResult): Figure | undefined {
  const { search, surface, shapes } = result;
  if (search === undefined || search.places.length === 0) return undefined;
  const views: readonly { readonly name: string; readonly view: (place: Place) => Point }[] = [
    { name: "from the side", view: ([x, , z]) => [x, z] },
    { name: "from above", view: ([x, y]) => [x, y] },
  ];
  const costs = search.places.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  const side = (WIDTH - 3 * MARGIN) / 2;
  const drawn = views.flatMap(({ name, view }, i): SvgElement[] => {
    const at = shapes.rest.places.map(view);
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 1.2;
    const middle: Point = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    const x0 = MARGIN + i * (side + MARGIN);
    const to = ([x, y]: Point): Point => [
      x0 + side / 2 + ((x - middle[0]) / extent) * side,
      34 + side / 2 - ((y - middle[1]) / extent) * side,
    ];
    return [
      word([x0, 22], name, { weight: 600 }),
      element("path", { d: edges(surface.triangles, at.map(to), outlineOf), fill: "none", stroke: colour.ink2, "stroke-width": 1.25 }),
      ...search.places.flatMap(({ touches, cost }) =>
        touches.map((touch) => {
          const [cx, cy] = to(view(touch));
          const good = cost === undefined ? 0 : most > least ? (most - cost) / (most - least) : 1;
          return element("circle", {
            cx,
            cy,
            r: 2 + 4 * good,
            fill: cost === undefined ? colour.line2 : colour.stick,
            "fill-opacity": 0.7,
          });
        }),
      ),
      ...(search.best?.touches ?? []).map((touch) => {
        const [cx, cy] = to(view(touch));
        return element("circle", { cx, cy, r: 8, fill: "none", stroke: colour.slip, "stroke-width": 2 });
      }),
    ];
  });
  const title = "Places that were tried";
  const held = costs.length;
  const caption =
    `${search.places.length} places, ${held} of which hold the body. Dots: where fingers first touch, the larger the better; ` +
    `grey: not held. Rings: the best.`;
  return { name: "places", title, caption, svg: svgDocument({ width: WIDTH, height: 34 + side + 20 }, `${title}. ${caption}`, drawn) };
}
