import { describe, expect, it } from "vitest";
import { SolverError } from "../../errors.js";
import { createRandom } from "../../math/random.js";
import { createForceProblem, createForceSolution, type ForceProblem, freeRate, HELD, ONSET, STICK, UNLOADED } from "./force-problem.js";
import { createForceSolver } from "./force-solver.js";

type Point = readonly [number, number, number];

/** A box of given mass and size whose lower face stands on the plane z = 0, under a force and a torque at its centre. */
interface Stand {
  readonly mass?: number;
  readonly size?: Point;
  readonly points?: readonly (readonly [number, number])[];
  readonly force: Point;
  readonly torque?: Point;
  readonly friction?: number;
  readonly staticFriction?: number;
  /** Velocity of the centre along x and y, and yaw rate. */
  readonly slide?: Point;
}

const corners = (a: number, b: number): [number, number][] => [
  [-a, -b],
  [a, -b],
  [-a, b],
  [a, b],
];

function grid(n: number, a: number, b: number): [number, number][] {
  return Array.from({ length: n * n }, (_, k) => [-a + (2 * a * (k % n)) / (n - 1), -b + (2 * b * Math.floor(k / n)) / (n - 1)]);
}

function standing({ mass = 1, size = [0.2, 0.2, 0.1], force, torque = [0, 0, 0], friction = 0.3, slide, ...rest }: Stand): ForceProblem {
  const points = rest.points ?? corners(size[0] / 2, size[1] / 2);
  const problem = createForceProblem(6, points.length);
  const inverse = [
    1 / mass,
    1 / mass,
    1 / mass,
    12 / (mass * (size[1] ** 2 + size[2] ** 2)),
    12 / (mass * (size[0] ** 2 + size[2] ** 2)),
    12 / (mass * (size[0] ** 2 + size[1] ** 2)),
  ];
  problem.count = points.length;
  [...force, ...torque].forEach((value, k) => {
    problem.free[k] = value * inverse[k];
  });
  points.forEach(([x, y], i) => {
    const z = -size[2] / 2;
    // Rows of [1, -skew(arm)]: velocity of the point along x, y, z.
    const rows = [
      [1, 0, 0, 0, z, -y],
      [0, 1, 0, -z, 0, x],
      [0, 0, 1, y, -x, 0],
    ];
    rows.forEach((row, c) => {
      row.forEach((value, k) => {
        problem.jacobian[(3 * i + c) * 6 + k] = value;
        problem.response[(3 * i + c) * 6 + k] = value * inverse[k];
      });
    });
    problem.friction[i] = friction;
    problem.staticFriction[i] = rest.staticFriction ?? friction;
    if (slide === undefined) return;
    const velocity = [slide[0] - slide[2] * y, slide[1] + slide[2] * x];
    const speed = Math.hypot(velocity[0], velocity[1]);
    problem.slides[i] = speed > 0 ? 1 : 0;
    problem.direction[2 * i] = speed > 0 ? velocity[0] / speed : 0;
    problem.direction[2 * i + 1] = speed > 0 ? velocity[1] / speed : 0;
    // A yawing point's centripetal acceleration.
    problem.bias[3 * i] = -slide[2] * slide[2] * x;
    problem.bias[3 * i + 1] = -slide[2] * slide[2] * y;
  });
  return problem;
}

function solved(stand: Stand) {
  const problem = standing(stand);
  const solution = createForceSolution(6, problem.count);
  createForceSolver(6, problem.count).solve(problem, solution);
  return { problem, ...solution, normals: Array.from({ length: problem.count }, (_, i) => solution.forces[3 * i + 2]) };
}

const G = 9.81;

