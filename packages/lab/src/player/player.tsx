/** A run in time: the scene, a playhead that can be held, and a timeline in which time opens at an impact. */
import { significant } from "@carom/figures/geometry";
import type { SimulationStudy } from "carom/study";
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { InspectPanel } from "../inspect/inspect-panel.js";
import { useInspection } from "../inspect/use-inspection.js";
import type { Copied } from "../inspect/what-if.js";
import { go } from "../shell/route.js";
import { ViewBar } from "../shell/view-bar.js";
import { queryFor } from "../study/kept-files.js";
import { LateProgress } from "../ui/progress-bar.js";
import { useEscape } from "../ui/use-escape.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import { useSize } from "../ui/use-size.js";
import { Warnings } from "../ui/warnings.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { isThinned, playRate } from "../worker/play-rate.js";
import { linesOf } from "./contact-rows.js";
import { impactStudyOf } from "./impact-study.js";
import { motionOf } from "./motion.js";
import { useInside, useOpener } from "./opener.js";
import { type Run, runOf, strikersOf } from "./run.js";
import type { Shown } from "./scene/scene.js";
import { type Finding, findingOf } from "./sentence.js";
import { StageView } from "./stage-view.js";
import { Timeline } from "./timeline.js";
import { leastHeight } from "./timeline-layout.js";
import { InspectButton, OpeningSwitch, ShowMenu, Transport } from "./transport.js";
import { useNeighbours } from "./use-neighbours.js";
import { openAxis, useOpening } from "./use-opening.js";
import { type Place, usePlace } from "./use-place.js";
import { usePlayback } from "./use-playback.js";
import { usePlayerKeys } from "./use-player-keys.js";
import { usePlayhead } from "./use-playhead.js";
import { useReadyImpacts } from "./use-ready-impacts.js";
import "./player.css";

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
  const place = useRef<() => Place>(undefined);

  useEscape(running, cancel);

  return (
    <>
      <ViewBar study={study} subtitle={subtitleOf(study, run)} place={() => place.current?.() ?? {}} />
      {running && <LateProgress progress={progress} onCancel={cancel} />}
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
        <Played study={study} run={run} query={query} onQuery={onQuery} stale={failure !== undefined} place={place} />
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
  /** To be filled in: where in the run one is, and how one looks. */
  readonly place: RefObject<(() => Place) | undefined>;
}

