/** What happened in a study of kind `elastic-rod`, in words. */
import type { ElasticRodResult } from "./result.js";

export function elasticRodSentence({ title }: ElasticRodResult): string {
  return title;
}
