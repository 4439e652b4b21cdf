/** Distance from a fixed point against the step, by its logarithm, with a cursor that can be dragged. */
import { linePath, type Point } from "@carom/figures/geometry";
import type { RestShapeResult } from "carom/study";
import { StepChart } from "../soft/step-chart.js";

const FRAME = { height: 190, right: 12, top: 10, bottom: 26, ticks: 5 };
/** Of more steps only the curve is drawn. */
const MOST_DOTS = 60;

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
  return (
    <StepChart
      className="history-chart"
      caption="decimal logarithm of the distance from a fixed point, m"
      label="Distance from a fixed point, step after step"
      frame={FRAME}
      last={last}
      // At least a decade: where no step was taken there is one value.
      range={[low, Math.max(low + 1, ...values)]}
      step={step}
      onStep={onStep}
      draw={({ x, y }) => (
        <>
          <path className="curve" d={linePath(values.map((value, i): Point => [x(i), y(value)]))} />
          {values.length <= MOST_DOTS && values.map((value, i) => <circle key={x(i)} className="dot" cx={x(i)} cy={y(value)} r={3} />)}
          <text className="axis-word" x={x(0)} y={FRAME.height - 6}>
            step 0 to {last}
          </text>
        </>
      )}
    />
  );
}
