/** At most two plots that a step needs: the inside of an impact against its own clock, or rows of a run against time. */
import { fixed, linePath, niceTicks, significant, type Track, tickText } from "@carom/figures/geometry";
import { useId } from "react";
import { stateAt } from "../inspector/cursor.js";
import { EnergyPlot, type EnergyScale } from "../inspector/plots/energy-plot.js";
import { CompressionGround, Lines, type PartProps, PlotSvg, Title, x } from "../inspector/plots/frame.js";
import { ModeStrip } from "../inspector/plots/mode-strip.js";
import type { Moment } from "../player/axis.js";
import { energyBand } from "../player/energy.js";
import { impulseOf, peakForceOf, type Run } from "../player/run.js";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";
import type { Step } from "./lesson.js";
import { type Told, trackIn } from "./told.js";
import "../inspector/inspector.css";

export interface LessonPlotsProps {
  readonly scale?: EnergyScale;
  readonly told: Told;
  readonly step: Step;
  readonly marks: readonly string[];
  readonly moment: Moment;
  readonly onMoment: (moment: Moment) => void;
}

export function LessonPlots({ told, step, marks, moment, onMoment, scale }: LessonPlotsProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const track = trackIn(told);
  const inside = (told.opened !== undefined || step.view === "impact") && track !== undefined;
  return (
    <div className="lesson-plots" ref={element} data-marks={marks.join(" ")}>
      {size !== undefined &&
        size.width > 0 &&
        (inside ? (
          <InsidePlots
            told={told}
            track={track}
            marks={marks}
            moment={moment}
            width={size.width}
            onMoment={onMoment}
            {...(scale === undefined ? {} : { scale })}
          />
        ) : (
          <TimePlots told={told} step={step} marks={marks} moment={moment} width={size.width} onMoment={onMoment} />
        ))}
    </div>
  );
}

interface PlacedProps extends Omit<LessonPlotsProps, "step"> {
  readonly width: number;
}

/** Room beside a plot for the words at its ends, px. */
const SIDE = 124;

function InsidePlots({ told, track, marks, moment, width, onMoment, scale }: PlacedProps & { readonly track: Track }) {
  const impact = told.opened?.impact ?? 0;
  const { time, forces } = told.run.impacts[impact];
  const whole = track.end.normalImpulse;
  const part = moment.inside?.part ?? (moment.time < time ? 0 : moment.time > time ? 1 : 0);
  const at = stateAt(track, part * whole);
  const frame = { width, left: 56, right: SIDE, most: whole * 1.001 };
  const onCursor = (impulse: number) => onMoment({ time, inside: { impact, part: Math.min(1, Math.max(0, impulse / whole)) } });
  const shared = { track, at, frame, onCursor };
  return (
    <>
      <ModeStrip {...shared} />
      {marks.some((mark) => mark.startsWith("row:force")) && forces !== undefined ? (
        <ForcePlot {...shared} impulses={forces.normalImpulse} force={forces.contacts[0].normalForce} />
      ) : (
        <SlipPlot {...shared} />
      )}
      <EnergyPlot {...shared} height={120} scale={scale ?? { energy: track.start.kineticEnergy || 1, offset: 0, name: "bodies" }} />
    </>
  );
}

