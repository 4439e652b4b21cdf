import { recordedPeers } from "@carom/figures/peers";
import { useEffect, useMemo, useState } from "react";
import { takeNotice } from "../shell/notice.js";
import { Warning } from "../ui/warning.js";
import { EnergyRow, EnergyScale } from "./energy-row.js";
import { Gallery } from "./gallery.js";
import { HomeBar } from "./home-bar.js";
import { RESTITUTIONS, solveRod } from "./rod.js";
import { RodPicture } from "./rod-picture.js";
import "./home.css";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six"];
/** A gain below this is the engine's own stepping, not its law. */
const GAIN = 0.005;

/** The finding, counted from the rows: an engine gains if it does so at its default or at its best settings. */
function headline(engines: readonly { readonly engine: string; readonly result: { readonly energyRatio: number } }[]): string {
  const all = new Set(engines.map(({ engine }) => engine));
  const gaining = new Set(engines.filter(({ result }) => result.energyRatio > 1 + GAIN).map(({ engine }) => engine));
  if (gaining.size === 0) return "Here no engine makes energy, and none finds how the tip slips.";
  return `${COUNTS[gaining.size]} of ${COUNTS[all.size].toLowerCase()} engines give this rod energy it never had.`;
}

/** The first page: one impact, the right answer computed here, and what others make of it. */
export function Home() {
  const [restitution, setRestitution] = useState<number>(1);
  const [notice, setNotice] = useState(takeNotice);
  useEffect(() => {
    const gone = () => setNotice(takeNotice());
    window.addEventListener("hashchange", gone);
    return () => window.removeEventListener("hashchange", gone);
  }, []);
  const rows = useMemo(() => solveRod(restitution), [restitution]);
  const engines = recordedPeers.rows.map((row) => ({ ...row, result: row.results.find((result) => result.restitution === restitution)! }));
  engines.sort((a, b) => b.result.energyRatio - a.result.energyRatio);
  const carom = rows[0];
  const slipAfter = carom.outcome.velocity[0];

  return (
    <>
      <HomeBar />
      {notice !== undefined && (
        <p className="notice view-error" role="alert">
          {notice}
        </p>
      )}
      <main className="home">
        <div className="hero-area">
          <section className="hero">
            <h1>{headline(engines)}</h1>
            <p className="lead">
              A free rod at 45° slides into the floor: friction 0.5, restitution as set. One impact, so the right answer can be checked by
              hand.
            </p>
            <p className="hero-actions">
              <a className="button solid" href="#/impact?example=slip-reversing-rod">
                Open this impact
              </a>
              <a className="button" href="#/impact?example=newton-gains-8-percent">
                Why it happens
              </a>
            </p>
            <RodPicture slipBefore={0.61697} slipAfter={slipAfter} />
          </section>
          <section className="table" aria-labelledby="energy-title">
            <header>
              <h2 id="energy-title">Kinetic energy after the hit</h2>
              <fieldset className="switch">
                <legend>restitution</legend>
                {RESTITUTIONS.map((value) => (
                  <label key={value}>
                    <input type="radio" name="restitution" checked={value === restitution} onChange={() => setRestitution(value)} />
                    <span>{value.toFixed(1)}</span>
                  </label>
                ))}
              </fieldset>
            </header>
            <EnergyScale />
            <ol className="rows">
              {rows.map(({ law, name, outcome }) => (
                <EnergyRow
                  key={law}
                  id={law}
                  name={name}
                  note="live"
                  energyRatio={outcome.energy.after / outcome.energy.before}
                  frictionShare={law === "frictional" ? outcome.energy.frictionLoss / outcome.energy.before : undefined}
                  restitutionShare={law === "frictional" ? outcome.energy.restitutionLoss / outcome.energy.before : undefined}
                  slipAfter={outcome.velocity[0]}
                  strong={law === "frictional"}
                />
              ))}
              {engines.map(({ engine, version, settings, configuration, result }) => (
                <EnergyRow
                  key={`${engine} ${settings}`}
                  id={`${engine}-${settings}`}
                  name={engine}
                  note={settings === "default" ? `${version}, default settings` : `${version}, best settings`}
                  hint={configuration}
                  energyRatio={result.energyRatio}
                  slipAfter={result.slipAfter}
                />
              ))}
            </ol>
            <p className="caption">
              Red is energy made from nothing. Carom, Newton’s and Poisson’s rule are computed in this page; the engines were measured in
              Node on {recordedPeers.date} with <code>npm run bench</code>, which prints their configuration.
            </p>
            {rows
              .flatMap(({ outcome }) => outcome.warnings)
              .map(({ message }) => (
                <Warning key={message} text={message} />
              ))}
          </section>
        </div>
        <Gallery />
      </main>
    </>
  );
}
