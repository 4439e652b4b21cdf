/** What the start does not change: rings of speed, the flow of the slip equation, and the directions along which slip runs straight. */
import {
  type Box,
  distanceToEdge,
  drawnContact,
  flowLines,
  linePath,
  niceTicks,
  type Point,
  rayWords,
  slipRate,
  textWidth,
  tickText,
  type VelocityPlane,
} from "@carom/figures/geometry";
import type { InvariantDirection } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { memo } from "react";
import { knobBoxes } from "./hodograph-knob.js";

/** Rings of speed, axes, flow: what the start does not change. */
export const Ground = memo(
  function Ground({
    problem,
    plane,
    planar,
    crowded,
  }: {
    readonly problem: ContactProblem;
    readonly plane: VelocityPlane;
    readonly planar: boolean;
    /** Something else stands above the right end of the axis. */
    readonly crowded: boolean;
  }) {
    const { frame, origin, scale } = plane;
    const contact = drawnContact(problem);
    const field = (point: Point): Point => {
      const velocity = plane.toVelocity(point);
      if (planar) {
        const side = Math.sign(velocity[0]);
        const { block, coupling, friction, normal } = contact;
        return [coupling[0] - friction * block[0] * side, -(normal - friction * coupling[0] * side)];
      }
      const [x, y] = slipRate(contact, velocity);
      return [x, -y];
    };
    const lines = flowLines(plane, field);
    const reach = Math.max(...[0, frame.width].flatMap((x) => [0, frame.height].map((y) => Math.hypot(x - origin[0], y - origin[1]))));
    const { values, step } = niceTicks(0, reach / scale, Math.max(3, Math.round(reach / 84)));
    const rings = values.filter((value) => value > 0);
    const below = frame.height - origin[1];
    const side = emptySide(problem, below, origin[1], rings[0] * scale);
    const labelled = rings.filter((value) => value * scale < (side > 0 ? below : origin[1]) - 10);
    return (
      <g className="ground">
        {planar && <rect className="compression-ground" x="0" y={origin[1]} width={frame.width} height={Math.max(0, below)} />}
        <path className="flow" d={lines.map(({ line }) => linePath(line)).join("")} />
        <path
          className="flow-heads"
          d={lines.map(({ arrow }) => (arrow === undefined ? "" : openHead(arrow.tip, arrow.direction))).join("")}
        />
        {rings.map((value) => (
          <circle key={value} className="ring" cx={origin[0]} cy={origin[1]} r={value * scale} />
        ))}
        <path className="axis" d={`M0,${origin[1]}H${frame.width}M${origin[0]},0V${frame.height}`} />
        {labelled.map((value, i) => (
          <text key={value} className="tick-label halo" x={origin[0] - 6} y={origin[1] + side * value * scale + 4} textAnchor="end">
            {tickText(value, step)}
            {i === 0 ? " m/s" : ""}
          </text>
        ))}
        <text className="tick-label halo" x={frame.width - 4} y={origin[1] + (crowded ? 16 : -6)} textAnchor="end">
          {planar ? "tangent" : "tangent 1"}
        </text>
        <text className="tick-label halo" x={origin[0] + 6} y="12">
          {planar ? "normal" : "tangent 2"}
        </text>
        {planar && (
          <>
            <text className="tick-label halo" x="8" y={frame.height - 8}>
              compression
            </text>
            <text className="tick-label halo" x="8" y="14">
              restitution
            </text>
          </>
        )}
      </g>
    );
  },
  (a, b) =>
    a.plane === b.plane &&
    a.crowded === b.crowded &&
    Math.sign(a.problem.velocity[1]) === Math.sign(b.problem.velocity[1]) &&
    a.problem.contacts[0].friction === b.problem.contacts[0].friction &&
    sameRows(a.problem.mobility, b.problem.mobility),
);

/** Below (1) or above (-1) the origin: where the start is not, if there is room for a label; else where there is more. */
function emptySide({ velocity }: ContactProblem, below: number, above: number, first: number): 1 | -1 {
  const away = velocity[1] > 0 ? 1 : -1;
  if (velocity[1] !== 0 && first < (away > 0 ? below : above) - 10) return away;
  return below > above ? 1 : -1;
}

