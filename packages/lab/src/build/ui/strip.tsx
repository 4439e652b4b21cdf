/** What will happen: what each pair does, when it strikes, where the energy goes, as far as it is known. */
import { dodge, linePath, niceTicks, percent, significant, textWidth, tickText } from "@carom/figures/geometry";
import { memo, type PointerEvent, type RefObject, useMemo } from "react";
import { useHold } from "../../ui/use-hold.js";
import { useSize } from "../../ui/use-size.js";
import type { Foreseen } from "../../worker/foresee.js";

interface StripProps {
  readonly seen: Foreseen | undefined;
  /** Asked for, s. */
  readonly duration: number;
  readonly running: boolean;
  readonly phone: boolean;
  /** Names of balls: they roll where others rest. */
  readonly balls: ReadonlySet<string>;
  readonly playhead: RefObject<SVGGElement | null>;
  readonly time: number;
  readonly onTime: (time: number) => void;
}

const WORDS = { slip: "slips", stick: "rests", unloaded: "touches", closed: "touches" } as const;
/** Rows of pairs shrink, then the strip scrolls. */
const ROW = 18;
const LOW_ROW = 12;
const MOST_HIGH = 3;

export const Strip = memo(function Strip({ seen, duration, running, phone, balls, playhead, time, onTime }: StripProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const layout = useMemo(() => layoutOf(seen, duration, width, phone), [seen, duration, width, phone]);
  const hold = useHold<SVGSVGElement>((event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onTime(layout.timeAt(event.clientX - box.left));
  });
  return (
    <section className="build-strip" aria-label="What will happen" ref={element}>
      <header>
        <h2>What will happen</h2>
        <p>{noteOf(seen, running, time)}</p>
      </header>
      {width > 0 && seen !== undefined && (
        <div className="strip-scroll">
          <svg
            className="strip"
            width={width}
            height={layout.bottom + 22}
            role="img"
            aria-label={`${seen.impactCount} impacts in ${significant(seen.time, 3)} seconds`}
            {...hold}
          >
            <Lines seen={seen} layout={layout} phone={phone} balls={balls} />
            <EnergyBand seen={seen} layout={layout} phone={phone} />
            <Ticks layout={layout} />
            <g ref={playhead} className="playhead" transform={`translate(${layout.x(time).toFixed(1)},0)`}>
              <path className="cursor" d={`M0,8V${layout.bottom}`} />
              <path className="flag" d="M-6,0H6V7L0,12L-6,7Z" />
            </g>
          </svg>
        </div>
      )}
    </section>
  );
});

function noteOf(seen: Foreseen | undefined, running: boolean, time: number): string {
  if (seen === undefined) return running ? "computing" : "nothing moves yet";
  const impacts = `${seen.impactCount} impact${seen.impactCount === 1 ? "" : "s"}`;
  if (running || !seen.done) return `known to ${significant(seen.time, 3)} s, ${impacts} so far`;
  const end = seen.status === "rest" ? `, rest at ${significant(seen.time, 4)} s` : "";
  return time > 0 ? `${significant(time, 3)} s of ${significant(seen.time, 3)} s; Home goes back to building` : `${impacts}${end}`;
}

interface Layout {
  readonly left: number;
  readonly right: number;
  readonly row: number;
  readonly top: number;
  readonly energy: number;
  readonly energyHeight: number;
  readonly bottom: number;
  readonly end: number;
  readonly x: (time: number) => number;
  readonly timeAt: (x: number) => number;
}

function layoutOf(seen: Foreseen | undefined, duration: number, width: number, phone: boolean): Layout {
  const left = phone ? 4 : 128;
  const right = Math.max(left + 1, width - (phone ? 4 : 132));
  const end = seen === undefined || !seen.done ? duration : Math.max(seen.time, 1e-9);
  const count = seen?.lines.length ?? 0;
  const row = count > MOST_HIGH || phone ? LOW_ROW : ROW;
  const top = 18;
  const energy = top + row * count + 8;
  const energyHeight = phone ? 28 : 34;
  const x = (time: number) => left + (Math.min(time, end) / end) * (right - left);
  return {
    left,
    right,
    row,
    top,
    energy,
    energyHeight,
    bottom: energy + energyHeight,
    end,
    x,
    timeAt: (at) => Math.min(seen?.time ?? 0, Math.max(0, ((at - left) / (right - left)) * end)),
  };
}

interface PartProps {
  readonly seen: Foreseen;
  readonly layout: Layout;
  readonly phone: boolean;
}

