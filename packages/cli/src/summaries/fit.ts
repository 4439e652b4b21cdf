/** A fit on a terminal: values and scores; the report shows the rest. */
import type { TerminalKind } from "./kinds.js";

/** Long, or said in words already. */
const REPORT_ONLY = new Set(["errors", "minima", "suspicions", "ratios"]);

export const fit: TerminalKind<"fit"> = {
  shows: (name) => !REPORT_ONLY.has(name),
  files: ({ fit: found }) =>
    found.data === "bounces" || found.study === undefined ? {} : { "fitted-study.json": `${JSON.stringify(found.study, null, 2)}\n` },
  hint: "; fitted-study.json is the base with the fitted values",
};
