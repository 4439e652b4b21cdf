// For each public name something that runs and uses it: the programs of the pages, where there are some; else the shortest test that
// imports it; else the shortest other file of the repository that does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesInPrograms } from "./check-docs-code.mjs";
import { filesIn, isTest, root } from "./source-files.mjs";

/** A sentence with links for each name; `linkToPage` and `linkToFile` make the links. */
export function examplesOf(linkToPage, linkToFile) {
  const programs = namesInPrograms();
  const files = filesByName();
  return (name) => {
    const pages = [...new Set((programs.get(name) ?? []).map(({ page }) => page))].filter((page) => page.startsWith("docs/"));
    if (pages.length > 0) return `In programs of ${pages.map(linkToPage).join(", ")}.`;
    const file = files.get(name);
    if (file === undefined) return undefined;
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
