/** The example studies that come with carom: in the repository's examples/ folder, or in the package's own copy of it. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** A clone has the sources beside this; there the package's copy exists only while it is packed. */
const FOLDER = here(existsSync(here("../src")) ? "../../../examples" : "../examples");

export interface Example {
  readonly name: string;
  readonly file: string;
}

export function examples(): Example[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: basename(file, ".json"), file: join(FOLDER, file) }));
}

const MOST_LIKELY = 5;

/** For an error: which of these names share words with one that is none of them. */
export function likelyNames(given: string, names: readonly string[]): string {
  const words = given.toLowerCase().split(/[^a-z0-9]+/);
  const shared = (name: string) => name.split("-").filter((word) => words.includes(word)).length;
  const likely = names.filter((name) => shared(name) > 0).sort((first, second) => shared(second) - shared(first));
  return likely.length === 0 ? "" : `; did you mean ${likely.slice(0, MOST_LIKELY).join(" or ")}?`;
}
