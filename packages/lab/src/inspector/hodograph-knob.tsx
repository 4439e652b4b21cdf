/** The start of the slip, in the user's hand: an arrow from rest with a knob at its end. */
import { type Box, type Point, type VelocityPlane, withUnit } from "@carom/figures/geometry";
import type { ContactProblem } from "carom/mechanics";
import { useRef, useState } from "react";

export function startPoint(plane: VelocityPlane, { velocity }: ContactProblem): Point {
  return plane.toPixels([velocity[0], velocity[1]]);
}

/** Steps of the arrow keys, m/s. */
const FINE = 0.01;
const COARSE = 0.1;

interface KnobProps {
  readonly plane: VelocityPlane;
  readonly planar: boolean;
  readonly problem: ContactProblem;
  readonly onStart: (velocity: readonly number[]) => void;
  readonly onSettle: () => void;
}

export function Knob({ plane, planar, problem, onStart, onSettle }: KnobProps) {
  const held = useRef<{ readonly offset: Point } | undefined>(undefined);
  const svg = useRef<SVGGElement>(null);
  const [moved, setMoved] = useState(false);
  const { velocity } = problem;
  const [x, y] = startPoint(plane, problem);
  const speed = planar ? Math.abs(velocity[0]) : Math.hypot(velocity[0], velocity[1]);
  const angle = (Math.atan2(velocity[1], velocity[0]) * 180) / Math.PI;
  const words = planar
    ? `sliding ${withUnit(velocity[0], "m/s")}, normal ${withUnit(velocity[1], "m/s")}`
    : `sliding ${speed.toFixed(3)} m/s at ${angle.toFixed(0)} degrees`;

  const pointer = (event: React.PointerEvent): Point => {
    const box = svg.current!.ownerSVGElement!.getBoundingClientRect();
    const scale = box.width / plane.frame.width || 1;
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  };
  const send = (target: readonly [number, number]) => {
    if (planar) onStart([target[0], Math.min(target[1], -1e-6 / plane.scale)]);
    else onStart([target[0], target[1], velocity[2]]);
  };
  const nudge = (event: React.KeyboardEvent) => {
    const step = event.shiftKey ? COARSE : FINE;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    send([velocity[0] + by[0], velocity[1] + by[1]]);
  };
  const label = labelPlace([x, y], plane.frame);
  return (
    <g ref={svg} className="start">
      <path className="arm" d={`M${plane.origin[0]},${plane.origin[1]}L${x},${y}`} />
      <g
        className="knob"
        role="slider"
        tabIndex={0}
        aria-label="Sliding velocity at the start"
        aria-valuenow={Number(speed.toPrecision(6))}
        aria-valuetext={words}
        transform={`translate(${x},${y})`}
        onPointerDown={(event) => {
          const at = pointer(event);
          held.current = { offset: [x - at[0], y - at[1]] };
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus();
        }}
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => {
          if (held.current === undefined) return;
          const at = pointer(event);
          setMoved(true);
          send(plane.toVelocity([at[0] + held.current.offset[0], at[1] + held.current.offset[1]]) as readonly [number, number]);
        }}
        onPointerUp={() => {
          held.current = undefined;
          onSettle();
        }}
        onPointerCancel={() => {
          held.current = undefined;
          onSettle();
        }}
        onKeyDown={nudge}
        onKeyUp={(event) => event.key.startsWith("Arrow") && onSettle()}
      >
        <circle className="halo-ring" r="24" />
        <circle className="disc" r="8" />
      </g>
      <text className="knob-label halo" x={label.x} y={label.y} textAnchor={label.anchor}>
        {moved ? "start" : "drag the start"}
      </text>
      <text className="knob-speed halo" x={label.x} y={label.y + 17} textAnchor={label.anchor}>
        {withUnit(speed, "m/s")}
      </text>
    </g>
  );
}

/** What the knob and its words cover. */
export function knobBoxes(start: Point, frame: Box): readonly [Box, Box] {
  const { x, y, anchor } = labelPlace(start, frame);
  const left = anchor === "start" ? x : anchor === "end" ? x - LABEL : x - LABEL / 2;
  return [
    { x: start[0] - 26, y: start[1] - 26, width: 52, height: 52 },
    { x: left, y: y - 14, width: LABEL, height: 36 },
  ];
}

/** Width of the words beside the knob, px. */
const LABEL = 96;

/** Beside the knob, away from the middle; above or below it where there is no room. */
function labelPlace(
  [x, y]: Point,
  { width }: Box,
): { readonly x: number; readonly y: number; readonly anchor: "start" | "middle" | "end" } {
  if (x < width / 2 && x - 30 > LABEL) return { x: x - 30, y: y - 6, anchor: "end" };
  if (x >= width / 2 && x + 30 + LABEL < width) return { x: x + 30, y: y - 6, anchor: "start" };
  return { x: Math.min(width - LABEL / 2 - 4, Math.max(LABEL / 2 + 4, x)), y: y > 70 ? y - 48 : y + 40, anchor: "middle" };
}
