/**
 * JSON for programs that people may also look at: objects are indented, lists of numbers stay on one line.
 */
export function jsonText(value: unknown): string {
  return [...partsOf(value, "")].join("");
}

/** Characters that are gathered into a piece. */
const PIECE = 64 * 1024;

/** The same in pieces, with the end of its last line: a long result is longer than a text can be. */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = "";
  for (const part of partsOf(value, "")) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}\n`;
}

function* partsOf(value: unknown, indent: string): Generator<string> {
  if (typeof value !== "object" || value === null) yield JSON.stringify(value);
  else if (!Array.isArray(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    if (entries.length === 0) yield "{}";
    else
      yield* lines(
        "{}",
        entries.map(([name, item]) => [`${JSON.stringify(name)}: `, item]),
        indent,
      );
  } else if (value.every((item) => typeof item !== "object" || item === null))
    yield `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  else
    yield* lines(
      "[]",
      value.map((item) => ["", item]),
      indent,
    );
}

/** One line for each entry, between the brackets. */
function* lines(brackets: string, entries: readonly (readonly [string, unknown])[], indent: string): Generator<string> {
  const inner = `${indent}  `;
  yield `${brackets[0]}\n`;
  for (const [i, [label, item]] of entries.entries()) {
    yield `${i === 0 ? "" : ",\n"}${inner}${label}`;
    yield* partsOf(item, inner);
  }
  yield `\n${indent}${brackets[1]}`;
}

/** Items of a list that are one piece. */
const ITEMS = 1000;

/** As JSON.stringify has it, in pieces: what grows with a run stands in lists. */
export function* compactPieces(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > ITEMS) {
    for (let from = 0; from < value.length; from += ITEMS)
      yield `${from === 0 ? "[" : ","}${JSON.stringify(value.slice(from, from + ITEMS)).slice(1, -1)}`;
    yield "]";
  } else if (isRecord(value)) {
    let opening = "{";
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${opening}${JSON.stringify(name)}:`;
      yield* compactPieces(item);
      opening = ",";
    }
    yield opening === "{" ? "{}" : "}";
  } else yield JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
