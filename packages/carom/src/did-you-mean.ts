/** What somebody meant who wrote a name that is none of those known: asked at the end of every error about names. */

/** Names that share a word are at most this many. */
const MOST_LIKELY = 5;

/**
 * The end of an error: `; did you mean mass?`, or nothing where no name is like the one given. The nearest by its letters; else those that
 * share a word with it, as slip-reversing-rod does with slip-rod and impactSpeed with speed.
 */
export function didYouMean(given: unknown, names: readonly string[]): string {
  if (typeof given !== "string") return "";
  const nearest = nearestName(given, names);
  const likely = nearest === undefined ? namesSharingWords(given, names).slice(0, MOST_LIKELY) : [nearest];
  return likely.length === 0 ? "" : `; did you mean ${likely.join(" or ")}?`;
}

function namesSharingWords(given: string, names: readonly string[]): string[] {
  const words = wordsOf(given);
  const shared = (name: string) => wordsOf(name).filter((word) => words.includes(word)).length;
  return names.filter((name) => shared(name) > 0).sort((first, second) => shared(second) - shared(first));
}

function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/**
 * The name that takes the fewest letters put in, left out, changed or swapped with the next, if these are few.
 *
 *     d(i, j) = least of  d(i-1, j) + 1,  d(i, j-1) + 1,  d(i-1, j-1) + [letters differ],  d(i-2, j-2) + 1 where two letters are swapped
 *
 * Source: Damerau, Communications of the ACM 7 (1964) 171 (optimal string alignment).
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  // One letter in three, but always one; and no name is wrong in all its letters.
  const most = Math.max(1, Math.floor(given.length / 3));
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (Math.abs(name.length - given.length) > most) continue;
    const changes = changesBetween(given.toLowerCase(), name.toLowerCase());
    if (changes <= most && changes < Math.min(fewest, name.length)) [nearest, fewest] = [name, changes];
  }
  return nearest;
}

function changesBetween(first: string, second: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: second.length + 1 }, (_, j) => j);
  for (let i = 1; i <= first.length; i++) {
    const row = [i];
    for (let j = 1; j <= second.length; j++) {
      const differs = first[i - 1] === second[j - 1] ? 0 : 1;
      const swaps = i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1];
      const swapped = swaps ? beforeLast[j - 2] + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + differs, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return last[second.length];
}
