/**
 * Tetrahedra of VTK files (.vtu, unstructured grids in XML), of four nodes (cell type 10) or of ten (type 24: their nodes on edges become
 * the middles of a mesh of the corners). Numbers may be text, base64 or bytes behind the XML, of any type, not compressed.
 *
 * Cells that are not solid are passed over, fields too. Files in pieces and solid cells of other kinds are refused.
 *
 * Source: The VTK User's Guide, VTK file formats.
 */
import { InvalidInputError } from "../../errors.js";
import { readXml, type XmlElement } from "../../xml.js";
import { checkMesh, type TetMesh } from "../mesh/mesh.js";
import { bytesOf } from "./bytes.js";

const LIMITS = { longest: 64 * 1024 * 1024, mostElements: 10_000 };
/** Corners of a cell, nodes of a quadratic one. */
const [TETRA, QUADRATIC_TETRA] = [10, 24];
/** Voxels, hexahedra, wedges, pyramids, and their kinds of higher order. */
const OTHER_SOLIDS = new Set([11, 12, 13, 14, 15, 16, 25, 26, 27, 29, 32, 33, 37, 42, 71, 72, 73, 74, 78, 79, 80, 81]);
const READERS: Readonly<Record<string, readonly [number, (view: DataView, at: number, little: boolean) => number]>> = {
  Int8: [1, (view, at) => view.getInt8(at)],
  UInt8: [1, (view, at) => view.getUint8(at)],
  Int16: [2, (view, at, little) => view.getInt16(at, little)],
  UInt16: [2, (view, at, little) => view.getUint16(at, little)],
  Int32: [4, (view, at, little) => view.getInt32(at, little)],
  UInt32: [4, (view, at, little) => view.getUint32(at, little)],
  Int64: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  UInt64: [8, (view, at, little) => Number(view.getBigUint64(at, little))],
  Float32: [4, (view, at, little) => view.getFloat32(at, little)],
  Float64: [8, (view, at, little) => view.getFloat64(at, little)],
};
const HOW = "write it uncompressed and in one piece (ParaView: Save Data, with the compressor None; meshio: compression=None)";

/** How the numbers of a file are written. */
interface Writing {
  readonly path: string;
  readonly little: boolean;
  /** Type of the count of bytes before them. */
  readonly header: string;
  /** What stands behind the XML, from its first byte on. */
  readonly appended: string;
  readonly isRaw: boolean;
}

/** Reads a mesh; `scale` makes metres of its unit of length. Where bytes stand behind the XML, the characters of the text are bytes. */
export function readVtu(text: string, path = "mesh", scale = 1): TetMesh {
  const cut = text.indexOf("<AppendedData");
  const opened = cut < 0 ? undefined : /^<AppendedData[^>]*>\s*_?/.exec(text.slice(cut, cut + 1000))?.[0];
  const root = within(path, () => readXml(opened === undefined ? text : `${text.slice(0, cut)}</VTKFile>`, LIMITS));
  if (root.name !== "VTKFile" || root.attributes.get("type") !== "UnstructuredGrid")
    throw new InvalidInputError(path, root.attributes.get("type") ?? root.name, "is not a file of unstructured grids of VTK (.vtu)");
  if (root.attributes.has("compressor")) throw new InvalidInputError(path, root.attributes.get("compressor"), `has packed it: ${HOW}`);
  const writing: Writing = {
    path,
    little: root.attributes.get("byte_order") !== "BigEndian",
    header: root.attributes.get("header_type") ?? "UInt32",
    appended: opened === undefined ? "" : text.slice(cut + opened.length),
    isRaw: opened !== undefined && /encoding\s*=\s*["']raw/.test(opened),
  };
  const pieces = childrenOf(root, "UnstructuredGrid").flatMap((grid) => childrenOf(grid, "Piece"));
  if (pieces.length !== 1) throw new InvalidInputError(path, pieces.length, `pieces are in the file, and one is read: ${HOW}`);
  const arrays = (name: string) => childrenOf(pieces[0], name).flatMap((part) => childrenOf(part, "DataArray"));
  const cells = (name: string) =>
    numbersOf(
      writing,
      name,
      arrays("Cells").find(({ attributes }) => attributes.get("Name") === name),
    );
  const points = numbersOf(writing, "Points", arrays("Points")[0]);
  const [offsets, types] = [cells("offsets"), cells("types")];
  checkCount(pieces[0], "NumberOfPoints", Math.floor(points.length / 3), path);
  checkCount(pieces[0], "NumberOfCells", types.length, path);
  if (offsets.length !== types.length)
    throw new InvalidInputError(path, types.length, `types of cells are in the file, and offsets of ${offsets.length}`);
  return meshOf(path, points, cells("connectivity"), offsets, types, scale);
}

/** What a piece says of its length has to be so: an array that was cut short is no smaller mesh. */
function checkCount({ attributes }: XmlElement, name: string, held: number, path: string): void {
  const told = attributes.get(name);
  if (told !== undefined && Number(told) !== held)
    throw new InvalidInputError(
      path,
      held,
      `is not the ${name} that the file tells, ${Number(told)}: it is cut short, or the number is wrong`,
    );
}

function within<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(`${path}, ${error.path}`, error.value, error.expected);
  }
}

