/** The whole run along one axis: what each contact does, how hard they push, where the energy is. */
import {
  type ContactLine,
  contactLines,
  dodge,
  energyText,
  linePath,
  niceTicks,
  percent,
  significant,
  textWidth,
  tickText,
} from "@carom/figures/geometry";
import { memo, type RefObject, useMemo, useRef } from "react";
import type { Axis, ImpactSegment, Moment } from "./axis.js";
import { type EnergyBand, energyBand } from "./energy.js";
import { ImpactInside } from "./impact-inside.js";
import type { OpenedImpact } from "./opened.js";
import { impulseOf, type Run } from "./run.js";

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly phone: boolean;
}

export interface TimelineProps {
  readonly run: Run;
  readonly axis: Axis;
  readonly layout: Layout;
  readonly opened: ReadonlyMap<number, OpenedImpact>;
  readonly playhead: RefObject<SVGGElement | null>;
  readonly onMoment: (moment: Moment) => void;
  readonly onOpen: (impact: number) => void;
}

/** Contacts shown one by one; of more, those that push hardest. */
const MOST_ROWS = 4;
const ROW = 24;

/** Heights of the parts, px from the top. */
export function rowsOf(layout: Layout, contacts: number, hidden: boolean) {
  const top = 28;
  const lines = top + 8;
  const impulse = lines + contacts * ROW + (hidden ? 30 : 20) + (layout.phone ? 10 : 0);
  const left = layout.height - impulse - 56;
  const impulseHeight = Math.max(56, Math.min(120, left * 0.42));
  const energy = impulse + impulseHeight + 26;
  const energyHeight = Math.max(70, Math.min(150, layout.height - energy - 46));
  return { top, lines, impulse, impulseHeight, energy, energyHeight, bottom: energy + energyHeight };
}

export function Timeline({ run, axis, layout, opened, playhead, onMoment, onOpen }: TimelineProps) {
  const held = useRef(false);
  const lines = useMemo(() => shownLines(run), [run]);
  const rows = rowsOf(layout, lines.shown.length, lines.hidden > 0);
  const move = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onMoment(axis.momentAt(event.clientX - box.left));
  };
  return (
    <svg
      className="timeline"
      width={layout.width}
      height={Math.max(layout.height, rows.bottom + 42)}
      role="img"
      aria-label={`Timeline of ${run.impacts.length} impacts over ${significant(run.end, 4)} seconds`}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (held.current) move(event);
      }}
      onPointerUp={() => {
        held.current = false;
      }}
      onPointerCancel={() => {
        held.current = false;
      }}
    >
      <defs>
        <pattern id="stored-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-line" width="3.5" height="7" />
        </pattern>
      </defs>
      <OpenGrounds axis={axis} bottom={rows.bottom} />
      <Contacts lines={lines} axis={axis} layout={layout} top={rows.lines} run={run} onOpen={onOpen} />
      <Impulses run={run} axis={axis} layout={layout} top={rows.impulse} height={rows.impulseHeight} onOpen={onOpen} />
      <Energy run={run} axis={axis} layout={layout} top={rows.energy} height={rows.energyHeight} opened={opened} />
      {axis.segments
        .filter((segment): segment is ImpactSegment => segment.kind === "impact")
        .map((segment) => {
          const inside = opened.get(segment.impact);
          return (
            inside !== undefined && (
              <ImpactInside
                key={segment.impact}
                segment={segment}
                inside={inside}
                run={run}
                names={lines.shown.map(({ key }) => key)}
                rows={rows}
              />
            )
          );
        })}
      <TimeAxis run={run} axis={axis} layout={layout} y={rows.bottom} />
      <g ref={playhead} className="playhead" data-bottom={rows.bottom}>
        <path className="cursor" d={`M0,8V${rows.bottom}`} />
        <path className="flag" d="M-7,0H7V8L0,14L-7,8Z" />
      </g>
    </svg>
  );
}

interface Lines {
  readonly shown: readonly (ContactLine & { readonly key: string; readonly label: string })[];
  readonly hidden: number;
}

function shownLines(run: Run): Lines {
  const lines = contactLines({ events: run.events, series: run.series, time: run.end } as Parameters<typeof contactLines>[0]);
  const push = new Map<string, number>();
  for (const impact of run.impacts)
    for (const { contact, impulse } of impact.contacts) {
      const names = [contact, contact.split(": ")[0]];
      for (const name of names) push.set(name, (push.get(name) ?? 0) + Math.max(0, impulse[2]));
    }
  const order = [...lines].sort((a, b) => (push.get(b.name) ?? 0) - (push.get(a.name) ?? 0));
  const chosen = new Set(order.slice(0, MOST_ROWS));
  return {
    shown: lines.filter((line) => chosen.has(line)).map((line) => ({ ...line, key: line.name, label: labelOf(line.name) })),
    hidden: Math.max(0, lines.length - MOST_ROWS),
  };
}

