/** An elastic rod that falls upright on the floor: the rod with the wave in it, its waves in space and time, the push, the energy. */
import { significant } from "@carom/figures/geometry";
import type { ElasticRodResult, ElasticRodStudy } from "carom/study";
import { useDeferredValue, useMemo, useState } from "react";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import { ViewBar } from "../shell/view-bar.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import { More } from "../ui/more.js";
import { ResultTable } from "../ui/result-table.js";
import { Slider } from "../ui/slider.js";
import { useClock } from "../ui/use-clock.js";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";
import { Warnings } from "../ui/warnings.js";
import type { ViewProps } from "../views/view.js";
import { tableOf, wordsOf } from "../views/words.js";
import { compute, type RodScene, sceneOf } from "./film.js";
import { placeOf, timeWords } from "./place.js";
import { RodPicture } from "./rod-picture.js";
import { ROWS_HEIGHT, RodRows } from "./rod-rows.js";
import { Fronts, StrainCanvas } from "./space-time.js";
import "./elastic-rod.css";

/** Time of a play through, s. */
const PLAY = 7;
const KEYS: readonly KeyRow[] = [["Space", "plays or pauses"]];

export function ElasticRodView({ study, onStudy }: ViewProps<ElasticRodStudy>) {
  const settled = useDeferredValue(study);
  const { result, film, failure } = useMemo(() => compute(settled), [settled]);
  const words = useMemo(() => (result === undefined ? undefined : wordsOf(result)), [result]);
  const groups = useMemo(() => (result === undefined ? undefined : tableOf(result, "groups")), [result]);
  const scene = useMemo(() => (film === undefined || result === undefined ? undefined : sceneOf(film, result)), [film, result]);
  const inputs = <Inputs study={study} result={result} onStudy={onStudy} />;
  return (
    <>
      <ViewBar study={study} subtitle="an elastic rod on the floor" />
      <main
        className={failure === undefined ? "scene-view elastic-rod" : "scene-view elastic-rod stale"}
        data-bounce={result?.bounce?.bounceTime}
        data-restitution={result?.bounce?.momentumRestitution}
      >
        <header className="view-sentence">
          <h1 aria-live="polite">{failure === undefined ? words?.sentence : <span className="view-error">{failure}</span>}</h1>
          {result !== undefined && <p>{shortStory(result)}</p>}
          {words !== undefined && <Warnings texts={words.warnings} />}
        </header>
        {scene !== undefined && result !== undefined ? (
          <Waves scene={scene} result={result}>
            {inputs}
          </Waves>
        ) : (
          <div className="transport">{inputs}</div>
        )}
        <More title="How it was found">
          {words !== undefined && <p>{words.details.join(" ")}</p>}
          {groups !== undefined && <ResultTable table={groups} />}
        </More>
      </main>
    </>
  );
}

/** In one line; the library's own words stand below. */
function shortStory({ bounce, groups }: ElasticRodResult): string {
  if (bounce === undefined) return `A wave goes up and down in ${timeWords(groups.transitTime)}; it does not lift the rod.`;
  const waits =
    bounce.bounceTime > 1.001 * groups.transitTime
      ? ` after ${significant(bounce.bounceTime / groups.transitTime, 3)} ways up and down`
      : "";
  return `The wave comes back and lets go${waits}: ${timeWords(bounce.bounceTime)} on the floor. Restitution ${significant(
    bounce.momentumRestitution,
    4,
  )}, and nobody put that number in.`;
}

interface WavesProps {
  readonly scene: RodScene;
  readonly result: ElasticRodResult;
  readonly children: React.ReactNode;
}

