// Sizes that the house allows: a function of 120 lines with 6 parameters, a source file of 400 lines. Tests are read as wholes and are not
// measured.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MOST_LINES = 120;
const MOST_FILE_LINES = 400;
const MOST_PARAMETERS = 6;

/**
 * Functions that may have more parameters, each with the reason; ten at most.
 * @type {Readonly<Record<string, string>>}
 */
const EXCEPTIONS = {
  "packages/carom/src/math/mat3.ts set": "the nine entries of a matrix, which an array would allocate",
  "packages/carom/src/math/eigenvalues.ts chase": "one sweep of the QR iteration, in scalars of its inner loop",
  "packages/carom/src/impact/slip/planar.ts planarImpact":
    "solves an impact in tens of nanoseconds: an object of its numbers costs as much",
  "packages/carom/src/impact/slip/planar.ts slide": "one leg of planarImpact, in the same scalars",
  "packages/carom/src/impact/simultaneous/sticking.ts solve": "runs in every step on parts of the caller's arrays",
  "packages/carom/src/soft/pickup/contact-law.ts pushedEquations": "runs for every node in every round",
  "packages/carom/src/soft/mesh/nearest-element.ts search": "recursion over boxes, with a point in scalars",
  "packages/carom/src/soft/mesh/nearest-element.ts squareToTriangle": "distance of a point in scalars, for every face tried",
};

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const folders = [...readdirSync(join(root, "packages")).map((name) => join(root, "packages", name, "src")), join(root, "bench/src")];
const complaints = [];
const excused = new Set();

for (const folder of folders) {
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(entry) || /\.(test|testing|test\.data)\.tsx?$/.test(entry)) continue;
    const path = join(folder, entry);
    checkFile(relative(root, path), readFileSync(path, "utf8"));
  }
}
for (const name of Object.keys(EXCEPTIONS)) if (!excused.has(name)) complaints.push(`${name}: no exception is needed any more`);
if (Object.keys(EXCEPTIONS).length > 10) complaints.push("more than 10 exceptions");
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}

function checkFile(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n").length - 1;
  if (lines > MOST_FILE_LINES) complaints.push(`${path}: ${lines} lines, at most ${MOST_FILE_LINES}`);
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) checkFunction(path, file, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
}

function checkFunction(path, file, node) {
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const first = lineOf(node.getStart(file));
  const lines = lineOf(node.end) - first + 1;
  const name = node.name?.getText(file) ?? node.parent.name?.getText(file) ?? "function";
  const where = `${path}:${first} ${name}`;
  if (lines > MOST_LINES) complaints.push(`${where}: ${lines} lines, at most ${MOST_LINES}`);
  const count = node.parameters.length;
  if (count <= MOST_PARAMETERS) return;
  const key = `${path} ${name}`;
  if (Object.hasOwn(EXCEPTIONS, key)) excused.add(key);
  else complaints.push(`${where}: ${count} parameters, at most ${MOST_PARAMETERS}`);
}
