/** The report of a study of any kind: the sentences and tables of the library, the figures between them. */
import { kindNamed, type StudyResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Html, html, reportPage } from "./page.js";
import { shownTables } from "./result-table.js";

export interface ReportStyle {
  /** Conventions, and which files have all digits. */
  readonly footer: string;
  /** Names of the tables that stand above the figures. Default: none. */
  readonly above?: readonly string[];
  /** A sentence with its words in the colours of the figures. Default: as it is. */
  readonly coloured?: (sentence: string) => Html;
}

export function studyReport(result: StudyResult, figures: readonly Figure[], style: ReportStyle): string {
  const { footer, above = [], coloured = (text: string) => html`${text}` } = style;
  const { sentence, details, warnings, tables } = kindNamed(result.kind);
  const more = details?.(result) ?? [];
  return reportPage({
    title: result.title,
    sentence: coloured(sentence(result)),
    lead: more.length === 0 ? undefined : coloured(more.join(" ")),
    warnings: warnings?.(result) ?? [],
    ...shownTables(tables(result), above),
    figures,
    footer,
  });
}
