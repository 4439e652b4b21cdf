/** Offsets, in steps, and weights of first differences of fourth order: sum of weight f(offset h) over h. */

/** To both sides. */
export const CENTRAL = [
  [1, 2 / 3],
  [-1, -2 / 3],
  [2, -1 / 12],
  [-2, 1 / 12],
] as const;

/** To one side. */
export const FORWARD = [
  [0, -25 / 12],
  [1, 4],
  [2, -3],
  [3, 4 / 3],
  [4, -1 / 4],
] as const;
