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
  // In that order, coordinates of a run beside each other: the search below goes over them again and again.
  const laid = new Float64Array(count * points.length);
  points.forEach((column, k) => {
    for (let place = 0; place < count; place++) laid[place * points.length + k] = column[order[place]];
  });
  const laidEnds = Int32Array.from(order, (run) => ends[run]);
  const squares = new Float64Array(count);
  const nearest: { readonly run: number; readonly other: number; readonly square: number }[] = [];
  for (let place = 0; place < count; place++) {
    const other = nearestOther(place, laid, laidEnds, order, squares);
    if (other >= 0) nearest.push({ run: order[place], other: order[other], square: squares[place] });
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

/** The place of the nearest run that ended differently, its square distance in `squares`; below zero: there is none. */
function nearestOther(place: number, laid: Float64Array, ends: Int32Array, order: Uint32Array, squares: Float64Array): number {
  const own = ends[place];
  if (own < 0) return -1;
  const count = ends.length;
  const width = laid.length / count;
  const from = place * width;
  let other = -1;
  let least = Number.POSITIVE_INFINITY;
  // Outwards along the first coordinate, until it alone is further than what was found.
  for (let step = -1; step <= 1; step += 2)
    for (let at = place + step; at >= 0 && at < count; at += step) {
      const along = width === 0 ? 0 : laid[at * width] - laid[from];
      if (along * along > least) break;
      if (ends[at] < 0 || ends[at] === own) continue;
      let square = 0;
      for (let k = 0; k < width && square <= least; k++) {
        const off = laid[from + k] - laid[at * width + k];
        square += off * off;
      }
      if (square < least || (square === least && order[at] < order[other])) {
        other = at;
        least = square;
      }
    }
  squares[place] = least;
  return other;
}
