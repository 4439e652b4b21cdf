import { describe, expect, it } from "vitest";
import { multiplySymmetric } from "../../math/sparse/symmetric.js";
import { rigidModes } from "../fem/stiffness.js";
import { boxMesh } from "../mesh/generate.js";
import { contactEquations, pushedEquations, pushOf } from "./contact-law.js";
import { type Linearised, newtonStep } from "./newton-step.js";
import { pickup } from "./pickup.js";
import { readPickup } from "./read-pickup.js";
import { restOnTable } from "./rest.js";
import { gapAt, imbalanceOf, positionsOf } from "./state.js";
import { stiffnessStep, stiffnessUnknowns } from "./stiffness-step.js";
import { forceUnknowns } from "./unknowns.js";

const finger = { radius: 0.04, friction: 0.5 };
const spec = (cells: readonly [number, number, number], more: object = {}) => ({
  mesh: boxMesh({ size: [0.06, 0.06, 0.03], cells }),
  material: { youngModulus: 6000, poissonRatio: 0.3 },
  weight: 0.4,
  tableFriction: 0.3,
  fingers: [
    { near: [0, 0.03, 0.015] as const, ...finger },
    { near: [0.06, 0.03, 0.015] as const, ...finger },
  ],
  step: 0.0005,
  maximumDepth: 0.002,
  ...more,
});

describe("a round in displacements", () => {
  it("is the round in forces, with fewer unknowns, also where forces are not in balance and contacts part", () => {
    const { scene } = readPickup(spec([4, 4, 2]));
    const { body } = scene;
    const count = body.surface.nodes.length;
    const scale = 0.1 * body.material.youngModulus * body.spacing;
    const { state } = restOnTable(scene);
    // Off the solution: forces scaled and turned, some on contacts that will be apart, and a rigid motion.
    const force = state.force.map((value, i) => 0.8 * value + 1e-3 * Math.sin(i) * (state.force[i - (i % 3) + 2] === 0 ? 0 : 1));
    const rigid = state.rigid.map((value, i) => value + 1e-6 * (i + 1));
    const target = { centres: [], gravity: 1, dead: 0 };
    const position = positionsOf(scene, target, force, rigid);
    const [residual, byPosition, byForce] = [force.slice(), new Float64Array(3 * force.length), new Float64Array(3 * force.length)];
    const normal = new Float64Array(3);
    const equations = contactEquations();
    const active: number[] = [];
    for (let contact = 0; contact < count; contact++) {
      const gap = gapAt(scene, [], 0, position, contact, normal);
      const push = pushOf(force, 3 * contact, normal, gap, scale);
      if (push <= 0) continue;
      const slip = Float64Array.from([0, 1, 2], (i) => position[3 * contact + i] - body.rest[3 * contact + i]);
      pushedEquations(force, 3 * contact, normal, push, slip, 0.3, 0, scale, equations);
      residual.set(equations.residual, 3 * contact);
      byPosition.set(equations.byPosition, 9 * contact);
      byForce.set(equations.byForce, 9 * contact);
      active.push(contact);
    }
    expect(active.length).toBeGreaterThan(10);
    const balance = imbalanceOf(scene, target, force);
    const linearised: Linearised = { active: Int32Array.from(active), residual, byPosition, byForce, balance, shared: 1e-4 };
    expect(stiffnessUnknowns(body, force, linearised)).toBeLessThan(3 * active.length + 6 * 3);
    const inForces = newtonStep(body, scale, force, linearised);
    const inDisplacements = stiffnessStep(body, force, position, rigid, linearised);
    if (inForces === undefined || inDisplacements === undefined) throw new Error("a step is missing");
    const most = inForces.force.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    inForces.force.forEach((value, i) => {
      expect(Math.abs(value - inDisplacements.force[i])).toBeLessThan(1e-6 * most);
    });
    inForces.rigid.forEach((value, i) => {
      expect(Math.abs(value - inDisplacements.rigid[i])).toBeLessThan(1e-9);
    });
    // Nodes that slip have two unknowns, and yet all three of their equations hold: A dd + B df = -r.
    expect(forceUnknowns(linearised, count)).toBeLessThan(3 * active.length);
    const after = positionsOf(
      scene,
      target,
      force.map((value, i) => value + inForces.force[i]),
      rigid.map((value, i) => value + inForces.rigid[i]),
    );
    for (const contact of active)
      for (let i = 0; i < 3; i++) {
        let sum = residual[3 * contact + i];
        for (let j = 0; j < 3; j++) {
          sum += byPosition[9 * contact + 3 * i + j] * (after[3 * contact + j] - position[3 * contact + j]);
          sum += byForce[9 * contact + 3 * i + j] * inForces.force[3 * contact + j];
        }
        expect(Math.abs(sum)).toBeLessThan(1e-12 * most);
      }
  });
});

