/** One contact, one impact: the path of the sliding velocity, whose start is in the user's hand, and everything that follows from it. */
import { percent, type Track } from "@carom/figures/geometry";
import { lawNamed } from "carom/impact";
import { chooseLaw, type ImpactStudy } from "carom/study";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isTyping, useKeys } from "../shell/keys.js";
import { ViewBar } from "../shell/view-bar.js";
import { Menu } from "../ui/menu.js";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import { Sentence } from "../ui/sentence.js";
import { useFrameCall } from "../ui/use-frame.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import { Warning } from "../ui/warning.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { BodyStage } from "./body-stage.js";
import { type At, stateAt } from "./cursor.js";
import { DataTable } from "./data-table.js";
import { type MaterialField, withContactVelocity, withMaterial } from "./edit.js";
import { Hodograph } from "./hodograph.js";
import { Inputs } from "./inputs.js";
import { LawRows } from "./law-rows.js";
import { allLaws, COMPARED, shownLaw } from "./laws.js";
import { type Inspected, inspect, lawOf } from "./model.js";
import type { EnergyScale } from "./plots/energy-plot.js";
import { usePlotFrame } from "./plots/frame.js";
import { ModeStrip } from "./plots/mode-strip.js";
import { Plots } from "./plots/plots.js";
import { otherStarts } from "./starts.js";
import { WhatYouSee } from "./what-you-see.js";
import "../styles/inspector.css";

/** Where the cursor stands at first, as a part of the impulse of the whole impact. */
const CURSOR = 0.56;
/** A play through the impact takes so long, s. */
const PLAY = 3;

/** Where the contact can reach less of the bodies' energy than this, its own is the better measure. */
const SMALL_PART = 0.1;

const TABS = ["Inputs", "Energy", "Motion", "Laws", "Bodies"] as const;
type Tab = (typeof TABS)[number];

/** Methods with steps of their own may take any time: they are computed beside the page. */
function isLive({ options = {} }: ImpactStudy): boolean {
  return (
    options.step === undefined && !["fixed-step", "fixed-step-straight", "curvature-step", "impulse-step"].includes(options.method ?? "")
  );
}

type Solved = { readonly inspected: Inspected } | { readonly message: string };

/** All pictures are shares of the energy. */
function withEnergy(inspected: Inspected): Solved {
  const { energy, warnings } = inspected.chosen.outcome;
  if (energy.before > 0) return { inspected };
  if (warnings.length > 0) return { message: inspected.sentence };
  return { message: "Nothing moves, or so slowly that no energy is left of it in numbers of the computer: there is nothing to draw." };
}

