// Writes the tables of docs/validation.md from the figures that the examples are held to. With --check it only says whether they are
// current.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { filesIn, root } from "./source-files.mjs";

const page = join(root, "docs/validation.md");
const BEGIN = "<!-- written by scripts/generate-validation.mjs from the examples, do not edit -->";
const END = "<!-- end of what is written -->";

const VERDICTS = ["reproduced", "reproduced with the source's own rule", "not reproduced"];

/** Examples with their figures: printed by a source, or held by a second method of ours. */
const examples = filesIn("examples", /\.json$/)
  .filter((file) => file.split("/").length === 2)
  .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(join(root, file), "utf8")) }))
  .filter(({ published = [] }) => published.length > 0)
  .map(({ name, title, published }) => ({
    name,
    title,
    printed: published.filter(({ computed }) => computed !== true),
    held: published.filter(({ computed }) => computed === true),
  }));

const text = readFileSync(page, "utf8");
const current = text.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => `${BEGIN}\n\n${written()}\n${END}`);
if (!text.includes(BEGIN)) throw new Error("docs/validation.md has no place for the tables");
if (process.argv.includes("--check")) {
  if (current !== text) {
    console.error("docs/validation.md is not current: run node scripts/generate-validation.mjs");
    process.exit(1);
  }
} else writeFileSync(page, current);
console.log(`${examples.length} examples with figures in docs/validation.md`);

function written() {
  const count = (rows, verdict) => rows.filter((row) => row.verdict === verdict).length;
  const all = examples.flatMap(({ printed }) => printed);
  const held = examples.reduce((sum, { held }) => sum + held.length, 0);
  const summary = [
    `${all.length} figures that a source prints: ${count(all, VERDICTS[0])} reproduced, ${count(all, VERDICTS[1])} only with`,
    `the source's own rule, ${count(all, VERDICTS[2])} not reproduced. ${held} figures of ours that a second method holds.`,
  ].join("\n");
  const overview = table(
    ["example", "printed: reproduced", "by its own rule", "not reproduced", "by a second method"],
    examples.map(({ name, printed, held }) => [link(name), ...VERDICTS.map((verdict) => count(printed, verdict)), held.length]),
  );
  const rows = examples.filter(({ printed }) => printed.length > 0).map(figuresOf);
  const methods = table(
    ["example", "held by"],
    examples
      .filter(({ held }) => held.length > 0)
      .map(({ name, held }) => [link(name), [...new Set(held.map(({ source }) => source))].join("; ")]),
  );
  return `${summary}\n\n${overview}\n## Figures that a source prints\n\n${rows.join("\n")}\n## Second methods\n\n${methods}`;
}

function figuresOf({ name, title, printed }) {
  const rows = printed.map(({ what, value, tolerance, verdict, source, note }) => [
    `\`${what}\``,
    JSON.stringify(value),
    tolerance ?? "",
    verdict,
    note === undefined ? source : `${source}: ${note}`,
  ]);
  return `### ${name}\n\n${title}. [Study](../examples/${name}.json).\n\n${table(["what", "printed", "within", "verdict", "where"], rows)}`;
}

function link(name) {
  return `[\`${name}\`](../examples/${name}.json)`;
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return `${line(heads)}\n|${heads.map(() => "---").join("|")}|\n${rows.map(line).join("\n")}\n`;
}
