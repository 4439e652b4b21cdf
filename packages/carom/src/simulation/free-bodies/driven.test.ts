import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIntegrator } from "../../math/ode/index.js";
import * as quaternion from "../../math/quaternion.js";
import { between } from "../../testing/between.js";
import { createSimulation, type Simulation, type SimulationEvent, type SimulationOptions } from "../loop/simulation.js";
import { createPenaltyRun } from "../penalty/penalty.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { drivenMotion, type Motion } from "./driven.js";

const G = 9.81;
const FLAT = [0, 0, 1] as const;

function run(scene: Scene, until: number, options: SimulationOptions = {}) {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState(), options);
  const events: SimulationEvent[] = [];
  simulation.advance(until, { event: (event) => events.push(event) });
  return { simulation, events, system };
}

function ground(
  motion: Motion | readonly Motion[],
  body: object,
  friction: number,
  restitution: number,
  normal: readonly number[] = FLAT,
): Scene {
  return {
    bodies: { body, ground: { plane: { normal }, motion } },
    contacts: [{ between: ["body", "ground"], friction, restitution }],
  } as unknown as Scene;
}

const block = { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 2, position: [0, 0, 0.05] } as const;
const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6] } as const;

function closes(simulation: Simulation, scale: number): void {
  expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-10 * scale);
}

