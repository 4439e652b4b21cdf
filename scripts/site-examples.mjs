// For each public name something that runs and uses it: the programs of the pages, where there are some; else the shortest test that
// imports it; else the shortest other file of the repository that does; else the entries of the reference that speak of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesInPrograms } from "./check-docs-code.mjs";
import { filesIn, isTest, root } from "./source-files.mjs";

const MOST_ENTRIES = 3;

/** A heading of the reference, by the name that it is of. */
export const ENTRY = /^### ([\w\\]+)(\\?\(.*|\\?<.*)?$/gm;

/** A sentence with links for each name; `linkToPage` and `linkToFile` make the links, `entries` are pages of the reference by address. */
export function examplesOf(linkToPage, linkToFile, entries) {
  const programs = namesInPrograms();
  const files = filesByName();
  const mentions = mentionsIn(entries);
  return (name) => {
    const pages = [...new Set((programs.get(name) ?? []).map(({ page }) => page))].filter((page) => page.startsWith("docs/"));
    if (pages.length > 0) return `In programs of ${pages.map(linkToPage).join(", ")}.`;
    const file = files.get(name);
    if (file === undefined) return mentions.has(name) ? `Part of ${mentions.get(name).slice(0, MOST_ENTRIES).join(", ")}.` : undefined;
    return isTest(file) ? `In use in the test ${linkToFile(file)}.` : `In use in ${linkToFile(file)}.`;
  };
}

/** The file that shows a name best. */
function filesByName() {
  const files = ["packages", "bench"]
    .flatMap((folder) => filesIn(folder, /(?<!\.d)\.tsx?$/))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .sort((a, b) => Number(isTest(b.path)) - Number(isTest(a.path)) || a.text.length - b.text.length);
  const found = new Map();
  for (const { path, text } of files)
    for (const [, list] of text.matchAll(/^import (?:type )?\{([^}]*)\} from/gm))
      for (const part of list.split(",")) {
        const name = part
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*$/, "");
        if (name !== "" && !found.has(name)) found.set(name, path);
      }
  return found;
}

/** The entries that link to a name, as links. */
function mentionsIn(entries) {
  const mentions = new Map();
  for (const [address, text] of entries) {
    const [, ...parts] = text.split(/^(?=### )/m);
    for (const part of parts) {
      const name = nameOf(new RegExp(ENTRY.source, "m").exec(part)?.[1] ?? "");
      for (const [, linked] of part.matchAll(/\[`(\w+)`\]\([^)]*#/g))
        if (name !== "" && linked !== name) {
          const link = `[${name}](${address}#${name.toLowerCase()})`;
          const links = mentions.get(linked) ?? [];
          if (!links.some((each) => each.startsWith(`[${name}]`))) mentions.set(linked, [...links, link]);
        }
    }
  }
  return mentions;
}

/** Underscores of headings are escaped. */
export function nameOf(heading) {
  return heading.replaceAll("\\", "");
}
