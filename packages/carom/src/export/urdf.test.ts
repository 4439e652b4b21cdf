import { describe, expect, it } from "vitest";
import * as mat3 from "../math/mat3.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import type { SceneLink } from "../simulation/mechanism/scene-link.js";
import { type Scene, systemFromScene } from "../simulation/scene/scene.js";
import { weightOf } from "../simulation/scene/weight.js";
import { fromRollPitchYaw, toRollPitchYaw } from "../simulation/urdf/fields.js";
import { readUrdf } from "../simulation/urdf/urdf.js";
import { urdfOf } from "./urdf.js";

const s = Math.SQRT1_2;
const scene: Scene = {
  bodies: {
    "a <box> & co": { shape: { type: "box", size: [0.1, 0.2, 0.3] }, density: 700, position: [1 / 3, 0, 2], orientation: [0, s, 0, s] },
    ball: {
      shape: { type: "sphere", radius: 0.1 },
      mass: 2,
      inertia: [0.01, 0.011, 0.012],
      centre: [0.001, 0.002, 0.003],
      position: [1, 1, 1],
      velocity: [1, 0, 0],
    },
    arm: {
      joint: {
        type: "revolute",
        axis: [0, 3, 4],
        position: [0, 0, 1],
        orientation: [0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214],
        limits: { lower: -1, upper: 2 },
        damping: 0.1,
        friction: { effort: 0.3 },
        spring: { stiffness: 3, position: 0.2 },
      },
      shape: {
        type: "compound",
        parts: [
          { shape: { type: "capsule", radius: 0.02, length: 0.3 }, density: 800 },
          { shape: { type: "cone", radius: 0.1, height: 0.05 }, density: 500, position: [0.2, 0, 0.1] },
        ],
      },
      mass: 1.7,
      centre: [0.01, 0.02, 0.03],
      inertia: [
        [0.02, 0.001, 0],
        [0.001, 0.03, 0.002],
        [0, 0.002, 0.025],
      ],
    },
    hand: {
      joint: { type: "prismatic", parent: "arm", axis: [1, 0, 0], position: [0.3, 0, 0], limits: { lower: 0, upper: 0.1 } },
      shape: { type: "cylinder", radius: 0.03, height: 0.2 },
      orientation: [s, 0, 0, s],
      position: [0.1, 0.2, 0.3],
      mass: 0.4,
    },
    wheel: {
      joint: { type: "revolute", parent: "arm", axis: [0, 0, 1], position: [0, 0.3, 0] },
      shape: { type: "rod", radius: 0.01, length: 0.2 },
      density: 2700,
    },
    wrist: {
      joint: { type: "spherical", parent: "hand", position: [0.1, 0, 0] },
      shape: {
        type: "tetrahedron",
        vertices: [
          [0, 0, 0],
          [0.1, 0, 0],
          [0, 0.1, 0],
          [0, 0, 1 / 7],
        ],
      },
      density: 2700,
    },
    drone: {
      joint: { type: "free", start: { position: [3, 0, 1 / 3], orientation: [0, 0, s, s], velocity: [0, 0, 1] } },
      shape: { type: "box", size: [0.1, 0.1, 0.1], rounding: 0.01 },
      mass: 0.3,
    },
    floor: { plane: { normal: [0, 1, 1], point: [0, 0, -1] } },
  },
  gears: [{ between: ["arm", "hand"], ratio: 0.1, offset: 0 }],
  loops: [{ type: "revolute", between: ["wheel", "world"] }],
  contacts: [{ between: ["ball", "floor"], friction: 0.3, restitution: 0.5 }],
};

const files = urdfOf(scene, "all", "parts");
const meshes = new Map([...files.meshes].map(([name, text]) => [`parts/${name}`, text]));
const back = readUrdf(files.text, { meshes, corners: 64 });

/** Where everything is with all joints at zero. */
function startOf(bodies: Scene["bodies"]) {
  const system = systemFromScene({ bodies });
  const { coordinates, speeds } = system.initialState();
  return new Map(system.names.map((name, i) => [name, system.stateOf(i, coordinates, speeds)]));
}