/** The slide against the clock of the impact: along where it went at first; turned away from it, how fast. */
function SlipPlot({ track, at, frame, onCursor }: PartProps) {
  const height = 104;
  const [x0, y0] = track.start.slip;
  const first = Math.hypot(x0, y0);
  const along = ({ slip }: { readonly slip: readonly [number, number] }) =>
    first > 0 ? (slip[0] * x0 + slip[1] * y0) / first : Math.hypot(...slip);
  const samples = track.stretches.flatMap((stretch) => stretch.samples);
  const values = samples.map(along);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = (value: number) => 8 + ((high - value) / (high - low || 1)) * (height - 16);
  const end = along(track.end);
  return (
    <section className="plot" aria-label="Slip">
      <Title title="Slip of the touching point" unit="m/s, along its first way" value={`${fixed(along(at), 3)} m/s`} />
      <PlotSvg label="Slip against the normal impulse" height={height + 10} frame={frame} onCursor={onCursor}>
        <CompressionGround track={track} frame={frame} height={height} />
        <path className="zero" d={`M${frame.left},${y(0)}H${frame.width - frame.right}`} />
        {[0, values[0]]
          .filter((value, i) => i === 0 || Math.abs(y(value) - y(0)) > 14)
          .map((value) => (
            <text key={value} className="tick-label" x={frame.left - 8} y={y(value) + 4} textAnchor="end">
              {value === 0 ? "0" : fixed(value, 3)}
            </text>
          ))}
        {track.stretches.map(({ mode, samples: part }) => (
          <path
            key={part[0].normalImpulse}
            className={mode === "stick" ? "curve stick-line" : "curve slip-line"}
            d={linePath(part.map((sample) => [x(frame, sample.normalImpulse), y(along(sample))] as const))}
          />
        ))}
        <text className="end-label strong" x={frame.width - frame.right + 10} y={Math.min(height - 2, y(end) + 4)}>
          ends at {fixed(end, 3)}
        </text>
        <Lines track={track} at={at} frame={frame} height={height + 10} />
        <circle className="now" cx={x(frame, at.normalImpulse)} cy={y(along(at))} r="4.5" />
      </PlotSvg>
    </section>
  );
}

interface ForcePlotProps extends PartProps {
  readonly impulses: readonly number[];
  readonly force: readonly number[];
}

function ForcePlot({ track, at, frame, onCursor, impulses, force }: ForcePlotProps) {
  const height = 104;
  const most = Math.max(...force) || 1;
  const whole = impulses[impulses.length - 1] || 1;
  const scale = track.end.normalImpulse / whole;
  const y = (value: number) => height - 6 - (value / most) * (height - 20);
  const peak = force.indexOf(Math.max(...force));
  return (
    <section className="plot" aria-label="Force">
      <Title title="Push of the floor" unit="N" value={`${significant(most, 4)} N at most`} />
      <PlotSvg label="Force against the normal impulse" height={height + 10} frame={frame} onCursor={onCursor}>
        <CompressionGround track={track} frame={frame} height={height} />
        <path className="zero" d={`M${frame.left},${y(0)}H${frame.width - frame.right}`} />
        <path className="curve" d={linePath(force.map((value, i) => [x(frame, impulses[i] * scale), y(value)] as const))} />
        <circle className="now" cx={x(frame, impulses[peak] * scale)} cy={y(most)} r="4" />
        <text className="end-label strong" x={frame.width - frame.right + 10} y={y(most) + 4}>
          {significant(most, 4)} N
        </text>
        <Lines track={track} at={at} frame={frame} height={height + 10} />
      </PlotSvg>
    </section>
  );
}

interface Row {
  readonly title: string;
  readonly unit: string;
  /** Lines through time: places in time, values. */
  readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
  /** Stems at instants. */
  readonly stems: readonly (readonly [number, number])[];
}

/** What a mark asks to see of a run. */
function rowOf(run: Run, name: string): Row | undefined {
  const { time, bodies } = run.series;
  const moving = Object.entries(bodies).filter(([, { velocity }]) => velocity.some((one) => Math.hypot(...one) > 0));
  const lines = (of: (body: (typeof moving)[number][1], row: number) => number) =>
    moving.map(([body, series]) => ({ name: body, points: time.map((when, row) => [when, of(series, row)] as const) }));
  switch (name) {
    case "height":
      return { title: "Height of the centre", unit: "m", lines: lines(({ position }, row) => position[row][2]), stems: [] };
    case "speed":
      return { title: "Speed", unit: "m/s", lines: lines(({ velocity }, row) => Math.hypot(...velocity[row])), stems: [] };
    case "slip":
      return {
        title: "Slip after each bounce",
        unit: "m/s",
        lines: [],
        stems: run.impacts.map(({ time: when, contacts }) => [when, contacts[0].velocityAfter[0]]),
      };
    case "force":
      return {
        title: "Largest force of each hit",
        unit: "N",
        lines: [],
        stems: run.impacts.map((impact) => [impact.time, peakForceOf(impact)]),
      };
    case "contacts":
      return { title: "Push of each hit", unit: "N s", lines: [], stems: run.impacts.map((impact) => [impact.time, impulseOf(impact)]) };
    default:
      return undefined;
  }
}

