/** Two shapes of one body over each other: at rest as clay coloured by how far it is from what is seen, and what is seen as wire. Drag to turn. */
import { type PointerEvent, useMemo, useRef } from "react";
import { type Gaze, type Place, projection } from "../pickup/projection.js";

const WIDTH = 640;
const HEIGHT = 460;
/** Radians a pixel. */
const TURN = 0.008;

interface ShapesPictureProps {
  /** Three nodes a triangle, outward. */
  readonly triangles: Int32Array;
  readonly observed: readonly (readonly number[])[];
  /** The shape that is drawn as clay. */
  readonly shape: readonly (readonly number[])[];
  /** Length that is coloured fully, m. */
  readonly most: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function ShapesPicture({ triangles, observed, shape, most, gaze, onGaze }: ShapesPictureProps) {
  const drag = useRef<{ readonly x: number; readonly y: number; readonly gaze: Gaze }>(undefined);
  const { centre, extent } = useMemo(() => boxOf(observed), [observed]);
  const to = projection(gaze, centre, (0.62 * HEIGHT) / extent, [WIDTH / 2, HEIGHT / 2]);
  const clay = facing(
    triangles,
    shape.map((place) => to(place as unknown as Place)),
  );
  const wire = facing(
    triangles,
    observed.map((place) => to(place as unknown as Place)),
  );
  const moved = shape.map((place, i) => {
    const other = observed[i]!;
    return Math.hypot(place[0]! - other[0]!, place[1]! - other[1]!, place[2]! - other[2]!);
  });
  const turn = (event: PointerEvent) => {
    const from = drag.current;
    if (from === undefined) return;
    const pitch = from.gaze.pitch + (event.clientY - from.y) * TURN;
    onGaze({ yaw: from.gaze.yaw - (event.clientX - from.x) * TURN, pitch: Math.max(-0.1, Math.min(1.5, pitch)) });
  };
  const ground = 0.9 * extent;
  const corners = (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([x, y]) => to([centre[0] + x * ground, centre[1] + y * ground, 0]));
  return (
    <svg
      className="shapes-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="The body as it is seen, and as it would be without gravity; drag to turn"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, gaze };
      }}
      onPointerMove={turn}
      onPointerUp={() => {
        drag.current = undefined;
      }}
    >
      <path className="table" d={`${corners.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("")}Z`} />
      {clay.map(({ nodes: [a, b, c], d }) => (
        <path
          key={`${a},${b},${c}`}
          className="facet"
          style={{ fill: tint((moved[a]! + moved[b]! + moved[c]!) / 3 / (most || 1)) }}
          d={d}
        />
      ))}
      <path className="wire" d={wire.map(({ d }) => d).join("")} />
    </svg>
  );
}

const tint = (part: number): string =>
  `color-mix(in oklab, var(--body-b), var(--stick) ${Math.round(80 * Math.min(1, Math.max(0, part)))}%)`;

/** Triangles towards the viewer, the farthest first. */
function facing(triangles: Int32Array, at: readonly { readonly x: number; readonly y: number; readonly depth: number }[]) {
  const seen: { readonly nodes: readonly [number, number, number]; readonly d: string; readonly depth: number }[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const nodes = [triangles[k]!, triangles[k + 1]!, triangles[k + 2]!] as const;
    const [p, q, r] = [at[nodes[0]]!, at[nodes[1]]!, at[nodes[2]]!];
    if ((q.x - p.x) * (r.y - p.y) >= (q.y - p.y) * (r.x - p.x)) continue;
    const d = `M${p.x.toFixed(1)},${p.y.toFixed(1)}L${q.x.toFixed(1)},${q.y.toFixed(1)}L${r.x.toFixed(1)},${r.y.toFixed(1)}Z`;
    seen.push({ nodes, d, depth: p.depth + q.depth + r.depth });
  }
  return seen.sort((first, second) => first.depth - second.depth);
}

function boxOf(places: readonly (readonly number[])[]): { readonly centre: Place; readonly extent: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const place of places)
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis]!, place[axis]!);
      high[axis] = Math.max(high[axis]!, place[axis]!);
    }
  const middle = (axis: number) => (low[axis]! + high[axis]!) / 2;
  return { centre: [middle(0), middle(1), middle(2)], extent: Math.max(...high.map((value, axis) => value - low[axis]!)) };
}
