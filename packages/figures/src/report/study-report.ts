/** The report of a study of any kind: the sentences and tables of the library, the figures between them. */
import { kindNamed, type StudyResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Html, reportPage } from "./page.js";
import { shownTable } from "./result-table.js";

export interface ReportStyle {
  /** Conventions, and which files have all digits. */
  readonly footer: string;
  /** Names of the tables that stand above the figures. Default: none. */
  readonly above?: readonly string[];
  /** The sentence with its words in the colours of the figures. Default: as it is. */
  readonly coloured?: (sentence: string) => Html;
}

export function studyReport(result: StudyResult, figures: readonly Figure[], { footer, above = [], coloured }: ReportStyle): string {
  const { sentence, details, warnings, tables } = kindNamed(result.kind);
  const said = sentence(result);
  const more = details?.(result) ?? [];
  const shown = tables(result).filter(({ use }) => use !== "file");
  return reportPage({
    title: result.title,
    sentence: coloured === undefined ? said : coloured(said),
    lead: more.length === 0 ? undefined : more.join(" "),
    warnings: warnings?.(result) ?? [],
    keyTables: shown.filter(({ name }) => above.includes(name)).map(shownTable),
    figures,
    tables: shown.filter(({ name }) => !above.includes(name)).map(shownTable),
    footer,
  });
}