const Lines = memo(function Lines({ seen, layout, phone, balls }: PartProps & Pick<StripProps, "balls">) {
  const { left, right, row, top, x } = layout;
  const bar = row - 6;
  const hardest = Math.max(...seen.impacts.map(({ impulse }) => impulse), 1e-300);
  const sizes = useMemo(
    () => new Map(seen.impacts.map(({ time, impulse }) => [time, 0.3 + 0.7 * Math.sqrt(impulse / hardest)])),
    [seen, hardest],
  );
  return seen.lines.map(({ name, spans, impacts }, i) => {
    const y = top + row * i;
    const middle = y + bar / 2;
    const rolls = name.split("/").some((body) => balls.has(body));
    const wordOf = (mode: keyof typeof WORDS) => (mode === "stick" && rolls ? "rolls" : WORDS[mode]);
    return (
      <g key={name}>
        {!phone && (
          <text className="row-name" x="0" y={middle + 4}>
            {short(name.replace("/", " on "), left - 8)}
          </text>
        )}
        <path className="rail-line" d={`M${left},${middle}H${right}`} />
        {bar <= 10 && <LowSpans spans={spans} x={x} y={y} height={bar} />}
        {(bar <= 10 ? [] : spans).map(({ mode, from, to }) => (
          <g key={from} className={`bar ${mode === "slip" ? "slip" : mode === "stick" ? "stick" : "closed"}`}>
            <title>{`${name}: ${wordOf(mode)}`}</title>
            <rect x={x(from)} y={y} width={Math.max(1.5, x(to) - x(from))} height={bar} rx="1" />
            {x(to) - x(from) > textWidth(wordOf(mode), 11, 500) + 12 && (
              <text x={x(from) + 6} y={middle + 4}>
                {wordOf(mode)}
              </text>
            )}
          </g>
        ))}
        <path
          className="impact-tick"
          d={impacts
            .slice(0, 400)
            .map((time) => {
              const half = (row / 2) * (sizes.get(time) ?? 0.3);
              return `M${x(time).toFixed(1)},${(middle - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
            })
            .join("")}
        />
      </g>
    );
  });
});

interface LowSpansProps {
  readonly spans: Foreseen["lines"][number]["spans"];
  readonly x: (time: number) => number;
  readonly y: number;
  readonly height: number;
}

/** Where rows are too low for words: one path for all spans of a kind, however many there are. */
function LowSpans({ spans, x, y, height }: LowSpansProps) {
  return (["slip", "stick", "closed"] as const).map((kind) => {
    const own = spans.filter(({ mode }) => (mode === "slip" || mode === "stick" ? mode : "closed") === kind);
    if (own.length === 0) return null;
    const d = own.map(({ from, to }) => {
      const width = Math.max(1.5, x(to) - x(from)).toFixed(1);
      return `M${x(from).toFixed(1)},${y}h${width}v${height}h-${width}Z`;
    });
    return (
      <g key={kind} className={`bar ${kind}`}>
        <path d={d.join("")} />
      </g>
    );
  });
}

function short(text: string, room: number): string {
  if (textWidth(text, 12) <= room) return text;
  let length = text.length - 1;
  while (length > 1 && textWidth(`${text.slice(0, length)}…`, 12) > room) length--;
  return `${text.slice(0, length)}…`;
}

/** The band always fills: kept, lost to restitution, to loads such as damping, to friction. */
const EnergyBand = memo(function EnergyBand({ seen, layout, phone }: PartProps) {
  const { energy: points, allEnergy } = seen;
  const { left, x, energy: top, energyHeight: height } = layout;
  if (points.length === 0) return null;
  const y = (share: number) => top + height * (1 - Math.min(1, Math.max(0, share)));
  const curve = (value: (point: Foreseen["energy"][number]) => number) => points.map((point) => [x(point.time), y(value(point))] as const);
  const kept = curve(({ kept: share }) => share);
  const upTo = curve(({ kept: share, restitution }) => share + restitution);
  const upToLoads = curve(({ kept: share, restitution, loads }) => share + restitution + loads);
  const last = points[points.length - 1];
  const right = x(last.time);
  const area = (upper: readonly (readonly [number, number])[], lower: readonly (readonly [number, number])[]) =>
    linePath([...upper, ...[...lower].reverse()], true);
  const flat = (share: number) => [[left, y(share)] as const, [right, y(share)] as const];
  const ends = [
    { name: "friction", share: last.friction, at: 1 - last.friction / 2, className: "friction-text" },
    { name: "loads", share: last.loads, at: last.kept + last.restitution + last.loads / 2, className: "" },
    { name: "restitution", share: last.restitution, at: last.kept + last.restitution / 2, className: "restitution-text" },
    { name: "kept", share: last.kept, at: last.kept / 2, className: "kept-text" },
  ].filter(({ share }) => share > 0.0005);
  const tops = dodge(
    ends.map(({ at }) => y(at)),
    14,
    top - 4,
    top + height + 2,
  );
  return (
    <g>
      {!phone && (
        <>
          <text className="row-title" x="0" y={top + 12}>
            Energy
          </text>
          <text className="tick-label" x="0" y={top + 28}>
            100 % = {significant(allEnergy, 3)} J
          </text>
        </>
      )}
      <path className="band friction" d={area(flat(1), upToLoads)} />
      <path className="band loads" d={area(upToLoads, upTo)} />
      <path className="band restitution" d={area(upTo, kept)} />
      <path className="band kinetic" d={area(kept, flat(0))} />
      <path className="edge restitution" d={linePath(kept)} />
      {!phone &&
        ends.map(({ name, share, className }, i) => (
          <text key={name} className={`end-label strong ${className}`} x={layout.right + 10} y={tops[i] + 4}>
            {name} {percent(share)}
          </text>
        ))}
    </g>
  );
});

function Ticks({ layout: { end, x, bottom, left, right } }: { readonly layout: Layout }) {
  const { values, step } = niceTicks(0, end || 1, right - left < 500 ? 4 : 8);
  return (
    <g>
      <path className="axis-line" d={`M${left},${bottom + 2}H${right}`} />
      {values.map((value, i) => (
        <g key={value}>
          <path className="axis-line" d={`M${x(value)},${bottom + 2}v4`} />
          <text className="tick-label" x={x(value)} y={bottom + 18} textAnchor={i === 0 ? "start" : value > 0.97 * end ? "end" : "middle"}>
            {tickText(value, step)}
            {i > 0 ? " s" : ""}
          </text>
        </g>
      ))}
    </g>
  );
}
