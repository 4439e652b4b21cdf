/** What happened in a study of kind `rest-shape`, in words. */
import type { RestShapeResult } from "./result.js";

export function restShapeSentence({ title }: RestShapeResult): string {
  return title;
}
