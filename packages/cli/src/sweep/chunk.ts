/**
 * A chunk of a sweep as bytes, in a file or on its way through a queue: what it is in one line of JSON, then the columns, then a hash.
 *
 *     {"carom":1,"kind":"chunk","id":...,"from":0,"count":64,"columns":[{"part":"inputs","name":...,"type":"number"}, ...]}
 *     numbers: 8 bytes each, little-endian; texts: 4 bytes each, their places in the column's list, padded to 8
 *     SHA-256 of all before it, 32 bytes
 *
 * The same rows are the same bytes on every machine. Whatever arrives is checked: its hash, its id, its size, every column by the plan.
 */
import { createHash } from "node:crypto";
import { endianness } from "node:os";
import type { SweepColumn, SweepPlan, SweepRows, TextColumn } from "carom/study";
import { CommandFailure, NOT_COMPUTED } from "../failure.js";

const HASH = 32;
const LONGEST_HEADER = 8_000_000;
/** Texts that one column of a chunk may have, and characters that one may have. */
const LONGEST_TEXT = 20_000;

interface ColumnHeader {
  readonly part: "inputs" | "measures" | "word" | "failure";
  readonly name: string;
  readonly type: "number" | "text";
  readonly texts?: readonly string[];
}

interface Header {
  readonly carom: 1;
  readonly kind: "chunk";
  readonly id: string;
  readonly from: number;
  readonly count: number;
  readonly columns: readonly ColumnHeader[];
}

/** What is computed in one go: runs from one to before another. */
export interface Chunk {
  /** Hash of study, range and version: whoever computes it gets the same bytes. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

export function chunkId(studyHash: string, version: string, from: number, to: number): string {
  return hashOf(JSON.stringify(["carom chunk", version, studyHash, from, to]));
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

export function encodeChunk({ from, count, inputs, measures, word, failure }: SweepRows, id: string): Uint8Array {
  if (endianness() !== "LE")
    throw new CommandFailure("sweeps are written on machines that put the low byte first; this one does not", NOT_COMPUTED);
  const named: readonly (readonly [ColumnHeader["part"], SweepColumn])[] = [
    ...inputs.map((column) => ["inputs", column] as const),
    ...measures.map((column) => ["measures", column] as const),
    ["word", word],
    ["failure", failure],
  ];
  const columns = named.map(
    ([part, column]): ColumnHeader => ({
      part,
      name: column.name,
      type: column.type,
      ...(column.type === "text" ? { texts: column.texts } : {}),
    }),
  );
  const head = Buffer.from(`${JSON.stringify({ carom: 1, kind: "chunk", id, from, count, columns } satisfies Header)}\n`);
  const start = padded(head.length);
  const size = named.reduce((sum, [, column]) => sum + blockSize(column.type, count), start);
  // With a memory of its own, which a thread can hand over.
  const bytes = new Uint8Array(size + HASH);
  bytes.set(head);
  bytes.fill(0x20, head.length, start);
  let at = start;
  for (const [, column] of named) {
    const { buffer, byteOffset, byteLength } = column.type === "number" ? column.values : column.codes;
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += blockSize(column.type, count);
  }
  bytes.set(createHash("sha256").update(bytes.subarray(0, size)).digest(), size);
  return bytes;
}

const padded = (size: number) => Math.ceil(size / 8) * 8;

function blockSize(type: "number" | "text", count: number): number {
  return type === "number" ? 8 * count : padded(4 * count);
}

/** The rows of a chunk read or sent, in its own memory; throws an Error that says what is wrong if it is not the one expected. */
export function decodeChunk(bytes: Uint8Array, chunk: Chunk, plan: SweepPlan): SweepRows {
  if (bytes.length < HASH + 8) throw new Error("is too short for a chunk");
  const hash = createHash("sha256")
    .update(bytes.subarray(0, bytes.length - HASH))
    .digest();
  if (!hash.equals(bytes.subarray(bytes.length - HASH))) throw new Error("does not have the hash it says");
  return decodeOwnChunk(bytes, chunk, plan);
}

/** The same of a chunk that a thread of this process has just handed over: its hash is for those who read the file. */
export function decodeOwnChunk(bytes: Uint8Array, { id, from, to }: Chunk, { entries, study: { measure = [] } }: SweepPlan): SweepRows {
  const count = to - from;
  const body = bytes.subarray(0, bytes.length - HASH);
  const end = body.indexOf(0x0a);
  if (end < 0 || end > LONGEST_HEADER) throw new Error("does not begin with a line that says what it is");
  const header = headerOf(Buffer.from(body.subarray(0, end)).toString("utf8"));
  if (header.id !== id || header.from !== from || header.count !== count) throw new Error("is another chunk than the one expected");
  const parts = header.columns.map(({ part }) => part).join();
  const inputs = header.columns.filter(({ part }) => part === "inputs").map(({ name }) => name);
  const names = header.columns.filter(({ part }) => part === "measures").map(({ name }) => name);
  if (
    parts !== [...inputs.map(() => "inputs"), ...names.map(() => "measures"), "word", "failure"].join() ||
    inputs.join("\n") !== entries.flatMap(({ columns }) => columns).join("\n") ||
    names.join("\n") !== measure.map(({ name, what }) => name ?? what).join("\n")
  )
    throw new Error("does not have the columns of this sweep");
  const start = padded(end + 1);
  if (body.length !== header.columns.reduce((sum, { type }) => sum + blockSize(type, count), start))
    throw new Error("does not have the size it says");
  let at = start;
  const columns = header.columns.map((column) => {
    const block = body.subarray(at, at + (column.type === "number" ? 8 : 4) * count);
    at += blockSize(column.type, count);
    return columnFrom(column, block);
  });
  const of = (part: ColumnHeader["part"]) => columns.filter((_, i) => header.columns[i].part === part);
  return { from, count, inputs: of("inputs"), measures: of("measures"), word: textOf(of("word")[0]), failure: textOf(of("failure")[0]) };
}

function headerOf(text: string): Header {
  const header = JSON.parse(text) as Partial<Header> | null;
  const isColumn = ({ name, type, texts = [] }: ColumnHeader) =>
    typeof name === "string" &&
    (type === "number" || type === "text") &&
    Array.isArray(texts) &&
    texts.every((each) => typeof each === "string" && each.length <= LONGEST_TEXT);
  if (header?.carom !== 1 || header.kind !== "chunk" || !Array.isArray(header.columns) || !header.columns.every(isColumn))
    throw new Error("does not begin with a line that says what it is");
  return header as Header;
}

function columnFrom({ name, type, texts = [] }: ColumnHeader, block: Uint8Array): SweepColumn {
  // Numbers stand at places that eight divides, if the memory of the whole chunk does.
  const { buffer, byteOffset, byteLength } = block.byteOffset % 8 === 0 ? block : new Uint8Array(block);
  if (type === "number") return { type, name, values: new Float64Array(buffer, byteOffset, byteLength / 8) };
  const codes = new Uint32Array(buffer, byteOffset, byteLength / 4);
  if (!areBelow(codes, texts.length)) throw new Error("names a text that it does not have");
  return { type, name, codes, texts };
}

/** By itself, as are other loops over all runs: V8 throws the code of a loop away where it ends in what was never done before. */
function areBelow(codes: Uint32Array, count: number): boolean {
  for (let i = 0; i < codes.length; i++) if (codes[i] >= count) return false;
  return true;
}

function textOf(column: SweepColumn): TextColumn {
  if (column.type !== "text") throw new Error("does not have the columns of this sweep");
  return column;
}
