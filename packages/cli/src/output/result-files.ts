/** The files of --out: tables as CSV, figures and the report. The figures package is loaded only when they are asked for. */
import { type Comparison, csvPieces, kindNamed, type ResultOf, type ResultTable, type Study } from "carom/study";
import { terminalKind } from "../summaries/kinds.js";
import type { Files } from "./folder.js";
import { jsonText } from "./json-text.js";

export async function resultFiles<S extends Study>(study: S, result: ResultOf<S["kind"]>): Promise<Files> {
  const { drawn } = await import("@carom/figures");
  const { figures, report } = drawn(study, result);
  const tables = kindNamed<S["kind"]>(study.kind).tables(result);
  const own = { "result-study.json": `${jsonText(study)}\n` };
  return {
    ...own,
    ...csvFiles(tables),
    ...terminalKind<S["kind"]>(study.kind).files?.(result),
    ...svgFiles(figures),
    "report.html": report,
  };
}

export async function comparisonFiles(comparison: Comparison): Promise<Files> {
  const { comparisonFigures, comparisonReport } = await import("@carom/figures");
  const figures = comparisonFigures(comparison);
  return { ...svgFiles(figures), "report.html": comparisonReport(comparison, figures) };
}

export function csvFiles(tables: readonly ResultTable[]): Files {
  return Object.fromEntries(
    tables.filter(({ use }) => use !== "page").map((table) => [`${table.name}.csv`, { [Symbol.iterator]: () => csvPieces(table) }]),
  );
}

function svgFiles(figures: readonly { readonly name: string; readonly svg: string }[]): Files {
  return Object.fromEntries(figures.map(({ name, svg }) => [`${name}.svg`, svg]));
}