/** `box/floor: point 3` as `box, point 3`; long names are cut. */
function labelOf(name: string): string {
  const [pair, place] = name.split(": ");
  const text = place === undefined ? pair.replace("/", " on ") : place;
  return text.length > 16 ? `${text.slice(0, 15)}…` : text;
}

const OpenGrounds = memo(function OpenGrounds({ axis, bottom }: { readonly axis: Axis; readonly bottom: number }) {
  return axis.segments
    .filter((segment) => segment.kind === "impact")
    .map(({ left, right, impact }) => (
      <rect key={impact} className="open-ground" x={left} y="8" width={right - left} height={bottom - 8} />
    ));
});

const WORDS = { slip: "slips", stick: "rests", unloaded: "touches", closed: "touches" } as const;

interface RowProps {
  readonly run: Run;
  readonly axis: Axis;
  readonly layout: Layout;
  readonly top: number;
}

const Contacts = memo(function Contacts({
  lines,
  axis,
  layout,
  top,
  run,
  onOpen,
}: RowProps & { readonly lines: Lines; readonly onOpen: (impact: number) => void }) {
  const hardest = Math.max(...run.impacts.map(impulseOf), 1e-300);
  return (
    <g>
      {lines.shown.map(({ key, label, spans, impacts }, i) => {
        const y = top + ROW * i;
        return (
          <g key={key}>
            <text className="row-name" x={layout.phone ? axis.left + 2 : 0} y={layout.phone ? y + 4 : y + 14}>
              {label}
            </text>
            <path className="rail-line" d={`M${axis.left},${y + 10}H${axis.right}`} />
            {spans.map(({ mode, from, to }) => {
              const [a, b] = [axis.x(from), axis.x(to)];
              const words = WORDS[mode];
              return (
                <g key={from} className={`bar ${mode === "slip" ? "slip" : mode === "stick" ? "stick" : "closed"}`}>
                  <rect x={a} y={y} width={Math.max(1.5, b - a)} height="19" rx="1.500" />
                  {b - a > textWidth(words, 12, 500) + 12 && (
                    <text x={a + 7} y={y + 14}>
                      {words}
                    </text>
                  )}
                </g>
              );
            })}
            {gathered(impacts.map((time) => axis.x(time))).map(({ from, to, count }) =>
              count > 3 ? (
                <g key={from} className="many-impacts">
                  <rect x={from - 1} y={y + 4} width={Math.max(3, to - from + 2)} height="12" />
                  <title>{count} impacts</title>
                </g>
              ) : null,
            )}
            {impacts.map((time) => {
              const index = run.impacts.findIndex((impact) => impact.time === time);
              const size = index < 0 ? 0.3 : 0.35 + 0.65 * Math.sqrt(impulseOf(run.impacts[index]) / hardest);
              return (
                <rect
                  key={time}
                  className="impact-tick"
                  x={axis.x(time) - 1.25}
                  y={y + 10 - 9 * size}
                  width="2.500"
                  height={18 * size}
                  onPointerUp={() => onOpen(index)}
                />
              );
            })}
          </g>
        );
      })}
      {lines.hidden > 0 && (
        <text className="tick-label" x={layout.phone ? axis.left + 2 : 0} y={top + ROW * lines.shown.length + 12}>
          and {lines.hidden} more
        </text>
      )}
    </g>
  );
});

/** Impacts closer than 6 px become one block. */
function gathered(places: readonly number[]): { from: number; to: number; count: number }[] {
  const blocks: { from: number; to: number; count: number }[] = [];
  for (const place of places) {
    const last = blocks[blocks.length - 1];
    if (last !== undefined && place - last.to < 6) {
      last.to = place;
      last.count++;
    } else blocks.push({ from: place, to: place, count: 1 });
  }
  return blocks;
}

