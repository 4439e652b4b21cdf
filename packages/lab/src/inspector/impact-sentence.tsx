/** What happens in the impact and where its energy goes, in words. */
import { percent } from "@carom/figures/geometry";
import { Sentence } from "../ui/sentence.js";
import { Warning } from "../ui/warning.js";
import type { Inspected } from "./model.js";
import type { EnergyScale } from "./plots/energy-plot.js";

interface ImpactSentenceProps {
  readonly inspected: Inspected;
  readonly scale: EnergyScale;
  /** Why the study as it is now cannot be shown. */
  readonly message: string | undefined;
  readonly short: boolean;
}

export function ImpactSentence({ inspected, scale, message, short }: ImpactSentenceProps) {
  return (
    <header className="view-sentence">
      <h1 aria-live="polite">
        {message === undefined ? (
          <Sentence text={short ? shortened(inspected.sentence) : inspected.sentence} />
        ) : (
          <span className="view-error">{message}</span>
        )}
      </h1>
      {message === undefined ? <Ledger energy={inspected.chosen.outcome.energy} scale={scale} short={short} /> : <p>last valid</p>}
      {warningsOf(inspected).map((text) => (
        <Warning key={text} text={text} />
      ))}
    </header>
  );
}

/** Of all laws that are shown, each once. What the chosen one makes from nothing is in the sentence above. */
function warningsOf({ results, chosen }: Inspected): string[] {
  const warnings = results.flatMap(({ outcome }) =>
    outcome.warnings
      .filter(({ code }) => code !== "unused-field" && !(code === "energy-gain" && outcome === chosen.outcome))
      .map(({ code, message }) => (code === "energy-gain" ? `${message}: ${gainOf(outcome.energy)}` : message)),
  );
  return [...new Set(warnings)];
}

/** What a law makes and what is left of it are two numbers, and both are shown. */
function gainOf({ before, frictionLoss, restitutionLoss, springLoss = 0 }: LedgerProps["energy"]): string {
  const made = percent(-(restitutionLoss + springLoss) / before);
  return `it makes ${made} of it from nothing, of which friction takes ${percent(frictionLoss / before)}`;
}

/** "It slips, then sticks." as "Slips, sticks." */
function shortened(sentence: string): string {
  const short = sentence.replace(/^It /, "").replace(/, then /g, ", ");
  return `${short.slice(0, 1).toUpperCase()}${short.slice(1)}`;
}

interface LedgerProps {
  readonly energy: Inspected["chosen"]["outcome"]["energy"];
  readonly scale: EnergyScale;
  readonly short: boolean;
}

function Ledger({ energy, scale, short }: LedgerProps) {
  const whole = (share: number) => `${(100 * share).toFixed(0)}\u202f%`;
  const friction = <b className="friction-text">{whole(energy.frictionLoss / scale.energy)}</b>;
  const lost = (energy.restitutionLoss + (energy.springLoss ?? 0)) / scale.energy;
  const kept = <b className="kept-text">{whole((energy.after - scale.offset) / scale.energy)}</b>;
  const whose = scale.name === "contact" ? "contact’s" : "bodies’";
  if (lost < -0.0005)
    return (
      <p>
        This law makes <b className="created-text">{percent(-lost)}</b> of the {whose} energy from nothing; friction takes {friction},{" "}
        {kept} is left.
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
