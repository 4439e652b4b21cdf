import { describe, expect, it } from "vitest";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { type Scene, type SceneBody, systemFromScene } from "../scene/scene.js";
import { createContactList, listContacts, motionOf, surfacesOf } from "./contact-list.js";
import { turnRows } from "./middle.js";
import { nodesOf } from "./nodes.js";
import { createRunState } from "./run-state.js";
import { solidsOf } from "./solids.js";
import { createStepper } from "./stepper.js";

it.each<[string, Quaternion]>([
  ["upright", [0, 0, 0, 1]],
  ["upside down", [1, 0, 0, 0]],
])("a thin plate, %s, slides on its lower corners, though the upper ones are above the same places", (_, orientation) => {
  // So fast that the upper corners, 4 mm above, are listed too.
  const stepper = createStepper({
    bodies: {
      plate: { shape: { type: "box", size: [0.2, 0.1, 0.004] }, mass: 1, position: [0, 0, 0.002], orientation, velocity: [3, 0, 0] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    material: { friction: 0.05, restitution: 0 },
  });
  stepper.advance(0.3);
  expect(Math.abs(stepper.coordinates[2] - 0.002)).toBeLessThan(1e-6);
  // 3 t - mu g t^2 / 2.
  expect(Math.abs(stepper.coordinates[0] - (0.9 - 0.5 * 0.05 * 9.81 * 0.09))).toBeLessThan(1e-4);
});

describe("a cylinder that lies across the base of a cone, beyond its rim", () => {
  /** On the end that is over the base, and where its side crosses the rim. */
  const across = (lean: number, spin = 0): Scene => ({
    bodies: {
      cone: { fixed: { type: "cone", radius: 0.03, height: 0.06 }, position: [0, 0, 0.06], orientation: [1, 0, 0, 0] },
      cylinder: {
        shape: { type: "cylinder", radius: 0.025, height: 0.06 },
        density: 800,
        position: [0.01, 0, 0.087 + 0.03 * Math.abs(lean)],
        orientation: quaternion.fromAxisAngle([0, 1, 0], Math.PI / 2 + lean) ?? quaternion.IDENTITY,
        angularVelocity: [0, spin, 0],
      },
    },
    material: { friction: 0.4, restitution: 0.2 },
  });

  it.each([
    [0.02, 0],
    [-0.05, 0],
    [0.03, 2],
  ])("comes to rest on both places at once, leaning by %d rad and turning by %d rad/s", (lean, spin) => {
    const stepper = createStepper(across(lean, spin), { stepError: 1e-3 });
    stepper.advance(0.3);
    expect(stepper.atRest).toBe(true);
    // With the lowest place alone it fell from one to the other more than 500 times.
    expect(stepper.statistics.steps).toBeLessThan(60);
    expect(stepper.statistics.deepest).toBeLessThan(1e-4 * stepper.size);
  });
});

describe("places of solids that are links", () => {
  const box = (size: Vec3, position: Vec3): SceneBody => ({ shape: { type: "box", size }, mass: 1, position });
  /** A trunk with a leg that is hinged to it. */
  const walker = (name: string, position: Vec3): Scene["bodies"] => ({
    [name]: { ...box([0.4, 0.3, 0.1], position), velocity: [0.3, -0.2, -0.1], angularVelocity: [0.2, 0.1, -0.4] },
    [`${name}'s leg`]: {
      ...box([0.1, 0.12, 0.14], [0, 0, 0]),
      position: [0.05, 0, -0.03],
      joint: { type: "revolute", parent: name, axis: [0, 1, 0], position: [0.3, 0, 0.06], start: { speed: 0.7 } },
    },
  });
  const scene: Scene = {
    bodies: { ...walker("one", [0, 0, 0.15]), ...walker("other", [1, 0, 0.15]), table: box([3, 2, 0.1], [0.5, 0, 0.05]) },
    contacts: ["one", "one's leg", "other", "other's leg"].map((name) => ({ between: [name, "table"], friction: 0.5, restitution: 0 })),
  };
  const system = systemFromScene(scene);
  const nodes = nodesOf(system);
  const surfaces = surfacesOf(system, nodes, solidsOf(scene));
  const { coordinates, speeds } = system.initialState();
  const listAt = (at: Float64Array) => {
    const list = createContactList(nodes);
    listContacts(list, surfaces, [0, 1, 2, 3], { step: 0, gain: 0, near: 0.1 }, at, speeds);
    return list;
  };

  it("are all corners of the face that lies on another", () => {
    const { pairs, count } = listAt(coordinates);
    for (let pair = 0; pair < 4; pair += 1) expect(pairs.slice(0, count).filter((of) => of === pair)).toHaveLength(4);
  });

  it("have rows that say how their gaps change with each speed", () => {
    const list = listAt(coordinates);
    const h = 1e-6;
    for (let k = 0; k < system.speedCount; k += 1) {
      const step = new Float64Array(system.speedCount);
      const gapsAt = (way: number) => {
        step[k] = way;
        const moved = coordinates.slice();
        system.displace(moved, step);
        const { gap, ids, count } = listAt(moved);
        return new Map(Array.from({ length: count }, (_, i) => [ids[i], gap[i]]));
      };
      const [ahead, behind] = [gapsAt(h), gapsAt(-h)];
      step[k] = 1;
      for (let i = 0; i < list.count; i += 1) {
        const rate = ((ahead.get(list.ids[i]) ?? Number.NaN) - (behind.get(list.ids[i]) ?? Number.NaN)) / (2 * h);
        expect(Math.abs(rate - motionOf(list, i, 2, step))).toBeLessThan(1e-8);
      }
    }
  });
});

describe("a place where two edges cross", () => {
  const lying: Quaternion = quaternion.fromAxisAngle([1, 0, 0], Math.PI / 4) ?? quaternion.IDENTITY;
  const across = quaternion.multiply(quaternion.fromAxisAngle([0, 0, 1], 0.4) ?? quaternion.IDENTITY, lying);
  const size: Vec3 = [1, 0.1, 0.1];
  const scene: Scene = {
    bodies: {
      upper: {
        shape: { type: "box", size },
        mass: 1,
        position: [0.02, 0.03, 0.1 * Math.SQRT2],
        orientation: across,
        velocity: [0.7, -0.4, 0.3],
        angularVelocity: [0.5, -0.8, 2],
      },
      lower: { shape: { type: "box", size }, mass: 1, position: [0, 0, 0], orientation: lying, angularVelocity: [-0.3, 0.6, -1.5] },
    },
    material: { friction: 0.5, restitution: 0 },
  };
  const system = systemFromScene(scene);
  const run = createRunState(system, {}, solidsOf(scene));
  const { coordinates, speeds } = system.initialState();
  const listAt = (time: number) => {
    const moved = coordinates.slice();
    system.displace(
      moved,
      speeds.map((speed) => time * speed),
    );
    const list = createContactList(run.nodes);
    listContacts(list, run.surfaces, [0], { step: 0, gain: 0, near: 0.01 }, moved, speeds);
    expect(list.count).toBe(1);
    return list;
  };

  it("changes its speed as its bias says", () => {
    const h = 1e-5;
    const rate = (listAt(h).velocity[2] - listAt(-h).velocity[2]) / (2 * h);
    expect(Math.abs(rate)).toBeGreaterThan(1);
    expect(Math.abs(rate - listAt(0).bias[2])).toBeLessThan(1e-6);
  });

  it("has the rows of the middle of a step where its bodies are then", () => {
    const [ahead, list] = [1e-3, listAt(0)];
    expect(turnRows(run, list, 0, ahead)).toBe(true);
    const [now, then] = [listAt(0), listAt(ahead)];
    const normalOf = ({ jacobian, width }: typeof list) => [
      ...jacobian.subarray(12, 18),
      ...jacobian.subarray(width / 2 + 12, width / 2 + 18),
    ];
    const far = (one: readonly number[], other: readonly number[]) => Math.max(...one.map((value, k) => Math.abs(value - other[k])));
    expect(far(normalOf(now), normalOf(then))).toBeGreaterThan(1e-4);
    // Displacements turn along the tangent: to the third order.
    expect(far(normalOf(list), normalOf(then))).toBeLessThan(1e-8);
  });
});
