/** A result as a person reads it: what happened in words, then the library's tables. */
import { kindNamed, type ResultTable, type StudyResult } from "carom/study";
import { pc } from "../terminal/colour.js";
import { type ChooseRows, shownTable } from "../terminal/result-table.js";
import { paragraph } from "../terminal/table.js";
import { terminalKind } from "./kinds.js";

export function resultSummary(result: StudyResult): string {
  const { sentence, details, warnings, tables } = kindNamed(result.kind);
  const { shows = () => true, rows, notes } = terminalKind(result.kind);
  return page({
    title: result.title,
    sentences: [sentence(result), [...(details?.(result) ?? []), ...(notes?.(result) ?? [])].join(" ")],
    warnings: warnings?.(result) ?? [],
    tables: tables(result)
      .filter((table) => table.use !== "file" && table.rows.length > 0 && shows(table.name, result))
      .map((table) => titled(table, rows)),
  });
}

export interface Page {
  readonly title: string;
  /** A paragraph each; empty ones are left out. */
  readonly sentences: readonly string[];
  readonly warnings: readonly string[];
  /** As text. */
  readonly tables: readonly string[];
}

export function page({ title, sentences, warnings, tables }: Page): string {
  return [
    pc.bold(paragraph(title)),
    ...sentences.filter((text) => text !== "").map((text) => paragraph(text)),
    ...(warnings.length === 0 ? [] : [warnings.map((text) => pc.yellow(paragraph(`warning: ${text}`))).join("\n")]),
    ...tables,
  ].join("\n\n");
}

/** A table below its title. */
export function titled(table: ResultTable, rows?: ChooseRows): string {
  return `${pc.bold(paragraph(table.title))}\n${shownTable(table, rows)}`;
}
