/**
 * JSON text to a value, stricter than JSON.parse and able to say where it went wrong.
 *
 * JSON.parse takes the last of two equal names in silence (a second body called "rod" would replace the first), turns 1e400 into Infinity,
 * and recurses as deep as the text asks. This reader rejects all three, and every complaint carries line and column, and the path where
 * there is one. The grammar is that of RFC 8259; a byte order mark at the start is skipped.
 */
import { InvalidInputError } from "../../errors.js";

/** Characters a study file may have: room for a mesh of half a million triangles. */
export const LONGEST_TEXT = 64 * 1024 * 1024;
/** A study needs about eight levels, a compound of compounds a few more. */
const DEEPEST = 64;

export type PathStep = string | number;

/** Steps as people write them: `contacts[0].friction`; a name that would not read as one step is quoted: `bodies["a.b"]`. */
export function pathText(steps: readonly PathStep[]): string {
  return steps
    .map((step, i) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[^\p{C}.[\]"]+$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join("");
}

/** The value in a JSON text; throws InvalidInputError at the first thing that is not JSON or that JSON leaves undefined. */
export function readJson(text: string): unknown {
  if (text.length > LONGEST_TEXT)
    throw new InvalidInputError("", text.length, `characters are more than a study may have (${LONGEST_TEXT})`);
  const reader: Reader = { text, at: text.charCodeAt(0) === 0xfeff ? 1 : 0, path: [] };
  const value = readValue(reader);
  skipSpace(reader);
  if (reader.at < text.length) throw unexpected(reader, "nothing more");
  return value;
}

interface Reader {
  readonly text: string;
  /** Place of the next character. */
  at: number;
  readonly path: PathStep[];
}

function readValue(reader: Reader): unknown {
  skipSpace(reader);
  const { text, at } = reader;
  switch (text[at]) {
    case "{":
      return readObject(reader);
    case "[":
      return readArray(reader);
    case '"':
      return readString(reader);
    case "t":
      return readWord(reader, "true", true);
    case "f":
      return readWord(reader, "false", false);
    case "n":
      return readWord(reader, "null", null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader): Record<string, unknown> {
  descend(reader);
  const object: Record<string, unknown> = {};
  const from = reader.at;
  reader.at++;
  if (next(reader) === "}") {
    reader.at++;
    return object;
  }
  for (;;) {
    if (next(reader) !== '"') throw unexpected(reader, "a name in double quotes");
    const nameAt = reader.at;
    const name = readString(reader);
    reader.path.push(name);
    if (Object.hasOwn(object, name))
      throw new InvalidInputError(pathText(reader.path), name, `is there twice in the same object (${place(reader.text, nameAt)})`);
    // The one name that assignment would not store as a field.
    if (name === "__proto__") throw new InvalidInputError(pathText(reader.path), name, "cannot be used as a name");
    if (next(reader) !== ":") throw unexpected(reader, '":"');
    reader.at++;
    object[name] = readValue(reader);
    reader.path.pop();
    const mark = next(reader);
    if (mark !== "," && mark !== "}") throw unexpected(reader, `"," or "}" (the object began at ${place(reader.text, from)})`);
    reader.at++;
    if (mark === "}") return object;
  }
}

function readArray(reader: Reader): unknown[] {
  descend(reader);
  const list: unknown[] = [];
  const from = reader.at;
  reader.at++;
  if (next(reader) === "]") {
    reader.at++;
    return list;
  }
  for (;;) {
    reader.path.push(list.length);
    list.push(readValue(reader));
    reader.path.pop();
    const mark = next(reader);
    if (mark !== "," && mark !== "]") throw unexpected(reader, `"," or "]" (the list began at ${place(reader.text, from)})`);
    reader.at++;
    if (mark === "]") return list;
  }
}

function descend(reader: Reader): void {
  if (reader.path.length >= DEEPEST)
    throw new InvalidInputError(
      "",
      reader.text[reader.at],
      `opens more than ${DEEPEST} levels at ${place(reader.text, reader.at)}: no study is nested so deeply`,
    );
}

function readString(reader: Reader): string {
  const { text, at } = reader;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  if (end >= text.length) throw new InvalidInputError("", text.slice(at, at + 20), `never ends (it began at ${place(text, at)})`);
  const quoted = text.slice(at, end + 1);
  try {
    const value = JSON.parse(quoted) as string;
    reader.at = end + 1;
    return value;
  } catch {
    throw new InvalidInputError(
      pathText(reader.path),
      quoted.slice(1, -1),
      `is not a JSON string (${place(text, at)}): it holds a line break or a wrong \\ sequence`,
    );
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function readNumber(reader: Reader): number {
  const { text, at } = reader;
  NUMBER.lastIndex = at;
  const digits = NUMBER.exec(text)?.[0];
  if (digits === undefined) throw unexpected(reader, "a value");
  const value = Number(digits);
  if (!Number.isFinite(value))
    throw new InvalidInputError(pathText(reader.path), value, `is not a finite number (${digits} at ${place(text, at)})`);
  reader.at = at + digits.length;
  return value;
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (token(reader) !== word) throw unexpected(reader, "a value");
  reader.at += word.length;
  return value;
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    const code = text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    reader.at++;
  }
}

/** The next character that is not space; undefined at the end. */
function next(reader: Reader): string | undefined {
  skipSpace(reader);
  return reader.text[reader.at];
}

const TOKEN = /[A-Za-z0-9_.+-]+|./suy;
const LONGEST_TOKEN = 20;

/** What stands at the reader's place, as a person would name it. */
function token(reader: Reader): string {
  TOKEN.lastIndex = reader.at;
  return TOKEN.exec(reader.text)?.[0].slice(0, LONGEST_TOKEN) ?? "";
}

function unexpected(reader: Reader, expected: string): InvalidInputError {
  const { text, at } = reader;
  const path = pathText(reader.path);
  if (text.trim() === "") return new InvalidInputError("", text, "holds no study: it is empty");
  if (at >= text.length)
    return new InvalidInputError("", undefined, `follows ${place(text, at)}, where the text ends: expected ${expected}`);
  const found = token(reader);
  if (/^[+-]?(NaN|Infinity)$/.test(found)) return new InvalidInputError(path, Number(found), `is not a finite number (${place(text, at)})`);
  const hint = found === "/" || found === "#" ? "; JSON has no comments" : found === "'" ? "; JSON strings stand in double quotes" : "";
  return new InvalidInputError(path, found, `is not JSON here (${place(text, at)}): expected ${expected}${hint}`);
}

function place(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return `line ${line}, column ${at - before.lastIndexOf("\n")}`;
}
