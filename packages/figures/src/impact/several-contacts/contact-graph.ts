/**
 * The contact graph: what flows through each contact, drawn where it happens.
 *
 * Between two bodies that move a line runs from centre to contact to centre; at a fixed body, or where the bodies are not known, an arrow
 * shows the impulse on the (first) body. Width is impulse, hue is how the contact ended: orange slipping, blue stuck, ink without friction.
 * Contacts that carry nothing are dotted.
 */

import { contactName } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { hullOf } from "../../draw/hull.js";
import { createPlacer, type Placer, shortened, textWidth } from "../../draw/labels.js";
import { arrowhead, callout, word } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import { spread } from "../../draw/polyline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { type PlacedResult, type Scene, type SceneContact, sceneOf } from "./scene.js";
import { drawFoot, fitView, flatten, type View, viewAxes } from "./view.js";

/** Longest arrow and widest line, px; a line is also no wider than this part of the smallest ball. */
const LONGEST = 78;
const WIDEST = 11;
const PART_OF_BALL = 0.2;
const THINNEST = 1.25;
/** Numbers stand at this many of the largest impulses. */
const MOST_NUMBERS = 20;
/** More balls than these go without names. */
const MOST_NAMES = 24;
/** An impulse below this fraction of the largest is nothing. */
const NOTHING = 1e-9;

/** Undefined where the problem does not say where its contacts are, or nothing flows. */
export function contactGraphFigure(result: PlacedResult): Figure | undefined {
  const scene = sceneOf(result);
  const largest = scene === undefined ? 0 : Math.max(...scene.contacts.map(({ magnitude }) => magnitude));
  if (scene === undefined || !(largest > 0)) return undefined;
  const axes = viewAxes(scene);
  const arrowOf = ({ impulse, bodies }: SceneContact): Point | undefined => {
    if (bodies.length === 2) return undefined;
    const [x, y] = flatten(axes, impulse);
    return [(LONGEST / largest) * x, (-LONGEST / largest) * y];
  };
  const view = fitView(axes, [
    ...scene.contacts.map((contact) => ({ point: contact.point, arrow: arrowOf(contact) ?? ([0, 0] as const) })),
    ...scene.bodies.map(({ position, radius }) => ({ point: position, ...(radius === undefined ? {} : { radius }) })),
  ]);
  const smallest = Math.min(...scene.bodies.map(({ radius = Number.POSITIVE_INFINITY }) => 2 * radius * view.scale));
  const widest = Math.min(WIDEST, Math.max(THINNEST, PART_OF_BALL * smallest));
  const placer = createPlacer({ x: 4, y: 4, width: view.width - 8, height: view.height - 40 });
  const graph: Graph = { result, scene, view, placer, largest, widest, arrowOf };
  const shapes = drawBodies(scene, view);
  const flows = scene.contacts.map((contact) => drawFlow(graph, contact));
  const nodes = drawNodes(graph);
  const title = "What each contact carries";
  const caption = graphCaption(result, scene, largest);
  const svg = svgDocument(view, `${title}. ${caption}`, [...shapes, ...flows.flat(), ...nodes, ...drawNumbers(graph), ...drawFoot(view)]);
  return { name: "contact-graph", title, caption, svg };
}

/** What every part of the picture needs. */
interface Graph {
  readonly result: PlacedResult;
  readonly scene: Scene;
  readonly view: View;
  readonly placer: Placer;
  /** Largest impulse, N s, and the width of its line, px. */
  readonly largest: number;
  readonly widest: number;
  /** The impulse as an arrow, px; undefined where a line between two bodies stands for it. */
  readonly arrowOf: (contact: SceneContact) => Point | undefined;
}

function hueOf({ outcome }: PlacedResult, contact: number): { readonly line: string; readonly text: string } {
  switch (outcome.slip[contact]) {
    case "frictionless":
      return { line: colour.ink1, text: colour.ink1 };
    case "sticks":
      return { line: colour.stick, text: colour.stickText };
    default:
      return { line: colour.slip, text: colour.slipText };
  }
}

/** Balls as they are; of other bodies the face or edge that touches. */
export function drawBodies({ bodies, contacts }: Scene, view: View): SvgElement[] {
  return bodies.flatMap(({ position, radius }, place) => {
    if (radius === undefined) {
      const touching = contacts.filter((contact) => contact.bodies.includes(place)).map(({ point }) => view.toPixels(point));
      const look = { fill: colour.sunken, stroke: colour.line2, "stroke-width": 1, "stroke-linejoin": "round" };
      return touching.length < 2 ? [] : [element("path", { class: "face", d: linePath(hullOf(touching), true), ...look })];
    }
    const [cx, cy] = view.toPixels(position);
    return [
      element("circle", { class: "ball", cx, cy, r: radius * view.scale, fill: colour.sunken, stroke: colour.line2, "stroke-width": 1 }),
    ];
  });
}

