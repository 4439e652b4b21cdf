import { linePath, niceTicks, significant, tickText } from "@carom/figures/geometry";
import { memo, useMemo } from "react";
import type { Axis } from "./axis.js";
import { placeLabels } from "./impulse-labels.js";
import { impulseOf, impulseUnit, peakForceOf, type Run, showsForces } from "./run.js";
import type { RowProps } from "./timeline-layout.js";

/** Impulses as stems, or peak forces where all are known; forces of contacts that last as an area. */
export const Impulses = memo(function Impulses({ run, axis, layout, top, height }: RowProps & { readonly height: number }) {
  const forces = useMemo(() => totalForces(run), [run]);
  const mostForce = forces.reduce((most, { force }) => Math.max(most, force), 0);
  // Without impacts there is only what presses all the time.
  const presses = run.impacts.length === 0 && mostForce > 0;
  const known = showsForces(run);
  const impulses = run.impacts.map(known ? peakForceOf : impulseOf);
  const unit = known || presses ? "N" : impulseUnit(run);
  const largest = presses ? mostForce : Math.max(...impulses, 1e-300);
  const impulseTicks = niceTicks(0, largest, 2);
  const y = (impulse: number) => top + height - (impulse / largest) * (height - 14);
  const yForce = presses ? y : (force: number) => top + height - (force / (mostForce || 1)) * (height - 14) * 0.6;
  const pressing = `force to ${significant(mostForce, 3)} N`;
  const empty = impulses.length === 0 && !presses;
  const isOpen = (impact: number) => axis.segments.some((segment) => segment.kind === "impact" && segment.impact === impact);
  const stems = impulses.map((impulse, i) => ({ x: axis.x(run.impacts[i].time), y: y(impulse) }));
  const hardest = [...impulses.keys()]
    .sort((a, b) => impulses[b] - impulses[a])
    .slice(0, 5)
    .filter((i) => impulses[i] > 0.1 * largest && !isOpen(i));
  const texts = new Map(hardest.map((i) => [i, significant(impulses[i], 3)]));
  const open = axis.segments.filter(({ kind }) => kind === "impact");
  const labels = new Map(placeLabels(stems, texts, axis.left, axis.right, open).map((label) => [label.stem, label]));
  return (
    <g>
      <text className="row-title" x={layout.phone ? axis.left : 0} y={layout.phone ? top - 6 : top + 8}>
        {known || presses ? "Force" : "Impulse"}{" "}
        <tspan className="unit">{layout.phone && mostForce > 0 && !presses ? `${unit}, ${pressing}` : unit}</tspan>
      </text>
      {(empty ? [0] : impulseTicks.values).map((value) => (
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
          {!layout.phone && (
            <text className="end-label" x={axis.right + 10} y={top + height - 2}>
              {pressing}
            </text>
          )}
        </>
      )}
      <Stems stems={stems.filter((_, i) => !isOpen(i))} foot={top + height} />
      <g className="stem">
        {[...labels.values()].map(({ stem, x, y: at, anchor }) => (
          <text key={stem} x={x} y={at + 4} textAnchor={anchor}>
            {texts.get(stem)}
          </text>
        ))}
      </g>
      {!layout.phone && impulses.length > 0 && (
        <text className="end-label strong" x={axis.right + 10} y={top + 18}>
          hardest {significant(largest, 3)} {unit}
        </text>
      )}
    </g>
  );
});

/** Lines with a head each, as two paths: a run has hundreds of them, and all move whenever an impact opens. */
export function Stems({ stems, foot }: { readonly stems: readonly { readonly x: number; readonly y: number }[]; readonly foot: number }) {
  const places = stems.map(({ x, y }) => [x.toFixed(2), y.toFixed(2)] as const);
  return (
    <g className="stem">
      <path d={places.map(([x, y]) => `M${x},${foot.toFixed(2)}V${y}`).join("")} />
      <path className="heads" d={places.map(([x, y]) => `M${x},${y}h0`).join("")} />
    </g>
  );
}

function totalForces({ series: { time, contacts } }: Run): { time: number; force: number }[] {
  const totals = new Float64Array(time.length);
  for (const { row, normalForce } of contacts) totals[row] += normalForce;
  return time.map((when, row) => ({ time: when, force: totals[row] }));
}

function forceArea(forces: readonly { time: number; force: number }[], axis: Axis, y: (force: number) => number): string {
  const points = forces.map(({ time, force }) => [axis.x(time), y(force)] as const);
  return linePath([[axis.x(forces[0].time), y(0)], ...points, [axis.x(forces[forces.length - 1].time), y(0)]], true);
}
