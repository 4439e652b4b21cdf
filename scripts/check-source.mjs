// Rules of the house that no general linter knows. Each is a function from the files to complaints:
//
// - parts and packages import only what they may, by public names; no relative path leads out of a package;
// - no files import each other in a ring, no folders beside each other do;
// - the library uses only what gives the same bits everywhere;
// - no module keeps a variable or memory to write to; lines of code have at most 140 characters;
// - the kinds of study are listed in their registry and nowhere else.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { cycles, filesIn, importsOf, isProgram, isTest, resolved, root, sourceFile, WORKSPACES } from "./source-files.mjs";

/** What each part of the library may import besides itself and what all share; study/ stands above all of them and may import any. */
const PARTS = new Map([
  ["math", []],
  ["mechanics", ["math"]],
  ["impact", ["math", "mechanics"]],
  ["geometry", ["math", "mechanics"]],
  ["simulation", ["math", "mechanics", "geometry", "impact"]],
  ["clatter", ["math", "mechanics", "impact"]],
  ["batting", ["math", "mechanics", "impact"]],
  ["force", ["math", "mechanics", "impact"]],
  ["elastic-rod", ["math"]],
  ["soft", ["math"]],
  ["sweep", ["math"]],
  ["fit", ["math", "mechanics", "geometry", "impact", "simulation", "sweep"]],
]);
/** Files of the library that every part may import. */
const SHARED = ["errors.ts", "did-you-mean.ts", "xml.ts"];
/** Packages each workspace may import; the library itself only zod, only in study/. */
const PACKAGES = {
  "packages/figures": ["carom"],
  "packages/cli": [
    "carom",
    "@carom/figures",
    "@carom/lab",
    "@carom/bench",
    "commander",
    "picocolors",
    "piscina",
    "hyparquet-writer",
    "@mcap/core",
    "@foxglove/schemas",
    "bullmq",
    "ioredis",
    "h5wasm",
  ],
  "packages/lab": [
    "carom",
    "@carom/figures",
    "react",
    "react-dom",
    "three",
    "comlink",
    "katex",
    "@codemirror/*",
    "@lezer/highlight",
    "@fontsource-variable/inter",
    "@dimforge/rapier3d-compat",
    "cannon-es",
  ],
  bench: ["carom", "@carom/figures", "@dimforge/rapier3d-compat", "jolt-physics", "cannon-es", "@mujoco/mujoco"],
};
const IN_TESTS = /^(vitest|fast-check|linkedom|cannon-es|@duckdb\/node-api|@mcap\/core)$/;
const LIBRARY = "packages/carom/src";
const KINDS = `${LIBRARY}/study/kinds.ts`;
/** Characters of a line of code. */
const WIDTH = 140;

/** Memory that modules keep all the same, and why. */
const KEPT_MEMORY = {
  "packages/carom/src/math/elementary/floating-point.ts number": "the bits of a number, read at once",
  "packages/carom/src/math/elementary/quarter-turns.ts remainder": "an answer of several numbers, read at once",
  "packages/carom/src/math/elementary/exponential.ts parts": "an answer of several numbers, read at once",
  "packages/carom/src/math/quadrature.ts rules": "constants that are computed once, frozen",
  "packages/carom/src/impact/slip/solve.ts sharedPath": "costs as much to make as an impact to solve",
};