function drawFlow({ result, scene, view, placer, largest, widest, arrowOf }: Graph, contact: SceneContact): SvgElement[] {
  const arrow = arrowOf(contact);
  const at = view.toPixels(contact.point);
  const centres = contact.bodies.map((place) => view.toPixels(scene.bodies[place].position));
  const share = contact.magnitude / largest;
  const idle = !(share > NOTHING);
  const { line } = hueOf(result, contact.index);
  const weight = idle ? 1 : Math.max(THINNEST, widest * share);
  const attributes = { class: idle ? "carries nothing" : "carries", "data-contact": contact.index, fill: "none" };
  if (centres.length === 2) {
    const path = [centres[0], at, centres[1]];
    placer.avoid(path.flatMap(spread));
    const look = idle ? { stroke: colour.line2, "stroke-dasharray": "1.5 3.5" } : { stroke: line };
    return [element("path", { ...attributes, d: linePath(path), "stroke-width": weight, "stroke-linejoin": "round", ...look })];
  }
  const arms = centres.map((centre) =>
    element("path", { class: "arm", d: linePath([centre, at]), fill: "none", stroke: colour.line2, "stroke-width": 1 }),
  );
  const ground = drawGround(view, contact, at);
  const dot = element("circle", {
    cx: at[0],
    cy: at[1],
    r: 2.6,
    fill: idle ? colour.paper : line,
    stroke: idle ? colour.line2 : line,
    "stroke-width": 1.25,
  });
  if (idle || arrow === undefined) return [...arms, ...ground, dot];
  const length = Math.hypot(arrow[0], arrow[1]);
  const tip: Point = [at[0] + arrow[0], at[1] + arrow[1]];
  placer.avoid([at, tip].flatMap(spread));
  if (length < 3) return [...arms, ...ground, dot];
  const unit: Point = [arrow[0] / length, arrow[1] / length];
  const head = Math.min(length, 7 + 0.7 * weight);
  const neck: Point = [tip[0] - unit[0] * head * 0.9, tip[1] - unit[1] * head * 0.9];
  return [
    ...arms,
    ...ground,
    element("path", { ...attributes, d: linePath([at, neck]), stroke: line, "stroke-width": Math.max(THINNEST, 0.45 * weight) }),
    arrowhead(tip, unit, head, line),
    dot,
  ];
}

/** A short piece of the surface under a contact. */
function drawGround(view: View, { tangent }: SceneContact, [x, y]: Point): SvgElement[] {
  const [dx, dy] = view.direction(tangent);
  const length = Math.hypot(dx, dy);
  if (length < 0.2) return [];
  const [ux, uy] = [(13 * dx) / length, (13 * dy) / length];
  return [
    element("path", {
      d: linePath([
        [x - ux, y - uy],
        [x + ux, y + uy],
      ]),
      fill: "none",
      stroke: colour.ink2,
      "stroke-width": 1.5,
    }),
  ];
}

/** Names of bodies at their centres, where the bodies are large enough. */
function drawNodes({ scene: { bodies }, view, placer }: Graph): SvgElement[] {
  return bodies.flatMap(({ name, position, radius }) => {
    const text = shortened(name, 12);
    const width = Math.max(18, textWidth(text, 11) + 10);
    const [x, y] = view.toPixels(position);
    if (radius !== undefined && (bodies.length > MOST_NAMES || 2 * radius * view.scale < Math.max(24, width))) {
      placer.occupy({ x: x - 3, y: y - 3, width: 6, height: 6 });
      return [element("circle", { class: "node", cx: x, cy: y, r: Math.min(3, 0.3 * radius * view.scale), fill: colour.ink1 })];
    }
    placer.occupy({ x: x - width / 2, y: y - 9, width, height: 18 });
    return [
      element("rect", {
        class: "node",
        x: x - width / 2,
        y: y - 9,
        width,
        height: 18,
        rx: 9,
        fill: colour.paper,
        stroke: colour.line2,
        "stroke-width": 1,
      }),
      word([x, y + 3.8], text, { size: 11, fill: colour.ink1, anchor: "middle" }),
    ];
  });
}

