// The source files of the repository and what they import, for the checks and the picture of the imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The workspaces, by folder: nobody imports a file of another one by its path. */
export const WORKSPACES = ["packages/carom", "packages/figures", "packages/cli", "packages/lab", "bench"];

/** What TypeDoc writes for the site. */
const REFERENCE = "docs/api";

/** Whether a module was started as a program, and not imported by one. */
export const isProgram = (url) => process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href;

/** Files under a folder of the repository whose names end so, by their path from its root. Nothing built, nothing installed. */
export function filesIn(folder, ending) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return /^(node_modules|dist|bundle|\..*)$/.test(entry.name) || path === REFERENCE ? [] : filesIn(path, ending);
      return ending.test(entry.name) ? [path] : [];
    })
    .sort();
}

export const isTest = (path) => /\.test\.|\.testing\.|\/testing\/|\/browser\/|\/frame-times\//.test(path);

/** A file as its path, its text and its syntax tree. */
export function sourceFile(path) {
  return sourceText(path, readFileSync(join(root, path), "utf8"));
}

/** The same of a text that is no file. */
export function sourceText(path, text) {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true) };
}

/** What a file imports and exports again: the name, and whether it is there for types alone, or read later (import()). */
export function importsOf({ tree }) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node))
      found.push({ target: node.moduleSpecifier.text, types: node.importClause?.isTypeOnly ?? false, later: false });
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      found.push({ target: node.moduleSpecifier.text, types: node.isTypeOnly, later: false });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && ts.isStringLiteral(node.arguments[0]))
      found.push({ target: node.arguments[0].text, types: false, later: true });
    else if (ts.isImportTypeNode(node)) found.push({ target: node.argument.literal.text, types: true, later: false });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The file of the repository that a relative import means, by its path from the root; a name.js stands for name.ts or name.tsx. */
export function resolved(path, target) {
  const meant = relative(root, resolve(root, dirname(path), target.replace(/\?.*$/, ""))).replaceAll("\\", "/");
  const written = [meant.replace(/\.js$/, ".ts"), meant.replace(/\.js$/, ".tsx")].find((file) => existsSync(join(root, file)));
  return written ?? meant;
}

/**
 * Groups of nodes that reach each other, each larger than one: the cycles of a graph given as a map from node to a set of nodes (Tarjan).
 */
export function cycles(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const groups = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) groups.push(group.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}
