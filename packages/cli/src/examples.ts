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
