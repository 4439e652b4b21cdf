/**
 * Outlines of a WOFF2 font: unpacked, and its transformed `glyf` table read point by point (W3C, WOFF File Format 2.0, sections 4 and 5).
 * Only what a document needs that is set in it: characters, advances, outlines.
 */
import { brotliDecompressSync } from "node:zlib";
import { placeOf, type Shifts, shiftsOf } from "./weights.js";

export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}

/** Closed contours. */
export type Outline = readonly (readonly OutlinePoint[])[];

export interface DecodedFont {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  /** Glyph of a character, by its code point. */
  readonly glyphs: ReadonlyMap<number, number>;
  readonly advance: (glyph: number) => number;
  readonly outline: (glyph: number) => Outline;
}

/** Tags by their number in the directory, as far as they are needed here. */
const TAGS: Readonly<Record<number, string>> = {
  0: "cmap",
  1: "head",
  2: "hhea",
  3: "hmtx",
  10: "glyf",
  11: "loca",
  39: "avar",
  47: "fvar",
  48: "gvar",
};

class Reader {
  at: number;
  constructor(
    readonly bytes: Uint8Array,
    at = 0,
  ) {
    this.at = at;
  }
  u8(): number {
    return this.bytes[this.at++];
  }
  u16(): number {
    return (this.u8() << 8) | this.u8();
  }
  i16(): number {
    return (this.u16() << 16) >> 16;
  }
  u32(): number {
    return this.u16() * 0x10000 + this.u16();
  }
  /** UIntBase128: seven bits a byte, the last without its highest bit. */
  base128(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) break;
    }
    return value;
  }
  /** 255UInt16. */
  short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    return code === 254 ? this.u8() + 506 : code;
  }
}

interface Table {
  readonly bytes: Uint8Array;
  readonly transformed: boolean;
}

/** @param weight of a variable font, 100 to 900 */
export function decodeWoff2(bytes: Uint8Array, weight: number): DecodedFont {
  const tables = tablesOf(bytes);
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`the font has no table ${tag}`);
    return found;
  };
  const head = new Reader(table("head").bytes, 18);
  const unitsPerEm = head.u16();
  const hhea = new Reader(table("hhea").bytes, 4);
  const [ascent, descent] = [hhea.i16(), hhea.i16()];
  const metrics = new Reader(table("hhea").bytes, 34).u16();
  const place = placeOf(weight, table("fvar").bytes, tables.get("avar")?.bytes);
  const gvar = table("gvar").bytes;
  const usual = advancesOf(table("hmtx"), metrics);
  const drawn = glyphsOf(table("glyf"));
  const shifted = (glyph: number): readonly [Glyph, Shifts] => {
    const one = drawn[glyph] ?? [];
    const points = isComposite(one) ? one.map(({ matrix: [, , , , x, y] }) => ({ x, y, onCurve: true })) : one.flat();
    return [one, shiftsOf(gvar, glyph, place, points, isComposite(one) ? [] : one.map(({ length }) => length))];
  };
  return {
    unitsPerEm,
    ascent,
    descent,
    glyphs: charactersOf(table("cmap").bytes),
    // The last four shifts are those of the glyph's sides: left, right, top, bottom.
    advance: (glyph) => {
      const { x } = shifted(glyph)[1];
      return Math.round(usual(glyph) + x[x.length - 3] - x[x.length - 4]);
    },
    outline: (glyph) => outlineOf(glyph, shifted),
  };
}

function tablesOf(bytes: Uint8Array): Map<string, Table> {
  const reader = new Reader(bytes);
  if (reader.u32() !== 0x774f4632) throw new Error("this is no WOFF2 file");
  reader.at = 12;
  const count = reader.u16();
  reader.at = 20;
  const packed = reader.u32();
  reader.at = 48;
  const entries = Array.from({ length: count }, () => {
    const flags = reader.u8();
    const known = flags & 0x3f;
    const tag = known === 63 ? String.fromCharCode(reader.u8(), reader.u8(), reader.u8(), reader.u8()) : (TAGS[known] ?? `#${known}`);
    const version = flags >> 6;
    const length = reader.base128();
    const transformed = tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0;
    return { tag, transformed, length: transformed ? reader.base128() : length };
  });
  const unpacked = brotliDecompressSync(bytes.subarray(reader.at, reader.at + packed));
  let at = 0;
  return new Map(
    entries.map(({ tag, transformed, length }) => {
      const part = unpacked.subarray(at, at + length);
      at += length;
      return [tag, { bytes: part, transformed }];
    }),
  );
}

function advancesOf({ bytes, transformed }: Table, metrics: number): (glyph: number) => number {
  // Transformed, all advances stand together after one byte of flags; otherwise each is followed by a bearing.
  const place = (glyph: number) => (transformed ? 1 + 2 * glyph : 4 * glyph);
  return (glyph) => new Reader(bytes, place(Math.min(glyph, metrics - 1))).u16();
}

/** Of the subtables of format 4 and 12, which is all that fonts for the web have. */
function charactersOf(bytes: Uint8Array): Map<number, number> {
  const found = new Map<number, number>();
  const reader = new Reader(bytes, 2);
  const places = Array.from({ length: reader.u16() }, () => {
    reader.u32();
    return reader.u32();
  });
  for (const place of new Set(places)) {
    const format = new Reader(bytes, place).u16();
    if (format === 12) readSegments(new Reader(bytes, place + 12), found);
    if (format === 4) readRanges(bytes, place, found);
  }
  return found;
}