/** The contact's name or number and its impulse, beside the contact or at the tip of the arrow. */
function drawNumbers(graph: Graph): SvgElement[] {
  const { result, scene, view, placer, largest, widest, arrowOf } = graph;
  const crowded = scene.contacts.length > MOST_NUMBERS;
  const order = scene.contacts
    .filter(({ magnitude }) => !crowded || magnitude > NOTHING * largest)
    .sort((a, b) => b.magnitude - a.magnitude || a.index - b.index)
    .slice(0, MOST_NUMBERS);
  return order.map((contact, i) => {
    const name = result.problem.contacts[contact.index]?.name ?? String(contact.index + 1);
    const [x, y] = view.toPixels(contact.point);
    const [dx, dy] = arrowOf(contact) ?? [0, 0];
    const carried = contact.magnitude > NOTHING * largest;
    const value = carried ? (i === 0 ? withUnit(contact.magnitude, "N\u2009s") : significant(contact.magnitude)) : "0";
    const text = `${shortened(name, 14)}: ${value}`;
    const fill = carried ? hueOf(result, contact.index).text : colour.ink3;
    const half = (widest * contact.magnitude) / largest / 2;
    const beside = contact.bodies.length === 2 ? besideLine(graph, contact, textWidth(text, 11, 600), half) : undefined;
    if (beside === undefined) return callout(placer, [x + dx, y + dy], [{ text, weight: 600, fill }]);
    return word(beside, text, { size: 11, weight: 600, fill, anchor: "middle", halo: true });
  });
}

/** Room between neighbouring labels, px. */
const BETWEEN = 5;
/** What a label may cover: a few points of other lines, but no other label. */
const COVERED = 200;

/** Room for a label close to a line at its contact, on either side; undefined where there is none. */
function besideLine({ scene, view, placer }: Graph, { point, bodies }: SceneContact, width: number, half: number): Point | undefined {
  const [x, y] = view.toPixels(point);
  const [a, b] = bodies.map((place) => view.toPixels(scene.bodies[place].position)) as [Point, Point];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length === 0) return undefined;
  const along: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const across: Point = [-along[1], along[0]];
  // The box touches the line: half its own extent across the line away from it.
  const least = half + 3 + (Math.abs(across[0]) * width) / 2 + (Math.abs(across[1]) * 14) / 2;
  const candidates = [0, 14, -14].flatMap((shift) =>
    [0, 6, 14].flatMap((more) =>
      [1, -1].map((side): Point => {
        const distance = side * (least + more);
        return [x + across[0] * distance + along[0] * shift, y + across[1] * distance + along[1] * shift];
      }),
    ),
  );
  const boxes = candidates.map(([cx, cy]) => ({ x: cx - width / 2, y: cy - 7, width, height: 14 }));
  // Earlier candidates are nearer.
  const costs = boxes.map((box, i) => placer.cost(box) + 3 * i);
  const cheapest = Math.min(...costs);
  if (cheapest > COVERED) return undefined;
  const box = boxes[costs.indexOf(cheapest)];
  placer.occupy({ ...box, x: box.x - BETWEEN, width: width + 2 * BETWEEN });
  return [box.x + width / 2, box.y + 11];
}

function graphCaption({ problem, outcome }: PlacedResult, { contacts, bodies }: Scene, largest: number): string {
  const most = contacts.find(({ magnitude }) => magnitude === largest)!;
  const idle = contacts.filter(({ magnitude }) => !(magnitude > NOTHING * largest)).length;
  const joined = contacts.some((contact) => contact.bodies.length === 2);
  const hues = new Set(contacts.map(({ index }) => outcome.slip[index]));
  const meaning = [
    ...(hues.has("slides") || hues.has("restarts") ? ["orange ends slipping"] : []),
    ...(hues.has("sticks") ? ["blue ends stuck"] : []),
  ];
  const sentences = [
    `The largest impulse is ${withUnit(largest, "N\u2009s", 4)}, at ${contactName(problem, most.index)}.`,
    ...(idle > 0 ? [`${idle} of ${contacts.length} contacts carry${idle === 1 ? "s" : ""} nothing.`] : []),
    `${joined ? "The width of a line is" : "Length and width of an arrow are"} its ` +
      `impulse${meaning.length === 0 ? "" : `; ${meaning.join(", ")}`}.`,
    ...(bodies.length === 0 ? ["Arrows are impulses on the first body of each contact."] : []),
    ...(contacts.length - idle > MOST_NUMBERS ? [`Numbers stand at the ${MOST_NUMBERS} largest.`] : []),
  ];
  return sentences.join(" ");
}
