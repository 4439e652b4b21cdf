import { describe, expect, it } from "vitest";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { MECHANISM_DURATION, thrownMechanism } from "../../testing/thrown-mechanisms.js";
import type { SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import { type Scene, type SceneBody, type ScenePlane, systemFromScene } from "../scene/scene.js";
import { apart, exact, stepped } from "./against-events.testing.js";
import { createStepper, type Stepper } from "./stepper.js";

const floor: ScenePlane = { plane: { normal: [0, 0, 1] } };
const about = ([x, y, z]: Vec3, angle: number): Quaternion => {
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
};
/** A rod that hangs down from its joint, which turns about y. */
const rod = (length: number, joint: Partial<SceneJoint>): SceneLink => ({
  shape: { type: "box", size: [0.05, 0.05, length] },
  mass: 1,
  position: [0, 0, -length / 2],
  joint: { type: "revolute", axis: [0, 1, 0], ...joint },
});
/** A bar along x from its joint, which turns about y. */
const bar = (length: number, joint: Partial<SceneJoint>): SceneLink => ({
  shape: { type: "box", size: [length, 0.04, 0.04] },
  mass: 1,
  position: [length / 2, 0, 0],
  joint: { type: "revolute", axis: [0, 1, 0], ...joint },
});
const ball = (position: Vec3, more: Partial<SceneBody> = {}): SceneBody => ({
  shape: { type: "sphere", radius: 0.05 },
  mass: 0.3,
  position,
  ...more,
});
const onFloor = (bodies: Scene["bodies"], friction: number, restitution: number): Scene => ({
  bodies: { ...bodies, floor },
  contacts: Object.keys(bodies).map((name) => ({ between: [name, "floor"], friction, restitution })),
});

/** Steps a scene and holds it to its books: energy never rises without work, the ledger closes, nothing is lost. */
function expectSound(scene: Scene, until: number, size: number): Stepper {
  const stepper = createStepper(scene);
  const start = stepper.energy();
  const scale = Math.max(Math.abs(start), 1);
  let highest = 0;
  stepper.advance(until, () => {
    highest = Math.max(highest, stepper.energy() - start - stepper.ledger.appliedWork);
  });
  const { impactLoss, frictionLoss, steppingLoss, projectionLoss, appliedWork, residual } = stepper.ledger;
  const end = start - impactLoss - frictionLoss - steppingLoss - projectionLoss + appliedWork + residual;
  expect(highest).toBeLessThan(1e-6 * scale);
  expect(Math.abs(residual)).toBeLessThan(1e-6 * scale);
  expect(Math.abs(end - stepper.energy())).toBeLessThan(1e-9 * scale);
  expect(stepper.statistics.deepest).toBeLessThan(1e-3 * size);
  expect(stepper.coordinates.every(Number.isFinite)).toBe(true);
  return stepper;
}

const double: Scene = {
  bodies: {
    upper: rod(1, { start: { position: 1.5 } }),
    lower: rod(0.8, { parent: "upper", position: [0, 0, -1], axis: [0, 1, 0.2], start: { position: 0.5 } }),
  },
};
const fourBar = (motion?: SceneJoint["motion"]): Scene => ({
  bodies: {
    crank: bar(0.3, { start: { position: -1 }, ...(motion === undefined ? {} : { motion }) }),
    coupler: bar(0.8, { parent: "crank", position: [0.3, 0, 0], start: { near: 0.5 } }),
    rocker: bar(0.5, { position: [0.7, 0, 0], start: { near: -1.5 } }),
  },
  loops: [
    { between: ["coupler", "rocker"], type: "revolute", axis: [0, 1, 0], frames: [{ position: [0.8, 0, 0] }, { position: [0.5, 0, 0] }] },
  ],
});
const geared: Scene = {
  bodies: { first: rod(0.3, { start: { position: 1 } }), second: rod(0.4, { position: [1, 0, 0] }) },
  gears: [{ between: ["first", "second"], ratio: -0.5, offset: 0 }],
};

describe("what nothing touches", () => {
  it.each<[string, Scene, number]>([
    ["a pendulum", { bodies: { rod: rod(1, { start: { position: 1 } }) } }, 1e-8],
    ["a double pendulum", double, 1e-5],
    [
      "a rod on a spring with a damper",
      { bodies: { rod: rod(1, { damping: 0.5, spring: { stiffness: 3 }, start: { position: 1 } }) } },
      1e-7,
    ],
    ["a four-bar linkage", fourBar(), 1e-4],
    ["a driven crank with a rod", { bodies: { ...fourBar({ type: "steady", speed: 6 }).bodies }, loops: fourBar().loops ?? [] }, 1e-9],
    ["two geared rods", geared, 1e-6],
  ])("%s moves as in the exact regime, to second order or better", (_, scene, within) => {
    const end = exact(scene, 0.6);
    const [coarse, fine] = [0.004, 0.001].map((step) => apart(stepped(scene, 0.6, { longestStep: step, fixedStep: true }), end));
    expect(coarse).toBeLessThan(within);
    // A quarter of the step, a sixteenth of the error.
    expect(fine).toBeLessThan(Math.max(coarse / 16, 1e-10));
  });

  it("a stiff joint with friction slows down and stops, and friction never drives it", () => {
    const scene: Scene = { bodies: { rod: rod(0.4, { friction: { effort: 3 }, start: { position: 0.5, speed: 4 } }) } };
    const stepper = createStepper(scene, { longestStep: 0.005 });
    let energy = stepper.energy();
    stepper.advance(1, () => {
      expect(stepper.energy()).toBeLessThanOrEqual(energy + 1e-12);
      energy = stepper.energy();
    });
    // Held at some angle; it creeps by at most the speed below which friction falls off.
    expect(Math.abs(stepper.speeds[0])).toBeLessThan(0.01);
    expect(Math.abs(stepper.coordinates[0] - exact(scene, 1).coordinates[0])).toBeLessThan(2e-3);
  });
});

describe("what touches", () => {
  it("dampers of thrown mechanisms take energy out and never put any in", () => {
    const scenes = [3, 13, 17, 39, 45].map(thrownMechanism);
    for (const scene of scenes) {
      const stepper = createStepper(scene);
      let work = 0;
      stepper.advance(MECHANISM_DURATION, () => {
        expect(stepper.ledger.appliedWork).toBeLessThanOrEqual(work);
        work = stepper.ledger.appliedWork;
      });
      expect(work).toBeLessThan(0);
    }
  });

  it("a stop catches a swinging rod as in the exact regime, with its restitution", () => {
    const scene: Scene = { bodies: { rod: rod(1, { limits: { lower: -0.2, restitution: 0.5 }, start: { position: 1 } }) } };
    const stepper = expectSound(scene, 0.8, 1);
    expect(stepper.statistics.impacts).toBe(1);
    expect(apart(stepper, exact(scene, 0.8))).toBeLessThan(1e-6);
  });

  it("a rod leans on its stop at rest", () => {
    const stepper = expectSound({ bodies: { rod: rod(1, { limits: { lower: 0.3 }, start: { position: 0.6 } }) } }, 3, 1);
    expect(stepper.atRest).toBe(true);
    expect(Math.abs(stepper.coordinates[0] - 0.3)).toBeLessThan(1e-4);
  });

  it("a pendulum strikes the ground by the law of the exact regime", () => {
    const scene: Scene = {
      bodies: { rod: rod(1, { start: { position: 1.2 } }), ground: { plane: { normal: [0, 0, 1], point: [0, 0, -0.9] } } },
      contacts: [{ between: ["rod", "ground"], friction: 0.3, restitution: 0.3 }],
    };
    expect(apart(stepped(scene, 0.5), exact(scene, 0.5))).toBeLessThan(1e-4);
  });

  it("a chain of ten links dropped on the floor finishes and comes to rest", () => {
    const links = Array.from({ length: 10 }, (_, i): [string, SceneLink] => [
      `link ${i}`,
      {
        shape: { type: "box", size: [0.04, 0.04, 0.1] },
        mass: 0.2,
        position: [0, 0, -0.06],
        joint:
          i === 0
            ? { type: "free", start: { position: [0, 0, 1], orientation: about([0, 1, 0], 1.2) } }
            : {
                type: "revolute",
                parent: `link ${i - 1}`,
                position: [0, 0, -0.11],
                axis: i % 2 === 0 ? [1, 0, 0] : [0, 1, 0],
                start: { position: 0.3 * ((i % 3) - 1) },
              },
      },
    ]);
    const stepper = expectSound(onFloor(Object.fromEntries(links), 0.5, 0.1), 2, 0.06);
    expect(stepper.atRest).toBe(true);
    // Every link lies on the floor.
    expect(stepper.energy()).toBeLessThan(0.2 * 9.81 * 10 * 0.03);
  });

  it.each([0, 0.1])("a quadruped with 12 joints, damping %d, dropped with friction 0.6 and e = 0.1, ends", (damping) => {
    const stepper = expectSound(onFloor(quadruped(damping), 0.6, 0.1), 1, 0.25);
    expect(stepper.statistics.notConverged).toBeLessThan(0.02 * stepper.statistics.solves);
    expect(stepper.statistics.stuck).toBe(0);
  });

  it("a ring of four bars dropped on the floor stays closed and comes to rest", () => {
    const [b, c, d] = [1.2, 1.6, 1.8].map((near, i) => bar(0.3, { parent: "abcd"[i], position: [0.3, 0, 0], start: { near } }));
    const a = bar(0.3, { type: "free", start: { position: [0, 0, 1], orientation: about([1, 0, 0], 0.5) } });
    const scene: Scene = {
      ...onFloor({ a, b, c, d }, 0.5, 0.3),
      loops: [{ between: ["d", "a"], type: "revolute", axis: [0, 1, 0], frames: [{ position: [0.3, 0, 0] }, {}] }],
    };
    const stepper = expectSound(scene, 1.5, 0.15);
    expect(stepper.atRest).toBe(true);
    expect(systemFromScene(scene).strays?.(stepper.coordinates, stepper.speeds, 1e-9, 1e-9)).toBe(false);
  });

  it("a gripper squeezes a box and lifts it", () => {
    const jaw = (side: number): SceneLink => ({
      shape: { type: "box", size: [0.06, 0.02, 0.3] },
      mass: 0.5,
      position: [0, 0, -0.25],
      joint: {
        type: "prismatic",
        parent: "lift",
        axis: [0, 1, 0],
        position: [0, 0.1 * side, 0],
        motor: { effort: -20 * side },
        damping: 20,
      },
    });
    const contact = (first: string, second: string) => ({ between: [first, second] as const, friction: 0.6, restitution: 0 });
    const scene: Scene = {
      bodies: {
        lift: {
          mass: 2,
          inertia: [0.1, 0.1, 0.1],
          joint: {
            type: "prismatic",
            position: [0, 0, 0.5],
            motion: { type: "series", times: [0, 0.5, 0.6, 1.4, 1.5, 2], speeds: [0, 0, 1 / 3, 1 / 3, 0, 0] },
          },
        },
        left: jaw(-1),
        right: jaw(1),
        box: { shape: { type: "box", size: [0.1, 0.1, 0.2] }, mass: 1, position: [0, 0.005, 0.1] },
        floor,
      },
      contacts: [contact("left", "box"), contact("right", "box"), contact("box", "floor")],
    };
    const stepper = stepped(scene, 2);
    expect(Math.abs(stepper.coordinates[2] - 0.4)).toBeLessThan(2e-3);
  });

  it("a driven arm sweeps balls off the floor and is not slowed down", () => {
    const arm: SceneLink = {
      shape: { type: "box", size: [0.5, 0.05, 0.05] },
      mass: 1,
      position: [0.25, 0, 0],
      joint: { type: "revolute", position: [0, 0, 0.07], motion: { type: "steady", speed: 4 } },
    };
    const balls = [0, 1, 2].map((i): [string, SceneBody] => [`ball ${i}`, ball([0.3 * Math.cos(1 + i), 0.3 * Math.sin(1 + i), 0.05])]);
    const scene: Scene = { bodies: { ...Object.fromEntries(balls), arm, floor }, material: { friction: 0.3, restitution: 0.5 } };
    const stepper = expectSound(scene, 1.5, 0.25);
    expect(stepper.statistics.impacts).toBeGreaterThan(2);
    expect(Math.abs(stepper.coordinates[21] - 6)).toBeLessThan(1e-9);
    for (const k of [0, 7, 14]) expect(Math.hypot(stepper.coordinates[k], stepper.coordinates[k + 1])).toBeGreaterThan(0.35);
  });

  // Unselected seeds.
  it.each([1, 2, 3, 4, 5, 6])("random mechanism %d thrown on a floor", (seed) => {
    expectSound(thrownMechanism(seed), MECHANISM_DURATION, 0.2);
  });

  it("gives the same bits again", () => {
    const scene = onFloor(quadruped(0.1), 0.6, 0.1);
    expect([...stepped(scene, 0.5).coordinates]).toEqual([...stepped(scene, 0.5).coordinates]);
  });
});

function quadruped(damping: number): Record<string, SceneLink> {
  const legs = [
    ["front left", 0.2, 0.13],
    ["front right", 0.2, -0.13],
    ["hind left", -0.2, 0.13],
    ["hind right", -0.2, -0.13],
  ] as const;
  const joint = (parent: string, position: Vec3, axis: Vec3, lower: number, upper: number, start: number): SceneJoint => ({
    type: "revolute",
    parent,
    position,
    axis,
    limits: { lower, upper },
    damping,
    start: { position: start },
  });
  return {
    trunk: {
      shape: { type: "box", size: [0.5, 0.25, 0.12] },
      mass: 8,
      joint: { type: "free", start: { position: [0, 0, 0.7], orientation: about([1, 0, 0], 0.15) } },
    },
    ...Object.fromEntries(
      legs.flatMap(([name, x, y]): [string, SceneLink][] => [
        [
          `${name} hip`,
          { shape: { type: "box", size: [0.06, 0.06, 0.06] }, mass: 0.6, joint: joint("trunk", [x, y, 0], [1, 0, 0], -0.8, 0.8, 0) },
        ],
        [
          `${name} thigh`,
          {
            shape: { type: "box", size: [0.05, 0.04, 0.2] },
            mass: 0.8,
            position: [0, 0, -0.1],
            joint: joint(`${name} hip`, [0, y < 0 ? -0.06 : 0.06, 0], [0, 1, 0], -1, 2.5, 0.7),
          },
        ],
        [
          `${name} shank`,
          {
            shape: { type: "capsule", radius: 0.02, length: 0.2 },
            mass: 0.2,
            position: [0, 0, -0.1],
            joint: joint(`${name} thigh`, [0, 0, -0.2], [0, 1, 0], -2.6, -0.5, -1.4),
          },
        ],
      ]),
    ),
  };
}