function readSegments(reader: Reader, found: Map<number, number>): void {
  const count = reader.u32();
  for (let i = 0; i < count; i++) {
    const [first, last, glyph] = [reader.u32(), reader.u32(), reader.u32()];
    for (let code = first; code <= last; code++) found.set(code, glyph + code - first);
  }
}

function readRanges(bytes: Uint8Array, place: number, found: Map<number, number>): void {
  const count = new Reader(bytes, place + 6).u16() / 2;
  const [ends, starts] = [place + 14, place + 16 + 2 * count];
  const at = (base: number, i: number) => new Reader(bytes, base + 2 * i);
  for (let i = 0; i < count; i++) {
    const [last, first] = [at(ends, i).u16(), at(starts, i).u16()];
    const delta = at(starts + 2 * count, i).u16();
    const offsets = starts + 4 * count;
    const offset = at(offsets, i).u16();
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = offset === 0 ? code : new Reader(bytes, offsets + 2 * i + offset + 2 * (code - first)).u16();
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) found.set(code, glyph);
    }
  }
}

type Glyph = Outline | readonly Component[];

const isComposite = (one: Glyph): one is readonly Component[] => one[0] !== undefined && "glyph" in one[0];

function outlineOf(glyph: number, shifted: (glyph: number) => readonly [Glyph, Shifts]): Outline {
  const [one, { x: right, y: up }] = shifted(glyph);
  if (isComposite(one))
    return one.flatMap(({ glyph: part, matrix: [a, b, c, d, e, f] }, i) =>
      outlineOf(part, shifted).map((contour) =>
        contour.map(({ x, y, onCurve }) => ({
          x: Math.round(a * x + c * y + e + right[i]),
          y: Math.round(b * x + d * y + f + up[i]),
          onCurve,
        })),
      ),
    );
  let point = 0;
  return one.map((contour) =>
    contour.map(({ x, y, onCurve }) => {
      const at = point++;
      return { x: Math.round(x + right[at]), y: Math.round(y + up[at]), onCurve };
    }),
  );
}

interface Component {
  readonly glyph: number;
  /** x' = a x + c y + e, y' = b x + d y + f. */
  readonly matrix: readonly [number, number, number, number, number, number];
}

function glyphsOf({ bytes, transformed }: Table): readonly Glyph[] {
  if (!transformed) throw new Error("the outlines of this font are not transformed");
  const header = new Reader(bytes, 4);
  const count = header.u16();
  header.u16();
  const sizes = Array.from({ length: 7 }, () => header.u32());
  let place = header.at;
  const [contours, points, flags, coordinates, composites] = sizes.map((size) => {
    const reader = new Reader(bytes, place);
    place += size;
    return reader;
  });
  return Array.from({ length: count }, (): Glyph => {
    const ends = contours.i16();
    if (ends === 0) return [];
    if (ends > 0) return simple(ends, { points, flags, coordinates });
    const parts = components(composites);
    if (parts.instructed) coordinates.short();
    return parts.list;
  });
}

type Streams = { readonly points: Reader; readonly flags: Reader; readonly coordinates: Reader };

function simple(count: number, { points, flags, coordinates }: Streams): Outline {
  const lengths = Array.from({ length: count }, () => points.short());
  let [x, y] = [0, 0];
  const outline = lengths.map((length) =>
    Array.from({ length }, () => {
      const flag = flags.u8();
      const [dx, dy] = step(flag & 0x7f, coordinates);
      x += dx;
      y += dy;
      return { x, y, onCurve: (flag & 0x80) === 0 };
    }),
  );
  // How many instructions there are; they are kept elsewhere and not used.
  coordinates.short();
  return outline;
}

/** The way to the next point, packed into one to four bytes by the value of its flag. */
function step(flag: number, bytes: Reader): readonly [number, number] {
  const signed = (sign: number, value: number) => ((sign & 1) === 1 ? value : -value);
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + bytes.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + bytes.u8()), 0];
  if (flag < 84) {
    const [high, low] = [flag - 20, bytes.u8()];
    return [signed(flag, 1 + (high & 0x30) + (low >> 4)), signed(flag >> 1, 1 + ((high & 0x0c) << 2) + (low & 0x0f))];
  }
  if (flag < 120) {
    const high = flag - 84;
    const dx = signed(flag, 1 + (Math.floor(high / 12) << 8) + bytes.u8());
    return [dx, signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + bytes.u8())];
  }
  if (flag < 124) {
    const [first, second, third] = [bytes.u8(), bytes.u8(), bytes.u8()];
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)];
  }
  return [signed(flag, bytes.u16()), signed(flag >> 1, bytes.u16())];
}

/** Flags of a component. */
const WORDS = 0x1;
const SCALE = 0x8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;
const INSTRUCTED = 0x100;

function components(reader: Reader): { readonly list: readonly Component[]; readonly instructed: boolean } {
  const list: Component[] = [];
  const fraction = () => reader.i16() / 16384;
  for (;;) {
    const flags = reader.u16();
    const glyph = reader.u16();
    const signed = () => (flags & WORDS ? reader.i16() : (reader.u8() << 24) >> 24);
    const [e, f] = [signed(), signed()];
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & SCALE) a = d = fraction();
    else if (flags & TWO_SCALES) [a, d] = [fraction(), fraction()];
    else if (flags & MATRIX) [a, b, c, d] = [fraction(), fraction(), fraction(), fraction()];
    list.push({ glyph, matrix: [a, b, c, d, e, f] });
    if (!(flags & MORE)) return { list, instructed: (flags & INSTRUCTED) !== 0 };
  }
}
