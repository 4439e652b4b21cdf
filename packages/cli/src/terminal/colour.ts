/** Colours for people at a terminal; plain text in files, pipes and build logs (picocolors alone would colour those where CI is set). */
import picocolors from "picocolors";

const { FORCE_COLOR = "", NO_COLOR = "" } = process.env;
const forced = FORCE_COLOR !== "" && FORCE_COLOR !== "0";

export const pc = picocolors.createColors(NO_COLOR === "" && (forced || process.stdout.isTTY === true));
