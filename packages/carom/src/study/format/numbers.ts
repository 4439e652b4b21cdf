/** Numbers for people, in sentences and tables of text: six significant digits, and points that stand below each other. */

const DIGITS = 6;
/** Outside these magnitudes digits after a power of ten read better than rows of zeros. */
const LARGEST_FIXED = 1e6;
const SMALLEST_FIXED = 1e-4;

/** One column of numbers with the same decimals, six significant digits of the largest. */
export function numberColumn(values: readonly number[]): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return values.map(() => "0");
  if (largest >= LARGEST_FIXED || largest < SMALLEST_FIXED)
    return values.map((value) => (value === 0 ? "0" : value.toExponential(DIGITS - 1)));
  const decimals = Math.min(DIGITS + 3, Math.max(0, DIGITS - 1 - exponentOf(largest)));
  return values.map((value) => fixedText(value, decimals));
}

/** One number with six significant digits. */
export function numberText(value: number): string {
  return numberColumn([value])[0];
}

/** Like toFixed, but what rounds to zero has no sign. */
export function fixedText(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** A fraction as per cent with so many decimals; without a whole there is no per cent. */
export function percentText(part: number, whole: number, decimals = 2): string {
  return whole === 0 ? "-" : `${fixedText((100 * part) / whole, decimals)} %`;
}

/** `2 impacts`, `1 impact`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Part of the largest number below which another one is rounding. */
const ROUNDING = 1e-10;

/** What is lost in the largest of these numbers, and of `scale`, is zero: the same values, with rounding taken out. */
export function withoutRounding(values: readonly number[], scale: readonly number[] = []): number[] {
  const largest = [...values, ...scale].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return values.map((value) => (Math.abs(value) <= ROUNDING * largest ? 0 : value));
}

/** Of the power of ten that a number begins with. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}
