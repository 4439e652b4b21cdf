/** The whole run along one axis: what each contact does, how hard they push, where the energy is. */
import { significant } from "@carom/figures/geometry";
import { memo, type PointerEvent, type RefObject, useMemo, useRef } from "react";
import { ExtraRows } from "../inspect/extra-rows.js";
import type { Row } from "../inspect/quantities.js";
import { useHold } from "../ui/use-hold.js";
import type { Axis, ImpactSegment, Moment } from "./axis.js";
import { Contacts, type Line } from "./contact-rows.js";
import { energyBand } from "./energy.js";
import { Energy, EnergyEnds } from "./energy-row.js";
import { ImpactInside } from "./impact-inside.js";
import { Impulses } from "./impulse-row.js";
import { impactNear } from "./near-impact.js";
import type { OpenedImpact } from "./opened.js";
import type { Run } from "./run.js";
import { TimeAxis } from "./time-axis.js";
import { type Layout, rowSize, rowsOf } from "./timeline-layout.js";

export interface TimelineProps {
  readonly run: Run;
  readonly axis: Axis;
  readonly room: Omit<Layout, "contacts" | "extra">;
  readonly lines: readonly Line[];
  /** Below all others. */
  readonly rows: readonly Row[];
  readonly opened: ReadonlyMap<number, OpenedImpact>;
  readonly playhead: RefObject<SVGGElement | null>;
  readonly onMoment: (moment: Moment) => void;
  /** An impact was pressed: opened, or closed where it is open. */
  readonly onPress: (impact: number) => void;
  /** The name of a contact was pressed. */
  readonly onContact: (name: string) => void;
  readonly onRemoveRow: (id: string) => void;
  /** An impact was pressed twice. */
  readonly onInspect: (impact: number) => void;
}

/** Two presses within this time are one double press, ms. */
const TWICE = 400;

export function Timeline(props: TimelineProps) {
  const { run, axis, room, lines, rows: extra, opened, playhead, onMoment, onPress, onContact, onRemoveRow, onInspect } = props;
  const layout = useMemo(() => ({ ...room, contacts: lines.length, extra: extra.length }), [room, lines, extra.length]);
  const rows = rowsOf(layout);
  const band = useMemo(() => energyBand(run), [run]);
  const names = useMemo(() => lines.map(({ name }) => name), [lines]);
  const pressed = useRef<{ readonly impact: number; readonly at: number }>(undefined);
  /** Of one press the second of a pair means the impact of the first: time has opened and moved the tick away meanwhile. */
  const press = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const y = event.clientY - box.top;
    if (pressed.current !== undefined && event.timeStamp - pressed.current.at < TWICE) {
      onInspect(pressed.current.impact);
      pressed.current = undefined;
      return;
    }
    if (y < rows.lines || y > rows.impulse + rows.impulseHeight) return;
    const line = lines[Math.floor((y - rows.lines) / rowSize(layout).height)];
    if (line !== undefined && event.clientX - box.left < axis.left) {
      onContact(line.name);
      return;
    }
    const impact = impactNear(run, axis, event.clientX - box.left, line && new Set(line.impacts));
    pressed.current = impact === undefined ? undefined : { impact, at: event.timeStamp };
    if (impact !== undefined) onPress(impact);
  };
  const hold = useHold<SVGSVGElement>((event) => {
    const box = event.currentTarget.getBoundingClientRect();
    // Names beside the rows are pressed, not held.
    if (event.clientX - box.left >= axis.left) onMoment(axis.momentAt(event.clientX - box.left));
  }, press);
  return (
    <svg
      className="timeline"
      width={layout.width}
      height={Math.max(layout.height, rows.bottom + 50)}
      role="img"
      aria-label={`Timeline of ${run.impacts.length} impacts over ${significant(run.end, 4)} seconds`}
      {...hold}
    >
      <defs>
        <pattern id="stored-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-line" width="3.5" height="7" />
        </pattern>
      </defs>
      <SteppedGrounds run={run} axis={axis} bottom={rows.bottom} />
      <OpenGrounds axis={axis} bottom={rows.bottom} />
      <Contacts lines={lines} axis={axis} layout={layout} top={rows.lines} run={run} />
      <Impulses run={run} axis={axis} layout={layout} top={rows.impulse} height={rows.impulseHeight} />
      <Energy band={band} axis={axis} layout={layout} top={rows.energy} height={rows.energyHeight} />
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
                band={band}
                names={names}
                rows={rows}
                layout={layout}
              />
            )
          );
        })}
      <EnergyEnds band={band} axis={axis} layout={layout} top={rows.energy} height={rows.energyHeight} />
      <ExtraRows rows={extra} axis={axis} layout={layout} top={rows.extra} onRemove={onRemoveRow} />
      <TimeAxis run={run} axis={axis} layout={layout} y={rows.bottom} />
      <g ref={playhead} className="playhead" data-bottom={rows.bottom}>
        <path className="cursor" d={`M0,8V${rows.bottom}`} />
        <path className="flag" d="M-7,0H7V8L0,14L-7,8Z" />
      </g>
    </svg>
  );
}

const OpenGrounds = memo(function OpenGrounds({ axis, bottom }: { readonly axis: Axis; readonly bottom: number }) {
  return axis.segments
    .filter((segment) => segment.kind === "impact")
    .map(({ left, right, impact }) => (
      <rect key={impact} className="open-ground" x={left} y="8" width={right - left} height={bottom - 8} />
    ));
});

/** A stretch narrower than this, px, has no room for its label; its title says the same. */
const LABELLED = 56;

/** Where the motion went by steps, and why. */
const SteppedGrounds = memo(function SteppedGrounds({
  run,
  axis,
  bottom,
}: {
  readonly run: Run;
  readonly axis: Axis;
  readonly bottom: number;
}) {
  return run.result?.stepped?.map(({ from, to, reason }) => {
    const [left, right] = [axis.x(from), axis.x(to)];
    return (
      <g key={from} className="stepped-ground">
        <title>{`by steps: ${reason}`}</title>
        <rect x={left} y="8" width={Math.max(1, right - left)} height={bottom - 8} />
        {right - left >= LABELLED && (
          <text x={left + 4} y="20">
            by steps
          </text>
        )}
      </g>
    );
  });
});
