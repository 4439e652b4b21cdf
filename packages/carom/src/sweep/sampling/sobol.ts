/**
 * The Sobol sequence, scrambled: points that fill a cube more evenly than chance does. Of the first 2^m points, one lies in each of 2^m
 * equal parts of every axis, and likewise in many boxes.
 *
 * Place i of a dimension is the exclusive or of its direction numbers at the bits of i. Scrambling turns each bit over by a hash of the
 * bits before it (Owen's nested uniform scrambling), which keeps those properties, makes estimates free of bias and gives different points
 * for different seeds.
 *
 * Sources: Sobol (1967); Joe and Kuo (2008), sobol-directions.ts; Owen, Randomly permuted (t,m,s)-nets and (t,s)-sequences (1995); the
 * hash: Laine and Karras (2011) as in Burley, Practical hash-based Owen scrambling, J. Computer Graphics Techniques 10 (2020) 1.
 */
import { DIRECTION_NUMBERS } from "./sobol-directions.js";
import { randomStream, wordsAt } from "./streams.js";

/** Dimensions that there are direction numbers for. */
export const MOST_SOBOL_DIMENSIONS = DIRECTION_NUMBERS.length + 1;
const BITS = 32;

/** One dimension of the sequence. */
export interface SobolDimension {
  /** At each bit of the place. */
  readonly directions: Uint32Array;
  /** Of the scrambling. */
  readonly seed: number;
}

/**
 * @param dimension from 0
 * @param seed of the sweep
 * @param name of what is drawn, so that another dimension has another scrambling
 */
export function sobolDimension(dimension: number, seed: number, name: string): SobolDimension {
  return { directions: directionsOf(dimension), seed: wordsAt(randomStream(seed, `sobol ${name}`), 0)[0] };
}

/** Uniform in (0, 1): the point of a dimension at a place below 2^32. */
export function sobolAt({ directions, seed }: SobolDimension, place: number): number {
  let point = 0;
  for (let rest = place >>> 0, bit = 0; rest !== 0; rest >>>= 1, bit++) if ((rest & 1) === 1) point ^= directions[bit];
  return (scrambled(point, seed) + 0.5) / 4294967296;
}

/** The points of a dimension from a place on, as many as there is room for: those of `sobolAt`, each from the one before. */
export function sobolFrom({ directions, seed }: SobolDimension, place: number, out: Float64Array): void {
  // From one place to the next all bits up to the lowest that is set there change.
  const changes = new Uint32Array(BITS);
  for (let bit = 0, all = 0; bit < BITS; bit++) changes[bit] = all ^= directions[bit];
  let point = 0;
  for (let rest = place >>> 0, bit = 0; rest !== 0; rest >>>= 1, bit++) if ((rest & 1) === 1) point ^= directions[bit];
  walk(point, place, changes, seed, out);
}

function walk(first: number, place: number, changes: Uint32Array, seed: number, out: Float64Array): void {
  let point = first;
  for (let i = 0; i < out.length; i++) {
    out[i] = (scrambled(point, seed) + 0.5) / 4294967296;
    point ^= changes[31 - Math.clz32((place + i + 1) & -(place + i + 1))];
  }
}

function directionsOf(dimension: number): Uint32Array {
  const directions = new Uint32Array(BITS);
  if (dimension === 0) {
    for (let bit = 0; bit < BITS; bit++) directions[bit] = 1 << (BITS - 1 - bit);
    return directions;
  }
  const [coefficients, ...initial] = DIRECTION_NUMBERS[dimension - 1];
  const degree = initial.length;
  for (let bit = 0; bit < BITS; bit++) {
    if (bit < degree) {
      directions[bit] = initial[bit] << (BITS - 1 - bit);
      continue;
    }
    let value = directions[bit - degree] ^ (directions[bit - degree] >>> degree);
    for (let k = 1; k < degree; k++) if (((coefficients >>> (degree - 1 - k)) & 1) === 1) value ^= directions[bit - k];
    directions[bit] = value;
  }
  return directions;
}

/** Each bit is turned over by a hash of the higher bits only: the hash below works from the lowest bit up, so the word is turned round. */
function scrambled(point: number, seed: number): number {
  let word = reversed(point);
  word = (word + seed) | 0;
  word ^= Math.imul(word, 0x6c50b47c);
  word ^= Math.imul(word, 0xb82f1e52);
  word ^= Math.imul(word, 0xc7afe638);
  word ^= Math.imul(word, 0x8d22f6e6);
  return reversed(word) >>> 0;
}

function reversed(word: number): number {
  let bits = word;
  bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8);
  return (bits >>> 16) | (bits << 16);
}
