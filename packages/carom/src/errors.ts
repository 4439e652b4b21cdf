/**
 * The two errors a caller can act on.
 *
 * InvalidInputError: what was given cannot be computed. Its message reads "path: value is not what was expected".
 * SolverError: the input is fine but the computation could not finish; it says how far it came.
 */

/** What was given cannot be computed. The message reads "path: value is not what was expected". */
export class InvalidInputError extends Error {
  /** Tells it from other errors where classes do not, such as after being sent from a worker. */
  override readonly name = "InvalidInputError";
  /** JSON path of the field, e.g. `contacts[0].restitution`; empty for the whole input. */
  readonly path: string;
  /** The offending value. */
  readonly value: unknown;
  /** What was wrong with it, e.g. `is not between 0 and 1`. */
  readonly expected: string;

  constructor(path: string, value: unknown, expected: string) {
    super(`${path === "" ? "" : `${path}: `}${showValue(value)} ${expected}`);
    this.path = path;
    this.value = value;
    this.expected = expected;
  }
}

/** A computation that cannot finish. The message says what was reached. */
export class SolverError extends Error {
  /** Tells it from other errors where classes do not, such as after being sent from a worker. */
  override readonly name = "SolverError";
  /** Numbers that tell how far the computation came, e.g. `{ time: 0.3, steps: 100000 }`. */
  readonly reached: Readonly<Record<string, number>>;

  constructor(message: string, reached: Readonly<Record<string, number>> = {}) {
    super(message);
    this.reached = reached;
  }
}

const LONGEST_SHOWN = 60;
/** And of a line of a file. */
const LONGEST_LINE = 40;

/**
 * A line of a file that a study names, for an error. A study may come from anybody and name any file that its reader can open, so that only
 * what looks like the numbers we asked for is repeated: a row that begins with a number. Of other lines the place has to do.
 */
export function shownLine(line: string): string {
  const row = line.trim();
  return /^[-+.]?\d/.test(row) ? row.slice(0, LONGEST_LINE) : "(text)";
}

/** A value as a person would write it, short enough for one line. JSON has no NaN or Infinity; this shows them by name. */
function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "number") return String(value);
  const text = Array.isArray(value) ? `[${value.map(showValue).join(", ")}]` : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
