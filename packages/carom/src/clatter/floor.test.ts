import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { solveFrictional } from "../impact/frictional.js";
import * as quaternion from "../math/quaternion.js";
import { dampingFromRestitution, restitutionFromDamping, restitutionFromDampingRatio } from "../mechanics/damping.js";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { boxFacets, cutOff, type FloorMotion, pressOnFloor } from "./floor.js";
import { type FloorFall, followPlateOnFloor, pressPlate, takeStep } from "./floor-run.js";
import { plateInertia, plateOrientation } from "./plate-impact.js";
import { followPlate } from "./plate-sequence.js";

const DEGREE = Math.PI / 180;

describe("restitution from damping", () => {
  it.each([
    [0.8, 0.3731462],
    [0.5, 1.4327505],
    [0.2, 4.9191667],
  ])("e = %d needs d = %d", (e, d) => {
    expect(Math.abs(dampingFromRestitution(e) - d)).toBeLessThan(6e-8);
    expect(Math.abs(restitutionFromDamping(dampingFromRestitution(e)) - e)).toBeLessThan(1e-14);
  });

  it("solves its equation, also where series take over, and is nearly 1 - 2 d / 3 for little damping", () => {
    for (const d of [1e-8, 1e-3, 0.0199999, 0.0200001, 0.3, 2, 5]) {
      const e = restitutionFromDamping(d);
      expect(Math.abs(Math.log1p(d) - Math.log1p(-e * d) - d * (1 + e))).toBeLessThan(1e-12 * d);
    }
    expect(Math.abs(restitutionFromDamping(0.0199999999) - restitutionFromDamping(0.0200000001))).toBeLessThan(1e-9);
    expect(Math.abs(restitutionFromDamping(1e-4) - (1 - 2e-4 / 3))).toBeLessThan(1e-8);
    expect(restitutionFromDamping(0)).toBe(1);
    // What comes back is at most the speed at which the damper alone holds the spring.
    expect(restitutionFromDamping(1000) * 1000).toBeCloseTo(1, 12);
  });

  it("is what the motion of a mass on such a contact gives", () => {
    for (const exponent of [1, 1.5, 3]) {
      const d = 0.7;
      // m = k = v = 1: c = d.
      const u = Float64Array.of(0, 1);
      const scratch = [0, 1, 2].map(() => new Float64Array(2));
      const rate = (y: Float64Array, out: Float64Array) => {
        out[0] = y[1];
        out[1] = -(1 + d * y[1]) * Math.max(0, y[0]) ** exponent;
      };
      do takeStep(rate, u, 1e-3, scratch);
      while (u[0] > 0);
      expect(Math.abs(-u[1] - restitutionFromDamping(d))).toBeLessThan(1e-5);
    }
  });

  it("of a spring and dashpot", () => {
    expect(Math.abs(restitutionFromDampingRatio(0.1) - 0.7440794)).toBeLessThan(6e-8);
    expect(restitutionFromDampingRatio(0)).toBe(1);
    for (const ratio of [0.999999, 1.000001]) expect(Math.abs(restitutionFromDampingRatio(ratio) - Math.exp(-2))).toBeLessThan(1e-6);
    expect(() => restitutionFromDampingRatio(-1)).toThrow(InvalidInputError);
    expect(() => dampingFromRestitution(0)).toThrow(InvalidInputError);
  });
});

