/** Steps where the answer is known in closed form, and where contacts are hard to solve. */
import { describe, expect, it } from "vitest";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { primitivesOverPlane } from "../detection/over-plane.js";
import type { Primitive } from "../detection/pair-geometry.js";
import { freeBodies } from "../free-bodies/free-bodies.js";
import { rimlessWheel } from "../rimless-wheel.testing.js";
import type { Scene, SceneBody, ScenePlane } from "../scene/scene.js";
import { stepped } from "./against-events.testing.js";
import { createRunState } from "./run-state.js";
import { stepperOf } from "./stepper.js";
import type { StepOptions } from "./tolerances.js";

const G = 9.81;
const floor: ScenePlane = { plane: { normal: [0, 0, 1] } };

interface Landing {
  readonly inertia: Vec3;
  readonly points: readonly Vec3[];
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly gravity: Vec3;
}

/** How fast a body with points on a rough floor turns after its landings, which lose more than some energy, by steps. */
function land({ inertia, points, gravity, ...motion }: Landing, until: number, options: StepOptions, loss = 0): number[] {
  const primitives = points.map((point, i): Primitive => ({ kind: "point", name: `point ${i}`, point }));
  const geometry = primitivesOverPlane(primitives, { normal: [0, 0, 1], offset: 0 });
  const system = freeBodies({
    bodies: { body: { mass: 1, inertia, ...motion } },
    gravity,
    reach: { body: Math.max(...points.map((point) => Math.hypot(...point))) },
    pairs: [{ between: ["body", "floor"], material: { friction: 2, restitution: 0 }, geometry }],
  });
  const run = createRunState(system, options, new Map());
  const rates: number[] = [];
  run.observe = {
    mark: () => () => {},
    step: () => () => {},
    course: () => () => undefined,
    stepped: () => undefined,
    flight: () => {},
    rest: () => {},
    impact: ({ speeds }, _, ask) => {
      const { energyBefore, energyAfter } = ask();
      if (energyBefore - energyAfter > loss) rates.push(Math.hypot(speeds[3], speeds[4], speeds[5]));
    },
  };
  stepperOf(run).advance(until);
  return rates;
}

describe("landings without restitution", () => {
  it("a rocking block keeps Housner's part of its rate", () => {
    const [b, h, rate, tilt] = [0.1, 0.3, 1, 1e-3];
    const moment = (b * b + h * h) / 3;
    const [cosine, sine] = [Math.cos(tilt), Math.sin(tilt)];
    const points = [-b, b].flatMap((x) => [-0.2, 0.2].map((y): Vec3 => [x * cosine + h * sine, y, x * sine - h * cosine]));
    const [rateAfter] = land(
      {
        inertia: [moment, moment, moment],
        points,
        position: [h * sine, 0, h * cosine + b * sine],
        velocity: [rate * (h * cosine + b * sine), 0, -rate * (b * cosine - h * sine)],
        angularVelocity: [0, rate, 0],
        gravity: [0, 0, -G],
      },
      0.02,
      {},
    );
    const before = Math.sqrt(rate * rate + (2 * G * (b * sine - h * (1 - cosine))) / (4 * moment));
    expect(Math.abs(rateAfter / before - (1 - 1.5 / (1 + (h / b) ** 2)))).toBeLessThan(1e-5);
  });

  it("a rimless wheel keeps (cos(2 pi/n) + lambda^2) / (1 + lambda^2) of its speed at each step", () => {
    const first = 3;
    const { wheel, half, kept, gain } = rimlessWheel(8, 0.5, 0.5, 0.12, first);
    const after = (omega: number) => kept * Math.sqrt(omega * omega + gain(half));
    const second = after(after(first));
    // Of second order in the step, down to where landings are located: gaps of 1e-5 sizes.
    const errors = [4e-3, 1e-3].map((longestStep) =>
      Math.abs(land(wheel, 0.7, { fixedStep: true, longestStep, shortestStep: longestStep }, 0.1)[1] / second - 1),
    );
    expect(errors[0]).toBeLessThan(4e-5);
    expect(errors[1]).toBeLessThan(4e-6);
  });
});

