/** Heights of the ends and the hits, on one clock. */
import { linePath, niceTicks, significant, tickText } from "@carom/figures/geometry";
import { memo, useMemo } from "react";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";
import type { Fall } from "./fall.js";

const HEIGHTS = 110;
const IMPULSES = 90;
const TOP = 16;
const BETWEEN = 30;
const LEFT = 92;
const RIGHT = 24;
const BOTTOM = TOP + HEIGHTS + BETWEEN + IMPULSES;
/** Curves are drawn through so many points. */
const POINTS = 600;

interface FallRowsProps {
  readonly fall: Fall;
  readonly time: number;
  /** The hardest hit. */
  readonly lit: number;
  readonly onTime: (time: number) => void;
}

export function FallRows({ fall, time, lit, onTime }: FallRowsProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const [from, to] = fall.span;
  const x = useMemo(() => (when: number) => LEFT + ((when - from) / (to - from)) * (width - LEFT - RIGHT), [from, to, width]);
  const hold = useHold<SVGSVGElement>((event) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    onTime(from + ((event.clientX - left - LEFT) / (width - LEFT - RIGHT)) * (to - from));
  });
  return (
    <div className="fall-rows" ref={element}>
      {width > 0 && (
        <svg
          width={width}
          height={BOTTOM + 34}
          role="img"
          aria-label={`Heights of ${fall.names.join(", ")} and ${fall.hits.length} hits against time`}
          {...hold}
        >
          <Curves fall={fall} x={x} width={width} />
          <Stems fall={fall} x={x} lit={lit} width={width} />
          <path className="cursor" d={`M${x(time).toFixed(1)},4V${BOTTOM}`} />
        </svg>
      )}
    </div>
  );
}

interface PartProps {
  readonly fall: Fall;
  readonly x: (time: number) => number;
  readonly width: number;
}

const Curves = memo(function Curves({ fall, x, width }: PartProps) {
  const [from, to] = fall.span;
  const times = Array.from({ length: POINTS + 1 }, (_, i) => from + ((to - from) * i) / POINTS);
  const heights = times.map((time) => fall.points(time).map(({ z }) => z));
  const most = Math.max(...heights.flat(), 1e-300);
  const y = (height: number) => TOP + HEIGHTS - (Math.max(0, height) / most) * HEIGHTS;
  return (
    <>
      <text className="row-name" x="0" y={TOP + 12}>
        Height
      </text>
      <text className="tick-label" x="0" y={TOP + 28}>
        {significant(1000 * most, 3)} mm
      </text>
      <path className="axis-line" d={`M${LEFT},${TOP + HEIGHTS}H${width - RIGHT}`} />
      {fall.names.map((name, i) => (
        <path key={name} className={`curve end-${i}`} d={linePath(times.map((time, k) => [x(time), y(heights[k][i])] as const))}>
          <title>{name}</title>
        </path>
      ))}
      {fall.names.length === 2 && (
        <text className="tick-label" x="0" y={TOP + 46}>
          B dashed
        </text>
      )}
    </>
  );
});

const Stems = memo(function Stems({ fall, x, lit, width }: PartProps & { readonly lit: number }) {
  const [from, to] = fall.span;
  const most = Math.max(...fall.hits.map(({ impulse }) => impulse), 1e-300);
  const y = (impulse: number) => BOTTOM - (impulse / most) * (IMPULSES - 10);
  const { values, step } = niceTicks(1000 * from, 1000 * to, Math.max(2, Math.floor(width / 120)));
  return (
    <>
      <text className="row-name" x="0" y={BOTTOM - IMPULSES + 22}>
        Impulse
      </text>
      <text className="tick-label" x="0" y={BOTTOM - IMPULSES + 38}>
        {significant(most, 3)} N s
      </text>
      <path className="axis-line" d={`M${LEFT},${BOTTOM}H${width - RIGHT}`} />
      {fall.hits.map(({ time, impulse, name, point }, i) => (
        <g key={time} className={i === lit ? "hit lit" : "hit"}>
          <title>{`${name}: ${significant(impulse, 4)} N s at ${significant(1000 * time, 4)} ms`}</title>
          <path d={`M${x(time).toFixed(1)},${BOTTOM}V${y(impulse).toFixed(1)}`} />
          <circle className={point % 2 === 0 ? "first" : "other"} cx={x(time)} cy={y(impulse)} r={i === lit ? 4.5 : 3.2} />
        </g>
      ))}
      {values
        .filter((value) => value >= 1000 * from && value <= 1000 * to)
        .map((value) => (
          <text key={value} className="tick-label" x={x(value / 1000)} y={BOTTOM + 18} textAnchor="middle">
            {tickText(value, step)} ms
          </text>
        ))}
    </>
  );
});
