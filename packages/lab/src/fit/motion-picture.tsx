/** Measured as open circles, computed as clay and a line, in the plane in which most happens; and below what is left between them. */
import { linePath, niceTicks, significant, tickText } from "@carom/figures/geometry";
import { useSize } from "../ui/use-size.js";
import type { Motion, Spot } from "./motions.js";

/** No room for a second word in a line, px. */
const NARROW = 600;
const MARGIN = { left: 84, right: 24, top: 28, bottom: 36 };

export function MotionPicture({ motion }: { readonly motion: Motion }) {
  const [element, size] = useSize<HTMLDivElement>();
  const { width = 0, height = 0 } = size ?? {};
  const { to, floor } = windowOf(motion, width, height);
  const ball = Math.max(4, Math.min(11, height / 34));
  const last = motion.measured[motion.measured.length - 1];
  const narrow = width < NARROW;
  return (
    <div className="scene-stage" ref={element} style={{ height: heightFor(motion, width) }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${motion.measured.length} measured places beside the computed motion`}>
          <path className="floor" d={`M0,${floor}H${width}`} />
          {motion.strobe.map((spot, i) => (
            <circle key={i} className="strobe" cx={to(spot)[0]} cy={to(spot)[1] - (motion.even ? 0 : ball)} r={ball} />
          ))}
          <path className="line computed" d={linePath(motion.computed.map(to))} />
          {motion.measured.map((spot, i) => (
            <circle key={i} className="measured" cx={to(spot)[0]} cy={to(spot)[1]} r="3.6" />
          ))}
          <text className="word small halo" x={narrow ? 12 : MARGIN.left} y={floor + 24}>
            {motion.even ? "open: measured" : "open: heard"}; clay and line: computed
            {motion.even || narrow ? "" : ", as high as the times tell"}
          </text>
          {!narrow && (
            <text className="word small halo" x={to(last)[0]} y={floor + 24} textAnchor="end">
              {significant(motion.times[motion.times.length - 1], 3)} s
            </text>
          )}
        </svg>
      )}
    </div>
  );
}

/** Of a picture so wide, px: a motion that goes far and not high needs no more than that. Undefined: what the page gives it. */
function heightFor({ measured, computed, even }: Motion, width: number): number | undefined {
  if (!even || width === 0) return undefined;
  const all = [...measured, ...computed];
  const span = (axis: 0 | 1) => Math.max(...all.map((spot) => spot[axis])) - Math.min(...all.map((spot) => spot[axis]));
  const tall = (span(1) / (span(0) || 1)) * (width - MARGIN.left - MARGIN.right) + MARGIN.top + MARGIN.bottom;
  return Math.max(LOWEST, Math.min(HIGHEST * window.innerHeight, tall));
}

/** px, and part of the window. */
const LOWEST = 180;
const HIGHEST = 0.56;

/** From places to px; a metre is as long across as up where both are lengths. */
function windowOf({ measured, computed, even }: Motion, width: number, height: number) {
  const all = [...measured, ...computed];
  const range = (axis: 0 | 1) => [Math.min(...all.map((spot) => spot[axis])), Math.max(...all.map((spot) => spot[axis]))] as const;
  const [[x0, x1], [low, high]] = [range(0), range(1)];
  const [wide, tall] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
  const plain = [wide / (x1 - x0 || 1), tall / (high - Math.min(0, low) || 1)] as const;
  const scale = even ? ([Math.min(...plain), Math.min(...plain)] as const) : plain;
  const bottom = even ? Math.min(low, high) : 0;
  const to = ([x, y]: Spot): Spot => [
    MARGIN.left + (wide - scale[0] * (x1 - x0)) / 2 + scale[0] * (x - x0),
    height - MARGIN.bottom - scale[1] * (y - bottom),
  ];
  return { to, floor: to([x0, bottom])[1] };
}

const ROW = 104;

export function Differences({ motion }: { readonly motion: Motion }) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const { times, differences } = motion;
  const [from, to] = [times[0], times[times.length - 1]];
  const x = (time: number) => MARGIN.left + 30 + ((time - from) / (to - from || 1)) * (width - MARGIN.left - MARGIN.right - 30);
  const bottom = 26 + ROW * differences.length;
  const { values, step } = niceTicks(from, to, width < 600 ? 3 : 6);
  const hasBand = differences.some(({ band }) => band !== undefined);
  return (
    <div className="scene-rows differences" ref={element}>
      {width > 0 && (
        <svg width={width} height={bottom + 30} role="img" aria-label="measured minus computed, in time">
          <text className="row-name" x="28" y="16">
            Measured minus computed
          </text>
          {hasBand && width >= NARROW && (
            <text className="tick-label" x={width - MARGIN.right} y="16" textAnchor="end">
              band: twice the scatter
            </text>
          )}
          {differences.map((difference, i) => (
            <DifferenceRow key={difference.name} difference={difference} times={times} x={x} top={26 + ROW * i} width={width} />
          ))}
          {values
            .filter((value) => value >= from && value <= to)
            .map((value) => (
              <text key={value} className="tick-label" x={x(value)} y={bottom + 16} textAnchor="middle">
                {tickText(value, step)} s
              </text>
            ))}
        </svg>
      )}
    </div>
  );
}

interface DifferenceRowProps {
  readonly difference: Motion["differences"][number];
  readonly times: readonly number[];
  readonly x: (time: number) => number;
  readonly top: number;
  readonly width: number;
}

function DifferenceRow({ difference: { name, unit, values, band }, times, x, top, width }: DifferenceRowProps) {
  const most = Math.max(band ?? 0, ...values.map(Math.abs)) || 1;
  const [middle, half] = [top + ROW / 2, ROW / 2 - 14];
  const y = (value: number) => middle - (half * value) / most;
  const [left, right] = [x(times[0]), width - MARGIN.right];
  return (
    <>
      <text className="row-name" x="28" y={middle}>
        {name}
      </text>
      <text className="tick-label" x="28" y={middle + 16}>
        {unit}
      </text>
      {band !== undefined && <rect className="noise" x={left} y={y(band)} width={right - left} height={y(-band) - y(band)} />}
      <path className="axis-line" d={`M${left},${middle}H${right}`} />
      {[most, -most].map((value) => (
        <text key={value} className="tick-label" x={left - 8} y={y(value) + 4} textAnchor="end">
          {value > 0 ? "+" : "−"}
          {significant(most, 2)}
        </text>
      ))}
      {values.map((value, i) => (
        <circle key={i} className="cursor-dot" cx={x(times[i])} cy={y(value)} r="2.2" />
      ))}
    </>
  );
}
