/** What happened in a study of kind `simulation`, in words. */
import type { SimulationResult } from "./result.js";

export function simulationSentence({ title }: SimulationResult): string {
  return title;
}
