/** The address of a study as it is now, to the clipboard. */
import type { Study } from "carom/study";
import { currentRoute, routeText } from "./route.js";
import { LONGEST_LINK, packStudy } from "./study-link.js";

/**
 * Says what was done, in one sentence.
 * @param place where in it one is; in place of what the address says of that
 */
export async function copyLink(study: Study, place: Readonly<Record<string, string>> = {}): Promise<string> {
  const { path, query } = currentRoute();
  const { s: _s, file: _file, event, ...other } = query as Partial<typeof query>;
  const rest: Record<string, string> = { ...other, ...(event === undefined || place.m !== undefined ? {} : { event }), ...place };
  const packed = rest.example === undefined ? await packStudy(study) : undefined;
  if (packed !== undefined && packed.length > LONGEST_LINK)
    return "This study is too large for a link: save it as a file and send that (Study, Save).";
  const hash = routeText({ path, query: packed === undefined ? rest : { s: packed, ...rest } });
  const address = `${window.location.href.split("#")[0]}${hash}`;
  try {
    await navigator.clipboard.writeText(address);
    return "The link is in the clipboard.";
  } catch {
    // Browsers may refuse; the address bar has it too.
    window.history.replaceState(null, "", hash);
    return "The link is in the address bar: copy it from there.";
  }
}