function Played({ study, run, query, onQuery, stale, place }: PlayedProps) {
  const phone = useMedia(PHONE);
  const finding = useMemo(() => findingOf(run), [run]);
  const motion = useMemo(() => motionOf(run), [run]);
  const followed = useMemo(() => motion.bodies.filter((name) => !("plane" in (study.bodies[name] ?? {}))), [motion, study]);
  const strikers = useMemo(() => (finding.hardest === undefined ? [] : strikersOf(run.impacts[finding.hardest])), [run, finding]);
  const [shown, setShown] = useState<Shown>({ trails: true, forces: true, names: false });
  const [follow, setFollow] = useState<string>();
  const neighbours = useNeighbours(study, run, followed);
  const { neighbour } = neighbours;
  const drawn = useMemo(() => ({ ...shown, neighbour }), [shown, neighbour]);
  const [element, size] = useSize<HTMLDivElement>();
  const opener = useOpener(run, study);
  const { ask } = opener;
  const open = useOpening(opener, run, finding.hardest);
  const { impact, opened, opening, setOpening } = open;
  useReadyImpacts(ask, impact);
  const axis = useMemo(() => openAxis(run, opened, size?.width ?? 1000, phone), [run, opened, size?.width, phone]);
  const playhead = usePlayhead(run, axis, phone);
  const playback = usePlayback(run, axis, playhead, open, { query, onQuery });
  usePlace({ run, m: query.m, open, playhead, playback, place });
  const followNext = useCallback(() => setFollow((before) => nextFollowed(followed, before)), [followed]);
  const inspect = useCallback(
    async (index: number, copy?: Copied) => {
      const inside = copy ?? (await ask(index));
      if (inside === undefined) return;
      const next = impactStudyOf({ study, run, motion }, index, inside.problem, copy?.law);
      go({ path: next.contacts.length === 1 ? "impact" : "many", query: await queryFor(next, "impact.json") });
    },
    [run, study, motion, ask],
  );
  const lines = useMemo(() => linesOf(run), [run]);
  const inspection = useInspection({ run, lines, query, onQuery, impact, opened: open.touched.current && opening !== "none" });
  const { selection, select, rows, toggleRow } = inspection;
  const pickBody = useCallback((name: string | undefined) => select(name === undefined ? undefined : { kind: "body", name }), [select]);
  const pickContact = useCallback((name: string) => select({ kind: "contact", name }), [select]);
  const pickImpact = useCallback(
    (index: number) => {
      playback.press(index);
      select({ kind: "impact", index });
    },
    [playback, select],
  );
  const inside = useInside(opener, selection?.kind === "impact" ? selection.index : undefined);
  const optionsOf = useCallback((law: string) => (study.law === law ? study.options : undefined), [study]);
  const inspectThis = useCallback(() => void inspect(impact), [inspect, impact]);
  usePlayerKeys({ axis, end: run.end, playhead, playback, setOpening, followNext, inspect: inspectThis });
  const needed = leastHeight({ width: 0, phone, contacts: lines.length, extra: rows.length });
  const room = useMemo(() => ({ width: size?.width ?? 0, height: size?.height ?? 0, phone }), [size?.width, size?.height, phone]);

  return (
    <main
      className={stale ? "player stale" : "player"}
      data-impacts={run.impacts.length}
      data-end={run.end}
      data-rows={run.series.time.length}
    >
      <section className="player-stage">
        <StageView
          study={study}
          run={run}
          motion={motion}
          shown={drawn}
          follow={follow}
          strikers={strikers}
          control={playhead.stage}
          moment={playhead.moment}
          camera={query.c}
          onPick={pickBody}
        />
        <FindingHeader study={study} run={run} finding={finding} neighbour={neighbour?.words ?? neighbours.words} />
      </section>
      <Transport playback={playback} playhead={playhead} end={run.end}>
        {!phone && <OpeningSwitch opening={opening} setOpening={setOpening} />}
        {!phone && (
          <ShowMenu shown={shown} onShown={setShown} bodies={followed} follow={follow} onFollow={setFollow} neighbours={neighbours} />
        )}
        {run.impacts.length > 0 && (
          <InspectButton impact={impact + 1} disabled={!opened.has(impact)} phone={phone} onInspect={inspectThis} />
        )}
      </Transport>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard can only do where it has the focus */}
      <div className="timeline-box" ref={element} tabIndex={0} style={{ "--needed": `${needed}px` } as CSSProperties}>
        {size !== undefined && size.width > 0 && (
          <Timeline
            run={run}
            axis={axis}
            room={room}
            opened={opened}
            playhead={playhead.line}
            onMoment={playback.onMoment}
            lines={lines}
            rows={rows}
            onPress={pickImpact}
            onContact={pickContact}
            onRemoveRow={toggleRow}
            onInspect={inspect}
          />
        )}
      </div>
      <InspectPanel
        run={run}
        selection={selection}
        lines={lines}
        inside={inside}
        rows={inspection.ids}
        onRow={toggleRow}
        onSelect={select}
        onOpen={pickImpact}
        onWide={inspect}
        options={optionsOf}
      />
    </main>
  );
}

interface FindingHeaderProps {
  readonly study: SimulationStudy;
  readonly run: Run;
  readonly finding: Finding;
  /** Of the neighbouring motion that is drawn. */
  readonly neighbour: string | undefined;
}

function FindingHeader({ study, run, finding, neighbour }: FindingHeaderProps) {
  const warnings = run.result?.warnings ?? [];
  return (
    <header className="view-sentence">
      <h1 aria-live="polite">{finding.title}</h1>
      <p>{finding.facts}</p>
      {neighbour !== undefined && <p className="neighbour-words">Neighbour, by the derivatives: {neighbour}.</p>}
      {isThinned(study) && <p>Played with {significant(playRate(study), 2)} rows a second; exports have all that the study asks for.</p>}
      <Warnings texts={warnings.map(({ message, count = 1 }) => (count > 1 ? `${message} (${count} times)` : message))} />
    </header>
  );
}

function nextFollowed(bodies: readonly string[], now: string | undefined): string | undefined {
  return now === undefined ? bodies[0] : bodies[bodies.indexOf(now) + 1];
}
