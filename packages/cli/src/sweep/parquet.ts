/**
 * All runs as a Parquet file: one row a run, numbers as doubles, texts as strings, what is not there as null. Columns are copied as they
 * are, which is some forty times as fast as value by value: of a quick impact the file costs less than the impact.
 *
 *     PAR1, for each million rows the columns one after the other, what they are (FileMetaData), its length, PAR1
 *     numbers: one page, encoding PLAIN; texts: a page of the texts, then one of their places in it (RLE_DICTIONARY)
 *
 * Source: Apache Parquet, parquet.thrift and Encodings.md.
 */
import type { NumberColumn, SweepColumn, SweepRows, TextColumn } from "carom/study";
import { type ThriftField, type ThriftValue, thriftBytes } from "./thrift.js";

/** Names of the columns, in the order of the file. */
export function columnsOf({ inputs, measures, word, failure }: SweepRows): readonly SweepColumn[] {
  return [...inputs, ...measures, word, failure];
}

/** Rows that stand together. */
const ROW_GROUP = 1_000_000;
const MAGIC = Buffer.from("PAR1");
/** Numbers of the format: physical types, encodings, kinds of pages, and whether a column may be without a value. */
const INT32 = 1;
const INT64 = 2;
const DOUBLE = 5;
const BYTE_ARRAY = 6;
const PLAIN = 0;
const RLE = 3;
const RLE_DICTIONARY = 8;
const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const REQUIRED = 0;
const OPTIONAL = 1;
const UTF8 = 0;
const UNCOMPRESSED = 0;

/** A column of the file: what it is, and the pages of some of its rows. */
interface FileColumn {
  readonly name: string;
  readonly type: number;
  readonly isOptional: boolean;
  readonly pages: (from: number, to: number) => readonly Page[];
}

