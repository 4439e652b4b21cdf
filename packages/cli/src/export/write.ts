/** Writing a run in each format. */
import { createWriteStream } from "node:fs";
import { access, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { glbPieces, type RunInSpace, usdaLines, vtkFiles } from "carom/export";
import { InvalidInputError } from "carom/study";
import { CommandFailure, systemReason } from "../failure.js";
import { makeFolder } from "../output/folder.js";
import { packageFile } from "../package-file.js";

/** Each writes a run to where it is told, which is not there, and says what opens that. */
export const FORMATS = {
  glb: { write: (run: RunInSpace, out: string) => writePieces(glbPieces(run), out), opens: "Blender, three.js and most viewers open it" },
  usda: {
    write: (run: RunInSpace, out: string) => writePieces(linesIn(usdaLines(run)), out),
    opens: "usdview, Blender and Omniverse open it",
  },
  vtk: { write: writeVtk, opens: "open bodies.pvd and contacts.pvd there in ParaView" },
  mcap: {
    write: async (run: RunInSpace, out: string) => (await import("./mcap.js")).writeMcap(run, out),
    opens: `Foxglove opens it; import the layout ${packageFile("foxglove-layout.json")} there`,
  },
  parquet: {
    write: async (run: RunInSpace, out: string) => (await import("./parquet.js")).writeParquet(run, out),
    opens: "DuckDB, pandas and Polars open the files there",
  },
} as const;

export type ExportFormat = keyof typeof FORMATS;
export const EXPORT_FORMATS = Object.keys(FORMATS) as readonly ExportFormat[];

export function writeRun(run: RunInSpace, format: ExportFormat, out: string): Promise<void> {
  return writeWhole(out, (partial) => FORMATS[format].write(run, partial));
}

/** Under another name first: what is there is whole. */
export async function writeWhole(out: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${out}.part`;
  if (await exists(partial)) throw new CommandFailure(`${partial}: exists; move it`);
  try {
    await write(partial);
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (error instanceof CommandFailure || error instanceof InvalidInputError) throw error;
    throw new CommandFailure(`${out}: ${systemReason(error)}`);
  }
}

/** Bytes that are gathered before they are written. */
const PIECE = 256 * 1024;

function writePieces(pieces: AsyncIterable<Uint8Array>, out: string): Promise<void> {
  return pipeline(Readable.from(pieces), createWriteStream(out, { flags: "wx" }));
}

async function* linesIn(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = "";
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

async function writeVtk(run: RunInSpace, out: string): Promise<void> {
  await makeFolder(resolve(out));
  for await (const { name, content } of vtkFiles(run)) await writeFile(join(out, name), content);
}

/** Nothing is overwritten. */
export async function refuseExisting(path: string): Promise<void> {
  if (await exists(path)) throw new CommandFailure(`${path}: exists; move it, or choose another name`);
}

export const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