const MEMORY = /^(?:(?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array|ArrayBuffer|DataView|Array|Map|Set|WeakMap|WeakSet)$/;
const WRITING = /^(?:set|add|delete|clear|fill|push|pop|shift|unshift|splice|sort|reverse|copyWithin)$/;

if (isProgram(import.meta.url)) main();

function main() {
  const files = [...WORKSPACES, "scripts"]
    .flatMap((folder) => filesIn(folder, /\.(tsx?|mjs)$/))
    .map(sourceFile)
    .map((file) => ({ ...file, imports: importsOf(file) }));
  const inSource = files.filter(({ path }) => /^(packages\/\w+|bench)\/src\//.test(path));
  // A page and a benchmark are there once, and may keep what is theirs.
  const reentrant = inSource.filter(({ path }) => !/^(packages\/lab|bench)\//.test(path));
  const inLibrary = files.filter(({ path }) => path.startsWith(LIBRARY));
  const kinds = namesInRegistry();
  const complaints = [
    ...inLibrary.flatMap(libraryImports),
    ...inSource.flatMap(packageImports),
    ...files.flatMap(waysOut),
    ...rings(files),
    ...foldersInRings(inSource),
    ...inLibrary.flatMap(sameBits),
    ...inSource.flatMap(variablesKept),
    ...reentrant.flatMap(memoryKept),
    ...memoryGone(reentrant),
    ...files.flatMap(longLines),
    ...files.filter(({ path }) => path !== KINDS && !isTest(path)).flatMap((file) => listedKinds(file, kinds)),
  ];
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exit(1);
  console.log("imports, elementary functions, lines and kinds: in order");
}

function libraryImports({ path, imports }) {
  if (isTest(path)) return [];
  const partOf = (file) => file.slice(LIBRARY.length + 1).split("/")[0];
  const part = partOf(path);
  return imports.flatMap(({ target }) => {
    if (!target.startsWith(".")) return target === "zod" && part === "study" ? [] : [`${path}: the library must not import ${target}`];
    const other = partOf(resolved(path, target));
    const free = !PARTS.has(part) || other === part || SHARED.includes(other) || PARTS.get(part).includes(other);
    return free ? [] : [`${path}: ${part} must not import ${other} (${target})`];
  });
}

function packageImports({ path, imports }) {
  const folder = WORKSPACES.find((workspace) => path.startsWith(`${workspace}/`));
  const allowed = PACKAGES[folder];
  if (allowed === undefined) return [];
  const exported = publicNames();
  return imports.flatMap(({ target }) => {
    // virtual: is made by the lab's own build.
    if (/^(\.|virtual:)/.test(target)) return [];
    if (target.startsWith("node:"))
      return /figures|lab/.test(folder) && !isTest(path) ? [`${path}: ${folder} runs in the browser and must not import ${target}`] : [];
    const base = target
      .split("/")
      .slice(0, target.startsWith("@") ? 2 : 1)
      .join("/");
    if (isTest(path) && IN_TESTS.test(base)) return [];
    if (!allowed.includes(base) && !allowed.includes(base.replace(/\/.*/, "/*"))) return [`${path}: ${folder} must not import ${target}`];
    if (base === "carom" && !exported.includes(target)) return [`${path}: ${target} is not a public export of carom`];
    // What is only for tests is not promised to stay.
    if (target === "carom/testing" && folder !== "bench" && !isTest(path)) return [`${path}: ${target} is for tests and benchmarks`];
    return [];
  });
}

function publicNames() {
  return Object.keys(JSON.parse(readFileSync(join(root, "packages/carom/package.json"), "utf8")).exports).map((key) =>
    key.replace(/^\./, "carom"),
  );
}

/** Relative paths that leave a package, or lead a script into one. The study files of examples/ are everybody's. */
function waysOut({ path, imports }) {
  const home = [...WORKSPACES, "scripts"].find((folder) => path.startsWith(`${folder}/`));
  return imports
    .filter(({ target }) => target.startsWith("."))
    .map(({ target }) => resolved(path, target))
    .filter((file) => !file.startsWith(`${home}/`) && !file.startsWith("examples/") && !(isTest(path) && file.startsWith("scripts/")))
    .map((file) => `${path}: imports ${file} by its path; ${home} uses the public names of other packages`);
}

/** Files that need each other before either can run. Imports of types leave no trace, and import() comes later. */
function rings(files) {
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ target, types, later }) => target.startsWith(".") && !types && !later).map(({ target }) => resolved(path, target)),
    ]),
  );
  return cycles(graph).map((group) => `${group.join(", ")}: import each other in a ring`);
}

/**
 * Folders with the same parent whose files need each other in a ring. A folder and the files of its parent are one room
 * (impact/frictional.ts uses impact/slip/, which uses impact/outcome.ts), and so is the lab, whose shell opens the views that stand in it;
 * rings of files are found above all the same.
 */
