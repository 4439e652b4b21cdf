/** The flight seen from the side or from above, with the target and the bat to drag. */
import { linePath, niceTicks, type Point, significant, tickText, withUnit } from "@carom/figures/geometry";
import type { BattingResult } from "carom/study";
import { Handle } from "./handle.js";
import { cross, type Directions, dot, plus, UP, type Vector } from "./model.js";

const WIDTH = 640;
const POINTS = 33;
/** Length of half the bat's bar, px. */
const BAT = 46;

/** What part of the scene a picture shows; it stays while something is dragged. */
export interface Window {
  readonly centre: Point;
  /** px per metre. */
  readonly scale: number;
  readonly height: number;
}

interface FlightPictureProps {
  readonly result: BattingResult;
  readonly directions: Directions;
  readonly window: Window;
  readonly from: "side" | "above";
  readonly onTarget: (target: Vector) => void;
  readonly onTurn: (axis: Vector, angle: number) => void;
  readonly onSettle: () => void;
}

/** The second axis of a picture. */
const secondOf = ({ left }: Directions, from: "side" | "above") => (from === "side" ? UP : left);

/** A window that shows the flight and some room around it. */
export function windowOf({ start, target, path = [] }: BattingResult, directions: Directions, from: "side" | "above"): Window {
  const second = secondOf(directions, from);
  const places = [start, target, ...path].map((place): Point => [dot(plus(place, start, -1), directions.along), dot(place, second)]);
  const range = (axis: 0 | 1) => [Math.min(...places.map((place) => place[axis])), Math.max(...places.map((place) => place[axis]))];
  const [[x0, x1], [y0, y1]] = [range(0), range(1)];
  const size = Math.max(x1 - x0, y1 - y0, 0.1);
  const height = from === "side" ? 400 : 260;
  const scale = Math.min(WIDTH / (1.45 * Math.max(x1 - x0, 0.5 * size)), height / (1.6 * Math.max(y1 - y0, 0.3 * size)));
  return { centre: [(x0 + x1) / 2, (y0 + y1) / 2], scale, height };
}

export function FlightPicture({ result, directions, window, from, onTarget, onTurn, onSettle }: FlightPictureProps) {
  const { start, target, path, plan, family, closedForm, gravity, drag, frame, contactPoint } = result;
  const second = secondOf(directions, from);
  const { centre, scale, height } = window;
  const to = (place: Vector): Point => [
    WIDTH / 2 + (dot(plus(place, start, -1), directions.along) - centre[0]) * scale,
    height / 2 - (dot(place, second) - centre[1]) * scale,
  ];
  const planned = plan.status === "solved" ? plan.hit : undefined;
  const others =
    drag > 0
      ? []
      : [...family, ...closedForm].map(({ departure, flightTime }) =>
          Array.from({ length: POINTS }, (_, i) => {
            const time = (flightTime * i) / (POINTS - 1);
            return to(plus(plus(start, departure, time), UP, -0.5 * gravity * time * time));
          }),
        );
  const [targetX, targetY] = to(target);
  const distance = withUnit(dot(plus(target, start, -1), directions.along), "m");
  // The face of the bat in this picture: across the part of the normal that lies in it.
  const [across, up] = [dot(frame.normal, directions.along), dot(frame.normal, second)];
  const length = Math.hypot(across, up) || 1;
  const touch = to(contactPoint);
  const tip: Point = [touch[0] - (BAT * up) / length, touch[1] - (BAT * across) / length];
  const tail: Point = [2 * touch[0] - tip[0], 2 * touch[1] - tip[1]];
  const angle = (Math.atan2(up, across) * 180) / Math.PI;
  const ticks = niceTicks(centre[0] - WIDTH / 2 / scale, centre[0] + WIDTH / 2 / scale, 7);
  return (
    <svg
      className={`flight-picture ${from}`}
      viewBox={`0 0 ${WIDTH} ${height}`}
      aria-label={`the flight from ${from === "side" ? "the side" : "above"}`}
    >
      {ticks.values.map((value) => (
        <g key={value} className="tick">
          <path d={`M${WIDTH / 2 + (value - centre[0]) * scale},${height}v-5`} />
          <text x={WIDTH / 2 + (value - centre[0]) * scale} y={height - 9}>
            {tickText(value, ticks.step)}
          </text>
        </g>
      ))}
      {others.map((line, i) => (
        <path key={i} className="other" d={linePath(line)} />
      ))}
      {path !== undefined && planned !== undefined && <path className="flight" d={linePath(path.map((place) => to(place)))} />}
      <circle className="object" cx={to(start)[0]} cy={to(start)[1]} r="5" />
      <path className="bat" d={linePath([tip, tail])} />
      <Handle
        className="bat-handle"
        label={from === "side" ? "Tilt of the bat" : "Heading of the bat"}
        words={`normal at ${significant(angle, 3)} degrees`}
        value={angle}
        at={tip}
        width={WIDTH}
        onMove={([x, y]) => {
          const turned = Math.atan2(-(y - touch[1]), x - touch[0]) - Math.atan2(-(tip[1] - touch[1]), tip[0] - touch[0]);
          onTurn(cross(directions.along, second), Math.atan2(Math.sin(turned), Math.cos(turned)));
        }}
        onSettle={onSettle}
      >
        <circle className="knob" r="6" />
      </Handle>
      <Handle
        className="target"
        label={from === "side" ? "Target from the side" : "Target from above"}
        words={`${distance} along, ${withUnit(dot(target, second), "m")} ${from === "side" ? "high" : "to the left"}`}
        value={dot(target, second)}
        at={[targetX, targetY]}
        width={WIDTH}
        onMove={([x, y]) => {
          const [dx, dy] = [(x - targetX) / scale, (targetY - y) / scale];
          onTarget(plus(plus(target, directions.along, dx), second, dy));
        }}
        onSettle={onSettle}
      >
        <circle className="ring" r="8" />
        <path className="cross" d="M-12,0H12M0,-12V12" />
      </Handle>
      <text className="picture-name" x="10" y="18">
        {from === "side" ? "from the side, m" : "from above, m"}
      </text>
    </svg>
  );
}
