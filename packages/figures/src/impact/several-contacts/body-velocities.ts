/**
 * How the bodies leave: velocities right after the impact as arrows at the bodies. Where all bodies move along the line on which they stand, the arrows lie beside them.
 */

import type { Figure } from "../../draw/figure.js";
import { createPlacer, type Placer, shortened, textWidth } from "../../draw/labels.js";
import { callout, openArrowhead, word } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import { spread } from "../../draw/polyline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { drawBodies } from "./contact-graph.js";
import { type PlacedResult, type Scene, type SceneBody, sceneOf, type Vector } from "./scene.js";
import { drawFoot, fitView, flatten, type View, viewAxes } from "./view.js";

const LONGEST = 88;
/** In a line the longest arrow reaches no farther than this many times the distance to the next body. */
const ARROW_REACH = 1.5;
/** Names and speeds stand at this many of the fastest bodies. */
const MOST_NUMBERS = 24;
/** A body slower than this fraction of the fastest has no arrow. */
const NOTHING = 1e-6;

/** Undefined where the result does not say where its bodies are, or only one moves. */
export function bodyVelocitiesFigure(result: PlacedResult): Figure | undefined {
  const scene = sceneOf(result);
  if (scene === undefined || scene.bodies.length < 2) return undefined;
  const fastest = Math.max(...scene.bodies.map(speedOf));
  if (!(fastest > 0)) return undefined;
  const axes = viewAxes(scene);
  const arrow = ({ velocity }: SceneBody): Point => {
    const [x, y] = flatten(axes, velocity);
    return [(LONGEST / fastest) * x, (-LONGEST / fastest) * y];
  };
  const view = fitView(
    axes,
    scene.bodies.map((body) => ({
      point: body.position,
      arrow: arrow(body),
      ...(body.radius === undefined ? {} : { radius: body.radius }),
    })),
  );
  const placer = createPlacer({ x: 4, y: 4, width: view.width - 8, height: view.height - 40 });
  const title = "How the bodies leave";
  const caption = leavingCaption(scene, fastest);
  const svg = svgDocument(view, `${title}. ${caption}`, [
    ...drawBodies(scene, view),
    ...(inLine(scene) ? drawLine(scene, view, arrow, fastest) : drawScattered(scene, view, arrow, fastest, placer)),
    ...drawFoot(view),
  ]);
  return { name: "body-velocities", title, caption, svg };
}

/** Arrows at the centres, with the name and speed of each body at the tip. */
function drawScattered({ bodies }: Scene, view: View, arrow: (body: SceneBody) => Point, fastest: number, placer: Placer): SvgElement[] {
  const tips = bodies.map((body): Point => {
    const [x, y] = view.toPixels(body.position);
    const [dx, dy] = arrow(body);
    placer.avoid([[x, y] as Point, [x + dx, y + dy] as Point].flatMap(spread));
    return [x + dx, y + dy];
  });
  const order = bodies
    .map((body, i) => ({ body, i }))
    .filter(({ body }) => bodies.length <= MOST_NUMBERS || speedOf(body) > NOTHING * fastest)
    .sort((a, b) => speedOf(b.body) - speedOf(a.body) || a.i - b.i);
  return [
    ...bodies.flatMap((body) => drawVelocity(body, view.toPixels(body.position), arrow(body), fastest)),
    ...order.slice(0, MOST_NUMBERS).map(({ body, i }, rank) => {
      const value = rank === 0 ? withUnit(speedOf(body), "m/s") : speedText(body, fastest);
      return callout(placer, tips[i], [{ text: `${shortened(body.name, 12)} ${value}` }]);
    }),
  ];
}

