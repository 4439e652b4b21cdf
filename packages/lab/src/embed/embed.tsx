/**
 * A study in somebody else's page: the stage and as much as is asked for. It computes beside the page, when it is first seen, and speaks by
 * messages: `{carom: 1, do: "play" | "pause" | "at", m}` in, `{carom: 1, at, sentence}` out.
 */
import type { BodiesStudy, SimulationStudy, Study } from "carom/study";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { impactRun } from "../lessons/impact-run.js";
import type { Moment } from "../player/axis.js";
import { motionOf } from "../player/motion.js";
import { type Run, runOf } from "../player/run.js";
import { unpackStudy } from "../shell/study-link.js";
import { momentText, parseMoment } from "../take/place.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import type { WatchedOf } from "../worker/messages.js";
import { createRunner } from "../worker/runner.js";
import { EmbedStage } from "./embed-stage.js";

const PARTS = ["stage", "time", "say"] as const;

interface Asked {
  readonly query: Readonly<Record<string, string>>;
  readonly parts: ReadonlySet<string>;
}

function asked(): Asked {
  const query = Object.fromEntries(new URLSearchParams(window.location.hash.replace(/^#\/?/, "")));
  return { query, parts: new Set((query.parts ?? PARTS.join(",")).split(",")) };
}

/** What is shown: a run, and the scene in which it goes on. */
export interface Embedded {
  readonly scene: SimulationStudy;
  readonly run: Run;
  readonly sentence: string;
}

async function textOf({ example, s }: Asked["query"]): Promise<string> {
  if (s !== undefined) return unpackStudy(s);
  if (example === undefined || !/^[\w-]+$/.test(example)) throw new Error("This address names no study.");
  const response = await fetch(`./examples/${example}.json`);
  if (!response.ok) throw new Error(`There is no example ${example}.`);
  return response.text();
}

async function computed(query: Asked["query"]): Promise<Embedded> {
  const runner = createRunner();
  try {
    const read = await runner.parse(await textOf(query));
    if ("failure" in read) throw new Error(read.failure.message);
    const study = read.value;
    const answer = await runner.watch(study, () => {});
    if ("failure" in answer) throw new Error(answer.failure.message);
    return shownOf(study, answer.value);
  } finally {
    runner.cancel();
  }
}

function shownOf(study: Study, result: WatchedOf): Embedded {
  if ("series" in result && "problems" in result) {
    const run = runOf({ result, running: false, cancelled: false, cancel: () => {} });
    if (run !== undefined) return { scene: study as SimulationStudy, run, sentence: sentenceOf(study, run) };
  }
  if ("problem" in result && "bodies" in study && result.bodies !== undefined) {
    const { run, scene } = impactRun(study as BodiesStudy, result);
    return { scene, run, sentence: sentenceOf(study, run) };
  }
  throw new Error("A study of this kind opens in the lab, not here.");
}

function sentenceOf({ title }: Study, { impacts }: Run): string {
  return impacts.length > 1 ? `${title}: ${impacts.length} impacts` : title;
}

export function Embed() {
  const { query, parts } = useMemo(asked, []);
  const root = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [shown, setShown] = useState<Embedded>();
  const [message, setMessage] = useState("computing");

  useEffect(() => {
    const theme = query.theme;
    if (theme === "dark" || theme === "light") document.documentElement.classList.add(theme);
  }, [query.theme]);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true));
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!seen) return;
    computed(query).then(setShown, (error: Error) => setMessage(error.message));
  }, [seen, query]);

  const { parts: _parts, theme: _theme, ...study } = query;
  const lab = `./index.html#/run?${new URLSearchParams(study)}`;
  return (
    <div className="embed" ref={root} data-ready={shown !== undefined}>
      {shown === undefined ? (
        <p className="embed-message" role="status">
          {message}
        </p>
      ) : (
        <Played shown={shown} query={query} parts={parts} lab={lab} />
      )}
    </div>
  );
}

interface PlayedProps {
  readonly shown: Embedded;
  readonly query: Asked["query"];
  readonly parts: Asked["parts"];
  readonly lab: string;
}

/** A play through takes so long, s. */
const LASTS = 6;

function Played({ shown, query, parts, lab }: PlayedProps) {
  const { run, sentence } = shown;
  const motion = useMemo(() => motionOf(run), [run]);
  const [moment, setMoment] = useState<Moment>(() => parseMoment(query.m, run) ?? { time: run.impacts[0]?.time ?? 0 });
  const { playing, play, pause } = usePlay(run.end, moment, setMoment);

  useEffect(() => {
    const hear = ({ data }: MessageEvent) => {
      if (typeof data !== "object" || data === null || data.carom !== 1) return;
      if (data.do === "play") play();
      else if (data.do === "pause") pause();
      else if (data.do === "at") {
        const next = parseMoment(String(data.m), run);
        if (next !== undefined) setMoment(next);
      }
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [run, play, pause]);
  useEffect(() => {
    // Where it is framed; anybody may know what is in it.
    if (window.parent !== window) window.parent.postMessage({ carom: 1, at: momentText(moment), sentence }, "*");
  }, [moment, sentence]);

  return (
    <>
      {parts.has("say") && <h1 className="embed-say">{sentence}</h1>}
      <EmbedStage shown={shown} motion={motion} moment={moment} camera={query.c} />
      <footer className="embed-foot">
        {parts.has("time") && (
          <>
            <button type="button" className="embed-play" onClick={playing ? pause : play} aria-label={playing ? "Pause" : "Play"}>
              {playing ? <PauseIcon /> : <PlayIcon />}
            </button>
            <input
              type="range"
              aria-label="Time"
              aria-valuetext={`${moment.time.toFixed(3)} s`}
              min={0}
              max={run.end}
              step={run.end / 1000}
              value={moment.time}
              onChange={(event) => {
                pause();
                setMoment({ time: Number(event.currentTarget.value) });
              }}
            />
            <output>{moment.time.toFixed(3)} s</output>
          </>
        )}
        <a href={lab} target="_blank" rel="noreferrer">
          Open in the lab
        </a>
      </footer>
    </>
  );
}

function usePlay(end: number, moment: Moment, show: (moment: Moment) => void) {
  const [playing, setPlaying] = useState(false);
  const frame = useRef(0);
  const now = useRef(moment);
  now.current = moment;
  const pause = useCallback(() => {
    cancelAnimationFrame(frame.current);
    setPlaying(false);
  }, []);
  const play = useCallback(() => {
    cancelAnimationFrame(frame.current);
    let last: number | undefined;
    const from = now.current.time >= end ? 0 : now.current.time;
    let time = from;
    const step = (clock: number) => {
      time = Math.min(end, time + (last === undefined ? 0 : ((clock - last) / 1000 / LASTS) * end));
      last = clock;
      show({ time });
      if (time < end) frame.current = requestAnimationFrame(step);
      else setPlaying(false);
    };
    setPlaying(true);
    frame.current = requestAnimationFrame(step);
  }, [end, show]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return { playing, play, pause };
}
