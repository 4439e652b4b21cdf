import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mat3 from "../math/mat3.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { rotation, vector } from "./arbitrary.testing.js";
import type { Body, RigidBody } from "./rigid-body.js";
import {
  angularMomentum,
  checkRigidBody,
  inverseInertiaRoot,
  kineticEnergy,
  momentum,
  worldInertia,
  worldInverseInertia,
} from "./rigid-body.js";

/** Any principal moments: sums of two second moments each. */
const moments = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 1, max: 2000 }).map((n) => n / 1000)))
  .map(([x, y, z]): Vec3 => [y + z, x + z, x + y]);

const rod: RigidBody = { mass: 1, inertia: [0.083, 0.083, 0.002], position: [0, 0, 0] };

describe("a rigid body", () => {
  it.each<[string, Body, string]>([
    [
      "inertia that breaks the triangle inequality",
      { ...rod, inertia: [1, 1, 3] },
      "bodies.rod.inertia: [1, 1, 3] cannot belong to a rigid body (1 + 1 < 3)",
    ],
    [
      "a tensor that does so about its own axes",
      {
        ...rod,
        inertia: [
          [2, 1, 0],
          [1, 2, 0],
          [0, 0, 1],
        ],
      },
      "cannot belong to a rigid body (1 + 1 < 3)",
    ],
    ["a moment of zero", { ...rod, inertia: [1, 1, 0] }, "even a thin rod has a radius"],
    ["a negative moment", { ...rod, inertia: [1, 1, -1] }, "a principal moment is -1"],
    [
      "a tensor that is not symmetric",
      {
        ...rod,
        inertia: [
          [1, 0.1, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      "bodies.rod.inertia[1][0]: 0 differs from [0][1] (0.1): the matrix is not symmetric",
    ],
    ["two moments", { ...rod, inertia: [1, 1] as unknown as Vec3 }, "is neither three principal moments nor a 3 x 3 matrix"],
    ["no mass", { ...rod, mass: 0 }, "bodies.rod.mass: 0 is not positive"],
    ["mass NaN", { ...rod, mass: Number.NaN }, "bodies.rod.mass: NaN is not a finite number"],
    ["a flat position", { ...rod, position: [1, 2] as unknown as Vec3 }, "bodies.rod.position: [1, 2] is not a list of 3 numbers"],
    ["an infinite velocity", { ...rod, velocity: [0, Infinity, 0] }, "bodies.rod.velocity[1]: Infinity is not a finite number"],
    [
      "an orientation that is not unit",
      { ...rod, orientation: [0, 0, 1, 1] },
      "bodies.rod.orientation: [0, 0, 1, 1] is not a unit quaternion (its norm is 1.41421)",
    ],
    ["a word", "loose" as Body, 'bodies.rod: "loose" is neither a rigid body nor "fixed"'],
  ])("may not have %s", (_, body, message) => {
    expect(() => checkRigidBody(body, "bodies.rod")).toThrow(message);
  });

  it("may have equality in the triangle inequality, up to rounding", () => {
    expect(() => checkRigidBody({ ...rod, inertia: [1, 1, 2] }, "disc")).not.toThrow();
    expect(() => checkRigidBody({ ...rod, inertia: [1, 1, 2 + 1e-9] }, "disc")).not.toThrow();
    expect(() => checkRigidBody({ ...rod, inertia: [1, 1, 2 + 1e-8] }, "disc")).toThrow();
    expect(() => checkRigidBody("fixed", "floor")).not.toThrow();
  });

  it("normalises an orientation that is nearly unit", () => {
    const orientation: Quaternion = [0, 0, Math.SQRT1_2 * (1 + 5e-7), Math.SQRT1_2 * (1 + 5e-7)];
    const turned = { ...rod, inertia: [1, 2, 2.5] as const, orientation };
    expect(() => checkRigidBody(turned, "rod")).not.toThrow();
    mat3.diagonal([2, 1, 2.5]).forEach((value, i) => {
      expect(worldInertia(turned)[i]).toBeCloseTo(value, 14);
    });
  });
});

describe("inertia in world axes", () => {
  it("inverts, and its root squares to the inverse, from moments or from the tensor", () => {
    fc.assert(
      fc.property(moments, rotation, rotation, (principal, axes, orientation) => {
        const inertia = mat3.toRows(mat3.rotateTensor(quaternion.toMatrix(axes), mat3.diagonal(principal)));
        const bodies: RigidBody[] = [
          { ...rod, inertia, orientation },
          { ...rod, inertia: principal, orientation: quaternion.multiply(orientation, axes) },
        ];
        for (const body of bodies) {
          checkRigidBody(body, "body");
          const inverse = worldInverseInertia(body);
          const size = Math.max(...principal) / Math.min(...principal);
          mat3.multiply(worldInertia(body), inverse).forEach((value, i) => {
            expect(Math.abs(value - mat3.IDENTITY[i])).toBeLessThan(1e-14 * size);
          });
          const root = inverseInertiaRoot(body);
          mat3.multiply(mat3.transpose(root), root).forEach((value, i) => {
            expect(Math.abs(value - inverse[i])).toBeLessThan(1e-14 / Math.min(...principal));
          });
        }
        worldInertia(bodies[0]).forEach((value, i) => {
          expect(Math.abs(value - worldInertia(bodies[1])[i])).toBeLessThan(1e-13);
        });
      }),
    );
  });
});

describe("energy and momentum", () => {
  it("of a ball rolling at speed v: 7/10 m v^2", () => {
    const ball: RigidBody = { mass: 2, inertia: [0.8, 0.8, 0.8], position: [0, 0, 1], velocity: [3, 0, 0], angularVelocity: [0, 3, 0] };
    expect(kineticEnergy(ball)).toBeCloseTo(0.7 * 2 * 9, 14);
    expect(momentum(ball)).toEqual([6, 0, 0]);
    // About the contact point: (7/5) m r v.
    expect(angularMomentum(ball, [0, 0, 0])[1]).toBeCloseTo(1.4 * 2 * 3, 14);
  });

  it("of a body at rest are nothing", () => {
    expect(kineticEnergy(rod)).toBe(0);
    expect(angularMomentum(rod, [5, 5, 5])).toEqual([0, 0, 0]);
  });

  it("agree: 2 T = p . v + L . omega about the centre of mass", () => {
    fc.assert(
      fc.property(moments, rotation, vector, vector, vector, (inertia, orientation, position, velocity, angularVelocity) => {
        const body: RigidBody = { mass: 1.5, inertia, orientation, position, velocity, angularVelocity };
        const twice = vec3.dot(momentum(body), velocity) + vec3.dot(angularMomentum(body, position), angularVelocity);
        expect(Math.abs(2 * kineticEnergy(body) - twice)).toBeLessThanOrEqual(1e-13 * (1 + twice));
      }),
    );
  });
});
