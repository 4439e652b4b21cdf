import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mat3 from "../math/mat3.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { coordinate, rotation, vector } from "./arbitrary.testing.js";
import { checkContactProblem } from "./contact-problem.js";
import type { Bodies, BodyContact } from "./from-bodies.js";
import { contactProblemFromBodies, velocitiesAfter, worldImpulses } from "./from-bodies.js";
import { contactProblemFromCoordinates, speedsAfter } from "./from-coordinates.js";
import type { Body, RigidBody } from "./rigid-body.js";
import { angularMomentum, kineticEnergy, momentum, worldInertia } from "./rigid-body.js";
import { bodyFromShape } from "./shapes/index.js";
import { publishedTetrahedron, truncatedIcosahedron } from "./shapes/published-solids.test.data.js";

const secondMoment = fc.integer({ min: 100, max: 2000 }).map((n) => n / 1000);
const rigidBody: fc.Arbitrary<RigidBody> = fc
  .record({
    mass: secondMoment,
    spread: fc.tuple(secondMoment, secondMoment, secondMoment),
    position: vector,
    orientation: rotation,
    velocity: vector,
    angularVelocity: vector,
  })
  .map(({ spread: [x, y, z], ...body }) => ({ ...body, inertia: [y + z, x + z, x + y] }));
const normal = vector.filter((v) => vec3.norm(v) > 0.1);

/** For what every impact must hold. */
const RUNS = { numRuns: 10_000, seed: 20_261_115 };

const material = { friction: 0.3, restitution: 0.8 };
const names = ["red", "green", "blue", "floor"] as const;
/** Three bodies and a floor, touching at up to four points between any of them. */
const scene: fc.Arbitrary<{ bodies: Record<string, Body>; contacts: BodyContact[] }> = fc.record({
  bodies: fc.tuple(rigidBody, rigidBody, rigidBody).map(([red, green, blue]) => ({ red, green, blue, floor: "fixed" as const })),
  contacts: fc.uniqueArray(
    fc
      .record({ pair: fc.shuffledSubarray([...names], { minLength: 2, maxLength: 2 }), point: vector, normal })
      .map(({ pair: [first, second], ...rest }): BodyContact => ({ between: [first, second], ...rest, ...material })),
    { minLength: 1, maxLength: 4, selector: ({ point }) => point.join() },
  ),
});
const impulses = fc.array(coordinate, { minLength: 12, maxLength: 12 });

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
  expect(actual.length).toBe(expected.length);
  const size = Math.max(1, ...expected.map(Math.abs));
  // One claim over all numbers: an assertion for each of them would take longer than what is tested.
  expect(Math.max(...actual.map((value, i) => Math.abs(value - expected[i])))).toBeLessThanOrEqual(tolerance * size);
}

