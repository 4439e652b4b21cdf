/** Several contacts in one impact: who pushes whom, when, and how hard. */

import { courseOf, percent, sceneOf, significant } from "@carom/figures/geometry";
import { describeOutcome, type ImpactResult, type ImpactStudy } from "carom/study";
import { useMemo, useState } from "react";
import { LawMenu } from "../laws/law-menu.js";
import { underLaw } from "../laws/under-law.js";
import { ViewBar } from "../shell/view-bar.js";
import { Sentence } from "../ui/sentence.js";
import { Slider } from "../ui/slider.js";
import { Warning } from "../ui/warning.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { useOutlines, withPicture, withRadii } from "./bodies-of.js";
import { ContactGraph, isRow } from "./contact-graph.js";
import { impulsesAt } from "./course-at.js";
import { EventBars, shownContacts } from "./event-bars.js";
import "./many.css";

/** The same value in every contact. */
function withAll(study: ImpactStudy, field: "friction" | "restitution", value: number): ImpactStudy {
  return { ...study, contacts: study.contacts.map((contact) => ({ ...contact, [field]: value })) } as ImpactStudy;
}

/** The library's sentence; where nothing rubs it has nothing to tell but the speeds, so they are told. */
function sentenceOf({ outcome, problem, bodies = {} }: ImpactResult): string {
  const names = Object.keys(bodies);
  if (names.length < 2 || outcome.slip.some((slip) => slip !== "frictionless" && slip !== "untouched"))
    return describeOutcome(outcome, problem);
  const speeds = names.map((name) => Math.hypot(...bodies[name].after.velocity));
  const largest = Math.max(...speeds);
  const apart = new Set(speeds.map((speed) => Math.round((1e6 * speed) / largest))).size;
  return apart === 1 ? `${names.length} bodies leave with one speed.` : `${names.length} bodies leave with ${apart} speeds.`;
}

export function Many({ study, onStudy }: ViewProps<ImpactStudy>) {
  const { result, running, failure } = useResult(study);
  const shown = useMemo(() => (result === undefined ? undefined : withPicture(result, study)), [result]);
  const outlines = useOutlines(study);
  const [cursor, setCursor] = useState(1);
  const [lit, setLit] = useState<number>();
  const course = useMemo(() => (shown === undefined ? undefined : courseOf(shown.problem, shown.outcome)), [shown]);
  const names = shown?.contacts?.map(({ between }) => between.join(" on ")) ?? [];
  const scene = useMemo(() => (shown === undefined ? undefined : withRadii(sceneOf(shown), study)), [shown, study]);
  const law = study.law ?? shown?.outcome.law ?? "by its contacts";
  const contact = study.contacts[0];
  const change = (field: "friction" | "restitution") => (value: number) => onStudy(withAll(study, field, value));
  // A restitution that depends on speed is shown as it is in this impact.
  const given = (field: "friction" | "restitution") =>
    [contact[field], shown?.problem.contacts[0][field]].find((value) => typeof value === "number") ?? 0;
  const slider = (field: "friction" | "restitution", label: string, symbol: string, most: number) => (
    <Slider
      label={`${label} of all contacts`}
      symbol={symbol}
      value={given(field)}
      least={0}
      most={most}
      step={0.01}
      text={given(field).toFixed(2)}
      onChange={change(field)}
    />
  );
  const impulse = cursor * (course?.last ?? 0);
  const impulses = course === undefined ? [] : impulsesAt(course, impulse);
  const largest =
    course === undefined ? 0 : Math.max(...course.contacts.map(({ normalImpulse }) => normalImpulse[normalImpulse.length - 1]));
  const hidden = course === undefined ? 0 : course.contacts.length - shownContacts(course).length;
  const energy = shown?.outcome.energy;
  return (
    <>
      <ViewBar study={study} subtitle={`${study.contacts.length} contacts at once`}>
        <LawMenu label={`Law: ${law}`} law={law} problem={shown?.problem} onChoose={(name) => onStudy(underLaw(study, law, name))} />
      </ViewBar>
      <main
        className={`many${scene !== undefined && isRow(scene) ? " in-a-row" : ""}${failure === undefined ? "" : " stale"}`}
        data-impulse={shown?.outcome.impulse.join(" ")}
        data-running={running}
      >
        <header className="view-sentence">
          <h1 aria-live="polite">
            {failure !== undefined ? (
              <span className="view-error">{failure.message}</span>
            ) : result === undefined ? (
              ""
            ) : (
              <Sentence text={sentenceOf(result)} />
            )}
          </h1>
          {energy !== undefined && energy.before > 0 && (
            <p>
              Friction takes <b className="friction-text">{percent(energy.frictionLoss / energy.before)}</b> of the energy, restitution{" "}
              <b className="restitution-text">{percent((energy.restitutionLoss + (energy.springLoss ?? 0)) / energy.before)}</b>;{" "}
              <b className="kept-text">{percent(energy.after / energy.before)}</b> is kept.
            </p>
          )}
          {shown?.outcome.warnings.map(({ message }) => (
            <Warning key={message} text={message} />
          ))}
          {hidden > 0 && (
            <p>
              This study has {course?.contacts.length} contacts; the view draws the {shownContacts(course!).length} largest. Numbers are
              complete.
            </p>
          )}
        </header>
        <section className="many-picture">
          {scene === undefined ? (
            <p className="stage-note">This study does not say where its contacts are.</p>
          ) : (
            <ContactGraph
              scene={scene}
              outlines={outlines}
              impulses={impulses}
              largest={largest}
              lit={lit}
              onLight={setLit}
              ended={cursor > 0.995}
            />
          )}
        </section>
        <section className="many-bars">
          {course !== undefined && (
            <>
              <header className="plot-title">
                <h2>What each contact does</h2>
                <p>
                  <small>at the cursor</small> <b>{significant(impulse, 3)} N s</b>
                </p>
              </header>
              <EventBars
                course={course}
                names={names}
                cursor={impulse}
                lit={lit}
                onLight={setLit}
                onCursor={(next) => setCursor(Math.min(1, Math.max(0, next / course.last)))}
              />
              <p className="caption">
                Filled: compressed. Open: gives back. Beneath: orange slips, blue sticks. Lines in the picture are as wide as the impulse so
                far.
              </p>
            </>
          )}
          <div className="inputs">
            {slider("friction", "Friction", "μ", Math.max(1, contact.friction))}
            {slider("restitution", "Restitution", "e", 1)}
          </div>
        </section>
      </main>
    </>
  );
}