function Waves({ scene, result, children }: WavesProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const { film, end, length, enlarged, leaves } = scene;
  // At first the wave is on its way back.
  const clock = useClock(PLAY, Math.min(1, (1.4 * length) / scene.waveSpeed / end));
  const frame = Math.round(clock.part * (film.frames - 1));
  const { width = 0, height = 0 } = size ?? {};
  const place = useMemo(() => placeOf(width, height, length, end), [width, height, length, end]);
  const hold = useHold<SVGSVGElement>((event) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    clock.hold((event.clientX - left - place.left) / (place.right - place.left));
  });
  useKeys({ " ": clock.toggle });
  useKeyList(KEYS);
  const x = place.x(frame * film.step);
  return (
    <>
      <div className="scene-stage space-time" ref={element}>
        {width > 0 && (
          <>
            <StrainCanvas scene={scene} place={place} />
            <svg width={width} height={height} role="img" aria-label={told(scene, frame)} {...hold}>
              <path className="floor" d={`M${place.narrow ? 4 : 36},${place.y(0)}H${place.left - 50}`} />
              <Fronts scene={scene} place={place} comes={result.rod.impactSpeed} goes={result.bounce?.comVelocity} />
              <RodPicture scene={scene} frame={frame} place={place} />
              <path className="cursor" d={`M${x.toFixed(1)},20V${height}`} />
            </svg>
          </>
        )}
        <p className="enlarged">
          drawn {enlarged < 1 ? `at ${significant(enlarged, 2)} of how` : `${significant(enlarged, 2)} times as`} much as it moves
        </p>
      </div>
      <div className="transport">
        <button type="button" className="play" onClick={clock.toggle} aria-label={clock.playing ? "Pause" : "Play"}>
          {clock.playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <output className="clock">{timeWords(frame * film.step)}</output>
        <input
          className="along time-range"
          type="range"
          aria-label="time"
          aria-valuetext={`${timeWords(frame * film.step)}${leaves !== undefined && frame * film.step >= leaves ? ", in the air" : ""}`}
          min={0}
          max={film.frames - 1}
          value={frame}
          onChange={(event) => clock.hold(Number(event.currentTarget.value) / (film.frames - 1))}
        />
        {children}
      </div>
      <div className="scene-rows">
        {width > 0 && (
          <svg width={width} height={ROWS_HEIGHT} role="img" aria-label="push of the floor and energy over time" {...hold}>
            <RodRows scene={scene} place={place} />
            <path className="cursor" d={`M${x.toFixed(1)},0V${ROWS_HEIGHT - 32}`} />
          </svg>
        )}
      </div>
    </>
  );
}

/** What the picture shows at a frame. */
function told({ film, leaves }: RodScene, frame: number): string {
  const time = frame * film.step;
  return `The rod at ${timeWords(time)}, ${leaves !== undefined && time >= leaves ? "in the air" : "on the floor"}; waves over time`;
}

/** Damping by its number, because that is what matters; speed to four times that of the study or of the threshold. */
interface InputsProps {
  readonly study: ElasticRodStudy;
  readonly result: ElasticRodResult | undefined;
  readonly onStudy: ViewProps["onStudy"];
}

function Inputs({ study, result, onStudy }: InputsProps) {
  const [first] = useState(() => result?.rod.impactSpeed ?? 1);
  if (result === undefined) return null;
  const { rod, groups } = result;
  const structural = rod.structuralDamping !== undefined;
  const scale = structural ? 2 * rod.length * rod.waveSpeed : 1 / groups.transitTime;
  const most = structural ? 0.5 : 3.5;
  const change = (fields: Partial<ElasticRodStudy["rod"]>) => {
    const { dropHeight: _height, impactSpeed: _speed, ...rest } = study.rod;
    onStudy({ ...study, rod: { ...rest, impactSpeed: rod.impactSpeed, ...fields } });
  };
  const fastest = 4 * Math.max(first, groups.thresholdSpeedUndamped);
  return (
    <>
      <Slider
        label="Damping"
        symbol={structural ? "r / 2Lc" : "r t₁"}
        value={groups.dampingNumber}
        least={structural ? 0.001 : 0}
        most={Math.max(most, groups.dampingNumber)}
        step={0.001}
        text={significant(groups.dampingNumber, 3)}
        {...(structural ? {} : { tick: { at: 1.8079, words: "never with the first wave" } })}
        onChange={(value) => change(structural ? { structuralDamping: value * scale } : { damping: value * scale })}
      />
      <Slider
        label="Impact speed"
        value={rod.impactSpeed}
        least={fastest / 1000}
        most={Math.max(fastest, rod.impactSpeed)}
        step={fastest / 1000}
        text={significant(rod.impactSpeed, 3)}
        unit="m/s"
        {...(groups.thresholdSpeed === undefined ? {} : { tick: { at: groups.thresholdSpeed, words: "leaves with the first wave" } })}
        onChange={(impactSpeed) => change({ impactSpeed })}
      />
    </>
  );
}
