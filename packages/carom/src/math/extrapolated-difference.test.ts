import { describe, expect, it } from "vitest";
import { sin } from "./elementary.js";
import { extrapolatedDifference } from "./extrapolated-difference.js";
import { createRandom } from "./random.js";

describe("an extrapolated difference", () => {
  it("of a smooth function has its derivative, and jitters by its rounding", () => {
    const { value, spread, jitters } = extrapolatedDifference((x) => [sin(1 + x)], 1e-2) ?? { value: [], spread: 1, jitters: [] };
    expect(Math.abs(value[0] - 0.5403023058681398)).toBeLessThan(1e-12);
    expect(spread).toBeLessThan(1e-11);
    expect(jitters[0]).toBeLessThan(1e-11);
  });

  it("of one that jitters tells an error of that size, also where two extrapolations agree", () => {
    const random = createRandom(1);
    for (let n = 0; n < 200; n++) {
      const jittering = (x: number) => [sin(1 + x) + 1e-10 * random()];
      const { value, jitters } = extrapolatedDifference(jittering, 1e-3) ?? { value: [0], jitters: [0] };
      expect(Math.abs(value[0] - 0.5403023058681398)).toBeLessThan(4 * jitters[0]);
    }
  });
});
