/**
 * manifest.json: the files of a folder that a run wrote, so that a later run knows which are carom's to replace and which are somebody's
 * own.
 *
 *     { "carom": 1, "kind": "manifest", "files": { "energy.svg": { "bytes": 5120, "sha256": "..." }, "events.jsonl": {} } }
 *
 * A file is carom's if it is listed here and still as it was written; one that is written to while a run goes on is listed without its hash
 * and is carom's until the run is over. A listed file that was changed since belongs to whoever changed it. Folders of carom 0.1 have no
 * manifest: nothing in them is known to be carom's.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandFailure, systemReason } from "../failure.js";
import { jsonText } from "./json-text.js";

export const MANIFEST = "manifest.json";

export interface Written {
  readonly bytes?: number;
  readonly sha256?: string;
}

/** By file name. */
export type Manifest = Readonly<Record<string, Written>>;

/** Of a file that is there; read in pieces, for it may be longer than a buffer can be. */
export async function writtenFile(path: string): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Of a file that was written from these. */
export function writtenPieces(pieces: readonly (string | Uint8Array)[]): Written {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return { bytes: pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0), sha256: hash.digest("hex") };
}

/** Empty where there is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, MANIFEST);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new CommandFailure(`${file}: ${systemReason(error)}`);
  });
  if (text === undefined) return {};
  const files = filesOf(text);
  if (files === undefined) throw new CommandFailure(`${file}: exists and is not from carom; choose another directory`);
  return files;
}

/** Only plain names count: a manifest speaks of its own folder. */
function filesOf(text: string): Manifest | undefined {
  try {
    const { carom, kind, files } = JSON.parse(text) as { carom?: unknown; kind?: unknown; files?: Manifest };
    if (carom !== 1 || kind !== "manifest" || typeof files !== "object" || files === null) return undefined;
    return Object.fromEntries(Object.entries(files).filter(([name]) => /^[\w-][\w.-]*$/.test(name)));
  } catch {
    return undefined;
  }
}

/**
 * Written under another name, then renamed: either the old one or the new one, never half of one. `about` is what else there is to say of
 * the run.
 */
export async function writeManifest(folder: string, manifest: Manifest, about: object = {}): Promise<void> {
  const files = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
  const temporary = join(folder, `.${MANIFEST}`);
  await writeFile(temporary, `${jsonText({ carom: 1, kind: "manifest", files, ...about })}\n`);
  await rename(temporary, join(folder, MANIFEST));
}

/** What a name in a folder stands for. */
export type Standing = "absent" | "ours" | "changed" | "foreign";

export async function standing(folder: string, name: string, manifest: Manifest): Promise<Standing> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return "absent";
  const listed = Object.hasOwn(manifest, name) ? manifest[name] : undefined;
  if (listed === undefined || !found.isFile()) return "foreign";
  if (listed.sha256 === undefined) return "ours";
  if (listed.bytes !== found.size) return "changed";
  return (await writtenFile(path)).sha256 === listed.sha256 ? "ours" : "changed";
}
