/** How wide a line may be: what the terminal says, else COLUMNS, else 80. Everything that is printed for people asks here. */

/** Where nothing says how wide lines may be, as in a pipe or a file. */
const USUAL = 80;
/** Narrower than this nothing is readable. */
const LEAST = 40;
/** Longer lines of words are hard to follow. */
const LONGEST_TEXT = 120;

export function terminalWidth(): number {
  const told = process.stdout.columns ?? Number(process.env.COLUMNS || USUAL);
  return Number.isInteger(told) && told > 0 ? Math.max(LEAST, told) : USUAL;
}

/** Of lines of words. */
export function textWidth(): number {
  return Math.min(terminalWidth(), LONGEST_TEXT);
}