function sameRows(a: ContactProblem["mobility"], b: ContactProblem["mobility"]): boolean {
  return a === b || a.every((row, i) => row.every((value, j) => value === b[i][j]));
}

/** An open arrowhead as a path. */
function openHead([x, y]: Point, [dx, dy]: Point, size = 5): string {
  const [px, py] = [-dy, dx];
  const at = (along: number, across: number) => `${(x + along * dx + across * px).toFixed(1)},${(y + along * dy + across * py).toFixed(1)}`;
  return `M${at(-size, size * 0.7)}L${at(0, 0)}L${at(-size, -size * 0.7)}`;
}

function solidHead([x, y]: Point, [dx, dy]: Point, size = 10): string {
  const [px, py] = [-dy, dx];
  const at = (along: number, across: number) => `${(x + along * dx + across * px).toFixed(1)},${(y + along * dy + across * py).toFixed(1)}`;
  return `M${at(0, 0)}L${at(-size, size * 0.36)}L${at(-size, -size * 0.36)}Z`;
}

/** Between the words of a ray and what they must not cover, px: the knob is known to a few px only. */
const CLEAR = 12;
/** From one place that is tried to the next, px. */
const STEP = 16;

/**
 * How far out the middle of a ray's words stands: as far as they fit, or nearer where they would cover the knob or its words; undefined
 * where there is no such place.
 */
function wordsAt(
  at: (distance: number) => Point,
  [dx, dy]: Point,
  width: number,
  length: number,
  taken: readonly Box[],
): Point | undefined {
  const [halfWide, halfHigh] = [(Math.abs(dx) * width) / 2 + CLEAR, (Math.abs(dy) * width) / 2 + CLEAR];
  const least = width / 2 + 30;
  for (let distance = Math.max(least, length - width / 2 - 18); distance >= least; distance -= STEP) {
    const [x, y] = at(distance);
    // The words stand above the line.
    const middle = y - 10;
    const covers = (box: Box) =>
      x + halfWide > box.x && x - halfWide < box.x + box.width && middle + halfHigh > box.y && middle - halfHigh < box.y + box.height;
    if (!taken.some(covers)) return [x, y];
  }
  return undefined;
}

/** Directions along which slip runs straight. */
export const Rays = memo(function Rays({
  plane,
  directions,
  knob,
}: {
  readonly plane: VelocityPlane;
  readonly directions: readonly InvariantDirection[];
  /** About where the start is, "x y", px: words stay off it. */
  readonly knob: string;
}) {
  const { frame, origin } = plane;
  const [knobX, knobY] = knob.split(" ").map(Number);
  const taken = knobBoxes([knobX, knobY], frame);
  return directions.map((ray) => {
    const [dx, dy]: Point = [ray.direction[0], -ray.direction[1]];
    const length = distanceToEdge(frame, origin, [dx, dy]);
    const at = (distance: number): Point => [origin[0] + dx * distance, origin[1] + dy * distance];
    const inward = ray.kind === "centripetal";
    const end = at(length);
    const words = rayWords(ray);
    const width = textWidth(words, 12);
    const middle = length > width + 60 ? wordsAt(at, [dx, dy], width, length, taken) : undefined;
    const turn = (180 / Math.PI) * Math.atan2(dx >= 0 ? dy : -dy, Math.abs(dx));
    return (
      <g key={ray.angle} className={`ray ${ray.stability}`}>
        <path className="line" d={`M${origin[0]},${origin[1]}L${end[0]},${end[1]}`} />
        <path className="head" d={solidHead(at(length * 0.55 + (inward ? -5 : 5)), inward ? [-dx, -dy] : [dx, dy])} />
        {middle !== undefined && (
          <text className="halo" textAnchor="middle" transform={`translate(${middle[0]},${middle[1]}) rotate(${turn})`} dy="-6">
            {words}
          </text>
        )}
      </g>
    );
  });
});
