/**
 * Another weight of a variable font: how its points move along the axis (OpenType, tables `fvar`, `avar` and `gvar`). Points that the font
 * does not move are carried along by their neighbours of the same contour.
 */
import type { OutlinePoint } from "./woff2.js";

/** How far each point moves; after those of the outline come four that stand for the glyph's sides. */
export interface Shifts {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

interface Tuple {
  readonly scale: number;
  /** Undefined: every point. */
  readonly points: readonly number[] | undefined;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

const u16 = (bytes: Uint8Array, at: number) => (bytes[at] << 8) | bytes[at + 1];
const i16 = (bytes: Uint8Array, at: number) => (u16(bytes, at) << 16) >> 16;
const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) * 0x10000 + u16(bytes, at + 2);
const fraction = (bytes: Uint8Array, at: number) => i16(bytes, at) / 16384;

/** A weight as the tables count it: 0 is the one that the outlines have, 1 the heaviest. The font has this one axis. */
export function placeOf(weight: number, fvar: Uint8Array, avar: Uint8Array | undefined): number {
  const axis = u16(fvar, 4);
  if (u16(fvar, 8) !== 1) throw new Error("a font with one axis was expected");
  const value = (at: number) => u32(fvar, axis + at) / 65536;
  const [least, usual, most] = [value(4), value(8), value(12)];
  const plain = weight < usual ? -(usual - weight) / (usual - least) : (weight - usual) / (most - usual);
  if (avar === undefined) return plain;
  const count = u16(avar, 8);
  const rows = Array.from({ length: count }, (_, i) => [fraction(avar, 10 + 4 * i), fraction(avar, 12 + 4 * i)] as const);
  const next = rows.findIndex(([from]) => from >= plain);
  if (next <= 0) return rows[0]?.[1] ?? plain;
  const [[a, b], [c, d]] = [rows[next - 1], rows[next]];
  return b + ((plain - a) / (c - a)) * (d - b);
}

/**
 * @param place of the weight on the axis
 * @param contours lengths of the glyph's contours; none for one that is made of others, whose points are its parts
 */
export function shiftsOf(
  gvar: Uint8Array,
  glyph: number,
  place: number,
  points: readonly OutlinePoint[],
  contours: readonly number[],
): Shifts {
  const count = points.length + 4;
  const shifts = { x: new Float64Array(count), y: new Float64Array(count) };
  for (const { scale, points: touched, x, y } of tuplesOf(gvar, glyph, place, count)) {
    if (touched === undefined) {
      for (let i = 0; i < count; i++) {
        shifts.x[i] += scale * x[i];
        shifts.y[i] += scale * y[i];
      }
      continue;
    }
    for (const [axis, deltas] of [["x", x] as const, ["y", y] as const]) {
      const own = new Map(touched.map((point, i) => [point, deltas[i]]));
      const all = carried(
        own,
        points.map((point) => point[axis]),
        contours,
      );
      for (let i = 0; i < count; i++) shifts[axis][i] += scale * (own.get(i) ?? all[i] ?? 0);
    }
  }
  return shifts;
}

function tuplesOf(gvar: Uint8Array, glyph: number, place: number, count: number): Tuple[] {
  const long = (u16(gvar, 14) & 1) === 1;
  const offset = (i: number) => (long ? u32(gvar, 20 + 4 * i) : 2 * u16(gvar, 20 + 2 * i));
  const start = u32(gvar, 16) + offset(glyph);
  if (offset(glyph + 1) === offset(glyph)) return [];
  const shared = u32(gvar, 8);
  const header = u16(gvar, start);
  const data = { at: start + u16(gvar, start + 2) };
  const common = header & 0x8000 ? pointsAt(gvar, data) : undefined;
  const tuples: Tuple[] = [];
  let at = start + 4;
  for (let i = 0; i < (header & 0xfff); i++) {
    const [size, index] = [u16(gvar, at), u16(gvar, at + 2)];
    at += 4;
    const own = (index & 0x8000) !== 0;
    const peak = fraction(gvar, own ? at : shared + 2 * (index & 0xfff));
    if (own) at += 2;
    const between = (index & 0x4000) !== 0;
    const span = between ? [fraction(gvar, at), fraction(gvar, at + 2)] : [Math.min(0, peak), Math.max(0, peak)];
    if (between) at += 4;
    const reader = { at: data.at };
    data.at += size;
    const points = index & 0x2000 ? pointsAt(gvar, reader) : common;
    const length = points?.length ?? count;
    const x = deltasAt(gvar, reader, length);
    tuples.push({ scale: scaleAt(place, peak, span), points, x, y: deltasAt(gvar, reader, length) });
  }
  return tuples.filter(({ scale }) => scale !== 0);
}

function scaleAt(place: number, peak: number, [start, end]: readonly number[]): number {
  if (peak === 0 || place === peak) return 1;
  if (place <= start || place >= end) return 0;
  return place < peak ? (place - start) / (peak - start) : (end - place) / (end - peak);
}

/** Undefined: all of them. */
function pointsAt(bytes: Uint8Array, reader: { at: number }): number[] | undefined {
  let count = bytes[reader.at++];
  if (count === 0) return undefined;
  if (count & 0x80) count = ((count & 0x7f) << 8) | bytes[reader.at++];
  const points: number[] = [];
  let point = 0;
  while (points.length < count) {
    const control = bytes[reader.at++];
    for (let i = 0; i <= (control & 0x7f); i++) {
      point += control & 0x80 ? u16(bytes, reader.at) : bytes[reader.at];
      reader.at += control & 0x80 ? 2 : 1;
      points.push(point);
    }
  }
  return points;
}

function deltasAt(bytes: Uint8Array, reader: { at: number }, count: number): number[] {
  const deltas: number[] = [];
  while (deltas.length < count) {
    const control = bytes[reader.at++];
    const size = control & 0x80 ? 0 : control & 0x40 ? 2 : 1;
    for (let i = 0; i <= (control & 0x3f); i++) {
      deltas.push(size === 0 ? 0 : size === 2 ? i16(bytes, reader.at) : (bytes[reader.at] << 24) >> 24);
      reader.at += size;
    }
  }
  return deltas;
}

/** Shifts of all points of the outline, along one axis, from those that the font gives. */
function carried(given: ReadonlyMap<number, number>, places: readonly number[], contours: readonly number[]): number[] {
  const all: number[] = places.map(() => 0);
  let first = 0;
  for (const length of contours) {
    const touched = Array.from({ length }, (_, i) => first + i).filter((point) => given.has(point));
    for (let point = first; point < first + length && touched.length > 0; point++) {
      if (given.has(point)) continue;
      const after = touched.find((one) => one > point) ?? touched[0];
      const before = [...touched].reverse().find((one) => one < point) ?? touched[touched.length - 1];
      all[point] = between(places[point], [places[before], given.get(before)!], [places[after], given.get(after)!]);
    }
    first += length;
  }
  return all;
}

/** Between two neighbours in proportion; beyond them, as the nearer one. */
function between(at: number, one: readonly [number, number], other: readonly [number, number]): number {
  const [[low, first], [high, last]] = one[0] <= other[0] ? [one, other] : [other, one];
  if (low === high) return first === last ? first : 0;
  if (at <= low) return first;
  return at >= high ? last : first + ((at - low) / (high - low)) * (last - first);
}
