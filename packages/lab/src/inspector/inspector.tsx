/** One contact, one impact: the path of the sliding velocity, whose start is in the user's hand, and everything that follows from it. */
import type { ImpactStudy } from "carom/study";
import { useCallback, useMemo, useState } from "react";
import { LawMenu } from "../laws/law-menu.js";
import { allLaws, COMPARED, shownLaw } from "../laws/laws.js";
import { underLaw } from "../laws/under-law.js";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import { ViewBar } from "../shell/view-bar.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import type { ViewProps } from "../views/view.js";
import { BodyStage } from "./body-stage.js";
import { DataTable } from "./data-table.js";
import { useEnergyScale } from "./energy-scale.js";
import { Hodograph } from "./hodograph.js";
import { ImpactSentence } from "./impact-sentence.js";
import { Inputs } from "./inputs.js";
import { LawRows } from "./law-rows.js";
import { DeskLayout, type InspectorParts, PhoneLayout, PhoneStrip } from "./layouts.js";
import { type Inspected, lawOf } from "./model.js";
import { Plots } from "./plots/plots.js";
import { useEdits, useFastest, useStarts } from "./use-edits.js";
import { useImpactCursor } from "./use-impact-cursor.js";
import { COMPUTING, type Shown, useInspected } from "./use-inspected.js";
import { WhatYouSee } from "./what-you-see.js";
import "./inspector.css";

const KEYS: readonly KeyRow[] = [
  ["← → ↑ ↓", "with the knob focused: the start, by 0.01 m/s, with Shift by 0.1; with the cursor focused: the cursor"],
  ["D", "the numbers as a table"],
];

type InspectorProps = ViewProps<ImpactStudy>;

export function Inspector(props: InspectorProps) {
  const { study, query } = props;
  const compared = useMemo(
    () =>
      query.law === undefined ? COMPARED : [...new Set(query.law.split(","))].filter((law) => allLaws.some((known) => known.law === law)),
    [query.law],
  );
  const { shown, message } = useInspected(study, compared);
  if (shown !== undefined) return <Inspection {...props} shown={shown} message={message} compared={compared} />;
  return (
    <>
      <ViewBar study={study} subtitle="one contact" />
      <main className="inspector">
        <p className={message === COMPUTING ? "lead" : "view-error"} role="alert">
          {message}
        </p>
      </main>
    </>
  );
}

interface InspectionProps extends InspectorProps {
  /** The last study that could be solved. */
  readonly shown: Shown;
  /** Why the present one could not. */
  readonly message: string | undefined;
  readonly compared: readonly string[];
}

function Inspection({ study, query, onStudy, onQuery, shown, message, compared }: InspectionProps) {
  const phone = useMedia(PHONE);
  const { inspected } = shown;
  const { problem, chosen } = inspected;
  const cursor = useImpactCursor(chosen.track, query.p, onQuery);
  const { at } = cursor;
  const edits = useEdits(study, shown, onStudy);
  const starts = useStarts(problem, study, edits.holding);
  const fastest = useFastest(problem.velocity, edits.holding);
  const [scale, otherScale] = useEnergyScale(inspected);
  const [table, setTable] = useState(false);
  const toggleTable = useCallback(() => setTable((before) => !before), []);
  useKeys({ d: toggleTable });
  useKeyList(KEYS);

  const law = lawOf(study, problem);
  const planar = problem.dimension === 2;
  const toggleLaw = (name: string) => {
    const next = compared.includes(name) ? compared.filter((one) => one !== name) : [...compared, name];
    onQuery({ law: next.join(",") });
  };
  const choose = (name: string) => {
    if (!compared.includes(law)) onQuery({ law: [...compared, law].join(",") });
    onStudy(underLaw(study, law, name));
  };
  const parts: InspectorParts = {
    sentence: <ImpactSentence inspected={inspected} scale={scale} message={message} short={phone} />,
    hodograph: <Hodograph inspected={inspected} at={at} holding={edits.holding} onStart={edits.onVelocity} onSettle={edits.onSettle} />,
    inputs: (
      <Inputs
        inspected={inspected}
        starts={starts}
        fastest={fastest}
        onMaterial={edits.onMaterial}
        onVelocity={edits.onVelocity}
        onSettle={edits.onSettle}
      />
    ),
    rows: <LawRows inspected={inspected} scale={scale} onToggle={toggleLaw} onChoose={choose} />,
    stage: <BodyStage study={shown.study} at={at} planar={planar} largest={largestOf(inspected)} />,
    seen: <WhatYouSee planar={planar} springs={chosen.track?.springs ?? false} />,
    plots: (show) =>
      at !== undefined && (
        <Plots
          inspected={inspected}
          at={at}
          scale={scale}
          {...(otherScale === undefined ? {} : { onScale: otherScale })}
          onCursor={cursor.move}
          show={show}
        />
      ),
  };
  const layout = {
    parts,
    stale: message !== undefined,
    data: { "data-impulse": chosen.outcome.impulse.join(" "), "data-velocity": chosen.outcome.velocity.join(" ") },
  };

  return (
    <>
      <ViewBar study={study} subtitle={subtitleOf(study, inspected)}>
        <LawMenu label={`Law: ${lawLabel(law)}`} law={law} problem={problem} onChoose={choose} />
      </ViewBar>
      {phone ? (
        <PhoneLayout
          {...layout}
          strip={at !== undefined && <PhoneStrip inspected={inspected} at={at} onCursor={cursor.move} />}
          tab={query.tab}
          onTab={(tab) => onQuery({ tab })}
        />
      ) : (
        <DeskLayout {...layout} />
      )}
      {table && <DataTable inspected={inspected} onClose={toggleTable} />}
    </>
  );
}

/** Its name, and what people call it where that is another. */
function lawLabel(law: string): string {
  const name = shownLaw(law).name.toLowerCase();
  return name === law ? law : `${law}, ${name}`;
}

/** The longest arrows. */
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
