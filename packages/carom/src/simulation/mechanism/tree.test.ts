import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { createIntegrator } from "../../math/ode/index.js";
import * as quaternion from "../../math/quaternion.js";
import { createRandom } from "../../math/random.js";
import { choleskyFactor, choleskySolve } from "../../math/solve.js";
import type { Vec3 } from "../../math/vec3.js";
import { doublePendulum } from "../../mechanics/mechanisms/double-pendulum.js";
import { freeMotion } from "../free-bodies/motion.js";
import { createTreeDynamics } from "./dynamics.js";
import type { JointType, Link } from "./links.js";
import { createTree as createMassless, type Tree } from "./tree.js";

function createTree(links: readonly Link[]) {
  const tree = createMassless(links);
  const pointJacobian = (link: number, point: Vec3, out: Float64Array) => {
    out.fill(0);
    const axes: Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    tree.addPointRows(link, point, axes, { values: out, at: 0, factor: 1, stride: tree.speedCount });
  };
  return { ...tree, ...createTreeDynamics(tree), pointJacobian };
}

const GRAVITY: Vec3 = [0.4, -0.3, -9.81];
const TYPES: readonly JointType[] = ["fixed", "revolute", "prismatic", "spherical", "free"];

/** A random tree of links with random joints; the first hangs on the world. */
function randomLinks(seed: number, count = 6): Link[] {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const vector = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
  return Array.from({ length: count }, (_, i) => {
    const [a, b, c] = [between(0.1, 1), between(0.1, 1), between(0.1, 1)];
    const [d, e, f] = vector(0.03);
    return {
      name: `link ${i}`,
      parent: i === 0 ? "world" : random() < 0.2 ? "world" : `link ${Math.floor(i * random())}`,
      joint: {
        type: TYPES[Math.floor(5 * random())],
        position: vector(1),
        orientation: [between(-1, 1), between(-1, 1), between(-1, 1), between(0.2, 1)],
        axis: vector(1),
      },
      mass: between(0.2, 3),
      centre: vector(0.5),
      inertia: [
        [b + c, d, e],
        [d, a + c, f],
        [e, f, a + b],
      ],
    };
  });
}

function randomState(tree: Tree, seed: number): { q: Float64Array; u: Float64Array } {
  const random = createRandom(seed);
  const q = Float64Array.from({ length: tree.coordinateCount }, () => 2 * random() - 1);
  for (const { type, coordinate } of tree.links)
    if (type === "free" || type === "spherical") {
      const at = type === "free" ? coordinate + 3 : coordinate;
      const length = Math.hypot(...q.slice(at, at + 4));
      for (let c = 0; c < 4; c++) q[at + c] /= length;
    }
  return { q, u: Float64Array.from({ length: tree.speedCount }, () => 4 * random() - 2) };
}

/** Coordinates after a short time at constant speeds: exact, for turns are about axes that stay. */
function displaced(tree: Tree, q: Float64Array, u: Float64Array, time: number): Float64Array {
  const out = Float64Array.from(q);
  for (const { type, coordinate, speed } of tree.links) {
    if (type === "revolute" || type === "prismatic") out[coordinate] += time * u[speed];
    if (type === "free") for (let c = 0; c < 3; c++) out[coordinate + c] += time * u[speed + c];
    if (type !== "free" && type !== "spherical") continue;
    const [at, from] = type === "free" ? [coordinate + 3, speed + 3] : [coordinate, speed];
    const spin: Vec3 = [u[from], u[from + 1], u[from + 2]];
    const turn = quaternion.fromAxisAngle(spin, time * Math.hypot(...spin))!;
    out.set(quaternion.multiply(turn, [q[at], q[at + 1], q[at + 2], q[at + 3]]), at);
  }
  return out;
}

/** Central difference of eighth order. */
function difference(f: (t: number) => number[], h: number): number[] {
  const weights = [4 / 5, -1 / 5, 4 / 105, -1 / 280];
  const [after, before] = [1, -1].map((side) => weights.map((_, k) => f(side * (k + 1) * h)));
  return after[0].map((_, i) => weights.reduce((sum, weight, k) => sum + (weight * (after[k][i] - before[k][i])) / h, 0));
}

const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