describe("ground that is moved", () => {
  it("drags a block along: it slips until it is as fast, then sticks (a belt)", () => {
    const { simulation, events } = run(ground({ type: "steady", velocity: [1, 0, 0] }, block, 0.3, 0), 1);
    expect(Math.abs(simulation.coordinates[0] - (1 - 0.5 / (0.3 * G)))).toBeLessThan(1e-9);
    expect(Math.abs(simulation.speeds[0] - 1)).toBeLessThan(1e-9);
    expect(Math.abs(events.find(({ kind }) => kind === "stick")!.time - 1 / (0.3 * G))).toBeLessThan(1e-9);
    // Half of what the belt does goes into heat.
    const { appliedWork, frictionLoss } = simulation.ledger();
    expect(Math.abs(appliedWork - 2)).toBeLessThan(1e-9);
    expect(Math.abs(frictionLoss - 1)).toBeLessThan(1e-9);
    closes(simulation, 2);
  });

  it("shakes a block that sticks, and one that must slip with less friction", () => {
    const shake: Motion = { type: "sine", amplitude: [0.02, 0, 0], frequency: 2, phase: Math.PI / 2 };
    const peak = 0.02 * (4 * Math.PI) ** 2;
    const sticking = run(ground(shake, block, (1.1 * peak) / G, 0), 0.8);
    expect(sticking.events.map(({ kind }) => kind)).not.toContain("slip");
    expect(Math.abs(sticking.simulation.coordinates[0] - 0.02 * (Math.cos(3.2 * Math.PI) - 1))).toBeLessThan(1e-9);
    const slipping = run(ground(shake, block, (0.5 * peak) / G, 0), 0.8);
    expect(slipping.simulation.ledger().frictionLoss).toBeGreaterThan(0.01);
    closes(slipping.simulation, 1);
  });

  it("rests before the first row of accelerations, and then takes a block along", () => {
    const late: Motion = { type: "series", direction: [1, 0, 0], times: [0.5, 0.6, 0.7], accelerations: [2, -2, 0] };
    const before = run(ground(late, block, 0.3, 0), 0.49).simulation;
    // Its four corners share the weight by factors: what is left of their friction is the rounding of g times the time.
    const rounding = 32 * Number.EPSILON * G * 0.49;
    expect(Math.abs(before.coordinates[0])).toBeLessThan(rounding);
    expect(Math.abs(before.speeds[0])).toBeLessThan(rounding);
    expect(before.ledger().appliedWork).toBe(0);
    // Two straight pieces of 0.1 s: velocities 0, 0 and -0.1 at the rows, displacements 0, 0.01/3 and 0.01/3 - 0.02/3.
    const { simulation, events } = run(ground(late, block, 0.3, 0), 0.8);
    expect(events.map(({ kind }) => kind)).not.toContain("slip");
    expect(Math.abs(simulation.speeds[0] + 0.1)).toBeLessThan(1e-9);
    expect(Math.abs(simulation.coordinates[0] - (0.01 / 3 - 0.02 / 3 - 0.01))).toBeLessThan(1e-9);
    closes(simulation, 1);
    // Too quick for friction from the first row on: the block is left behind at once.
    const quick = run(ground({ ...late, accelerations: [8, 8, 8] }, block, 0.3, 0), 0.65);
    expect(Math.abs(quick.events.find(({ kind }) => kind === "slip")!.time - 0.5)).toBeLessThan(1e-6);
    expect(Math.abs(quick.simulation.speeds[0] - 0.3 * G * 0.15)).toBeLessThan(1e-6);
    closes(quick.simulation, 1);
  });

  it("pushes a smooth wedge at g tan(slope): what lies on it stays there", () => {
    const slope = 0.3;
    const [s, c] = [Math.sin(slope), Math.cos(slope)];
    const push: Motion = { type: "series", direction: [-1, 0, 0], step: 2, accelerations: [G * Math.tan(slope), G * Math.tan(slope)] };
    const turn = { orientation: [0, -Math.sin(slope / 2), 0, Math.cos(slope / 2)], position: [-0.05 * s, 0, 0.05 * c] };
    const { simulation } = run(ground(push, { ...block, ...turn }, 0, 0, [-s, 0, c]), 1);
    expect(Math.abs(simulation.coordinates[0] + 0.05 * s + 0.5 * G * Math.tan(slope))).toBeLessThan(1e-8);
    expect(Math.abs(simulation.coordinates[2] - 0.05 * c)).toBeLessThan(1e-8);
    closes(simulation, 10);
  });

  it("gives a ball its own velocity besides restitution", () => {
    const { simulation, events } = run(ground({ type: "steady", velocity: [0, 0, 0.5] }, ball, 0, 0.6), 0.35);
    const [hit] = events;
    const time = (Math.sqrt(0.25 + 2 * G * 0.5) - 0.5) / G;
    expect(Math.abs(hit.time - time)).toBeLessThan(1e-10);
    const after = 0.5 + 0.6 * (G * time + 0.5);
    expect(Math.abs(simulation.speeds[2] - (after - G * (0.35 - time)))).toBeLessThan(1e-9);
    expect(Math.abs(simulation.ledger().impactLoss - 0.5 * 0.64 * (G * time + 0.5) ** 2)).toBeLessThan(1e-9);
    closes(simulation, 5);
  });

  it.each([
    ["a plane", { plane: { normal: [0, 0.1, 1] } }],
    ["a box", { fixed: { type: "box", size: [3, 3, 0.2] }, position: [0, 0, -0.12] }],
    ["a ball", { fixed: { type: "sphere", radius: 1 }, position: [0, 0, -1.02] }],
  ])("makes no difference where everything moves with it: %s", (_name, surface) => {
    const velocity = [0.4, -0.3, 0.2] as const;
    const thrown = { ...ball, position: [0.05, 0.02, 0.5], velocity: [0.3, 0.1, -1], angularVelocity: [1, 4, 2] } as const;
    const contacts = [{ between: ["body", "ground"], friction: 0.3, restitution: 0.7 }] as const;
    const still = run({ bodies: { body: thrown, ground: surface }, contacts } as unknown as Scene, 0.8);
    const carried = { ...thrown, velocity: thrown.velocity.map((value, k) => value + velocity[k]) };
    const motion = { type: "steady", velocity };
    const moved = run({ bodies: { body: carried, ground: { ...surface, motion } }, contacts } as unknown as Scene, 0.8);
    expect(moved.events.map(({ kind }) => kind)).toEqual(still.events.map(({ kind }) => kind));
    expect(still.events.length).toBeGreaterThan(0);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(moved.simulation.coordinates[k] - still.simulation.coordinates[k] - 0.8 * velocity[k])).toBeLessThan(1e-8);
      expect(Math.abs(moved.simulation.speeds[3 + k] - still.simulation.speeds[3 + k])).toBeLessThan(1e-7);
    }
    closes(moved.simulation, 10);
  });

  it("carries links as it carries bodies", () => {
    const shake: Motion = { type: "sine", amplitude: [0.01, 0, 0.02], frequency: 4 };
    const free = run(ground(shake, ball, 0.2, 0.6), 1);
    const { position, ...rest } = ball;
    const link = run(ground(shake, { ...rest, joint: { type: "free", start: { position } } }, 0.2, 0.6), 1);
    expect(link.events.length).toBe(free.events.length);
    const at = (simulation: Simulation, system: ReturnType<typeof systemFromScene>) =>
      system.stateOf(0, simulation.coordinates, simulation.speeds).position;
    at(free.simulation, free.system).forEach((value, k) => {
      expect(Math.abs(value - at(link.simulation, link.system)[k])).toBeLessThan(1e-8);
    });
    closes(link.simulation, 10);
  });

  it("keeps the books whatever is thrown on it", () => {
    const unit = between(-1, 1);
    const shape = fc.constantFrom(
      { type: "sphere", radius: 0.1 },
      { type: "box", size: [0.2, 0.15, 0.1] },
      { type: "capsule", radius: 0.04, length: 0.2 },
    );
    fc.assert(
      fc.property(shape, fc.array(unit, { minLength: 12, maxLength: 12 }), (given, x) => {
        const turn = quaternion.fromAxisAngle([x[0], x[1], 1], 2 * x[2])!;
        const body = {
          shape: given,
          mass: 1,
          position: [0, 0, 0.3],
          orientation: turn,
          velocity: [x[3], x[4], -1],
          angularVelocity: [4 * x[5], 4 * x[6], x[7]],
        };
        const shake: Motion = { type: "sine", amplitude: [0.02 * x[8], 0, 0.02 * x[9]], frequency: 3 + 2 * x[10] };
        const scene = ground([shake, { type: "steady", velocity: [x[11], 0, 0] }], body, 0.4, 0.4, [0.1 * x[0], 0, 1]);
        const { simulation } = run(scene, 0.5);
        const { residual, appliedWork, impactLoss, frictionLoss } = simulation.ledger();
        expect(Math.abs(residual)).toBeLessThan(1e-9 * (5 + Math.abs(appliedWork)));
        expect(impactLoss).toBeGreaterThan(0);
        expect(frictionLoss).toBeGreaterThan(-1e-12);
      }),
      { numRuns: 3, seed: 11 },
    );
  });

  it("is felt by penalty contact too", () => {
    const scene = ground({ type: "sine", amplitude: [0, 0, 0.02], frequency: 3 }, ball, 0, 1);
    const { simulation, system } = run(scene, 0.6);
    const soft = createPenaltyRun(system, system.initialState(), { stiffness: 1e10 });
    soft.advance(0.6);
    expect(Math.abs(soft.coordinates[2] - simulation.coordinates[2])).toBeLessThan(2e-3);
  });
});

