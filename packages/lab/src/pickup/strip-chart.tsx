/** Curves over the frames of a pickup with a cursor that can be dragged: squeeze to the left of the line, lift to the right. */
import { linePath, niceTicks, type Point, tickText } from "@carom/figures/geometry";
import type { PointerEvent } from "react";

const WIDTH = 420;
const HEIGHT = 150;
const LEFT = 44;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 20;

export interface StripCurve {
  readonly name: string;
  /** One for each frame; undefined parts the curve. */
  readonly values: readonly (number | undefined)[];
}

interface StripChartProps {
  readonly label: string;
  readonly curves: readonly StripCurve[];
  readonly show: readonly number[];
  readonly frame: number;
  /** First frame of the lift. */
  readonly lifts: number;
  readonly onFrame: (frame: number) => void;
}

export function StripChart({ label, curves, show, frame, lifts, onFrame }: StripChartProps) {
  const count = Math.max(2, ...curves.map(({ values }) => values.length));
  const all = [...curves.flatMap(({ values }) => values.filter((value) => value !== undefined)), ...show];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const span = high - low || 1;
  const x = (i: number) => LEFT + (i / (count - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - ((value - low) / span) * (HEIGHT - TOP - BOTTOM);
  const ticks = niceTicks(low, high, 4);
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    onFrame(Math.max(0, Math.min(count - 1, Math.round(part * (count - 1)))));
  };
  return (
    <figure className="strip-chart">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} onPointerDown={pick} onPointerMove={pick}>
        {ticks.values.map((value) => (
          <g key={value} className="tick">
            <path d={`M${LEFT},${y(value)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 6} y={y(value) + 4}>
              {tickText(value, ticks.step)}
            </text>
          </g>
        ))}
        {lifts > 0 && lifts < count && <path className="phase" d={`M${x(lifts - 0.5)},${TOP}V${HEIGHT - BOTTOM}`} />}
        {curves.map(({ name, values }, i) => (
          <path key={name} className={`curve curve-${i}`} d={pathOf(values, x, y)} />
        ))}
        <path className="cursor" d={`M${x(frame)},${TOP}V${HEIGHT - BOTTOM}`} />
        <text className="axis-word" x={x(0)} y={HEIGHT - 5}>
          squeeze
        </text>
        {lifts > 0 && lifts < count && (
          <text className="axis-word" x={x(lifts)} y={HEIGHT - 5}>
            lift
          </text>
        )}
      </svg>
      <p className="legend">
        {curves.map(({ name }, i) => (
          <span key={name} className={`key key-${i}`}>
            {name}
          </span>
        ))}
      </p>
    </figure>
  );
}

function pathOf(values: readonly (number | undefined)[], x: (i: number) => number, y: (value: number) => number): string {
  const pieces: Point[][] = [[]];
  values.forEach((value, i) => {
    if (value === undefined) pieces.push([]);
    else pieces[pieces.length - 1]!.push([x(i), y(value)]);
  });
  return pieces.map((piece) => (piece.length > 1 ? linePath(piece) : "")).join("");
}
