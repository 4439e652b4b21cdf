/**
 * What happens at one instant: corners of a box that come to rest together, and bodies that land at the same time far from each other.
 *
 * Of a box that slides and spins: twice as fast under four times the gravity all goes the same way, in half of the time: by Euler,
 *
 *     sum of v dx/dv + 2 g dx/dg = 0      sum of v dT/dv + 2 g dT/dg = -T      over the components v of velocity and spin
 *
 * Source: own study, derivatives of runs, section 2.
 */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random.js";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

interface Slide {
  readonly size: readonly [number, number, number];
  readonly velocity: readonly [number, number];
  readonly spin: number;
  readonly friction: number;
}

const scene = ({ size, velocity, spin, friction }: Slide) => ({
  bodies: {
    box: {
      shape: { type: "box", size },
      mass: 1,
      position: [0, 0, size[2] / 2],
      velocity: [...velocity, 0],
      angularVelocity: [0, 0, spin],
    },
    floor: FLOOR,
  },
  contacts: [{ between: ["box", "floor"], friction, restitution: 0 }],
  gravity: [0, 0, -9.81],
  duration: 2,
});
const END = ["end.bodies.box.position[0]", "end.bodies.box.position[1]"];
const SPEEDS = ["bodies.box.velocity[0]", "bodies.box.velocity[1]", "bodies.box.angularVelocity[2]"];

describe("a box that slides and spins to rest", () => {
  it("of which one corner stops 2 ns before the others", () => {
    const slide = {
      size: [0.3, 0.2, 0.1],
      velocity: [-1.2311596870422363, 0.31948626041412354],
      spin: 5.9409027099609375,
      friction: 0.35319623947143564,
    } as const;
    const { matrix } = derivatives(scene(slide), [END[0], "events[4].time"], [SPEEDS[0]]);
    // by extrapolated differences of runs that end at their own times
    expectClose(matrix, [[0.35836172066], [-0.2577449134]], 1e-8);
  });

  const random = createRandom(20);
  const between = (least: number, most: number) => least + (most - least) * random();
  for (let n = 0; n < 12; n++) {
    const slide: Slide = {
      size: [between(0.1, 0.5), between(0.1, 0.5), between(0.02, 0.1)],
      velocity: [between(-1.5, 1.5), between(-1.5, 1.5)],
      spin: between(-8, 8),
      friction: between(0.2, 0.6),
    };
    it(`goes as far when all is twice as fast under four times the gravity, ${n}`, () => {
      const { matrix, rows, entries } = derivatives(scene(slide), [...END, "events[4].time"], [...SPEEDS, "gravity[2]"]);
      for (const { status } of entries.flat()) expect(status).toBe("exact");
      const weights = [...slide.velocity, slide.spin, 2 * -9.81];
      const [x, y, time] = matrix.map((row) => row.reduce<number>((sum, value, k) => sum + (value as number) * weights[k], 0));
      expect(Math.abs(x)).toBeLessThan(1e-9);
      expect(Math.abs(y)).toBeLessThan(1e-9);
      // The run takes slips for ended that are slower than rounding lets them be followed.
      expect(Math.abs(time + (rows[2].value as number))).toBeLessThan(1e-6);
    });
  }
});

describe("bodies that land at one instant and cannot meet", () => {
  it("have instants of their own", () => {
    const ball = (x: number) => ({ shape: { type: "sphere", radius: 0.05 }, mass: 1, position: [x, 0, 0.5], velocity: [0, 0, 0] });
    const [fall, restitution, gravity] = [0.45, 0.6, 9.81];
    const study = {
      bodies: { left: ball(0), right: ball(1), floor: FLOOR },
      material: { friction: 0, restitution },
      duration: 0.5,
      method: "events",
    };
    const { matrix, result } = derivatives(
      study,
      ["events[0].time", "events[1].time", "end.bodies.left.velocity[2]", "end.bodies.right.velocity[2]"],
      ["bodies.left.position[2]", "bodies.right.position[2]"],
    );
    expect(result.events.map(({ kind }) => kind)).toEqual(["impact", "impact"]);
    const time = 1 / Math.sqrt(2 * gravity * fall);
    // The speed after the bounce, and the shorter time since.
    const speed = restitution * gravity * time + gravity * time;
    expectClose(matrix, [
      [time, 0],
      [0, time],
      [speed, 0],
      [0, speed],
    ]);
  });
});
