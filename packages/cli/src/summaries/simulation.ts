/** A simulation on a terminal: it runs stretch by stretch, so that what was computed is on disk, and is compared with penalty contact. */
import type { TerminalKind } from "./kinds.js";

/** Long, or said in words already. */
const REPORT_ONLY = new Set(["bounces", "changes"]);

export const simulation: TerminalKind<"simulation"> = {
  shows: (name) => !REPORT_ONLY.has(name),
  run: async (...run) => (await import("../commands/run-simulation.js")).runSimulationStudy(...run),
  compare: async (...comparison) => (await import("../commands/compare-penalty.js")).comparePenalty(...comparison),
};
