/** What happened inside an impact that was computed without its history. In a file of its own: it needs every law. */
import { type ImpactHistory, type ImpactOutcome, lawNamed, laws } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";

/** The outcome with its history: the recorded one, or that of the same law run once more. As it was where none can be had. */
export function withHistory(problem: ContactProblem, outcome: ImpactOutcome): ImpactOutcome {
  if (outcome.history !== undefined || outcome.events.length === 0) return outcome;
  const history =
    problem.contacts.length === 1 ? lawNamed(outcome.law).solve(problem, { history: true }).history : solvedAgain(problem, outcome);
  return history === undefined ? outcome : { ...outcome, history };
}

/** Difference between impulses of two runs of one law that is rounding. */
const SAME_RUN = 1e-9;

/** Of several contacts; undefined where the law was run with options that an outcome does not tell of. */
function solvedAgain(problem: ContactProblem, outcome: ImpactOutcome): ImpactHistory | undefined {
  const law = laws.find(({ name }) => name === outcome.law);
  if (law === undefined || law.inapplicable(problem) !== undefined) return undefined;
  const again = law.solve(problem, { history: true });
  const largest = Math.max(...outcome.impulse.map(Math.abs));
  const same =
    again.impulse.length === outcome.impulse.length &&
    again.impulse.every((value, i) => Math.abs(value - outcome.impulse[i]) <= SAME_RUN * largest);
  return same ? again.history : undefined;
}