/** Whether anything moves up or down. */
function rises({ series: { bodies } }: Run): boolean {
  return Object.values(bodies).some(({ position }) => position.some(([, , z]) => Math.abs(z - position[0][2]) > 1e-9));
}

interface TimeProps extends PlacedProps {
  readonly step: Step;
}

function TimePlots({ told, step, marks, moment, width, onMoment }: TimeProps) {
  const { run, zero } = told;
  const asked = marks.flatMap((mark) => rowOf(run, mark.replace(/^row:/, "")) ?? []);
  const rows = (
    asked.length > 0 ? asked : [rowOf(run, rises(run) ? "height" : "speed"), rowOf(run, "contacts")].flatMap((row) => row ?? [])
  ).slice(0, 2);
  const energy = marks.some((mark) => mark.startsWith("energy"));
  const span = spanOf(run, step);
  const frame = { left: 64, right: 96, width };
  const shared = { span, frame, moment, onMoment, zero };
  return (
    <>
      {(energy ? rows.slice(0, 1) : rows).map((row) => (
        <TimeRow key={row.title} row={row} {...shared} />
      ))}
      {energy && <EnergyRow run={run} {...shared} />}
    </>
  );
}

function spanOf({ end }: Run, { zoom }: Step): readonly [number, number] {
  if (zoom === undefined) return [0, end];
  const half = end / zoom.factor / 2;
  return [zoom.around - 1.8 * half, zoom.around + 0.2 * half];
}

interface SharedRowProps {
  readonly span: readonly [number, number];
  readonly frame: { readonly left: number; readonly right: number; readonly width: number };
  readonly moment: Moment;
  readonly onMoment: (moment: Moment) => void;
  /** When the clock of the lesson says 0, s. */
  readonly zero: number;
}

const HEIGHT = 116;

function TimeRow({ row, span, frame, moment, onMoment, zero }: SharedRowProps & { readonly row: Row }) {
  const { title, unit, lines, stems } = row;
  const place = timePlace(span, frame);
  const inSpan = (when: number) => when >= span[0] && when <= span[1];
  const seen = [...lines.flatMap(({ points }) => points), ...stems].filter(([when]) => inSpan(when)).map(([, value]) => value);
  const [low, high] = [Math.min(0, ...seen), Math.max(0, ...seen)];
  const y = (value: number) => 10 + ((high - value) / (high - low || 1)) * (HEIGHT - 34);
  const clip = useId();
  const { values } = niceTicks(low, high || 1, 3);
  return (
    <TimeSection title={title} unit={unit} span={span} frame={frame} moment={moment} onMoment={onMoment} zero={zero} clip={clip}>
      {values
        .filter((value) => value >= low && value <= high)
        .map((value) => (
          <g key={value}>
            <path className={value === 0 ? "zero" : "grid"} d={`M${frame.left},${y(value)}H${frame.width - frame.right}`} />
            <text className="tick-label" x={frame.left - 8} y={y(value) + 4} textAnchor="end">
              {significant(value, 3)}
            </text>
          </g>
        ))}
      <g clipPath={`url(#${clip})`}>
        {lines.map(({ name, points }) => (
          <path key={name} className="curve" d={linePath(points.map(([when, value]) => [place(when), y(value)] as const))} />
        ))}
        {stems
          .filter(([when]) => inSpan(when))
          .map(([when, value]) => (
            <g key={when}>
              <path className="stem" d={`M${place(when).toFixed(1)},${y(0).toFixed(1)}V${y(value).toFixed(1)}`} />
              <circle className="now" cx={place(when)} cy={y(value)} r="2.6" />
            </g>
          ))}
      </g>
    </TimeSection>
  );
}

