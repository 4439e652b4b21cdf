/**
 * Changes of a JSON text in which only the characters of one value change: order, layout and numbers as somebody typed them stay.
 *
 * The text is walked as far as the path needs, what lies beside it is skipped over. It is taken to be JSON: who gives something else
 * gets an Error.
 */
import { jsonText } from "../../editor/json-text.js";

export type Step = string | number;
export type Path = readonly Step[];

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A value at its place; of a field also where its name begins. */
export interface Place extends Range {
  /** Of the field's name with its quotes; absent in lists. */
  readonly name?: Range;
}

/** Undefined where the path leads to nothing. */
export function placeAt(text: string, path: Path): Place | undefined {
  let place: Place = { from: skipSpace(text, 0), to: text.length };
  for (const step of path) {
    const inner = childAt(text, place.from, step);
    if (inner === undefined) return undefined;
    place = inner;
  }
  return path.length === 0 ? { from: place.from, to: endOf(text, place.from) } : place;
}

/** The text with another value at the path. A field that is not there is put at the end of its object; so are objects on the way. */
export function withValueAt(text: string, path: Path, value: unknown): string {
  const place = placeAt(text, path);
  if (place !== undefined) return spliced(text, place, jsonText(value, indentAt(text, place.from)));
  const outer = path.slice(0, -1);
  const last = path[path.length - 1];
  const parent = placeAt(text, outer);
  if (parent === undefined) return withValueAt(text, outer, typeof last === "number" ? [value] : { [last]: value });
  return inserted(text, parent, last, value);
}

/** The text without what is at the path, and without the comma that belonged to it. */
export function withoutAt(text: string, path: Path): string {
  const place = placeAt(text, path);
  if (place === undefined) return text;
  const from = place.name?.from ?? place.from;
  const after = skipSpace(text, place.to);
  const before = spaceBefore(text, from);
  if (text[after] === ",") return text.slice(0, before) + text.slice(after + 1);
  if (text[before - 1] === ",") return text.slice(0, before - 1) + text.slice(place.to);
  // It was alone.
  return text.slice(0, before) + text.slice(after);
}

/** The text with another name for a field. */
export function withNameAt(text: string, path: Path, name: string): string {
  const place = placeAt(text, path);
  return place?.name === undefined ? text : spliced(text, place.name, JSON.stringify(name));
}

/** Line of a place, counted from 1. */
export function lineOf(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}

function spliced(text: string, { from, to }: Range, piece: string): string {
  return text.slice(0, from) + piece + text.slice(to);
}

function inserted(text: string, { from, to }: Range, step: Step, value: unknown): string {
  const close = to - 1;
  const isList = text[from] === "[";
  const inner = skipSpace(text, from + 1);
  const empty = inner === close;
  const field = (indent: string) => `${isList ? "" : `${JSON.stringify(step)}: `}${jsonText(value, indent)}`;
  const outer = indentAt(text, from);
  if (empty) return spliced(text, { from: from + 1, to: close }, `\n${outer}  ${field(`${outer}  `)}\n${outer}`);
  const last = spaceBefore(text, close);
  // On lines of its own where the others are, else on theirs.
  const lines = text.slice(from + 1, inner).includes("\n");
  const indent = lines ? indentAt(text, inner) : outer;
  return spliced(text, { from: last, to: last }, lines ? `,\n${indent}${field(indent)}` : `, ${field(indent)}`);
}

/** White space at the beginning of the line of a place. */
function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))![0];
}

const isSpace = (letter: string | undefined) => letter === " " || letter === "\n" || letter === "\t" || letter === "\r";

function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text[next])) next++;
  return next;
}

/** Where the white space before a place begins. */
function spaceBefore(text: string, at: number): number {
  let before = at;
  while (isSpace(text[before - 1])) before--;
  return before;
}

function childAt(text: string, from: number, step: Step): Place | undefined {
  const isList = text[from] === "[";
  if (!isList && text[from] !== "{") return undefined;
  let at = skipSpace(text, from + 1);
  for (let count = 0; text[at] !== "]" && text[at] !== "}"; count++) {
    if (at >= text.length) throw new Error("the text of the study ends too early");
    let name: Range | undefined;
    if (!isList) {
      name = { from: at, to: endOfString(text, at) };
      at = skipSpace(text, skipSpace(text, name.to) + 1);
    }
    const to = endOf(text, at);
    if (name === undefined ? count === step : JSON.parse(text.slice(name.from, name.to)) === step)
      return { from: at, to, ...(name === undefined ? {} : { name }) };
    at = skipSpace(text, to);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return undefined;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') {
    if (at >= text.length) throw new Error("the text of the study ends inside a name");
    at += text[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}

/** Where the value that begins at a place ends. */
function endOf(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfString(text, from);
  if (first !== "{" && first !== "[") {
    let at = from;
    while (at < text.length && !isSpace(text[at]) && text[at] !== "," && text[at] !== "]" && text[at] !== "}") at++;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at) - 1;
    else if (letter === "{" || letter === "[") depth++;
    else if ((letter === "}" || letter === "]") && --depth === 0) return at + 1;
  }
  throw new Error("the text of the study ends too early");
}
