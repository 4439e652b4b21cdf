// Lines of documents have at most 140 characters: prose is wrapped. Tables, headings, code, pictures and links that cannot be broken may
// be longer. With --write lines that are longer are broken, and what is left of them goes to the next line of their paragraph.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn, isProgram, root } from "./source-files.mjs";

const WIDTH = 140;
/** Not prose: tables, headings, indented code, HTML, pictures, definitions of links. */
const OTHER = /^(\s*\||#| {4}|<|\[!\[|!\[|\s*\[[^\]]+\]: |\s*(?:```|~~~))/;
/** A line of a paragraph may not begin like a list, a quote, a heading or a table. */
const BEGINS = /^([-+*>#|=]|\d+[.)]$)/;
const BEGINS_ANEW = /^([-*+] |\d+\. |#|\||>|<|```|!\[|\[!\[|---|===)/;

/** A document with its prose wrapped. */
export function wrapped(text) {
  const lines = text.split("\n");
  let inCode = false;
  for (let i = 0; i < lines.length; i++) {
    if (/^\s*(```|~~~)/.test(lines[i])) inCode = !inCode;
    if (inCode || OTHER.test(lines[i]) || lines[i].length <= WIDTH || lines[i].endsWith("  ")) continue;
    const [, indent, mark, body] = /^(\s*)((?:[-*] |\d+\. |> )?)(.*)$/.exec(lines[i]);
    const hang = mark === "> " ? `${indent}> ` : indent + " ".repeat(mark.length);
    const [head, rest] = broken(body, WIDTH - hang.length);
    if (rest === "") continue;
    lines[i] = indent + mark + head;
    const next = lines[i + 1];
    const goesOn = next?.startsWith(hang) && /^\S/.test(next.slice(hang.length)) && !BEGINS_ANEW.test(next.slice(hang.length));
    lines.splice(i + 1, goesOn ? 1 : 0, goesOn ? `${hang}${rest} ${next.slice(hang.length)}` : hang + rest);
  }
  return lines.join("\n");
}

/** What fits, and what is left. Code and formulas are not broken. */
function broken(body, width) {
  const words = body.match(/(?:`[^`]*`|\$[^$]*\$|\S)+/g) ?? [];
  const lengthOf = (count) => words.slice(0, count).join(" ").length;
  let count = words.length;
  while (count > 1 && (lengthOf(count) > width || BEGINS.test(words[count] ?? ""))) count--;
  return [words.slice(0, count).join(" "), words.slice(count).join(" ")];
}

if (isProgram(import.meta.url)) {
  const pages = filesIn(".", /\.md$/).filter((page) => !page.endsWith("THIRD-PARTY.md"));
  const long = pages.filter((page) => {
    const text = readFileSync(join(root, page), "utf8");
    if (process.argv.includes("--write")) writeFileSync(join(root, page), wrapped(text));
    return wrapped(text) !== text;
  });
  if (long.length === 0 || process.argv.includes("--write")) console.log(`${pages.length} documents: lines of at most ${WIDTH} characters`);
  else {
    console.error(`${long.join("\n")}\nhave lines over ${WIDTH} characters; run node scripts/check-documents.mjs --write`);
    process.exitCode = 1;
  }
}
