/** The law frictional as the limit of laws for several contacts. */
import fc from "fast-check";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblem } from "../testing/problems.js";
import { solveFrictional } from "./frictional.js";
import type { ImpactOutcome } from "./outcome.js";

/** Compares random contacts, where the bodies are compressed once, with what the law frictional says of them. Returns how many. */
export function againstFrictional(
  parameters: fc.Parameters<[ContactProblem]>,
  compare: (problem: ContactProblem, reference: ImpactOutcome) => void,
): number {
  let compared = 0;
  fc.assert(
    fc.property(contactProblem, (problem) => {
      const reference = solveFrictional(problem);
      fc.pre(reference.events.filter(({ kind }) => kind === "compression-end").length === 1);
      compared++;
      compare(problem, reference);
    }),
    parameters,
  );
  return compared;
}
