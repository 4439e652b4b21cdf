import { dodge, linePath, niceTicks, type Sample, significant, tickText } from "@carom/figures/geometry";
import { CompressionGround, Lines, type PartProps, PlotSvg, Title, x } from "./frame.js";

/** How hard friction has pushed, against the most it could. */
export function FrictionImpulse({ friction, track, at, frame, onCursor }: PartProps & { readonly friction: number }) {
  const height = 146;
  const size = ({ tangentialImpulse: [a, b] }: Pick<Sample, "tangentialImpulse">) => Math.hypot(a, b);
  const end = track.end.normalImpulse;
  const limit = friction * end;
  const largest = Math.max(limit, ...track.stretches.flatMap(({ samples }) => samples.map(size))) || 1;
  const { values, step } = niceTicks(0, largest, 3);
  const y = (value: number) => height - (value / largest) * (height - 12);
  const axis = niceTicks(0, frame.most, 6);
  const tops = dodge([y(limit), y(size(track.end))], 17, 6, height - 4);
  return (
    <section className="plot" aria-label="Friction impulse">
      <Title title="Friction impulse" unit="N s" value={`${significant(size(at), 3)} N s`} />
      <PlotSvg label="Size of the friction impulse against the normal impulse" height={height + 42} frame={frame} onCursor={onCursor}>
        <CompressionGround track={track} frame={frame} height={height} />
        {values.map((value) => (
          <g key={value}>
            <path className={value === 0 ? "zero" : "grid"} d={`M${frame.left},${y(value)}H${frame.width - frame.right}`} />
            <text className="tick-label" x={frame.left - 8} y={y(value) + 4} textAnchor="end">
              {tickText(value, step)}
            </text>
          </g>
        ))}
        {friction > 0 && <path className="limit-line" d={`M${frame.left},${y(0)}L${x(frame, end)},${y(limit)}`} />}
        {track.stretches.map(({ mode, samples }) => (
          <path
            key={samples[0].normalImpulse}
            className={`mode-curve ${mode}`}
            d={linePath(samples.map((sample) => [x(frame, sample.normalImpulse), y(size(sample))] as const))}
          />
        ))}
        {friction > 0 && (
          <text className="end-label" x={frame.width - frame.right + 14} y={tops[0] + 4}>
            limit <tspan className="symbol">μ</tspan> × normal
          </text>
        )}
        <text className={`end-label strong ${track.stuckAtEnd ? "stick" : "slip"}`} x={frame.width - frame.right + 14} y={tops[1] + 4}>
          friction {significant(size(track.end), 3)}
        </text>
        {axis.values.map((value) => (
          <text key={value} className="tick-label" x={x(frame, value)} y={height + 18} textAnchor="middle">
            {tickText(value, axis.step)}
          </text>
        ))}
        <text className="axis-name" x={frame.left} y={height + 36}>
          normal impulse, N s: the clock of an impact
        </text>
        <Lines track={track} at={at} frame={frame} height={height} />
        <circle className="cursor-dot" cx={x(frame, at.normalImpulse)} cy={y(size(at))} r="4" />
      </PlotSvg>
    </section>
  );
}