function foldersInRings(inSource) {
  const graphs = new Map();
  for (const { path, imports } of inSource.filter((file) => !isTest(file.path) && !file.path.startsWith("packages/lab/")))
    for (const { target, types, later } of imports) {
      if (!target.startsWith(".") || types || later) continue;
      const [from, to] = [dirname(path).split("/"), dirname(resolved(path, target)).split("/")];
      const shared = from.findIndex((name, i) => name !== to[i]);
      if (shared < 0 || shared >= to.length) continue;
      const parent = from.slice(0, shared).join("/");
      if (!graphs.has(parent)) graphs.set(parent, new Map());
      const graph = graphs.get(parent);
      for (const name of [from[shared], to[shared]]) if (!graph.has(name)) graph.set(name, new Set());
      graph.get(from[shared]).add(to[shared]);
    }
  return [...graphs].flatMap(([parent, graph]) =>
    cycles(graph).map((group) => {
      const edges = group.map((from) => `${from} -> ${group.filter((to) => graph.get(from).has(to)).join(", ")}`);
      return `${parent}: folders import each other in a ring (${edges.join("; ")})`;
    }),
  );
}

function sameBits({ path, text, imports }) {
  // What carom/testing draws is the same everywhere too; only what needs a test runner is free.
  if (/\.test\.|\.testing\./.test(path) || imports.some(({ target }) => IN_TESTS.test(target))) return [];
  // Correctly rounded or exact by IEEE 754 and ECMAScript, hence the same everywhere.
  const safe = /^(abs|sqrt|min|max|sign|floor|ceil|round|trunc|imul|fround|clz32|PI|E|LN2|LN10|LOG2E|LOG10E|SQRT2|SQRT1_2)$/;
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:])\/\/.*$/gm, "$1");
  const found = [...code.matchAll(/\bMath\.(\w+)/g)]
    .filter(([, member]) => !safe.test(member))
    .map(([, member]) => `${path}: Math.${member} differs between engines; use math/elementary.ts`);
  if (/\*\*/.test(code)) found.push(`${path}: ** differs between engines; multiply, or use pow of math/elementary.ts`);
  if (/\b(document|window|process|globalThis|Date|performance|crypto)\b\s*[.(]/.test(code))
    found.push(`${path}: the library uses no browser, Node or clock`);
  return found;
}

/** Variables of a module: two callers would share them. State is made by a function and passed. */
function variablesKept({ path, tree }) {
  if (isTest(path)) return [];
  return tree.statements
    .filter((statement) => ts.isVariableStatement(statement) && !(statement.declarationList.flags & ts.NodeFlags.Const))
    .map((statement) => `${path}:${lineOf(tree, statement)}: a variable of the module; make it where it is used and pass it`);
}

/**
 * Memory of a module that is written to: typed arrays, maps, lists and what `create...` makes. Tables that are only read are named in
 * capitals and are constants.
 */
export function memoryKept(file) {
  return memoryOf(file)
    .filter(({ key }) => KEPT_MEMORY[key] === undefined)
    .map(({ key, line }) => `${key.replace(" ", `:${line}: `)} is memory of the module; make it and pass it`);
}

/** What is allowed and no longer there. */
function memoryGone(files) {
  const found = new Set(files.flatMap(memoryOf).map(({ key }) => key));
  return Object.keys(KEPT_MEMORY)
    .filter((key) => !found.has(key))
    .map((key) => `scripts/check-source.mjs: ${key} is no memory of its module any more; take it from the list`);
}

function memoryOf({ path, tree }) {
  if (isTest(path)) return [];
  const written = namesWrittenTo(tree);
  return tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ name, initializer }) => {
      if (initializer === undefined || !ts.isIdentifier(name)) return false;
      const isMemory = ts.isNewExpression(initializer) && MEMORY.test(initializer.expression.getText(tree));
      const isMade = ts.isCallExpression(initializer) && /^create[A-Z]/.test(initializer.expression.getText(tree));
      const isList = ts.isArrayLiteralExpression(initializer) || ts.isObjectLiteralExpression(initializer);
      const isTable = /^[A-Z][A-Z0-9_]*$/.test(name.text);
      return written.has(name.text) ? isMemory || isMade || isList : isMade && !isTable;
    })
    .map((declaration) => ({ key: `${path} ${declaration.name.text}`, line: lineOf(tree, declaration) }));
}

