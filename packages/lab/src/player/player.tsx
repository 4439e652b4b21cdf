/** A run in time: the scene, a playhead that can be held, and a timeline in which time opens at an impact. */
import { significant } from "@carom/figures/geometry";
import type { SimulationStudy } from "carom/study";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isTyping } from "../shell/keys.js";
import { go } from "../shell/route.js";
import { ViewBar } from "../shell/view-bar.js";
import { queryFor } from "../study/open-study.js";
import { EyeIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../ui/icons.js";
import { Menu } from "../ui/menu.js";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import { useEscape } from "../ui/use-escape.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import { useSize } from "../ui/use-size.js";
import { Warning } from "../ui/warning.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { isThinned, playRate } from "../worker/play-rate.js";
import { type Axis, axisOf, type Moment } from "./axis.js";
import { clockOf } from "./impact-clock.js";
import { impactStudyOf } from "./impact-study.js";
import { motionOf } from "./motion.js";
import { type OpenedImpact, openImpact } from "./opened.js";
import { RunProgress } from "./progress.js";
import { type Run, runOf } from "./run.js";
import type { Shown } from "./scene/scene.js";
import { findingOf } from "./sentence.js";
import { type StageControl, StageView } from "./stage-view.js";
import { Timeline } from "./timeline.js";
import { usePlay } from "./use-play.js";
import "./player.css";

/** At which impacts time is open. */
type Opening = "none" | "this" | "every";
const OPENINGS: readonly (readonly [Opening, string])[] = [
  ["none", "no impact"],
  ["this", "this impact"],
  ["every", "every impact"],
];
/** Of more impacts than these only the hardest are opened. */
const MOST_OPEN = 8;

export function Player({ study, query, onQuery }: ViewProps<SimulationStudy>) {
  const computation = useResult(study);
  const [run, setRun] = useState<Run>();
  const latest = useMemo(
    () => runOf(computation),
    [computation.result, computation.progress?.record, computation.running, computation.cancelled],
  );
  useEffect(() => {
    if (latest !== undefined) setRun(latest);
  }, [latest]);
  const { failure, running, cancelled, progress, cancel } = computation;

  useEscape(running, cancel);

  return (
    <>
      <ViewBar study={study} subtitle={subtitleOf(study, run)} />
      {running && <RunProgress progress={progress} duration={study.duration} onCancel={cancel} />}
      {failure !== undefined && (
        <p className="player-message view-error" role="alert">
          {failure.message}
        </p>
      )}
      {cancelled && (
        <p className="player-message" role="status">
          Cancelled: what was computed until then, {run === undefined ? "nothing" : `${significant(run.end, 3)} s`}, is here.
        </p>
      )}
      {run === undefined ? (
        <main className="player empty">{running && <p className="lead computing">computing</p>}</main>
      ) : (
        <Played study={study} run={run} query={query} onQuery={onQuery} stale={failure !== undefined} />
      )}
    </>
  );
}

function subtitleOf({ duration, bodies }: SimulationStudy, run: Run | undefined): string {
  // Links without mass only join others.
  const moving = Object.values(bodies).filter((body) => "shape" in body || ("joint" in body && body.mass !== undefined)).length;
  const impacts = run === undefined ? "" : `, ${run.impacts.length} impact${run.impacts.length === 1 ? "" : "s"}`;
  return `${moving} bod${moving === 1 ? "y" : "ies"}, ${significant(duration, 3)} s${impacts}`;
}

interface PlayedProps {
  readonly study: SimulationStudy;
  readonly run: Run;
  readonly query: ViewProps["query"];
  readonly onQuery: ViewProps["onQuery"];
  readonly stale: boolean;
}

function Played({ study, run, query, onQuery, stale }: PlayedProps) {
  const phone = useMedia(PHONE);
  const finding = useMemo(() => findingOf(run), [run]);
  const motion = useMemo(() => motionOf(run), [run]);
  const followed = useMemo(() => motion.bodies.filter((name) => !("plane" in (study.bodies[name] ?? {}))), [motion, study]);
  const asked = query.event === undefined ? undefined : Number(query.event) - 1;
  const [impact, setImpact] = useState(asked !== undefined && run.impacts[asked] !== undefined ? asked : (finding.hardest ?? 0));
  // While a run is still being computed, its hardest impact is another one every moment; once the user has chosen, it stays.
  const touched = useRef(asked !== undefined);
  const [hardest, setHardest] = useState(finding.hardest);
  if (hardest !== finding.hardest) {
    setHardest(finding.hardest);
    if (!touched.current && finding.hardest !== undefined) setImpact(finding.hardest);
  }
  const [opening, setOpening] = useState<Opening>(run.impacts.length === 0 ? "none" : "this");
  const [shown, setShown] = useState<Shown>({ trails: true, forces: true, names: false });
  const [follow, setFollow] = useState<string>();
  const [element, size] = useSize<HTMLDivElement>();

  const opened = useMemo(() => {
    const wanted = opening === "none" ? [] : opening === "this" ? [impact] : hardestOf(run);
    const found = new Map<number, OpenedImpact>();
    for (const index of wanted) {
      const inside = openImpact(run, index, study);
      if (inside !== undefined) found.set(index, inside);
    }
    return found;
  }, [run, study, opening, impact]);
  const axis = useMemo(() => {
    const width = size?.width ?? 1000;
    const open = [...opened.keys()]
      .sort((a, b) => a - b)
      .map((index) => {
        const { time, forces } = run.impacts[index];
        return { impact: index, time, ...(forces === undefined ? {} : { clock: clockOf(forces) }) };
      });
    return axisOf(run.end, open, phone ? 0 : 108, width - (phone ? 0 : 132));
  }, [run, opened, size?.width, phone]);

  const moment = useRef<Moment>({ time: 0 });
  const control = useRef<StageControl>(null);
  const playhead = useRef<SVGGElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const slider = useRef<HTMLDivElement>(null);

  /** Moves everything that shows the present moment, without drawing anything else anew. */
  const show = useCallback(
    (next: Moment) => {
      moment.current = next;
      control.current?.show(next);
      playhead.current?.setAttribute("transform", `translate(${axis.xOf(next).toFixed(2)},0)`);
      if (clock.current !== null) clock.current.textContent = clockText(run, axis, next, phone);
      slider.current?.setAttribute("aria-valuenow", next.time.toPrecision(6));
      slider.current?.setAttribute("aria-valuetext", clockText(run, axis, next));
    },
    [run, axis, phone],
  );
  const { playing, toggle: playOrPause, pause } = usePlay(axis, run.end, moment, show);
  const stepOn = useRef<(sense: 1 | -1) => void>(() => {});
  const toggle = useCallback(() => {
    touched.current = true;
    if (wantsNoMotion()) stepOn.current(1);
    else playOrPause();
  }, [playOrPause]);

  // At first, and when an impact is opened: in the middle of it. Where axes change, the same moment on the new ones.
  useEffect(() => {
    const inside = opened.has(impact) && opening === "this" ? { impact, part: 0.56 } : undefined;
    const first = run.impacts[impact];
    if (!touched.current && first !== undefined) show(inside === undefined ? { time: first.time } : { time: first.time, inside });
    else
      show(
        moment.current.inside !== undefined && !opened.has(moment.current.inside.impact) ? { time: moment.current.time } : moment.current,
      );
  }, [show, opened, impact, opening, run]);

  const openAt = useCallback(
    (index: number) => {
      if (run.impacts[index] === undefined) return;
      pause();
      touched.current = true;
      setImpact(index);
      setOpening((before) => (before === "none" ? "this" : before));
      // Where it is not open yet, the picture follows once it is.
      show({ time: run.impacts[index].time, inside: { impact: index, part: 0.56 } });
      onQuery({ event: String(index + 1) });
    },
    [run, pause, onQuery, show],
  );
  const onMoment = useCallback(
    (next: Moment) => {
      pause();
      touched.current = true;
      show(next);
    },
    [pause, show],
  );
  const step = useCallback(
    (sense: 1 | -1) => {
      const now = moment.current;
      const at = now.inside?.impact;
      if (at !== undefined) return openAt(at + sense);
      const after = run.impacts.findIndex(({ time }) => time > now.time + 1e-12);
      const next = after < 0 ? run.impacts.length : after;
      openAt(sense > 0 ? next : next - 1);
    },
    [run, openAt],
  );
  stepOn.current = step;
  const keys = useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || isTyping(event)) return;
      const by = event.altKey ? 0.0005 : 0.005;
      const move = (part: number) => onMoment(axis.momentAt(axis.xOf(moment.current) + part * (axis.right - axis.left)));
      const act: Record<string, () => void> = {
        " ": toggle,
        ArrowRight: () => (event.shiftKey ? step(1) : move(by)),
        ArrowLeft: () => (event.shiftKey ? step(-1) : move(-by)),
        Home: () => onMoment({ time: 0 }),
        End: () => onMoment({ time: run.end }),
        "[": () => step(-1),
        "]": () => step(1),
        o: () => setOpening((before) => (before === "none" ? "this" : "none")),
        f: () => setFollow((before) => nextFollowed(followed, before)),
        "0": () => control.current?.home(),
      };
      const action = act[event.key];
      if (action === undefined || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
      event.preventDefault();
      action();
    },
    [axis, followed, onMoment, run.end, step, toggle],
  );
  useEffect(() => {
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [keys]);

  const inspected = opened.get(impact);
  const inspect = async () => {
    if (inspected === undefined) return;
    const next = impactStudyOf(study, run, impact, inspected);
    go({ path: next.contacts.length === 1 ? "impact" : "many", query: await queryFor(next, "impact.json") });
  };
  const warnings = run.result?.warnings ?? [];

  return (
    <main
      className={stale ? "player stale" : "player"}
      data-impacts={run.impacts.length}
      data-end={run.end}
      data-rows={run.series.time.length}
    >
      <section className="player-stage">
        <StageView study={study} run={run} motion={motion} shown={shown} follow={follow} control={control} moment={moment} />
        <header className="view-sentence">
          <h1 aria-live="polite">{finding.title}</h1>
          <p>{finding.facts}</p>
          {isThinned(study) && (
            <p>Played with {significant(playRate(study), 2)} rows a second; exports have all that the study asks for.</p>
          )}
          {warnings.slice(0, 3).map(({ code, message, count }) => (
            <Warning key={code} text={message} {...(count === undefined ? {} : { times: count })} />
          ))}
        </header>
      </section>
      <div className="transport">
        <button type="button" className="play" onClick={toggle} aria-label={playing ? "Pause" : "Play"}>
          {playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button type="button" className="icon-button" aria-label="Previous impact" onClick={() => step(-1)}>
          <PreviousIcon />
        </button>
        <button type="button" className="icon-button" aria-label="Next impact" onClick={() => step(1)}>
          <NextIcon />
        </button>
        <div
          className="clock"
          role="slider"
          tabIndex={0}
          aria-label="Time"
          aria-valuemin={0}
          aria-valuemax={run.end}
          aria-valuenow={0}
          ref={slider}
        >
          <span ref={clock} />
        </div>
        {!phone && (
          <fieldset className="switch">
            <legend>Time opens at</legend>
            {OPENINGS.map(([value, words]) => (
              <label key={value}>
                <input type="radio" name="opening" checked={opening === value} onChange={() => setOpening(value)} />
                <span>{words}</span>
              </label>
            ))}
          </fieldset>
        )}
        {!phone && (
          <Menu
            label="Show"
            icon={<EyeIcon />}
            items={[
              { label: "trails", checked: shown.trails, choose: () => setShown({ ...shown, trails: !shown.trails }) },
              { label: "forces and impulses", checked: shown.forces, choose: () => setShown({ ...shown, forces: !shown.forces }) },
              { label: "names", checked: shown.names, choose: () => setShown({ ...shown, names: !shown.names }) },
              { label: "camera stays", checked: follow === undefined, choose: () => setFollow(undefined) },
              ...followed
                .slice(0, 6)
                .map((name) => ({ label: `camera follows ${name}`, checked: follow === name, choose: () => setFollow(name) })),
            ]}
          />
        )}
        {run.impacts.length > 0 && (
          <button
            type="button"
            className="button"
            disabled={inspected === undefined}
            title={inspected === undefined ? "Open time at an impact that can be solved by itself" : undefined}
            onClick={inspect}
          >
            {phone ? "Inspect" : `Open impact ${impact + 1} in inspector`}
          </button>
        )}
      </div>
      <div className="timeline-box" ref={element}>
        {size !== undefined && (
          <Timeline
            run={run}
            axis={axis}
            layout={{ width: size.width, height: size.height, phone }}
            opened={opened}
            playhead={playhead}
            onMoment={onMoment}
            onOpen={openAt}
          />
        )}
      </div>
    </main>
  );
}

function hardestOf({ impacts }: Run): number[] {
  const size = (i: number) => impacts[i].contacts.reduce((sum, { impulse }) => sum + Math.max(0, impulse[2]), 0);
  return [...impacts.keys()].sort((a, b) => size(b) - size(a)).slice(0, MOST_OPEN);
}

function nextFollowed(bodies: readonly string[], now: string | undefined): string | undefined {
  return now === undefined ? bodies[0] : bodies[bodies.indexOf(now) + 1];
}

/** Inside an impact, how far it has come: in microseconds where it has a clock of its own, else by the part of its impulse. */
function clockText({ impacts }: Run, { segments }: Axis, { time, inside }: Moment, short = false): string {
  if (inside === undefined) return `${time.toFixed(4)} s`;
  const open = segments.find((segment) => segment.kind === "impact" && segment.impact === inside.impact);
  const clock = open?.kind === "impact" ? open.clock : undefined;
  const { forces } = impacts[inside.impact];
  if (clock !== undefined && forces !== undefined)
    return `${time.toFixed(4)} s + ${significant(1e6 * forces.duration * clock.timeAt(inside.part), 3)} µs`;
  const part = `${time.toFixed(4)} s + ${Math.round(100 * inside.part)} %`;
  return short ? part : `${part} of impact ${inside.impact + 1}`;
}
