/** Pictures of a grip: the body between the fingers from the side, and the nodes that touch, each on its own obstacle. */
import type { PickupContact, PickupResult, PickupShape } from "carom/study";
import { sizeUnits } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { word } from "../draw/marks.js";
import { inUnit, withUnit } from "../draw/numbers.js";
import { element, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { edges, frontOf, outlineOf } from "../draw/wire.js";

const WIDTH = 600;
const LEGEND = 40;
const HEIGHT = 360;
const MARGIN = 28;

type Place = readonly [number, number, number];

/** Level, from the first finger to the second, and up. */
function sideView({ fingers, shapes }: PickupResult): (place: Place) => Point {
  const [a, b] = shapes.rest.centres;
  const across = a === undefined || b === undefined ? fingers[0].direction : ([b[0] - a[0], b[1] - a[1], 0] as const);
  const length = Math.hypot(across[0], across[1]) || 1;
  return ([x, y, z]) => [(x * across[0] + y * across[1]) / length, z];
}

export function gripFigure(result: PickupResult): Figure {
  const { surface, shapes, fingers, leastDepth, outcome, skin } = result;
  const grip = shapes.lifted ?? shapes.grip ?? shapes.rest;
  const view = sideView(result);
  const before = shapes.rest.places.map(view);
  const after = grip.places.map(view);
  const xs = [...before, ...after].map(([x]) => x);
  const zs = [...before, ...after].map(([, z]) => z);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const high = Math.max(...zs);
  const reach = 0.35 * Math.max(...fingers.map(({ radius }) => radius));
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left + 2 * reach), (HEIGHT - 2 * MARGIN) / (high * 1.1));
  const floor = LEGEND + HEIGHT - MARGIN;
  const to = ([x, z]: Point): Point => [WIDTH / 2 + (x - (left + right) / 2) * scale, floor - z * scale];

  // The outline of the skin, where there is one, in place of the mesh's.
  const outline = (places: readonly Place[], ofSkin: readonly Place[] | undefined) =>
    skin === undefined || ofSkin === undefined
      ? edges(surface.triangles, places.map(view).map(to), outlineOf)
      : edges(skin.triangles, ofSkin.map(view).map(to), outlineOf);

  const clip = "grip-frame";
  const balls = (shape: PickupShape, attributes: Readonly<Record<string, string | number>>) =>
    shape.centres.map((centre, i) => {
      const [cx, cy] = to(view(centre));
      return element("circle", { cx, cy, r: fingers[i].radius * scale, "clip-path": `url(#${clip})`, ...attributes });
    });
  const title = outcome === "lifted" ? "Lifted" : shapes.grip === undefined ? "At rest" : "In the grip";
  const counts = countsOf(grip.contacts);
  const caption =
    `${leastDepth === undefined ? "" : `Squeezed by ${inUnit(leastDepth.depth, sizeUnits(shapes.rest.places).length, 4)} a finger. `}` +
    `${counts.stick} nodes stick and ${counts.slip} slip. Thin: at rest before the ` +
    `squeeze${skin === undefined ? "" : ", and the mesh inside the skin"}. The fingers are balls; displacements are drawn as they are.`;
  const legend = [
    element("circle", { cx: MARGIN + 5, cy: 20, r: 4.5, fill: colour.stick }),
    word([MARGIN + 16, 24], "sticks", { fill: colour.stickText, weight: 600 }),
    element("circle", { cx: MARGIN + 85, cy: 20, r: 4.5, fill: colour.slip }),
    word([MARGIN + 96, 24], "slips", { fill: colour.slipText, weight: 600 }),
  ];
  const svg = svgDocument({ width: WIDTH, height: LEGEND + HEIGHT }, `${title}. ${caption}`, [
    element(
      "defs",
      {},
      element("clipPath", { id: clip }, element("rect", { x: 4, y: LEGEND - 4, width: WIDTH - 8, height: floor - LEGEND + 4 })),
    ),
    element("path", { d: `M8,${floor}H${WIDTH - 8}`, stroke: colour.line2, "stroke-width": 1.5, fill: "none" }),
    ...balls(grip, { fill: colour.sunken, stroke: colour.line2, "stroke-width": 1.25 }),
    element("path", {
      class: "rest",
      d: outline(shapes.rest.places, skin?.rest),
      fill: "none",
      stroke: colour.line2,
      "stroke-width": 0.8,
    }),
    element("path", {
      class: "wire",
      d: edges(surface.triangles, after.map(to), frontOf),
      fill: "none",
      stroke: colour.ink3,
      "stroke-width": 0.6,
      "stroke-opacity": 0.5,
    }),
    element("path", {
      class: "body",
      d: outline(grip.places, skin?.lifted ?? skin?.grip ?? skin?.rest),
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": 1.75,
    }),
    ...grip.contacts.map((contact) => dot(to(view(contact.place)), contact, 4.2)),
    ...legend,
  ]);
  return { name: "grip", title, caption, svg };
}

const countsOf = (contacts: readonly PickupContact[]) => {
  const slip = contacts.filter(({ mode }) => mode === "slip").length;
  return { slip, stick: contacts.length - slip };
};

