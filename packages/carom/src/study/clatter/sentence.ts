/** What happened in a study of kind `clatter`, in words. */
import type { ClatterResult } from "./result.js";

export function clatterSentence({ title }: ClatterResult): string {
  return title;
}