/** The bodies after impact, as bodies. */
function struck(bodies: Bodies, contacts: BodyContact[], impulse: number[]): Record<string, Body> {
  return {
    ...bodies,
    ...mapValues(velocitiesAfter(bodies, contacts, impulse), (change, name) => ({ ...(bodies[name] as RigidBody), ...change })),
  };
}
function mapValues<A, B>(record: Record<string, A>, change: (value: A, name: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
const moving = (bodies: Bodies) => Object.values(bodies).filter((body): body is RigidBody => body !== "fixed");
const total = (vectors: Vec3[]) => vectors.reduce((sum, v) => vec3.add(sum, v), vec3.ZERO);

describe("known mobilities", () => {
  const ball = (mass: number, radius: number, position: Vec3): RigidBody => bodyFromShape({ type: "sphere", radius }, { mass, position });

  it("two balls: (1/m1 + 1/m2) diag(7/2, 7/2, 1)", () => {
    const bodies = { upper: ball(2, 0.5, [0, 0, 0.5]), lower: ball(3, 0.2, [0, 0, -0.2]) };
    const contact: BodyContact = { between: ["upper", "lower"], point: [0, 0, 0], normal: [0, 0, 1], ...material };
    const { problem } = contactProblemFromBodies(bodies, [contact]);
    const sum = 1 / 2 + 1 / 3;
    expectClose(problem.mobility.flat(), [3.5 * sum, 0, 0, 0, 3.5 * sum, 0, 0, 0, sum], 1e-15);
    expect(problem.contacts).toEqual([material]);
    expect(problem.dimension).toBe(3);
  });

  it("ball on a half-space, struck askew: diag(7, 7, 2) / (2 m)", () => {
    const up = vec3.normalize([1, -2, 0.5])!;
    const bodies = {
      ball: { ...ball(4, 0.3, vec3.scale(up, 0.3)), velocity: [1, 2, 3] as const, angularVelocity: [0, 0, 0] as const },
      floor: "fixed" as const,
    };
    const contact: BodyContact = { between: ["ball", "floor"], point: [0, 0, 0], normal: up, ...material };
    const { problem, frames } = contactProblemFromBodies(bodies, [contact]);
    expectClose(problem.mobility.flat(), [7 / 8, 0, 0, 0, 7 / 8, 0, 0, 0, 1 / 4], 1e-14);
    expectClose(
      problem.velocity,
      [frames[0].tangent1, frames[0].tangent2, up].map((axis) => vec3.dot(axis, [1, 2, 3])),
      1e-14,
    );
  });

  describe("the published icosahedron on its tetrahedron, with the right inertia (sheet two-body-impact 5.1)", () => {
    const tetrahedron = bodyFromShape(publishedTetrahedron, { mass: 1 });
    const contact: BodyContact = { between: ["icosahedron", "tetrahedron"], point: [0, 0, 0], normal: [0, 0, 1], ...material };
    const [xx, xy, xz, zz] = [10.71532211, 0.4985755, 2.59259259, 2.81481481];
    const expected = [xx, xy, xz, xy, xx, xz, xz, xz, zz];

    it("to all digits with the printed, rounded moment and centre of the icosahedron", () => {
      const icosahedron: RigidBody = { mass: 3, inertia: [0.0671673, 0.0671673, 0.0671673], position: [0, 0, 0.232744] };
      const { problem, frames } = contactProblemFromBodies({ icosahedron, tetrahedron }, [contact]);
      expect(frames[0]).toEqual({ tangent1: [1, 0, 0], tangent2: [0, 1, 0], normal: [0, 0, 1] });
      problem.mobility.flat().forEach((value, i) => {
        expect(Math.abs(value - expected[i])).toBeLessThan(1e-8);
      });
    });

    it("and to the printed digits with the solid itself", () => {
      const icosahedron = bodyFromShape(truncatedIcosahedron(0.1), { mass: 3 });
      const { problem } = contactProblemFromBodies({ icosahedron, tetrahedron }, [contact]);
      expectClose(problem.mobility.flat(), expected, 1e-6);
    });
  });

  it("a block on two corners: the corners feel each other through the block", () => {
    // Planar block, mass 1, moment 1 about y, corners at x = -1 and 1, one below the centre: normal coupling 1/m - x1 x2 / J = 0 and 2.
    const block: RigidBody = { mass: 1, inertia: [1, 1, 1], position: [0, 0, 1] };
    const corner = (x: number): BodyContact => ({ between: ["block", "floor"], point: [x, 0, 0], normal: [0, 0, 1], ...material });
    const { problem } = contactProblemFromBodies({ block, floor: "fixed" }, [corner(-1), corner(1)]);
    expect(problem.mobility[2][2]).toBeCloseTo(2, 15);
    expect(problem.mobility[2][5]).toBeCloseTo(0, 15);
    expect(problem.mobility[0][3]).toBeCloseTo(2, 15);
    expect(problem.mobility[0][5]).toBeCloseTo(1, 15);
  });

  it("a needle struck at its tip keeps its digits", () => {
    const needle = bodyFromShape(
      { type: "rod", length: 1, radius: 1e-6 },
      { mass: 1, orientation: quaternion.fromAxisAngle([1, 2, 3], 1)! },
    );
    const axis = quaternion.rotate(needle.orientation!, [0, 0, 1]);
    const across = quaternion.rotate(needle.orientation!, [1, 0, 0]);
    const contact: BodyContact = {
      between: ["needle", "floor"],
      point: vec3.scale(axis, -0.5),
      normal: across,
      tangent: axis,
      ...material,
    };
    const { mobility } = contactProblemFromBodies({ needle, floor: "fixed" }, [contact]).problem;
    // 1 along, 1 + (1/4) / (1/12) = 4 across.
    expectClose(mobility.flat(), [1, 0, 0, 0, 4, 0, 0, 0, 4], 1e-10);
  });
});

describe("any scene", () => {
  it("has a mobility symmetric to the last bit, never negative, and a valid problem", () => {
    fc.assert(
      fc.property(scene, impulses, ({ bodies, contacts }, numbers) => {
        const { problem } = contactProblemFromBodies(bodies, contacts);
        checkContactProblem(problem);
        const { mobility } = problem;
        mobility.forEach((row, i) => {
          expect(row).toEqual(mobility.map((other) => other[i]));
        });
        const impulse = numbers.slice(0, 3 * contacts.length);
        const work = mobility.reduce((sum, row, i) => sum + impulse[i] * row.reduce((inner, value, j) => inner + value * impulse[j], 0), 0);
        const size = mobility.reduce((sum, row, i) => sum + row[i] * impulse[i] ** 2, 0);
        expect(work).toBeGreaterThanOrEqual(-1e-13 * size);
        expect(problem.kineticEnergy).toBeCloseTo(
          moving(bodies).reduce((sum, body) => sum + kineticEnergy(body), 0),
          12,
        );
      }),
    );
  });

  it("changes contact velocities by mobility times impulse", () => {
    fc.assert(
      fc.property(scene, impulses, ({ bodies, contacts }, numbers) => {
        const impulse = numbers.slice(0, 3 * contacts.length);
        const { problem } = contactProblemFromBodies(bodies, contacts);
        const after = contactProblemFromBodies(struck(bodies, contacts, impulse), contacts).problem;
        const expected = problem.velocity.map((v, i) => v + problem.mobility[i].reduce((sum, value, j) => sum + value * impulse[j], 0));
        expectClose(after.velocity, expected, 1e-11);
      }),
    );
  });

  it("changes kinetic energy by v . I + I . W I / 2", () => {
    fc.assert(
      fc.property(scene, impulses, ({ bodies, contacts }, numbers) => {
        const impulse = numbers.slice(0, 3 * contacts.length);
        const { problem } = contactProblemFromBodies(bodies, contacts);
        const after = contactProblemFromBodies(struck(bodies, contacts, impulse), contacts).problem;
        const work = impulse.reduce((sum, p, i) => sum + p * (problem.velocity[i] + after.velocity[i]), 0) / 2;
        expectClose([after.kineticEnergy!], [problem.kineticEnergy! + work], 1e-11);
      }),
      RUNS,
    );
  });

  it("conserves momentum and angular momentum where no floor takes part", () => {
    fc.assert(
      fc.property(scene, impulses, vector, ({ bodies, contacts }, numbers, about) => {
        const free = contacts.filter(({ between }) => !between.includes("floor"));
        fc.pre(free.length > 0);
        const after = struck(bodies, free, numbers.slice(0, 3 * free.length));
        expectClose(total(moving(after).map(momentum)), total(moving(bodies).map(momentum)), 1e-12);
        expectClose(
          total(moving(after).map((body) => angularMomentum(body, about))),
          total(moving(bodies).map((body) => angularMomentum(body, about))),
          1e-11,
        );
      }),
      RUNS,
    );
  });

  it("gives a body on the floor the floor's impulse, and the fixed floor no velocity", () => {
    fc.assert(
      fc.property(rigidBody, vector, normal, vector, (red, point, direction, impulse) => {
        const bodies: Bodies = { red, floor: "fixed" };
        const contacts: BodyContact[] = [{ between: ["floor", "red"], point, normal: direction, ...material }];
        const [onFloor] = worldImpulses(contacts, impulse);
        const after = velocitiesAfter(bodies, contacts, impulse);
        expect(Object.keys(after)).toEqual(["red"]);
        expectClose(momentum({ ...red, ...after.red }), vec3.subtract(momentum(red), onFloor));
      }),
    );
  });

  it("is the same problem after the whole scene, tangents included, is turned and moved", () => {
    fc.assert(
      fc.property(scene, rotation, vector, ({ bodies, contacts }, turn, shift) => {
        const { problem, frames } = contactProblemFromBodies(bodies, contacts);
        const placed = (point: Vec3) => vec3.add(shift, quaternion.rotate(turn, point));
        const turned = contactProblemFromBodies(
          mapValues(bodies, (body) =>
            body === "fixed"
              ? body
              : {
                  ...body,
                  position: placed(body.position),
                  orientation: quaternion.multiply(turn, body.orientation!),
                  velocity: quaternion.rotate(turn, body.velocity!),
                  angularVelocity: quaternion.rotate(turn, body.angularVelocity!),
                },
          ),
          contacts.map((contact, i) => ({
            ...contact,
            point: placed(contact.point),
            normal: quaternion.rotate(turn, contact.normal),
            tangent: quaternion.rotate(turn, frames[i].tangent1),
          })),
        ).problem;
        expectClose(turned.mobility.flat(), problem.mobility.flat(), 1e-12);
        expectClose(turned.velocity, problem.velocity, 1e-11);
        expectClose([turned.kineticEnergy!], [problem.kineticEnergy!], 1e-12);
      }),
    );
  });

  it("rotating the tangents by 90 degrees exchanges tangential components", () => {
    fc.assert(
      fc.property(scene, ({ bodies, contacts }) => {
        const { problem, frames } = contactProblemFromBodies(bodies, contacts);
        const turned = contactProblemFromBodies(
          bodies,
          contacts.map((contact, i) => ({ ...contact, tangent: frames[i].tangent2 })),
        ).problem;
        problem.velocity.forEach((value, i) => {
          const expected = [turned.velocity[i + 1], turned.velocity[i - 1], turned.velocity[i]][i % 3];
          expect(Math.abs(value - (i % 3 === 0 ? -expected : expected))).toBeLessThan(1e-12);
        });
      }),
    );
  });

  it("does not care which body comes first: reversed normal, same tangent, same physics", () => {
    fc.assert(
      fc.property(scene, vector, ({ bodies, contacts: [contact] }, components) => {
        const { frames } = contactProblemFromBodies(bodies, [contact]);
        const swapped: BodyContact = {
          ...contact,
          between: [contact.between[1], contact.between[0]],
          normal: vec3.scale(contact.normal, -1),
          tangent: frames[0].tangent1,
        };
        const { problem } = contactProblemFromBodies(bodies, [contact]);
        const mirror = contactProblemFromBodies(bodies, [swapped]).problem;
        // Relative velocity, normal and tangent 2 all turn around, tangent 1 stays: only its component changes sign.
        const sign = [-1, 1, 1];
        expectClose(
          mirror.velocity,
          problem.velocity.map((v, i) => sign[i] * v),
        );
        expectClose(
          mirror.mobility.flat(),
          problem.mobility.flatMap((row, i) => row.map((value, j) => sign[i] * sign[j] * value)),
        );
        const after = velocitiesAfter(bodies, [contact], components);
        const other = velocitiesAfter(
          bodies,
          [swapped],
          components.map((p, i) => sign[i] * p),
        );
        for (const name of Object.keys(after)) {
          expectClose(other[name].velocity, after[name].velocity);
          expectClose(other[name].angularVelocity, after[name].angularVelocity);
        }
      }),
      RUNS,
    );
  });
});

describe("on a table plane", () => {
  const onTable = { tablePlane: true };
  const ball: RigidBody = { mass: 2, inertia: [0.2, 0.2, 0.2], position: [0, 0, 0], velocity: [0, 0, 0] };
  const level = (body: RigidBody): RigidBody => ({ ...body, velocity: [body.velocity![0], body.velocity![1], 0] });
  const levelScene = scene.map(({ bodies, contacts }) => ({
    bodies: mapValues(bodies, (body) => (body === "fixed" ? body : level(body))),
    contacts,
  }));

  it("two equal balls have the mobility 5/m up the line between them, 7/m along the table and 2/m along their normal", () => {
    // Half a metre, so that J = (2/5) m r^2.
    const bodies = { left: { ...ball, position: [-0.5, 0, 0] as const }, right: { ...ball, position: [0.5, 0, 0] as const } };
    const contact: BodyContact = { between: ["right", "left"], point: [0, 0, 0], normal: [1, 0, 0], tangent: [0, 1, 0], ...material };
    const held = contactProblemFromBodies(bodies, [contact], onTable).problem;
    expectClose(held.mobility.flat(), [3.5, 0, 0, 0, 2.5, 0, 0, 0, 1], 1e-15);
    const free = contactProblemFromBodies(bodies, [contact]).problem;
    expectClose(free.mobility.flat(), [3.5, 0, 0, 0, 3.5, 0, 0, 0, 1], 1e-15);
  });

  it("is the system without a speed along z, in generalised coordinates", () => {
    fc.assert(
      fc.property(levelScene, impulses, ({ bodies, contacts }, numbers) => {
        const order = names.filter((name) => bodies[name] !== "fixed");
        const inertias = order.map((name) => mat3.toRows(worldInertia(bodies[name] as RigidBody)));
        const massMatrix = order.flatMap((name, b) =>
          [0, 1, 2, 3, 4].map((i) =>
            order.flatMap((_, c) =>
              [0, 1, 2, 3, 4].map((j) =>
                b !== c ? 0 : i < 2 ? (i === j ? (bodies[name] as RigidBody).mass : 0) : j < 2 ? 0 : inertias[b][i - 2][j - 2],
              ),
            ),
          ),
        );
        const { problem, frames } = contactProblemFromBodies(bodies, contacts, onTable);
        const jacobian = frames.flatMap(({ tangent1, tangent2, normal }, i) =>
          [tangent1, tangent2, normal].map((d: Vec3) =>
            order.flatMap((name) => {
              const sign = contacts[i].between[0] === name ? 1 : contacts[i].between[1] === name ? -1 : 0;
              const arm = vec3.subtract(contacts[i].point, (bodies[name] as RigidBody).position);
              return [d[0], d[1], ...vec3.cross(arm, d)].map((x) => sign * x);
            }),
          ),
        );
        const speeds = order.flatMap((name) => {
          const { velocity, angularVelocity } = bodies[name] as RigidBody;
          return [velocity![0], velocity![1], ...angularVelocity!];
        });
        const system = { massMatrix, jacobian, speeds };
        const same = contactProblemFromCoordinates(system, problem.contacts);
        expectClose(problem.mobility.flat(), same.mobility.flat(), 1e-11);
        expectClose(problem.velocity, same.velocity);
        expectClose([problem.kineticEnergy!], [same.kineticEnergy!]);
        const impulse = numbers.slice(0, 3 * contacts.length);
        const after = velocitiesAfter(bodies, contacts, impulse, onTable);
        expectClose(
          order.flatMap((name) => [after[name].velocity[0], after[name].velocity[1], ...after[name].angularVelocity]),
          speedsAfter(system, impulse),
          1e-11,
        );
        for (const { velocity } of Object.values(after)) expect(velocity[2]).toBe(0);
      }),
    );
  });

  it("lets balls of different size push each other along a line that rises", () => {
    // Both on the table z = 0: the normal goes up to the larger ball, and only its level part moves them.
    const [small, large] = [0.1, 0.3];
    const apart = Math.sqrt((small + large) ** 2 - (large - small) ** 2);
    const bodies = {
      small: { ...ball, position: [0, 0, small] as const },
      large: { ...ball, position: [apart, 0, large] as const },
    };
    const rise = (large - small) / (large + small);
    const along: Vec3 = [apart / (large + small), 0, rise];
    const contact: BodyContact = {
      between: ["large", "small"],
      point: [along[0] * small, 0, small + rise * small],
      normal: along,
      ...material,
    };
    const { mobility } = contactProblemFromBodies(bodies, [contact], onTable).problem;
    expect(mobility[2][2]).toBeCloseTo(along[0] * along[0], 14);
  });

  it("refuses bodies that rise, and contacts where the table leaves nothing to move", () => {
    const bodies: Bodies = { ball, table: "fixed" };
    const below: BodyContact = { between: ["ball", "table"], point: [0, 0, -0.5], normal: [0, 0, 1], ...material };
    expect(() => contactProblemFromBodies(bodies, [below], onTable)).toThrow(
      "contacts[0].normal: [0, 0, 1] is across the table plane, and nothing can move along it here",
    );
    const rising: Bodies = { ball: { ...ball, velocity: [1, 0, 1e-9] }, table: "fixed" };
    const cushion: BodyContact = { ...below, point: [0.5, 0, 0], normal: [-1, 0, 0] };
    expect(() => contactProblemFromBodies(rising, [cushion], onTable)).toThrow(
      "bodies.ball.velocity[2]: 1e-9 is not 0, where tablePlane holds the bodies",
    );
    expect(() => velocitiesAfter(rising, [cushion], [0, 0, 1], onTable)).toThrow("bodies.ball.velocity[2]");
    expect(() => contactProblemFromBodies(rising, [cushion])).not.toThrow();
    expect(() => contactProblemFromBodies(bodies, [{ ...below, normal: [1, 0, 0] }], onTable)).toThrow(
      "contacts[0].point: [0, 0, -0.5] is where nothing can move across the table plane, not even by turning",
    );
    // A cushion's nose above the centre presses the ball down as well as back, and the table takes that.
    expect(() =>
      contactProblemFromBodies(bodies, [{ ...cushion, point: [0.48, 0, 0.14], normal: [-0.96, 0, -0.28] }], onTable),
    ).not.toThrow();
  });
});

describe("many bodies", () => {
  it("a square of 400 touching balls struck by one: every row couples only contacts that share a ball", () => {
    const bodies: Record<string, Body> = {};
    const contacts: BodyContact[] = [];
    const name = (i: number, j: number) => `ball ${i} ${j}`;
    for (let i = 0; i < 20; i++)
      for (let j = 0; j < 20; j++) {
        bodies[name(i, j)] = { mass: 1 + i + j, inertia: [0.4, 0.4, 0.4], position: [2 * i, 2 * j, 0] };
        if (i > 0) contacts.push({ between: [name(i, j), name(i - 1, j)], point: [2 * i - 1, 2 * j, 0], normal: [1, 0, 0], ...material });
        if (j > 0) contacts.push({ between: [name(i, j), name(i, j - 1)], point: [2 * i, 2 * j - 1, 0], normal: [0, 1, 0], ...material });
      }
    bodies.cue = { mass: 1, inertia: [0.4, 0.4, 0.4], position: [-2, 0, 0], velocity: [1, 0, 0] };
    contacts.push({ between: [name(0, 0), "cue"], point: [-1, 0, 0], normal: [1, 0, 0], ...material });
    const { mobility, velocity } = contactProblemFromBodies(bodies, contacts).problem;
    expect(velocity.length).toBe(2283);
    expect(velocity.filter((v) => v !== 0)).toEqual([-1]);
    // By hand: two contacts of one ball share 1/m times the cosine between their normals, along normals through the centre.
    for (const [c, contact] of contacts.entries())
      for (const d of [c - 1, c, (c * 7) % contacts.length]) {
        const other = contacts[d];
        if (other === undefined) continue;
        let expected = 0;
        for (const shared of contact.between.filter((body) => other.between.includes(body)))
          expected +=
            ((contact.between[0] === shared ? 1 : -1) * (other.between[0] === shared ? 1 : -1) * vec3.dot(contact.normal, other.normal)) /
            (bodies[shared] as RigidBody).mass;
        expect(mobility[3 * c + 2][3 * d + 2]).toBeCloseTo(expected, 14);
      }
  }, 2000);
});

describe("bad input", () => {
  const ball: RigidBody = { mass: 1, inertia: [0.4, 0.4, 0.4], position: [0, 0, 1] };
  const bodies: Bodies = { ball, floor: "fixed", wall: "fixed" };
  const contact: BodyContact = { between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], ...material };
  const cases: [string, Bodies, BodyContact[], string][] = [
    [
      "an unknown body",
      bodies,
      [{ ...contact, between: ["ball", "flor"] }],
      'contacts[0].between[1]: "flor" is not one of the bodies (ball, floor, wall)',
    ],
    ["an inherited name", bodies, [{ ...contact, between: ["ball", "toString"] }], 'contacts[0].between[1]: "toString" is not one of'],
    [
      "two fixed bodies",
      bodies,
      [contact, { ...contact, between: ["wall", "floor"] }],
      'contacts[1].between: ["wall", "floor"] are both fixed',
    ],
    ["one body twice", bodies, [{ ...contact, between: ["ball", "ball"] }], 'contacts[0].between[1]: "ball" cannot touch itself'],
    ["one name", bodies, [{ ...contact, between: ["ball"] as unknown as [string, string] }], "does not name two bodies"],
    [
      "a name twice",
      bodies,
      [
        { ...contact, name: "left" },
        { ...contact, name: "left" },
      ],
      'contacts[1].name: "left" is already the name of contacts[0]',
    ],
    ["no contact", bodies, [], "contacts: [] holds no contact"],
    ["a zero normal", bodies, [{ ...contact, normal: [0, 0, 0] }], "contacts[0].normal: [0, 0, 0] has no direction"],
    ["a point at infinity", bodies, [{ ...contact, point: [0, Infinity, 0] }], "contacts[0].point[1]: Infinity is not a finite number"],
    ["a bad material", bodies, [{ ...contact, restitution: 1.4 }], "contacts[0].restitution: 1.4 is not between 0 and 1"],
    [
      "a contact twice",
      bodies,
      [contact, { ...contact, point: [0, 1, 0] }, { ...contact, normal: [0, 0, 2], point: [0, 1e-10, 0] }],
      'contacts[2]: ["ball", "floor"] touch here already, at contacts[0] with the same normal',
    ],
    [
      "a contact twice, turned over",
      bodies,
      [contact, { ...contact, between: ["floor", "ball"], normal: [0, 0, -1] }],
      'contacts[1]: ["floor", "ball"] touch here already, at contacts[0] with the same normal',
    ],
    ["a bad body", { ...bodies, ball: { ...ball, mass: -1 } }, [contact], "bodies.ball.mass: -1 is not positive"],
  ];
  it.each(cases)("%s", (_, given, contacts, message) => {
    expect(() => contactProblemFromBodies(given, contacts)).toThrow(message);
  });

  it("but not one point against two surfaces, nor the same place of another pair", () => {
    const beside: BodyContact = { ...contact, normal: [1, 0, 0] };
    expect(() => contactProblemFromBodies(bodies, [contact, beside, { ...contact, between: ["ball", "wall"] }])).not.toThrow();
  });

  it("an impulse of the wrong length or with no number", () => {
    expect(() => velocitiesAfter(bodies, [contact], [1, 2])).toThrow("impulse: [1, 2] does not have 3 components (3 for each contact)");
    expect(() => velocitiesAfter(bodies, [contact], [1, 2, Number.NaN])).toThrow("impulse[2]: NaN is not a finite number");
  });
});
