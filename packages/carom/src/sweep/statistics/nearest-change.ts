/**
 * Runs that are nearest to a change: of each two neighbours that ended differently, how far apart they began. Where such a pair is close,
 * what happens between them hangs on very little.
 *
 * Distances are those of the points in the unit cube that the runs were drawn from, so that every entry counts alike.
 */

/** Two runs that began close and ended differently. */
export interface NearestChange {
  /** Their numbers, the smaller first. */
  readonly runs: readonly [number, number];
  /** Between their points in the unit cube. */
  readonly distance: number;
}

/** The work grows faster than their number, so no more runs than these. */
export const MOST_COMPARED = 3000;
const SHOWN = 10;

/**
 * The closest pairs, each run in one pair only.
 *
 * @param points coordinates in the unit cube, one list for each dimension
 * @param ends what each run ended in; runs below zero are passed over
 */
export function nearestChanges(points: readonly Float64Array[], ends: ArrayLike<number>): NearestChange[] {
  const count = Math.min(ends.length, MOST_COMPARED);
  const [first = new Float64Array(count)] = points;
  const order = Uint32Array.from({ length: count }, (_, run) => run).sort((a, b) => first[a] - first[b] || a - b);
  const nearest: { readonly run: number; readonly other: number; readonly square: number }[] = [];
  for (let place = 0; place < count; place++) {
    const run = order[place];
    if (ends[run] < 0) continue;
    let [other, least] = [-1, Number.POSITIVE_INFINITY];
    // Outwards along the first coordinate, until it alone is further than what was found.
    for (const step of [-1, 1])
      for (let at = place + step; at >= 0 && at < count; at += step) {
        const candidate = order[at];
        const along = first[candidate] - first[run];
        if (along * along > least) break;
        if (ends[candidate] < 0 || ends[candidate] === ends[run]) continue;
        let square = 0;
        for (let k = 0; k < points.length && square <= least; k++) {
          const off = points[k][run] - points[k][candidate];
          square += off * off;
        }
        if (square < least || (square === least && candidate < other)) [other, least] = [candidate, square];
      }
    if (other >= 0) nearest.push({ run, other, square: least });
  }
  nearest.sort((a, b) => a.square - b.square || a.run - b.run);
  const used = new Set<number>();
  const pairs: NearestChange[] = [];
  for (const { run, other, square } of nearest) {
    if (pairs.length === SHOWN) break;
    if (used.has(run) || used.has(other)) continue;
    used.add(run).add(other);
    pairs.push({ runs: [Math.min(run, other), Math.max(run, other)], distance: Math.sqrt(square) });
  }
  return pairs;
}
