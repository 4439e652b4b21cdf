import { describe, expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { createSimulation, type Simulation, type SimulationEvent } from "../loop/simulation.js";
import { createSimulation as createByMethod } from "../regime/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { createFeatureState } from "../system/mechanical-system.js";
import type { Motion } from "./driven.js";
import { createGroundState, groundMotion } from "./ground-motion.js";

const G = 9.81;
const CENTRE: Vec3 = [0.1, -0.2, 0.3];

/** A motion of everything: two turns, one carried by the other, and a way. */
const MOTIONS: readonly Motion[] = [
  { type: "series", axis: [1, 2, -1], point: CENTRE, times: [0, 0.5, 1.5], displacements: [0, 0.7, -0.2] },
  { type: "sine", angle: [0.3, 0, 0.2], frequency: 0.6, phase: 0.3, point: [0, 0.4, 0] },
  { type: "steady", velocity: [0.2, -0.1, 0.3] },
  { type: "steady", angularVelocity: [0, 0.8, 0.5] },
];

function stateAt(motion: Motion | readonly Motion[], time: number, position: Vec3) {
  const state = createGroundState();
  groundMotion(motion, "motion").stateAt(time, position, quaternion.IDENTITY, state);
  return state;
}

describe("rigid motion of ground", () => {
  it("turns about an axis through a point, and is then displaced", () => {
    const { position, velocity, angularVelocity } = stateAt(
      [
        { type: "steady", angularVelocity: [0, 0, Math.PI], point: [1, 0, 0] },
        { type: "steady", velocity: [0, 0, 2] },
      ],
      0.5,
      [2, 0, 0],
    );
    [1, 1, 1].forEach((value, c) => {
      expect(Math.abs(position[c] - value)).toBeLessThan(1e-15);
    });
    [-Math.PI, 0, 2].forEach((value, c) => {
      expect(Math.abs(velocity[c] - value)).toBeLessThan(1e-14);
    });
    expect(angularVelocity).toEqual([0, 0, Math.PI]);
  });

  it("has rates that are the rates of its places and turns, to differences", () => {
    const h = 1e-5;
    for (const time of [0.2, 0.7, 1.1])
      for (const place of [CENTRE, [1, 1, 1] as const]) {
        const [before, here, after] = [time - h, time, time + h].map((t) => stateAt(MOTIONS, t, place));
        for (let c = 0; c < 3; c++) {
          expect(Math.abs((after.position[c] - before.position[c]) / (2 * h) - here.velocity[c])).toBeLessThan(1e-9);
          expect(Math.abs((after.velocity[c] - before.velocity[c]) / (2 * h) - here.acceleration[c])).toBeLessThan(1e-8);
          expect(Math.abs((after.angularVelocity[c] - before.angularVelocity[c]) / (2 * h) - here.angularAcceleration[c])).toBeLessThan(
            1e-8,
          );
        }
        const turned = quaternion.multiply(after.orientation, quaternion.conjugate(before.orientation));
        for (let c = 0; c < 3; c++) expect(Math.abs(turned[c] / h - here.angularVelocity[c])).toBeLessThan(1e-8);
        expect(vec3.norm(here.velocity)).toBeLessThan(groundMotion(MOTIONS, "motion").speedNear(time, here.position, 0));
      }
  });

  it.each([
    [{ type: "steady" }, "neither velocity nor angularVelocity"],
    [{ type: "steady", velocity: [1, 0, 0], angularVelocity: [1, 0, 0] }, "both velocity and angularVelocity"],
    [{ type: "sine", frequency: 1, angle: [0, 0, 0] }, "motion.angle"],
    [{ type: "steady", velocity: [1, 0, 0], point: [0, 0, 0] }, "motion.point"],
    [{ type: "series", axis: [0, 0, 1], step: 1 }, "motion"],
  ] as unknown as [Motion, string][])("refuses %j", (motion, words) => {
    expect(() => groundMotion(motion, "motion")).toThrow(words);
  });
});

/** Ground below a body, turned with the motion of everything. */
function below(body: object, surface: object): Scene {
  return {
    bodies: {
      body: { mass: 1, position: [0.4, 0.1, 1], velocity: [0.3, 0.2, -0.5], angularVelocity: [1, -2, 0.5], ...body },
      ground: { motion: MOTIONS, ...surface },
    },
    contacts: [{ between: ["body", "ground"], friction: 0.3, restitution: 0.5 }],
  } as unknown as Scene;
}

/** A ball on a link that swings. */
const PENDULUM = {
  shape: { type: "sphere", radius: 0.1 },
  position: [0, 0, -0.4],
  joint: { type: "revolute", position: [0, 0, 1.5], axis: [0, 1, 0], start: { position: 0.4, speed: 1.3 } },
  velocity: undefined,
  angularVelocity: undefined,
};

describe("contacts with ground that turns", () => {
  it.each([
    ["a ball over a plane", { shape: { type: "sphere", radius: 0.1 } }, { plane: { normal: [0.1, 0, 1], point: [0, 0, 0.2] } }],
    ["a box over a plane", { shape: { type: "box", size: [0.2, 0.1, 0.3] } }, { plane: { normal: [0.1, 0, 1] } }],
    ["an ellipsoid over a plane", { shape: { type: "ellipsoid", halfAxes: [0.2, 0.1, 0.3] } }, { plane: { normal: [0, 0, 1] } }],
    ["a cylinder over a plane", { shape: { type: "cylinder", radius: 0.1, height: 0.2 } }, { plane: { normal: [0, 0, 1] } }],
    ["a ball over a box", { shape: { type: "sphere", radius: 0.1 } }, { fixed: { type: "box", size: [9, 9, 0.2] }, position: [0, 0, 0] }],
    ["a bob on a joint over a plane", PENDULUM, { plane: { normal: [0, 0, 1] } }],
    [
      "a capsule over a ball",
      { shape: { type: "capsule", radius: 0.1, length: 0.2 } },
      { fixed: { type: "sphere", radius: 0.4 }, position: CENTRE },
    ],
  ])("%s: the rate of the gap and of its velocity are those of the row", (_name, body, surface) => {
    const system = systemFromScene(below(body, surface));
    const start = system.initialState();
    const state = createFeatureState(system);
    const accelerations = new Float64Array(system.speedCount);
    const h = 1e-5;
    // Where the ground has turned.
    start.coordinates[system.coordinateCount - 1] = 0.4;
    /** Free flight before and after that, to the second order. */
    const at = (time: number) => {
      const [coordinates, middle] = [Float64Array.from(start.coordinates), Float64Array.from(start.coordinates)];
      const [speeds, half] = [Float64Array.from(start.speeds), Float64Array.from(start.speeds)];
      const rates = new Float64Array(system.coordinateCount);
      const go = (q: Float64Array, u: Float64Array, span: number) => {
        for (let i = 0; i < q.length; i++) q[i] += span * rates[i];
        for (let i = 0; i < u.length; i++) u[i] += span * accelerations[i];
      };
      system.rates(coordinates, speeds, rates);
      forces(coordinates, speeds);
      go(middle, half, time / 2);
      system.rates(middle, half, rates);
      forces(middle, half);
      go(coordinates, speeds, time);
      return { coordinates, speeds };
    };
    const forces = (coordinates: Float64Array, speeds: Float64Array) => {
      system.forces(0, coordinates, speeds, accelerations);
      system.solveMass(coordinates, accelerations, accelerations);
    };
    const velocity = (coordinates: Float64Array, speeds: Float64Array, feature: (typeof features)[number]) => {
      system.evaluate(feature, coordinates, speeds, state);
      let sum = 0;
      for (let k = 0; k < system.speedCount; k++) sum += state.jacobian[2 * system.speedCount + k] * speeds[k];
      return { gap: state.gap, normal: sum };
    };
    const features = system.features(0).filter((feature) => system.gap(feature, start.coordinates) < Number.POSITIVE_INFINITY);
    expect(features.length).toBeGreaterThan(0);
    for (const feature of features) {
      const [before, after] = [at(-h), at(h)].map(({ coordinates, speeds }) => velocity(coordinates, speeds, feature));
      const { coordinates, speeds } = at(0);
      const here = velocity(coordinates, speeds, feature);
      forces(coordinates, speeds);
      let rate = state.bias[2];
      for (let k = 0; k < system.speedCount; k++) rate += state.jacobian[2 * system.speedCount + k] * accelerations[k];
      expect(Math.abs((after.gap - before.gap) / (2 * h) - here.normal)).toBeLessThan(1e-7);
      expect(Math.abs((after.normal - before.normal) / (2 * h) - rate)).toBeLessThan(1e-6);
      expect(Math.abs(here.normal)).toBeLessThan(system.approachBound(0, speeds, coordinates));
    }
  });
});

const OMEGA = 3;
const turntable = (body: object, friction: number, motion: Motion = { type: "steady", angularVelocity: [0, 0, OMEGA] }): Scene =>
  ({
    bodies: { body, table: { plane: { normal: [0, 0, 1] }, motion } },
    contacts: [{ between: ["body", "table"], friction, restitution: 0 }],
  }) as unknown as Scene;

function run(scene: Scene, until: number) {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  const events: SimulationEvent[] = [];
  simulation.advance(until, { event: (event) => events.push(event) });
  return { simulation, events };
}

/** Two sevenths of the rate for a solid ball: k / (1 + k) with the inertia k m R^2, k = 2/5. */
const RATE = (2 / 7) * OMEGA;
const RADIUS = 0.05;
const rolling = {
  shape: { type: "sphere", radius: RADIUS },
  mass: 0.2,
  position: [0.4, 0, RADIUS],
  velocity: [0.1, 0.2, 0],
  angularVelocity: [(OMEGA * 0.4 - 0.2) / RADIUS, 0.1 / RADIUS, 0],
};

/** Where it is on its circle. */
function onCircle(time: number): Vec3 {
  const [x, y] = [0.4 - 0.2 / RATE, 0.1 / RATE];
  const [s, c] = [Math.sin(RATE * time), Math.cos(RATE * time)];
  return [x + c * (0.4 - x) + s * y, y + s * (0.4 - x) - c * y, RADIUS];
}

const offCircle = ({ coordinates, time }: Pick<Simulation, "coordinates" | "time">) => {
  const [x, y, z] = onCircle(time);
  return Math.max(Math.abs(coordinates[0] - x), Math.abs(coordinates[1] - y), Math.abs(coordinates[2] - z));
};

describe("turntable", () => {
  it("a ball rolls on a circle with two sevenths of its rate", () => {
    const { simulation, events } = run(turntable(rolling, 0.8), 3);
    expect(events.map(({ kind }) => kind)).not.toContain("slip");
    expect(offCircle(simulation)).toBeLessThan(1e-8);
    const { residual, frictionLoss, appliedWork, before, now } = simulation.ledger();
    expect(Math.abs(residual)).toBeLessThan(1e-10);
    expect(Math.abs(frictionLoss)).toBeLessThan(1e-10);

    expect(Math.abs(appliedWork - (now - before))).toBeLessThan(1e-9);
    // The speed stays, the spin does not: what the table does goes into it.
    expect(Math.abs(Math.hypot(simulation.speeds[0], simulation.speeds[1]) - Math.hypot(0.1, 0.2))).toBeLessThan(1e-8);
    expect(Math.abs(appliedWork)).toBeGreaterThan(1e-3);
  });

  it("the same by steps, to their error", () => {
    const system = systemFromScene(turntable(rolling, 0.8));
    const simulation = createByMethod(system, system.initialState(), { method: "steps", stepError: 1e-6 });
    simulation.advance(1);
    expect(offCircle(simulation)).toBeLessThan(1e-3);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-9);
  });

  const block = (r: number) => ({
    shape: { type: "box", size: [0.02, 0.02, 0.001] },
    mass: 1,
    position: [r, 0, 0.0005],
    velocity: [0, OMEGA * r, 0],
    angularVelocity: [0, 0, OMEGA],
  });

  it("carries a block round as long as mu g is above omega^2 r, and loses it beyond", () => {
    const edge = (0.3 * G) / (OMEGA * OMEGA);
    const held = run(turntable(block(0.98 * edge), 0.3), 1);
    expect(held.events.map(({ kind }) => kind)).not.toContain("slip");
    const [x, y] = held.simulation.coordinates;
    expect(Math.abs(x - 0.98 * edge * Math.cos(OMEGA))).toBeLessThan(1e-8);
    expect(Math.abs(y - 0.98 * edge * Math.sin(OMEGA))).toBeLessThan(1e-8);
    expect(Math.abs(held.simulation.ledger().residual)).toBeLessThan(1e-9);
    const lost = run(turntable(block(1.02 * edge), 0.3), 0.5);
    expect(Math.hypot(lost.simulation.coordinates[0], lost.simulation.coordinates[1])).toBeGreaterThan(1.03 * edge);
    expect(lost.simulation.ledger().frictionLoss).toBeGreaterThan(0);
    expect(Math.abs(lost.simulation.ledger().residual)).toBeLessThan(1e-9);
  });

  it("tilts a table: a block slips when the tangent of the angle is the friction", () => {
    const tilt: Motion = { type: "series", axis: [0, 1, 0], times: [0, 200], velocities: [0.01, 0.01] };
    const { events } = run(turntable({ ...block(0), velocity: [0, 0, 0], angularVelocity: [0, 0.01, 0] }, 0.1, tilt), 12);
    const slip = events.find(({ kind }) => kind === "slip");
    expect(Math.abs((slip?.time ?? 0) - Math.atan(0.1) / 0.01)).toBeLessThan(2e-3);
  });
});
