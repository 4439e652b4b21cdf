/**
 * Mesh files as triangles: STL (binary and text), OBJ, PLY (binary and text), glTF (.glb, or .gltf with its buffers inside) and COLLADA.
 *
 *     what a file is      by how it begins, not by its name: names lie
 *     corners             those of STL files, which mention each several times, become one where they are at the same place
 *     sizes               files have at most 256 MB and 6 million corners, so that nothing that is read grows without bounds
 *
 * The library opens no files: it is given their bytes.
 */
import { InvalidInputError } from "../../errors.js";
import { bytesOf, textOf } from "./bytes.js";
import { readCollada } from "./collada.js";
import { isGltf, readGltf } from "./gltf.js";
import { readObj } from "./obj.js";
import { readPly } from "./ply.js";
import { readBinaryStl, readTextStl } from "./stl.js";
import { type TriangleSurface, welded } from "./surface.js";

/** What a mesh file holds: its bytes, or its text. */
export type MeshFile = Uint8Array | string;

const LONGEST = 256 * 1024 * 1024;

/** The triangles of a mesh file; `name` is for complaints. Throws InvalidInputError. */
export function readMeshFile(file: MeshFile, name: string): TriangleSurface {
  if (file.length > LONGEST) throw new InvalidInputError(name, file.length, `bytes are more than a mesh file may have (${LONGEST})`);
  checkItself(file, name);
  const content = typeof file === "string" && /\0/.test(file.slice(0, 200)) ? bytesOf(file).bytes : file;
  const surface = readerOf(content)(content, name);
  const wrong = surface.points.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw new InvalidInputError(name, surface.points[wrong], `is no number for corner ${Math.floor(wrong / 3) + 1}`);
  const corners = surface.points.length / 3;
  const outside = surface.triangles.findIndex((corner) => corner >= corners);
  if (outside >= 0)
    throw new InvalidInputError(name, surface.triangles[outside] + 1, `is a corner of a face, and there are ${corners} corners`);
  return welded(surface);
}

/** Refuses what stands in place of a file, whatever its format: nothing, a pointer of git-lfs, a page that was saved. */
export function checkItself(file: MeshFile, name: string): void {
  const head = textOf(file, 0, 2000);
  if (typeof file === "string" ? !/\S/.test(head) && !/\S/.test(file) : file.length === 0)
    throw new InvalidInputError(name, file.length, "bytes: the file is empty");
  if (head.startsWith("version https://git-lfs"))
    throw new InvalidInputError(name, "a pointer of git-lfs", "is not the mesh itself: fetch it with `git lfs pull`");
  if (/^(\uFEFF|\u00ef\u00bb\u00bf)?\s*(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body)\b/i.test(head))
    throw new InvalidInputError(name, "a page", "is not a mesh (it looks like HTML): fetch the file itself, not the page that shows it");
}

function readerOf(file: MeshFile): (file: MeshFile, name: string) => TriangleSurface {
  const head = textOf(file, 0, 2000);
  if (/^ply\s/.test(head)) return readPly;
  if (isGltf(file)) return readGltf;
  if (typeof file !== "string" && isBinaryStl(file)) return readBinaryStl;
  if (/^\s*solid\b/i.test(head) && /\b(facet|endsolid)\b/i.test(textOf(file, 0, 10_000))) return readTextStl;
  if (/^(\uFEFF|\u00ef\u00bb\u00bf)?\s*<(\?xml|COLLADA|!--)/.test(head)) return readCollada;
  if (/\0/.test(head)) return unknown;
  return readObj;
}

/** By its length, which a text cannot have by chance; some writers leave bytes after the triangles. */
function isBinaryStl(file: Uint8Array): boolean {
  // A head and nothing after it.
  if (file.length < 84) return file.length >= 80 && /\0/.test(textOf(file));
  const { view } = bytesOf(file);
  const end = 84 + 50 * view.getUint32(80, true);
  return file.length === end || (end > 84 && file.length > end && /\0/.test(textOf(file, 0, 200)));
}

function unknown(file: MeshFile, name: string): never {
  const { view } = bytesOf(file);
  const [said, held] = [view.byteLength < 84 ? 0 : view.getUint32(80, true), Math.floor((view.byteLength - 84) / 50)];
  if (/\.stl$/i.test(name) && said > held)
    throw new InvalidInputError(name, said, `triangles are said to be in it, and ${held} are: the file is cut short, or no binary STL`);
  throw new InvalidInputError(name, "a binary file", "is not a mesh that is known: STL, OBJ, PLY, glTF or COLLADA");
}
