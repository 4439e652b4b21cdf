/** A sweep on a terminal: what was measured and how often; the report shows the rest. */
import type { TerminalKind } from "./kinds.js";

/** Long, or said in words already. */
const REPORT_ONLY = new Set(["quantiles", "changes", "correlations"]);

export const sweep: TerminalKind<"sweep"> = { shows: (name) => !REPORT_ONLY.has(name) };
