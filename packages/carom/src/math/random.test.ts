import { describe, expect, it } from "vitest";
import { createRandom } from "./random.js";

describe("createRandom", () => {
  it("repeats itself for the same seed and not for another", () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(0)).not.toEqual(draw(1));
  });

  it("is uniform: every hundredth of [0, 1) gets its share, and so do pairs", () => {
    const random = createRandom(1);
    const count = 200_000;
    const bins = new Array<number>(100).fill(0);
    let pairs = 0;
    let outside = 0;
    let before = random();
    for (let i = 0; i < count; i++) {
      const x = random();
      if (!(x >= 0 && x < 1)) outside++;
      bins[Math.floor(100 * x)]++;
      pairs += (x - 0.5) * (before - 0.5);
      before = x;
    }
    expect(outside).toBe(0);
    // Chi-square with 99 degrees of freedom: mean 99, standard deviation 14.
    const share = count / 100;
    const chiSquare = bins.reduce((sum, bin) => sum + (bin - share) ** 2 / share, 0);
    expect(Math.abs(chiSquare - 99)).toBeLessThan(5 * 14);
    expect(Math.abs(pairs / count)).toBeLessThan(5 / 12 / Math.sqrt(count));
  });

  it("fills the last bits of a double", () => {
    const random = createRandom(3);
    const lastBits = Array.from({ length: 1000 }, () => (random() * 2 ** 53) % 2);
    const ones = lastBits.reduce((sum, bit) => sum + bit, 0);
    expect(Math.abs(ones - 500)).toBeLessThan(5 * 16);
  });
});
