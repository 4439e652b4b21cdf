/**
 * What users of physics engines have complained about, and these laws answer. Each test cites the thread.
 */
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../math/vec3.js";
import { type Bodies, type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import type { RigidBody } from "../mechanics/rigid-body.js";
import { solveFrictional } from "./frictional.js";
import { solveMultipoint } from "./multipoint.js";
import { solveSimultaneous } from "./simultaneous.js";

const RADIUS = 0.1;
const MASS = 0.4;
const ball = (
  position: readonly [number, number, number],
  velocity: readonly [number, number, number],
  angularVelocity: readonly [number, number, number] = [0, 0, 0],
) => {
  const moment = 0.4 * MASS * RADIUS * RADIUS;
  return { mass: MASS, inertia: [moment, moment, moment] as const, position, velocity, angularVelocity };
};

/** A ball against the floor z = 0. */
function bounce(velocity: readonly [number, number, number], friction: number, restitution: number) {
  const bodies = { ball: ball([0, 0, RADIUS], velocity), floor: "fixed" as const };
  const contacts = [{ between: ["ball", "floor"] as const, point: [0, 0, 0] as const, normal: [0, 0, 1] as const, friction, restitution }];
  const outcome = solveFrictional(contactProblemFromBodies(bodies, contacts).problem);
  return { outcome, after: velocitiesAfter(bodies, contacts, outcome.impulse).ball };
}

describe("energy", () => {
  it.each([0.01, 0.5, 1, 3, 30])("does not speed a ball up at e = 1 and %s m/s (jrouwe/JoltPhysics#1286, dimforge/rapier#97)", (speed) => {
    const { after } = bounce([0, 0, -speed], 0.3, 1);
    expect(after.velocity[2]).toBeCloseTo(speed, 14);
  });

  it("never leaves with more than it came with, spinning and sliding (pmndrs/cannon-es#207, ekiefl/pooltool#160)", () => {
    for (let i = 0; i < 200; i++) {
      const spin = [Math.sin(i) * 40, Math.cos(2 * i) * 40, Math.sin(3 * i) * 40] as const;
      const bodies = { ball: ball([0, 0, RADIUS], [Math.cos(i), Math.sin(2 * i), -1], spin), floor: "fixed" as const };
      const contacts = [
        {
          between: ["ball", "floor"] as const,
          point: [0, 0, 0] as const,
          normal: [0, 0, 1] as const,
          friction: (i % 20) / 10,
          restitution: 1,
        },
      ];
      const { energy } = solveFrictional(contactProblemFromBodies(bodies, contacts).problem);
      expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-14));
      expect(Math.abs(energy.residual)).toBeLessThan(1e-14 * energy.before);
    }
  });
});

describe("the coefficient means what it says", () => {
  it.each([0, 0.2, 0.5, 0.8, 1])(
    "a dropped ball comes back with e = %s of its speed (liabru/matter-js#13, google-deepmind/mujoco#2080, dimforge/rapier#974)",
    (e) => {
      expect(bounce([0, 0, -2], 0, e).after.velocity[2]).toBeCloseTo(2 * e, 14);
    },
  );

  it.each([1e-6, 1e-3, 0.5, 1])(
    "a ball at %s m/s hands all its speed to a resting one: no hidden threshold (jrouwe/JoltPhysics#1403)",
    (speed) => {
      const bodies = { moving: ball([-RADIUS, 0, 0], [speed, 0, 0]), resting: ball([RADIUS, 0, 0], [0, 0, 0]) };
      const contacts = [
        { between: ["resting", "moving"] as const, point: [0, 0, 0] as const, normal: [1, 0, 0] as const, friction: 0.2, restitution: 1 },
      ];
      const after = velocitiesAfter(bodies, contacts, solveFrictional(contactProblemFromBodies(bodies, contacts).problem).impulse);
      expect(after.resting.velocity[0] / speed).toBeCloseTo(1, 14);
      expect(after.moving.velocity[0] / speed).toBeCloseTo(0, 14);
    },
  );
});

describe("friction", () => {
  it(
    "slows a ball the same way in every direction (dimforge/rapier#137, schteppe/cannon.js#148, RandyGaul/qu3e#35, " +
      "bulletphysics/bullet3#4539)",
    () => {
      const straight = bounce([1, 0, -1], 0.1, 0.5).after.velocity[0];
      for (let degrees = 0; degrees < 360; degrees += 7) {
        const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        const { velocity } = bounce([c, s, -1], 0.1, 0.5).after;
        expect(velocity[0] * c + velocity[1] * s).toBeCloseTo(straight, 14);
        expect(velocity[1] * c - velocity[0] * s).toBeCloseTo(0, 14);
      }
    },
  );

  it("gives a thrown ball spin at its first bounce (mbsim-env/mbsim#49, ekiefl/pooltool#46)", () => {
    const { after, outcome } = bounce([1, 0, -2], 0.5, 0.8);
    // Enough friction: the ball leaves rolling, with 5/7 of its sliding speed.
    expect(outcome.slip).toEqual(["sticks"]);
    expect(after.velocity[0]).toBeCloseTo(5 / 7, 14);
    expect(after.angularVelocity[1]).toBeCloseTo(5 / 7 / RADIUS, 12);
  });
});

