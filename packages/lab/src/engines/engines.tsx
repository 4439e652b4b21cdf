/** The same scene in three engines, live: three pictures, one play, one energy line. */
import { dodge, linePath, percent } from "@carom/figures/geometry";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { TopBar } from "../shell/top-bar.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import { useSize } from "../ui/use-size.js";
import { caromFilm } from "./carom.js";
import { EngineStage, windowOf } from "./engine-stage.js";
import { type Film, medianFilm, STEP } from "./film.js";
import { cradleScene, type EngineScene, rodScene } from "./scene.js";
import "./engines.css";

const SCENES = { rod: rodScene, balls: cradleScene } as const;
type SceneName = keyof typeof SCENES;
const RESTITUTIONS = [1, 0.9, 0.5];
/** A play takes so long, s: slower than it is. */
const PLAY = 3;

/** Engines are brought one by one when this page is opened. */
const ENGINES: readonly ((scene: EngineScene) => Promise<Film>)[] = [
  caromFilm,
  async (scene) => medianFilm(scene, (await import("./rapier.js")).rapierFilm),
  async (scene) => medianFilm(scene, (await import("./cannon.js")).cannonFilm),
];

export function Engines() {
  const [name, setName] = useState<SceneName>("rod");
  const [restitution, setRestitution] = useState(1);
  const scene = useMemo(() => SCENES[name](restitution), [name, restitution]);
  const films = useFilms(scene);
  const [at, setAt] = useState(1);
  const { playing, toggle } = usePlay(setAt);
  const done = films.filter((film): film is Film => typeof film === "object");
  const view = useMemo(
    () =>
      windowOf(
        scene,
        films.filter((film): film is Film => typeof film === "object"),
      ),
    [scene, films],
  );
  const gains = done.filter(({ energy }) => energy[energy.length - 1] > 1.005);
  return (
    <>
      <TopBar
        about={
          <>
            <p className="title">Against the engines</p>
            <p className="subtitle">the same scene, three engines, computed in this page</p>
          </>
        }
      />
      <main className="scene-view engines">
        <header className="view-sentence">
          <h1>
            {done.length < ENGINES.length
              ? scene.name
              : gains.length === 0
                ? "Here nobody makes energy."
                : `${gains.map(({ engine }) => engine).join(" and ")} make${gains.length === 1 ? "s" : ""} energy from nothing.`}
          </h1>
          <p>{scene.story}</p>
        </header>
        <div className="engine-stages">
          {ENGINES.map((_, i) => (
            <EngineStage key={i} film={films[i]} scene={scene} view={view} at={at} />
          ))}
        </div>
        <div className="transport">
          <button type="button" className="play" onClick={toggle} aria-label={playing ? "Pause" : "Play"}>
            {playing ? <PauseIcon /> : <PlayIcon />}
          </button>
          <input
            type="range"
            min="0"
            max="1"
            step="0.001"
            value={at}
            aria-label="Time"
            aria-valuetext={`${(at * scene.duration).toFixed(3)} s`}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
          />
          <span className="clock">{(at * scene.duration).toFixed(3)} s</span>
          <Choice
            legend="scene"
            value={name}
            options={[
              ["rod", "the rod"],
              ["balls", "touching balls"],
            ]}
            onChoose={(value) => setName(value as SceneName)}
          />
          <Choice
            legend="restitution"
            value={String(restitution)}
            options={RESTITUTIONS.map((value) => [String(value), value.toFixed(1)])}
            onChoose={(value) => setRestitution(Number(value))}
          />
        </div>
        <EnergyLines films={done} duration={scene.duration} at={at} />
        <p className="caption">
          {done.map(({ engine, version, settings }) => `${engine} ${version}: ${settings}`).join(". ")}. What engines return depends on
          where in a step they find the contact: of 15 starts within one step the one with the median energy is shown.
        </p>
      </main>
    </>
  );
}

/** What each engine made of this scene so far: nothing, a film, or why there is none. Films of another scene are not among them. */
function useFilms(scene: EngineScene): readonly (Film | string | undefined)[] {
  const [made, setMade] = useState<{ readonly scene: EngineScene; readonly films: readonly (Film | string | undefined)[] }>();
  useEffect(() => {
    let current = true;
    ENGINES.forEach((run, i) => {
      const put = (film: Film | string) => {
        if (!current) return;
        setMade((before) => {
          const films = before?.scene === scene ? before.films : [];
          return { scene, films: ENGINES.map((_, k) => (k === i ? film : films[k])) };
        });
      };
      run(scene).then(put, (error: Error) => put(error.message));
    });
    return () => {
      current = false;
    };
  }, [scene]);
  return made?.scene === scene ? made.films : [];
}

function Choice({
  legend,
  value,
  options,
  onChoose,
}: {
  readonly legend: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <fieldset className="switch">
      <legend>{legend}</legend>
      {options.map(([key, words]) => (
        <label key={key}>
          <input type="radio" name={legend} checked={key === value} onChange={() => onChoose(key)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

function EnergyLines({ films, duration, at }: { readonly films: readonly Film[]; readonly duration: number; readonly at: number }) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const height = 190;
  const [left, right] = [56, 132];
  const most = Math.max(1.1, ...films.flatMap(({ energy }) => energy));
  const x = (part: number) => left + part * (width - left - right);
  const y = (share: number) => height - 24 - (share / most) * (height - 40);
  const tops = dodge(
    films.map(({ energy }) => y(energy[energy.length - 1])),
    17,
    10,
    height - 20,
  );
  return (
    <div className="engine-energy" ref={element}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={films.map(({ engine, energy }) => `${engine} ends with ${percent(energy[energy.length - 1])}`).join(", ")}
        >
          <text className="row-title" x="0" y="12">
            Kinetic energy
          </text>
          <rect className="created-ground" x={left} y={y(most)} width={width - left - right} height={y(1) - y(most)} />
          <path className="zero" d={`M${left},${y(0)}H${width - right}`} />
          <path className="all-line" d={`M${left},${y(1)}H${width - right}`} />
          <text className="tick-label" x={left - 8} y={y(1) + 4} textAnchor="end">
            100 %
          </text>
          <text className="tick-label" x={left - 8} y={y(0) + 4} textAnchor="end">
            0
          </text>
          {films.map(({ engine, energy }, i) => (
            <g key={engine} className={engine === "Carom" ? "energy-line carom" : "energy-line"}>
              <path d={linePath(energy.map((share, k) => [x((k * STEP) / duration), y(share)] as const))} />
              <text className={`end-label ${engine === "Carom" ? "strong" : ""}`} x={width - right + 10} y={tops[i] + 4}>
                {engine} {percent(energy[energy.length - 1])}
              </text>
            </g>
          ))}
          <path className="cursor" d={`M${x(at)},16V${y(0)}`} />
        </svg>
      )}
    </div>
  );
}

function usePlay(setAt: (at: number) => void) {
  const [playing, setPlaying] = useState(false);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const toggle = useCallback(() => {
    if (wantsNoMotion()) {
      setAt(1);
      return;
    }
    if (frame.current !== 0) {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      setPlaying(false);
      return;
    }
    let first: number | undefined;
    const step = (now: number) => {
      first ??= now;
      const part = Math.min(1, (now - first) / 1000 / PLAY);
      setAt(part);
      frame.current = part < 1 ? requestAnimationFrame(step) : 0;
      if (part >= 1) setPlaying(false);
    };
    setPlaying(true);
    frame.current = requestAnimationFrame(step);
  }, [setAt]);
  return { playing, toggle };
}
