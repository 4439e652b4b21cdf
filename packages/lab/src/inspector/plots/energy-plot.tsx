import { dodge, energyText, linePath, percent, type Sample } from "@carom/figures/geometry";
import { Lines, type PartProps, PlotSvg, Title, x } from "./frame.js";

export interface EnergyScale {
  /** The ledger's 100 %, J. */
  readonly energy: number;
  /** Of the kinetic energy, what is not counted, J. */
  readonly offset: number;
  /** What it is the energy of. */
  readonly name: string;
}

interface EnergyProps extends PartProps {
  readonly scale: EnergyScale;
  readonly onScale?: (() => void) | undefined;
  /** Of the band, px. */
  readonly height?: number;
}

/** The band always fills: kinetic, stored, lost to restitution, lost to friction. */
export function EnergyPlot({ track, at, frame, scale, onScale, onCursor, height = 212 }: EnergyProps) {
  const y = (share: number) => height - share * height;
  const part = (energy: number) => energy / scale.energy;
  const kinetic = (sample: Sample) => part(sample.kineticEnergy - scale.offset);
  const stored = (sample: Sample) => kinetic(sample) + part(sample.storedEnergy);
  const kept = (sample: Sample) => stored(sample) + part(sample.restitutionLoss + sample.springLoss);
  const band = (low: (sample: Sample) => number, high: (sample: Sample) => number) =>
    track.stretches
      .map(({ samples }) =>
        linePath(
          [
            ...samples.map((sample) => [x(frame, sample.normalImpulse), y(high(sample))] as const),
            ...[...samples].reverse().map((sample) => [x(frame, sample.normalImpulse), y(low(sample))] as const),
          ],
          true,
        ),
      )
      .join("");
  const edge = (high: (sample: Sample) => number) =>
    linePath(track.stretches.flatMap(({ samples }) => samples.map((sample) => [x(frame, sample.normalImpulse), y(high(sample))] as const)));
  const { end } = track;
  const ends = [
    { name: "friction", share: part(end.frictionLoss), middle: 1 - part(end.frictionLoss) / 2, className: "friction-text" },
    {
      name: "restitution",
      share: part(end.restitutionLoss + end.springLoss),
      middle: (stored(end) + kept(end)) / 2,
      className: "restitution-text",
    },
    { name: "kept", share: kinetic(end), middle: kinetic(end) / 2, className: "kept-text" },
  ];
  const tops = dodge(
    ends.map(({ middle }) => y(Math.min(1.02, Math.max(0, middle)))),
    17,
    8,
    height - 4,
  );
  const right = frame.width - frame.right;
  const middle = track.stretches[0].samples[Math.floor(track.stretches[0].samples.length * 0.6)] ?? track.start;
  const roomy = part(middle.storedEnergy) * height > 26;
  return (
    <section className="plot" aria-label={`Energy of the ${scale.name}`}>
      <Title title={`Energy of the ${scale.name}`} unit={`100 % = ${energyText(scale.energy)}`} value={`kinetic ${percent(kinetic(at))}`}>
        {onScale !== undefined && (
          <button type="button" className="text-button" onClick={onScale}>
            of the {scale.name === "contact" ? "bodies" : "contact"}
          </button>
        )}
      </Title>
      <PlotSvg
        label={`Energy of the ${scale.name}: kinetic ${percent(kinetic(end))} at the end`}
        height={height + 10}
        frame={frame}
        onCursor={onCursor}
      >
        <defs>
          <pattern id="stored-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="hatch-line" width="3.500" height="7" />
          </pattern>
          <clipPath id="energy-clip">
            <rect x={frame.left} y="0" width={Math.max(0, x(frame, end.normalImpulse) - frame.left)} height={height} />
          </clipPath>
        </defs>
        <g clipPath="url(#energy-clip)">
          <path className="band friction" d={band(kept, () => 1)} />
          <path className="band restitution" d={band(stored, kept)} />
          <path className="band stored-ground" d={band(kinetic, stored)} />
          <path className="band stored" d={band(kinetic, stored)} />
          <path className="band kinetic" d={band(() => 0, kinetic)} />
          <path className="edge restitution" d={edge(stored)} />
          <path className="edge friction" d={edge(kept)} />
        </g>
        {[0, 0.5, 1].map((share) => (
          <text key={share} className="tick-label" x={frame.left - 8} y={y(share) + (share === 1 ? 9 : 4)} textAnchor="end">
            {100 * share} %
          </text>
        ))}
        <text className="band-name on-fill" x={frame.left + 10} y={height - 10}>
          kinetic
        </text>
        {roomy && (
          <text
            className="band-name kept-text halo-band"
            x={Math.max(frame.left + 26, x(frame, middle.normalImpulse))}
            y={y((kinetic(middle) + stored(middle)) / 2) + 4}
            textAnchor="middle"
          >
            stored
          </text>
        )}
        {part(end.frictionLoss) > 0.16 && (
          <text className="band-name friction-text" x={x(frame, end.normalImpulse) - 8} y="20" textAnchor="end">
            lost to friction
          </text>
        )}
        {ends.map(({ name, share, className }, i) => (
          <text key={name} className={`end-label strong ${className}`} x={right + 10} y={tops[i] + 4}>
            {name} {percent(share)}
          </text>
        ))}
        <Lines track={track} at={at} frame={frame} height={height + 10} />
      </PlotSvg>
    </section>
  );
}