describe("a yielding floor", () => {
  it("cuts facets off: three, four or five corners", () => {
    const square = (heights: readonly number[]) =>
      (
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ] as const
      ).map(([x, y], i) => [x, y, heights[i]] as const);
    expect(cutOff(square([-1, 1, 1, 1]), 0)).toHaveLength(3);
    expect(cutOff(square([-1, -1, 1, 1]), 0)).toHaveLength(4);
    expect(cutOff(square([-1, -1, 1, -1]), 0)).toHaveLength(5);
    expect(cutOff(square([1, 1, 1, 1]), 0)).toHaveLength(0);
    expect(cutOff(square([-1, -1, -1, -1]), 0)).toHaveLength(4);
  });

  it("carries a box that lies flat with k A x, at its centre", () => {
    const wrench = { force: [0, 0, 0] as [number, number, number], torque: [0, 0, 0] as [number, number, number] };
    const flat: Omit<FloorMotion, "velocity"> = { height: 0.019, orientation: [0, 0, 0, 1], angularVelocity: [0, 0, 0] };
    const touches = pressOnFloor({ stiffness: 1e6 }, boxFacets(0.2, 0.1, 0.04), { ...flat, velocity: [0, 0, 0] }, wrench);
    expect(touches).toBe(true);
    expect(wrench.force[2]).toBeCloseTo(1e6 * 0.02 * 0.001, 10);
    expect(Math.hypot(...wrench.torque)).toBeLessThan(1e-12);
    // The rate of depth counts, and drag is against the slip.
    pressOnFloor({ stiffness: 1e6, damping: 1e5, friction: 0.3 }, boxFacets(0.2, 0.1, 0.04), { ...flat, velocity: [2, 0, -1] }, wrench);
    expect(wrench.force[2]).toBeCloseTo(1.1e6 * 0.02 * 0.001, 10);
    expect(wrench.force[0]).toBeCloseTo(-0.3 * wrench.force[2], 10);
  });

  it("lets a flat box rebound in half a sine: its duration, peak and impulse", () => {
    const fall: FloorFall = { ...PLATE, tilt: 1e-9, roll: 0, floor: { stiffness: 1e8 }, steps: 200 };
    const area = fall.length * fall.width;
    const { duration, peakForce, impulse, energyAfter, energyBefore } = pressPlate(fall);
    const whole = Math.PI * Math.sqrt(fall.mass / (1e8 * area));
    expect(Math.abs(duration / whole - 1)).toBeLessThan(2e-3);
    expect(Math.abs(peakForce / Math.sqrt(fall.mass * 1e8 * area) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(impulse[2] / (2 * fall.mass) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(energyAfter / energyBefore - 1)).toBeLessThan(1e-3);
  });

  const PLATE = { mass: 0.1, length: 0.1, width: 0.05, thickness: 0.001, impactSpeed: 1 };
  const ratioOf = (tilt: number, stiffness: number, steps = 400) => {
    const given = { ...PLATE, tilt: tilt * DEGREE, roll: -45 * DEGREE };
    const [first] = followPlate({ ...given, restitution: 1, maximumImpacts: 1 }).impacts;
    return pressPlate({ ...given, floor: { stiffness }, steps }).impulse[2] / first.impulse;
  };

  it.each([
    [1e10, [1.105, 1.048, 1.034, 1.015, 0.991, 0.974]],
    [1e12, [1.032, 1.019, 1.017, 1.014, 1.007, 0.995]],
  ])("of stiffness %d: impulse of the first corner over that of the impact", (stiffness, ratios) => {
    [5, 20, 30, 45, 60, 80].forEach((tilt, i) => {
      expect(Math.abs(ratioOf(tilt, stiffness) - ratios[i])).toBeLessThan(1e-3);
    });
  });

  /** The corner of the lower face is the one that strikes. */
  const rigidImpulse = (friction: number) => {
    const orientation = plateOrientation(0.3, 30 * DEGREE, -45 * DEGREE);
    const { problem } = contactProblemFromBodies(
      {
        plate: { mass: 0.1, inertia: plateInertia(PLATE), position: [0, 0, 0], orientation, velocity: [0, 0, -1] },
        floor: "fixed",
      },
      [
        {
          between: ["plate", "floor"],
          point: quaternion.rotate(orientation, [0.05, -0.025, -0.0005]),
          normal: [0, 0, 1],
          friction,
          restitution: 1,
        },
      ],
    );
    return solveFrictional(problem).impulse;
  };

  it.each([0, 0.3, 1])("tends to the impact as it stiffens, like the fourth root; friction %d", (friction) => {
    const impulse = rigidImpulse(friction);
    const given = { ...PLATE, heading: 0.3, tilt: 30 * DEGREE, roll: -45 * DEGREE };
    const errors = [1e12, 1e13, 1e14].map((stiffness) => {
      const pressed = pressPlate({ ...given, floor: { stiffness, friction, creep: 1e-6 }, steps: 400 }).impulse;
      return Math.hypot(...pressed.map((value, i) => value - impulse[i])) / Math.hypot(...impulse);
    });
    expect(errors[2]).toBeLessThan(2.5e-3);
    for (const i of [1, 2]) expect(Math.abs(Math.log10(errors[i - 1] / errors[i]) - 0.25)).toBeLessThan(0.01);
  });

  it("clatters like the impacts, contact after contact, the more so the stiffer it is", () => {
    const given = { ...PLATE, tilt: 30 * DEGREE, roll: -45 * DEGREE };
    const { impacts, status } = followPlate({ ...given, restitution: 1 });
    const errors = [1e12, 1e16].map((stiffness) => {
      const sequence = followPlateOnFloor({ ...given, floor: { stiffness }, steps: 400 }, 10);
      expect(sequence.status).toBe(status);
      expect(sequence.contacts).toHaveLength(impacts.length);
      const last = sequence.contacts[sequence.contacts.length - 1];
      // No damping: what the first contact began with is there after the last.
      expect(Math.abs(last.energyAfter / sequence.contacts[0].energyBefore - 1)).toBeLessThan(2e-6);
      return Math.max(...impacts.map(({ time }, i) => Math.abs(sequence.contacts[i].time - time) / 0.01));
    });
    // The impacts are those of the middle plane: half a millimetre of thickness is left.
    expect(errors[0]).toBeLessThan(0.06);
    expect(errors[1]).toBeLessThan(0.5 * errors[0]);
  });

  it("is converged in its steps, to third order while a corner is down", () => {
    const [coarse, fine, finest] = [200, 400, 3200].map((steps) => ratioOf(45, 1e10, steps));
    expect(Math.abs(coarse - finest)).toBeLessThan(1e-4);
    expect(Math.abs(fine - finest)).toBeLessThan(Math.abs(coarse - finest));
  });

  it.each([
    [{ floor: { stiffness: 0 } }, "floor.stiffness"],
    [{ floor: { stiffness: 1e6, damping: -1 } }, "floor.damping"],
    [{ mass: 0 }, "mass"],
    [{ steps: 10 }, "steps"],
    [{ tilt: Number.NaN }, "tilt"],
  ])("refuses %j", (wrong, path) => {
    expect(() => pressPlate({ ...PLATE, tilt: 0.5, roll: -0.7, floor: { stiffness: 1e10 }, ...wrong })).toThrow(new RegExp(`^${path}`));
  });

  it("takes steps of u' = -u by 1 - h + h^2/2 - h^3/6", () => {
    const u = Float64Array.of(1);
    takeStep(
      (y, out) => {
        out[0] = -y[0];
      },
      u,
      0.1,
      [0, 1, 2].map(() => new Float64Array(1)),
    );
    expect(u[0]).toBeCloseTo(1 - 0.1 + 0.005 - 0.001 / 6, 15);
  });
});