describe("random trees", () => {
  it("have velocities that are the rates of their places, and accelerations those of their velocities, to 1e-10", () => {
    for (const seed of SEEDS) {
      const tree = createTree(randomLinks(seed));
      const { q, u } = randomState(tree, seed + 1000);
      const places = (t: number) => {
        tree.place(displaced(tree, q, u, t));
        return tree.states.flatMap(({ origin, centre }) => [...origin, ...centre]);
      };
      const velocities = (t: number) => {
        tree.place(displaced(tree, q, u, t));
        tree.move(u);
        return tree.states.flatMap(({ velocity, angularVelocity }) => [...velocity, ...angularVelocity]);
      };
      const rates = difference(places, 4e-3);
      const changes = difference(velocities, 4e-3);
      tree.place(q);
      tree.move(u);
      const jacobian = new Float64Array(3 * tree.speedCount);
      tree.states.forEach(({ velocity, acceleration, angularAcceleration, centre }, i) => {
        tree.pointJacobian(i, centre, jacobian);
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(rates[6 * i + c] - velocity[c])).toBeLessThan(1e-10);
          const atCentre = u.reduce((sum, value, k) => sum + jacobian[c * tree.speedCount + k] * value, 0);
          expect(Math.abs(rates[6 * i + 3 + c] - atCentre)).toBeLessThan(1e-10);
          expect(Math.abs(changes[6 * i + c] - acceleration[c])).toBeLessThan(1e-10);
          expect(Math.abs(changes[6 * i + 3 + c] - angularAcceleration[c])).toBeLessThan(1e-10);
        }
      });
    }
  });

  it("have the mass matrix of their kinetic energy, to 1e-10", () => {
    for (const seed of SEEDS) {
      const tree = createTree(randomLinks(seed));
      const n = tree.speedCount;
      if (n === 0) continue;
      const { q, u } = randomState(tree, seed + 2000);
      tree.place(q);
      const mass = new Float64Array(n * n);
      tree.massMatrix(mass);
      const energy = (v: Float64Array) => {
        tree.move(v);
        return tree.kineticEnergy();
      };
      // The energy is a quadratic form: its polar form is exact.
      for (let j = 0; j < n; j++)
        for (let k = 0; k <= j; k++) {
          const unit = (i: number) => Float64Array.from({ length: n }, (_, at) => (at === i ? 1 : 0));
          const both = unit(j).map((value, i) => value + unit(k)[i]);
          const expected = energy(both) - energy(unit(j)) - energy(unit(k));
          expect(Math.abs(mass[j * n + k] - expected)).toBeLessThan(1e-10);
          expect(mass[k * n + j]).toBe(mass[j * n + k]);
        }
      let form = 0;
      for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) form += 0.5 * u[j] * mass[j * n + k] * u[k];
      expect(Math.abs(form - energy(u))).toBeLessThan(1e-10);
    }
  });

  it("have the forces of Lagrange's equations, to 1e-10", () => {
    // Without spherical and free joints speeds are rates of coordinates: f_k = dT/dq_k - dV/dq_k - (d/dt M u)_k with u constant.
    for (const seed of SEEDS) {
      const given = randomLinks(seed).map((link) => ({
        ...link,
        joint: { ...link.joint, type: link.joint.type === "prismatic" ? ("prismatic" as const) : ("revolute" as const) },
      }));
      const tree = createTree(given);
      const n = tree.speedCount;
      const { q, u } = randomState(tree, seed + 4000);
      const mass = new Float64Array(n * n);
      const momentum = (t: number) => {
        tree.place(displaced(tree, q, u, t));
        tree.massMatrix(mass);
        return Array.from({ length: n }, (_, j) => u.reduce((sum, value, k) => sum + mass[j * n + k] * value, 0));
      };
      const lagrangian = (k: number) => (t: number) => {
        tree.place(q.map((value, i) => value + (i === k ? t : 0)));
        tree.move(u);
        return [tree.kineticEnergy() - tree.potentialEnergy(GRAVITY)];
      };
      const changes = difference(momentum, 4e-3);
      const pulls = Array.from({ length: n }, (_, k) => difference(lagrangian(k), 4e-2)[0]);
      tree.place(q);
      tree.move(u);
      const force = new Float64Array(n);
      tree.forces(GRAVITY, force);
      force.forEach((value, k) => {
        expect(Math.abs(value - (pulls[k] - changes[k]))).toBeLessThan(1e-10 * (1 + Math.abs(value)));
      });
    }
  });

  it("keep their energy in free motion", () => {
    for (const seed of SEEDS.slice(0, 12)) {
      const tree = createTree(randomLinks(seed, 4));
      if (tree.speedCount === 0) continue;
      const { q, u } = randomState(tree, seed + 3000);
      const { energy } = motionOf(tree, q, u, 1);
      for (const value of energy) expect(Math.abs(value - energy[0])).toBeLessThan(1e-9 * (1 + Math.abs(energy[0])));
    }
  });
});

