import { describe, expect, it } from "vitest";
import { SolverError } from "../../errors.js";
import { createSimulation } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { createPenaltyRun, type PenaltyOptions } from "./penalty.js";

const FLOOR = { plane: { normal: [0, 0, 1] } } as const;

function dropped(friction: number, restitution: number): Scene {
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 2, position: [0, 0, 0.6], velocity: [1, 0, 0] } as const;
  return { bodies: { ball, floor: FLOOR }, contacts: [{ between: ["ball", "floor"], friction, restitution }] };
}

function rod(friction: number, restitution: number): Scene {
  const shape = { type: "capsule", radius: 0.02, length: 1 } as const;
  const body = { shape, mass: 1, position: [0, 0, 1], orientation: [0, Math.sin(0.6), 0, Math.cos(0.6)] } as const;
  return { bodies: { rod: body, floor: FLOOR }, contacts: [{ between: ["rod", "floor"], friction, restitution }] };
}

function penalty(scene: Scene, until: number, options: PenaltyOptions) {
  const system = systemFromScene(scene);
  const run = createPenaltyRun(system, system.initialState(), options);
  run.advance(until);
  return { run, system };
}

function rigid(scene: Scene, until: number) {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  simulation.advance(until);
  return simulation;
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(...[0, 1, 2].map((c) => a[c] - b[c]));
}

describe("penalty contact", () => {
  it("sinks in as deep as the energy says, and gives it back, without damping", () => {
    const { run, system } = penalty(dropped(0, 1), 0.5, { stiffness: 1e8, relativeTolerance: 1e-10 });
    // m g (0.5 + x) = k x^2.5 / 2.5
    const x = (2.5 * 2 * 9.81 * 0.5) / 1e8;
    expect(run.deepest / x ** 0.4).toBeGreaterThan(0.97);
    expect(run.deepest / x ** 0.4).toBeLessThan(1.01);
    const energy = system.kineticEnergy(run.coordinates, run.speeds) + system.potentialEnergy(0, run.coordinates);
    expect(Math.abs(energy / (2 * 9.81 * 0.6 + 1) - 1)).toBeLessThan(1e-8);
    expect(run.touches).toBe(1);
  });

  it.each([1, 1.5, 3])("with the exponent %d: damping gives the restitution of the pair", (exponent) => {
    const scene = { ...dropped(0, 0.6), gravity: [0, 0, 0] as const };
    const ball = { ...scene.bodies.ball, velocity: [0.5, 0, -2] as const };
    const { run } = penalty({ ...scene, bodies: { ball, floor: FLOOR } } as Scene, 0.5, { stiffness: 1e7, exponent });
    expect(Math.abs(run.speeds[2] - 1.2)).toBeLessThan(1e-6);
    expect(Math.abs(run.speeds[0] - 0.5)).toBeLessThan(1e-12);
  });

  it.each([
    ["a ball with restitution", dropped(0, 0.8), 0.6, 1e8, { relativeTolerance: 1e-9 }],
    ["a rod with restitution", rod(0, 0.6), 0.8, 1e8, { relativeTolerance: 1e-9 }],
    ["a ball that grips", dropped(0.3, 1), 0.6, 1e7, {}],
  ] as const)("tends to the simulator as stiffness grows, like its power -0.4: %s", (_name, scene, until, from, more) => {
    const end = rigid(scene, until).coordinates;
    const errors = [from, 1e2 * from, 1e4 * from].map((stiffness) =>
      distance(penalty(scene, until, { stiffness, ...more }).run.coordinates, end),
    );
    expect(errors[2]).toBeLessThan(2e-3);
    for (const i of [1, 2]) expect(Math.abs(Math.log10(errors[i - 1] / errors[i]) / 2 - 0.4)).toBeLessThan(0.03);
  });

  it("keeps momentum where two bodies meet", () => {
    const ball = (x: number, mass: number, velocity: number) =>
      ({ shape: { type: "sphere", radius: 0.1 }, mass, position: [x, 0.05 * mass, 0], velocity: [velocity, 0, 0] }) as const;
    const scene: Scene = {
      bodies: { a: ball(-0.5, 1, 2), b: ball(0.5, 3, -1) },
      gravity: [0, 0, 0],
      contacts: [{ between: ["a", "b"], friction: 0.2, restitution: 0.5 }],
    };
    const { run } = penalty(scene, 1, { stiffness: 1e9 });
    expect(run.touches).toBe(1);
    for (const c of [0, 1]) expect(Math.abs(run.speeds[c] + 3 * run.speeds[6 + c] - [-1, 0][c])).toBeLessThan(1e-9);
    expect(run.speeds[0]).toBeLessThan(0);
    expect(distance(run.coordinates, rigid(scene, 1).coordinates)).toBeLessThan(5e-3);
  });

  it("lets a block rest on its four corners, as deep as its weight presses them in", () => {
    const block = { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 4, position: [0, 0, 0.05] } as const;
    const scene: Scene = { bodies: { block, floor: FLOOR }, contacts: [{ between: ["block", "floor"], friction: 0.5, restitution: 0.3 }] };
    const { run } = penalty(scene, 1, { stiffness: 1e6, slowest: 0.1 });
    const depth = 0.05 - run.coordinates[2];
    expect(Math.abs(depth / (9.81 / 1e6) ** (2 / 3) - 1)).toBeLessThan(0.02);
    expect(Math.hypot(...run.coordinates.slice(0, 2))).toBeLessThan(1e-9);
  });

  it("is told step by step, to the end", () => {
    const system = systemFromScene(dropped(0, 0.5));
    const run = createPenaltyRun(system, system.initialState(), { stiffness: 1e8 });
    let reached = 0;
    const [q, u] = [new Float64Array(7), new Float64Array(6)];
    run.advance(0.5, (from, to, stateAt) => {
      expect(from).toBe(reached);
      stateAt(to, q, u);
      reached = to;
    });
    expect(reached).toBe(0.5);
    expect(distance(q, run.coordinates)).toBe(0);
  });

  it("gives up after as many steps as it may take", () => {
    expect(() => penalty(dropped(0.3, 0.5), 0.5, { stiffness: 1e8, mostSteps: 20 })).toThrow(SolverError);
  });

  it.each([
    [{ stiffness: 0 }, "penalty.stiffness"],
    [{ stiffness: 1e8, exponent: 0.5 }, "penalty.exponent"],
    [{ stiffness: 1e8, creep: Number.NaN }, "penalty.creep"],
    [{ stiffness: 1e8, mostSteps: 0 }, "penalty.mostSteps"],
  ])("refuses %j", (options, path) => {
    expect(() => penalty(dropped(0.3, 0.5), 0.5, options)).toThrow(new RegExp(`^${path}`));
  });
});
