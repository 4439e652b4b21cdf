/** The same impact under every law, as a person reads it: numbers side by side, what happens under which law, each sentence and each warning once. */
import {
  type Comparison,
  comparisonDetails,
  comparisonSentence,
  comparisonTables,
  comparisonWarnings,
  type ResultTable,
} from "carom/study";
import { pc } from "../terminal/colour.js";
import { shownWords } from "../terminal/result-table.js";
import { paragraph } from "../terminal/table.js";
import { chosenRows } from "./impact.js";
import { page, titled } from "./summary.js";

export function comparisonSummary(comparison: Comparison): string {
  const tables = comparisonTables(comparison);
  const named = (name: string, show: (table: ResultTable) => string) =>
    tables.filter((table) => table.name === name && table.rows.length > 0).map(show);
  return page({
    title: comparison.title,
    sentences: [comparisonSentence(comparison)],
    warnings: comparisonWarnings(comparison),
    tables: [
      ...named("laws", (table) => titled(table)),
      ...named("sentences", (table) => `${pc.bold(table.title)}\n${shownWords(table)}`),
      ...named("law-contacts", (table) => titled(table, chosenRows)),
      ...notApplied(comparison),
    ],
  });
}

function notApplied(comparison: Comparison): string[] {
  const details = comparisonDetails(comparison);
  return details.length === 0 ? [] : [details.map((text) => paragraph(text, "  ")).join("\n")];
}
