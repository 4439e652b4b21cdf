/** What a command has computed goes out in one way: as text or JSON on stdout, and as a folder of files. */

import type { Files } from "./folder.js";
import { writeFolder } from "./folder.js";
import { jsonPieces } from "./json-text.js";

export interface OutputOptions {
  /** The whole result as JSON on stdout instead of the summary. */
  readonly json?: boolean;
  /** Folder for result.json, CSV series, figures and report.html. */
  readonly out?: string;
}

export interface Output {
  /** For --json and result.json. */
  readonly result: unknown;
  /** For people. */
  readonly summary: () => string;
  /** Of --out, besides result.json; made only if asked for. */
  readonly files: () => Promise<Files>;
  /** What to do with the files. */
  readonly hint: string;
}

/** @param write puts the files into the folder; default: all at once */
export async function emit(
  { json, out }: OutputOptions,
  { result, summary, files, hint }: Output,
  write: (out: string, files: Files) => Promise<void> = writeFolder,
): Promise<void> {
  if (out !== undefined) await write(out, { "result.json": jsonPieces(result), ...(await files()) });
  if (json === true) for (const piece of jsonPieces(result)) process.stdout.write(piece);
  else process.stdout.write(`${summary()}\n`);
  // On stderr where stdout is JSON for a program.
  if (out !== undefined) (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: ${hint}.\n`);
}
