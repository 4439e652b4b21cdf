/**
 * PLY: a head that lists elements (`element vertex 8`) with their properties (`property float x`, `property list uchar int
 * vertex_indices`), then their values in that order, as text or binary in either byte order. Read are x, y, z of `vertex` and the list of
 * `face`.
 */
import { InvalidInputError } from "../../errors.js";
import { bytesOf, checkCorners, textOf } from "./bytes.js";
import { createFaces } from "./cut-polygon.js";
import type { TriangleSurface } from "./surface.js";

interface Property {
  readonly name: string;
  readonly type: string;
  /** Of a list, the type of its length. */
  readonly lengthType?: string;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

/** Reads the next number of a type. */
type Next = (type: string) => number;

const SIZES: Readonly<Record<string, number>> = {
  ...{ char: 1, int8: 1, uchar: 1, uint8: 1, short: 2, int16: 2, ushort: 2, uint16: 2 },
  ...{ int: 4, int32: 4, uint: 4, uint32: 4, float: 4, float32: 4, double: 8, float64: 8 },
};

export function readPly(file: Uint8Array | string, name: string): TriangleSurface {
  const head = /^ply\s[\s\S]*?end_header\r?\n/.exec(textOf(file, 0, 65_536))?.[0];
  if (head === undefined) throw new InvalidInputError(name, "ply", "has a head that does not end (end_header is missing)");
  const format = /^format\s+(\S+)/m.exec(head)?.[1] ?? "";
  const elements = elementsOf(head, name);
  const next = format === "ascii" ? textNumbers(textOf(file, head.length), name) : binaryNumbers(file, head.length, format, name);
  const points: number[] = [];
  const faces = createFaces();
  for (const element of elements)
    for (let i = 0; i < element.count; i++) {
      const row = readRow(element, next, name);
      if (element.name === "vertex") points.push(...(["x", "y", "z"].map((axis) => row.numbers.get(axis) ?? Number.NaN) as number[]));
      if (element.name === "face") faces.add(row.list);
    }
  return { points: Float64Array.from(points), triangles: Uint32Array.from(faces.cut(points)) };
}

function elementsOf(head: string, name: string): Element[] {
  const elements: Element[] = [];
  for (const line of head.split(/\r?\n/)) {
    const [word, ...cells] = line.trim().split(/\s+/);
    const last = elements[elements.length - 1];
    if (word === "element") {
      const count = Number(cells[1]);
      if (!Number.isInteger(count) || count < 0) throw new InvalidInputError(name, line.trim(), "does not say how many there are");
      checkCorners(count / 4, name);
      elements.push({ name: cells[0], count, properties: [] });
    } else if (word === "property" && last !== undefined) {
      const property = cells[0] === "list" ? { lengthType: cells[1], type: cells[2], name: cells[3] } : { type: cells[0], name: cells[1] };
      for (const type of [property.type, property.lengthType ?? "int"])
        if (!Object.hasOwn(SIZES, type)) throw new InvalidInputError(name, type, "is not a type of numbers in a PLY file");
      last.properties.push(property as Property);
    }
  }
  // Without properties a row takes no bytes, and a billion of them no time to write but for ever to read.
  return elements.filter(({ properties }) => properties.length > 0);
}

function readRow({ properties }: Element, next: Next, name: string): { readonly numbers: Map<string, number>; readonly list: number[] } {
  const numbers = new Map<string, number>();
  let list: number[] = [];
  for (const property of properties) {
    if (property.lengthType === undefined) {
      numbers.set(property.name, next(property.type));
      continue;
    }
    const length = next(property.lengthType);
    if (!(Number.isInteger(length) && length >= 0 && length <= 1_000_000))
      throw new InvalidInputError(name, length, "is not the length of a list");
    const values = Array.from({ length }, () => next(property.type));
    if (/^vertex_ind(ex|ices)$/.test(property.name)) list = values;
  }
  if (list.some((corner) => !Number.isInteger(corner) || corner < 0)) throw new InvalidInputError(name, list, "are not corners of a face");
  return { numbers, list };
}

function textNumbers(text: string, name: string): Next {
  const cells = text.trim().split(/\s+/);
  let at = 0;
  return () => {
    if (at >= cells.length) throw new InvalidInputError(name, cells.length, "numbers are fewer than its head says");
    return Number(cells[at++]);
  };
}

function binaryNumbers(file: Uint8Array | string, from: number, format: string, name: string): Next {
  if (!/^binary_(little|big)_endian$/.test(format))
    throw new InvalidInputError(name, format, "is not a format of PLY files: ascii, binary_little_endian, binary_big_endian");
  const { view } = bytesOf(file);
  const little = format === "binary_little_endian";
  let at = from;
  return (type) => {
    const place = at;
    at += SIZES[type];
    if (at > view.byteLength) throw new InvalidInputError(name, view.byteLength, "bytes are fewer than its head says");
    switch (type) {
      case "char":
      case "int8":
        return view.getInt8(place);
      case "uchar":
      case "uint8":
        return view.getUint8(place);
      case "short":
      case "int16":
        return view.getInt16(place, little);
      case "ushort":
      case "uint16":
        return view.getUint16(place, little);
      case "int":
      case "int32":
        return view.getInt32(place, little);
      case "uint":
      case "uint32":
        return view.getUint32(place, little);
      case "float":
      case "float32":
        return view.getFloat32(place, little);
      default:
        return view.getFloat64(place, little);
    }
  };
}
