/** The tables of a result as CSV files, one a table: numbers in full. */
import { csvText, kindNamed, type Study, type StudyResult } from "carom/study";

export interface CsvFile {
  /** Without `.csv`. */
  readonly name: string;
  readonly text: string;
}

export function csvFiles(study: Study, result: StudyResult): CsvFile[] {
  const tables = kindNamed(study.kind).tables(result, study);
  return tables.filter(({ use }) => use !== "page").map((table) => ({ name: table.name, text: csvText(table) }));
}
