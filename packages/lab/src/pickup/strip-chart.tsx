/** Curves over the frames of a pickup with a cursor that can be dragged: squeeze to the left of the line, lift to the right. */
import { linePath, type Point } from "@carom/figures/geometry";
import { StepChart, type StepChartScale } from "../soft/step-chart.js";

const FRAME = { height: 150, right: 10, top: 8, bottom: 20, ticks: 4 };
/** Words under the axis, px from the lower edge of the picture. */
const WORDS = FRAME.height - 5;

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
  const isLifted = lifts > 0 && lifts < count;
  return (
    <StepChart
      className="strip-chart"
      caption={label}
      label={label}
      frame={FRAME}
      last={count - 1}
      range={[Math.min(...all), Math.max(...all)]}
      step={frame}
      onStep={onFrame}
      draw={(scale) => (
        <>
          {isLifted && <path className="phase" d={`M${scale.x(lifts - 0.5)},${scale.top}V${scale.bottom}`} />}
          {curves.map(({ name, values }, i) => (
            <path key={name} className={`curve curve-${i}`} d={pathOf(values, scale)} />
          ))}
          <text className="axis-word" x={scale.x(0)} y={WORDS}>
            squeeze
          </text>
          {isLifted && (
            <text className="axis-word" x={scale.x(lifts)} y={WORDS}>
              lift
            </text>
          )}
        </>
      )}
    >
      <p className="legend">
        {curves.map(({ name }, i) => (
          <span key={name} className={`key key-${i}`}>
            {name}
          </span>
        ))}
      </p>
    </StepChart>
  );
}

function pathOf(values: readonly (number | undefined)[], { x, y }: StepChartScale): string {
  const pieces: Point[][] = [[]];
  values.forEach((value, i) => {
    if (value === undefined) pieces.push([]);
    else pieces[pieces.length - 1]!.push([x(i), y(value)]);
  });
  return pieces.map((piece) => (piece.length > 1 ? linePath(piece) : "")).join("");
}
