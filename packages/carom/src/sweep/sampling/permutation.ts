/**
 * A random order of 0 ... count - 1 that tells any of its places without having been written down: a Feistel network of four rounds on the
 * next power of four, walked until it falls among the places there are.
 *
 * Source: Black and Rogaway, Ciphers with arbitrary finite domains, CT-RSA 2002 (cycle walking).
 */
import { type RandomStream, wordsAt } from "./streams.js";

const ROUNDS = 4;

/** Where a place goes in the random order of so many that the stream makes. */
export function permuted(stream: RandomStream, place: number, count: number, words: Uint32Array = new Uint32Array(2)): number {
  if (count <= 1) return 0;
  let half = 1;
  while (half * half < count) half *= 2;
  let at = place;
  do {
    let left = Math.floor(at / half);
    let right = at % half;
    for (let round = 1; round <= ROUNDS; round++) {
      const mixed = wordsAt(stream, right, round, words)[0] % half;
      [left, right] = [right, (left ^ mixed) >>> 0];
    }
    at = left * half + right;
  } while (at >= count);
  return at;
}