describe("a block that rocks on ground that shakes", () => {
  const [width, height] = [0.3, 0.9];
  const pulse = [0, 2.2, 4.1, 5, 3.9, 2.1, -0.4, -2.6, -3.9, -4.4, -3.6, -1.9, 0.2, 1.1, 0.6, 0];
  const STEP = 0.04;
  const reach = Math.hypot(width, height) / 2;
  const critical = Math.atan2(width, height);
  const p2 = (3 * G) / (4 * reach);

  /**
   * Housner's equation under the same record, from the instant the block begins to rock, integrated apart: angle at each time, about the
   * axis y.
   */
  function housner(times: readonly number[]): number[] {
    const acceleration = (t: number) => {
      const i = Math.floor(t / STEP);
      return i >= pulse.length - 1 ? 0 : pulse[i] + (pulse[i + 1] - pulse[i]) * (t / STEP - i);
    };
    // Ground to the right tips it to the left.
    const onset = STEP * (1 + (G * Math.tan(critical) - pulse[1]) / (pulse[2] - pulse[1]));
    let side = -1;
    const integrator = createIntegrator(
      {
        dimension: 2,
        relativeTolerance: 1e-12,
        absoluteTolerance: 1e-13,
        maxStep: 0.01,
        events: [{ value: (_t: number, y: Float64Array) => side * y[0] + 1e-15, direction: -1, terminal: true }],
      },
      (t, y, out) => {
        out[0] = y[1];
        out[1] = -p2 * (side * Math.sin(critical - side * y[0]) + (acceleration(t) / G) * Math.cos(critical - side * y[0]));
      },
    );
    integrator.start(onset, [0, 0]);
    return times.map((time) => {
      if (time <= onset) return 0;
      while (integrator.time < time) {
        if (integrator.advance(time) !== "event") continue;
        side = -side;
        integrator.start(integrator.time, [0, (1 - 1.5 * Math.sin(critical) ** 2) * integrator.state[1]]);
      }
      return integrator.state[0];
    });
  }

  it("follows Housner's equation under the same record", () => {
    const body = { shape: { type: "box", size: [width, 0.1, height] }, mass: 50, position: [0, 0, height / 2] };
    const motion: Motion = { type: "series", direction: [1, 0, 0], step: STEP, accelerations: pulse };
    // No impulse from the face as a whole, a plastic one from the edge that comes down: Housner's impact.
    const impact = { law: "multipoint", options: { restitution: [0, 0, -1, -1] } };
    const system = systemFromScene(ground(motion, body, 2, 0.5));
    const simulation = createSimulation(system, system.initialState(), { impact });
    const times = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4];
    const angles = housner(times);
    let impacts = 0;
    times.forEach((time, i) => {
      simulation.advance(time, {
        event: ({ kind }) => {
          if (kind === "impact") impacts++;
        },
      });
      expect(Math.abs(2 * Math.asin(simulation.coordinates[4]) - angles[i])).toBeLessThan(1e-7);
    });
    expect(Math.max(...angles.map(Math.abs))).toBeGreaterThan(0.02);
    expect(impacts).toBeGreaterThan(1);
    closes(simulation, 200);
  });
});

