/** The body at its hits as a chronograph, with the push of each, and the body as it is now. */
import { significant, textWidth } from "@carom/figures/geometry";
import { memo, useMemo } from "react";
import type { Vector3 } from "three";
import { useSize } from "../ui/use-size.js";
import type { Fall } from "./fall.js";

/** Hits that are drawn as ghosts and arrows; the rest would cover them. */
const DRAWN = 7;
/** Of the longest arrow, px. */
const LONGEST = 96;

type Place = (point: Vector3) => readonly [number, number];

export function FallPicture({ fall, time, lit }: { readonly fall: Fall; readonly time: number; readonly lit: number }) {
  const [element, size] = useSize<HTMLDivElement>();
  const place = useMemo(() => (size === undefined ? undefined : placeOf(fall, size.width, size.height)), [fall, size]);
  return (
    <div className="fall-picture scene-stage" ref={element}>
      {place !== undefined && size !== undefined && (
        <svg
          width={size.width}
          height={size.height}
          role="img"
          aria-label={`The body at its first ${Math.min(DRAWN, fall.hits.length)} hits`}
        >
          <path className="floor" d={`M0,${place.floor}H${size.width}`} />
          <Ghosts fall={fall} place={place.at} />
          <Pushes fall={fall} place={place.at} lit={lit} width={size.width} />
          <Body className="now" points={fall.points(time)} place={place.at} />
          {fall.names.length === 2 && <EndNames fall={fall} place={place.at} floor={place.floor} />}
        </svg>
      )}
    </div>
  );
}

/** Seen from the side, a little from above where the body is a plate. */
function placeOf(fall: Fall, width: number, height: number): { readonly at: Place; readonly floor: number } {
  const plate = fall.names.length > 2;
  const [right, deep, up] = plate ? [[0.89, 0.45], [0.19, -0.38], 0.9] : [[1, 0], [0, 0], 1];
  const flat = ({ x, y, z }: Vector3) => [x * right[0] + y * right[1], x * deep[0] + y * deep[1] * -1 + z * (up as number)] as const;
  const times = [fall.span[0], ...fall.hits.slice(0, DRAWN).map(({ time }) => time)];
  const seen = times.flatMap((time) => fall.points(time)).map(flat);
  const [left, most] = [Math.min(...seen.map(([u]) => u)), Math.max(...seen.map(([u]) => u))];
  const [low, top] = [Math.min(0, ...seen.map(([, v]) => v)), Math.max(...seen.map(([, v]) => v))];
  const scale = Math.min((width - 120) / (most - left || 1), (height - 90) / (top - low || 1));
  const middle = (left + most) / 2;
  const floor = height - 46 + low * scale;
  return {
    floor: plate ? height - 18 : floor,
    at: (point) => {
      const [u, v] = flat(point);
      return [width / 2 + (u - middle) * scale, floor - v * scale];
    },
  };
}

function Body({ points, place, className }: { readonly points: readonly Vector3[]; readonly place: Place; readonly className: string }) {
  const d = points
    .map((point) =>
      place(point)
        .map((value) => value.toFixed(1))
        .join(","),
    )
    .join("L");
  return <path className={`fallen ${points.length > 2 ? "plate" : "rod"} ${className}`} d={`M${d}${points.length > 2 ? "Z" : ""}`} />;
}

/** Under the floor, where each end strikes first; they stand apart however short the rod is drawn. */
function EndNames({ fall, place, floor }: { readonly fall: Fall; readonly place: Place; readonly floor: number }) {
  return fall.names.map((name, i) => {
    const hit = fall.hits.find(({ point }) => point === i);
    const [x] = place(fall.points(hit?.time ?? fall.span[0])[i]);
    return (
      <text key={name} className="word strong" x={x} y={floor + 20} textAnchor="middle">
        {name.slice(-1)}
      </text>
    );
  });
}

const Ghosts = memo(function Ghosts({ fall, place }: { readonly fall: Fall; readonly place: Place }) {
  const times = [fall.span[0], ...fall.hits.slice(0, DRAWN).map(({ time }) => time)];
  const until = times[times.length - 1];
  const steps = Array.from({ length: 121 }, (_, i) => fall.span[0] + ((until - fall.span[0]) * i) / 120);
  return (
    <>
      {fall.names.map((name, i) => (
        <path
          key={name}
          className="end-path"
          d={`M${steps
            .map((time) =>
              place(fall.points(time)[i])
                .map((value) => value.toFixed(1))
                .join(","),
            )
            .join("L")}`}
        />
      ))}
      {times.map((time) => (
        <Body key={time} className="ghost" points={fall.points(time)} place={place} />
      ))}
    </>
  );
});

interface PushesProps {
  readonly fall: Fall;
  readonly place: Place;
  readonly lit: number;
  readonly width: number;
}

/** Arrows where it was struck, side by side where one place is struck again; words where they have room, the hardest first. */
function Pushes({ fall, place, lit, width }: PushesProps) {
  const hits = fall.hits.slice(0, DRAWN);
  const largest = Math.max(...fall.hits.map(({ impulse }) => impulse), 1e-300);
  const strokes: { x: number; y: number; length: number; i: number }[] = [];
  hits.forEach(({ time, impulse, point }, i) => {
    let [x, y] = place(fall.points(time)[point]);
    while (strokes.some((other) => Math.abs(other.x - x) < 12)) x += x > width / 2 ? 12 : -12;
    y -= 4;
    strokes.push({ x, y, length: Math.max(8, (impulse / largest) * LONGEST), i });
  });
  const taken: { left: number; right: number; y: number }[] = [];
  const told = [...strokes]
    .sort((a, b) => (a.i === lit ? -1 : b.i === lit ? 1 : b.length - a.length))
    .map((stroke) => {
      const words = `${significant(hits[stroke.i].impulse, 3)} N s`;
      const wide = textWidth(words, stroke.i === lit ? 18 : 12) + 6;
      const right = stroke.x + wide + 12 < width && stroke.x > width / 2;
      const left = right ? stroke.x + 10 : stroke.x - wide - 4;
      const y = stroke.y - stroke.length + 10;
      const free = left > 4 && taken.every((other) => left > other.right || left + wide < other.left || Math.abs(other.y - y) > 18);
      if (free) taken.push({ left, right: left + wide, y });
      return { ...stroke, words, left, wordY: y, free };
    });
  return told.map(({ x, y, length, i, words, left, wordY, free }) => (
    <g key={i} className={i === lit ? "push lit" : "push"}>
      <path d={`M${x},${y}v${-length + 8}`} />
      <path className="tip" d={`M${x - 5},${y - length + 9}L${x},${y - length}L${x + 5},${y - length + 9}Z`} />
      {free && (
        <text x={left} y={wordY}>
          {words}
        </text>
      )}
    </g>
  ));
}