export function Inspector({ study, query, onStudy, onQuery }: ViewProps<ImpactStudy>) {
  const phone = useMedia(PHONE);
  const compared = useMemo(
    () =>
      query.law === undefined ? COMPARED : [...new Set(query.law.split(","))].filter((law) => allLaws.some((known) => known.law === law)),
    [query.law],
  );
  const live = isLive(study);
  const beside = useResult(live ? undefined : study);
  const solved = useMemo((): Solved => {
    try {
      if (live) return withEnergy(inspect(study, compared));
      if (beside.failure !== undefined) return { message: beside.failure.message };
      if (beside.result?.kind !== "impact") return { message: "computing" };
      return withEnergy(inspect(study, compared, beside.result.outcome));
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) };
    }
  }, [study, compared, live, beside.failure, beside.result]);
  const lastGood = useRef<{ readonly inspected: Inspected; readonly study: ImpactStudy }>(undefined);
  if ("inspected" in solved) lastGood.current = { inspected: solved.inspected, study };
  const message = "message" in solved ? solved.message : undefined;
  const shown = lastGood.current;

  const [holding, setHolding] = useState(false);
  const fraction = clamp(query.p === undefined ? CURSOR : Number(query.p));
  const [cursor, setCursor] = useState(Number.isFinite(fraction) ? fraction : CURSOR);
  const [ofBodies, setOfBodies] = useState<boolean>();

  const inspected = shown?.inspected;
  const track = inspected?.chosen.track;
  const at = useMemo(() => (track === undefined ? undefined : stateAt(track, cursor * track.end.normalImpulse)), [track, cursor]);

  const apply = useFrameCall((next: ImpactStudy) => onStudy(next));
  const change = (next: ImpactStudy) => {
    setHolding(true);
    apply(next);
  };
  const settle = useCallback(() => {
    apply.flush();
    setHolding(false);
  }, [apply]);
  const problem = inspected?.problem;
  const onVelocity = (velocity: readonly number[]) => {
    if (problem !== undefined && shown !== undefined) change(withContactVelocity(shown.study, problem, velocity));
  };
  const onMaterial = (field: MaterialField, value: number) => change(withMaterial(study, field, value));
  const moveCursor = useCallback(
    (impulse: number) => {
      if (track !== undefined) setCursor(clamp(impulse / track.end.normalImpulse));
    },
    [track],
  );
  useEffect(() => {
    const timer = setTimeout(() => onQuery({ p: cursor === CURSOR ? undefined : cursor.toFixed(4) }), 300);
    return () => clearTimeout(timer);
  }, [cursor, onQuery]);
  usePlay(setCursor, track);
  const [table, setTable] = useState(false);
  const toggleTable = useCallback(() => setTable((before) => !before), []);
  useKeys({ d: toggleTable });

  const law = lawOf(study, problem);
  const startKey = JSON.stringify([problem?.mobility, problem?.contacts, holding]);
  // starts are looked for when nothing is held, for this mobility and material
  const starts = useMemo(() => (problem === undefined || holding ? undefined : otherStarts(problem, law)), [startKey]);
  const keptStarts = useRef(starts ?? []);
  if (starts !== undefined) keptStarts.current = starts;
  const fastest = useFastest(problem?.velocity, holding);

  if (inspected === undefined || problem === undefined || shown === undefined)
    return (
      <>
        <ViewBar study={study} subtitle="one contact" />
        <main className="inspector">
          <p className={message === "computing" ? "lead" : "view-error"} role="alert">
            {message}
          </p>
        </main>
      </>
    );

  const { chosen, results, contactEnergy } = inspected;
  const { energy } = chosen.outcome;
  const hasBodies = problem.kineticEnergy !== undefined;
  const known = Number.isFinite(contactEnergy) && contactEnergy > 0;
  const bodiesScale = !known || (hasBodies && (ofBodies ?? contactEnergy > SMALL_PART * energy.before));
  const scale: EnergyScale = bodiesScale
    ? { energy: energy.before, offset: 0, name: "bodies" }
    : { energy: contactEnergy, offset: energy.before - contactEnergy, name: "contact" };
  const planar = problem.dimension === 2;
  const warnings = new Set(
    results
      .flatMap(({ outcome }) => outcome.warnings)
      .filter(({ code }) => code !== "unused-field")
      .map(({ message: text }) => text),
  );
  const toggle = (name: string) => {
    const next = compared.includes(name) ? compared.filter((one) => one !== name) : [...compared, name];
    onQuery({ law: next.join(",") });
  };
  const choose = (name: string) => {
    if (!compared.includes(law)) onQuery({ law: [...compared, law].join(",") });
    onStudy(chooseLaw(study, { law: name }));
  };
  const numbers = { "data-impulse": chosen.outcome.impulse.join(" "), "data-velocity": chosen.outcome.velocity.join(" ") };
  const tab: Tab = TABS.find((one) => one.toLowerCase() === query.tab) ?? "Inputs";

  const sentence = (
    <header className="view-sentence">
      <h1 aria-live="polite">
        {message === undefined ? (
          <Sentence text={phone ? shortened(inspected.sentence) : inspected.sentence} />
        ) : (
          <span className="view-error">{message}</span>
        )}
      </h1>
      {message === undefined ? <Ledger energy={energy} scale={scale} short={phone} /> : <p>last valid</p>}
      {[...warnings].map((text) => (
        <Warning key={text} text={text} />
      ))}
    </header>
  );
  const hodograph = <Hodograph inspected={inspected} at={at} holding={holding} onStart={onVelocity} onSettle={settle} />;
  const inputs = (
    <Inputs
      inspected={inspected}
      starts={keptStarts.current}
      fastest={fastest}
      onMaterial={onMaterial}
      onVelocity={onVelocity}
      onSettle={settle}
    />
  );
  const rows = <LawRows inspected={inspected} scale={scale} onToggle={toggle} onChoose={choose} />;
  const stage = <BodyStage study={shown.study} at={at} planar={planar} largest={largestOf(inspected)} />;
  const plots = (show: "all" | "energy" | "motion") =>
    at === undefined ? null : (
      <Plots
        inspected={inspected}
        at={at}
        scale={scale}
        {...(hasBodies && known ? { onScale: () => setOfBodies(!bodiesScale) } : {})}
        onCursor={moveCursor}
        show={show}
      />
    );
  const seen = <WhatYouSee planar={planar} springs={track?.springs ?? false} />;

  return (
    <>
      <ViewBar study={study} subtitle={subtitleOf(study, inspected)}>
        <Menu
          label={`Law: ${law}${shownLaw(law).name.toLowerCase() === law ? "" : `, ${shownLaw(law).name.toLowerCase()}`}`}
          className="outlined"
          items={allLaws.map(({ law: name }) => ({
            label: name,
            note: lawNamed(name).inapplicable(problem) ?? lawNamed(name).summary,
            disabled: lawNamed(name).inapplicable(problem) !== undefined,
            checked: name === law,
            choose: () => choose(name),
          }))}
        />
      </ViewBar>
      {phone ? (
        <main className={message === undefined ? "inspector phone" : "inspector phone stale"} {...numbers}>
          {sentence}
          {hodograph}
          {at !== undefined && <PhoneStrip inspected={inspected} at={at} onCursor={moveCursor} />}
          <div className="tabs" role="tablist">
            {TABS.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                aria-selected={name === tab}
                onClick={() => onQuery({ tab: name === "Inputs" ? undefined : name.toLowerCase() })}
              >
                {name}
              </button>
            ))}
          </div>
          <div className="panel" role="tabpanel" aria-label={tab}>
            {tab === "Inputs" && inputs}
            {tab === "Energy" && plots("energy")}
            {tab === "Motion" && plots("motion")}
            {tab === "Laws" && rows}
            {tab === "Bodies" && (
              <>
                {stage}
                {seen}
              </>
            )}
          </div>
        </main>
      ) : (
        <main className={message === undefined ? "inspector" : "inspector stale"} {...numbers}>
          <aside className="rail">
            {stage}
            {inputs}
            {seen}
          </aside>
          <section className="centre">
            {sentence}
            {hodograph}
            {rows}
          </section>
          <aside className="side">{plots("all")}</aside>
        </main>
      )}
      {table && <DataTable inspected={inspected} onClose={toggleTable} />}
    </>
  );
}

