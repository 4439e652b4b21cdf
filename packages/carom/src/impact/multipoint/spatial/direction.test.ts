import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random.js";
import { contactProblemFromBodies } from "../../../mechanics/from-bodies.js";
import { impulseDirection, SLIP, STICK } from "../direction.js";
import { touchingOf } from "../touching.js";
import { spatialDirection } from "./direction.js";

const random = createRandom(8);
const any = () => 2 * random() - 1;

/** A body in a room: points on the floor and on a wall, with the velocities of a rigid motion. */
function inCorner(floor: number, wall: number, friction: () => number) {
  const body = {
    mass: 1.3,
    inertia: [0.05, 0.08, 0.06] as const,
    position: [0.1, 0.05, 0.5] as const,
    velocity: [any(), any(), any()] as const,
    angularVelocity: [any(), any(), any()] as const,
  };
  const contact = (point: readonly [number, number, number], normal: readonly [number, number, number]) => ({
    between: ["body", "room"] as const,
    point,
    normal,
    friction: friction(),
    restitution: 0,
  });
  const contacts = [
    ...Array.from({ length: floor }, () => contact([0.3 * any(), 0.3 * any(), 0], [0, 0, 1])),
    ...Array.from({ length: wall }, () => contact([-0.5, 0.3 * any(), 0.5 + 0.3 * any()], [1, 0, 0])),
  ];
  const { problem } = contactProblemFromBodies({ body, room: "fixed" }, contacts);
  return {
    touching: touchingOf(
      problem,
      contacts.map((_, i) => i),
      0,
    ),
    velocity: problem.velocity,
  };
}

describe("slip on several planes", () => {
  it("has the direction that the null space of all rows leaves", () => {
    for (let n = 0; n < 60; n++) {
      const { touching, velocity } = inCorner(1 + (n % 3), 1 + (n % 2), () => 0.1 + 0.5 * random());
      const modes = new Uint8Array(touching.count).fill(SLIP);
      const [closed, general] = [new Float64Array(touching.size), new Float64Array(touching.size)];
      expect(spatialDirection(touching, modes, velocity, closed)).toBe(true);
      expect(impulseDirection(touching, modes, velocity, general)).toBe(true);
      const size = Math.max(...general.map(Math.abs));
      closed.forEach((value, at) => {
        expect(Math.abs(value - general[at])).toBeLessThan(1e-9 * size);
      });
    }
  });

  it("does not jump where the slip is at right angles to the line between two contacts of the reference's plane", () => {
    const { touching, velocity } = inCorner(2, 1, () => 0.3);
    const modes = new Uint8Array(3).fill(SLIP);
    const line = [0, 1, 2].map((k) => touching.points[3 + k] - touching.points[k]);
    const length = Math.hypot(...line);
    // Both contacts of the floor slip at right angles to the line between them; the second faster than the first.
    const along = (i: number, vector: readonly number[]) =>
      [0, 1].map((c) => vector.reduce((sum, value, k) => sum + value * touching.axes[9 * i + 3 * c + k], 0));
    const shares = [-1e-3, -1e-12, 0, 1e-12, 1e-3].map((tilt) => {
      const slip = [-line[1] / length + (tilt * line[0]) / length, line[0] / length + (tilt * line[1]) / length, 0];
      const trial = Float64Array.from(velocity);
      for (const [i, factor] of [1, 1.5].entries()) {
        // Rigid: the same component along the line.
        const own = slip.map((value, k) => factor * value - ((factor - 1) * tilt * line[k]) / length);
        trial.set(along(i, own), 3 * i);
      }
      const out = new Float64Array(9);
      expect(spatialDirection(touching, modes, trial, out)).toBe(true);
      return out[5] / out[2];
    });
    for (const share of shares) expect(share).toBeCloseTo(1.5, 2);
    expect(Math.abs(shares[1] - shares[3])).toBeLessThan(1e-9);
    expect(shares[2]).toBeCloseTo(1.5, 12);
  });

  it("leaves what sticks to the general rule, and one plane to its own", () => {
    for (const [floor, wall, mode] of [
      [2, 2, STICK],
      [4, 0, SLIP],
      [1, 0, SLIP],
    ] as const) {
      const { touching, velocity } = inCorner(floor, wall, () => 0.4);
      const modes = new Uint8Array(touching.count).fill(SLIP);
      modes[0] = mode;
      const [one, other] = [new Float64Array(touching.size), new Float64Array(touching.size)];
      expect(spatialDirection(touching, modes, velocity, one)).toBe(impulseDirection(touching, modes, velocity, other));
      expect(one).toEqual(other);
    }
  });

  it("lets contacts without friction on the reference's plane carry what that plane carries", () => {
    let count = 0;
    const { touching, velocity } = inCorner(3, 1, () => (count++ === 1 ? 0 : 0.4));
    const out = new Float64Array(12);
    touching.reference = 1;
    spatialDirection(touching, new Uint8Array(4), velocity, out);
    expect(out[2]).toBe(0);
    expect(out[5]).not.toBe(0);
    expect(out[8]).toBe(0);
  });
});