describe("motions as data", () => {
  const at = (motion: Motion | readonly Motion[], time: number) => {
    const made = drivenMotion(motion, "motion");
    const [d, v, a]: [number, number, number][] = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    made.addDisplacement(time, d as [number, number, number]);
    made.addVelocity(time, v as [number, number, number]);
    made.addAcceleration(time, a as [number, number, number]);
    return { d: d[0], v: v[0], a: a[0], made };
  };
  const row = { type: "series", direction: [2, 0, 0], times: [0, 0.5, 0.8, 1.5, 2] } as const;
  const values = [0, 1, -2, 0.5, 0.25];

  it.each([
    ["accelerations", { ...row, accelerations: values }],
    ["velocities", { ...row, velocities: values }],
    ["displacements", { ...row, displacements: values }],
    ["a sine", { type: "sine", amplitude: [0.3, 0, 0], frequency: 1.3, phase: 0.4 }],
    [
      "a sum",
      [
        { type: "steady", velocity: [0.5, 0, 0] },
        { type: "sine", amplitude: [0.1, 0, 0], frequency: 0.7 },
      ],
    ],
  ] as [string, Motion][])("%s: rates are rates, and no speed is above the bound", (_name, motion) => {
    expect(at(motion, 0).d).toBe(0);
    for (const t of [0.1, 0.6, 0.79, 1.2, 1.7, 2.5]) {
      const h = 1e-5;
      const [before, here, after] = [at(motion, t - h), at(motion, t), at(motion, t + h)];
      expect(Math.abs((after.d - before.d) / (2 * h) - here.v)).toBeLessThan(1e-7);
      expect(Math.abs((after.v - before.v) / (2 * h) - here.a)).toBeLessThan(1e-7);
      expect(Math.abs(here.v)).toBeLessThanOrEqual(here.made.fastest * (1 + 1e-12));
    }
  });

  it("goes through its rows", () => {
    row.times.forEach((time, i) => {
      expect(Math.abs(at({ ...row, displacements: values }, time).d - values[i])).toBeLessThan(1e-12);
      expect(Math.abs(at({ ...row, velocities: values }, time).v - values[i])).toBeLessThan(1e-12);
      if (i < 4) expect(Math.abs(at({ ...row, accelerations: values }, time).a - values[i])).toBeLessThan(1e-12);
    });
  });

  it.each([
    [{ ...row }, 'motion: "series" has none of accelerations, velocities, displacements: one is needed'],
    [{ ...row, velocities: [1, 2] }, "motion.times"],
    [{ ...row, velocities: values, accelerations: values }, 'motion: "series" has several of accelerations'],
    [{ ...row, step: 1, velocities: values }, "motion.step"],
    [{ ...row, times: [0, 1, 1, 2, 3], velocities: values }, "motion.times[2]"],
    [{ ...row, times: [0.5, 1, 1.5, 2, 3], velocities: values }, "motion.times[0]"],
    [{ ...row, times: [0.5, 1, 1.5, 2, 3], displacements: values }, "add a row at time 0"],
    [{ ...row, direction: [0, 0, 0], velocities: values }, "motion.direction"],
    [{ ...row, velocities: [0, 1, Number.NaN, 1, 1] }, "motion.velocities[2]"],
    [{ type: "sine", amplitude: [1, 0, 0], frequency: 0 }, "motion.frequency"],
    [{ type: "sine", amplitude: [1, 0, 0], frequency: 1e300 }, "motion.frequency: 1e+300 is too large"],
    [[], "motion"],
  ] as unknown as [Motion, string][])("refuses %j", (motion, path) => {
    expect(() => drivenMotion(motion, "motion")).toThrow(path);
  });
});
