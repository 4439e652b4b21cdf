/** Values against steps, with ticks at the left and a cursor that can be dragged. */
import { niceTicks, tickText } from "@carom/figures/geometry";
import type { PointerEvent, ReactNode } from "react";

const WIDTH = 420;
const LEFT = 44;

export interface StepChartFrame {
  readonly height: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** About so many. */
  readonly ticks: number;
}

/** From steps and values to px. */
export interface StepChartScale {
  readonly x: (step: number) => number;
  readonly y: (value: number) => number;
  /** Upper and lower end of a line through all values. */
  readonly top: number;
  readonly bottom: number;
}

interface StepChartProps {
  readonly className: string;
  readonly caption: string;
  readonly label: string;
  readonly frame: StepChartFrame;
  /** The last step; the first is 0. */
  readonly last: number;
  /** Least and largest value. */
  readonly range: readonly [number, number];
  readonly step: number;
  readonly onStep: (step: number) => void;
  readonly draw: (scale: StepChartScale) => ReactNode;
  /** Below the picture. */
  readonly children?: ReactNode;
}

export function StepChart({ className, caption, label, frame, last, range: [low, high], step, onStep, draw, children }: StepChartProps) {
  const { height, right, top } = frame;
  const bottom = height - frame.bottom;
  const x = (i: number) => LEFT + (i / last) * (WIDTH - LEFT - right);
  const y = (value: number) => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const ticks = niceTicks(low, high, frame.ticks);
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - right);
    onStep(Math.max(0, Math.min(last, Math.round(part * last))));
  };
  return (
    <figure className={className}>
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label} onPointerDown={pick} onPointerMove={pick}>
        {ticks.values.map((value) => (
          <g key={value} className="tick">
            <path d={`M${LEFT},${y(value)}H${WIDTH - right}`} />
            <text x={LEFT - 6} y={y(value) + 4}>
              {tickText(value, ticks.step)}
            </text>
          </g>
        ))}
        {draw({ x, y, top, bottom })}
        <path className="cursor" d={`M${x(step)},${top}V${bottom}`} />
      </svg>
      {children}
    </figure>
  );
}
