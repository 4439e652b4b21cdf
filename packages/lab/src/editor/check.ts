/** Text to study, or what is wrong with it and where. */
import { checkStudy, InvalidInputError, parseStudyText, type Study } from "carom/study";
import { placeOf, type Range } from "./json-place.js";

export type Checked = { readonly study: Study } | { readonly message: string; readonly at: Range };

/** Longer texts are checked for their form only: what physics says of them is said by the view. */
const CHECKED_WHOLE = 100_000;

export function checkText(text: string): Checked {
  try {
    const study = parseStudyText(text);
    if (text.length <= CHECKED_WHOLE) checkStudy(study);
    return { study };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, at: placeIn(text, error, message) };
  }
}

/** Errors of the syntax name line and column, others the field. */
function placeIn(text: string, error: unknown, message: string): Range {
  const written = /line (\d+), column (\d+)/.exec(message);
  if (written !== null) {
    const lines = text.split("\n");
    const line = Math.min(lines.length, Number(written[1]));
    const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const from = Math.min(text.length, before + Number(written[2]) - 1);
    return { from, to: Math.min(text.length, from + 1) };
  }
  return placeOf(text, error instanceof InvalidInputError ? error.path : "");
}
