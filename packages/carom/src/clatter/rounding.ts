/**
 * Whether the digits of a sequence of impacts are determined.
 *
 * Each impact passes on what the one before got wrong, often enlarged: a little later, another angle, another end. So the fall is followed
 * once more with its first angle changed by one part in 1e12. Rounding is some thousand times less than that; where the change grows to
 * 1e-3 of the largest impulse, rounding grows to 1e-6, and the reader is told.
 */

const CHANGE = 1e-12;
const GROWN = 1e-3;

/** One impact: which end or corner, and its impulse, N s. */
interface Told {
  readonly name: string;
  readonly impulse: number;
}

/** `changed` follows the fall with its first angle smaller by that part. */
export function roundingWarning(impacts: readonly Told[], changed: (part: number) => readonly Told[]): string[] {
  if (impacts.length < 2) return [];
  const others = changed(CHANGE);
  const largest = impacts.reduce((most, { impulse }) => Math.max(most, impulse), 0);
  const first = impacts.findIndex(({ name, impulse }, i) => {
    const other = others[i];
    const difference = Math.abs(impulse - (other?.name === name ? other.impulse : 0));
    return difference > GROWN * largest;
  });
  if (first < 0) return [];
  return [
    `a change of the first angle by one part in 1e12 changes impact ${first + 1} by more than ${GROWN} of the largest impulse: ` +
      "this sequence amplifies rounding, and from there on its digits are not determined",
  ];
}
