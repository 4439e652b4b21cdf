/** The address of a study: packed into it, or, where it is too large for one, kept here by a name as long as the page is open. */
import type { Study } from "carom/study";
import { LONGEST_LINK, packStudy } from "../shell/study-link.js";

/** Studies of files too large for an address, by the name of the file. */
const files = new Map<string, Study>();

/** A study of such a file, as long as the page is open. */
export function keptFile(name: string): Study | undefined {
  return files.get(name);
}

/** The query that leads to a study. */
export async function queryFor(study: Study, name: string): Promise<Record<string, string>> {
  const packed = await packStudy(study);
  if (packed.length <= LONGEST_LINK) return { s: packed };
  files.set(name, study);
  return { file: name };
}
