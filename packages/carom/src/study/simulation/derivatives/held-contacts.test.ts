/** When a ball between a floor and a wall, which turns until the wall no longer holds it, begins to slip. */
import { describe, expect, it } from "vitest";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

const [RADIUS, WEIGHT, PRESS, ON_FLOOR, ON_WALL] = [0.1, 30, 10, 0.8, 0.3];
/** s, in which the torques go from what they are to what they become. */
const SPAN = 0.02;

/** Torques about x and z, which would roll the ball both ways along the edge, and about y, which pinches it between the two. */
function turned(along: readonly [number, number], pinch: readonly [number, number], duration: number) {
  return {
    bodies: {
      ball: { shape: { type: "sphere", radius: RADIUS }, mass: 1, position: [RADIUS, 0, RADIUS] },
      floor: FLOOR,
      wall: { plane: { normal: [1, 0, 0] } },
    },
    contacts: [
      { between: ["ball", "floor"], friction: ON_FLOOR, restitution: 0 },
      { between: ["ball", "wall"], friction: ON_WALL, restitution: 0 },
    ],
    gravity: [-PRESS, 0, -WEIGHT],
    loads: [
      {
        type: "piecewise",
        body: "ball",
        times: [0, SPAN],
        torques: [0, 1].map((end) => [along[end], pinch[end], along[end]]),
      },
    ],
    duration,
    method: "events",
  };
}

describe("a ball that a wall holds at the edge of its friction", () => {
  // The wall bears along the edge along / R, and slips where that is mu N. There nothing of its friction is left against the pinch, which
  // the floor takes alone, and pulls the ball off the wall with it: N = press - pinch / R.
  it("slips where friction turned into the edge holds no longer", { timeout: 60_000 }, () => {
    const [along, pinch] = [
      [0, 0.8],
      [0.2, 0.3],
    ] as const;
    const rate = (ends: readonly [number, number]) => (ends[1] - ends[0]) / SPAN;
    const gap = rate(along) + ON_WALL * rate(pinch);
    const time = (ON_WALL * (PRESS * RADIUS - pinch[0]) - along[0]) / gap;
    // A run finds it a little early, with directions of the last step.
    const { matrix, result, entries } = derivatives(turned(along, pinch, time), ["events[2].time"], ["contacts[1].friction"]);
    const { kind, time: found } = result.events[2];
    expect(kind).toBe("slip");
    expect(Math.abs(found - time)).toBeLessThan(2e-3 * time);
    expect(entries[0][0].status).toBe("exact");
    expectClose(matrix, [[(PRESS * RADIUS - pinch[0] - time * rate(pinch)) / gap]]);
  });
});
