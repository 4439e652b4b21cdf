/** Numbers for people: six significant digits of the largest in a column, the rest aligned with it. */

const DIGITS = 6;
/** Outside these magnitudes digits after a power of ten read better than rows of zeros. */
const LARGEST_FIXED = 1e6;
const SMALLEST_FIXED = 1e-4;

/** One column of numbers with the same decimals, so that their points stand below each other. */
export function column(values: readonly number[]): string[] {
  const largest = Math.max(...values.map(Math.abs));
  if (largest === 0) return values.map(() => "0");
  if (largest >= LARGEST_FIXED || largest < SMALLEST_FIXED)
    return values.map((value) => (value === 0 ? "0" : value.toExponential(DIGITS - 1)));
  const decimals = Math.min(DIGITS + 3, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(largest))));
  return values.map((value) => fixed(value, decimals));
}

export function number(value: number): string {
  return column([value])[0]!;
}

/** Like toFixed, but what rounds to zero has no sign. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** A fraction as per cent with two decimals; without a whole there is no per cent. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${fixed((100 * part) / whole, 2)} %`;
}
