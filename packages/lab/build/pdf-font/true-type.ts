/** A TrueType font of some characters, as a document holds it: outlines and advances, nothing to hint and nothing to look characters up. */
import type { DecodedFont, Outline } from "./woff2.js";

export interface FontSubset {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  /** Left, bottom, right, top of all outlines. */
  readonly box: readonly [number, number, number, number];
  /** Characters and their advances; the glyph of the first is 1. */
  readonly characters: readonly (readonly [character: string, advance: number])[];
  /** The file. */
  readonly bytes: Uint8Array;
}

class Writer {
  readonly bytes: number[] = [];
  u16(...values: readonly number[]): this {
    for (const value of values) this.bytes.push((value >> 8) & 0xff, value & 0xff);
    return this;
  }
  u32(...values: readonly number[]): this {
    for (const value of values) this.u16(value >>> 16, value & 0xffff);
    return this;
  }
  /** Filled up to a multiple of this. */
  filled(size: number): this {
    while (this.bytes.length % size !== 0) this.bytes.push(0);
    return this;
  }
}

type Box = readonly [number, number, number, number];

const boxOf = (outline: Outline): Box => {
  const points = outline.flat();
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return points.length === 0 ? [0, 0, 0, 0] : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** Those of the characters that the font has. */
export function subsetOf(font: DecodedFont, wanted: string): FontSubset {
  const characters = [...new Set(wanted)].filter((character) => font.glyphs.has(character.codePointAt(0)!));
  const found = characters.map((character) => font.glyphs.get(character.codePointAt(0)!)!);
  const outlines = [0, ...found].map((glyph) => font.outline(glyph));
  const advances = [0, ...found].map((glyph) => font.advance(glyph));
  const boxes = outlines.map(boxOf);
  const box: Box = [0, 1, 2, 3].map((side) => (side < 2 ? Math.min : Math.max)(...boxes.map((one) => one[side]))) as unknown as Box;

  const glyf = new Writer();
  const loca = new Writer();
  for (const [i, outline] of outlines.entries()) {
    loca.u32(glyf.bytes.length);
    writeGlyph(glyf, outline, boxes[i]);
  }
  loca.u32(glyf.bytes.length);
  const hmtx = new Writer();
  for (const [i, advance] of advances.entries()) hmtx.u16(advance, boxes[i][0]);
  const most = (list: readonly number[]) => Math.max(...list);
  const points = most(outlines.map((outline) => outline.flat().length));
  const contours = most(outlines.map(({ length }) => length));
  const { unitsPerEm, ascent, descent } = font;
  const head = new Writer()
    .u32(0x10000, 0x10000, 0, 0x5f0f3cf5)
    .u16(0, unitsPerEm)
    .u32(0, 0, 0, 0)
    .u16(...box)
    .u16(0, 8, 2, 1, 0);
  const hhea = new Writer()
    .u32(0x10000)
    .u16(ascent, descent, 0, most(advances), box[0], 0, box[2], 1, 0, 0, 0, 0, 0, 0, 0, outlines.length);
  const maxp = new Writer().u32(0x10000).u16(outlines.length, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0);
  return {
    unitsPerEm,
    ascent,
    descent,
    box,
    characters: characters.map((character, i) => [character, advances[i + 1]]),
    bytes: fileOf({ glyf, head, hhea, hmtx, loca, maxp }),
  };
}

/** All coordinates as words: the document is packed anyway. */
function writeGlyph(glyf: Writer, outline: Outline, box: Box): void {
  if (outline.length === 0) return;
  glyf.u16(outline.length, ...box);
  let end = -1;
  for (const { length } of outline) {
    end += length;
    glyf.u16(end);
  }
  glyf.u16(0);
  const points = outline.flat();
  glyf.bytes.push(...points.map(({ onCurve }) => (onCurve ? 1 : 0)));
  for (const axis of ["x", "y"] as const) glyf.u16(...points.map((point, i) => point[axis] - (points[i - 1]?.[axis] ?? 0)));
  glyf.filled(4);
}

function sumOf(bytes: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 4)
    sum = (sum + ((((bytes[i] << 24) >>> 0) + ((bytes[i + 1] ?? 0) << 16) + ((bytes[i + 2] ?? 0) << 8) + (bytes[i + 3] ?? 0)) >>> 0)) >>> 0;
  return sum;
}

/** The tables behind a directory of them, in the order of their names. */
function fileOf(tables: Readonly<Record<string, Writer>>): Uint8Array {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(entries.length));
  const file = new Writer().u32(0x10000).u16(entries.length, 16 * 2 ** power, power, 16 * entries.length - 16 * 2 ** power);
  let at = 12 + 16 * entries.length;
  for (const [tag, { bytes }] of entries) {
    file.bytes.push(...[...tag].map((letter) => letter.charCodeAt(0)));
    file.u32(sumOf(bytes), at, bytes.length);
    at += Math.ceil(bytes.length / 4) * 4;
  }
  for (const [, table] of entries) for (const byte of table.filled(4).bytes) file.bytes.push(byte);
  // The file as a whole has a given sum; what it lacks stands in its head.
  const lack = (0xb1b0afba - sumOf(file.bytes)) >>> 0;
  const place = 12 + 16 * entries.findIndex(([tag]) => tag === "head") + 8;
  const head = ((file.bytes[place] << 24) | (file.bytes[place + 1] << 16) | (file.bytes[place + 2] << 8) | file.bytes[place + 3]) + 8;
  [24, 16, 8, 0].forEach((shift, i) => {
    file.bytes[head + i] = (lack >>> shift) & 0xff;
  });
  return Uint8Array.from(file.bytes);
}
