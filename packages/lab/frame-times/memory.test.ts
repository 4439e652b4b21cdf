/** Nothing is left behind: a few rounds of use, and the page holds what it held. Ten minutes of it: `node scripts/lab-memory.mjs`. */
import { expect, it } from "vitest";
import { roundOfUse } from "../../../scripts/lab-round.mjs";
import { openLab } from "../browser/lab-page.js";

/** The first rounds fill what is kept on purpose: compiled code, one idle worker, one idle renderer, laws and fonts. */
const WARM = 3;
const MEASURED = 3;
/** Of code and its feedback, which still grow a little, MB a round. A run that is kept is 2 MB and more. */
const MOST_MEGABYTES = 0.5;

it("keeps nothing of a round of use", { timeout: 240_000 }, async () => {
  const lab = await openLab();
  const page = await lab.open("#/", { width: 1000, height: 640 });
  const session = await page.context().newCDPSession(page);
  const kept = async () => {
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners, workers: page.workers().length };
  };
  // The same example each time: others have other numbers of rows.
  for (let round = 0; round < WARM; round++) await roundOfUse(page, 0);
  const before = await kept();
  for (let round = 0; round < MEASURED; round++) await roundOfUse(page, 0);
  const after = await kept();
  console.log(`memory: ${before.megabytes.toFixed(2)} MB, after ${MEASURED} rounds more ${after.megabytes.toFixed(2)} MB`);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 5);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5);
  expect(after.workers).toBeLessThanOrEqual(before.workers);
  expect((after.megabytes - before.megabytes) / MEASURED).toBeLessThan(MOST_MEGABYTES);
  expect(lab.problems).toEqual([]);
  await lab.close();
});
