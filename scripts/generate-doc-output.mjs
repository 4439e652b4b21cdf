// Runs the code and the commands shown in the README and the docs and writes what they print below them. With --check it only says whether
// the pages are current; it also looks for links that lead nowhere. With --commands programs are left alone: check-packages.mjs runs them
// all, too. Names of pages after it: only those. The packages must be built.
//
// A ```ts or ```js block followed by a ```text block is a program and its output. In a ```console block the lines after "$ " are commands,
// the others their output. Blocks of a page run in one empty folder, in order. A ```json block must be JSON, or fields of it, and one that
// is a whole study must be in order. Other commands (```sh, indented, in sentences) are not run, but must be commands that there are, with
// options that they have (doc-commands.mjs). That programs compile is the matter of check-docs-code.mjs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { filesNamedIn, parseStudyText, studyJsonSchema } from "carom/study";
import ts from "typescript";
import { wrongCommands } from "./doc-commands.mjs";
import { filesIn } from "./source-files.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const pages = named.length > 0 ? named : filesIn(".", /\.md$/).filter((page) => !page.endsWith("THIRD-PARTY.md"));

// Inside the workspace, so that programs find the library as a user's would.
const scratch = join(root, ".scratch");
mkdirSync(scratch, { recursive: true });
const home = mkdtempSync(join(scratch, "docs-"));
const shims = join(home, "bin");
mkdirSync(shims);
writeFileSync(join(shims, "npx"), `#!/bin/sh\nshift\nexec node "${join(root, "packages/cli/bin/carom.js")}" "$@"\n`, { mode: 0o755 });
const env = { ...process.env, NO_COLOR: "1", PATH: `${shims}${delimiter}${process.env.PATH}` };
delete env.FORCE_COLOR;
// As in a pipe anywhere.
delete env.COLUMNS;

const check = process.argv.includes("--check");
const commandsOnly = process.argv.includes("--commands");
const complaints = [];
const helps = new Map();
const studyFields = new Set(fieldsOf(studyJsonSchema()));
try {
  for (const [i, page] of pages.entries()) {
    const text = readFileSync(join(root, page), "utf8");
    const folder = join(home, String(i));
    mkdirSync(folder);
    // As in the clone.
    symlinkSync(join(root, "examples"), join(folder, "examples"));
    const current = rendered(text, folder);
    complaints.push(...deadLinks(page, text), ...wrongJson(page, text), ...wrongCommands(page, text, helps));
    if (current === text) continue;
    if (check) complaints.push(`${page}: ${firstDifference(text, current)}`);
    else writeFileSync(join(root, page), current);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
if (complaints.length > 0) {
  console.error(`${complaints.join("\n")}\nrun npm run build, then node scripts/generate-doc-output.mjs`);
  process.exit(1);
}
console.log(`${pages.length} pages: what they show is what is printed, and their links lead somewhere`);

function rendered(text, folder) {
  return withSessions(commandsOnly ? text : withPrograms(text, folder), folder);
}

function withPrograms(text, folder) {
  let programs = 0;
  return text.replace(/^```(ts|js)\n([\s\S]*?)^```\n(\s*)```text\n[\s\S]*?^```$/gm, (_, language, code, between) => {
    const file = join(folder, `program${++programs}.mjs`);
    writeFileSync(file, ts.transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }));
    return `\`\`\`${language}\n${code}\`\`\`\n${between}\`\`\`text\n${printed("node", [file], folder, true)}\`\`\``;
  });
}

function withSessions(text, folder) {
  return text.replace(/^```console\n([\s\S]*?)^```$/gm, (_, session) => {
    const commands = session.split("\n").filter((line) => line.startsWith("$ "));
    return (
      `\`\`\`console\n${commands.map((line) => `${line}\n${printed("sh", ["-c", `exec 2>&1; ${line.slice(2)}`], folder)}`).join("")}` +
      `\`\`\``
    );
  });
}

/** Commands may fail, to show what they say then; programs may not. */
function printed(command, args, cwd, mustSucceed = false) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (mustSucceed && status !== 0) throw new Error(`a program shown in the docs fails:\n${stderr}`);
  return `${stdout}${stderr}`.replaceAll(`${cwd}/`, "").replace(/[ \t]+$/gm, "");
}

function firstDifference(shown, current) {
  const [a, b] = [shown.split("\n"), current.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  return `line ${at + 1} shows "${a[at]}", printed is "${b[at]}"`;
}

/** Blocks of JSON that are none, and studies that are not in order; files that they name are those of examples/. */
function wrongJson(page, text) {
  return [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => {
    try {
      const value = jsonOf(block);
      if (value.carom !== 1)
        return unknownFields(value).map((field) => `${page}: a block of JSON has the field ${field}, which no study has`);
      parseStudyText(block, new Map(filesNamedIn(block).flatMap(exampleFile)));
      return [];
    } catch (error) {
      return [`${page}: ${block.slice(0, 60).replaceAll("\n", " ")}...: ${error.message}`];
    }
  });
}

/** Fields of parts of studies that no study has. A name that the study gives (of a body, of a file) has an object as its value. */
function unknownFields(value) {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isKnown = Array.isArray(value) || studyFields.has(name) || (typeof inner === "object" && !Array.isArray(inner));
    return [...(isKnown ? [] : [name]), ...unknownFields(inner)];
  });
}

/** The names of all fields in a JSON Schema. */
function fieldsOf(schema) {
  if (typeof schema !== "object" || schema === null) return [];
  return [...Object.keys(schema.properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)];
}

function jsonOf(block) {
  try {
    return JSON.parse(block);
  } catch {
    return JSON.parse(`{${block}}`);
  }
}

/** A file beside the examples and its text; none where a page names one of the reader's own. */
function exampleFile(file) {
  const found = ["examples", "examples/recordings", "examples/meshes"].map((folder) => join(root, folder, file)).find(existsSync);
  return found === undefined ? [] : [[file, readFileSync(found, "utf8")]];
}

/** Links and pictures to files of the repository, and to headings of its pages. */
function deadLinks(page, text) {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map((match) => match[1] ?? match[2])
    .filter((target) => !/^[a-z]+:/.test(target))
    .flatMap((target) => {
      const [path, heading] = target.split("#");
      const file = path === "" ? join(root, page) : join(root, dirname(page), path);
      if (!existsSync(file)) return [`${page}: there is no ${target}`];
      const found = heading === undefined || headings(readFileSync(file, "utf8")).includes(heading);
      return found ? [] : [`${page}: there is no heading ${target}`];
    });
}

function headings(text) {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
