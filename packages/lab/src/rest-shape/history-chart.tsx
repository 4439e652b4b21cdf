/** Distance from a fixed point against the step, by its logarithm, with a cursor that can be dragged. */
import { linePath, niceTicks, type Point, tickText } from "@carom/figures/geometry";
import type { RestShapeResult } from "carom/study";
import type { PointerEvent } from "react";

const WIDTH = 420;
const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

interface HistoryChartProps {
  readonly history: RestShapeResult["history"];
  readonly residual: number;
  readonly step: number;
  readonly onStep: (step: number) => void;
}

export function HistoryChart({ history, residual, step, onStep }: HistoryChartProps) {
  // Before each step, and after the last.
  const values = [...history.map((each) => each.residual), residual].map((value) => Math.log10(Math.max(value, 1e-20)));
  const last = Math.max(1, values.length - 1);
  const low = Math.min(...values);
  // At least a decade: where no step was taken there is one value.
  const high = Math.max(low + 1, ...values);
  const x = (i: number) => LEFT + (i / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const ticks = niceTicks(low, high, 5);
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    onStep(Math.max(0, Math.min(last, Math.round(part * last))));
  };
  return (
    <figure className="history-chart">
      <figcaption>decimal logarithm of the distance from a fixed point, m</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Distance from a fixed point, step after step"
        onPointerDown={pick}
        onPointerMove={pick}
      >
        {ticks.values.map((value) => (
          <g key={value} className="tick">
            <path d={`M${LEFT},${y(value)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 6} y={y(value) + 4}>
              {tickText(value, ticks.step)}
            </text>
          </g>
        ))}
        <path className="curve" d={linePath(values.map((value, i): Point => [x(i), y(value)]))} />
        {values.length <= 60 && values.map((value, i) => <circle key={x(i)} className="dot" cx={x(i)} cy={y(value)} r={3} />)}
        <path className="cursor" d={`M${x(step)},${TOP}V${HEIGHT - BOTTOM}`} />
        <text className="axis-word" x={LEFT} y={HEIGHT - 6}>
          step 0 to {last}
        </text>
      </svg>
    </figure>
  );
}
