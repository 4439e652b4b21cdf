/**
 * The same impact under every law there is.
 */

import type { ImpactOutcome } from "../../impact/outcome.js";
import { laws } from "../../impact/registry.js";
import type { RunOptions } from "../format/kind.js";
import { studyProblem } from "./problem.js";
import type { Comparison } from "./result.js";
import type { ImpactStudy } from "./schema.js";

/** The same problem under every law there is; a law that cannot be used on it says why. */
export function compareLaws(study: ImpactStudy, { history = false }: Pick<RunOptions, "history"> = {}): Comparison {
  const problem = studyProblem(study);
  return {
    carom: 1,
    kind: "comparison",
    title: study.title,
    problem,
    rows: laws.map((law) => {
      const { name, summary } = law;
      const inapplicable = law.inapplicable(problem);
      return inapplicable === undefined
        ? { law: name, summary, outcome: withoutUnused(law.solve(problem, { history })) }
        : { law: name, summary, inapplicable };
    }),
  };
}

/** That laws use different fields is what a comparison is about, and no warning. */
function withoutUnused(outcome: ImpactOutcome): ImpactOutcome {
  return { ...outcome, warnings: outcome.warnings.filter(({ code }) => code !== "unused-field") };
}
