import { niceTicks, significant, textWidth, tickText } from "@carom/figures/geometry";
import { memo } from "react";
import type { Axis, ImpactSegment } from "./axis.js";
import type { Run } from "./run.js";
import type { Layout } from "./timeline-layout.js";

export const TimeAxis = memo(function TimeAxis({
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
        if (x - free < 44 || opened.some(({ left, right }) => x > left - (value === 0 ? 64 : 30) && x < right + 30)) return null;
        free = x;
        return (
          <g key={value}>
            <path className="axis-line" d={`M${x},${y + 10}v4`} />
            <text className="tick-label" x={x} y={y + 26} textAnchor={x < 8 ? "start" : "middle"}>
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
            <Caption
              text={
                layout.phone
                  ? `impact ${impact + 1} of ${run.impacts.length}, against its ${clockName(run, impact)}`
                  : `${axisText(run, impact)}: ${lasting(run, impact, (right - left) / perSecond)}`
              }
              x={(left + right) / 2}
              y={y + 42}
              width={layout.width}
            />
          )}
        </g>
      ))}
    </g>
  );
});

const clockName = ({ impacts }: Run, impact: number) => (impacts[impact].forces === undefined ? "impulse" : "time");

/** In the middle of what it names, but inside the picture. */
function Caption({ text, x, y, width }: { readonly text: string; readonly x: number; readonly y: number; readonly width: number }) {
  const half = textWidth(text, 11) / 2;
  return (
    <text className="tick-label" x={Math.min(width - half, Math.max(half, x))} y={y} textAnchor="middle">
      {text}
    </text>
  );
}

/** How long an impact is, where its surfaces are known; else, that it has no length. */
function lasting({ impacts }: Run, impact: number, room: number): string {
  const { forces } = impacts[impact];
  if (forces === undefined) return `it takes no time, here ${room.toPrecision(2)} s of room`;
  const peak = Math.max(...forces.contacts.map(({ peakForce }) => peakForce));
  return `up to ${significant(peak, 3)} N, over in ${significant(1000 * forces.duration, 3)} ms`;
}

function axisText(run: Run, impact: number): string {
  return `against the ${clockName(run, impact)} of impact ${impact + 1} of ${run.impacts.length}`;
}