function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

function numbersOf(writing: Writing, name: string, array: XmlElement | undefined): Float64Array {
  const { path } = writing;
  if (array === undefined) throw new InvalidInputError(path, name, "is an array that the file has not");
  const format = array.attributes.get("format") ?? "ascii";
  const where = `${path}, line ${array.line}`;
  if (format === "ascii") {
    const words = array.text.trim().split(/\s+/);
    const numbers = Float64Array.from(words, Number);
    const wrong = numbers.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw new InvalidInputError(where, words[wrong], `is not a finite number, in the array ${name}`);
    return numbers;
  }
  const type = array.attributes.get("type") ?? "";
  const [reader, header] = [READERS[type], READERS[writing.header]];
  if (reader === undefined || header === undefined)
    throw new InvalidInputError(where, reader === undefined ? type : writing.header, "is not a type of numbers of VTK");
  const offset = Number(array.attributes.get("offset") ?? 0);
  const bytes =
    format === "binary"
      ? fromBase64(array.text.trim())
      : writing.isRaw
        ? bytesOf(writing.appended.slice(offset))
        : fromBase64(writing.appended.slice(offset));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < header[0] ? -1 : header[1](view, 0, writing.little);
  if (!(length >= 0 && length % reader[0] === 0 && header[0] + length <= bytes.length))
    throw new InvalidInputError(where, name, "is an array whose bytes are not all there: the file is cut off");
  return Float64Array.from({ length: length / reader[0] }, (_, i) => reader[1](view, header[0] + i * reader[0], writing.little));
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** As far as it is base64: what is behind ends it. */
function fromBase64(text: string): Uint8Array {
  const values = new Int8Array(128).fill(-1);
  for (let k = 0; k < LETTERS.length; k += 1) values[LETTERS.charCodeAt(k)] = k;
  const out = new Uint8Array(Math.ceil((3 * text.length) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? values[code] : -1;
    // A header that is coded by itself may end in the middle of a text.
    if (code === 61) [bits, held] = [0, 0];
    if (code === 61 || code === 10 || code === 13 || code === 32) continue;
    if (value < 0) break;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return out.subarray(0, length);
}

function meshOf(
  path: string,
  points: Float64Array,
  connectivity: Float64Array,
  offsets: Float64Array,
  types: Float64Array,
  scale: number,
): TetMesh {
  const cells: Float64Array[] = [];
  for (let cell = 0; cell < types.length; cell += 1) {
    const type = types[cell];
    if (OTHER_SOLIDS.has(type))
      throw new InvalidInputError(path, type, `is the VTK type of cell ${cell}, and solids of tetrahedra are read (types 10 and 24)`);
    if (type !== TETRA && type !== QUADRATIC_TETRA) continue;
    const nodes = connectivity.subarray(cell === 0 ? 0 : offsets[cell - 1], offsets[cell]);
    if (nodes.length !== (type === TETRA ? 4 : 10))
      throw new InvalidInputError(path, nodes.length, `nodes has cell ${cell}, of VTK type ${type}`);
    if (cells.length > 0 && cells[0].length !== nodes.length)
      throw new InvalidInputError(path, cell, "is the number of a cell that is of another order than those before it");
    const outside = nodes.find((node) => !(Number.isInteger(node) && node >= 0 && 3 * node + 2 < points.length));
    if (outside !== undefined)
      throw new InvalidInputError(
        path,
        outside,
        `is named by cell ${cell}, and there are ${Math.floor(points.length / 3)} points (counted from 0)`,
      );
    cells.push(nodes);
  }
  if (cells.length === 0) throw new InvalidInputError(path, 0, "tetrahedra are in the file: a skin alone is no solid");
  const corners = cells.flatMap((cell) => [...cell.subarray(0, 4)]);
  const used = [...new Set(corners)].sort((a, b) => a - b);
  const numbers = new Map(used.map((node, index) => [node, index]));
  const placed = (node: number) => [0, 1, 2].map((c) => scale * points[3 * node + c]);
  const nodes = Float64Array.from(used.flatMap(placed));
  const tetrahedra = Int32Array.from(corners, (node) => numbers.get(node) as number);
  if (cells[0].length === 4) return checkMesh({ nodes, tetrahedra }, path);
  // VTK has the edges in our order: 01 12 02 03 13 23.
  return checkMesh({ nodes, tetrahedra, middles: Float64Array.from(cells.flatMap((cell) => [...cell.subarray(4)].flatMap(placed))) }, path);
}
