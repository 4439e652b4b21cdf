/** Rocking blocks that were measured, under the law by default: what it gives, and what would have to be otherwise where it disagrees. */
import { describe, expect, it } from "vitest";
import { follow } from "./followed-scenes.testing.js";

interface Block {
  readonly mass: number;
  readonly height: number;
  /** Between the edges. */
  readonly width: number;
  /** Of the outline, which the inertia is of. */
  readonly outer: number;
}

/** Turning rate after the first landing over that before, and the law that gave it. */
function landing({ mass, height, width, outer }: Block, restitution: number) {
  const [b, h, tilt] = [width / 2, height / 2, 1e-3];
  const about = (mass * (outer * outer + height * height)) / 12;
  const { impacts } = follow(
    {
      bodies: {
        block: {
          shape: { type: "box", size: [width, 0.05, height] },
          mass,
          inertia: [about, about, about],
          position: [0, 0, h * Math.cos(tilt) + b * Math.sin(tilt)],
          orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["block", "floor"], friction: 1, restitution }],
    },
    0.1,
  );
  const [{ contacts, law }] = impacts;
  // The face turns as fast as its corners move apart.
  const turning = (rates: readonly number[]) => Math.max(...rates) - Math.min(...rates);
  const [before, after] = (["velocityBefore", "velocityAfter"] as const).map((when) =>
    turning(contacts.map((contact) => contact[when][2])),
  );
  return { ratio: after / before, law };
}

const expected = ({ mass, height, width, outer }: Block, restitution = 0) => {
  const [b, h] = [width / 2, height / 2];
  const about = (mass * (outer * outer + height * height)) / 12;
  return 1 - ((1 + restitution) * 2 * mass * b * b) / (about + mass * (b * b + h * h));
};

describe("rocking blocks under the law by default", () => {
  // Specimens 1, 2 and 4 of 004, table 4.2: widths between the edges that touch, and of the outline.
  it.each([
    ["1", { mass: 503, height: 1, width: 0.23, outer: 0.25 }, 0.925],
    ["2", { mass: 228, height: 1, width: 0.155, outer: 0.17 }, 0.965],
    ["4", { mass: 245, height: 0.457, width: 0.115, outer: 0.16 }, 0.912],
  ] as const)("specimen %s keeps Housner's part of its rate, for the edges that it has", (_, block, printed) => {
    const { ratio, law } = landing(block, 0);
    expect(law).toBe("proportional");
    expect(ratio).toBeCloseTo(expected(block), 9);
    expect(ratio).toBeCloseTo(printed, 3);
  });

  it("0.82 where Housner has 0.85 takes a restitution of 0.2 at the landing edge; narrower edges go the other way", () => {
    const block = { mass: 1, height: 0.6, width: 0.2, outer: 0.2 };
    expect(landing(block, 0).ratio).toBeCloseTo(0.85, 9);
    expect(expected(block, 0.2)).toBeCloseTo(0.82, 12);
    expect(landing(block, 0.2).ratio).toBeCloseTo(0.82, 9);
    expect(landing({ ...block, width: 0.18 }, 0).ratio).toBeGreaterThan(0.87);
  });
});
