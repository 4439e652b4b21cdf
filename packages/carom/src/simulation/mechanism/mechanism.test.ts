import { expect, it } from "vitest";
import { createIntegrator } from "../../math/ode/index.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import { freeMotion, touchdown } from "../../mechanics/mechanism.js";
import { doublePendulum } from "../../mechanics/mechanisms/double-pendulum.js";
import { primitivesOverPlane } from "../detection/over-plane.js";
import { surfaceOf } from "../detection/surface.js";
import { systemFromScene } from "../scene.js";
import { createSimulation } from "../simulation.js";
import { createFeatureState } from "../system.js";
import type { Link } from "./links.js";
import { mechanismSystem } from "./mechanism.js";

const FLOOR = 1.5;
const MATERIAL = { friction: 0.3, restitution: 0.5 };

/** The double pendulum of mechanics/, in the plane x, z; its tip a point. */
function pendulum() {
  const bar = (name: string, parent: string, position: Vec3): Link => ({
    name,
    parent,
    joint: { type: "revolute", axis: [0, -1, 0], position },
    mass: 1,
    centre: [0.5, 0, 0],
    inertia: [
      [0, 0, 0],
      [0, 1 / 12, 0],
      [0, 0, 1 / 12],
    ],
  });
  const plane = { normal: [0, 0, 1] as Vec3, offset: -FLOOR };
  const tip = { kind: "point", name: "tip", point: [0.5, 0, 0] } as const;
  return mechanismSystem({
    links: [bar("upper", "world", [0, 0, 0]), bar("lower", "upper", [1, 0, 0])],
    gravity: [0, 0, -9.81],
    pairs: [{ between: ["lower", "floor"], material: MATERIAL, geometry: primitivesOverPlane([tip], plane) }],
    reach: { upper: 0.5, lower: 0.5 },
  });
}

it("a double pendulum swings as its closed form does, and comes down at the same instant", () => {
  const closed = doublePendulum({ floor: FLOOR });
  const start = { coordinates: [0.2, 0.4], speeds: [0, 0] };
  const integrator = createIntegrator(
    { dimension: 4, relativeTolerance: 1e-12, absoluteTolerance: 1e-12, events: [touchdown(closed)] },
    freeMotion(closed),
  );
  integrator.start(0, [...start.coordinates, ...start.speeds]);
  integrator.advance(10);
  const system = pendulum();
  const simulation = createSimulation(system, start);
  const before = integrator.time - 1e-9;
  simulation.advance(before);
  integrator.start(0, [...start.coordinates, ...start.speeds]);
  integrator.advance(before);
  [...simulation.coordinates, ...simulation.speeds].forEach((value, k) => {
    expect(Math.abs(value - integrator.state[k])).toBeLessThan(1e-8);
  });
  // The contact is at the foot of the tip, a few nanometres below it.
  const feature = createFeatureState(system);
  const [tip] = system.features(0);
  system.evaluate(tip, simulation.coordinates, simulation.speeds, feature);
  expect(Math.abs(feature.gap - closed.gap(simulation.coordinates))).toBeLessThan(1e-12);
  closed.jacobian(simulation.coordinates).forEach((row, c) => {
    row.forEach((value, k) => {
      expect(Math.abs(feature.jacobian[(c === 0 ? 0 : 2) * 2 + k] - value)).toBeLessThan(c === 0 ? 1e-7 : 1e-12);
    });
  });
});

it("keeps its books over many impacts of the pendulum, and stays in its plane", () => {
  const simulation = createSimulation(pendulum(), { coordinates: [0.2, 0.4], speeds: [0, 0] });
  const across: number[] = [];
  simulation.advance(3, {
    event: ({ impact }) => {
      if (impact !== undefined) across.push(impact.outcome.impulse[1]);
    },
  });
  const { before, residual, impactLoss } = simulation.ledger();
  expect(across.length).toBeGreaterThan(3);
  for (const value of across) expect(Math.abs(value)).toBe(0);
  expect(impactLoss).toBeGreaterThan(0);
  expect(Math.abs(residual)).toBeLessThan(1e-8 * Math.abs(before));
});

/** The same box as a free body and as a mechanism of one free link. */
function boxes() {
  const shape = { type: "box", size: [0.2, 0.3, 0.1] } as const;
  const mass = 1.2;
  const [x, y, z] = shape.size;
  const inertia = [(mass / 12) * (y * y + z * z), (mass / 12) * (x * x + z * z), (mass / 12) * (x * x + y * y)];
  const surface = surfaceOf(shape, [0, 0, 0]);
  const free = systemFromScene({
    bodies: { box: { shape, mass, position: [0, 0, 0.5] }, floor: { plane: { normal: [0, 0, 1] } } },
    material: MATERIAL,
  });
  const link = mechanismSystem({
    links: [
      {
        name: "box",
        parent: "world",
        joint: { type: "free" },
        mass,
        inertia: [
          [inertia[0], 0, 0],
          [0, inertia[1], 0],
          [0, 0, inertia[2]],
        ],
      },
    ],
    gravity: [0, 0, -9.81],
    pairs: [
      {
        between: ["box", "floor"],
        material: MATERIAL,
        geometry: primitivesOverPlane(surface.primitives, { normal: [0, 0, 1], offset: 0 }),
      },
    ],
    reach: { box: surface.reach },
  });
  return { free, link };
}

it("one free link is the free body, in its contacts and their rates, to 1e-12", () => {
  const { free, link } = boxes();
  const random = createRandom(7);
  const [a, b] = [createFeatureState(free), createFeatureState(link)];
  for (let n = 0; n < 50; n++) {
    const q = Float64Array.from({ length: 7 }, () => 2 * random() - 1);
    const length = Math.hypot(...q.slice(3));
    for (let c = 3; c < 7; c++) q[c] /= length;
    const u = Float64Array.from({ length: 6 }, () => 4 * random() - 2);
    free.features(0).forEach((feature, i) => {
      const same = link.features(0)[i];
      expect(Math.abs(free.gap(feature, q) - link.gap(same, q))).toBeLessThan(1e-13);
      free.evaluate(feature, q, u, a);
      link.evaluate(same, q, u, b);
      a.jacobian.forEach((value, k) => {
        expect(Math.abs(value - b.jacobian[k])).toBeLessThan(1e-12);
      });
      a.bias.forEach((value, k) => {
        expect(Math.abs(value - b.bias[k])).toBeLessThan(1e-12);
      });
    });
  }
});

it("one free link is the free body, thrown on the floor until it slides", () => {
  const { free, link } = boxes();
  const start = {
    coordinates: [0, 0, 0.4, 0.1, 0.2, -0.1, Math.sqrt(1 - 0.06)],
    speeds: [0.5, 0.2, 0, 2, 1, 0.5],
  };
  const runs = [free, link].map((system) => {
    const simulation = createSimulation(system, start);
    const times: number[] = [];
    simulation.advance(0.45, {
      event: ({ kind, time }) => {
        if (kind === "impact") times.push(time);
      },
    });
    return { times, coordinates: Array.from(simulation.coordinates) };
  });
  expect(runs[0].times.length).toBeGreaterThan(2);
  expect(runs[1].times.length).toBe(runs[0].times.length);
  runs[0].times.forEach((time, i) => {
    expect(Math.abs(time - runs[1].times[i])).toBeLessThan(1e-8);
  });
  runs[0].coordinates.forEach((value, k) => {
    expect(Math.abs(value - runs[1].coordinates[k])).toBeLessThan(1e-7);
  });
});