/** Impulses as stems, forces of contacts that last as an area. */
const Impulses = memo(function Impulses({
  run,
  axis,
  layout,
  top,
  height,
  onOpen,
}: RowProps & { readonly height: number; readonly onOpen: (impact: number) => void }) {
  const impulses = run.impacts.map(impulseOf);
  const largest = Math.max(...impulses, 1e-300);
  const forces = useMemo(() => totalForces(run), [run]);
  const mostForce = Math.max(...forces.map(({ force }) => force), 0);
  const impulseTicks = niceTicks(0, largest, 2);
  const y = (impulse: number) => top + height - (impulse / largest) * (height - 14);
  const yForce = (force: number) => top + height - (force / (mostForce || 1)) * (height - 14) * 0.6;
  let free = -100;
  const labelled = new Set(
    [...impulses.keys()]
      .sort((a, b) => impulses[b] - impulses[a])
      .slice(0, 5)
      .filter((i) => impulses[i] > 0.1 * largest),
  );
  return (
    <g>
      <text className="row-title" x={layout.phone ? axis.left : 0} y={layout.phone ? top - 6 : top + 8}>
        Impulse <tspan className="unit">N s</tspan>
      </text>
      {impulseTicks.values.map((value) => (
        <g key={value}>
          <path className={value === 0 ? "zero" : "grid"} d={`M${axis.left},${y(value)}H${axis.right}`} />
          {!layout.phone && (
            <text className="tick-label" x={axis.left - 8} y={y(value) + 4} textAnchor="end">
              {tickText(value, impulseTicks.step)}
            </text>
          )}
        </g>
      ))}
      {mostForce > 0 && (
        <>
          <path className="force-area" d={forceArea(forces, axis, yForce)} />
          <text
            className="end-label"
            x={layout.phone ? axis.right - 4 : axis.right + 10}
            y={top + height - 2}
            textAnchor={layout.phone ? "end" : "start"}
          >
            force to {significant(mostForce, 3)} N
          </text>
        </>
      )}
      {impulses.map((impulse, i) => {
        const x = axis.x(run.impacts[i].time);
        const shows = labelled.has(i) && x - free > 46;
        if (shows) free = x;
        const isOpen = axis.segments.some((segment) => segment.kind === "impact" && segment.impact === i);
        if (isOpen) return null;
        return (
          <g key={i} className="stem">
            <path d={`M${x},${top + height}V${y(impulse)}`} />
            <circle cx={x} cy={y(impulse)} r="3" onPointerUp={() => onOpen(i)} />
            {shows && (
              <text x={x + (x > axis.right - 60 ? -8 : 8)} y={y(impulse) + 4} textAnchor={x > axis.right - 60 ? "end" : "start"}>
                {significant(impulse, 3)}
              </text>
            )}
          </g>
        );
      })}
      {!layout.phone && impulses.length > 0 && (
        <text className="end-label strong" x={axis.right + 10} y={top + 18}>
          hardest {significant(largest, 3)} N s
        </text>
      )}
    </g>
  );
});

function totalForces({ series: { time, contacts } }: Run): { time: number; force: number }[] {
  const totals = new Float64Array(time.length);
  for (const { row, normalForce } of contacts) totals[row] += normalForce;
  return time.map((when, row) => ({ time: when, force: totals[row] }));
}

function forceArea(forces: readonly { time: number; force: number }[], axis: Axis, y: (force: number) => number): string {
  const points = forces.map(({ time, force }) => [axis.x(time), y(force)] as const);
  return linePath([[axis.x(forces[0].time), y(0)], ...points, [axis.x(forces[forces.length - 1].time), y(0)]], true);
}

/** The band always fills: kept, lost to restitution, lost to friction. */
const Energy = memo(function Energy({
  run,
  axis,
  layout,
  top,
  height,
  opened,
}: RowProps & { readonly height: number; readonly opened: ReadonlyMap<number, OpenedImpact> }) {
  const band = useMemo(() => energyBand(run), [run]);
  const y = (share: number) => top + height - Math.min(1, Math.max(0, share)) * height;
  const { points, all } = band;
  const last = points[points.length - 1];
  const kept = edgeOf(band, axis, y, opened, (point) => point.kept);
  const upTo = edgeOf(band, axis, y, opened, (point) => point.kept + point.restitution);
  const upToLoads = edgeOf(band, axis, y, opened, (point) => 1 - point.friction);
  const ends = [
    { name: "friction", share: last.friction, at: 1 - last.friction / 2, className: "friction-text" },
    { name: "loads", share: last.loads, at: last.kept + last.restitution + last.loads / 2, className: "" },
    { name: "restitution", share: last.restitution, at: last.kept + last.restitution / 2, className: "restitution-text" },
    { name: "kept", share: last.kept, at: last.kept / 2, className: "kept-text" },
  ].filter(({ share }) => share > 0.0005);
  const tops = dodge(
    ends.map(({ at }) => y(at)),
    17,
    top + 6,
    top + height - 2,
  );
  const area = (upper: readonly (readonly [number, number])[], lower: readonly (readonly [number, number])[]) =>
    linePath([...upper, ...[...lower].reverse()], true);
  const ground = [
    [axis.left, top + height],
    [axis.right, top + height],
  ] as const;
  const ceiling = [
    [axis.left, top],
    [axis.right, top],
  ] as const;
  const wide = axis.x(points[Math.min(points.length - 1, 3)].time);
  return (
    <g>
      <text className="row-title" x={layout.phone ? axis.left : 0} y={layout.phone ? top - 6 : top + 10}>
        Energy {layout.phone && <tspan className="unit">100 % = {energyText(all)}</tspan>}
      </text>
      {!layout.phone && (
        <text className="tick-label" x="0" y={top + 26}>
          100 % = {energyText(all)}
        </text>
      )}
      <path className="band friction" d={area(ceiling, upToLoads)} />
      <path className="band loads" d={area(upToLoads, upTo)} />
      <path className="band restitution" d={area(upTo, kept)} />
      <path className="band kinetic" d={area(kept, ground)} />
      <path className="edge friction" d={linePath(upToLoads)} />
      <path className="edge restitution" d={linePath(kept)} />
      {!layout.phone &&
        [0, 0.5, 1].map((share) => (
          <text key={share} className="tick-label" x={axis.left - 8} y={y(share) + 4} textAnchor="end">
            {100 * share} %
          </text>
        ))}
      {points[0].kept > 0.4 && wide > 0 && (
        <text className="band-name on-fill" x={axis.left + 14} y={top + height / 2 + 8}>
          kinetic and height
        </text>
      )}
      {ends.map(({ name, share, className }, i) => (
        <text
          key={name}
          className={`end-label strong ${className} ${layout.phone ? "halo-band" : ""}`}
          x={layout.phone ? axis.right - 6 : axis.right + 10}
          y={tops[i] + 4}
          textAnchor={layout.phone ? "end" : "start"}
        >
          {name} {percent(share)}
        </text>
      ))}
    </g>
  );
});

