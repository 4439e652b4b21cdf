/** One engine's film, as large as all films together leave room: bodies now and before, ways of their ends, and the energy as a bar. */
import { linePath, percent } from "@carom/figures/geometry";
import { memo } from "react";
import type { Film, Frame } from "./film.js";
import type { EngineScene, Triple, Turn } from "./scene.js";

const WIDTH = 460;
const HEIGHT = 400;
const GHOSTS = 9;
/** The bar of energy at the right edge. */
const BAR = { left: WIDTH - 40, width: 18, top: 24, bottom: HEIGHT - 30 };
/** Of what there was, at the upper end of the bar. */
const MOST = 1.25;

function rotate([x, y, z, w]: Turn, [a, b, c]: Triple): Triple {
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

/** The points of a body at a frame: its ball, then the ends of its line. */
function pointsOf({ bodies }: EngineScene, frame: Frame, i: number): readonly Triple[] {
  const { ball, line = [] } = bodies[i];
  const [px, py, pz] = frame.position[i];
  return [ball.at, ...line].map((point) => {
    const [a, b, c] = rotate(frame.orientation[i], point);
    return [a + px, b + py, c + pz] as const;
  });
}

/** What has to be seen of all films, m: left, right, low, high. */
export function windowOf(scene: EngineScene, films: readonly Film[]): readonly [number, number, number, number] {
  if (films.length === 0) return scene.view;
  let [left, right, low, high] = [Infinity, -Infinity, scene.floor ? 0 : Infinity, -Infinity];
  for (const { frames } of films)
    for (const frame of frames)
      scene.bodies.forEach(({ ball }, i) => {
        for (const [x, , z] of pointsOf(scene, frame, i)) {
          left = Math.min(left, x - ball.radius);
          right = Math.max(right, x + ball.radius);
          low = Math.min(low, z - ball.radius);
          high = Math.max(high, z + ball.radius);
        }
      });
  return [left, right, low, high];
}

interface EngineStageProps {
  readonly film: Film | string | undefined;
  readonly scene: EngineScene;
  readonly view: readonly [number, number, number, number];
  readonly at: number;
}

export function EngineStage({ film, scene, view: [left, right, low, high], at }: EngineStageProps) {
  const room = [BAR.left - 44, HEIGHT - 84] as const;
  const scale = Math.min(room[0] / (right - left), room[1] / (high - low || right - left));
  const place = ([x, , z]: Triple) =>
    [22 + (room[0] - scale * (right - left)) / 2 + (x - left) * scale, HEIGHT - 34 - (z - low) * scale] as const;
  const isFilm = typeof film === "object";
  const index = isFilm ? Math.min(film.frames.length - 1, Math.round(at * (film.frames.length - 1))) : 0;
  const last = isFilm ? film.energy[film.energy.length - 1] : undefined;
  return (
    <section className="engine-stage" data-engine={isFilm ? film.engine : ""} data-energy={last}>
      <header>
        <b>{isFilm ? film.engine : "computing"}</b>
        {last !== undefined && <span className={last > 1.005 ? "created-text" : "kept-text"}>{percent(last)} at the end</span>}
      </header>
      {typeof film === "string" && <p className="view-error">{film}</p>}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={isFilm ? `${film.engine}: the scene at ${(at * scene.duration).toFixed(2)} s` : "computing"}
      >
        {scene.floor && <path className="floor" d={`M0,${place([0, 0, 0])[1]}H${BAR.left - 22}`} />}
        {isFilm && (
          <>
            <Ways film={film} scene={scene} place={place} />
            {Array.from({ length: GHOSTS }, (_, k) => Math.round((k / (GHOSTS - 1)) * (film.frames.length - 1))).map((frame) => (
              <Bodies key={frame} frame={film.frames[frame]} scene={scene} place={place} scale={scale} className="engine-body before" />
            ))}
            <Bodies frame={film.frames[index]} scene={scene} place={place} scale={scale} className="engine-body" />
            <EnergyBar share={film.energy[index]} />
          </>
        )}
      </svg>
    </section>
  );
}

interface BodiesProps {
  readonly frame: Frame;
  readonly scene: EngineScene;
  readonly place: (point: Triple) => readonly [number, number];
  readonly scale: number;
  readonly className: string;
}

function Bodies({ frame, scene, place, scale, className }: BodiesProps) {
  return scene.bodies.map(({ name, ball, line }, i) => {
    const [[x, y], ...ends] = pointsOf(scene, frame, i).map(place);
    return (
      <g key={name} className={className}>
        {line !== undefined && <path className="stick-line" d={linePath(ends)} />}
        <circle cx={x} cy={y} r={Math.max(3, ball.radius * scale)} />
      </g>
    );
  });
}

/** The way of each ball. */
const Ways = memo(function Ways({ film, scene, place }: Omit<BodiesProps, "frame" | "scale" | "className"> & { readonly film: Film }) {
  return scene.bodies.map(({ name }, i) => (
    <path key={name} className="engine-way" d={linePath(film.frames.map((frame) => place(pointsOf(scene, frame, i)[0])))} />
  ));
});

/** Filled as far as there is energy, red hatch above what there was. */
function EnergyBar({ share }: { readonly share: number }) {
  const y = (value: number) => BAR.bottom - ((BAR.bottom - BAR.top) * Math.min(MOST, value)) / MOST;
  return (
    <>
      <defs>
        <pattern id="engine-made" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="made-hatch" d="M0,0V6" />
        </pattern>
      </defs>
      <rect className="energy-room" x={BAR.left} y={y(1)} width={BAR.width} height={BAR.bottom - y(1)} />
      <rect className="energy-kept" x={BAR.left} y={y(Math.min(1, share))} width={BAR.width} height={BAR.bottom - y(Math.min(1, share))} />
      {share > 1.0005 && (
        <rect className="energy-made" fill="url(#engine-made)" x={BAR.left} y={y(share)} width={BAR.width} height={y(1) - y(share)} />
      )}
      <path className="all-line" d={`M${BAR.left - 6},${y(1)}h${BAR.width + 12}`} />
      <text
        className={share > 1.005 ? "word strong created-word" : "word strong"}
        x={BAR.left + BAR.width / 2}
        y={y(Math.max(1, share)) - 8}
        textAnchor="middle"
      >
        {percent(share)}
      </text>
    </>
  );
}
