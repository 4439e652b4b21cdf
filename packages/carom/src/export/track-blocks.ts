/**
 * What changes of each solid along the rows, track by track, for formats that keep each one together: the rows are walked over as often as
 * it takes to hold no more than so many numbers at once.
 *
 *     a short run     one walk, all tracks of it
 *     a long run      one walk for as many tracks as fit
 *     longer still    one walk for a stretch of one track
 */
import type { RunInSpace } from "./run-in-space.js";
import type { BodyRow } from "./run-rows.js";

/** Numbers of one solid at each row. */
export interface Track {
  /** Place in `solids`. */
  readonly solid: number;
  /** Numbers at each row. */
  readonly width: number;
  /** Of a row, `width` of them. */
  readonly read: (place: BodyRow) => readonly number[];
}

/** A stretch of a track. */
export interface TrackBlock {
  /** Place in the list of tracks. */
  readonly track: number;
  /** Its first row. */
  readonly from: number;
  /** s. */
  readonly times: Float64Array;
  /** Row by row. */
  readonly values: Float64Array;
  /** Whether the track ends with it. */
  readonly isLast: boolean;
}

/** Numbers held at once: 64 MB. */
const MOST = 8_000_000;

/** Track after track, each from its first row to its last; of what is still, the first row alone. */
export async function* trackBlocks(run: RunInSpace, tracks: readonly Track[], most = MOST): AsyncGenerator<TrackBlock> {
  const lengthOf = ({ solid }: Track) => (run.solids[solid].isStill ? Math.min(1, run.count) : run.count);
  for (let first = 0; first < tracks.length; ) {
    let [end, size] = [first, run.count];
    while (end < tracks.length && size + lengthOf(tracks[end]) * tracks[end].width <= most)
      size += lengthOf(tracks[end]) * tracks[end++].width;
    if (end > first) {
      yield* stretch(run, tracks, { first, end, from: 0, to: run.count });
      first = end;
      continue;
    }
    const { width } = tracks[first];
    const step = Math.max(1, Math.floor(most / (width + 1)));
    const length = lengthOf(tracks[first]);
    for (let from = 0; from < length; from += step)
      yield* stretch(run, tracks, { first, end: first + 1, from, to: Math.min(from + step, length) });
    first++;
  }
}

interface Window {
  readonly first: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

async function* stretch(run: RunInSpace, tracks: readonly Track[], { first, end, from, to }: Window): AsyncGenerator<TrackBlock> {
  const isStill = ({ solid }: Track) => run.solids[solid].isStill;
  const asked = tracks.slice(first, end);
  const held = asked.map((track) => new Float64Array((isStill(track) ? 1 : to - from) * track.width));
  const times = new Float64Array(to - from);
  for await (const { row, time, places } of run.rows()) {
    if (row < from) continue;
    if (row >= to) break;
    times[row - from] = time;
    for (const [i, track] of asked.entries())
      if (row === from || !isStill(track)) held[i].set(track.read(places[track.solid]), (row - from) * track.width);
  }
  for (const [i, track] of asked.entries())
    yield {
      track: first + i,
      from,
      times: isStill(track) ? times.subarray(0, 1) : times,
      values: held[i],
      isLast: isStill(track) || to === run.count,
    };
}
