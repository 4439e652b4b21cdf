/**
 * Random numbers by place: the number at place i of a stream is a function of seed, stream and i, so that a part of a sweep draws its own
 * numbers and nobody else's.
 *
 * Threefry-2x32 with 20 rounds: additions, rotations and exclusive ors of 32-bit words, the same bits everywhere.
 * Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3, SC '11 (2011), section 4.
 */

/** A stream of random numbers: a key, made of the seed and of the stream's name. */
export interface RandomStream {
  /** First word of the key. */
  readonly key0: number;
  /** Second word of the key. */
  readonly key1: number;
}

/** Largest seed: whole numbers up to here are exact. */
export const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

/** The stream of this name under a master seed; streams of other names have nothing to do with it. */
export function randomStream(seed: number, name: string): RandomStream {
  const low = seed >>> 0;
  const high = Math.floor(seed / 4294967296) >>> 0;
  return { key0: (low ^ hashOfName(name, 0x811c9dc5)) >>> 0, key1: (high ^ hashOfName(name, 0x9e3779b9)) >>> 0 };
}

/** Two words of 32 bits at a place of a stream; the second argument tells apart what is drawn at the same place. */
export function wordsAt({ key0, key1 }: RandomStream, place: number, draw = 0, out: Uint32Array = new Uint32Array(2)): Uint32Array {
  let x0 = (place >>> 0) | 0;
  // Places beyond 32 bits and draws share the second word of the counter.
  let x1 = (Math.floor(place / 4294967296) ^ (draw << 16)) | 0;
  const key2 = PARITY ^ key0 ^ key1;
  x0 = (x0 + key0) | 0;
  x1 = (x1 + key1) | 0;
  for (let group = 1; group <= 5; group++) {
    const even = group % 2 === 0;
    x0 = (x0 + x1) | 0;
    x1 = rotated(x1, even ? 17 : 13) ^ x0;
    x0 = (x0 + x1) | 0;
    x1 = rotated(x1, even ? 29 : 15) ^ x0;
    x0 = (x0 + x1) | 0;
    x1 = rotated(x1, even ? 16 : 26) ^ x0;
    x0 = (x0 + x1) | 0;
    x1 = rotated(x1, even ? 24 : 6) ^ x0;
    const first = group % 3;
    x0 = (x0 + (first === 0 ? key0 : first === 1 ? key1 : key2)) | 0;
    x1 = (x1 + (first === 2 ? key0 : first === 0 ? key1 : key2) + group) | 0;
  }
  out[0] = x0;
  out[1] = x1;
  return out;
}

const PARITY = 0x1bd11bda;

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** Uniform in (0, 1), never 0 and never 1: the middle of one of 2^52 equal parts. */
export function uniformAt(stream: RandomStream, place: number, draw = 0, words?: Uint32Array): number {
  const drawn = wordsAt(stream, place, draw, words);
  return ((drawn[0] >>> 6) * 67108864 + (drawn[1] >>> 6) + 0.5) / 4503599627370496;
}

/** FNV-1a over the characters, then mixed: names that differ in one letter have nothing in common. */
function hashOfName(name: string, start: number): number {
  let hash = start | 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}
