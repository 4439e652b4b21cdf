import { dodge, fixed, linePath, type Sample } from "@carom/figures/geometry";
import { LawMark } from "../law-mark.js";
import type { Inspected } from "../model.js";
import { CompressionGround, Lines, type PartProps, PlotSvg, Title, x } from "./frame.js";

/** Ticks at the values that matter: start, zero, end. */
function matterTicks(values: readonly number[], y: (value: number) => number): number[] {
  const kept: number[] = [];
  for (const value of values) if (kept.every((other) => Math.abs(y(other) - y(value)) > 14)) kept.push(value);
  return kept;
}

interface LawPartProps extends PartProps {
  readonly inspected: Inspected;
}

/** Energetic, Poisson and Newton end on one line, each where its rule says. */
export function NormalVelocity({ inspected, track, at, frame, onCursor }: LawPartProps) {
  const height = 146;
  const { results, chosen } = inspected;
  const tracks = results.flatMap(({ track: one }) => (one === undefined ? [] : [one]));
  const velocities = tracks.flatMap(({ stretches }) =>
    stretches.flatMap(({ samples }) => samples.map(({ normalVelocity }) => normalVelocity)),
  );
  const low = Math.min(0, ...velocities);
  const high = Math.max(0, ...velocities);
  const y = (value: number) => 8 + ((high - value) / (high - low || 1)) * (height - 16);
  const line = (samples: readonly Sample[]) =>
    linePath(samples.map(({ normalImpulse, normalVelocity }) => [x(frame, normalImpulse), y(normalVelocity)] as const));
  const ticks = matterTicks([0, track.start.normalVelocity, track.end.normalVelocity], y);
  const labelled = results.flatMap((result) => (result.track === undefined ? [] : [{ ...result, end: result.track.end }]));
  const tops = dodge(
    labelled.map(({ end }) => y(end.normalVelocity)),
    17,
    6,
    height - 4,
  );
  return (
    <section className="plot" aria-label="Normal velocity">
      <Title title="Normal velocity" unit="m/s" value={`${fixed(at.normalVelocity, 3)} m/s`} />
      <PlotSvg label="Normal velocity against the normal impulse" height={height + 10} frame={frame} onCursor={onCursor}>
        <CompressionGround track={track} frame={frame} height={height} />
        {ticks.map((value) => (
          <g key={value}>
            <path className={value === 0 ? "zero" : "grid"} d={`M${frame.left},${y(value)}H${frame.width - frame.right}`} />
            <text className="tick-label" x={frame.left - 8} y={y(value) + 4} textAnchor="end">
              {value === 0 ? "0" : fixed(value, 3)}
            </text>
          </g>
        ))}
        {labelled.slice(1).map(({ law, track: other }) => (
          <path key={law} className="other-path" d={line(other?.stretches.flatMap(({ samples }) => samples) ?? [])} />
        ))}
        <path className="curve" d={line(track.stretches.flatMap(({ samples }) => samples))} />
        {[...labelled].reverse().map(({ law, mark, end }) => (
          <LawMark key={law} shape={mark} at={[x(frame, end.normalImpulse), y(end.normalVelocity)]} filled={law === chosen.law} />
        ))}
        {labelled.map(({ law, name, end }, i) => (
          <text key={law} className={`end-label ${law === chosen.law ? "strong" : ""}`} x={frame.width - frame.right + 14} y={tops[i] + 4}>
            {name} {fixed(end.normalVelocity, 3)}
          </text>
        ))}
        <Lines track={track} at={at} frame={frame} height={height + 10} />
        <circle className="cursor-dot" cx={x(frame, at.normalImpulse)} cy={y(at.normalVelocity)} r="4" />
      </PlotSvg>
    </section>
  );
}
