/** Heights of the ends, the hits and the energy that is left, on one clock. */
import { linePath, niceTicks, percent, significant, textWidth, tickText } from "@carom/figures/geometry";
import { memo, useMemo } from "react";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";
import type { Fall } from "./fall.js";

const HEIGHTS = 96;
const IMPULSES = 76;
const ENERGY = 64;
const TOP = 14;
const BETWEEN = 24;
const FOOT = TOP + HEIGHTS + BETWEEN + IMPULSES;
const BOTTOM = FOOT + BETWEEN + ENERGY;
/** Room beside the curves for names at the left and what is left at the right; where the page is narrow there is less. */
const WIDE = { title: 24, left: 148, right: 148 };
const NARROW = { title: 12, left: 84, right: 16 };
/** px */
const NARROW_BELOW = 720;
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
  const room = width < NARROW_BELOW ? NARROW : WIDE;
  const x = useMemo(
    () => (when: number) => room.left + ((when - from) / (to - from)) * (width - room.left - room.right),
    [from, to, width, room],
  );
  const hold = useHold<SVGSVGElement>((event) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    onTime(from + ((event.clientX - left - room.left) / (width - room.left - room.right)) * (to - from));
  });
  return (
    <div className="fall-rows scene-rows" ref={element}>
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
          <Energy fall={fall} x={x} width={width} />
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
  const { title, left, right } = roomOf(width);
  const times = Array.from({ length: POINTS + 1 }, (_, i) => from + ((to - from) * i) / POINTS);
  const heights = times.map((time) => fall.points(time).map(({ z }) => z));
  const most = Math.max(...heights.flat(), 1e-300);
  const y = (height: number) => TOP + HEIGHTS - (Math.max(0, height) / most) * HEIGHTS;
  return (
    <>
      <text className="row-name" x={title} y={TOP + 12}>
        Height
      </text>
      <text className="tick-label" x={title} y={TOP + 28}>
        to {significant(1000 * most, 3)} mm
      </text>
      <path className="axis-line" d={`M${left},${TOP + HEIGHTS}H${width - right}`} />
      {fall.names.map((name, i) => (
        <path key={name} className={`curve end-${i}`} d={linePath(times.map((time, k) => [x(time), y(heights[k][i])] as const))}>
          <title>{name}</title>
        </path>
      ))}
      {fall.names.length === 2 &&
        fall.names.map((name, i) => (
          <text key={name} className="word strong halo" x={left + 8} y={y(heights[0][i]) + (heights[0][i] < heights[0][1 - i] ? 16 : 14)}>
            {name}
            {i === 1 ? ", dashed" : ""}
          </text>
        ))}
    </>
  );
});

const Stems = memo(function Stems({ fall, x, lit, width }: PartProps & { readonly lit: number }) {
  const [from, to] = fall.span;
  const { title, left, right } = roomOf(width);
  const most = Math.max(...fall.hits.map(({ impulse }) => impulse), 1e-300);
  const y = (impulse: number) => FOOT - (impulse / most) * (IMPULSES - 14);
  const words = useMemo(() => wordsBeside(fall, x, width - right, y), [fall, x, width, right]);
  const { values, step } = niceTicks(1000 * from, 1000 * to, Math.max(2, Math.floor(width / 120)));
  return (
    <>
      <text className="row-name" x={title} y={FOOT - IMPULSES + 14}>
        Impulse
      </text>
      <text className="tick-label" x={title} y={FOOT - IMPULSES + 30}>
        N s
      </text>
      <path className="axis-line" d={`M${left},${FOOT}H${width - right}`} />
      {fall.hits.map(({ time, impulse, name, point }, i) => (
        <g key={time} className={i === lit ? "hit lit" : "hit"}>
          <title>{`${name}: ${significant(impulse, 4)} N s at ${significant(1000 * time, 4)} ms`}</title>
          <path d={`M${x(time).toFixed(1)},${FOOT}V${y(impulse).toFixed(1)}`} />
          <circle className={point % 2 === 0 ? "first" : "other"} cx={x(time)} cy={y(impulse)} r={i === lit ? 4.5 : 3.2} />
          {words.has(i) && (
            <text className={i === lit ? "word strong" : "word"} x={x(time) + 8} y={y(impulse) + 4}>
              {words.get(i)}
            </text>
          )}
        </g>
      ))}
      {values
        .filter((value) => value >= 1000 * from && value <= 1000 * to)
        .map((value) => (
          <text
            key={value}
            className="tick-label"
            x={x(value / 1000)}
            y={BOTTOM + 18}
            textAnchor={x(value / 1000) < left + 16 ? "start" : "middle"}
          >
            {tickText(value, step)} ms
          </text>
        ))}
    </>
  );
});

const roomOf = (width: number) => (width < NARROW_BELOW ? NARROW : WIDE);

/** End and size of each hit that has room for them, the hardest first. */
function wordsBeside(fall: Fall, x: (time: number) => number, most: number, y: (impulse: number) => number): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const taken: { left: number; right: number; y: number }[] = fall.hits.map(({ time, impulse }) => ({
    left: x(time) - 5,
    right: x(time) + 5,
    y: y(impulse),
  }));
  for (const i of [...fall.hits.keys()].sort((a, b) => fall.hits[b].impulse - fall.hits[a].impulse)) {
    const { time, impulse, name } = fall.hits[i];
    const text = `${name.split(" ")[1]} ${significant(impulse, 3)}`;
    const [left, right] = [x(time) + 8, x(time) + 14 + textWidth(text, 13)];
    if (right > most || taken.some((other) => left < other.right && right > other.left && Math.abs(other.y - y(impulse)) < 16)) continue;
    taken.push({ left, right, y: y(impulse) });
    found.set(i, text);
  }
  return found;
}

/** What is left of the energy before the first hit: every hit is a step. */
const Energy = memo(function Energy({ fall, x, width }: PartProps) {
  const { title, left, right } = roomOf(width);
  const [from, to] = fall.span;
  const y = (share: number) => BOTTOM - Math.max(0, share) * ENERGY;
  let share = 1;
  const steps: (readonly [number, number])[] = [[x(from), y(1)]];
  for (const { time, energyLoss } of fall.hits) {
    steps.push([x(time), y(share)]);
    share -= energyLoss / fall.energy;
    steps.push([x(time), y(share)]);
  }
  steps.push([x(to), y(share)]);
  const line = linePath(steps);
  const narrow = width < NARROW_BELOW;
  return (
    <>
      <text className="row-name" x={title} y={BOTTOM - ENERGY + 14}>
        Energy
      </text>
      <text className="tick-label" x={title} y={BOTTOM - ENERGY + 30}>
        {width < NARROW_BELOW ? "of" : "100 % ="} {significant(fall.energy, 3)} J
      </text>
      <path className="band restitution" d={`M${left},${y(1)}H${width - right}V${y(0)}H${left}Z`} />
      <path className="band kinetic" d={`${line}V${y(0)}H${left}Z`} />
      <path className="edge restitution" d={line} />
      <text
        className={narrow ? "word strong lost halo" : "word strong lost"}
        x={narrow ? width - right - 6 : width - right + 12}
        y={y(1) + 16}
        textAnchor={narrow ? "end" : "start"}
      >
        restitution {percent(1 - share)}
      </text>
      <text
        className={narrow ? "word strong kept halo" : "word strong kept"}
        x={narrow ? width - right - 6 : width - right + 12}
        y={y(0) - 6}
        textAnchor={narrow ? "end" : "start"}
      >
        kept {percent(share)}
      </text>
    </>
  );
});
