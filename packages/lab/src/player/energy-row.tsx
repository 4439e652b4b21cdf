import { dodge, energyText, linePath, percent, textWidth } from "@carom/figures/geometry";
import { memo } from "react";
import type { Axis, ImpactSegment } from "./axis.js";
import type { EnergyBand } from "./energy.js";
import type { RowProps } from "./timeline-layout.js";

interface EnergyProps extends Omit<RowProps, "run"> {
  readonly band: EnergyBand;
  readonly height: number;
}

/** The band always fills: kept, lost to restitution, lost to friction. */
export const Energy = memo(function Energy({ band, axis, layout, top, height }: EnergyProps) {
  const y = (share: number) => top + height - Math.min(1, Math.max(0, share)) * height;
  const { points, all } = band;
  const kept = edgeOf(band, axis, y, (point) => point.kept);
  const upTo = edgeOf(band, axis, y, (point) => point.kept + point.restitution);
  const upToLoads = edgeOf(band, axis, y, (point) => 1 - point.friction);
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
  // Up to where time opens, or where more than half is gone.
  const fallen = points.find(({ kept: share }) => share < 0.45);
  const opens = axis.segments.find(({ kind }) => kind === "impact")?.left ?? axis.right;
  const room = Math.min(opens, fallen === undefined ? axis.right : axis.x(fallen.time)) - axis.left - 20;
  const name = ["kinetic and height", "kept"].find((words) => textWidth(words, 12, 600) < room);
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
      {name !== undefined && (
        <text className="band-name on-fill" x={axis.left + (layout.phone ? 8 : 14)} y={top + height / 2 + 8}>
          {name}
        </text>
      )}
    </g>
  );
});

/** What it comes to, by name; drawn over what is inside open impacts. */
export const EnergyEnds = memo(function EnergyEnds({ band: { points }, axis, layout, top, height }: EnergyProps) {
  const last = points[points.length - 1];
  const y = (share: number) => top + height - Math.min(1, Math.max(0, share)) * height;
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
  return (
    <g>
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
