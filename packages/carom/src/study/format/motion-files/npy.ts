/**
 * NPY files of numpy, versions 1 to 3: an array of one or two dimensions, or of records with named fields.
 *
 *     6 bytes     93 "NUMPY"
 *     2 bytes     version
 *     2 or 4      length of the head (version 1: 2), little endian
 *     head        { "descr": "<f8", "fortran_order": False, "shape": (100, 3), } as Python writes it
 *     the rest    the numbers, row by row, or column by column in Fortran's order
 *
 * Columns without names are called by their numbers, from 1; fields that hold several numbers `field_1`, `field_2`.
 * Source: numpy.lib.format.
 */
import { InvalidInputError } from "../../../errors.js";
import type { MotionTable } from "./motion-file.js";

/** One number of a row. */
interface Cell {
  readonly name: string;
  /** In the record, bytes. */
  readonly offset: number;
  readonly read: Reader;
}

type Reader = (view: DataView, at: number) => number;

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** Characters of a head. */
const LONGEST_HEAD = 100_000;
const MOST_COLUMNS = 10_000;

export function readNpy(bytes: Uint8Array, part: string, at: string): MotionTable {
  const fail = (value: unknown, expected: string): never => {
    throw new InvalidInputError(at, value, expected);
  };
  if (part !== "") fail(part, "is a part of a file that has none");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || MAGIC.some((byte, i) => bytes[i] !== byte)) fail(bytes.length, "bytes do not begin as an NPY file does");
  const version = bytes[6];
  if (version < 1 || version > 3) fail(version, "is not a version of NPY files that is known: 1, 2 or 3");
  const start = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEAD || start + length > bytes.length) fail(length, "is the length of its head, which is longer than the file");
  const head = headOf(bytes.subarray(start, start + length), version);
  const shape = shapeOf(head, fail);
  const isFortran = /['"]fortran_order['"]\s*:\s*True/.test(head);
  const record = recordOf(head, fail);
  const [rows, across] = [shape[0], shape[1] ?? 1];
  if (record.cells.length > 1 && shape.length > 1) fail(shape.join(" x "), "is a shape of records that is not one row after the other");
  const count = across * record.cells.length;
  if (count > MOST_COLUMNS) fail(count, `columns are more than a table may have (${MOST_COLUMNS})`);
  const from = start + length;
  if (from + rows * across * record.size > bytes.length)
    fail(bytes.length - from, `bytes of numbers are too few for ${shape.join(" x ")} of ${record.size} bytes each`);
  const columns = Array.from({ length: count }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row++)
    for (let c = 0; c < across; c++) {
      const place = from + record.size * (isFortran ? c * rows + row : row * across + c);
      record.cells.forEach(({ offset, read }, i) => {
        columns[c * record.cells.length + i][row] = read(view, place + offset);
      });
    }
  const names = across === 1 ? record.cells.map(({ name }) => name || "1") : columns.map((_, i) => `${i + 1}`);
  return { names, columns };
}

/** Letters are bytes; in version 3 they are UTF-8. */
function headOf(bytes: Uint8Array, version: number): string {
  const plain = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (version < 3) return plain;
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return plain;
  }
}

type Fail = (value: unknown, expected: string) => never;

function shapeOf(head: string, fail: Fail): number[] {
  const [, inside] = /['"]shape['"]\s*:\s*\(([^)]*)\)/.exec(head) ?? [];
  const shape = (inside ?? "").split(",").flatMap((text) => (text.trim() === "" ? [] : [Number(text.trim().replace(/L$/, ""))]));
  if (inside === undefined || shape.length < 1 || shape.length > 2 || !shape.every((length) => Number.isSafeInteger(length) && length >= 0))
    fail(inside, "is not the shape of an array with one or two dimensions");
  return shape;
}

function recordOf(head: string, fail: Fail): { readonly cells: readonly Cell[]; readonly size: number } {
  const [, simple] = /['"]descr['"]\s*:\s*['"]([^'"]*)['"]/.exec(head) ?? [];
  if (simple !== undefined) {
    const [read, size] = typeOf(simple, fail);
    return { cells: [{ name: "", offset: 0, read }], size };
  }
  const [, list] = /['"]descr['"]\s*:\s*\[(.*?)\]/s.exec(head) ?? [];
  if (list === undefined) fail(head.slice(0, 80), "is a head without descr");
  const cells: Cell[] = [];
  let size = 0;
  for (const [, name, type, inner] of (list ?? "").matchAll(
    /\(\s*['"]([^'"]*)['"]\s*,\s*['"]([^'"]*)['"]\s*(?:,\s*\(([^)]*)\)\s*)?,?\s*\)/g,
  )) {
    const count = (inner ?? "").split(",").reduce((product, text) => (text.trim() === "" ? product : product * Number(text)), 1);
    if (!Number.isSafeInteger(count) || count < 0 || cells.length + count > MOST_COLUMNS)
      fail(inner, `is not a shape of the field ${name}`);
    // Bytes that numpy puts between fields have types of their own and no name.
    if (/^\|V\d+$/.test(type)) size += count * Number(type.slice(2));
    else {
      const [read, width] = typeOf(type, fail);
      for (let i = 0; i < count; i++) cells.push({ name: count === 1 ? name : `${name}_${i + 1}`, offset: size + width * i, read });
      size += count * width;
    }
  }
  if (cells.length === 0) fail(list, "are fields that are not understood");
  return { cells, size };
}

function typeOf(text: string, fail: Fail): readonly [Reader, number] {
  const [, order, kind, digits] = /^([<>=|]?)([fiub])(\d+)$/.exec(text) ?? [];
  const little = order !== ">";
  const readers: Readonly<Record<string, Reader>> = {
    f4: (view, at) => view.getFloat32(at, little),
    f8: (view, at) => view.getFloat64(at, little),
    i1: (view, at) => view.getInt8(at),
    i2: (view, at) => view.getInt16(at, little),
    i4: (view, at) => view.getInt32(at, little),
    i8: (view, at) => Number(view.getBigInt64(at, little)),
    u1: (view, at) => view.getUint8(at),
    b1: (view, at) => view.getUint8(at),
    u2: (view, at) => view.getUint16(at, little),
    u4: (view, at) => view.getUint32(at, little),
    u8: (view, at) => Number(view.getBigUint64(at, little)),
  };
  const name = `${kind}${digits}`;
  if (kind === undefined || !Object.hasOwn(readers, name))
    fail(text, "is not a type of numbers that is read: float 4 and 8, int and uint 1 to 8, bool");
  return [readers[name], Number(digits)];
}
