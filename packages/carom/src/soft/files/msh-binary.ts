/**
 * Binary files of gmsh, versions 2.2 and 4.1, of either order of bytes.
 *
 * Sections are opened and closed by lines of text as in text files; what is in them has to be counted through. Those that are not needed
 * are passed over to the line that ends them.
 *
 * Source: gmsh reference manual, chapter on file formats.
 */
import { InvalidInputError } from "../../errors.js";
import { bytesOf } from "./bytes.js";
import { addPlace, createParts, type MshParts, nodesOf } from "./msh-parts.js";

/** Nodes of the elements of types 1 to 31. */
const NODES_OF_TYPE = [2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5, 6, 20, 35, 56];

/** Reads through bytes, and says where they end too early. */
class Reader {
  private at = 0;
  private readonly text: string;
  private readonly view: DataView;
  private readonly path: string;
  private little = true;

  constructor(text: string, path: string) {
    this.text = text;
    this.view = new DataView(bytesOf(text).buffer);
    this.path = path;
  }

  /** Goes behind the line that opens a section, past all others. */
  open(name: string): void {
    for (;;) {
      const next = /\$(\w+)[ \r]*\n/y;
      const from = this.text.indexOf("$", this.at);
      next.lastIndex = from;
      const opened = from < 0 ? null : next.exec(this.text);
      if (opened === null) throw new InvalidInputError(this.path, name, "is not a section of the file, and it is needed");
      this.at = next.lastIndex;
      if (opened[1] === name) return;
      const end = this.text.indexOf(`$End${opened[1]}`, this.at);
      if (end < 0) throw this.complain(opened[1], `is a section that no $End${opened[1]} ends`);
      this.at = end + 4 + opened[1].length;
    }
  }

  close(name: string): void {
    const mark = `$End${name}`;
    const end = this.text.indexOf("$", this.at);
    if (!this.text.startsWith(mark, end) || this.text.slice(this.at, end).trim() !== "")
      throw this.complain(name, `is not ended by ${mark} where all that was counted has come`);
    this.at = end + mark.length;
  }

  line(): string {
    const end = this.text.indexOf("\n", this.at);
    if (end < 0) throw this.complain("the end of the file", "comes within a line");
    const line = this.text.slice(this.at, end).trim();
    this.at = end + 1;
    return line;
  }

  /** The order of bytes, told by a one. */
  order(): void {
    const one = this.bytes(4);
    this.little = this.view.getInt32(one, true) === 1;
    if (!this.little && this.view.getInt32(one, false) !== 1)
      throw this.complain(this.view.getInt32(one, true), "is not the one that tells the order of bytes: the file is damaged");
  }

  int(): number {
    return this.view.getInt32(this.bytes(4), this.little);
  }

  double(): number {
    return this.view.getFloat64(this.bytes(8), this.little);
  }

  /** A whole number of eight bytes. */
  long(): number {
    return Number(this.view.getBigUint64(this.bytes(8), this.little));
  }

  /** A count of things that have at least so many bytes each. */
  counted(count: number, width: number): number {
    if (Number.isInteger(count) && count >= 0 && count * width <= this.view.byteLength - this.at) return count;
    throw this.complain(
      count,
      `is a count of more than the ${this.view.byteLength - this.at} bytes that follow can hold: the file is cut off`,
    );
  }

  complain(value: unknown, expected: string): InvalidInputError {
    return new InvalidInputError(`${this.path}, byte ${this.at}`, value, expected);
  }

  private bytes(count: number): number {
    const from = this.at;
    if (from + count > this.view.byteLength) throw this.complain("the end of the file", "comes too early: the file is cut off");
    this.at += count;
    return from;
  }
}

/** What a binary file holds. Its characters are its bytes. */
export function readBinaryMsh(text: string, path: string, version: "2.2" | "4.1"): MshParts {
  const reader = new Reader(text, path);
  reader.open("MeshFormat");
  const [, , size] = reader.line().split(/\s+/);
  if (size !== "8") throw reader.complain(size, "is not 8, the bytes of a number in files that are read");
  reader.order();
  reader.close("MeshFormat");
  return version === "2.2" ? readOld(reader) : readNew(reader);
}

function readOld(reader: Reader): MshParts {
  const parts = createParts();
  reader.open("Nodes");
  const nodes = reader.counted(Number(reader.line()), 28);
  for (let index = 0; index < nodes; index += 1) readPlace(reader, parts, reader.int(), 0);
  reader.close("Nodes");
  reader.open("Elements");
  const elements = reader.counted(Number(reader.line()), 8);
  for (let read = 0; read < elements; ) {
    const [type, follow, tags] = [reader.int(), reader.int(), reader.int()];
    const [count, wanted] = [widthOf(reader, type), nodesOf(parts, type, (expected) => reader.complain(type, expected))];
    const group = reader.counted(follow, 4 * (1 + count));
    if (group === 0 || tags < 0) throw reader.complain(follow, "elements follow in a group, and there is at least one in each");
    for (let index = 0; index < group; index += 1) {
      reader.int();
      for (let tag = 0; tag < tags; tag += 1) reader.int();
      const element = Array.from({ length: count }, () => reader.int());
      if (wanted > 0) parts.elements.push(element);
    }
    read += group;
  }
  reader.close("Elements");
  return parts;
}

function readNew(reader: Reader): MshParts {
  const parts = createParts();
  reader.open("Nodes");
  const blocks = readHeader(reader, 20);
  for (let block = 0; block < blocks; block += 1) {
    const [dimension, , parametric] = [reader.int(), reader.int(), reader.int()];
    const count = reader.counted(reader.long(), 32);
    const tags = Array.from({ length: count }, () => reader.long());
    for (const tag of tags) readPlace(reader, parts, tag, parametric === 1 ? dimension : 0);
  }
  reader.close("Nodes");
  reader.open("Elements");
  const groups = readHeader(reader, 20);
  for (let group = 0; group < groups; group += 1) {
    const [, , type] = [reader.int(), reader.int(), reader.int()];
    const [width, wanted] = [widthOf(reader, type), nodesOf(parts, type, (expected) => reader.complain(type, expected))];
    const count = reader.counted(reader.long(), 8 * (1 + width));
    for (let index = 0; index < count; index += 1) {
      reader.long();
      const element = Array.from({ length: width }, () => reader.long());
      if (wanted > 0) parts.elements.push(element);
    }
  }
  reader.close("Elements");
  return parts;
}

/** How many blocks follow; then how many things in all, and their lowest and highest tag. */
function readHeader(reader: Reader, width: number): number {
  const blocks = reader.long();
  for (let k = 0; k < 3; k += 1) reader.long();
  return reader.counted(blocks, width);
}

/** Three coordinates, and parameters that are passed over. */
function readPlace(reader: Reader, parts: MshParts, tag: number, parameters: number): void {
  addPlace(parts, tag, [reader.double(), reader.double(), reader.double()], (expected) => reader.complain(tag, expected));
  for (let k = 0; k < parameters; k += 1) reader.double();
}

function widthOf(reader: Reader, type: number): number {
  const width = NODES_OF_TYPE[type - 1];
  if (width === undefined)
    throw reader.complain(type, "is a type of element that is not known: gmsh -3 -format msh22 writes a file that can be read");
  return width;
}