/** "It slips, then sticks." as "Slips, sticks." */
function shortened(sentence: string): string {
  const short = sentence.replace(/^It /, "").replace(/, then /g, ", ");
  return `${short.slice(0, 1).toUpperCase()}${short.slice(1)}`;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function Ledger({
  energy,
  scale,
  short,
}: {
  readonly energy: Inspected["chosen"]["outcome"]["energy"];
  readonly scale: EnergyScale;
  readonly short: boolean;
}) {
  const whole = (share: number) => `${(100 * share).toFixed(0)} %`;
  const friction = <b className="friction-text">{whole(energy.frictionLoss / scale.energy)}</b>;
  const lost = (energy.restitutionLoss + (energy.springLoss ?? 0)) / scale.energy;
  const kept = <b className="kept-text">{whole((energy.after - scale.offset) / scale.energy)}</b>;
  const whose = scale.name === "contact" ? "contact’s" : "bodies’";
  if (lost < -0.0005)
    return (
      <p>
        This law makes <b className="created-text">{percent(-lost)}</b> of the {whose} energy from nothing; friction takes {friction}.
      </p>
    );
  const restitution = <b className="restitution-text">{whole(lost)}</b>;
  if (short)
    return (
      <p>
        friction {friction}, restitution {restitution}, kept {kept}
      </p>
    );
  return (
    <p>
      Friction takes {friction} of the {whose} energy, restitution {restitution}; {kept} is kept.
    </p>
  );
}

function PhoneStrip({
  inspected,
  at,
  onCursor,
}: {
  readonly inspected: Inspected;
  readonly at: At;
  readonly onCursor: (impulse: number) => void;
}) {
  const [element, frame] = usePlotFrame(inspected.results, true);
  const { track } = inspected.chosen;
  return (
    <div ref={element} className="phone-strip">
      {track !== undefined && frame.width > 0 && (
        <ModeStrip
          track={track}
          at={at}
          frame={{ ...frame, left: 0, right: 10, most: track.end.normalImpulse * 1.02 }}
          onCursor={onCursor}
          compact
        />
      )}
    </div>
  );
}

function largestOf({ chosen: { track } }: Inspected): { slip: number; impulse: number } {
  if (track === undefined) return { slip: 1, impulse: 1 };
  let slip = 0;
  for (const { samples } of track.stretches) for (const sample of samples) slip = Math.max(slip, Math.hypot(...sample.slip));
  const { tangentialImpulse, normalImpulse } = track.end;
  return { slip, impulse: Math.hypot(...tangentialImpulse, normalImpulse) };
}

function subtitleOf(study: ImpactStudy, { problem }: Inspected): string {
  const form = "bodies" in study ? "bodies" : "system" in study ? "a mechanism" : "mobility given";
  return `one contact, ${problem.dimension === 2 ? "in a plane" : "in space"}, ${form}`;
}

/** The end of the approach slider: a round number beyond what was first there, moved only when nothing is held. */
function useFastest(velocity: readonly number[] | undefined, holding: boolean): number {
  const kept = useRef(1);
  if (velocity !== undefined && !holding) {
    const speed = Math.max(Math.abs(velocity[velocity.length - 1]), 0.6 * Math.hypot(...velocity));
    if (speed > 0.98 * kept.current || speed < 0.1 * kept.current) {
      const power = 10 ** Math.floor(Math.log10(speed || 1));
      kept.current = power * ([1, 1.2, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power > 1.02 * speed) ?? 10);
    }
  }
  return kept.current;
}

/** Space runs the cursor through the impact, at even speed. */
function usePlay(setCursor: (fraction: (before: number) => number) => void, track: Track | undefined): void {
  const playing = useRef(0);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== " " || isTyping(event) || event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      if (wantsNoMotion()) {
        const events = track?.marks.map(({ sample }) => sample.normalImpulse / track.end.normalImpulse) ?? [];
        setCursor((before) => events.find((event) => event > before + 1e-9) ?? 0);
        return;
      }
      if (playing.current !== 0) {
        cancelAnimationFrame(playing.current);
        playing.current = 0;
        return;
      }
      let last: number | undefined;
      const step = (now: number) => {
        const passed = last === undefined ? 0 : (now - last) / 1000 / PLAY;
        last = now;
        let done = false;
        setCursor((before) => {
          const from = before >= 1 && passed === 0 ? 0 : before;
          done = from + passed >= 1;
          return Math.min(1, from + passed);
        });
        playing.current = done ? 0 : requestAnimationFrame(step);
      };
      playing.current = requestAnimationFrame(step);
    };
    window.addEventListener("keydown", key);
    return () => {
      window.removeEventListener("keydown", key);
      cancelAnimationFrame(playing.current);
    };
  }, [setCursor, track]);
}
