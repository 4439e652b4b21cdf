/** Which of two ways in which contacts may move on loses less. */

/** What friction takes on one of the ways. */
interface Losing {
  /** Per normal impulse, at once. */
  readonly loss: number;
  /** And as it gets faster. */
  readonly lossToCome: number;
}

/** Losses at once that differ by less than this fraction are equal but for rounding. */
const ROUNDING = 1e-11;

/** What moves loses at once; what starts to move only as it gets faster. */
export function losesLess(one: Losing, other: Losing): boolean {
  const scale = Math.abs(one.loss) + Math.abs(other.loss);
  if (Math.abs(one.loss - other.loss) > ROUNDING * scale) return one.loss < other.loss;
  return one.lossToCome < other.lossToCome;
}

/** Losses that differ by no more than this fraction are equal. */
const ALIKE = 1e-9;

export function losesAlike(one: Losing, other: Losing): boolean {
  const isAlike = (a: number, b: number) => Math.abs(a - b) <= ALIKE * (Math.abs(a) + Math.abs(b));
  return isAlike(one.loss, other.loss) && isAlike(one.lossToCome, other.lossToCome);
}
