/**
 * How the command fails: one line on stderr, no stack, and an exit code that says whose fault it was.
 */
import { InvalidInputError, SolverError } from "carom/study";

/** Everything asked for was done. */
export const DONE = 0;
/** The input is fine but the computation could not finish. */
export const NOT_COMPUTED = 1;
/** The input, a file or the command line is wrong. */
export const BAD_INPUT = 2;

/** A failure the command itself found, such as a missing file. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = BAD_INPUT) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Says in which file an error of the library arose; anything else passes unchanged. */
export async function within<T>(file: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new CommandFailure(`${file}: ${error.message}`, BAD_INPUT);
    if (error instanceof SolverError) throw new CommandFailure(`${file}: ${error.message}${reached(error)}`, NOT_COMPUTED);
    throw error;
  }
}

function reached({ reached: numbers }: SolverError): string {
  const parts = Object.entries(numbers).map(([name, value]) => `${name} ${value}`);
  return parts.length === 0 ? "" : ` (reached: ${parts.join(", ")})`;
}

/** Writes the line and returns the exit code. A failure nobody foresaw is ours: it says so and, if CAROM_DEBUG is set, shows where. */
export function report(error: unknown): number {
  if (error instanceof CommandFailure) {
    process.stderr.write(`carom: ${oneLine(error.message)}\n`);
    return error.exitCode;
  }
  if (process.env.CAROM_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`carom: ${oneLine(message)} (this is a fault in carom; CAROM_DEBUG=1 shows where)\n`);
  return NOT_COMPUTED;
}

function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, " ");
}

/** Why the system refused a file, in words. */
export function systemReason(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "is a directory, not a file";
    case "ENOTDIR":
      return "a part of this path is a file, not a directory";
    case "ENOSPC":
      return "no space left on the device";
    case "ENAMETOOLONG":
      return "the name is too long";
    case "EROFS":
      return "the file system is read-only";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
