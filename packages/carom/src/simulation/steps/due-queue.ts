/**
 * Pairs by the time at which they are to be looked at: the first of many at a cost that hardly grows with their number.
 *
 * A binary heap of times and pairs. An entry counts as long as its time is still that of its pair; others are passed over when they come
 * up.
 */
export interface DueQueue {
  count: number;
  times: Float64Array;
  pairs: Int32Array;
}

export function createDueQueue(): DueQueue {
  return { count: 0, times: new Float64Array(64), pairs: new Int32Array(64) };
}

export function enqueue(queue: DueQueue, time: number, pair: number): void {
  if (queue.count === queue.times.length) grow(queue);
  const { times, pairs } = queue;
  let at = queue.count;
  queue.count += 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(time, pair, times[above], pairs[above])) break;
    times[at] = times[above];
    pairs[at] = pairs[above];
    at = above;
  }
  times[at] = time;
  pairs[at] = pair;
}

/** Takes out the first pair whose entry is its present time; of several at one time the one of the smallest number. -1: none is left. */
export function nextDue(queue: DueQueue, due: Float64Array): number {
  while (queue.count > 0) {
    const [time, pair] = [queue.times[0], queue.pairs[0]];
    removeFirst(queue);
    if (due[pair] === time) return pair;
  }
  return -1;
}

function removeFirst(queue: DueQueue): void {
  const { times, pairs } = queue;
  queue.count -= 1;
  const { count } = queue;
  const [time, pair] = [times[count], pairs[count]];
  let at = 0;
  for (let below = 1; below < count; below = 2 * at + 1) {
    if (below + 1 < count && isBefore(times[below + 1], pairs[below + 1], times[below], pairs[below])) below += 1;
    if (!isBefore(times[below], pairs[below], time, pair)) break;
    times[at] = times[below];
    pairs[at] = pairs[below];
    at = below;
  }
  times[at] = time;
  pairs[at] = pair;
}

function isBefore(time: number, pair: number, otherTime: number, otherPair: number): boolean {
  return time < otherTime || (time === otherTime && pair < otherPair);
}

function grow(queue: DueQueue): void {
  const { times, pairs } = queue;
  queue.times = new Float64Array(2 * times.length);
  queue.pairs = new Int32Array(2 * pairs.length);
  queue.times.set(times);
  queue.pairs.set(pairs);
}
