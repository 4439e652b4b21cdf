/** A hit: drag the target and the bat, and see the flight, the impulse cones, the spread and the alternatives, computed while dragging. */
import { significant } from "@carom/figures/geometry";
import type { BattingResult, BattingStudy } from "carom/study";
import { useDeferredValue, useMemo, useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { FrictionSlider, RestitutionSlider } from "../ui/material-sliders.js";
import { More } from "../ui/more.js";
import { ResultTable } from "../ui/result-table.js";
import { Warnings } from "../ui/warnings.js";
import type { ViewProps } from "../views/view.js";
import { tableOf, wordsOf } from "../views/words.js";
import { FlightPicture, windowOf } from "./flight-picture.js";
import { compute, directionsOf, type Vector, withBatTurned } from "./model.js";
import { ImpulsePicture, SpreadPicture } from "./plane-pictures.js";
import { SpacePicture } from "./space-picture.js";
import "./batting.css";

/** A little more than the least turn: at that one the hit would need any speed. */
const ENOUGH = 1.05;
const A_LITTLE = 0.05;

export function BattingView({ study, onStudy }: ViewProps<BattingStudy>) {
  const settled = useDeferredValue(study);
  const { result, failure, milliseconds } = useMemo(() => compute(settled), [settled]);
  const words = useMemo(() => (result === undefined ? undefined : wordsOf(result)), [result]);
  const others = useMemo(() => (result === undefined ? undefined : tableOf(result, "other-hits")), [result]);
  const turn = result?.plan.status === "unreachable" ? result.plan.turn : undefined;
  return (
    <>
      <ViewBar study={study} subtitle="a hit to plan" />
      <main
        className={failure === undefined ? "scene-view batting" : "scene-view batting stale"}
        data-miss={result?.plan.status === "solved" ? result.plan.hit.miss : undefined}
        data-speed={result?.plan.status === "solved" ? result.plan.hit.contactSpeed : undefined}
        data-status={result?.plan.status}
      >
        <header className="view-sentence">
          <h1 aria-live="polite">{failure === undefined ? words?.sentence : <span className="view-error">{failure}</span>}</h1>
          {words !== undefined && <Warnings texts={words.warnings} />}
        </header>
        {result !== undefined && <SpacePicture key={result.title} study={settled} result={result} />}
        {turn !== undefined && (
          <button
            type="button"
            className="bar-button turn"
            onClick={() => onStudy(withBatTurned(study, turn.axis, ENOUGH * turn.angle + A_LITTLE))}
          >
            Turn the bat so that it reaches
          </button>
        )}
        {result !== undefined && <Pictures study={settled} result={result} onStudy={onStudy} />}
        <Inputs study={study} onStudy={onStudy} />
        <More title="Other hits">
          {words !== undefined && (
            <p>
              {words.details.join(" ")} Everything here took {significant(milliseconds, 2)} ms.
            </p>
          )}
          {others !== undefined && <ResultTable table={others} />}
        </More>
      </main>
    </>
  );
}

interface PicturesProps {
  /** The one that the result is of: what is dragged in a picture moves from where the picture has it. */
  readonly study: BattingStudy;
  readonly result: BattingResult;
  readonly onStudy: ViewProps["onStudy"];
}

function Pictures({ study, result, onStudy }: PicturesProps) {
  // What the pictures show stays where it is until a drag is over.
  const framed = (of: BattingResult) => {
    const directions = directionsOf(of);
    return { directions, side: windowOf(of, directions, "side"), above: windowOf(of, directions, "above"), title: of.title };
  };
  const [kept, setKept] = useState(() => framed(result));
  const { directions, side, above } = kept.title === result.title ? kept : framed(result);
  const shared = {
    result,
    directions,
    onTarget: (target: Vector) => onStudy({ ...study, target: [...target] }),
    onTurn: (axis: Vector, angle: number) => onStudy(withBatTurned(study, axis, angle)),
    onSettle: () => setKept(framed(result)),
  };
  return (
    <div className="hit-pictures">
      <div className="flights">
        <FlightPicture {...shared} window={side} from="side" />
        <FlightPicture {...shared} window={above} from="above" />
      </div>
      <div className="planes">
        {result.friction > 0 && <ImpulsePicture result={result} />}
        {result.sensitivity !== undefined && <SpreadPicture sensitivity={result.sensitivity} />}
      </div>
    </div>
  );
}

function Inputs({ study, onStudy }: { readonly study: BattingStudy; readonly onStudy: ViewProps["onStudy"] }) {
  const { contact, objective = "contact-speed" } = study;
  const hasMass = study.bat?.mass !== undefined || study.bat?.density !== undefined;
  return (
    <div className="inputs">
      <FrictionSlider
        value={contact.friction}
        least={0.01}
        most={Math.max(1.5, contact.friction)}
        text={significant(contact.friction, 3)}
        onChange={(friction) => onStudy({ ...study, contact: { ...contact, friction } })}
      />
      <RestitutionSlider
        value={contact.restitution}
        text={significant(contact.restitution, 3)}
        onChange={(restitution) => onStudy({ ...study, contact: { ...contact, restitution } })}
      />
      <fieldset>
        <legend>Least</legend>
        {(["contact-speed", "bat-energy"] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="bar-button"
            aria-pressed={objective === name}
            disabled={name === "bat-energy" && !hasMass}
            onClick={() => onStudy({ ...study, objective: name })}
          >
            {name === "contact-speed" ? "contact speed" : "energy of the bat"}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
