// Builds the site of the documents (npm run docs), or serves it while pages are written (npm run docs:dev): VitePress with packages of its
// own in docs/, which nothing else needs. Before it TypeDoc writes the reference of every public name into docs/api.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.mjs";

const docs = join(root, "docs");
const out = join(docs, ".vitepress", "dist");

function run(command, args, cwd = docs) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** The parts of the library that can be imported, by name, with their sources. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(root, "packages/carom/package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([, { types }]) => join(root, "packages/carom", types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")));
}

function writeReference() {
  rmSync(join(docs, "api"), { recursive: true, force: true });
  const options = join(docs, ".vitepress", "cache", "typedoc.json");
  mkdirSync(join(docs, ".vitepress", "cache"), { recursive: true });
  const formats = ["parameters", "interfaceProperties", "typeAliasProperties", "propertyMembers"].map((of) => [`${of}Format`, "table"]);
  const settings = {
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: entryPoints(),
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

function renamePage(from, to) {
  const pages = readdirSync(join(docs, "api"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(docs, "api", file));
  const text = readFileSync(join(docs, "api", `${from}.md`), "utf8");
  writeFileSync(join(docs, "api", `${to}.md`), text);
  rmSync(join(docs, "api", `${from}.md`));
  for (const page of pages.filter((file) => existsSync(file))) {
    const linked = readFileSync(page, "utf8");
    if (linked.includes(`${from}.md`)) writeFileSync(page, linked.replaceAll(`${from}.md`, `${to}.md`));
  }
}

const isServed = process.argv.includes("--dev");
if (!existsSync(join(docs, "node_modules/vitepress"))) run("npm", ["ci", "--no-audit", "--no-fund"]);
if (!isServed || !existsSync(join(docs, "api"))) writeReference();
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
