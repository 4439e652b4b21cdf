import { expect, it } from "vitest";
import { GOLDEN_RESULTS, goldenHashes } from "./golden.js";
import { GOLDEN_HASHES } from "./golden-hashes.js";
import { hashOf } from "./hash.js";

it("a thousand results of all families have the bits they had on every other machine (changed on purpose: npm run golden)", () => {
  expect(GOLDEN_RESULTS).toBe(1000);
  expect(goldenHashes()).toEqual(GOLDEN_HASHES);
});

it("the last bit of a number changes the hash, and so do its sign, its place and its name", () => {
  const hashes = [{ x: [1, 2] }, { x: [1, 2 + 4.5e-16] }, { x: [-1, 2] }, { x: [2, 1] }, { y: [1, 2] }, { x: [0, 2] }, { x: [-0, 2] }].map(
    hashOf,
  );
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashOf({ b: 1, a: Number.NaN, message: "so" })).toBe(hashOf({ a: Number.NaN, b: 1, message: "in other words" }));
});
