/** Reading study files from disk, with errors that name the file. */
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { filesNamedIn, LONGEST_TEXT, parseStudyText, partOf, type Study } from "carom/study";
import { CommandFailure, systemReason, within } from "./failure.js";

/** A study from a file, or from standard input where the name is `-`. */
export async function readStudy(file: string): Promise<Study> {
  return parseStudyFrom(await readText(file), file === "-" ? "." : dirname(file), file);
}

/** A study from its text; `file` is its name where something is wrong with it. */
export async function parseStudyFrom(text: string, folder: string, file: string): Promise<Study> {
  const files = new Map<string, string>();
  // Files that a study names stand beside it; they may name others in turn.
  for (let known = -1; known < files.size; ) {
    known = files.size;
    for (const name of await within(file, () => filesNamedIn(text, files)))
      if (!files.has(name)) files.set(name, await readNamed(resolve(folder, partOf(name)[0]), partOf(name)[1]).catch(namedBy(file)));
  }
  return within(file, () => parseStudyText(text, files));
}

/** Says which study names a file that cannot be read. */
function namedBy(study: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`${error.message} (named in ${study === "-" ? "the study" : study})`, error.exitCode);
  };
}

/** Meshes may be binary, sounds are: one character for each byte. */
async function readNamed(file: string, part: string): Promise<string> {
  if (/\.(h5|hdf5)$/i.test(file)) return (await import("./import/hdf5.js")).hdf5Csv(file, part);
  if (!/\.(stl|ply|glb|msh|vtu|wav|c3d|npy)$/i.test(file)) return readText(file);
  const bytes = await readFile(file).catch((error: unknown) => {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${file}: ${systemReason(error)}`);
  });
  return bytes.toString("latin1");
}

export async function readText(file: string): Promise<string> {
  const bytes = await (file === "-" ? readInput() : readFile(file)).catch((error: unknown) => {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${file}: ${systemReason(error)}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new CommandFailure(`${file}: is ${isWide ? "UTF-16 text: save it as UTF-8" : "not UTF-8 text"}`);
  }
}

async function readFile(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    // Checked before reading: a file of gigabytes should not be read to be refused.
    if (size > LONGEST_TEXT) throw tooLong(file, size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST_TEXT) throw tooLong("-", size);
  }
  return Buffer.concat(chunks);
}

function tooLong(file: string, size: number): CommandFailure {
  return new CommandFailure(`${file}: ${size} bytes are more than a study file may have (${LONGEST_TEXT})`);
}
