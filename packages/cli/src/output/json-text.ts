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
