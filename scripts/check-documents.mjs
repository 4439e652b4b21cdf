// Lines of documents have at most 140 characters: prose is wrapped. Tables, headings, code, pictures and links that cannot be broken may be
// longer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesIn, root } from "./source-files.mjs";

const WIDTH = 140;

/** The lines of prose of a page, with their numbers. */
export function proseOf(text) {
  let inCode = false;
  return text.split("\n").flatMap((line, i) => {
    if (/^\s*(```|~~~)/.test(line)) {
      inCode = !inCode;
      return [];
    }
    const isOther = inCode || /^(\s*\||#| {4}|<|\[!\[|!\[|\s*\[[^\]]+\]: )/.test(line);
    return isOther ? [] : [{ line, number: i + 1 }];
  });
}

function isTooLong({ line }) {
  // A line that is one long word, or a list item that is one, has nowhere to break.
  return (
    line.length > WIDTH &&
    line
      .trimStart()
      .slice(0, WIDTH)
      .replace(/^[-*] /, "")
      .includes(" ")
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const pages = filesIn(".", /\.md$/).filter((page) => !page.endsWith("THIRD-PARTY.md"));
  const complaints = pages.flatMap((page) =>
    proseOf(readFileSync(join(root, page), "utf8"))
      .filter(isTooLong)
      .map(({ line, number }) => `${page}:${number}: ${line.length} characters; at most ${WIDTH}`),
  );
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
  else console.log(`${pages.length} documents: lines of at most ${WIDTH} characters`);
}
