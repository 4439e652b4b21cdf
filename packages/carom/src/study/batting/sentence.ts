/** What happened in a study of kind `batting`, in words. */
import type { BattingResult } from "./result.js";

export function battingSentence({ title }: BattingResult): string {
  return title;
}
