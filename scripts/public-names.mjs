// The public names of the library, by the part that exports them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./source-files.mjs";

const LIBRARY = join(root, "packages/carom");

/** The parts that can be imported, with their sources. */
export function publicEntries() {
  const { exports } = JSON.parse(readFileSync(join(LIBRARY, "package.json"), "utf8"));
  return Object.entries(exports).map(([name, { types }]) => ({
    name: name.replace(/^\./, "carom"),
    file: join(LIBRARY, types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")),
  }));
}

/** What each part exports, as symbols, and what knows more about them. */
export function publicSymbols() {
  const entries = publicEntries();
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const parts = entries.map(({ name, file }) => ({
    name,
    symbols: checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))),
  }));
  return { checker, parts };
}