describe("friction", () => {
  /** A box that slides and turns, and a ball that slides into it, all turned about the vertical. */
  const sliding = (angle: number): Scene => {
    const turn: Quaternion = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    const turned = (v: Vec3): Vec3 => quaternion.rotate(turn, v);
    const box: SceneBody = {
      shape: { type: "box", size: [0.2, 0.3, 0.1] },
      mass: 1,
      position: turned([0, 0, 0.05]),
      orientation: turn,
      velocity: turned([1, 0.4, 0]),
      angularVelocity: [0, 0, 5],
    };
    const ball: SceneBody = {
      shape: { type: "sphere", radius: 0.04 },
      mass: 0.5,
      position: turned([0.4, 0.1, 0.04]),
      velocity: turned([-1, 0, 0]),
    };
    return { bodies: { box, ball, floor }, material: { friction: 0.3, restitution: 0.4 } };
  };

  it("has no directions of its own: a scene turned about the normal moves as before, turned", () => {
    const straight = stepped(sliding(0), 0.5).coordinates;
    const angle = 0.7;
    const askew = stepped(sliding(angle), 0.5).coordinates;
    for (const at of [0, 7]) {
      const [x, y] = [straight[at], straight[at + 1]];
      expect(Math.abs(askew[at] - (x * Math.cos(angle) - y * Math.sin(angle)))).toBeLessThan(1e-10);
      expect(Math.abs(askew[at + 1] - (x * Math.sin(angle) + y * Math.cos(angle)))).toBeLessThan(1e-10);
    }
  });
});

describe("contacts that are hard to solve", () => {
  const plate = (grid: number): Scene => ({
    bodies: {
      plate: {
        shape: { type: "box", size: [0.3, 0.3, 0.05] },
        mass: 1,
        position: [0, 0, 0.025],
        velocity: [1, 0, 0],
        points: { grid },
      },
      floor,
    },
    material: { friction: 0.3, restitution: 0 },
  });

  it("a plate on 100 places slides as on four", () => {
    for (const grid of [2, 10]) {
      const { coordinates } = stepped(plate(grid), 0.2);
      expect(Math.abs(coordinates[0] - (0.2 - 0.5 * 0.3 * G * 0.04))).toBeLessThan(1e-6);
    }
  });

  it("two planes in one place hold as one", () => {
    const twice: Scene = { ...plate(2), bodies: { ...plate(2).bodies, again: floor } };
    expect(Math.abs(stepped(twice, 0.2).coordinates[0] - (0.2 - 0.5 * 0.3 * G * 0.04))).toBeLessThan(1e-6);
  });

  it("a box of a million times its mass rests on another, with the residual told", () => {
    const box = (mass: number, z: number): SceneBody => ({ shape: { type: "box", size: [0.2, 0.2, 0.2] }, mass, position: [0, 0, z] });
    const scene: Scene = { bodies: { low: box(1, 0.1), high: box(1e6, 0.301), floor }, material: { friction: 0.5, restitution: 0 } };
    const { coordinates, statistics, size } = stepped(scene, 0.5);
    expect(Math.abs(coordinates[9] - 0.3)).toBeLessThan(1e-3 * size);
    expect(statistics.deepest).toBeLessThan(1e-3 * size);
    expect(Number.isFinite(statistics.largestResidual)).toBe(true);
  });

  it("a box that falls into a wedge of two rough planes gains nothing and goes through none", () => {
    const scene: Scene = {
      bodies: {
        box: { shape: { type: "box", size: [0.1, 0.1, 0.1] }, mass: 1, position: [0, 0, 0.5], velocity: [0, 0, -3] },
        left: { plane: { normal: [1, 0, 0.2] } },
        right: { plane: { normal: [-1, 0, 0.2] } },
      },
      material: { friction: 0.9, restitution: 0.1 },
    };
    const stepper = stepped(scene, 0.5);
    expect(stepper.energy()).toBeLessThan(9.81 * 0.5 + 4.5);
    expect(stepper.statistics.deepest).toBeLessThan(1e-3 * stepper.size);
    expect(stepper.coordinates.every(Number.isFinite)).toBe(true);
  });
});
