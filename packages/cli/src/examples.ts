/** The example studies that come with carom: in the repository's examples/ folder, or in the package's own copy of it. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** From dist/: the packed copy, then the repository's folder. */
const FOLDERS = ["../examples", "../../../examples"].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

export interface Example {
  readonly name: string;
  readonly file: string;
}

export function examples(): Example[] {
  const folder = FOLDERS.find((candidate) => existsSync(candidate));
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: basename(file, ".json"), file: join(folder, file) }));
}
