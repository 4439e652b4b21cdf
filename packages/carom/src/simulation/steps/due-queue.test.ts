import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { createDueQueue, enqueue, nextDue } from "./due-queue.js";

describe("pairs by the time at which they are due", () => {
  it("gives what looking at all of them gives, whatever is put off or brought forward on the way", () => {
    const random = createRandom(4);
    const due = new Float64Array(40).fill(Number.POSITIVE_INFINITY);
    const queue = createDueQueue();
    const set = (pair: number, time: number) => {
      due[pair] = time;
      if (time < 1) enqueue(queue, time, pair);
    };
    // Few different times, so that many are the same.
    const drawn = () => Math.floor(12 * random()) / 10;
    for (let pair = 0; pair < due.length; pair += 1) set(pair, drawn());
    for (let round = 0; round < 500; round += 1) {
      const earliest = Math.min(...due);
      const expected = earliest < 1 ? due.indexOf(earliest) : -1;
      const found = nextDue(queue, due);
      expect(found).toBe(expected);
      if (found >= 0) set(found, Number.POSITIVE_INFINITY);
      for (let k = 0; k < 3; k += 1) set(Math.floor(40 * random()), drawn());
    }
  });
});