/** A curve of the band; inside an impact that is open it is left out of the straight line there, and drawn by what is inside. */
function edgeOf(
  { points }: EnergyBand,
  axis: Axis,
  y: (share: number) => number,
  _opened: ReadonlyMap<number, OpenedImpact>,
  value: (point: EnergyBand["points"][number]) => number,
): (readonly [number, number])[] {
  const open = axis.segments.filter((segment): segment is ImpactSegment => segment.kind === "impact");
  const places: (readonly [number, number])[] = [];
  let passed = 0;
  let before: number | undefined;
  for (const point of points) {
    // The second of the two points at an open impact stands at the right end of it.
    while (passed < open.length && point.time > open[passed].time) passed++;
    const at = open[passed];
    const isAfter = at !== undefined && point.time === at.time && before === point.time;
    if (isAfter) {
      places.push([at.right, y(value(point))]);
      passed++;
    } else if (passed > 0 && point.time === open[passed - 1].time) places.push([open[passed - 1].right, y(value(point))]);
    else places.push([axis.x(point.time), y(value(point))]);
    before = point.time;
  }
  return places;
}

const TimeAxis = memo(function TimeAxis({
  run,
  axis,
  layout,
  y,
}: {
  readonly run: Run;
  readonly axis: Axis;
  readonly layout: Layout;
  readonly y: number;
}) {
  const { values, step } = niceTicks(0, run.end || 1, layout.phone ? 4 : 8);
  let free = -100;
  const opened = axis.segments.filter((segment): segment is ImpactSegment => segment.kind === "impact");
  const perSecond = (axis.right - axis.left) / (run.end || 1);
  return (
    <g>
      <path className="axis-line" d={`M${axis.left},${y + 10}H${axis.right}`} />
      {values.map((value, i) => {
        const x = axis.x(value);
        if (x - free < 44 || opened.some(({ left, right }) => x > left - 30 && x < right + 30 && value !== 0)) return null;
        free = x;
        return (
          <g key={value}>
            <path className="axis-line" d={`M${x},${y + 10}v4`} />
            <text className="tick-label" x={x} y={y + 26} textAnchor="middle">
              {tickText(value, step)}
              {i > 0 ? " s" : ""}
            </text>
          </g>
        );
      })}
      {opened.map(({ impact, time, left, right }) => (
        <g key={impact}>
          <path className="open-axis" d={`M${left},${y + 10}H${right}`} />
          <text className="tick-label strong" x={left} y={y + 26} textAnchor={left < axis.left + 40 ? "start" : "middle"}>
            {significant(time, 4)} s
          </text>
          {opened.length === 1 && (
            <text className="tick-label" x={(left + right) / 2} y={y + 42} textAnchor="middle">
              {layout.phone
                ? `impact ${impact + 1} of ${run.impacts.length}, against its impulse`
                : `against the impulse of impact ${impact + 1} of ${run.impacts.length}: ${lasting(run, impact, (right - left) / perSecond)}`}
            </text>
          )}
        </g>
      ))}
    </g>
  );
});

/** How long an impact is, where its surfaces are known; else, that it has no length. */
function lasting({ impacts }: Run, impact: number, room: number): string {
  const { forces } = impacts[impact];
  if (forces === undefined) return `it takes no time, here ${room.toPrecision(2)} s of room`;
  const peak = Math.max(...forces.contacts.map(({ peakForce }) => peakForce));
  return `up to ${significant(peak, 3)} N, over in ${significant(1000 * forces.duration, 3)} ms`;
}