function dot([cx, cy]: Point, { mode }: PickupContact, r: number): SvgElement {
  return element("circle", {
    class: mode,
    cx,
    cy,
    r,
    fill: mode === "slip" ? colour.slip : colour.stick,
    stroke: colour.paper,
    "stroke-width": 0.8,
  });
}

/** Nodes on the table from above, and on each finger seen from inside it, dots as large as the root of their push. */
export function contactMapFigure(result: PickupResult): Figure | undefined {
  const shape = result.shapes.grip;
  if (shape === undefined || shape.contacts.length === 0) return undefined;
  const panels = [0, 1, 2].map((obstacle) => ({ obstacle, contacts: shape.contacts.filter((contact) => contact.obstacle === obstacle) }));
  const most = Math.max(...shape.contacts.map(({ push }) => push));
  const strongest = Math.max(...shape.contacts.map(({ friction }) => friction));
  const side = (WIDTH - 4 * 16) / 3;
  const title = "Nodes that touch, in the grip";
  const counts = countsOf(shape.contacts);
  const caption =
    `${counts.stick} nodes stick (blue) and ${counts.slip} slip (orange). Dots are as large as the root of the push of ` +
    `their node; lines show friction on the body, ${withUnit(strongest, "N")} at most. The table from above, the fingers as they look at ` +
    `the body. The largest push is ${withUnit(most, "N")}.`;
  const drawn = panels.flatMap(({ obstacle, contacts }, i) => {
    const x0 = 16 + i * (side + 16);
    const flat = contacts.map((contact) => ({
      contact,
      at: onObstacle(result, shape, obstacle, contact.place),
      friction: frictionOn(result, shape, obstacle, contact),
    }));
    const xs = flat.map(({ at }) => at[0]);
    const ys = flat.map(({ at }) => at[1]);
    const middle: Point = flat.length === 0 ? [0, 0] : [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    const extent = Math.max(1e-3, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    const scale = flat.length < 2 ? 1 : (side - 44) / extent;
    const to = ([x, y]: Point): Point => [x0 + side / 2 + (x - middle[0]) * scale, 34 + side / 2 - (y - middle[1]) * scale];
    return [
      word([x0, 22], obstacle === 0 ? "table" : `finger ${obstacle}`, { weight: 600 }),
      element("rect", { x: x0, y: 34, width: side, height: side, fill: "none", stroke: colour.line }),
      ...flat.map(({ at, friction, contact }) => {
        const [x, y] = to(at);
        const length = 26 / (strongest || 1);
        return element("path", {
          d: `M${x},${y}l${friction[0] * length},${-friction[1] * length}`,
          stroke: contact.mode === "slip" ? colour.slip : colour.stick,
          "stroke-width": 1.25,
          fill: "none",
        });
      }),
      ...flat.map(({ at, contact }) => dot(to(at), contact, 2.5 + 5 * Math.sqrt(contact.push / (most || 1)))),
      word(
        [x0, 34 + side + 18],
        flat.length < 2 ? (flat.length === 0 ? "nothing touches" : "one node") : `${inUnit(extent, sizeUnits(shape.places).length)} across`,
        { size: 11, fill: colour.ink3 },
      ),
    ];
  });
  const svg = svgDocument({ width: WIDTH, height: 34 + side + 30 }, `${title}. ${caption}`, drawn);
  return { name: "contact-map", title, caption, svg };
}

/** Axes of the picture: level and up across the way of a finger, x and y on the table. */
function axesOf({ fingers }: PickupResult, obstacle: number): [Place, Place] {
  if (obstacle === 0)
    return [
      [1, 0, 0],
      [0, 1, 0],
    ];
  const [dx, dy, dz] = fingers[obstacle - 1].direction;
  const level = Math.hypot(dx, dy);
  if (level < 1e-9)
    return [
      [1, 0, 0],
      [0, 1, 0],
    ];
  const right: Place = [dy / level, -dx / level, 0];
  return [right, [right[1] * dz, -right[0] * dz, right[0] * dy - right[1] * dx]];
}

function onObstacle(result: PickupResult, { centres }: PickupShape, obstacle: number, place: Place): Point {
  const [across, up] = axesOf(result, obstacle);
  const from: Place = obstacle === 0 ? [0, 0, 0] : centres[obstacle - 1];
  const along = (axis: Place) => axis.reduce((sum, value, i) => sum + value * (place[i] - from[i]), 0);
  return [along(across), along(up)];
}

function frictionOn(result: PickupResult, { centres }: PickupShape, obstacle: number, { place, force, push }: PickupContact): Point {
  const [across, up] = axesOf(result, obstacle);
  const centre = obstacle === 0 ? undefined : centres[obstacle - 1];
  const offset = centre === undefined ? [0, 0, 1] : place.map((value, i) => value - centre[i]);
  const length = Math.hypot(...offset);
  const friction = force.map((value, i) => value - (push * offset[i]) / length);
  const along = (axis: Place) => axis.reduce((sum, value, i) => sum + value * friction[i], 0);
  return [along(across), along(up)];
}
