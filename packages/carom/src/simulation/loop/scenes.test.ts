/**
 * Scenes with exact answers.
 */
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import type { ContactMaterial } from "../../mechanics/contact-problem.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { primitivesOverPlane } from "../detection/over-plane.js";
import type { Primitive } from "../detection/pair-geometry.js";
import { freeBodies } from "../free-bodies/free-bodies.js";
import { createSimulation, type SimulationEvent, type SimulationOptions } from "./simulation.js";

const G = 9.81;

function corners([a, b, c]: Vec3): Primitive[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) =>
      [-1, 1].map((z): Primitive => ({ kind: "point", name: `corner ${x} ${y} ${z}`, point: [(x * a) / 2, (y * b) / 2, (z * c) / 2] })),
    ),
  );
}

interface Scene {
  readonly body: RigidBody;
  readonly primitives: readonly Primitive[];
  readonly reach: number;
  readonly material: ContactMaterial;
  readonly gravity?: Vec3;
  readonly options?: SimulationOptions;
}

function start({ body, primitives, reach, material, gravity = [0, 0, -G], options }: Scene) {
  const system = freeBodies({
    bodies: { body },
    gravity,
    reach: { body: reach },
    pairs: [{ between: ["body", "floor"], material, geometry: primitivesOverPlane(primitives, { normal: [0, 0, 1], offset: 0 }) }],
  });
  const simulation = createSimulation(system, system.initialState(), options);
  const events: SimulationEvent[] = [];
  return { simulation, events, run: (until: number) => simulation.advance(until, { event: (event) => events.push(event) }) };
}

const boxInertia = (m: number, [a, b, c]: Vec3): Vec3 => [
  (m * (b * b + c * c)) / 12,
  (m * (a * a + c * c)) / 12,
  (m * (a * a + b * b)) / 12,
];

function box(size: Vec3, placement: Partial<RigidBody> & Pick<RigidBody, "position">, material: ContactMaterial): Scene {
  return {
    body: { mass: 1, inertia: boxInertia(1, size), ...placement },
    primitives: corners(size),
    reach: Math.hypot(...size) / 2,
    material,
  };
}

function ball(radius: number, mass: number, placement: Partial<RigidBody> & Pick<RigidBody, "position">, material: ContactMaterial): Scene {
  const moment = 0.4 * mass * radius * radius;
  return {
    body: { mass, inertia: [moment, moment, moment], ...placement },
    primitives: [{ kind: "ball", name: "ball", centre: [0, 0, 0], radius }],
    reach: radius,
    material,
  };
}

describe("a ball", () => {
  it("dropped hits at T0 (1 + 2e + 2e^2 + ...) and rests at T0 (1 + e) / (1 - e)", () => {
    const e = 0.5;
    const { events, run, simulation } = start(ball(0.1, 1, { position: [0, 0, 1.1] }, { friction: 0, restitution: e }));
    run(3);
    const hits = events.filter(({ kind }) => kind === "impact").map(({ time }) => time);
    const first = Math.sqrt(2 / G);
    let expected = first;
    for (let k = 0; k < 8; k++) {
      expect(hits[k]).toBeCloseTo(expected, 12);
      expected += 2 * first * e ** (k + 1);
    }
    expect(simulation.coordinates[2]).toBeCloseTo(0.1, 12);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-8);
    expect(simulation.ledger().impactLoss + simulation.ledger().projectionLoss).toBeCloseTo(G, 8);
  });

  it("sliding loses its slip after 2 |c| / (7 mu g) and rolls on", () => {
    const { events, run, simulation } = start(
      ball(0.1, 1, { position: [0, 0, 0.1], velocity: [1, 0, 0] }, { friction: 0.2, restitution: 0.5 }),
    );
    run(1);
    const stop = events.find(({ kind }) => kind === "stick");
    expect(stop?.time).toBeCloseTo(2 / (7 * 0.2 * G), 10);
    expect(simulation.speeds[0]).toBeCloseTo(5 / 7, 10);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-8);
  });

  it("bouncing with spin, then sliding, then rolling (hybrid simulation section 8)", () => {
    const { events, run, simulation } = start(
      ball(
        0.05,
        0.2,
        { position: [0, 0, 0.35], velocity: [0.8, -0.4, 0], angularVelocity: [0, -30, 10] },
        { friction: 0.1, restitution: 0.7 },
      ),
    );
    run(2);
    const hits = events.filter(({ kind }) => kind === "impact").map(({ time }) => time);
    expect(hits[0]).toBeCloseTo(0.24730968, 8);
    expect(hits[1]).toBeCloseTo(0.59354324, 8);
    expect(hits[2]).toBeCloseTo(0.83590673, 8);
    expect(simulation.coordinates[0]).toBeCloseTo(0.53506875, 7);
    expect(simulation.coordinates[1]).toBeCloseTo(-0.61479456, 7);
    expect(simulation.speeds[0]).toBeCloseTo(1 / 7, 8);
    expect(simulation.speeds[1]).toBeCloseTo(-2 / 7, 8);
  });
});

describe("a block", () => {
  it("slides to rest after v / (mu g), over v^2 / (2 mu g)", () => {
    const { run, simulation, events } = start(
      box([0.2, 0.2, 0.1], { position: [0, 0, 0.05], velocity: [1, 0, 0] }, { friction: 0.3, restitution: 0 }),
    );
    expect(run(2)).toBe("rest");
    expect(simulation.coordinates[0]).toBeCloseTo(1 / (2 * 0.3 * G), 12);
    expect(events.find(({ kind }) => kind === "rest")?.time).toBeCloseTo(1 / (0.3 * G), 12);
  });

  it("sliding and yawing stops both at once (hybrid simulation section 8)", () => {
    const { run, simulation, events } = start(
      box(
        [0.2, 0.2, 0.1],
        { position: [0, 0, 0.05], velocity: [1, 0, 0], angularVelocity: [0, 0, 10] },
        { friction: 0.25, restitution: 0 },
      ),
    );
    expect(run(2)).toBe("rest");
    expect(events.find(({ kind }) => kind === "rest")?.time).toBeCloseTo(0.49956351, 6);
    expect(simulation.coordinates[0]).toBeCloseTo(0.27935001, 6);
    expect(simulation.coordinates[1]).toBeCloseTo(-0.00631443, 6);
  });

  it("dropped flat bounces without tilting and comes to rest", () => {
    const { run, simulation } = start(box([0.2, 0.3, 0.1], { position: [0, 0, 0.55] }, { friction: 0.3, restitution: 0.5 }));
    expect(run(3)).toBe("rest");
    expect(simulation.coordinates[2]).toBeCloseTo(0.05, 12);
    expect(Math.abs(simulation.coordinates[3]) + Math.abs(simulation.coordinates[4])).toBeLessThan(1e-12);
  });
});
