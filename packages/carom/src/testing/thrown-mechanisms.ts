/**
 * Random mechanisms thrown on a floor: a free base with one to four links on joints of all types, with stops, springs and dampers, of several shapes. For tests and stress runs.
 */
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import type { SceneJoint } from "../simulation/mechanism/scene-link.js";
import type { Scene } from "../simulation/scene/scene.js";

/** s. */
export const MECHANISM_DURATION = 0.7;

export function thrownMechanism(seed: number): Scene {
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