function EnergyRow({ run, span, frame, moment, onMoment, zero }: SharedRowProps & { readonly run: Run }) {
  const { points, all } = energyBand(run);
  const place = timePlace(span, frame);
  const y = (share: number) => 10 + (1 - share) * (HEIGHT - 34);
  const clip = useId();
  const area = (top: (point: (typeof points)[number]) => number, bottom: (point: (typeof points)[number]) => number) =>
    `${linePath(points.map((point) => [place(point.time), y(top(point))] as const))}L${[...points]
      .reverse()
      .map((point) => `${place(point.time).toFixed(1)},${y(bottom(point)).toFixed(1)}`)
      .join("L")}Z`;
  const last = points[points.length - 1];
  return (
    <TimeSection
      title="Energy"
      unit={`100 % = ${significant(all, 3)} J`}
      span={span}
      frame={frame}
      moment={moment}
      onMoment={onMoment}
      zero={zero}
      clip={clip}
    >
      <g clipPath={`url(#${clip})`}>
        <path
          className="band-kept"
          d={area(
            ({ kept }) => kept,
            () => 0,
          )}
        />
        <path
          className="band-restitution"
          d={area(
            ({ kept, restitution }) => kept + restitution,
            ({ kept }) => kept,
          )}
        />
        <path
          className="band-friction"
          d={area(
            () => 1,
            ({ kept, restitution }) => kept + restitution,
          )}
        />
      </g>
      <text className="end-label strong kept-text" x={frame.width - frame.right + 10} y={Math.min(HEIGHT - 28, y(last.kept / 2) + 4)}>
        kept {fixed(100 * last.kept, 1)} %
      </text>
    </TimeSection>
  );
}

function timePlace([from, to]: readonly [number, number], { left, right, width }: SharedRowProps["frame"]): (when: number) => number {
  return (when) => left + ((when - from) / (to - from || 1)) * (width - left - right);
}

interface TimeSectionProps extends SharedRowProps {
  readonly title: string;
  readonly unit: string;
  readonly clip: string;
  readonly children: React.ReactNode;
}

function TimeSection({ title, unit, span, frame, moment, onMoment, zero, clip, children }: TimeSectionProps) {
  const place = timePlace(span, frame);
  const [from, to] = span;
  const hold = useHold<SVGSVGElement>((event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = box.width / frame.width || 1;
    const part = ((event.clientX - box.left) / scale - frame.left) / (frame.width - frame.left - frame.right);
    onMoment({ time: from + Math.min(1, Math.max(0, part)) * (to - from) });
  });
  const { values, step } = niceTicks(from - zero, to - zero, frame.width < 500 ? 4 : 8);
  return (
    <section className="plot" aria-label={title}>
      <header className="plot-title">
        <h2>
          {title} <small>{unit}</small>
        </h2>
      </header>
      <svg width={frame.width} height={HEIGHT} role="img" aria-label={`${title} against time`} {...hold}>
        <clipPath id={clip}>
          <rect x={frame.left} y="0" width={Math.max(0, frame.width - frame.left - frame.right)} height={HEIGHT} />
        </clipPath>
        {children}
        <path className="axis-line" d={`M${frame.left},${HEIGHT - 20}H${frame.width - frame.right}`} />
        {values
          .filter((value) => value + zero >= from && value + zero <= to)
          .map((value) => (
            <text key={value} className="tick-label" x={place(value + zero)} y={HEIGHT - 6} textAnchor="middle">
              {tickText(value, step)} s
            </text>
          ))}
        {moment.time >= from && moment.time <= to && <path className="cursor" d={`M${place(moment.time).toFixed(1)},0V${HEIGHT - 20}`} />}
      </svg>
    </section>
  );
}
