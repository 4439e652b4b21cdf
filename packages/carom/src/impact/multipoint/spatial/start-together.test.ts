import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random.js";
import { contactProblemFromBodies } from "../../../mechanics/from-bodies.js";
import { SLIP } from "../direction.js";
import { slipGroup } from "../rest-on-plane.js";
import { touchingOf } from "../touching.js";
import { startsTogether } from "./start-together.js";

describe("leaving rest on two planes at once", () => {
  it("repeats the motion on both, with friction at its limits", () => {
    const random = createRandom(6);
    let found = 0;
    for (let n = 0; n < 12; n++) {
      const body = {
        mass: 1,
        inertia: [0.05 + 0.03 * random(), 0.08, 0.06 + 0.05 * random()] as const,
        position: [0.15 * random(), 0.15 * random(), 0.5] as const,
      };
      const contact = (point: readonly [number, number, number], normal: readonly [number, number, number]) => ({
        between: ["body", "room"] as const,
        point,
        normal,
        friction: 0.1,
        restitution: 0,
      });
      const contacts = [contact([0.05, -0.05, 0], [0, 0, 1]), contact([-0.5, 0.08, 0.52], [1, 0, 0])];
      const touching = touchingOf(contactProblemFromBodies({ body, room: "fixed" }, contacts).problem, [0, 1]);
      const groups = [slipGroup(touching, [0]), slipGroup(touching, [1])];
      for (const direction of startsTogether(touching, new Uint8Array(2).fill(SLIP), new Float64Array(6), groups)) {
        found++;
        expect(direction[2] + direction[5]).toBeCloseTo(1, 14);
        for (let i = 0; i < 2; i++) {
          const rate = [0, 1].map((c) => direction.reduce((sum, value, k) => sum + touching.mobility[(3 * i + c) * 6 + k] * value, 0));
          const speed = Math.hypot(...rate);
          for (let c = 0; c < 2; c++)
            expect(Math.abs(direction[3 * i + c] + (0.1 * direction[3 * i + 2] * rate[c]) / speed)).toBeLessThan(1e-11);
        }
      }
    }
    expect(found).toBeGreaterThan(3);
  });
});