/** Free motion for a time. */
function motionOf(
  tree: ReturnType<typeof createTree>,
  q: Float64Array,
  u: Float64Array,
  time: number,
): { state: Float64Array; energy: number[] } {
  const [nq, nu] = [tree.coordinateCount, tree.speedCount];
  const mass = new Float64Array(nu * nu);
  const force = new Float64Array(nu);
  const integrator = createIntegrator({ dimension: nq + nu, relativeTolerance: 1e-12, absoluteTolerance: 1e-12 }, (_t, y, out) => {
    const [coordinates, speeds] = [y.slice(0, nq), y.slice(nq)];
    tree.place(coordinates);
    tree.move(speeds);
    tree.rates(coordinates, speeds, out);
    tree.massMatrix(mass);
    tree.forces(GRAVITY, force);
    const rows = Array.from({ length: nu }, (_, i) => Array.from(mass.subarray(i * nu, (i + 1) * nu)));
    out.set(choleskySolve(choleskyFactor(rows)!, force), nq);
  });
  const energy: number[] = [];
  const note = () => {
    tree.place(integrator.state.slice(0, nq));
    tree.move(integrator.state.slice(nq));
    energy.push(tree.kineticEnergy() + tree.potentialEnergy(GRAVITY));
  };
  integrator.start(0, [...q, ...u]);
  note();
  integrator.advance(time, note);
  return { state: integrator.state, energy };
}

describe("known mechanisms", () => {
  it("one free link is the free body of the simulator, to 1e-12", () => {
    const moments = [0.3, 0.5, 0.7] as const;
    const tree = createTree([
      {
        name: "body",
        parent: "world",
        joint: { type: "free" },
        mass: 2,
        inertia: [
          [moments[0], 0, 0],
          [0, moments[1], 0],
          [0, 0, moments[2]],
        ],
      },
    ]);
    const body = freeMotion({ body: { mass: 2, inertia: moments, position: [0, 0, 0] } }, GRAVITY, []);
    for (const seed of SEEDS) {
      const { q, u } = randomState(tree, seed);
      tree.place(q);
      tree.move(u);
      const [mass, force, expected] = [new Float64Array(36), new Float64Array(6), new Float64Array(6)];
      tree.massMatrix(mass);
      tree.forces(GRAVITY, force);
      body.forces(0, q, u, expected);
      force.forEach((value, k) => {
        expect(Math.abs(value - expected[k])).toBeLessThan(1e-12 * 20);
      });
      const rows = Array.from({ length: 6 }, (_, i) => Array.from(mass.subarray(6 * i, 6 * i + 6)));
      const accelerations = choleskySolve(choleskyFactor(rows)!, force);
      body.solveMass(q, expected, expected);
      accelerations.forEach((value, k) => {
        expect(Math.abs(value - expected[k])).toBeLessThan(1e-11);
      });
      expect(Math.abs(tree.kineticEnergy() - body.kineticEnergy(q, u))).toBeLessThan(1e-12);
    }
  });

  it("a chain of two rods is the double pendulum in closed form", () => {
    const { mechanism, links } = pendulum();
    const tree = createTree(links);
    for (const seed of SEEDS.slice(0, 20)) {
      const random = createRandom(seed);
      const angles = [6 * random() - 3, 6 * random() - 3];
      const rates = [4 * random() - 2, 4 * random() - 2];
      const q = Float64Array.from(angles);
      const u = Float64Array.from(rates);
      tree.place(q);
      tree.move(u);
      const mass = new Float64Array(4);
      tree.massMatrix(mass);
      const expected = mechanism.massMatrix(q);
      for (let j = 0; j < 2; j++) for (let k = 0; k < 2; k++) expect(Math.abs(mass[2 * j + k] - expected[j][k])).toBeLessThan(1e-12);
      const force = new Float64Array(2);
      tree.forces([0, 0, 0], force);
      mechanism.bias(q, u).forEach((value, k) => {
        expect(Math.abs(force[k] - value)).toBeLessThan(1e-12);
      });
      const weighed = new Float64Array(2);
      tree.forces([0, -9.81, 0], weighed);
      mechanism.gravity!(q).forEach((value, k) => {
        expect(Math.abs(weighed[k] - force[k] - value)).toBeLessThan(1e-12);
      });
    }
  });
});

function pendulum() {
  const mechanism = doublePendulum({ floor: 1.5 });
  const rod = (parent: string, name: string, position: Vec3): Link => ({
    name,
    parent,
    joint: { type: "revolute", axis: [0, 0, 1], position },
    mass: 1,
    centre: [0.5, 0, 0],
    inertia: [
      [0, 0, 0],
      [0, 1 / 12, 0],
      [0, 0, 1 / 12],
    ],
  });
  return { mechanism, links: [rod("world", "first", [0, 0, 0]), rod("first", "second", [1, 0, 0])] };
}

describe("trees that are none", () => {
  const link = (more: Partial<Link>): Link => ({ name: "a", parent: "world", joint: { type: "revolute" }, mass: 1, ...more });
  it.each([
    [[link({ parent: "b" })], "links[0].parent"],
    [[link({}), link({})], "links[1].name"],
    [[link({ joint: { type: "revolute", axis: [0, 0, 0] } })], "links[0].joint.axis"],
    [[link({ joint: { type: "hinge" as never } })], "links[0].joint.type"],
    [[link({ mass: -1 })], "links[0].mass"],
  ])("are refused: %#", (links, path) => {
    expect(() => createTree(links)).toThrow(InvalidInputError);
    expect(() => createTree(links)).toThrow(path);
  });
});
