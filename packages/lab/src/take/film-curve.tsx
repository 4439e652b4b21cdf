/** When the film is where: world time against film time, with the impacts that open; the preview's place is in the hand. */
import { niceTicks, significant, tickText } from "@carom/figures/geometry";
import type { KeyboardEvent } from "react";
import { impulseOf, type Run } from "../player/run.js";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";
import { momentAt, type Stretch } from "./film-clock.js";

interface FilmCurveProps {
  readonly run: Run;
  readonly stretches: readonly Stretch[];
  /** s of film. */
  readonly at: number;
  readonly onAt: (second: number) => void;
}

const HEIGHT = 240;
const LEFT = 48;
const TOP = 34;
const BOTTOM = 28;
/** A stretch narrower than this has no room for its words, px. */
const WORDED = 84;

export function FilmCurve(props: FilmCurveProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const { run, stretches } = props;
  const whole = stretches[stretches.length - 1].to;
  return (
    <section className="film-curve" aria-label="When the film is where">
      <header>
        <h2>When the film is where</h2>
        <p>
          {significant(whole, 3)} s of film for {significant(run.end, 3)} s of world
        </p>
      </header>
      <div ref={element}>{size !== undefined && size.width > 0 && <Curve {...props} whole={whole} width={size.width} />}</div>
    </section>
  );
}

function Curve({ run, stretches, at, onAt, whole, width }: FilmCurveProps & { readonly whole: number; readonly width: number }) {
  const x = (second: number) => LEFT + (second / whole) * (width - LEFT - 8);
  const y = (time: number) => HEIGHT - BOTTOM - (time / (run.end || 1)) * (HEIGHT - BOTTOM - TOP);
  const hold = useHold<SVGSVGElement>((event) => {
    const box = event.currentTarget.getBoundingClientRect();
    onAt(Math.min(whole, Math.max(0, (whole * (event.clientX - box.left - LEFT)) / (width - LEFT - 8))));
  });
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 0.1, ArrowLeft: at - 0.1, Home: 0, End: whole }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onAt(Math.min(whole, Math.max(0, to)));
  };
  const { time } = momentAt(stretches, at);
  const [worlds, films] = [niceTicks(0, run.end, 3), niceTicks(0, whole, width > 500 ? 6 : 3)];
  return (
    <svg width={width} height={HEIGHT} aria-label="World time against film time" {...hold}>
      {stretches.map(
        ({ impact, from, to }) =>
          impact !== undefined && (
            <rect key={impact} className="open-ground" x={x(from)} y="4" width={x(to) - x(from)} height={HEIGHT - BOTTOM - 4} />
          ),
      )}
      {worlds.values.map((value) => (
        <g key={value}>
          <path className={value === 0 ? "zero" : "grid"} d={`M${LEFT},${y(value)}H${width - 8}`} />
          <text className="tick-label" x={LEFT - 8} y={y(value) + 4} textAnchor="end">
            {tickText(value, worlds.step)} s
          </text>
        </g>
      ))}
      {films.values.map((value) => (
        <text key={value} className="tick-label" x={x(value)} y={HEIGHT - 8} textAnchor="middle">
          {tickText(value, films.step)}
          {value > 0 && " s"}
        </text>
      ))}
      <path
        className="curve"
        d={`M${stretches.flatMap(({ from, to, world }) => [`${x(from)},${y(world[0])}`, `${x(to)},${y(world[1])}`]).join("L")}`}
      />
      {stretches.map(
        ({ impact, from, to }) =>
          impact !== undefined &&
          x(to) - x(from) > WORDED && (
            <text key={impact} className="open-words" x={(x(from) + x(to)) / 2} y="18" textAnchor="middle">
              <tspan className="strong">impact {impact + 1}</tspan>
              <tspan x={(x(from) + x(to)) / 2} dy="15">
                {sizeOf(run, impact)} in {significant(to - from, 2)} s
              </tspan>
            </text>
          ),
      )}
      <path className="cursor" d={`M${x(at)},4V${HEIGHT - BOTTOM}`} />
      <g
        role="slider"
        tabIndex={0}
        aria-label="Look at"
        aria-valuemin={0}
        aria-valuemax={Number(whole.toFixed(2))}
        aria-valuenow={Number(at.toFixed(2))}
        aria-valuetext={`${at.toFixed(2)} s of film, ${significant(time, 3)} s of world`}
        onKeyDown={keys}
      >
        <path className="flag" d={`M${x(at) - 7},0h14v8l-7,6l-7,-6Z`} />
      </g>
      <circle className="now" cx={x(at)} cy={y(time)} r="4.500" />
    </svg>
  );
}

/** How long an impact lasts where that is known, else how hard it is. */
function sizeOf({ impacts }: Run, index: number): string {
  const { forces } = impacts[index];
  return forces === undefined ? `${significant(impulseOf(impacts[index]), 3)} N s` : `${significant(1e6 * forces.duration, 3)} µs`;
}
