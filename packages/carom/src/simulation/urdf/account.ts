/**
 * What reading a robot had to say: an account of what was changed, and complaints about what nobody can mend. Both are gathered while the
 * whole file is read, so that one run tells everything.
 */
import { InvalidInputError } from "../../errors.js";
import { lineOf, type XmlElement } from "../../xml.js";

/** All complaints about a robot's file, in the order of its lines. */
export class UrdfError extends InvalidInputError {
  /** Each begins with its line. */
  readonly complaints: readonly string[];

  constructor(complaints: readonly InvalidInputError[]) {
    const sorted = [...complaints].sort((a, b) => lineIn(a.path) - lineIn(b.path));
    const [{ path, value, expected }] = sorted;
    super(path, value, expected);
    this.complaints = sorted.map(({ message }) => message);
    this.message = this.complaints.join("\n");
  }
}

export interface Account {
  /** What was found that a robot cannot have, and what was done about it. An error where repairs are refused. */
  repair(element: XmlElement, path: string, sentence: string): void;
  /** What a reader should know, though nothing was changed. */
  note(element: XmlElement, path: string, sentence: string): void;
  /** What cannot be mended. */
  complain(error: InvalidInputError): void;
  /** The value of a function, or of `otherwise` where it throws InvalidInputError, which is kept. */
  attempt<T>(read: () => T, otherwise: T): T;
  /** Throws all complaints there are so far, if there are any. */
  check(): void;
  /** In the order of the lines. */
  lines(): string[];
  repairs(): number;
}

interface Entry {
  readonly line: number;
  readonly text: string;
}

export function createAccount(strict: boolean): Account {
  const entries: Entry[] = [];
  const complaints: InvalidInputError[] = [];
  let repairs = 0;
  const add = (element: XmlElement, path: string, sentence: string) => {
    entries.push({ line: element.line, text: `${lineOf(element)}, ${path}: ${sentence}` });
  };
  return {
    repair: (element, path, sentence) => {
      repairs++;
      if (strict) complaints.push(new Refused(`${lineOf(element)}, ${path}`, sentence));
      else add(element, path, sentence);
    },
    note: add,
    complain: (error) => {
      complaints.push(error);
    },
    attempt: (read, otherwise) => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
        complaints.push(error);
        return otherwise;
      }
    },
    check: () => {
      if (complaints.length > 0) throw new UrdfError(complaints);
    },
    lines: () => [...entries].sort((a, b) => a.line - b.line).map(({ text }) => text),
    repairs: () => repairs,
  };
}

/** A repair that is not wanted: the sentence of the account is the complaint. */
class Refused extends InvalidInputError {
  constructor(path: string, sentence: string) {
    super(path, undefined, sentence);
    this.message = `${path}: ${sentence} (refused: --strict)`;
  }
}

function lineIn(path: string): number {
  return Number(/^line (\d+)/.exec(path)?.[1] ?? 0);
}
