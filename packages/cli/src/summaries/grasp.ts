/** A grasp on a terminal; where it searched, the study of the best place. */
import type { TerminalKind } from "./kinds.js";

export const grasp: TerminalKind<"grasp"> = {
  shows: (table) => table !== "places",
  files: ({ search }) => (search?.study === undefined ? {} : { "best.json": `${JSON.stringify(search.study, null, 2)}\n` }),
};
