/** A file that somebody dropped or chose: read, checked, and opened in the view that is for it. */
import { filesNamedIn, type Study } from "carom/study";
import { BUILT_FROM, leaveFiles } from "../bring/pending.js";
import { viewFor } from "../kinds.js";
import { queryFor } from "../study/kept-files.js";
import { LONGEST_FILE, readStudy } from "../study/open-study.js";
import { takerOf } from "./file-taker.js";
import { go } from "./route.js";

/** Files of a view that takes them, or else a study and the files that it names. Throws an Error with a sentence for people. */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  for (const { name, size } of files)
    if (size > LONGEST_FILE) throw new Error(`${name} has ${Math.round(size / 1e6)} MB; a file has at most ${LONGEST_FILE / 1e6} MB here.`);
  const taker = takerOf(files);
  if (taker === undefined && files.every(({ name }) => BUILT_FROM.test(name))) {
    leaveFiles(files);
    go({ path: "build", query: {} });
    return;
  }
  return taker === undefined ? openStudy(files) : taker.take(files);
}

async function openStudy(files: readonly File[]): Promise<void> {
  const file = files.find(({ name }) => /\.json$/i.test(name)) ?? files[0]!;
  const { name } = file;
  if (/\.(svg|pdf)$/i.test(name)) return openSheet(file);
  if (/\.(msh|vtu|obj)$/i.test(name))
    throw new Error(`${name} is a mesh, not a study: open a study of a soft body (kind pickup or rest-shape), then drop it there.`);
  const study = await read(file, files).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  const view = viewFor(study);
  if (view === undefined) throw new Error(`${name}: the lab has no view for studies of kind ${study.kind} yet; carom run computes it.`);
  go({ path: view.path, query: await queryFor(study, name) });
}

/** The sheet that a figure of the lab carries. */
async function openSheet(file: File): Promise<void> {
  const { sheetIn, sheetQuery } = await import("../take/sheet-file.js");
  // One character for each byte: what is looked for is plain text between others.
  const sheet = sheetIn(/\.pdf$/i.test(file.name) ? await bytesOf(file) : await file.text());
  if (sheet === undefined) throw new Error(`${file.name} holds no sheet of the lab.`);
  const study = await readStudy(JSON.stringify(sheet.study));
  go({ path: "take", query: { ...(await queryFor(study, file.name)), ...sheetQuery(sheet) } });
}

async function bytesOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return pieces.join("");
}

/** A study names files by their paths, a browser knows them without. */
async function read(file: File, files: readonly File[]): Promise<Study> {
  const text = await file.text();
  if (files.length === 1) return readStudy(text);
  const named = new Map<string, string>();
  for (const path of filesNamedIn(text)) {
    const found = files.find(({ name }) => name === path.split("/").at(-1));
    if (found !== undefined) named.set(path, await contentOf(found));
  }
  return readStudy(text, named);
}

/** Meshes may be binary: one character for each byte. */
export async function contentOf(file: File): Promise<string> {
  if (!/\.(stl|ply|msh|vtu)$/i.test(file.name)) return file.text();
  return bytesOf(file);
}
