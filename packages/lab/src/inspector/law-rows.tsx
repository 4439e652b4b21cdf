/** The same impact under several laws: where the energy goes, and how fast the bodies part. */
import { fixed, percent } from "@carom/figures/geometry";
import type { ContactProblem } from "carom/mechanics";
import { useState } from "react";
import { lawNames, useLaws } from "../laws/brought-laws.js";
import { allLaws } from "../laws/laws.js";
import { LawIcon } from "./law-mark.js";
import type { Inspected, LawResult } from "./model.js";
import "./law-rows.css";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"];

export interface LawRowsProps {
  readonly inspected: Inspected;
  readonly scale: { readonly energy: number; readonly offset: number };
  readonly onToggle: (law: string) => void;
  readonly onChoose: (law: string) => void;
}

export function LawRows({ inspected, scale, onToggle, onChoose }: LawRowsProps) {
  const { results, problem, chosen } = inspected;
  const [adding, setAdding] = useState(false);
  const lawAt = useLaws(results.map(({ law }) => law));
  const dimension = problem.dimension;
  const shares = results.map((result) => sharesOf(result, scale));
  // Room beyond 100 % for what is made from nothing.
  const widest = Math.max(1.06, ...shares.map(({ gain }) => 1 + gain * 1.02));
  const samePath = results.every((result) => result.samePath);
  return (
    <section className="law-rows" aria-label="Laws">
      <header>
        <h2>
          {COUNTS[results.length]} law{results.length === 1 ? "" : "s"}
        </h2>
        <p>
          {samePath && results.length > 1 && (
            <span className="same-path">one slip path, {COUNTS[results.length].toLowerCase()} ends; </span>
          )}
          red is energy from nothing
        </p>
        <span>kept</span>
        <span>leaves, m/s</span>
      </header>
      <ol>
        {results.map((result, i) => {
          const { law, name, mark, outcome } = result;
          const { kept, restitution, friction, gain } = shares[i];
          const isChosen = law === chosen.law;
          // What is made from nothing is drawn past the line, so nothing else may pass it.
          const frictionShown = Math.max(0, Math.min(friction, 1 - Math.min(kept, 1) - restitution));
          return (
            <li
              key={law}
              data-law={law}
              data-kept={outcome.energy.after / outcome.energy.before}
              data-leaves={outcome.velocity[dimension - 1]}
              className={isChosen ? "chosen" : ""}
            >
              <button type="button" className="law-name" onClick={() => onChoose(law)} aria-pressed={isChosen} title={lawAt(law)?.summary}>
                <LawIcon shape={mark} filled={isChosen} />
                <span>
                  {name}
                  {gain > 0.0005 && <small>makes {percent(gain)}</small>}
                </span>
              </button>
              <div
                className="ledger"
                role="img"
                aria-label={`kept ${percent(kept)}, restitution ${percent(restitution)}, friction ${percent(friction)}`}
              >
                <span className="kept" style={{ width: `${(100 * Math.min(kept, 1)) / widest}%` }} />
                {restitution > 0.0005 && <span className="lost restitution" style={{ width: `${(100 * restitution) / widest}%` }} />}
                {friction > 0 && (
                  <span className="lost friction" style={{ width: `${(100 * frictionShown) / widest}%` }}>
                    {frictionShown / widest > 0.34 && <em>friction {percent(friction)}</em>}
                  </span>
                )}
                {gain > 0.0005 && <span className="created" style={{ left: `${100 / widest}%`, width: `${(100 * gain) / widest}%` }} />}
                <span className="limit" style={{ left: `${100 / widest}%` }} />
              </div>
              <span className="kept-share">{percent(kept)}</span>
              <span className="leaves">{fixed(outcome.velocity[dimension - 1], 3)}</span>
            </li>
          );
        })}
      </ol>
      <button type="button" className="text-button" aria-expanded={adding} onClick={() => setAdding(!adding)}>
        {adding ? "close the list of laws" : "add or take away a law"}
      </button>
      {adding && <LawList problem={problem} shown={results} onToggle={onToggle} />}
    </section>
  );
}

function LawList({
  problem,
  shown,
  onToggle,
}: {
  readonly problem: ContactProblem;
  readonly shown: readonly LawResult[];
  readonly onToggle: (law: string) => void;
}) {
  const lawAt = useLaws(lawNames);
  return (
    <ul className="law-list">
      {allLaws.map(({ law, name, mark }) => {
        const known = lawAt(law);
        const reason = known?.inapplicable(problem);
        const isShown = shown.some((result) => result.law === law);
        return (
          <li key={law}>
            <label>
              <input
                type="checkbox"
                checked={isShown}
                disabled={known === undefined || reason !== undefined || shown[0].law === law}
                onChange={() => onToggle(law)}
              />
              <LawIcon shape={mark} filled={false} />
              <span>
                {name} <small>{reason === undefined ? known?.summary : `not here: ${reason}`}</small>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

interface Shares {
  readonly kept: number;
  readonly restitution: number;
  readonly friction: number;
  /** Made from nothing: what the losses and what is kept pass 100 % by. */
  readonly gain: number;
}

/** A law that gives back more than was stored has a negative restitution loss: that is what it makes. */
function sharesOf(
  { outcome: { energy } }: LawResult,
  { energy: all, offset }: { readonly energy: number; readonly offset: number },
): Shares {
  const lost = energy.restitutionLoss + (energy.springLoss ?? 0);
  return {
    kept: (energy.after - offset) / all,
    restitution: Math.max(0, lost) / all,
    friction: energy.frictionLoss / all,
    gain: Math.max(0, -lost) / all,
  };
}
