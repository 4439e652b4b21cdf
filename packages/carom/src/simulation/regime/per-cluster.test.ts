import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import type { SimulationEvent } from "../loop/interface.js";
import { createSimulation as byEvents } from "../loop/simulation.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import { type Scene, type SceneBody, systemFromScene } from "../scene/scene.js";
import { createSimulation } from "./simulation.js";

const floor = { plane: { normal: [0, 0, 1] as Vec3 } };
const box = (position: Vec3, more: Partial<SceneBody> = {}): SceneBody => ({
  shape: { type: "box", size: [0.2, 0.15, 0.1] },
  mass: 1,
  position,
  ...more,
});
const material = { friction: 0.4, restitution: 0.2 };

/** A heap that is crowded from 0.1 s on. */
const heap = {
  a: box([0, 0, 0.07]),
  b: box([0.03, 0.02, 0.2]),
  c: box([-0.04, 0.01, 0.33], { angularVelocity: [1, 2, 0] }),
};
/** A block that slides and turns, and a ball that bounces, both far from it. */
const beside: Record<string, SceneBody> = {
  block: box([-4, 0, 0.05], { velocity: [1, 0.4, 0], angularVelocity: [0, 0, 3] }),
  ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [4, 0, 0.6], velocity: [0.3, 0, 0] },
};
const mixed: Scene = { bodies: { ...heap, ...beside, floor }, material };

const above = ([x, y, z]: Vec3): Vec3 => [x, y, z + 0.5];

function createByEvents(bodies: Scene["bodies"]) {
  const system = systemFromScene({ bodies, material });
  return byEvents(system, system.initialState());
}

function simulated(scene: Scene, until: readonly number[]) {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState(), { method: "auto" });
  const events: SimulationEvent[] = [];
  for (const time of until) simulation.advance(time, { event: (event) => events.push(event) });
  return { simulation, events, system };
}

describe("auto, beside a heap", () => {
  const times = [0.13, 0.26, 0.39];
  const whole = simulated(mixed, times);

  it("steps the heap and nothing else", () => {
    expect(whole.simulation.stepped.length).toBeGreaterThan(0);
    for (const { bodies } of whole.simulation.stepped) expect(bodies.every((name) => name in heap)).toBe(true);
    const switched = whole.events.filter(({ kind }) => kind === "regime");
    expect(switched[0]).toMatchObject({ regime: "steps" });
    expect(switched.flatMap(({ bodies = [] }) => bodies)).not.toContain("ball");
    expect(switched.flatMap(({ bodies = [] }) => bodies)).not.toContain("block");
  });

  it("leaves the others where they are without the heap", () => {
    const system = systemFromScene({ bodies: { ...beside, floor }, material });
    const alone = byEvents(system, system.initialState());
    const hits: number[] = [];
    alone.advance(0.39, { event: ({ kind, time }) => kind === "impact" && hits.push(time) });
    const names = Object.keys(beside);
    for (const [i, name] of names.entries()) {
      const k = whole.system.names.indexOf(name);
      for (let c = 0; c < 7; c++)
        expect(Math.abs(whole.simulation.coordinates[7 * k + c] - alone.coordinates[7 * i + c])).toBeLessThan(1e-9);
      for (let c = 0; c < 6; c++) expect(Math.abs(whole.simulation.speeds[6 * k + c] - alone.speeds[6 * i + c])).toBeLessThan(1e-8);
    }
    const ofBall = whole.events.filter(
      ({ kind, impact }) => kind === "impact" && impact?.touches.some(({ feature }) => feature.key.startsWith("ball/floor")),
    );
    expect(ofBall.length).toBe(hits.length);
    // The first hit, in closed form: h = 0.55 m.
    expect(Math.abs(ofBall[0].time - Math.sqrt((2 * 0.55) / 9.81))).toBeLessThan(1e-12);
  });

  it("tells all of it in the order of time, with its books closed", () => {
    const { events, simulation, system } = whole;
    expect(events.every(({ time }, i) => i === 0 || time >= events[i - 1].time)).toBe(true);
    const { residual, before, now } = simulation.ledger();
    expect(now).toBeLessThan(before);
    expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
    // Stretches of motion follow each other, and within them every body is on its way.
    const again = createSimulation(system, system.initialState(), { method: "auto" });
    const [q, u] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
    const k = system.names.indexOf("ball");
    let reached = 0;
    again.advance(0.26, {
      motion: (from, to, stateAt, inside) => {
        expect(from).toBe(reached);
        reached = to;
        const time = 0.5 * (from + to);
        stateAt(time, q, u);
        expect(Math.abs(q[7 * k + 2] - (0.6 - 0.5 * 9.81 * time * time))).toBeLessThan(1e-12);
        expect(Math.abs(q[7 * k] - (4 + 0.3 * time))).toBeLessThan(1e-12);
        for (const height of [q[2], q[9], q[16]]) expect(height).toBeGreaterThan(0.04);
        // Within a step losses are told along a parabola.
        expect(Math.abs(inside.ledgerAt(time).residual)).toBeLessThan(1e-5 * before);
        for (const { worldForce } of inside.contactForcesAt(time)) expect(worldForce.every(Number.isFinite)).toBe(true);
      },
    });
    expect(reached).toBe(0.26);
  });

  it("gives the same bits after a resume at any of its times", () => {
    for (let k = 1; k < times.length; k++) {
      const part = simulated(mixed, times.slice(0, k));
      const saved = JSON.parse(JSON.stringify(part.simulation.checkpoint()));
      const resumed = createSimulation(part.system, part.system.initialState(), { method: "auto" }, saved);
      for (const time of times.slice(k)) resumed.advance(time);
      expect(resumed.checkpoint()).toEqual(whole.simulation.checkpoint());
    }
  });
});

