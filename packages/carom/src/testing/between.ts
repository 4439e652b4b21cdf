import fc from "fast-check";

/** Uniform between two numbers. fast-check's double draws all representable numbers alike: half of those in [-1, 1] are below 1e-150. */
export const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.noBias(fc.integer({ min: 0, max: 2 ** 31 - 1 })).map((step) => min + ((max - min) * step) / (2 ** 31 - 1));
