/** A result in the library's words. */
import { kindNamed, type ResultTable, type StudyResult } from "carom/study";
import { readable } from "../ui/readable.js";

export interface Words {
  /** What happened. */
  readonly sentence: string;
  /** For those who read on. */
  readonly details: readonly string[];
  readonly warnings: readonly string[];
}

export function wordsOf(result: StudyResult): Words {
  const { sentence, details, warnings } = kindNamed(result.kind);
  return { sentence: readable(sentence(result)), details: (details?.(result) ?? []).map(readable), warnings: warnings?.(result) ?? [] };
}

export function tableOf(result: StudyResult, name: string): ResultTable | undefined {
  return kindNamed(result.kind)
    .tables(result)
    .find((table) => table.name === name);
}
