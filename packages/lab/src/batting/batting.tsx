/** A hit: drag the target and the bat, and see the flight, the impulse cones, the spread and the alternatives, computed while dragging. */
import { significant, withUnit } from "@carom/figures/geometry";
import type { PlannedHit } from "carom/batting";
import type { BattingResult, BattingStudy } from "carom/study";
import { useDeferredValue, useMemo, useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { FrictionSlider, RestitutionSlider } from "../ui/material-sliders.js";
import { Warning } from "../ui/warning.js";
import type { ViewProps } from "../views/view.js";
import { FlightPicture, windowOf } from "./flight-picture.js";
import { compute, directionsOf, type Vector, withBatTurned } from "./model.js";
import { ImpulsePicture, SpreadPicture } from "./plane-pictures.js";
import "./batting.css";

/** A little more than the least turn: at that one the hit would need any speed. */
const ENOUGH = 1.05;
const A_LITTLE = 0.05;

export function BattingView({ study, onStudy }: ViewProps<BattingStudy>) {
  const settled = useDeferredValue(study);
  const { result, failure, milliseconds } = useMemo(() => compute(settled), [settled]);
  const turn = result?.plan.status === "unreachable" ? result.plan.turn : undefined;
  return (
    <>
      <ViewBar study={study} subtitle="a hit to plan" />
      <main
        className={failure === undefined ? "column-view batting" : "column-view batting stale"}
        data-miss={result?.plan.status === "solved" ? result.plan.hit.miss : undefined}
        data-speed={result?.plan.status === "solved" ? result.plan.hit.contactSpeed : undefined}
        data-status={result?.plan.status}
      >
        <header className="view-sentence">
          <h1 aria-live="polite">
            {failure !== undefined ? <span className="view-error">{failure}</span> : result !== undefined && sentence(result)}
          </h1>
          {result !== undefined && <p>{story(result, milliseconds)}</p>}
          {result?.plan.warnings.map((warning) => (
            <Warning key={warning} text={`${warning}.`} />
          ))}
        </header>
        {turn !== undefined && (
          <button
            type="button"
            className="bar-button turn"
            onClick={() => onStudy(withBatTurned(study, turn.axis, ENOUGH * turn.angle + A_LITTLE))}
          >
            Turn the bat so that it reaches
          </button>
        )}
        {result !== undefined && <Pictures study={study} result={result} onStudy={onStudy} />}
        <Inputs study={study} onStudy={onStudy} />
        {result !== undefined && <Alternatives result={result} />}
      </main>
    </>
  );
}

interface PicturesProps {
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

function sentence({ plan }: BattingResult): string {
  if (plan.status !== "solved")
    return plan.turn === undefined || plan.searched !== undefined ? "No hit found." : "Out of reach of this bat.";
  return `Meet it with ${withUnit(plan.hit.contactSpeed, "m/s")}: it flies ${withUnit(plan.hit.flightTime, "s")} to the target.`;
}

function story({ plan, closedForm }: BattingResult, milliseconds: number): string {
  if (plan.status !== "solved") return `${plan.reason.slice(0, 1).toUpperCase()}${plan.reason.slice(1)}.`;
  const closed =
    closedForm.length === 0
      ? "No closed form."
      : closedForm.length === 1
        ? "One hit in closed form."
        : `${closedForm.length} hits in closed form.`;
  const miss = significant(plan.hit.miss, 1);
  return `Computed forwards it misses by ${miss} m. ${closed} Everything here took ${significant(milliseconds, 2)} ms.`;
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

function Alternatives({ result: { plan, closedForm, family } }: { readonly result: BattingResult }) {
  const chosen = plan.status === "solved" ? [plan.hit] : plan.nearest === undefined ? [] : [plan.nearest];
  const hits: (readonly [string, PlannedHit])[] = [
    ...chosen.map((hit) => [plan.status === "solved" ? "plan" : "nearest", hit] as const),
    ...closedForm.map((hit) => [`closed form, case ${hit.case}`, hit] as const),
    ...family.map((hit) => ["", hit] as const),
  ];
  if (hits.length === 0) return null;
  return (
    <table className="numbers">
      <thead>
        <tr>
          {["", "flight, s", "contact speed, m/s", "bat, m/s", "energy of the bat, J"].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hits.map(([name, { flightTime, contactSpeed, bat }]) => (
          <tr key={`${name}${flightTime}`}>
            <th scope="row">{name}</th>
            <td>{significant(flightTime, 4)}</td>
            <td>{significant(contactSpeed, 4)}</td>
            <td>{bat === undefined ? "" : bat.translation.velocity.map((value) => significant(value, 3)).join(", ")}</td>
            <td>{bat?.leastEnergy?.energy === undefined ? "" : significant(bat.leastEnergy.energy, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
