// Compiles every ```ts and ```js block of the documents as a program of its own, strictly and with the declarations of the packages looked
// at too, and runs those that are followed by a ```text block, which must be what they print.
//
// check-packages.mjs calls this in an empty project with the packed packages installed. By itself it uses the packages of the repository as
// they are built.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { filesIn, isProgram, root } from "./source-files.mjs";

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  allowJs: true,
  checkJs: true,
  types: [],
};

/** The pages a reader meets: those at the root, of the packages, and of docs/. */
export function pagesWithCode() {
  const fronts = ["README.md", "CONTRIBUTING.md", ...filesIn("packages", /^README\.md$/)];
  return [...fronts, ...filesIn("docs", /\.md$/)];
}

/** The programs of a page: their text, where they stand, and what they are said to print. */
export function programsOf(page) {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(ts|js)\n([\s\S]*?)^```\n(?:\s*```text\n([\s\S]*?)^```$)?/gm)].map(([, language, code, shown], i) => ({
    line: text.slice(0, text.indexOf(code)).split("\n").length,
    page,
    file: `${page.replace(/\.md$/, "").replaceAll("/", "-")}-${i + 1}.${language === "ts" ? "mts" : "mjs"}`,
    code,
    shown,
  }));
}

/** Names of the library that programs of the pages import, each with the programs. */
export function namesInPrograms() {
  const shown = new Map();
  for (const program of pagesWithCode().flatMap(programsOf))
    for (const [, list] of program.code.matchAll(/^import \{([^}]*)\} from "carom(?:\/[^"]*)?"/gm))
      for (const name of list.split(",").map((part) =>
        part
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*$/, ""),
      ))
        if (name !== "") shown.set(name, [...(shown.get(name) ?? []), program]);
  return shown;
}

/** What is wrong with the programs of all pages, compiled and run in a folder of a project that has the packages installed. */
export function complaintsAbout(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const programs = pagesWithCode().flatMap(programsOf);
  for (const { file, code } of programs) writeFileSync(join(folder, file), code);
  const compiled = ts.createProgram(
    programs.map(({ file }) => join(folder, file)),
    { ...OPTIONS, outDir: join(folder, "out") },
  );
  const wrong = ts.getPreEmitDiagnostics(compiled).map((found) => said(found, programs));
  compiled.emit();
  const shown = programs.filter(({ shown }) => shown !== undefined);
  const unlike = shown.flatMap(({ file, page, line, shown }) => {
    const { stdout, stderr, status } = spawnSync("node", [join(folder, "out", file.replace(/\.mts$/, ".mjs"))], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) return [`${page}:${line}: the program fails:\n${stderr}`];
    return stdout.replace(/[ \t]+$/gm, "") === shown ? [] : [`${page}:${line}: the program prints\n${stdout}`];
  });
  return { count: programs.length, run: shown.length, complaints: [...wrong, ...unlike] };
}

function said({ file, start, messageText }, programs) {
  const message = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (file === undefined) return message;
  const line = file.getLineAndCharacterOfPosition(start).line;
  const program = programs.find((each) => each.file === basename(file.fileName));
  return program === undefined ? `${file.fileName}:${line + 1}: ${message}` : `${program.page}:${program.line + line}: ${message}`;
}

if (isProgram(import.meta.url)) {
  const folder = join(root, ".scratch", "programs");
  const { count, run, complaints } = complaintsAbout(folder);
  rmSync(folder, { recursive: true, force: true });
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exit(1);
  console.log(`${count} programs of the documents compile; ${run} print what is shown`);
}
