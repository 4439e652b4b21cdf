/**
 * Thrift's compact protocol, as far as the headers of Parquet need it: structures of whole numbers, texts, lists and structures.
 *
 * A field is its distance from the field before (four bits), its type (four bits), its value; whole numbers are zigzag varints. A zero byte
 * ends a structure. Source: Apache Thrift, Thrift compact protocol encoding.
 */

/** A value of a field; the name of its member is its type. Fields stand in ascending order of their numbers. */
export type ThriftValue =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly list: readonly ThriftValue[] }
  | { readonly fields: readonly ThriftField[] };

export type ThriftField = readonly [number: number, value: ThriftValue];

/** The bytes of a structure. */
export function thriftBytes(fields: readonly ThriftField[]): Uint8Array {
  const bytes: number[] = [];
  writeFields(bytes, fields);
  return Uint8Array.from(bytes);
}

const STOP = 0;
/** Lists of fewer have their length in the byte of their type. */
const SHORT = 15;

function writeFields(bytes: number[], fields: readonly ThriftField[]): void {
  let before = 0;
  for (const [number, value] of fields) {
    bytes.push(((number - before) << 4) | typeOf(value));
    writeValue(bytes, value);
    before = number;
  }
  bytes.push(STOP);
}

function typeOf(value: ThriftValue): number {
  if ("i32" in value) return 5;
  if ("i64" in value) return 6;
  if ("text" in value) return 8;
  return "list" in value ? 9 : 12;
}

function writeValue(bytes: number[], value: ThriftValue): void {
  if ("fields" in value) writeFields(bytes, value.fields);
  else if ("i32" in value) writeVarint(bytes, zigzag(value.i32));
  else if ("i64" in value) writeVarint(bytes, zigzag(value.i64));
  else if ("text" in value) {
    const text = Buffer.from(value.text);
    writeVarint(bytes, BigInt(text.length));
    bytes.push(...text);
  } else {
    const { list } = value;
    const type = typeOf(list[0] ?? { i32: 0 });
    if (list.length < SHORT) bytes.push((list.length << 4) | type);
    else {
      bytes.push((SHORT << 4) | type);
      writeVarint(bytes, BigInt(list.length));
    }
    for (const each of list) writeValue(bytes, each);
  }
}

function zigzag(value: number): bigint {
  return value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value);
}

function writeVarint(bytes: number[], value: bigint): void {
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
}
