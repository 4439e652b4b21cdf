/** The body between the fingers: its surface coloured by how far it has moved since rest, the nodes that touch by whether they stick or slip. Drag to turn. */
import type { PickupResult, PickupShape } from "carom/study";
import { type PointerEvent, useRef } from "react";
import { type Gaze, type Place, projection } from "./projection.js";

const WIDTH = 640;
const HEIGHT = 460;
/** Radians a pixel. */
const TURN = 0.008;

interface BodyPictureProps {
  readonly result: PickupResult;
  readonly shape: PickupShape;
  /** Displacement that is coloured fully, m. */
  readonly most: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function BodyPicture({ result, shape, most, gaze, onGaze }: BodyPictureProps) {
  const drag = useRef<{ readonly x: number; readonly y: number; readonly gaze: Gaze }>(undefined);
  const { surface, shapes, fingers } = result;
  const rest = shapes.rest.places;
  const [low, high] = boundsOf(rest);
  const centre: Place = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const extent = Math.max(...high.map((value, i) => value - low[i]!));
  const scale = (0.62 * HEIGHT) / extent;
  const to = projection(gaze, centre, scale, [WIDTH / 2, HEIGHT / 2]);
  const at = shape.places.map(to);
  const moved = shape.places.map((place, k) => Math.hypot(place[0] - rest[k]![0], place[1] - rest[k]![1], place[2] - rest[k]![2]));
  const facets = surface.triangles
    .map(([a, b, c]) => ({ a: a!, b: b!, c: c!, depth: at[a!]!.depth + at[b!]!.depth + at[c!]!.depth }))
    .filter(({ a, b, c }) => (at[b]!.x - at[a]!.x) * (at[c]!.y - at[a]!.y) < (at[b]!.y - at[a]!.y) * (at[c]!.x - at[a]!.x))
    .sort((first, second) => first.depth - second.depth);
  const balls = shape.centres.map((place, i) => ({ ...to(place), r: fingers[i]!.radius * scale, key: i }));
  const turn = (event: PointerEvent) => {
    const from = drag.current;
    if (from === undefined) return;
    const pitch = from.gaze.pitch + (event.clientY - from.y) * TURN;
    onGaze({ yaw: from.gaze.yaw - (event.clientX - from.x) * TURN, pitch: Math.max(-0.1, Math.min(1.5, pitch)) });
  };
  const ground = 1.1 * extent;
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
      className="pickup-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="The body between the fingers; drag to turn"
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
      {balls
        .filter(({ depth }) => depth <= 0.3 * extent)
        .map(({ x, y, r, key }) => (
          <circle key={key} className="finger" cx={x} cy={y} r={r} />
        ))}
      {facets.map(({ a, b, c }) => (
        <path
          key={`${a},${b},${c}`}
          className="facet"
          style={{ fill: tint((moved[a]! + moved[b]! + moved[c]!) / 3 / (most || 1)) }}
          d={`M${at[a]!.x.toFixed(1)},${at[a]!.y.toFixed(1)}L${at[b]!.x.toFixed(1)},${at[b]!.y.toFixed(1)}L${at[c]!.x.toFixed(1)},${at[c]!.y.toFixed(1)}Z`}
        />
      ))}
      {balls
        .filter(({ depth }) => depth > 0.3 * extent)
        .map(({ x, y, r, key }) => (
          <circle key={key} className="finger front" cx={x} cy={y} r={r} />
        ))}
      {shape.contacts.map(({ node, mode, place }) => {
        const { x, y } = to(place);
        return <circle key={node} className={`contact ${mode}`} cx={x} cy={y} r={4.5} />;
      })}
    </svg>
  );
}

const tint = (part: number): string =>
  `color-mix(in oklab, var(--body-b), var(--kept) ${Math.round(85 * Math.min(1, Math.max(0, part)))}%)`;

function boundsOf(places: readonly Place[]): [number[], number[]] {
  const axis = (i: 0 | 1 | 2) => places.map((place) => place[i]);
  return [([0, 1, 2] as const).map((i) => Math.min(...axis(i))), ([0, 1, 2] as const).map((i) => Math.max(...axis(i)))];
}