/** Names x with x[...] = ..., x.field = ..., x.set(...) and the like anywhere in a file. */
function namesWrittenTo(tree) {
  const names = new Set();
  const visit = (node) => {
    const target =
      ts.isBinaryExpression(node) && /^(?:[-+*/%&|^]|<<|>>>?|\*\*|&&|\|\||\?\?)?=$/.test(node.operatorToken.getText(tree))
        ? node.left
        : ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)
          ? /\+\+|--/.test(node.getText(tree)) && node.operand
          : ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && WRITING.test(node.expression.name.text)
            ? node.expression
            : undefined;
    if (target && (ts.isElementAccessExpression(target) || ts.isPropertyAccessExpression(target)))
      names.add(target.expression.getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function longLines({ path, text }) {
  return text.split("\n").flatMap((line, i) => {
    return line.length > WIDTH ? [`${path}:${i + 1}: ${line.length} characters; at most ${WIDTH}`] : [];
  });
}

/**
 * Kinds of study named by hand: two or more of them in the comparisons and cases of one file, a list or union of them, or an object with
 * them as keys that the compiler does not hold to Kind. The registry names them; everything else asks it.
 */
export function listedKinds({ path, tree }, kinds) {
  const compared = new Map();
  const lists = [];
  const visit = (node) => {
    if (ts.isStringLiteral(node) && kinds.has(node.text) && isCompared(node, tree)) compared.set(node.text, lineOf(tree, node));
    if (isListOf(kinds, node, tree)) lists.push(lineOf(tree, node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const lines = [...(compared.size > 1 ? compared.values() : []), ...lists];
  return lines.length > 0 ? [`${path}:${lines.join(", ")}: names kinds of study by hand; ask the registry`] : [];
}

/** The keys of the objects `kinds` and `baseKinds` in the registry. */
export function namesInRegistry() {
  const { tree } = sourceFile(KINDS);
  const names = new Set();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && /^(baseKinds|kinds)$/.test(node.name.text)) {
      const value = ts.isSatisfiesExpression(node.initializer) ? node.initializer.expression : node.initializer;
      const object = ts.isAsExpression(value) ? value.expression : value;
      for (const property of object.properties) if (property.name !== undefined) names.add(property.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  if (names.size === 0) throw new Error(`${KINDS} has no object kinds`);
  return names;
}

/**
 * Whether a string is a case of a switch or stands in a comparison. Events of a simulation may be of kind "impact" too; they are not
 * studies.
 */
function isCompared(node, tree) {
  const { parent } = node;
  const isComparison = ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText(tree));
  if (!ts.isCaseClause(parent) && !isComparison) return false;
  const asked = isComparison ? (parent.left === node ? parent.right : parent.left) : parent.parent.parent.expression;
  return node.text !== "impact" || /\b(study|result)\??\.kind$/.test(asked.getText(tree));
}

/** Whether a list, a union of types or an object consists of kinds for the greater part, two at least. */
function isListOf(kinds, node, tree) {
  const names = ts.isArrayLiteralExpression(node)
    ? node.elements.map((element) => element.text)
    : ts.isUnionTypeNode(node)
      ? node.types.map((type) => type.literal?.text)
      : ts.isObjectLiteralExpression(node) && !heldToKind(node, tree)
        ? node.properties.map((property) => property.name?.text)
        : [];
  const found = names.filter((name) => kinds.has(name)).length;
  return found > 1 && found > names.length / 2;
}

/** Whether the compiler says which keys an object must have: `satisfies Record<Kind, ...>`, or a declared type that speaks of Kind. */
function heldToKind(node, tree) {
  let { parent } = node;
  if (ts.isAsExpression(parent)) parent = parent.parent;
  const type = ts.isSatisfiesExpression(parent) || ts.isVariableDeclaration(parent) ? parent.type : undefined;
  return /\bKind\b|\["kind"\]/.test(type?.getText(tree) ?? "");
}

function lineOf(tree, node) {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}