/** Names in or above the bodies, arrows under them, and under those the velocities in as many rows as they need. */
function drawLine({ bodies }: Scene, view: View, arrow: (body: SceneBody) => Point, fastest: number): SvgElement[] {
  const lead = bodies.find((body) => speedOf(body) === fastest)!;
  const texts = bodies.map((body) => {
    const back = dot(body.velocity, lead.velocity) < 0 && speedOf(body) > NOTHING * fastest ? "\u2212" : "";
    return `${back}${body === lead ? withUnit(fastest, "m/s") : speedText(body, fastest)}`;
  });
  const centres = bodies.map(({ position }) => view.toPixels(position));
  const order = bodies.map((_, i) => i).sort((a, b) => centres[a][0] - centres[b][0]);
  const spacing = Math.min(...order.slice(1).map((i, k) => centres[i][0] - centres[order[k]][0]));
  const widest = Math.max(...texts.map((text) => textWidth(text, 11))) + 8;
  const shrink = Math.min(1, (ARROW_REACH * spacing) / LONGEST);
  const rows = Math.min(4, Math.max(1, Math.ceil(widest / spacing)));
  return order.flatMap((i, rank) => {
    const { name, radius = 0 } = bodies[i];
    const [x, y] = centres[i];
    const below = y + radius * view.scale + 14;
    const short = shortened(name, 12);
    const inside = textWidth(short, 11) + 6 < 2 * radius * view.scale;
    return [
      word([x, inside ? y + 4 : y - radius * view.scale - 6 - 13 * (rank % rows)], short, {
        size: 11,
        fill: colour.ink2,
        anchor: "middle",
      }),
      ...drawVelocity(bodies[i], [x, below], [shrink * arrow(bodies[i])[0], shrink * arrow(bodies[i])[1]], fastest),
      word([x, below + 18 + 13 * (rank % rows)], texts[i], { size: 11, weight: 600, fill: colour.ink1, anchor: "middle" }),
    ];
  });
}

function speedText(body: SceneBody, fastest: number): string {
  return speedOf(body) > NOTHING * fastest ? significant(speedOf(body)) : "0";
}

function drawVelocity(body: SceneBody, [x, y]: Point, [dx, dy]: Point, fastest: number): SvgElement[] {
  const length = Math.hypot(dx, dy);
  if (!(speedOf(body) > NOTHING * fastest) || length < 1)
    return [element("circle", { class: "rest", cx: x, cy: y, r: 2, fill: colour.ink1 })];
  const tip: Point = [x + dx, y + dy];
  const look = { stroke: colour.ink1, "stroke-width": 1.5 };
  return [
    element("path", { class: "velocity", d: linePath([[x, y], tip]), fill: "none", ...look }),
    openArrowhead(tip, [dx / length, dy / length], Math.min(7, 0.6 * length + 2), look),
  ];
}

function speedOf({ velocity }: SceneBody): number {
  return Math.hypot(...velocity);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** How far from a line positions and velocities may be, as a fraction of their largest. */
const STRAIGHT = 1e-3;

/** Whether all bodies stand and move on one line along the picture. */
function inLine({ bodies }: Scene): boolean {
  const [first, ...others] = bodies;
  const arms = others.map(({ position }) => [0, 1, 2].map((k) => position[k] - first.position[k]) as unknown as Vector);
  const longest = arms.reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a));
  const length = Math.hypot(...longest);
  if (!(length > 0)) return false;
  const along = longest.map((value) => value / length) as unknown as Vector;
  const off = (vector: Vector) => Math.sqrt(Math.max(0, dot(vector, vector) - dot(vector, along) ** 2));
  const fastest = Math.max(...bodies.map(speedOf));
  return (
    arms.every((arm) => off(arm) <= STRAIGHT * length) &&
    bodies.every(({ velocity }) => off(velocity) <= STRAIGHT * fastest) &&
    Math.abs(along[2]) < 0.5
  );
}

function leavingCaption({ bodies }: Scene, fastest: number): string {
  const lead = bodies.find((body) => speedOf(body) === fastest)!;
  const slow = bodies.filter((body) => !(speedOf(body) > NOTHING * fastest)).length;
  return `${lead.name} leaves fastest, at ${withUnit(fastest, "m/s", 4)}.${slow > 0 ? ` ${slow} of ${bodies.length} bodies stay${slow === 1 ? "s" : ""} at rest.` : ""}`;
}
