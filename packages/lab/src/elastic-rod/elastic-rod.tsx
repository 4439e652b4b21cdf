/** An elastic rod that falls upright on the floor: the rod in motion, its waves in space and time, where the energy is. */
import { percent, significant } from "@carom/figures/geometry";
import type { ElasticRodResult, ElasticRodStudy } from "carom/study";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import { ResultHeader } from "../ui/result-header.js";
import { ResultTable } from "../ui/result-table.js";
import { Slider } from "../ui/slider.js";
import type { ViewProps } from "../views/view.js";
import { tableOf, wordsOf } from "../views/words.js";
import { EnergyStrip } from "./energy-strip.js";
import { compute, enlargement } from "./film.js";
import { RodPicture } from "./rod-picture.js";
import { type Field, SpaceTime } from "./space-time.js";
import "./elastic-rod.css";

/** Time of a play through, s. */
const PLAY = 7;

export function ElasticRodView({ study, onStudy }: ViewProps<ElasticRodStudy>) {
  const settled = useDeferredValue(study);
  const { result, film, failure } = useMemo(() => compute(settled), [settled]);
  const words = useMemo(() => (result === undefined ? undefined : wordsOf(result)), [result]);
  const groups = useMemo(() => (result === undefined ? undefined : tableOf(result, "groups")), [result]);
  const [part, setPart] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [field, setField] = useState<Field>("strain");
  useEffect(() => {
    if (!playing) return;
    let [request, last] = [0, 0];
    const step = (clock: number) => {
      const passed = last === 0 ? 0 : (clock - last) / 1000 / PLAY;
      last = clock;
      setPart((now) => {
        if (now + passed >= 1) setPlaying(false);
        return Math.min(1, now + passed);
      });
      request = requestAnimationFrame(step);
    };
    request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
  }, [playing]);
  const enlarged = useMemo(() => (film === undefined || result === undefined ? 1 : enlargement(film, result.rod.length)), [film, result]);
  const frame = film === undefined ? 0 : Math.min(film.frames - 1, Math.round(part * (film.frames - 1)));
  const end = film === undefined ? 0 : film.step * (film.frames - 1);
  const leaves = result?.bounce === undefined || result.bounce.bounceTime > end ? undefined : result.bounce.bounceTime / end;
  const play = () => {
    if (wantsNoMotion()) setPart((now) => (leaves !== undefined && now < leaves ? leaves : now < 1 ? 1 : 0));
    else {
      if (part >= 1) setPart(0);
      setPlaying(!playing);
    }
  };
  const show = (next: number) => {
    setPlaying(false);
    setPart(next / Math.max(1, (film?.frames ?? 2) - 1));
  };
  return (
    <>
      <ViewBar study={study} subtitle="an elastic rod on the floor" />
      <main
        className={failure === undefined ? "column-view elastic-rod" : "column-view elastic-rod stale"}
        data-bounce={result?.bounce?.bounceTime}
        data-restitution={result?.bounce?.momentumRestitution}
      >
        <ResultHeader words={words} failure={failure} />
        {film !== undefined && result !== undefined && (
          <div className="rod-and-waves">
            <figure>
              <RodPicture film={film} frame={frame} enlarged={enlarged} length={result.rod.length} />
              <figcaption>
                displacement {enlarged < 1 ? `reduced to ${significant(enlarged, 2)}` : `${significant(enlarged, 2)} times`}
              </figcaption>
            </figure>
            <div className="waves">
              <div className="waves-head">
                <button type="button" className="bar-button" onClick={play} aria-label={playing ? "Pause" : "Play"}>
                  {playing ? <PauseIcon /> : <PlayIcon />}
                </button>
                <output className="clock">{significant(frame * film.step, 4)} s</output>
                {(["strain", "velocity"] as const).map((name) => (
                  <button key={name} type="button" className="bar-button" aria-pressed={field === name} onClick={() => setField(name)}>
                    {name}
                  </button>
                ))}
              </div>
              <SpaceTime film={film} field={field} frame={frame} {...(leaves === undefined ? {} : { leaves })} onFrame={show} />
              <input
                className="time-range"
                type="range"
                aria-label="time"
                min={0}
                max={film.frames - 1}
                value={frame}
                onChange={(event) => show(Number(event.currentTarget.value))}
              />
              <p className="legend">
                floor at the bottom, time to the right; <b className="stick-text">{field === "strain" ? "compressed" : "upward"}</b>,{" "}
                <b className="slip-text">{field === "strain" ? "stretched" : "downward"}</b>; the line marks where the rod leaves
              </p>
              <EnergyStrip film={film} frame={frame} />
              <p className="legend">
                energy: <b className="kept-text">translation {share(film.energyTranslational[frame], film.energyTotal[0])}</b>,{" "}
                <b className="stick-text">vibration {share(film.energyVibrational[frame], film.energyTotal[0])}</b>, lost to damping{" "}
                {share(film.energyTotal[0] - film.energyTotal[frame], film.energyTotal[0])}
              </p>
            </div>
          </div>
        )}
        <Inputs study={study} result={result} onStudy={onStudy} />
        {groups !== undefined && <ResultTable table={groups} />}
      </main>
    </>
  );
}

function share(value: number, whole: number): string {
  return percent(Math.abs(value) < 1e-9 * whole ? 0 : value / whole);
}

interface InputsProps {
  readonly study: ElasticRodStudy;
  readonly result: ElasticRodResult | undefined;
  readonly onStudy: ViewProps["onStudy"];
}

/** Damping by its number, because that is what matters; speed to four times that of the study or of the threshold. */
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
    <div className="inputs">
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
    </div>
  );
}
