import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseStudyText, type StudyOf } from "carom/study";
import { expect, it } from "vitest";
import type { Progress } from "./messages.js";
import { watch } from "./watch.js";
import { coarser } from "./watch-sweep.js";

const file = fileURLToPath(new URL("../../../../examples/sweep-rod-map.json", import.meta.url));
/** The rod's map with so many steps of friction and of restitution. */
function rodMap(counts: readonly [number, number]): StudyOf<"sweep"> {
  const { published: _, ...study } = JSON.parse(readFileSync(file, "utf8")) as { published?: unknown; vary: object[] };
  return parseStudyText(
    JSON.stringify({ ...study, vary: study.vary.map((entry, i) => ({ ...entry, count: counts[i] })) }),
  ) as StudyOf<"sweep">;
}

/** ms of processor time of this process. */
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

it("maps 96 x 72 impacts: a first picture within 150 ms, all within 3 s of processor time", () => {
  const study = rodMap([96, 72]);
  // The page's worker is warm as well: whoever pulls a number onto an axis has had an impact before.
  watch(rodMap([24, 24]), () => {});
  const told: { readonly at: number; readonly progress: Progress }[] = [];
  const from = spent();
  const result = watch(study, (progress) => told.push({ at: spent() - from, progress }));
  const all = spent() - from;
  const [first] = told;
  console.log(`map of 96 x 72 impacts: first picture after ${first?.at.toFixed(0)} ms, all after ${all.toFixed(0)} ms of processor time`);
  expect(first?.progress.coarse?.maps[0]?.cells.flat()).toHaveLength(12 * 9);
  expect(first?.at).toBeLessThanOrEqual(150);
  expect(result.maps[0]?.cells.flat()).toHaveLength(96 * 72);
  expect(all).toBeLessThanOrEqual(3000);
});

it("takes the coarse map from the same places at the ends, and none where a grid is coarse already", () => {
  expect(coarser(rodMap([96, 72]))).toMatchObject({
    vary: [
      { from: 0.2, to: 1, count: 12 },
      { from: 0, to: 1, count: 9 },
    ],
  });
  expect(coarser(rodMap([96, 12]))).toBeUndefined();
});
