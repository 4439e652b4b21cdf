/** A choice of modes that contacts may move on with, and which of two loses less. */

/** One choice and what comes of it. */
export interface Trial {
  readonly modes: Uint8Array;
  readonly direction: Float64Array;
  readonly rate: Float64Array;
  /** The contacts that would have to pull most; none if all push. */
  readonly pulling: readonly number[];
  /** Contacts that were to stick and are outside their friction cones. */
  readonly escaping: readonly number[];
  /** Rate of the friction loss of what moves, and of what starts to move per unit of normal impulse. */
  readonly loss: number;
  readonly lossToCome: number;
}

/** Losses at once that differ by less than this fraction are equal but for rounding. */
const ROUNDING = 1e-11;

/** What moves loses at once; what starts to move only as it gets faster. */
export function losesLess(one: Trial, other: Trial): boolean {
  const scale = Math.abs(one.loss) + Math.abs(other.loss);
  if (Math.abs(one.loss - other.loss) > ROUNDING * scale) return one.loss < other.loss;
  return one.lossToCome < other.lossToCome;
}

/** Losses that differ by no more than this fraction are equal. */
const ALIKE = 1e-9;

export function losesAlike(one: Trial, other: Trial): boolean {
  const isAlike = (a: number, b: number) => Math.abs(a - b) <= ALIKE * (Math.abs(a) + Math.abs(b));
  return isAlike(one.loss, other.loss) && isAlike(one.lossToCome, other.lossToCome);
}
