/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna, 2018, public domain), seeded by splitmix32.
 *
 * All steps are 32-bit integer operations, so a seed gives the same numbers everywhere. A number takes 53 bits from two draws.
 */

/** Numbers uniform in [0, 1). The same seed gives the same sequence. */
export function createRandom(seed: number): () => number {
  let mixer = seed | 0;
  const mix = () => {
    mixer = (mixer + 0x9e3779b9) | 0;
    let word = mixer ^ (mixer >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return word ^ (word >>> 15);
  };
  let a = mix();
  let b = mix();
  let c = mix();
  let d = mix();

  const next = () => {
    const times5 = Math.imul(b, 5);
    const result = Math.imul((times5 << 7) | (times5 >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  // The upper 27 and 26 bits of two words; the powers of two are exact.
  return () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
}
