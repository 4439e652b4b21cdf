// Writes THIRD-PARTY.md of the lab and of the command: the licences of what their bundles contain. With --check it only says whether the
// files are current.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Of each bundle: what it imports. Dependencies are followed. */
const LAB = [
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
const COMMAND = ["zod", "commander", "picocolors", "hyparquet-writer", "@mcap/core", "@foxglove/schemas"];
/** Dependencies of these that the bundles do not contain. */
const NOT_SHIPPED = new Set(["@foxglove/rosmsg-msgs-common"]);
/** Packages without a file of their licence, and one of the same owner and licence that has it. */
const LICENCE_IN = { "@foxglove/schemas": "@foxglove/crc" };
/** Unlicense: into the public domain. */
const ALLOWED = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Unlicense|0BSD)$/;

function packageOf(name, bundle) {
  const folder = [join(root, "packages", bundle, "node_modules", name), join(root, "node_modules", name)].find(existsSync);
  const { version, license, dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const holder = LICENCE_IN[name] === undefined ? folder : join(root, "node_modules", LICENCE_IN[name]);
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((one) => join(holder, one)).find(existsSync);
  if (file === undefined || !ALLOWED.test(license)) throw new Error(`${name}: licence ${license} cannot be shipped without a look`);
  return { name, version, license, text: readFileSync(file, "utf8").trim(), dependencies: Object.keys(dependencies) };
}

function pageOf(title, bundle, imported) {
  const found = new Map();
  const waiting = [...imported];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (found.has(name)) continue;
    const one = packageOf(name, bundle);
    found.set(name, one);
    waiting.push(...one.dependencies.filter((dependency) => !NOT_SHIPPED.has(dependency)));
  }
  const sections = [...found.values()]
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, "    ")}`);
  return `<!-- Written by scripts/generate-third-party.mjs. Do not edit. -->\n\n# ${title}\n\n${sections.join("\n\n")}\n`;
}

const pages = [
  ["packages/lab/THIRD-PARTY.md", pageOf("What the lab's bundle contains besides Carom", "lab", LAB)],
  ["packages/cli/THIRD-PARTY.md", pageOf("What the command's bundle contains besides Carom", "cli", COMMAND)],
];
for (const [file, page] of pages) {
  const target = join(root, file);
  if (!process.argv.includes("--check")) writeFileSync(target, page);
  else if (existsSync(target) && readFileSync(target, "utf8") === page) console.log(`${file} is current`);
  else {
    console.error(`${file} is not current: run node scripts/generate-third-party.mjs`);
    process.exitCode = 1;
  }
}
