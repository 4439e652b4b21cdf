/** A pickup on a terminal, and the skin that goes with the body. */
import { softVtkFiles } from "carom/export";
import type { TerminalKind } from "./kinds.js";
import { skinFiles } from "./skin.js";

export const pickup: TerminalKind<"pickup"> = {
  files: ({ skin }) => {
    if (skin === undefined) return {};
    const { triangles, ...states } = skin;
    return skinFiles(triangles, states);
  },
  shapes: softVtkFiles,
};