describe("quadratic elements in a grip", () => {
  const run = (element: "linear" | "quadratic", more: object = {}) => pickup({ ...spec([4, 4, 2], more), element });

  it("have the six rigid motions, carry the whole weight, and touch at corners only", () => {
    const { scene } = readPickup({ ...spec([3, 3, 2]), element: "quadratic" });
    const { body } = scene;
    expect(body.places.length).toBeGreaterThan(body.mesh.nodes.length);
    expect(body.gravity.reduce((sum, value, i) => sum - (i % 3 === 2 ? value : 0), 0)).toBeCloseTo(0.4, 12);
    for (const mode of rigidModes(body.places))
      for (const value of multiplySymmetric(body.stiffness, mode)) expect(Math.abs(value)).toBeLessThan(1e-10);
  });

  it("are softer than linear ones, hold every law of contact, and the table carries the weight", () => {
    const [linear, quadratic] = (["linear", "quadratic"] as const).map((element) =>
      run(element, { liftTest: "none", maximumDepth: 0.001 }),
    );
    expect(quadratic.rest.tableForce[2]).toBeCloseTo(0.4, 9);
    expect(quadratic.squeeze[1].squeeze[0]).toBeLessThan(linear.squeeze[1].squeeze[0]);
    expect(quadratic.squeeze[1].squeeze[0]).toBeGreaterThan(0.5 * linear.squeeze[1].squeeze[0]);
    for (const value of Object.values(quadratic.checks)) expect(value).toBeLessThan(1e-9);
  });
});

describe("a pickup says how far to trust it", () => {
  it("by nodes, element size and Hertz's work, and stops at its strain limit even where it could be lifted", () => {
    const grip = pickup(spec([4, 4, 2], { step: 0.001, maximumDepth: 0.01, endAtGrip: true }));
    expect(grip.outcome).toBe("liftable");
    // Hertz by hand: F = W / (2 mu) a finger, depth = (3 F / (4 E* sqrt R))^(2/3), work 2 x 2/5 F depth.
    const push = 0.4;
    const depth = (push / ((4 / 3) * (6000 / 0.91) * Math.sqrt(0.04))) ** (2 / 3);
    expect(grip.hertzWork).toBeCloseTo(0.8 * push * depth, 10);
    expect(grip.resolution?.length).toBe(2);
    const first = grip.resolution?.[0];
    const { stick, slip } = grip.leastDepth?.record.contacts[1] ?? { stick: 0, slip: 0 };
    expect(first?.nodes).toBe(stick + slip);
    expect(first?.contactRadius).toBeCloseTo(Math.cbrt((0.75 * (grip.leastDepth?.record.squeeze[0] ?? 0) * 0.04 * 0.91) / 6000), 10);
    expect(first?.elementSize).toBeGreaterThan(0.014);
    expect(grip.warnings.map(({ code }) => code)).toContain("resolution");
    const strain = 0.99 * (grip.leastDepth?.record.strain ?? 0);
    expect(pickup(spec([4, 4, 2], { step: 0.001, maximumDepth: 0.01, strainLimit: strain })).outcome).toBe("strain");
  });
});
