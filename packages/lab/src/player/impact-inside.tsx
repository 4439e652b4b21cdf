/** The inside of an impact that is open: phases and modes of its contacts, the impulse as it grows, the energy that is stored meanwhile. */
import { linePath, type Sample, textWidth } from "@carom/figures/geometry";
import type { RecordedImpact } from "carom/simulation";
import { type ImpactSegment, xInside } from "./axis.js";
import type { EnergyBand } from "./energy.js";
import { ForceInside } from "./force-inside.js";
import type { OpenedImpact } from "./opened.js";
import { impulseOf, peakForceOf, type Run, showsForces } from "./run.js";
import { type Layout, rowSize, type rowsOf } from "./timeline-layout.js";

interface InsideProps {
  readonly segment: ImpactSegment;
  readonly inside: OpenedImpact;
  readonly run: Run;
  readonly band: EnergyBand;
  /** Of the rows, top to bottom. */
  readonly names: readonly string[];
  readonly rows: ReturnType<typeof rowsOf>;
  readonly layout: Layout;
}

export function ImpactInside({ segment, inside, run, band, names, rows, layout }: InsideProps) {
  const recorded = run.impacts[segment.impact];
  const { track, last } = inside;
  const x = (impulse: number) => xInside(segment, last > 0 ? impulse / last : 0);
  const rowOf = (contact: number): number => {
    const name = recorded.contacts[contact]?.contact ?? "";
    const exact = names.indexOf(name);
    return exact >= 0 ? exact : names.indexOf(name.split(": ")[0]);
  };
  const marks = track === undefined ? [] : track.marks;
  const size = rowSize(layout);
  let free = -100;
  return (
    <g className="inside">
      {marks.map(({ letter, word, sample }) => {
        const at = x(sample.normalImpulse);
        const shown = Math.max(at, free + 17);
        free = shown;
        return (
          <g key={`${letter}${sample.normalImpulse}`} className="event">
            <title>{word}</title>
            {letter !== "r" && <path className="event-lines" d={`M${at},30V${rows.bottom}`} />}
            <circle className="letter-ring" cx={shown} cy="20" r="8" />
            <text className="letter" x={shown} y="24" textAnchor="middle">
              {letter}
            </text>
          </g>
        );
      })}
      {inside.problem.contacts.map((_, contact) => {
        const row = rowOf(contact);
        if (row < 0) return null;
        const y = rows.lines + size.height * row + size.barTop;
        return inside.modes[contact].map(({ from, to, mode }) => (
          <g key={`${contact} ${from}`} className={`bar ${mode}`}>
            <rect x={x(from)} y={y} width={Math.max(1, x(to) - x(from))} height={size.bar} rx="1.500" />
            {size.bar > 10 && x(to) - x(from) > textWidth(`${mode}s`, 12, 500) + 12 && (
              <text x={x(from) + 7} y={y + size.bar / 2 + 4.5}>
                {mode}s
              </text>
            )}
          </g>
        ));
      })}
      {recorded.forces !== undefined && showsForces(run) ? (
        <ForceInside segment={segment} forces={recorded.forces} rows={rows} largest={scaleOf(run, segment.impact, peakForceOf).largest} />
      ) : (
        <ImpulseInside x={x} inside={inside} rows={rows} largest={scaleOf(run, segment.impact, impulseOf).largest} />
      )}
      {scaleOf(run, segment.impact, showsForces(run) ? peakForceOf : impulseOf).own && <OwnScale x={x(0)} y={rows.impulse + 10} />}
      {track !== undefined && (
        <EnergyInside x={x} samples={track.stretches} rows={rows} all={band.all} step={band.impacts[segment.impact]} />
      )}
    </g>
  );
}

/** Impacts that would be lower than this part of the row have a scale of their own. */
const LOW = 0.5;

/** What fills the row inside an open impact. */
function scaleOf({ impacts }: Run, index: number, sizeOf: (impact: RecordedImpact) => number): { largest: number; own: boolean } {
  const largest = Math.max(...impacts.map(sizeOf), 1e-300);
  const size = sizeOf(impacts[index]);
  const own = size > 0 && size < LOW * largest;
  return { largest: own ? size : largest, own };
}

function OwnScale({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <text className="tick-label own-scale" x={x + 6} y={y}>
      its own scale
    </text>
  );
}

