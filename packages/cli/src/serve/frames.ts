/**
 * What `carom serve --stdio` and its callers send each other: frames of a JSON header and raw arrays.
 *
 *     4 bytes     "CRM1"
 *     4 bytes     length of the header, unsigned, little endian
 *     8 bytes     length of the arrays, likewise
 *     header      JSON in UTF-8; its field `arrays` lists what follows: { "type": "float64" | "uint8", "shape": [rows, columns] }
 *     arrays      one after the other, little endian, row by row; each is filled up to a multiple of eight bytes
 *
 * In the header { "$array": 3 } stands for the fourth of them.
 */
import { endianness } from "node:os";

export const MAGIC = "CRM1";
const PREFIX = 16;
/** Bytes of a header and of the arrays that are taken. */
export const LONGEST_HEADER = 64 * 1024 * 1024;
export const LONGEST_ARRAYS = 1024 * 1024 * 1024;

/** A frame that cannot be understood. `ends`: nor can anything after it. */
export class BadFrame extends Error {
  constructor(
    message: string,
    readonly ends: boolean,
  ) {
    super(message);
  }
}

export interface NumberArray {
  readonly values: Float64Array | Uint8Array;
  readonly shape: readonly number[];
}

export interface Frame {
  readonly header: Readonly<Record<string, unknown>>;
  readonly arrays: readonly NumberArray[];
}

/** The pieces of a frame, to be written one after the other. */
export function framePieces(header: object, arrays: readonly NumberArray[]): Uint8Array[] {
  const listed = arrays.map(({ values, shape }) => ({ type: values instanceof Float64Array ? "float64" : "uint8", shape }));
  const text = Buffer.from(JSON.stringify({ ...header, arrays: listed }));
  const prefix = Buffer.alloc(PREFIX);
  prefix.write(MAGIC, "latin1");
  prefix.writeUInt32LE(text.length, 4);
  prefix.writeBigUInt64LE(BigInt(arrays.reduce((sum, { values }) => sum + filled(values.byteLength), 0)), 8);
  return [
    prefix,
    text,
    ...arrays.flatMap(({ values }) => [littleEndian(values), FILL.subarray(0, filled(values.byteLength) - values.byteLength)]),
  ];
}

/** So that doubles lie where processors read them. */
const filled = (length: number) => 8 * Math.ceil(length / 8);
const FILL = new Uint8Array(8);

function littleEndian(values: Float64Array | Uint8Array): Uint8Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return values instanceof Float64Array && endianness() === "BE" ? Buffer.from(bytes).swap64() : bytes;
}

/** Frames of a stream; bad ones are yielded as BadFrame, and one that ends everything is the last. */
export async function* framesIn(input: AsyncIterable<Uint8Array>): AsyncGenerator<Frame | BadFrame> {
  const reader = byteReader(input);
  for (;;) {
    const prefix = await reader.take(PREFIX);
    if (prefix.length === 0) return;
    const lengths = prefix.length < PREFIX ? new BadFrame(`a frame ends after ${prefix.length} bytes`, true) : lengthsOf(prefix);
    if (lengths instanceof BadFrame) {
      yield lengths;
      return;
    }
    const text = await reader.take(lengths.header);
    const numbers = await reader.take(lengths.arrays);
    if (text.length < lengths.header || numbers.length < lengths.arrays) {
      yield new BadFrame("a frame ends before it is whole", true);
      return;
    }
    yield frameOf(text, numbers);
  }
}

function lengthsOf(prefix: Buffer): { readonly header: number; readonly arrays: number } | BadFrame {
  const magic = prefix.toString("latin1", 0, 4);
  if (magic !== MAGIC) return new BadFrame(`${JSON.stringify(magic)} does not begin a frame: ${MAGIC} does`, true);
  const header = prefix.readUInt32LE(4);
  const arrays = prefix.readBigUInt64LE(8);
  if (header > LONGEST_HEADER) return new BadFrame(`${header} bytes are more than a header may have (${LONGEST_HEADER})`, true);
  if (arrays > LONGEST_ARRAYS) return new BadFrame(`${arrays} bytes are more than arrays may have (${LONGEST_ARRAYS})`, true);
  return { header, arrays: Number(arrays) };
}

function frameOf(text: Buffer, bytes: Buffer): Frame | BadFrame {
  let header: Record<string, unknown>;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as Record<string, unknown>;
  } catch {
    return new BadFrame("the header of a frame is not JSON", false);
  }
  if (typeof header !== "object" || header === null || Array.isArray(header))
    return new BadFrame("the header of a frame is not an object", false);
  const arrays = arraysOf(header.arrays ?? [], bytes);
  return arrays instanceof BadFrame ? arrays : { header, arrays };
}

function arraysOf(listed: unknown, bytes: Buffer): readonly NumberArray[] | BadFrame {
  if (!Array.isArray(listed)) return new BadFrame("arrays is not a list", false);
  const arrays: NumberArray[] = [];
  let at = 0;
  for (const [i, entry] of listed.entries()) {
    const { type, shape } = (entry ?? {}) as { readonly type?: unknown; readonly shape?: unknown };
    if (type !== "float64" && type !== "uint8") return new BadFrame(`arrays[${i}].type is neither float64 nor uint8`, false);
    if (!Array.isArray(shape) || !shape.every((size) => Number.isSafeInteger(size) && size >= 0))
      return new BadFrame(`arrays[${i}].shape is not a list of sizes`, false);
    const count = shape.reduce((product: number, size: number) => product * size, 1);
    const length = count * (type === "float64" ? 8 : 1);
    if (!(at + filled(length) <= bytes.length)) return new BadFrame(`arrays[${i}] does not lie within the frame`, false);
    const own = Buffer.from(bytes.buffer, bytes.byteOffset + at, length);
    if (type === "float64" && endianness() === "BE") own.swap64();
    const values =
      type === "float64" ? new Float64Array(own.buffer, own.byteOffset, count) : new Uint8Array(own.buffer, own.byteOffset, count);
    arrays.push({ values, shape });
    at += filled(length);
  }
  return at === bytes.length ? arrays : new BadFrame(`${bytes.length - at} bytes belong to no array`, false);
}

/** Takes as many bytes as asked for, fewer only at the end; each time memory of its own, where doubles may lie. */
function byteReader(input: AsyncIterable<Uint8Array>) {
  const source = input[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    async take(length: number): Promise<Buffer> {
      const taken = Buffer.from(new ArrayBuffer(length));
      let filled = 0;
      while (filled < length) {
        if (rest.length === 0) {
          const next = await source.next();
          if (next.done === true) break;
          rest = next.value;
        }
        const part = Math.min(rest.length, length - filled);
        taken.set(rest.subarray(0, part), filled);
        rest = rest.subarray(part);
        filled += part;
      }
      return filled === length ? taken : taken.subarray(0, filled);
    },
  };
}
