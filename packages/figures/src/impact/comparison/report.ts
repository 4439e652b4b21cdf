/** report.html of a comparison: the same impact under every law, side by side. */
import { type Comparison, comparisonDetails, comparisonSentence, comparisonTables, comparisonWarnings } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { reportPage, sentence } from "../../report/page.js";
import { shownTables } from "../../report/result-table.js";
import { conventions } from "../report.js";

export function comparisonReport(comparison: Comparison, figures: readonly Figure[]): string {
  const { title, problem } = comparison;
  return reportPage({
    title,
    sentence: sentence(comparisonSentence(comparison)),
    warnings: [...comparisonWarnings(comparison), ...comparisonDetails(comparison)],
    ...shownTables(comparisonTables(comparison), ["laws", "sentences"]),
    figures,
    tallFirst: problem.contacts.length === 1,
    footer: conventions(problem.kineticEnergy !== undefined),
  });
}