type Rows = ReturnType<typeof rowsOf>;

function ImpulseInside({
  x,
  inside,
  rows,
  largest,
}: {
  readonly x: (impulse: number) => number;
  readonly inside: OpenedImpact;
  readonly rows: Rows;
  readonly largest: number;
}) {
  const { track, last } = inside;
  const y = (impulse: number) => rows.impulse + rows.impulseHeight - (impulse / largest) * (rows.impulseHeight - 14);
  const friction = track === undefined ? 0 : Math.hypot(...track.end.tangentialImpulse);
  // Above its end, or under it where the normal impulse is as large.
  const frictionAt = y(friction) - y(last) > ROOM ? y(friction) - 6 : y(friction) + LINE;
  return (
    <g>
      <path className="curve" d={`M${x(0)},${y(0)}L${x(last)},${y(last)}`} />
      {track?.stretches.map(({ mode, samples }) => (
        <path
          key={samples[0].normalImpulse}
          className={`mode-curve ${mode}`}
          d={linePath(samples.map((sample) => [x(sample.normalImpulse), y(Math.hypot(...sample.tangentialImpulse))] as const))}
        />
      ))}
      <text className="end-label strong own-scale" x={x(NAMED * last) - 6} y={y(NAMED * last) - 4} textAnchor="end">
        normal
      </text>
      {track !== undefined && (
        <text className={`end-label own-scale ${track.stuckAtEnd ? "stick" : "slip"}`} x={x(last) - 6} y={frictionAt} textAnchor="end">
          friction
        </text>
      )}
    </g>
  );
}

/** From one line of words to the next, and between two curves with a word between them, px. */
const LINE = 14;
const ROOM = 22;
/** Where along it the curve of the normal impulse has its name. */
const NAMED = 0.72;

interface EnergyInsideProps {
  readonly x: (impulse: number) => number;
  readonly samples: readonly { readonly samples: readonly Sample[] }[];
  readonly rows: Rows;
  readonly all: number;
  readonly step: { readonly before: { readonly kept: number; readonly restitution: number } } | undefined;
}

/**
 * What is kept before the impact is what the bodies bring to it; inside, part of it is stored, part lost. Where all that moves in it would
 * be a hair in the run's energy, the row is what moves.
 */
function EnergyInside({ x, samples, rows, all: allOfRun, step }: EnergyInsideProps) {
  if (step === undefined) return null;
  const moved = samples.reduce(
    (most, { samples: list }) =>
      list.reduce((most, { kineticEnergy }) => Math.max(most, samples[0].samples[0].kineticEnergy - kineticEnergy), most),
    0,
  );
  const own = moved > 0 && moved < LOW * allOfRun;
  const all = own ? moved : allOfRun;
  const { kept, restitution } = own ? { kept: 1, restitution: 0 } : step.before;
  const y = (share: number) => rows.energy + rows.energyHeight - Math.min(1, Math.max(0, share)) * rows.energyHeight;
  const first = samples[0].samples[0];
  const at = (value: (sample: Sample) => number) =>
    samples.flatMap(({ samples: list }) => list.map((sample) => [x(sample.normalImpulse), y(value(sample))] as const));
  const kinetic = (sample: Sample) => kept + (sample.kineticEnergy - first.kineticEnergy) / all;
  const stored = (sample: Sample) => kinetic(sample) + sample.storedEnergy / all;
  const lost = (sample: Sample) => stored(sample) + (sample.restitutionLoss + sample.springLoss) / all + restitution;
  const between = (low: (sample: Sample) => number, high: (sample: Sample) => number) =>
    linePath([...at(high), ...at(low).reverse()], true);
  return (
    <g>
      <path
        className="band inside-ground"
        d={between(
          () => 0,
          () => 1,
        )}
      />
      <path className="band friction" d={between(lost, () => 1)} />
      <path className="band restitution" d={between(stored, lost)} />
      <path className="band stored" d={between(kinetic, stored)} />
      <path className="band kinetic" d={between(() => 0, kinetic)} />
      <path className="edge friction" d={linePath(at(lost))} />
      <path className="edge restitution" d={linePath(at(stored))} />
      {own && <OwnScale x={x(0)} y={rows.energy + 12} />}
    </g>
  );
}