interface Page {
  readonly kind: typeof DATA_PAGE | typeof DICTIONARY_PAGE;
  readonly encoding: number;
  /** Rows, or texts of a dictionary. */
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** The file in pieces, numbers in the memory that they are in. The same rows are the same bytes. */
export function parquetPieces(rows: SweepRows): readonly Uint8Array[] {
  const columns = [
    runColumn(rows),
    ...columnsOf(rows).map((column) => (column.type === "text" ? textColumn(column) : numberColumn(column))),
  ];
  const pieces: Uint8Array[] = [MAGIC];
  let at = MAGIC.length;
  const put = (bytes: Uint8Array) => {
    pieces.push(bytes);
    at += bytes.length;
  };
  const groups: ThriftValue[] = [];
  for (let from = 0; from < rows.count; from += ROW_GROUP) {
    const to = Math.min(rows.count, from + ROW_GROUP);
    const start = at;
    const chunks = columns.map((column) => writeColumn(column, from, to, () => at, put));
    groups.push({
      fields: [
        [1, { list: chunks }],
        [2, { i64: at - start }],
        [3, { i64: to - from }],
      ],
    });
  }
  const footer = thriftBytes([
    [1, { i32: 2 }],
    [
      2,
      {
        list: [
          {
            fields: [
              [4, { text: "runs" }],
              [5, { i32: columns.length }],
            ],
          },
          ...columns.map(schemaOf),
        ],
      },
    ],
    [3, { i64: rows.count }],
    [4, { list: groups }],
    [6, { text: "carom" }],
  ]);
  put(footer);
  put(new Uint8Array(Uint32Array.of(footer.length).buffer));
  put(MAGIC);
  return pieces;
}

function schemaOf({ name, type, isOptional }: FileColumn): ThriftValue {
  const text: readonly ThriftField[] = type === BYTE_ARRAY ? [[6, { i32: UTF8 }]] : [];
  return { fields: [[1, { i32: type }], [3, { i32: isOptional ? OPTIONAL : REQUIRED }], [4, { text: name }], ...text] };
}

/** Puts the pages of some rows of a column and says where they are. */
function writeColumn(column: FileColumn, from: number, to: number, place: () => number, put: (bytes: Uint8Array) => void): ThriftValue {
  const start = place();
  const pages = column.pages(from, to);
  const places = pages.map((page) => {
    const at = place();
    put(headerOf(page));
    put(page.bytes);
    return at;
  });
  const size = place() - start;
  const dictionary = pages.findIndex(({ kind }) => kind === DICTIONARY_PAGE);
  const encodings = [...new Set([RLE, ...pages.map(({ encoding }) => encoding)])];
  const about: ThriftField[] = [
    [1, { i32: column.type }],
    [2, { list: encodings.map((i32) => ({ i32 })) }],
    [3, { list: [{ text: column.name }] }],
    [4, { i32: UNCOMPRESSED }],
    [5, { i64: to - from }],
    [6, { i64: size }],
    [7, { i64: size }],
    [9, { i64: places[pages.length - 1] }],
    ...(dictionary < 0 ? [] : [[11, { i64: places[dictionary] }] as const]),
  ];
  return {
    fields: [
      [2, { i64: start }],
      [3, { fields: about }],
    ],
  };
}

function headerOf({ kind, encoding, count, bytes }: Page): Uint8Array {
  const own: ThriftField =
    kind === DICTIONARY_PAGE
      ? [
          7,
          {
            fields: [
              [1, { i32: count }],
              [2, { i32: encoding }],
            ],
          },
        ]
      : [
          5,
          {
            fields: [
              [1, { i32: count }],
              [2, { i32: encoding }],
              [3, { i32: RLE }],
              [4, { i32: RLE }],
            ],
          },
        ];
  return thriftBytes([[1, { i32: kind }], [2, { i32: bytes.length }], [3, { i32: bytes.length }], own]);
}

/** Run numbers above 2^31 do not fit into 32 bits. */
function runColumn({ from: first, count }: SweepRows): FileColumn {
  const isLong = first + count > 2 ** 31;
  return {
    name: "run",
    type: isLong ? INT64 : INT32,
    isOptional: false,
    pages: (from, to) => {
      const numbers = isLong ? longNumbers(first + from, to - from) : shortNumbers(first + from, to - from);
      return [{ kind: DATA_PAGE, encoding: PLAIN, count: to - from, bytes: bytesOf(numbers) }];
    },
  };
}

function shortNumbers(first: number, count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = first + i;
  return numbers;
}

function longNumbers(first: number, count: number): BigInt64Array {
  const numbers = new BigInt64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = BigInt(first + i);
  return numbers;
}

/** The same memory, as bytes. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** NaN is no value. */
function numberColumn({ name, values }: NumberColumn): FileColumn {
  const isOptional = hasGap(values);
  const present = (from: number, to: number) => {
    const here = new Uint32Array(to - from);
    const own = new Float64Array(to - from);
    let count = 0;
    for (let i = from; i < to; i++) {
      if (Number.isNaN(values[i])) continue;
      here[i - from] = 1;
      own[count++] = values[i];
    }
    return Buffer.concat([levels(here), bytesOf(own.subarray(0, count))]);
  };
  return {
    name,
    type: DOUBLE,
    isOptional,
    pages: (from, to) => [
      { kind: DATA_PAGE, encoding: PLAIN, count: to - from, bytes: isOptional ? present(from, to) : bytesOf(values.subarray(from, to)) },
    ],
  };
}

function hasGap(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

/** The empty text is no value. */
function textColumn({ name, codes, texts }: TextColumn): FileColumn {
  const empty = texts.indexOf("");
  const told = texts.filter((text) => text !== "");
  const pages = (from: number, to: number): Page[] => {
    const here = new Uint32Array(to - from);
    const own = new Uint32Array(to - from);
    const count = takeTold(codes.subarray(from, to), empty, here, own);
    if (count === 0) return [{ kind: DATA_PAGE, encoding: PLAIN, count: to - from, bytes: levels(here) }];
    const width = Math.max(1, 32 - Math.clz32(told.length - 1));
    return [
      { kind: DICTIONARY_PAGE, encoding: PLAIN, count: told.length, bytes: plainTexts(told) },
      {
        kind: DATA_PAGE,
        encoding: RLE_DICTIONARY,
        count: to - from,
        bytes: Buffer.concat([levels(here), Uint8Array.of(width), hybrid(own.subarray(0, count), width)]),
      },
    ];
  };
  return { name, type: BYTE_ARRAY, isOptional: true, pages };
}

/** Codes of the rows that have a text, without the empty one among them. Returns how many there are. */
function takeTold(codes: Uint32Array, empty: number, here: Uint32Array, own: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] === empty) continue;
    here[i] = 1;
    own[count++] = empty >= 0 && codes[i] > empty ? codes[i] - 1 : codes[i];
  }
  return count;
}

/** Each with its length before it. */
function plainTexts(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text);
      return [new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes];
    }),
  );
}

/** Which rows have a value, with the length before it. */
function levels(here: Uint32Array): Uint8Array {
  const bytes = hybrid(here, 1);
  return Buffer.concat([new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes]);
}

/**
 * Small whole numbers: one run where all are the same (length times 2, the number), else packed into so many bits each, the lowest first
 * (number of eights times 2 plus 1, the bits).
 */
function hybrid(numbers: Uint32Array, width: number): Uint8Array {
  if (isSame(numbers)) {
    const value = new Uint8Array(Uint32Array.of(numbers[0]).buffer).subarray(0, Math.ceil(width / 8));
    return Buffer.concat([varint(2 * numbers.length), value]);
  }
  const eights = Math.ceil(numbers.length / 8);
  const packed = new Uint8Array(eights * width);
  pack(numbers, width, packed);
  return Buffer.concat([varint(2 * eights + 1), packed]);
}

function isSame(numbers: Uint32Array): boolean {
  for (let i = 1; i < numbers.length; i++) if (numbers[i] !== numbers[0]) return false;
  return true;
}

function pack(numbers: Uint32Array, width: number, packed: Uint8Array): void {
  for (let i = 0, at = 0; i < numbers.length; i++, at += width) {
    let [byte, shift] = [at >>> 3, at & 7];
    for (let rest = numbers[i], left = width; left > 0; byte++) {
      packed[byte] |= rest << shift;
      rest >>>= 8 - shift;
      left -= 8 - shift;
      shift = 0;
    }
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Uint8Array.of(...bytes, rest);
}