describe("a block on a plane", () => {
  it("rests: its points carry its weight in equal parts and nothing moves", () => {
    const { accelerations, normals, modes } = solved({ force: [0, 0, -G] });
    for (const value of accelerations) expect(Math.abs(value)).toBeLessThan(1e-12);
    for (const normal of normals) expect(normal).toBeCloseTo(G / 4, 12);
    expect(Array.from(modes)).toEqual([STICK, STICK, STICK, STICK]);
  });

  it.each([
    { name: "4", points: corners(0.1, 0.1) },
    { name: "9", points: grid(3, 0.1, 0.1) },
    { name: "25", points: grid(5, 0.1, 0.1) },
  ])("slides on $name points with the acceleration -mu g", ({ points }) => {
    const { accelerations } = solved({ force: [0, 0, -G], slide: [1, 0, 0], points });
    expect(accelerations[0]).toBeCloseTo(-0.3 * G, 12);
    for (const k of [1, 2, 3, 4, 5]) expect(Math.abs(accelerations[k])).toBeLessThan(1e-11);
  });

  it("leans on its far points when pushed at its centre (2 kg, 1 m wide, 0.5 m high, 5 N: 9.81 -+ 1.25 N on each side)", () => {
    const { normals, accelerations } = solved({ mass: 2, size: [1, 1, 0.5], force: [5, 0, -2 * G], friction: 0.8 });
    expect(Math.abs(accelerations[0])).toBeLessThan(1e-12);
    expect(normals[0] + normals[2]).toBeCloseTo(G - 1.25, 11);
    expect(normals[1] + normals[3]).toBeCloseTo(G + 1.25, 11);
  });

  it.each([
    [0.29, STICK],
    [0.31, ONSET],
  ])("on an incline of slope %f sticks if and only if the slope is below friction", (slope, mode) => {
    const { modes, accelerations } = solved({ force: [G * slope, 0, -G] });
    // The uphill corners are pressed less: they reach the edge of their cones first and the downhill ones hold them.
    expect(Array.from(modes)).toEqual(mode === STICK ? [HELD, STICK, HELD, STICK] : [mode, mode, mode, mode]);
    expect(accelerations[0]).toBeCloseTo(mode === STICK ? 0 : G * (slope - 0.3), 10);
  });

  it("holds with static friction, and once it slips slides with kinetic friction", () => {
    const held = solved({ force: [0.35 * G, 0, -G], staticFriction: 0.4 });
    expect(Array.from(held.modes)).toEqual([HELD, STICK, HELD, STICK]);
    expect(Math.abs(held.accelerations[0])).toBeLessThan(1e-11);
    const slipping = solved({ force: [0.45 * G, 0, -G], staticFriction: 0.4 });
    expect(Array.from(slipping.modes)).toEqual([ONSET, ONSET, ONSET, ONSET]);
    expect(slipping.accelerations[0]).toBeCloseTo(0.15 * G, 10);
  });

  it("tips over an edge under a large torque: the other edge opens", () => {
    const { modes, accelerations, rates } = solved({ force: [0, 0, -G], torque: [0, 2, 0] });
    expect(Array.from(modes)).toEqual([UNLOADED, STICK, UNLOADED, STICK]);
    expect(rates[2]).toBeGreaterThan(0);
    // About the lower edge: m g a of weight against the torque.
    const moment = (0.2 ** 2 + 0.1 ** 2) / 12 + 0.1 ** 2 + 0.05 ** 2;
    expect(accelerations[4]).toBeCloseTo((2 - G * 0.1) / moment, 8);
  });

  it("lifts off when pulled up harder than it weighs", () => {
    const { modes, accelerations } = solved({ force: [0, 0, 1] });
    expect(Array.from(modes)).toEqual([UNLOADED, UNLOADED, UNLOADED, UNLOADED]);
    expect(accelerations[2]).toBeCloseTo(1, 12);
  });

  it("slides without friction as if there were none", () => {
    const { accelerations } = solved({ force: [1, 2, -G], friction: 0 });
    expect(accelerations[0]).toBeCloseTo(1, 10);
    expect(accelerations[1]).toBeCloseTo(2, 10);
  });
});

