/**
 * Writing results to a folder so that it holds either all of them or none: everything is written to a folder beside it first and then
 * moved.
 *
 * What an earlier run left there, by its manifest, is removed; no other file is touched. Where a file would be overwritten that is not in
 * the manifest, or was changed since carom wrote it, nothing is written and one line says which. A changed file whose name is not needed
 * stays.
 */
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CommandFailure, systemReason } from "../failure.js";
import { MANIFEST, type Manifest, readManifest, standing, type Written, writeManifest, writtenFile, writtenPieces } from "./manifest.js";

/** File names to contents; long ones in pieces, or made piece by piece. */
export type Files = Readonly<Record<string, string | Uint8Array | readonly Uint8Array[] | Iterable<string>>>;

/** What results have: looked at before anything is computed. The other names are known only with the result. */
const ALWAYS = ["result.json", "report.html"];

/** What to do about a file that is in the way. Whoever goes on with a run has its folder, and no other. */
export const MOVE_OR_CHOOSE = "move it, or choose another directory";
export const MOVE = "move it";

/** Complains before anything is computed if the folder cannot be one to write to. */
export async function checkFolder(folder: string, names: readonly string[] = ALWAYS, remedy = MOVE_OR_CHOOSE): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CommandFailure(`${folder}: ${systemReason(error)}`);
  });
  if (found === undefined) return;
  if (!found.isDirectory()) throw new CommandFailure(`${folder}: is a file, not a directory`);
  await refuse(folder, names, await readManifest(folder), remedy);
}

/**
 * Makes the folder that of a run that goes on: lists the files that will be written to. What earlier runs left there stays until this one
 * has its own results, which may yet be refused.
 */
export async function claimFolder(folder: string, growing: readonly string[]): Promise<void> {
  await checkFolder(folder, [...ALWAYS, ...growing]);
  await doing(folder, async () => {
    await makeFolder(resolve(folder));
    await writeManifest(folder, { ...(await readManifest(folder)), ...unfinished(growing) });
  });
}

/**
 * Makes a folder and what is missing above it. Not by mkdir's own `recursive`, which never returns where a system has no folders made, as
 * under /proc.
 *
 * @param folder resolved
 */
export async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  const isThere = await stat(parent).then(
    () => true,
    () => false,
  );
  if (!isThere && parent !== folder) await makeFolder(parent);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new CommandFailure(`${folder}: no directory can be made there`);
    if (error.code !== "EEXIST") throw error;
  });
}

/** Files of a run that goes on have no hash yet. */
export function unfinished(names: readonly string[]): Manifest {
  return Object.fromEntries(names.map((name) => [name, {}]));
}

/**
 * Puts the files into the folder, in the place of what an earlier run left there. `kept` are files of this run that are there already; the
 * manifest has all of them, and says `about` besides. An interruption leaves a manifest that is right about every file there is.
 */
export async function writeFolder(
  folder: string,
  files: Files,
  kept: Manifest = {},
  remedy = MOVE_OR_CHOOSE,
  about: object = {},
): Promise<void> {
  await checkFolder(folder, Object.keys(files), remedy);
  const target = resolve(folder);
  await doing(folder, async () => {
    await makeFolder(dirname(target));
    const temporary = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
    try {
      const listed: Record<string, Written> = {};
      for (const [name, content] of Object.entries(files)) {
        await writeFile(join(temporary, name), content);
        const known =
          typeof content === "string" || content instanceof Uint8Array ? [content] : Array.isArray(content) ? content : undefined;
        listed[name] = known === undefined ? await writtenFile(join(temporary, name)) : writtenPieces(known);
      }
      await makeFolder(target);
      await removeEarlier(target, await readManifest(target), kept);
      await writeManifest(target, { ...kept, ...listed }, about);
      for (const name of Object.keys(files)) await rename(join(temporary, name), join(target, name));
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  });
}

async function removeEarlier(folder: string, manifest: Manifest, kept: Manifest = {}): Promise<void> {
  for (const name of Object.keys(manifest))
    if (!Object.hasOwn(kept, name) && (await standing(folder, name, manifest)) === "ours") await rm(join(folder, name), { force: true });
}

async function refuse(folder: string, names: readonly string[], manifest: Manifest, remedy: string): Promise<void> {
  for (const name of names) {
    const place = join(folder, name);
    const found = await standing(folder, name, manifest);
    if (found === "foreign") throw new CommandFailure(`${place}: exists, and no ${MANIFEST} there says that carom wrote it; ${remedy}`);
    if (found === "changed") throw new CommandFailure(`${place}: was changed since carom wrote it; ${remedy}`);
  }
}

/** Says which folder the system refused. */
export async function doing<T>(folder: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${folder}: ${systemReason(error)}`);
  }
}