describe("several contacts", () => {
  const manyPoints = [
    { name: "simultaneous", solve: solveSimultaneous },
    { name: "multipoint", solve: solveMultipoint },
  ];
  const cuboid = (size: Vec3, mass: number, position: Vec3, velocity: Vec3): RigidBody => {
    const [a, b, c] = size;
    const inertia: Vec3 = [(mass / 12) * (b * b + c * c), (mass / 12) * (c * c + a * a), (mass / 12) * (a * a + b * b)];
    return { mass, inertia, position, velocity };
  };
  const corners = (a: number, b: number, z: number): Vec3[] => [
    [a, b, z],
    [-a, b, z],
    [-a, -b, z],
    [a, -b, z],
  ];

  it.each(manyPoints)("$name drops a cuboid flat without tilting it, whichever corner comes first (dimforge/rapier#668)", ({ solve }) => {
    const bodies: Bodies = { box: cuboid([1, 0.6, 0.4], 3, [0, 0, 0.2], [0, 0, -2]), floor: "fixed" };
    const all = corners(0.5, 0.3, 0);
    for (const order of [
      [0, 1, 2, 3],
      [2, 0, 3, 1],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ]) {
      const contacts = order.map(
        (i): BodyContact => ({ between: ["box", "floor"], point: all[i], normal: [0, 0, 1], friction: 0.4, restitution: 0.7 }),
      );
      const { velocity, angularVelocity } = velocitiesAfter(
        bodies,
        contacts,
        solve(contactProblemFromBodies(bodies, contacts).problem).impulse,
      ).box;
      expect(Math.abs(velocity[2] - 1.4)).toBeLessThan(1e-12);
      expect(Math.max(...[velocity[0], velocity[1], ...angularVelocity].map(Math.abs))).toBeLessThan(1e-12);
    }
  });

  it.each(manyPoints)("$name does not let a box rebound faster than it fell on a smaller box (erincatto/box3d#83)", ({ solve }) => {
    for (const e of [0, 0.5, 1]) {
      const bodies: Bodies = {
        upper: cuboid([1, 1, 1], 1, [0, 0, 0.5], [0, 0, -3]),
        lower: cuboid([0.5, 0.5, 0.5], 0.125, [0, 0, -0.25], [0, 0, 0]),
        floor: "fixed",
      };
      const contacts = corners(0.25, 0.25, 0).map(
        (point): BodyContact => ({ between: ["upper", "lower"], point, normal: [0, 0, 1], friction: 0.5, restitution: e }),
      );
      const { impulse, energy } = solve(contactProblemFromBodies(bodies, contacts).problem);
      const { upper, lower } = velocitiesAfter(bodies, contacts, impulse);
      expect(upper.velocity[2] - lower.velocity[2]).toBeCloseTo(3 * e, 12);
      expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-12));
    }
  });

  it(
    "a small box held between a falling one and the floor throws nothing higher than it fell " +
      "(erincatto/box3d#83, erincatto/box2d#1094)",
    () => {
      const bodies: Bodies = {
        upper: cuboid([1, 1, 1], 1, [0, 0, 1], [0, 0, -3]),
        lower: cuboid([0.5, 0.5, 0.5], 0.125, [0, 0, 0.25], [0, 0, 0]),
        floor: "fixed",
      };
      const material = { normal: [0, 0, 1] as const, friction: 0.5, restitution: 1 };
      const contacts = [
        ...corners(0.25, 0.25, 0.5).map((point): BodyContact => ({ between: ["upper", "lower"], point, ...material })),
        ...corners(0.25, 0.25, 0).map((point): BodyContact => ({ between: ["lower", "floor"], point, ...material })),
      ];
      const { impulse, energy } = solveSimultaneous(contactProblemFromBodies(bodies, contacts).problem);
      const { upper, lower } = velocitiesAfter(bodies, contacts, impulse);
      expect(upper.velocity[2]).toBeLessThanOrEqual(3 * (1 + 1e-12));
      expect(Math.abs(energy.after - energy.before)).toBeLessThan(1e-10 * energy.before);
      expect(Math.max(...[...upper.angularVelocity, ...lower.angularVelocity].map(Math.abs))).toBeLessThan(1e-11);
    },
  );

  it("a cradle of five touching balls sends the last one off, and neither gains energy nor loses momentum (dimforge/rapier#630)", () => {
    const names = ["a", "b", "c", "d", "e"];
    const bodies: Bodies = Object.fromEntries(names.map((name, i) => [name, ball([2 * RADIUS * i, 0, 0], [i === 0 ? 1 : 0, 0, 0])]));
    const contacts = names.slice(1).map(
      (name, i): BodyContact => ({
        between: [name, names[i]],
        point: [RADIUS * (2 * i + 1), 0, 0],
        normal: [1, 0, 0],
        friction: 0.1,
        restitution: 1,
        exponent: 1.5,
      }),
    );
    const { impulse, energy } = solveSimultaneous(contactProblemFromBodies(bodies, contacts).problem);
    const speeds = Object.values(velocitiesAfter(bodies, contacts, impulse)).map(({ velocity }) => velocity[0]);
    expect(Math.abs(energy.after / energy.before - 1)).toBeLessThan(1e-10);
    expect(speeds.reduce((sum, v) => sum + v, 0)).toBeCloseTo(1, 13);
    expect(speeds.every((v, i) => i === 0 || v > speeds[i - 1])).toBe(true);
    expect(speeds[4]).toBeGreaterThan(0.98);
  });
});