describe("a ball on a plane", () => {
  it("holds within its cone whatever spins it about the normal, of which rounding is all that the contact feels", () => {
    const [radius, spin] = [0.05, 229];
    // A solid ball of 1 kg: rows of [1, -skew(arm)], and what a push answers in speed and spin.
    const problem = standing({ size: [0.1, 0.1, 2 * radius], points: [[0, 0]], force: [-3, 2.5, -9.81], friction: 0.337 });
    const turns = 2.5 / radius ** 2;
    for (let row = 0; row < 3; row++) for (let k = 3; k < 6; k++) problem.response[row * 6 + k] = turns * problem.jacobian[row * 6 + k];
    problem.response[5] = 2.1e-14;
    problem.response[11] = -3.6e-15;
    problem.free[5] = spin;
    const solution = createForceSolution(6, 1);
    createForceSolver(6, 1).solve(problem, solution);
    expect(solution.modes[0]).toBe(STICK);
    // Two sevenths of what pulls at the centre: the mobility along the plane is 7/2 of that of the mass.
    [(2 / 7) * 3, (-2 / 7) * 2.5, 9.81].forEach((force, c) => {
      expect(solution.forces[c]).toBeCloseTo(force, 9);
    });
    expect(solution.accelerations[5]).toBeCloseTo(spin, 9);
  });
});

describe("random loads", () => {
  const random = createRandom(20_261_115);
  const between = (low: number, high: number) => low + (high - low) * random();

  it.each([
    { name: "at rest", sliding: false },
    { name: "sliding and yawing", sliding: true },
  ])("on 4, 9 and 25 points $name leave complementary forces and rates inside the friction cone", ({ sliding }) => {
    let failures = 0;
    for (let trial = 0; trial < 300; trial++) {
      const n = [2, 3, 5][trial % 3];
      const stand: Stand = {
        force: [between(-8, 8), between(-8, 8), between(-20, 2)],
        torque: [between(-1, 1), between(-1, 1), between(-0.5, 0.5)],
        friction: between(0.05, 1),
        points: grid(n, 0.1, 0.1),
        ...(sliding ? { slide: [between(-1, 1), between(-1, 1), between(-10, 10)] as Point } : {}),
      };
      const problem = standing(stand);
      const solution = createForceSolution(6, problem.count);
      try {
        createForceSolver(6, problem.count).solve(problem, solution);
      } catch (error) {
        if (!(error instanceof SolverError)) throw error;
        failures++;
        continue;
      }
      const { forces, rates } = solution;
      for (let i = 0; i < problem.count; i++) {
        const normal = forces[3 * i + 2];
        const held = Math.hypot(forces[3 * i], forces[3 * i + 1]);
        expect(normal).toBeGreaterThanOrEqual(-1e-6);
        expect(rates[3 * i + 2]).toBeGreaterThanOrEqual(-2e-6);
        expect(Math.abs(normal * rates[3 * i + 2])).toBeLessThan(1e-4);
        expect(held).toBeLessThanOrEqual(stand.friction! * normal + 1e-5);
        // Friction never works for the motion that begins.
        if (!sliding) expect(forces[3 * i] * rates[3 * i] + forces[3 * i + 1] * rates[3 * i + 1]).toBeLessThan(1e-4);
      }
    }
    expect(failures).toBe(0);
  });
});

it("says that a rod dragged tip first with much friction has no consistent forces (Painleve)", () => {
  // A slender rod at 45 degrees: mobility at the tip 1/m (1 + 3 cos^2), coupling 3 sin cos; friction 3 is beyond 5/3.
  const problem = createForceProblem(3, 1);
  problem.count = 1;
  const [x, z] = [-0.35355, -0.35355];
  const inverse = [1, 1, 12];
  const rows = [
    [1, 0, z],
    [0, 0, 0],
    [0, 1, -x],
  ];
  rows.forEach((row, c) => {
    row.forEach((value, k) => {
      problem.jacobian[c * 3 + k] = value;
      problem.response[c * 3 + k] = value * inverse[k];
    });
  });
  problem.free[1] = -G;
  problem.friction[0] = problem.staticFriction[0] = 3;
  problem.slides[0] = 1;
  const attempt = (direction: number) => {
    problem.direction[0] = direction;
    createForceSolver(3, 1).solve(problem, createForceSolution(3, 1));
  };
  expect(() => attempt(-1)).toThrow(/Painleve/);
  expect(() => attempt(1)).not.toThrow();
});

it("measures rates that cancel by what cancels", () => {
  const problem = createForceProblem(2, 1);
  problem.count = 1;
  // Two bodies that fall alike: their contact has no rate, and what rounding leaves of it is measured by g.
  problem.free.set([-9.81, -9.81]);
  problem.jacobian.set([1, -1], 4);
  expect(freeRate(problem)).toBe(2 * 9.81);
});
