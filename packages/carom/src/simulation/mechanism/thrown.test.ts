/** Random mechanisms thrown on a floor. Unselected seeds; `npm run stress -- --mechanisms N` runs more. */
import { expect, it } from "vitest";
import { MECHANISM_DURATION, thrownMechanism } from "../../testing/thrown-mechanisms.js";
import { runThrown } from "../../testing/thrown-scenes.js";

const SEEDS = [1, 2, 3, 4];

it("random mechanisms thrown on a floor keep their books, gain no energy and stay above it", () => {
  const runs = SEEDS.map((seed) => ({ seed, ...runThrown(thrownMechanism(seed), MECHANISM_DURATION) }));
  expect(runs.filter(({ status, complaints }) => status === "failed" || complaints.length > 0)).toEqual([]);
  expect(runs.reduce((sum, { impacts }) => sum + impacts, 0)).toBeGreaterThan(100);
});
