// The public surface of the library: at most 120 names at its root, each function of them in a program of the documents, and a doc comment
// that says something on everything that a public subpath exports: functions, constants, types, and the fields of interfaces and of types
// that are objects. Fields of zod schemas and of mapped types have no declaration of their own and are described where the schema is.
import { relative } from "node:path";
import ts from "typescript";
import { namesInPrograms } from "./check-docs-code.mjs";
import { publicSymbols } from "./public-names.mjs";
import { root } from "./source-files.mjs";

/** A surface one can learn. */
const MOST_NAMES = 120;

const { checker, parts } = publicSymbols();

const complaints = [];
const seen = new Set();
let names = 0;
for (const { name, symbols } of parts) {
  if (name === "carom") {
    names = symbols.length;
    complainWithoutExample(symbols);
  }
  for (const symbol of symbols) look(symbol);
}
if (names > MOST_NAMES) complaints.push(`carom exports ${names} names; at most ${MOST_NAMES}, the rest belongs to its parts`);
for (const complaint of complaints.sort()) console.error(complaint);
if (complaints.length === 0)
  console.log(`public surface: ${names} names at the root, functions in programs of docs/; ${seen.size} in all, each with a doc comment`);
else {
  console.error(`${complaints.length} complaints about the public surface`);
  // Not process.exit, which would cut a long list short.
  process.exitCode = 1;
}

function complainWithoutExample(symbols) {
  const shown = namesInPrograms();
  for (const symbol of symbols.map(original))
    if (symbol.flags & ts.SymbolFlags.Function && !shown.has(symbol.name))
      complain(symbol.declarations[0], symbol.name, "is in no program of docs/");
}

function original(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function look(exported) {
  const symbol = original(exported);
  if (seen.has(symbol)) return;
  seen.add(symbol);
  // A module exported as a name (vec3): what is in it counts, its file has a header.
  if (symbol.flags & ts.SymbolFlags.Module && ts.isSourceFile(symbol.declarations[0])) {
    for (const member of checker.getExportsOfModule(symbol)) look(member);
    return;
  }
  demand(symbol, symbol.name);
  for (const declaration of symbol.declarations ?? []) for (const field of fieldsOf(declaration)) demandField(field, symbol.name);
}

/** The members written in a declaration: of an interface, a class, or a type that is an object or a union of such. */
function fieldsOf(declaration) {
  if (ts.isInterfaceDeclaration(declaration)) return declaration.members;
  if (ts.isClassDeclaration(declaration)) return declaration.members.filter((member) => member.name !== undefined && !isPrivate(member));
  return ts.isTypeAliasDeclaration(declaration) ? literalMembers(declaration.type) : [];
}

/** An object written on one line is described by the comment above it. */
function literalMembers(type) {
  if (ts.isTypeLiteralNode(type)) return type.getText().includes("\n") ? type.members : [];
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(literalMembers);
  return ts.isParenthesizedTypeNode(type) ? literalMembers(type.type) : [];
}

function demandField(field, owner) {
  if (field.name === undefined) return;
  const name = `${owner}.${field.name.getText()}`;
  // The tag that tells the members of a union apart says what it is itself.
  const isTag = ts.isPropertySignature(field) && field.type !== undefined && ts.isLiteralTypeNode(field.type);
  if (!isTag && !hasComment(field)) complain(field, name);
  if (field.type !== undefined) for (const inner of literalMembers(innermost(field.type))) demandField(inner, name);
}

/** The type inside readonly, arrays and brackets. */
function innermost(type) {
  if (ts.isTypeOperatorNode(type)) return innermost(type.type);
  if (ts.isArrayTypeNode(type)) return innermost(type.elementType);
  return type;
}

function demand(symbol, name) {
  const declared = symbol.declarations ?? [];
  if (declared.length > 0 && !declared.some(hasComment)) complain(declared[0], name);
}

function hasComment(node) {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts.getJSDocCommentsAndTags(holder).some((comment) => saysSomething(comment) && !isHeader(comment, holder));
}

/** The header of a file, with a line left free below it, is not about what happens to come first. */
function isHeader(comment, node) {
  return comment.pos === 0 && /\n\s*\n/.test(node.getSourceFile().text.slice(comment.end, node.getStart()));
}

/** Words, or a tag with words: of an empty comment nobody learns anything. */
function saysSomething(comment) {
  const said = [comment.comment, ...(comment.tags ?? []).map((tag) => tag.comment)];
  return said.some((part) => /\w/.test(ts.getTextOfJSDocComment(part) ?? ""));
}

function isPrivate(member) {
  return ts.isPrivateIdentifier(member.name) || (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}

function complain(node, name, complaint = "has no doc comment") {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  complaints.push(`${relative(root, file.fileName)}:${line + 1}: ${name} ${complaint}`);
}