describe("a scene as URDF", () => {
  it("comes back with the same masses, centres, inertias and poses, to 1e-12", () => {
    expect(back.name).toBe("all");
    for (const name of ["a <box> & co", "ball", "arm", "hand", "wheel", "wrist", "drone"]) {
      const [before, after] = [scene.bodies[name] as SceneLink, back.bodies[name]].map((body) => weightOf(body, name));
      expect(Math.abs(after.mass - before.mass)).toBeLessThanOrEqual(1e-12 * before.mass);
      const [first, second] = [before, after].map(({ inertia }) => mat3.fromRows(inertia));
      const largest = Math.max(...first);
      first.forEach((moment, i) => {
        expect(Math.abs(second[i] - moment)).toBeLessThanOrEqual(1e-12 * largest);
      });
      before.centre.forEach((value, c) => {
        expect(after.centre[c]).toBeCloseTo(value, 12);
      });
    }
    const [before, after] = [startOf(scene.bodies), startOf(back.bodies)];
    expect(before.size).toBe(7);
    for (const [name, { position, orientation }] of before) {
      const there = after.get(name)!;
      position.forEach((value, c) => {
        expect(Math.abs(there.position[c] - value)).toBeLessThan(1e-12);
      });
      // q and -q are the same turn.
      const alike = orientation.reduce((sum, value, c) => sum + value * there.orientation[c], 0);
      expect(Math.abs(Math.abs(alike) - 1)).toBeLessThan(1e-12);
    }
  });

  it("keeps joints, stops, gears and the floor", () => {
    expect(back.bodies.arm.joint).toMatchObject({ type: "revolute", damping: 0.1, friction: { effort: 0.3 } });
    // Its own stops are -1 and 2; those of the hand that follows it, 0 and 0.1, stop it at 0 and 1.
    expect(back.bodies.arm.joint.limits!.lower).toBeCloseTo(0, 12);
    expect(back.bodies.arm.joint.limits!.upper).toBeCloseTo(1, 12);
    expect(back.bodies.wheel.joint).toMatchObject({ type: "revolute", parent: "arm" });
    expect(back.bodies.wheel.joint.limits).toBeUndefined();
    expect(back.bodies.wrist.joint.type).toBe("spherical");
    expect(back.bodies.drone.joint.type).toBe("free");
    expect(back.gears).toEqual([{ between: ["arm", "hand"], ratio: 0.1, offset: 0 }]);
    // The top of the box: half a metre above its middle, along the normal.
    const { joint, shape, position = [0, 0, 0], orientation = [0, 0, 0, 1] } = back.bodies.floor;
    expect(shape).toMatchObject({ type: "box", size: [100, 100, 1] });
    const turn = quaternion.multiply(joint.orientation ?? [0, 0, 0, 1], orientation);
    const middle = quaternion.rotate(joint.orientation ?? [0, 0, 0, 1], position as Vec3);
    const up = quaternion.rotate(turn, [0, 0, 0.5]);
    [0, 0, -1].forEach((value, c) => {
      expect((joint.position?.[c] ?? 0) + middle[c] + up[c]).toBeCloseTo(value, 12);
    });
    expect(up[1]).toBeCloseTo(s / 2, 12);
  });

  it("tells what a URDF cannot say", () => {
    const told = files.account.join("\n");
    expect(told).toMatch(/a <box> & co, ball, drone: it moves freely: its joint is floating/);
    expect(told).toMatch(/revolute loop of wheel and world: loops are left out/);
    expect(told).toMatch(/contacts: friction and restitution belong to pairs/);
    expect(told).toMatch(/arm: the spring of its joint is left out/);
    expect(told).toMatch(/ball, drone: velocities at the beginning are left out/);
    expect(told).toMatch(/arm: a capsule is a cylinder between two spheres/);
    expect(told).toMatch(/wrist: its joint is spherical/);
    expect(told).toMatch(/floor: a plane has no end/);
    expect([...files.meshes.keys()]).toEqual(["arm.obj", "wrist.obj", "drone.obj"]);
    expect(() => urdfOf({ bodies: { world: { shape: { type: "sphere", radius: 1 }, mass: 1, position: [0, 0, 0] } } })).toThrow(
      /bodies\.world: "world" is the name of the link that stands in a URDF/,
    );
  });

  it("of two gears on one joint turns the second round, and leaves out a third", () => {
    const wheel = { joint: { type: "revolute" }, shape: { type: "sphere", radius: 1 }, mass: 1 } as const;
    const gears = [
      { between: ["a", "b"], ratio: 2, offset: 0 },
      { between: ["c", "b"], ratio: 4, offset: 1 },
      { between: ["a", "c"], ratio: 0.5, offset: 0 },
    ] as const;
    const { text, account } = urdfOf({ bodies: { a: wheel, b: wheel, c: wheel }, gears });
    expect(text).toContain('<mimic joint="a_joint" multiplier="2" offset="0"/>');
    expect(text).toContain('<mimic joint="b_joint" multiplier="0.25" offset="-0.25"/>');
    expect(account.join("\n")).toMatch(/gear of a and c: left out/);
  });
});

it("roll, pitch and yaw are the turn they come from, also where pitch is a quarter turn", () => {
  const random = createRandom(7);
  const turns = Array.from({ length: 400 }, (_, k): Vec3 => {
    const pitch = k % 4 === 0 ? (k % 8 === 0 ? 1 : -1) * (Math.PI / 2 - 10 ** (-3 - 14 * random())) : Math.PI * (random() - 0.5);
    return [7 * (random() - 0.5), pitch, 7 * (random() - 0.5)];
  });
  for (const turn of [...turns, [0.3, Math.PI / 2, 0.2], [3, -Math.PI / 2, 2]] as Vec3[]) {
    const given = fromRollPitchYaw(turn);
    const found = fromRollPitchYaw(toRollPitchYaw(given));
    const sign = given[3] * found[3] + given[0] * found[0] + given[1] * found[1] + given[2] * found[2] < 0 ? -1 : 1;
    given.forEach((value, c) => {
      expect(Math.abs(sign * found[c] - value)).toBeLessThan(2e-15);
    });
  }
});
