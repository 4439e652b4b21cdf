/** Random mechanisms thrown on a floor: joints of all types with stops, springs and dampers, links of several shapes. Unselected seeds. */
import { expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import type { Shape } from "../../mechanics/shapes/index.js";
import { type Scene, systemFromScene } from "../scene.js";
import { createSimulation } from "../simulation.js";
import type { SceneJoint } from "./scene-link.js";

const SEEDS = Array.from({ length: 6 }, (_, i) => 1 + i);
const DURATION = 0.7;

function thrown(seed: number): Scene {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const vector = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
  const shapeOf = (length: number): Shape => {
    const kind = random();
    if (kind < 0.4) return { type: "capsule", length, radius: 0.02 };
    if (kind < 0.7) return { type: "box", size: [between(0.05, 0.15), between(0.05, 0.15), length] };
    return { type: "sphere", radius: 0.05 };
  };
  const jointOf = (parent: string, length: number): SceneJoint => {
    const common = { parent, position: [0, 0, length / 2] as Vec3, ...(random() < 0.3 ? { damping: between(0, 0.05) } : {}) };
    const kind = random();
    if (kind < 0.25) return { ...common, type: "spherical" };
    if (kind < 0.5)
      return { ...common, type: "prismatic", axis: vector(1), limits: { lower: -0.05, upper: 0.05, restitution: between(0, 0.5) } };
    const limits = { lower: -between(1, 2), upper: between(1, 2), restitution: between(0, 0.5) };
    const spring = random() < 0.3 ? { spring: { stiffness: between(2, 12) } } : {};
    return { ...common, type: "revolute", axis: vector(1), ...(random() < 0.5 ? { limits } : {}), ...spring };
  };
  const base = {
    shape: shapeOf(0.2),
    mass: between(0.5, 1.5),
    position: [0, 0, 0.7] as Vec3,
    velocity: vector(1),
    angularVelocity: vector(3),
  };
  const names = ["base"];
  const bodies: Record<string, Scene["bodies"][string]> = { base };
  const count = 1 + Math.floor(4 * random());
  for (let i = 0; i < count; i++) {
    const length = between(0.15, 0.35);
    const joint = jointOf(names[Math.floor(names.length * random())], length);
    bodies[`link ${i}`] = { joint, shape: shapeOf(length), position: [0, 0, length / 2 + 0.02], mass: between(0.2, 1.2) };
    names.push(`link ${i}`);
  }
  const material = { friction: between(0.1, 0.9), restitution: between(0, 0.7) };
  return {
    bodies: { ...bodies, floor: { plane: { normal: [0, 0, 1] } } },
    contacts: names.map((name) => ({ between: [name, "floor"], ...material })),
  };
}

it("six random mechanisms thrown on a floor keep their books, gain no energy and stay above it", () => {
  let impacts = 0;
  for (const seed of SEEDS) {
    const system = systemFromScene(thrown(seed));
    const simulation = createSimulation(system, system.initialState());
    simulation.advance(DURATION, { event: ({ kind }) => void (kind === "impact" && impacts++) });
    const { before, now, appliedWork, impactLoss, residual } = simulation.ledger();
    const scale = Math.abs(before) + impactLoss;
    expect(Math.abs(residual), `seed ${seed}`).toBeLessThan(1e-9 * scale);
    expect(now - appliedWork - before, `seed ${seed}`).toBeLessThan(1e-9 * scale);
    system.pairs.forEach((_, pair) => {
      for (const feature of system.features(pair))
        expect(system.gap(feature, simulation.coordinates), `seed ${seed}, ${feature.key}`).toBeGreaterThan(-1e-7);
    });
  }
  expect(impacts).toBeGreaterThan(50);
});
