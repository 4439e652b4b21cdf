/** A copy of one impact alone, to be changed: friction, restitution, law. The run stays as it was. */
import { percent, significant, trackOf } from "@carom/figures/geometry";
import { analyseSlip, type ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";
import { useMemo, useState } from "react";
import { lawAtHand } from "../laws/brought-laws.js";
import { COMPARED, shownLaw } from "../laws/laws.js";
import { Slider } from "../ui/slider.js";
import { SlipPicture } from "./slip-picture.js";

export interface Copied {
  readonly problem: ContactProblem;
  readonly law: string;
}

export interface WhatIfProps extends Copied {
  readonly options: SimulationStudy["options"];
  /** The copy in the inspector. */
  readonly onWide: (copy: Copied) => void;
  readonly onClose: () => void;
}

/** Whether a copy can be changed here: one contact, under a law that answers within the frame. */
export function canBeChanged({ problem, law }: Copied): boolean {
  return problem.contacts.length === 1 && lawAtHand(law) !== undefined;
}

function solved({ problem, law }: Copied, options: SimulationStudy["options"]): ImpactOutcome {
  return lawAtHand(law)!.solve(problem, { history: true, ...options });
}

/** Friction above which a contact that has stopped is held; undefined where it never stops. */
function heldAbove(problem: ContactProblem): number | undefined {
  try {
    return analyseSlip(problem).criticalFriction ?? undefined;
  } catch {
    return undefined;
  }
}

export function WhatIf({ problem, law, options, onWide, onClose }: WhatIfProps) {
  const [contact] = problem.contacts;
  const [friction, setFriction] = useState(contact.friction);
  const [restitution, setRestitution] = useState(contact.restitution);
  const [chosen, setChosen] = useState(law);
  const copy = useMemo(
    (): Copied => ({ problem: { ...problem, contacts: [{ ...contact, friction, restitution }] }, law: chosen }),
    [problem, contact, friction, restitution, chosen],
  );
  const own = (name: string) => (name === law ? options : undefined);
  const before = useMemo(() => solved({ problem, law }, options), [problem, law, options]);
  const outcome = useMemo(() => solved(copy, own(copy.law)), [copy]);
  const track = useMemo(() => trackOf(copy.problem, outcome), [copy, outcome]);
  const held = useMemo(() => heldAbove(problem), [problem]);
  return (
    <section className="what-if" aria-label="What if">
      <h3>
        What if <span>a copy of this impact: the run stays</span>
      </h3>
      <Slider
        label="Friction"
        value={friction}
        least={0}
        most={Math.max(1.2, contact.friction)}
        step={0.01}
        text={significant(friction, 3)}
        {...(held === undefined ? {} : { tick: { at: held, words: `holds above ${significant(held, 3)}` } })}
        onChange={setFriction}
      />
      <Slider
        label="Restitution"
        value={restitution}
        least={0}
        most={1}
        step={0.01}
        text={significant(restitution, 3)}
        onChange={setRestitution}
      />
      <fieldset className="switch">
        <legend className="visually-hidden">Law</legend>
        {[...new Set([law, ...COMPARED])].map((name) => (
          <label key={name}>
            <input type="radio" name="what-if-law" checked={name === chosen} onChange={() => setChosen(name)} />
            <span>{shownLaw(name).name}</span>
          </label>
        ))}
      </fieldset>
      {track !== undefined && <SlipPicture track={track} />}
      <Compared before={before} after={outcome} problem={problem} />
      <div className="panel-actions">
        <button type="button" className="button solid" onClick={() => onWide(copy)}>
          Open the copy wide
        </button>
        <button type="button" className="button" onClick={onClose}>
          As it was
        </button>
      </div>
    </section>
  );
}

interface ComparedProps {
  readonly before: ImpactOutcome;
  readonly after: ImpactOutcome;
  readonly problem: ContactProblem;
}

/** What each comes to: as it was, and as it would be. */
function Compared({ before, after, problem }: ComparedProps) {
  const normal = problem.dimension - 1;
  const speed = (value: number) => `${significant(value, 3)} m/s`;
  const rows: readonly (readonly [string, (outcome: ImpactOutcome) => string])[] = [
    ["Kept", ({ energy }) => percent(energy.after / energy.before)],
    ["Friction takes", ({ energy }) => percent(energy.frictionLoss / energy.before)],
    ["Restitution takes", ({ energy }) => percent(energy.restitutionLoss / energy.before)],
    ["Leaves with", ({ velocity }) => speed(velocity[normal])],
    ["Slip after", ({ velocity }) => speed(Math.hypot(...velocity.slice(0, normal)))],
    ["Normal impulse", ({ impulse }) => `${significant(impulse[normal], 3)} N s`],
  ];
  return (
    <table className="what-if-numbers" aria-live="polite">
      <thead>
        <tr>
          <td />
          <th scope="col">in the run</th>
          <th scope="col">then</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([words, text]) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td>{text(before)}</td>
            <td>
              <b>{text(after)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
