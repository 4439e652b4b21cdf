import { expect, it } from "vitest";
import { createIntegrator } from "../../math/ode/index.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import { freeMotion, touchdown } from "../../mechanics/mechanism.js";
import { doublePendulum } from "../../mechanics/mechanisms/double-pendulum.js";
import { createSimulation } from "../loop/simulation.js";
import { systemFromScene } from "../scene/scene.js";
import { createFeatureState } from "../system/mechanical-system.js";
import type { SceneLink } from "./scene-link.js";

const FLOOR = 1.5;
const MATERIAL = { friction: 0.3, restitution: 0.5 };

/** Of the tip: next to nothing, so that it is a point. */
const SMALL = 1e-9;

/** The double pendulum of mechanics/, in the plane x, z; its tip a point. */
function pendulum(floor = FLOOR, material = MATERIAL, start: readonly [number, number] = [0.2, 0.4]) {
  const bar = (parent: string, position: Vec3, angle: number): SceneLink => ({
    joint: { type: "revolute", parent, axis: [0, -1, 0], position, start: { position: angle } },
    shape: { type: "sphere", radius: SMALL },
    position: [1, 0, 0],
    mass: 1,
    centre: [0.5, 0, 0],
    inertia: [0, 1 / 12, 1 / 12],
  });
  return systemFromScene({
    bodies: {
      upper: bar("world", [0, 0, 0], start[0]),
      lower: bar("upper", [1, 0, 0], start[1]),
      floor: { plane: { normal: [0, 0, 1], point: [0, 0, -floor - SMALL] } },
    },
    contacts: [{ between: ["lower", "floor"], ...material }],
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
  const tip = system.features(0)[0];
  system.evaluate(tip, simulation.coordinates, simulation.speeds, feature);
  expect(Math.abs(feature.gap - closed.gap(simulation.coordinates))).toBeLessThan(1e-12);
  closed.jacobian(simulation.coordinates).forEach((row, c) => {
    row.forEach((value, k) => {
      expect(Math.abs(feature.jacobian[(c === 0 ? 0 : 2) * 2 + k] - value)).toBeLessThan(c === 0 ? 1e-7 : 1e-12);
    });
  });
});

it("a double pendulum over a floor hits it as the sheet has it: times, angles and speeds before and after", () => {
  // 002: own example of the sheet, m = r = 1, floor 1.75 below, friction 0.4, restitution 0.7.
  const hits = [
    { t: 0.495494679, q: [-1.274307, 0.357552], before: [-1.79204, -3.319477], after: [-4.343649, 9.958654] },
    { t: 0.952173413, q: [-2.263016, 0.891704], before: [0.606064, -6.30865], after: [-1.480855, 2.069527] },
    { t: 1.20860283, q: [-2.288811, 0.63908], before: [1.432544, -4.27874], after: [-0.815724, 1.431975] },
  ];
  for (const law of ["planar", "frictional"]) {
    const system = pendulum(1.75, { friction: 0.4, restitution: 0.7 }, [-0.4, 0.1]);
    const simulation = createSimulation(system, system.initialState(), { impact: { law } });
    const told: { time: number; law: string }[] = [];
    const speeds: number[][] = [];
    const before = new Float64Array(2);
    simulation.advance(1.25, {
      event: ({ time, impact }) => {
        if (impact === undefined) return;
        told.push({ time, law: impact.outcome.law });
        speeds.push([...simulation.coordinates, ...before, ...simulation.speeds]);
      },
      motion: (_from, to, stateAt) => stateAt(to, new Float64Array(2), before),
    });
    expect(told.map((hit) => hit.law)).toEqual([law, law, law]);
    hits.forEach(({ t, q, before: slow, after }, i) => {
      expect(Math.abs(told[i].time - t)).toBeLessThan(2e-9);
      [...q, ...slow, ...after].forEach((value, k) => {
        expect(Math.abs(speeds[i][k] - value)).toBeLessThan(1e-6);
      });
    });
  }
});

it.each([
  { q: [-0.9, -1.2], u: [-2.6, 2], mu: 0.2, e: 0.8, impulse: [0.3943543812, 1.9717719062], after: [-1.0689592683, -2.328310365] },
  { q: [-0.9, -1.2], u: [-0.1, 2.9], mu: 0.6, e: 0.5, impulse: [-0.5026016733, 1.0885228526], after: [0.5619736311, -1.0719415308] },
  { q: [-0.9, -1.2], u: [-0.4, 2.2], mu: 0.2, e: 0.8, impulse: [-0.0534239332, 1.3412548379], after: [0.5596246308, -1.4509457296] },
  { q: [-1, -0.8], u: [-2.5, 1.3], mu: 0.6, e: 0.5, impulse: [2.5181093368, 4.9338560358], after: [1.0009688523, -1.865874428] },
  { q: [-0.9, -1.2], u: [-0.9, 2.8], mu: 0.4, e: 0.8, impulse: [0.4704225634, 2.1085743128], after: [0.7496560028, -1.7216015651] },
])(
  "strikes the floor at $q, $u with the impulse and the speeds of the sheet, by planar and by frictional",
  ({ q, u, mu, e, impulse, after }) => {
    const depth = -Math.sin(q[0]) - Math.sin(q[0] + q[1]);
    for (const law of ["planar", "frictional"]) {
      const system = pendulum(depth, { friction: mu, restitution: e }, [q[0], q[1]]);
      const simulation = createSimulation(system, { coordinates: q, speeds: u }, { impact: { law } });
      const found: number[][] = [];
      simulation.advance(1e-6, {
        event: ({ impact }) => {
          if (impact !== undefined) found.push([impact.outcome.impulse[0], impact.outcome.impulse[2], ...simulation.speeds]);
        },
      });
      expect(found).toHaveLength(1);
      [...impulse, ...after].forEach((value, k) => {
        expect(Math.abs(found[0][k] - value)).toBeLessThan(1e-8);
      });
    }
  },
);

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
  const floor = { plane: { normal: [0, 0, 1] } } as const;
  const free = systemFromScene({ bodies: { box: { shape, mass, position: [0, 0, 0.5] }, floor }, material: MATERIAL });
  const joint = { type: "free", start: { position: [0, 0, 0.5] } } as const;
  const link = systemFromScene({ bodies: { box: { joint, shape, mass }, floor }, material: MATERIAL });
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
