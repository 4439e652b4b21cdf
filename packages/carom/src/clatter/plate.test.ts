import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import * as vec3 from "../math/vec3.js";
import { between } from "../testing/between.js";
import { cornerResistance, flatPlateImpulses, plateInertia, plateOrientation, strikeCorner } from "./plate-impact.js";
import { followPlate, type PlateFall } from "./plate-sequence.js";

const DEGREE = Math.PI / 180;
const plate = (tilt: number, roll: number, more: Partial<PlateFall> = {}): PlateFall => ({
  length: 0.1,
  width: 0.05,
  tilt: tilt * DEGREE,
  roll: roll * DEGREE,
  impactSpeed: 1,
  restitution: 1,
  ...more,
});

describe("one corner", () => {
  it.each([
    [-30, [0.287301, 0.312272, 0.349181, 0.448895, 0.628323, 0.968885]],
    [-45, [0.287493, 0.315795, 0.358744, 0.481928, 0.733945, 1.35881]],
    [-60, [0.287583, 0.317491, 0.363458, 0.499328, 0.797424, 1.678744]],
  ])("roll %d: impulse over mass and speed, e = 1", (roll, impulses) => {
    [5, 20, 30, 45, 60, 80].forEach((tilt, i) => {
      const [first] = followPlate(plate(tilt, roll, { maximumImpacts: 1 })).impacts;
      expect(first.corner).toBe("+-");
      expect(Math.abs(first.impulse - impulses[i])).toBeLessThan(6e-7);
      expect(Math.abs(first.impulse - 2 / cornerResistance(0.1, 0.05, tilt * DEGREE, roll * DEGREE))).toBeLessThan(1e-14);
    });
  });

  it("resists as the source's corrected formula says", () => {
    expect(cornerResistance(0.1, 0.05, 30 * DEGREE, -45 * DEGREE)).toBeCloseTo(5.575, 12);
    for (const width of [0.01, 0.05, 0.3]) expect(cornerResistance(0.1, width, 0, -30 * DEGREE)).toBeCloseTo(7, 14);
  });

  it("keeps momentum and its own books", () => {
    fc.assert(
      fc.property(
        between(2, 85),
        between(-85, -5),
        between(0, 360),
        between(0, 1),
        between(0.2, 5),
        between(0, 0.3),
        (tilt, roll, heading, e, width, mu) => {
          const body = { mass: 2, length: 1, width, thickness: 0.02 };
          const orientation = plateOrientation(heading * DEGREE, tilt * DEGREE, roll * DEGREE);
          const before = { height: 0, orientation, velocity: [0.3, -0.2, -1.5], angularVelocity: [0.4, -0.1, 0.2] } as const;
          const ratio = [mu * Math.cos(0.7), mu * Math.sin(0.7)] as const;
          const { impulse, state } = strikeCorner(body, before, "+-", e, { impulseRatio: ratio })!;
          const arm = quaternion.rotate(orientation, [0.5, -0.5 * width, 0]);
          const push = [impulse * mu * Math.cos(0.7), impulse * mu * Math.sin(0.7), impulse] as const;
          const moments = plateInertia(body);
          const momentum = (spin: vec3.Vec3) => {
            const local = quaternion.rotate(quaternion.conjugate(orientation), spin);
            return quaternion.rotate(orientation, [local[0] * moments[0], local[1] * moments[1], local[2] * moments[2]]);
          };
          const turned = vec3.subtract(momentum(state.angularVelocity), momentum(before.angularVelocity));
          expect(vec3.norm(vec3.subtract(turned, vec3.cross(arm, push)))).toBeLessThan(1e-13);
          const contact = ({ velocity, angularVelocity }: { velocity: vec3.Vec3; angularVelocity: vec3.Vec3 }) =>
            velocity[2] + vec3.cross(angularVelocity, arm)[2];
          expect(Math.abs(contact(state) + e * contact(before))).toBeLessThan(1e-13);
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it("of a flat plate: 2/7, 34/49, 242/343", () => {
    const [first, second, third] = flatPlateImpulses(1, ["+-", "-+", "+-"]);
    expect(first).toBeCloseTo(2 / 7, 14);
    expect(second).toBeCloseTo(34 / 49, 14);
    expect(third).toBeCloseTo(242 / 343, 14);
  });
});

describe("a sequence", () => {
  it("comes down on the opposite corner next, the second impulse 17/7 of the first, as the plate falls ever flatter", () => {
    const { impacts } = followPlate(plate(0.001, -45));
    expect(impacts.slice(0, 2).map(({ corner }) => corner)).toEqual(["+-", "-+"]);
    expect(Math.abs(impacts[1].impulse / impacts[0].impulse - 17 / 7)).toBeLessThan(1e-3);
  });

  it("does not depend on the heading, and is the same for length and width exchanged", () => {
    const one = followPlate(plate(25, -30, { restitution: 0.7 })).impacts;
    const other = followPlate(plate(25, -30, { restitution: 0.7, heading: 1.3 })).impacts;
    const exchanged = followPlate({ ...plate(25, -60, { restitution: 0.7 }), length: 0.05, width: 0.1 }).impacts;
    expect(other).toHaveLength(one.length);
    one.forEach(({ impulse, time, corner }, i) => {
      expect(other[i].corner).toBe(corner);
      expect(Math.abs(other[i].impulse - impulse)).toBeLessThan(1e-10);
      expect(Math.abs(other[i].time - time)).toBeLessThan(1e-10);
      expect(Math.abs(exchanged[i].impulse - impulse)).toBeLessThan(1e-10);
    });
  });

  it("keeps its energy with e = 1, and loses what each impact says with less", () => {
    for (const gravity of [0, 9.81]) {
      const given = plate(20, -35, { gravity, maximumImpacts: 12, impactSpeed: 2 });
      const { impacts } = followPlate(given);
      const moments = plateInertia({ mass: 1, length: 0.1, width: 0.05, thickness: 0 });
      const energies = impacts.map(({ verticalVelocity, angularVelocity, orientation, corner }) => {
        const spin = quaternion.rotate(quaternion.conjugate(orientation), angularVelocity);
        const arm = quaternion.rotate(orientation, [corner[0] === "+" ? 0.05 : -0.05, corner[1] === "+" ? 0.025 : -0.025, 0]);
        const turning = 0.5 * spin.reduce((sum, value, i) => sum + moments[i] * value * value, 0);
        return 0.5 * verticalVelocity * verticalVelocity + turning - gravity * arm[2];
      });
      for (const energy of energies) expect(Math.abs(energy - energies[0])).toBeLessThan(1e-9);
    }
    const lossy = followPlate(plate(20, -35, { restitution: 0.6 }));
    const lost = lossy.impacts.reduce((sum, { energyLoss }) => sum + energyLoss, 0);
    expect(lossy.status).toBe("separated");
    expect(Math.abs(lossy.energyBefore - lossy.energyAfter - lost)).toBeLessThan(1e-10);
    for (const { energyLoss } of lossy.impacts) expect(energyLoss).toBeGreaterThan(0);
  });

  it("under gravity ends for every one of 60 random plates: it stays, comes down on an edge or reaches the limit", () => {
    const random = createRandom(19);
    const within = (low: number, high: number) => low + (high - low) * random();
    for (let n = 0; n < 60; n++) {
      const fall = {
        width: within(0.2, 1),
        tilt: within(0.05, 1.35),
        roll: -within(0.05, 1.45),
        impactSpeed: within(0.2, 3.2),
        restitution: within(0, 0.95),
        gravity: 9.81,
        maximumImpacts: 200,
      };
      const { impacts, status, tail, final } = followPlate(fall);
      expect(["accumulation", "edge", "maximum-impacts"]).toContain(status);
      const pushed = impacts.reduce((sum, { impulse }) => sum + impulse, 0) + (tail?.impulse ?? 0);
      const momentum = final.velocity[2] + fall.impactSpeed + fall.gravity * final.time;
      expect(Math.abs(pushed - momentum)).toBeLessThan(1e-9 * momentum);
      // The time -9.9e-11 of a corner that bounces by less than the last digit of its height.
      impacts.forEach(({ time }, i) => {
        expect(time).toBeGreaterThanOrEqual(i === 0 ? 0 : impacts[i - 1].time);
      });
    }
  });

  it("goes on where a plastic corner accelerates upwards, and stays where it does not", () => {
    const fast = plate(70, -45, { restitution: 0, gravity: 9.81, impactSpeed: 3, maximumImpacts: 2 });
    const { impacts } = followPlate(fast);
    expect(impacts).toHaveLength(2);
    expect(impacts[1].corner).not.toBe(impacts[0].corner);
    const slow = followPlate({ ...fast, impactSpeed: 0.01 });
    expect(slow.status).toBe("sustained-contact");
    expect(slow.impacts).toHaveLength(1);
    // w x (w x d) + w' x d of the corner against gravity, from the motion after the impact.
    for (const [first, lifts] of [
      [impacts[0], true],
      [slow.impacts[0], false],
    ] as const) {
      const moments = plateInertia({ mass: 1, length: 0.1, width: 0.05, thickness: 0 });
      const inverse = quaternion.conjugate(first.orientation);
      const [a, b, c] = quaternion.rotate(inverse, first.angularVelocity);
      const [i, j, k] = moments;
      const turning = quaternion.rotate(first.orientation, [((j - k) * b * c) / i, ((k - i) * c * a) / j, ((i - j) * a * b) / k]);
      const arm = quaternion.rotate(first.orientation, [0.05, -0.025, 0]);
      const swing = vec3.cross(first.angularVelocity, vec3.cross(first.angularVelocity, arm));
      expect(swing[2] + vec3.cross(turning, arm)[2] > 9.81).toBe(lifts);
    }
  });

  it("warns where it amplifies rounding", () => {
    expect(followPlate(plate(25, -30, { restitution: 0.7 })).warnings).toEqual([]);
    const long = followPlate({ width: 0.6, tilt: 0.4, roll: -0.7, impactSpeed: 2, restitution: 0.98, gravity: 9.81, maximumImpacts: 300 });
    expect(long.warnings.join()).toMatch(/amplifies rounding/);
  });

  it("says when an edge comes down", () => {
    expect(() => followPlate(plate(0, -45))).toThrow(InvalidInputError);
    expect(() => followPlate(plate(30, 0))).toThrow(/^tilt: 0\.52\d+ with a roll of -?0 leaves two corners at the same height/);
  });

  it.each([
    [{ width: 1e300 }, "width: 1e\\+300 is out of range"],
    [{ impactSpeed: 1e300 }, "impactSpeed: 1e\\+300 is out of range"],
    [{ angularVelocity: [0, 1e300, 0] as const }, "angularVelocity\\[1\\]: 1e\\+300 is out of range"],
    [{ width: 0 }, "width"],
    [{ mass: -1 }, "mass"],
    [{ restitution: 2 }, "restitution"],
    [{ gravity: -9 }, "gravity"],
    [{ impactSpeed: -1 }, "impactSpeed"],
    [{ tilt: Number.NaN }, "tilt"],
    [{ maximumImpacts: 1.5 }, "maximumImpacts"],
  ])("refuses %j", (wrong, path) => {
    expect(() => followPlate({ ...plate(30, -45), ...wrong })).toThrow(new RegExp(`^${path}`));
  });
});
