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

/** Shares below this are not told as made from nothing. */
const MADE = 0.0005;

interface EnergyProps extends PartProps {
  readonly scale: EnergyScale;
  readonly onScale?: (() => void) | undefined;
  /** Of the band, px. */
  readonly height?: number;
}

/** The band always fills: kinetic, stored, lost to restitution, lost to friction. What a law makes from nothing stands above 100 %. */
export function EnergyPlot({ track, at, frame, scale, onScale, onCursor, height = 212 }: EnergyProps) {
  const part = (energy: number) => energy / scale.energy;
  const kinetic = (sample: Sample) => part(sample.kineticEnergy - scale.offset);
  const stored = (sample: Sample) => kinetic(sample) + part(sample.storedEnergy);
  const kept = (sample: Sample) => stored(sample) + part(sample.restitutionLoss + sample.springLoss);
  const highest = Math.max(...track.stretches.flatMap(({ samples }) => samples.map(kinetic)));
  const most = highest > 1 + MADE ? highest : 1;
  const y = (share: number) => height - (share / most) * height;
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
  const lost = part(end.restitutionLoss + end.springLoss);
  const ends = [
    ...(lost < -MADE ? [{ name: "makes", share: -lost, middle: most, className: "created-text" }] : []),
    { name: "friction", share: part(end.frictionLoss), middle: 1 - part(end.frictionLoss) / 2, className: "friction-text" },
    ...(lost < -MADE ? [] : [{ name: "restitution", share: lost, middle: (stored(end) + kept(end)) / 2, className: "restitution-text" }]),
    { name: "kept", share: kinetic(end), middle: kinetic(end) / 2, className: "kept-text" },
  ];
  const tops = dodge(
    ends.map(({ middle }) => y(Math.min(1.02 * most, Math.max(0, middle)))),
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
        <Hatches from={frame.left} to={x(frame, end.normalImpulse)} height={height} />
        <g clipPath="url(#energy-clip)">
          <path className="band friction" d={band(kept, () => 1)} />
          <path className="band restitution" d={band(stored, kept)} />
          <path className="band stored-ground" d={band(kinetic, (sample) => Math.min(1, stored(sample)))} />
          <path className="band stored" d={band(kinetic, (sample) => Math.min(1, stored(sample)))} />
          <path
            className="band kinetic"
            d={band(
              () => 0,
              (sample) => Math.min(1, kinetic(sample)),
            )}
          />
          <path className="edge restitution" d={edge(stored)} />
          <path className="edge friction" d={edge(kept)} />
          {most > 1 && (
            <>
              <path
                className="band made"
                d={band(
                  () => 1,
                  (sample) => Math.max(1, kinetic(sample)),
                )}
              />
              <path className="hundred" d={`M${frame.left},${y(1)}H${x(frame, end.normalImpulse)}`} />
            </>
          )}
        </g>
        {[0, 0.5, 1].map((share) => (
          <text key={share} className="tick-label" x={frame.left - 8} y={y(share) + (share === most ? 9 : 4)} textAnchor="end">
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

/** Fillings of the bands, which end where the impact does. */
function Hatches({ from, to, height }: { readonly from: number; readonly to: number; readonly height: number }) {
  return (
    <defs>
      <pattern id="stored-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="hatch-line" width="3.500" height="7" />
      </pattern>
      <pattern id="made-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect className="made-line" width="2" height="6" />
      </pattern>
      <clipPath id="energy-clip">
        <rect x={from} y="0" width={Math.max(0, to - from)} height={height} />
      </clipPath>
    </defs>
  );
}
