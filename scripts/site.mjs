// Builds the site of the documents (npm run docs), or serves it while pages are written (npm run docs:dev): VitePress with packages of its
// own in docs/, which nothing else needs. Before it TypeDoc writes the reference of every public name into docs/api. On a fresh clone the
// packages of both are installed first.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(root, "docs");
const out = join(docs, ".vitepress", "dist");
const INTRODUCTION =
  "# Names of the library\n\nEvery public name, by the part that it is imported from. What most programs need comes from `carom` itself; " +
  "[the library by example](/recipes) shows it in use.";

function run(command, args, cwd = docs) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function writeReference() {
  rmSync(join(docs, "api"), { recursive: true, force: true });
  const options = join(docs, ".vitepress", "cache", "typedoc.json");
  mkdirSync(join(docs, ".vitepress", "cache"), { recursive: true });
  const formats = ["parameters", "interfaceProperties", "typeAliasProperties", "propertyMembers"].map((of) => [`${of}Format`, "table"]);
  const settings = {
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: publicEntries().map(({ file }) => file),
    tsconfig: join(root, "packages/carom/tsconfig.json"),
    out: join(docs, "api"),
    readme: "none",
    name: "Names of the library",
    disableSources: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    entryFileName: "index",
    outputFileStrategy: "modules",
    skipErrorChecking: true,
    logLevel: "Error",
    ...Object.fromEntries(formats),
  };
  writeFileSync(options, JSON.stringify(settings));
  run(process.execPath, [join(docs, "node_modules/typedoc/bin/typedoc"), "--options", options]);
  // What comes from carom itself is a page of that name.
  const [first] = readdirSync(join(docs, "api")).filter((file) => /^index-\d+\.md$/.test(file));
  if (first !== undefined) renamePage(first.replace(/\.md$/, ""), "carom");
}

/** Ends the build where a public name has no place in the reference. */
function checkReference() {
  const headings = new Set(
    pagesOfReference().flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
        text
          .replace(/\\/g, "")
          .replace(/<.*$|\(\)$|\?$/g, "")
          .replace(/^.*: /, "")
          .trim(),
      ),
    ),
  );
  const names = new Set(publicSymbols().parts.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
  const missing = [...names].filter((name) => !headings.has(name));
  if (missing.length > 0) {
    console.error(`docs/api has no heading for ${missing.length} public names: ${missing.slice(0, 20).join(", ")}`);
    process.exit(1);
  }
  console.log(`${names.size} public names, each in the reference`);
}

/** Below each name what uses it: the pages whose programs do, or a test. */
function addExamples() {
  const pages = pagesOfReference().map((path) => [path, readFileSync(path, "utf8")]);
  const entries = pages.map(([path, text]) => [`/${relative(docs, path).replace(/\.md$/, "")}`, text]);
  const exampleOf = examplesOf(linkTo, (file) => `[${basename(file)}](${REPOSITORY}${file})`, entries);
  for (const [path, text] of pages) {
    const withExamples = text.replace(ENTRY, (heading, name) => {
      const example = exampleOf(nameOf(name));
      return example === undefined ? heading : `${heading}\n\n${example}`;
    });
    writeFileSync(path, withExamples);
  }
}

function pagesOfReference() {
  return readdirSync(join(docs, "api"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(docs, "api", file));
}

/** Titles as one imports; TypeDoc counts some names twice, and their links lead to a second place that is not there. */
function mendPages() {
  for (const path of pagesOfReference()) {
    const file = relative(join(docs, "api"), path);
    const text = readFileSync(path, "utf8");
    const module = file.replace(/(\/index)?\.md$/, "").replace("/namespaces/", ", ");
    const count = (name) => text.match(new RegExp(`^#+ ${name}\\b`, "gim"))?.length;
    writeFileSync(
      path,
      text
        .replace(/^# .*$/m, file === "index.md" ? INTRODUCTION : introductionOf(module === "carom" ? module : `carom/${module}`))
        .replace(/\]\(#(\w+)-1\)/g, (link, name) => (count(name) === 1 ? `](#${name})` : link)),
    );
  }
}

/** What a page of names is, with the way to all of them. */
function introductionOf(name) {
  return `# ${name}\n\nWhat can be imported from \`${name.split(", ")[0]}\`: what it is, its unit and its default. [All parts](/api/).`;
}

function linkTo(page) {
  const title = /^# (.*)$/m.exec(readFileSync(join(root, page), "utf8"))?.[1] ?? page;
  return `[${title}](/${page.replace(/^docs\//, "").replace(/\.md$/, "")})`;
}

function renamePage(from, to) {
  const pages = pagesOfReference();
  const text = readFileSync(join(docs, "api", `${from}.md`), "utf8");
  writeFileSync(join(docs, "api", `${to}.md`), text);
  rmSync(join(docs, "api", `${from}.md`));
  for (const page of pages.filter((file) => existsSync(file))) {
    const linked = readFileSync(page, "utf8");
    if (linked.includes(`${from}.md`)) writeFileSync(page, linked.replaceAll(`${from}.md`, `${to}.md`));
  }
}

const isServed = process.argv.includes("--dev");
for (const [folder, needed] of [
  [root, "typescript"],
  [docs, "vitepress"],
])
  if (!existsSync(join(folder, "node_modules", needed))) run("npm", ["ci", "--no-audit", "--no-fund"], folder);
const { publicEntries, publicSymbols } = await import("./public-names.mjs");
const { ENTRY, examplesOf, nameOf } = await import("./site-examples.mjs");
const { REPOSITORY } = await import("./site-markdown.mjs");
if (!isServed || !existsSync(join(docs, "api"))) {
  writeReference();
  checkReference();
  mendPages();
  addExamples();
}
const vitepress = join(docs, "node_modules/vitepress/bin/vitepress.js");
if (isServed) run(process.execPath, [vitepress, "dev", docs]);
else {
  run(process.execPath, [vitepress, "build", docs]);
  cpSync(join(root, "examples"), join(out, "examples"), {
    recursive: true,
    filter: (file) => !/\/(cannon-es|meshes|urdf)(\/|$)/.test(file),
  });
  console.log(`The site is in ${out}: serve that folder, for example with npx vitepress preview in docs/.`);
}
