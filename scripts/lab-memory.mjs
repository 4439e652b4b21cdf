// Uses the built lab for ten minutes as a hand would (opens, runs, drags, plays, switches views), collects the garbage after each round and
// says what is left: heap of the page, nodes of the document, listeners, workers. Exit code 1 where any of it grows.
//
//     node scripts/lab-memory.mjs [MINUTES]
import { roundOfUse } from "./lab-round.mjs";
import { servedLab } from "./served-lab.mjs";

const minutes = Number(process.argv[2] ?? 10);
/** The first rounds fill what is kept on purpose: compiled code, one idle worker, one idle renderer, laws and fonts. */
const WARM = 2;
/** Of the heap from the first third of the rounds to the last; garbage collection does not give the same number twice. */
const MOST_GROWTH = 0.03;

// Compiled code grows for a long time and is no memory of the page's: it is left out.
const { url, browser, end } = await servedLab(["--js-flags=--no-opt --no-maglev --no-sparkplug"]);
const page = await browser.newPage({ viewport: { width: 1210, height: 700 } });
const problems = [];
page.on("pageerror", (error) => problems.push(String(error)));
await page.goto(url);
const session = await page.context().newCDPSession(page);
const rows = [];
const started = performance.now();
while (performance.now() - started < 60_000 * minutes || rows.length < WARM + 6) {
  await roundOfUse(page, rows.length);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  rows.push({
    seconds: (performance.now() - started) / 1000,
    heap: usedSize / 1e6,
    nodes,
    listeners: jsEventListeners,
    workers: page.workers().length,
  });
  const { seconds, heap, workers } = rows.at(-1);
  console.log(
    `${seconds.toFixed(0).padStart(4)} s  ${heap.toFixed(2)} MB  ${nodes} nodes  ${jsEventListeners} listeners  ${workers} workers`,
  );
}
await end();

const kept = rows.slice(WARM);
const third = Math.floor(kept.length / 3);
const least = (list, key) => Math.min(...list.map((row) => row[key]));
const growth = Object.fromEntries(
  ["heap", "nodes", "listeners", "workers"].map((key) => {
    const [first, last] = [least(kept.slice(0, third), key), least(kept.slice(-third), key)];
    return [key, { first, last, part: last / first - 1 }];
  }),
);
for (const [key, { first, last, part }] of Object.entries(growth))
  console.log(`${key}: ${first.toFixed(2)} in the first third, ${last.toFixed(2)} in the last (${(100 * part).toFixed(1)} %)`);
for (const problem of problems) console.log(problem);
const grows = Object.values(growth).some(({ part }) => part > MOST_GROWTH);
console.log(`${rows.length} rounds in ${minutes} min: ${grows ? "it grows" : "no growth"}, ${problems.length} errors`);
process.exitCode = grows || problems.length > 0 ? 1 : 0;