it("a ball that flies into a heap steps with it from shortly before they meet, and leaves it again", () => {
  const ball: SceneBody = { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [0, -1.2, 0.55], velocity: [0, 3, 0.8] };
  const { simulation, events } = simulated({ bodies: { ...heap, ball, floor }, material: { friction: 0.4, restitution: 0.6 } }, [0.7]);
  const ofBall = events.filter(({ kind, bodies }) => kind === "regime" && bodies?.includes("ball"));
  expect(ofBall.map(({ regime }) => regime).slice(0, 2)).toEqual(["steps", "events"]);
  const hit = events.find(({ impact }) => impact?.touches.some(({ feature }) => /^ball\/[abc]:/.test(feature.key)));
  expect(hit).toBeDefined();
  // A few frames of at most 10 ms.
  expect(hit!.time - ofBall[0].time).toBeGreaterThanOrEqual(0);
  expect(hit!.time - ofBall[0].time).toBeLessThan(0.06);
  const { residual, before } = simulation.ledger();
  expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
});

it("a heap on a link that is fixed to the world steps as on ground, and what goes by events beside it knows nothing of that", () => {
  const raised = Object.fromEntries(Object.entries(heap).map(([name, body]) => [name, { ...body, position: above(body.position) }]));
  const post: SceneLink = { joint: { type: "fixed", position: [0, 0, 0.25] }, shape: { type: "box", size: [0.8, 0.8, 0.5] } };
  const ball: SceneBody = { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [20, 0, 0.6] };
  const { simulation, events, system } = simulated({ bodies: { post, ...raised, ball, floor }, material }, [0.25, 0.5]);
  const [stretch] = simulation.stepped;
  expect(stretch.bodies).toEqual(Object.keys(heap));
  const alone = createByEvents({ ball, floor });
  alone.advance(0.5);
  const k = 7 * system.names.indexOf("ball");
  for (let c = 0; c < 3; c++) expect(Math.abs(simulation.coordinates[k + c] - alone.coordinates[c])).toBeLessThan(1e-9);
  for (const height of [2, 9, 16]) expect(simulation.coordinates[height]).toBeGreaterThan(0.54);
  expect(events.filter(({ kind }) => kind === "regime").length).toBeLessThan(10);
  const { residual, before } = simulation.ledger();
  expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
});
