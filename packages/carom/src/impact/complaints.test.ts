/**
 * What users of physics engines have complained about, and this law answers. Each test cites the thread.
 */
import { describe, expect, it } from "vitest";
import { contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import { solveFrictional } from "./frictional.js";

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
  return { outcome, after: velocitiesAfter(bodies, contacts, outcome.impulse).ball! };
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
      expect(after.resting!.velocity[0] / speed).toBeCloseTo(1, 14);
      expect(after.moving!.velocity[0] / speed).toBeCloseTo(0, 14);
    },
  );
});

describe("friction", () => {
  it("slows a ball the same way in every direction (dimforge/rapier#137, schteppe/cannon.js#148, RandyGaul/qu3e#35, bulletphysics/bullet3#4539)", () => {
    const straight = bounce([1, 0, -1], 0.1, 0.5).after.velocity[0];
    for (let degrees = 0; degrees < 360; degrees += 7) {
      const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const { velocity } = bounce([c, s, -1], 0.1, 0.5).after;
      expect(velocity[0] * c + velocity[1] * s).toBeCloseTo(straight, 14);
      expect(velocity[1] * c - velocity[0] * s).toBeCloseTo(0, 14);
    }
  });

  it("gives a thrown ball spin at its first bounce (mbsim-env/mbsim#49, ekiefl/pooltool#46)", () => {
    const { after, outcome } = bounce([1, 0, -2], 0.5, 0.8);
    // Enough friction: the ball leaves rolling, with 5/7 of its sliding speed.
    expect(outcome.slip).toEqual(["sticks"]);
    expect(after.velocity[0]).toBeCloseTo(5 / 7, 14);
    expect(after.angularVelocity[1]).toBeCloseTo(5 / 7 / RADIUS, 12);
  });
});
