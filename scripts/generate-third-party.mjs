// Writes packages/lab/THIRD-PARTY.md: the licences of what the lab's bundle contains. With --check it only says whether the file is current.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "packages/lab/THIRD-PARTY.md");

/** Starts from what the lab imports and follows dependencies. */
const IMPORTED = [
  "react",
  "react-dom",
  "zod",
  "three",
  "comlink",
  "katex",
  "@codemirror/autocomplete",
  "@codemirror/commands",
  "@codemirror/lang-json",
  "@codemirror/language",
  "@codemirror/lint",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/highlight",
  "@fontsource-variable/inter",
  "@dimforge/rapier3d-compat",
  "cannon-es",
];
/** Unlicense: into the public domain. */
const ALLOWED = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Unlicense)$/;

function packageOf(name) {
  const folder = join(root, "node_modules", name);
  const { version, license, dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "LICENSE.md", "license"].map((one) => join(folder, one)).find(existsSync);
  if (file === undefined || !ALLOWED.test(license)) throw new Error(`${name}: licence ${license} cannot be shipped without a look`);
  return { name, version, license, text: readFileSync(file, "utf8").trim(), dependencies: Object.keys(dependencies) };
}

const found = new Map();
const waiting = [...IMPORTED];
for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
  if (found.has(name)) continue;
  const one = packageOf(name);
  found.set(name, one);
  waiting.push(...one.dependencies);
}

const sections = [...found.values()]
  .sort((a, b) => a.name.localeCompare(b.name, "en"))
  .map(({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, "    ")}`);
const page = `<!-- Written by scripts/generate-third-party.mjs. Do not edit. -->\n\n# What the lab's bundle contains besides Carom\n\n${sections.join("\n\n")}\n`;

if (process.argv.includes("--check")) {
  if (!existsSync(target) || readFileSync(target, "utf8") !== page) {
    console.error("packages/lab/THIRD-PARTY.md is not current: run node scripts/generate-third-party.mjs");
    process.exit(1);
  }
  console.log("packages/lab/THIRD-PARTY.md is current");
} else {
  writeFileSync(target, page);
}
