import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mat3 from "../math/mat3.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { coordinate, vector } from "./arbitrary.testing.js";
import { checkContactProblem } from "./contact-problem.js";
import type { BodyContact } from "./from-bodies.js";
import { contactProblemFromBodies, velocitiesAfter } from "./from-bodies.js";
import type { GeneralisedSystem } from "./from-coordinates.js";
import { contactProblemFromCoordinates, speedsAfter } from "./from-coordinates.js";
import type { RigidBody } from "./rigid-body.js";
import { worldInertia } from "./rigid-body.js";

const direction = vector.filter((v) => vec3.norm(v) > 0.1);
const material = { friction: 0.3, restitution: 0.8 };

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
  expect(actual.length).toBe(expected.length);
  const size = Math.max(1, ...expected.map(Math.abs));
  // One claim over all numbers: an assertion for each of them would take longer than what is tested.
  expect(Math.max(...actual.map((value, i) => Math.abs(value - expected[i])))).toBeLessThanOrEqual(tolerance * size);
}

describe("generalised coordinates", () => {
  const system: GeneralisedSystem = {
    massMatrix: [
      [2, 1],
      [1, 1],
    ],
    jacobian: [
      [1, 0.5],
      [1, 1],
    ],
    speeds: [1, -3],
  };

  it("of a double pendulum's tip striking a wall, worked out by hand", () => {
    // Two point masses 1 kg on massless links 1 m, both hanging along -y: T = (u1^2 + (u1 + u2)^2) / 2 with absolute tip speeds u1 and u1 +
    // u2.
    const problem = contactProblemFromCoordinates(system, [material]);
    expect(problem.dimension).toBe(2);
    // M^-1 = [[1, -1], [-1, 2]]; the tip's normal mobility is that of its own mass.
    expectClose(problem.mobility.flat(), [0.5, 0.5, 0.5, 1], 1e-15);
    expect(problem.velocity).toEqual([-0.5, -2]);
    expect(problem.kineticEnergy).toBeCloseTo((1 + 4) / 2, 14);
    expectClose(speedsAfter(system, [0, 4]), [1, 1], 1e-14);
  });

  it("of a free rigid body are the body", () => {
    fc.assert(
      fc.property(
        fc.tuple(direction, coordinate),
        fc.record({ position: vector, velocity: vector, angularVelocity: vector }),
        fc.array(fc.record({ point: vector, normal: direction }), { minLength: 1, maxLength: 4 }),
        fc.array(coordinate, { minLength: 12, maxLength: 12 }),
        ([axis, angle], motion, places, numbers) => {
          const body: RigidBody = { mass: 1.7, inertia: [1, 2, 2.5], orientation: quaternion.fromAxisAngle(axis, angle)!, ...motion };
          const contacts = places.map((place): BodyContact => ({ between: ["body", "floor"], ...place, ...material }));
          const impulse = numbers.slice(0, 3 * contacts.length);
          const { problem, frames } = contactProblemFromBodies({ body, floor: "fixed" }, contacts);

          const inertia = mat3.toRows(worldInertia(body));
          const massMatrix = [0, 1, 2, 3, 4, 5].map((i) =>
            [0, 1, 2, 3, 4, 5].map((j) => (i < 3 ? (i === j ? body.mass : 0) : j < 3 ? 0 : inertia[i - 3][j - 3])),
          );
          const jacobian = frames.flatMap(({ tangent1, tangent2, normal }, i) =>
            [tangent1, tangent2, normal].map((d: Vec3) => [...d, ...vec3.cross(vec3.subtract(contacts[i].point, body.position), d)]),
          );
          const system = { massMatrix, jacobian, speeds: [...motion.velocity, ...motion.angularVelocity] };
          const same = contactProblemFromCoordinates(
            system,
            contacts.map(() => material),
          );
          checkContactProblem(same);
          expect(same.dimension).toBe(3);
          expectClose(same.mobility.flat(), problem.mobility.flat());
          expectClose(same.velocity, problem.velocity);
          expectClose([same.kineticEnergy!], [problem.kineticEnergy!]);
          const after = velocitiesAfter({ body, floor: "fixed" }, contacts, impulse).body;
          expectClose(speedsAfter(system, impulse), [...after.velocity, ...after.angularVelocity]);
        },
      ),
    );
  });

  it("give a mobility symmetric to the last bit, and velocities that follow it", () => {
    const square = (n: number) => fc.array(fc.array(coordinate, { minLength: n, maxLength: n }), { minLength: n, maxLength: n });
    fc.assert(
      fc.property(square(6), square(6), fc.array(coordinate, { minLength: 6, maxLength: 6 }), (root, jacobian, speeds) => {
        fc.pre(jacobian.every((row) => row.some((value) => value !== 0)));
        const massMatrix = root.map((row, i) =>
          root.map((other, j) => row.reduce((sum, value, k) => sum + value * other[k], i === j ? 1 : 0)),
        );
        const system = { massMatrix, jacobian, speeds };
        const { mobility, velocity } = contactProblemFromCoordinates(system, [material, material]);
        mobility.forEach((row, i) => {
          expect(row).toEqual(mobility.map((other) => other[i]));
        });
        const impulse = [1, -2, 3, 0.5, 0, -1];
        const after = contactProblemFromCoordinates({ ...system, speeds: speedsAfter(system, impulse) }, [material, material]);
        expectClose(
          after.velocity,
          velocity.map((v, i) => v + mobility[i].reduce((sum, value, j) => sum + value * impulse[j], 0)),
          1e-10,
        );
      }),
    );
  });

  const bad: [string, Partial<GeneralisedSystem>, string][] = [
    ["no speeds", { speeds: [] }, "system.speeds: [] holds no speed"],
    ["a speed that is no number", { speeds: [1, Number.NaN] }, "system.speeds[1]: NaN is not a finite number"],
    ["a mass matrix of the wrong size", { massMatrix: [[1]] }, "system.massMatrix: [[1]] does not have 2 rows (one for each speed)"],
    ["a short row", { massMatrix: [[1, 0], [1]] }, "system.massMatrix[1]: [1] does not have 2 numbers"],
    [
      "no symmetry",
      {
        massMatrix: [
          [2, 1],
          [0.5, 1],
        ],
      },
      "system.massMatrix[1][0]: 0.5 differs from [0][1] (1): the matrix is not symmetric",
    ],
    [
      "no definiteness",
      {
        massMatrix: [
          [1, 1],
          [1, 1],
        ],
      },
      "system.massMatrix: [[1, 1], [1, 1]] is not positive definite",
    ],
    [
      "five rows for one contact",
      {
        jacobian: [
          [1, 0],
          [1, 0],
          [1, 0],
          [1, 0],
          [1, 0],
        ],
      },
      "has 5 rows: neither 2 (planar) nor 3 (spatial) for each of 1 contact",
    ],
    [
      "a zero row",
      {
        jacobian: [
          [1, 0],
          [0, 0],
        ],
      },
      "system.jacobian[1]: [0, 0] is zero",
    ],
    [
      "a long row",
      {
        jacobian: [
          [1, 0, 0],
          [0, 0],
        ],
      },
      "system.jacobian[0]: [1, 0, 0] does not have 2 numbers",
    ],
  ];
  it.each(bad)("refuse %s", (_, change, message) => {
    expect(() => contactProblemFromCoordinates({ ...system, ...change }, [material])).toThrow(message);
  });
  it("hand places through, checked against the rows", () => {
    const place = {
      point: [0, -2],
      axes: [
        [0, 1],
        [-1, 0],
      ],
    };
    expect(contactProblemFromCoordinates({ ...system, places: [place] }, [material]).places).toEqual([place]);
    expect(contactProblemFromCoordinates(system, [material])).not.toHaveProperty("places");
    expect(() => contactProblemFromCoordinates({ ...system, places: [] }, [material])).toThrow(
      "system.places: [] does not hold one place for each of 1 contact",
    );
    expect(() => contactProblemFromCoordinates({ ...system, places: [{ ...place, point: [0, 0, 0] }] }, [material])).toThrow(
      "system.places[0].point: [0, 0, 0] does not have 2 numbers",
    );
  });

  it("refuse bad materials and impulses", () => {
    expect(() => contactProblemFromCoordinates(system, [{ friction: -1, restitution: 0 }])).toThrow("contacts[0].friction: -1 is negative");
    expect(() => contactProblemFromCoordinates(system, [])).toThrow("contacts: [] holds no contact");
    expect(() => speedsAfter(system, [1])).toThrow("impulse: [1] does not have 2 numbers");
  });
});
