/** A rod or a plate that falls on the floor, end after end: moving and striking, with every hit in time. */
import { percent } from "@carom/figures/geometry";
import type { ClatterResult, ClatterStudy } from "carom/study";
import { type ReactNode, useMemo, useRef } from "react";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import { ViewBar } from "../shell/view-bar.js";
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../ui/icons.js";
import { More } from "../ui/more.js";
import { ResultHeader } from "../ui/result-header.js";
import { ResultTable } from "../ui/result-table.js";
import { Slider } from "../ui/slider.js";
import { useClock } from "../ui/use-clock.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { tableOf, wordsOf } from "../views/words.js";
import { type Fall, fallOf } from "./fall.js";
import { FallPicture } from "./fall-picture.js";
import { FallRows } from "./fall-rows.js";
import "./clatter.css";

const KEYS: readonly KeyRow[] = [
  ["Space", "plays or pauses"],
  ["[ ]", "the hit before, the next hit"],
];

export function Clatter({ study, onStudy }: ViewProps<ClatterStudy>) {
  const { result, running, failure } = useResult(study);
  const sequence = result?.rod ?? result?.plate;
  const solved = useRef<{ readonly study: ClatterStudy; readonly result: ClatterResult }>(undefined);
  if (result !== undefined && !running && solved.current?.result !== result) solved.current = { study, result };
  const { current } = solved;
  const fall = useMemo(() => (current === undefined ? undefined : fallOf(current.study, current.result)), [current]);
  const words = useMemo(() => (result === undefined ? undefined : wordsOf(result)), [result]);
  const table = useMemo(() => (result === undefined ? undefined : tableOf(result, "impacts")), [result]);
  const drop = study.rod ?? study.plate;
  const change = (part: { readonly restitution?: number; readonly angle?: number }) =>
    onStudy(study.rod === undefined ? { ...study, plate: { ...study.plate!, ...part } } : { ...study, rod: { ...study.rod, ...part } });
  return (
    <>
      <ViewBar study={study} subtitle={study.rod === undefined ? "a plate on the floor" : "a rod on the floor"} />
      <main
        className={failure === undefined ? "scene-view clatter" : "scene-view clatter stale"}
        data-impulses={fall?.hits.map(({ impulse }) => impulse).join(" ")}
      >
        <ResultHeader words={words} failure={failure?.message}>
          {sequence !== undefined && sequence.energyBefore > 0 && (
            <>
              <b className="kept-text">{percent(sequence.energyAfter / sequence.energyBefore)}</b> of the kinetic energy is kept.
            </>
          )}
        </ResultHeader>
        {fall !== undefined && drop !== undefined && (
          <Played fall={fall}>
            <Slider
              label="Restitution"
              symbol="e"
              value={drop.restitution}
              least={0}
              most={1}
              step={0.01}
              text={drop.restitution.toFixed(2)}
              onChange={(restitution) => change({ restitution })}
            />
            {study.rod !== undefined && (
              <Slider
                label="Angle"
                value={(study.rod.angle * 180) / Math.PI}
                least={1}
                most={80}
                step={0.5}
                text={((study.rod.angle * 180) / Math.PI).toFixed(1)}
                unit="°"
                onChange={(degrees) => change({ angle: (degrees * Math.PI) / 180 })}
              />
            )}
          </Played>
        )}
        {table !== undefined && (
          <More title="Every hit">
            <ResultTable table={table} />
          </More>
        )}
      </main>
    </>
  );
}

interface PlayedProps {
  readonly fall: Fall;
  readonly children: ReactNode;
}

/** The body moving and striking, and what happens in time below it. */
function Played({ fall, children }: PlayedProps) {
  const [from, to] = fall.span;
  const clock = useClock(Math.min(8, 3 + 0.5 * fall.hits.length), fall.hits.length > 1 ? (fall.hits[1].time - from) / (to - from) : 0);
  const time = from + clock.part * (to - from);
  const hardest = fall.hits.reduce((best, { impulse }, i) => (impulse > fall.hits[best].impulse ? i : best), 0);
  const next = (sense: 1 | -1) => {
    const ahead = fall.hits.filter(({ time: when }) => sense * (when - time) > 1e-12);
    const hit = sense > 0 ? ahead[0] : ahead[ahead.length - 1];
    if (hit !== undefined) clock.hold((hit.time - from) / (to - from));
  };
  useKeys({ " ": clock.toggle, "[": () => next(-1), "]": () => next(1) });
  useKeyList(KEYS);
  return (
    <>
      <FallPicture fall={fall} time={time} lit={hardest} />
      <div className="transport">
        <button type="button" className="play" onClick={clock.toggle} aria-label={clock.playing ? "Pause" : "Play"}>
          {clock.playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button type="button" className="icon-button" aria-label="Previous hit" onClick={() => next(-1)}>
          <PreviousIcon />
        </button>
        <button type="button" className="icon-button" aria-label="Next hit" onClick={() => next(1)}>
          <NextIcon />
        </button>
        <output className="clock">{(1000 * time).toFixed(2)} ms</output>
        <span className="filler" />
        {children}
      </div>
      <FallRows fall={fall} time={time} lit={hardest} onTime={(when) => clock.hold((when - from) / (to - from))} />
    </>
  );
}
