/** One body that lands without restitution, by the law of the default: what has an answer in closed form. */
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import { primitivesOverPlane } from "../detection/over-plane.js";
import type { Primitive } from "../detection/pair-geometry.js";
import { freeBodies } from "../free-bodies/free-bodies.js";
import { rimlessWheel } from "../rimless-wheel.testing.js";
import { createSimulation } from "./simulation.js";

const G = 9.81;

interface Landing {
  readonly inertia: Vec3;
  readonly points: readonly Vec3[];
  readonly position: Vec3;
  readonly velocity?: Vec3;
  readonly angularVelocity?: Vec3;
  readonly gravity?: Vec3;
  readonly friction: number;
}

/** Impacts until a time: when, by which law, and the speeds after. */
function land({ inertia, points, position, velocity, angularVelocity, gravity = [0, 0, -G], friction }: Landing, until: number) {
  const body = {
    mass: 1,
    inertia,
    position,
    ...(velocity === undefined ? {} : { velocity }),
    ...(angularVelocity === undefined ? {} : { angularVelocity }),
  };
  const primitives = points.map((point, i): Primitive => ({ kind: "point", name: `point ${i}`, point }));
  const geometry = primitivesOverPlane(primitives, { normal: [0, 0, 1], offset: 0 });
  const system = freeBodies({
    bodies: { body },
    gravity,
    reach: { body: Math.max(...points.map((point) => Math.hypot(...point))) },
    pairs: [{ between: ["body", "floor"], material: { friction, restitution: 0 }, geometry }],
  });
  const simulation = createSimulation(system, system.initialState());
  const impacts: { readonly time: number; readonly speeds: number[] }[] = [];
  simulation.advance(until, {
    event: (event) => {
      if (event.kind === "impact") impacts.push({ time: event.time, speeds: Array.from(simulation.speeds) });
    },
  });
  return { impacts, speeds: Array.from(simulation.speeds) };
}

/** The integral of 1/omega over the swing between two impacts, by Gauss's rule of five points on small pieces. */
function swingTime(omega: number, from: number, to: number, squareAt: (theta: number) => number): number {
  const nodes = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
  const weights = [0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908];
  const pieces = 200;
  const half = (to - from) / pieces / 2;
  let time = 0;
  for (let piece = 0; piece < pieces; piece++)
    nodes.forEach((node, i) => {
      const theta = from + (2 * piece + 1 + node) * half;
      time += (weights[i] * half) / Math.sqrt(omega * omega + squareAt(theta));
    });
  return time;
}

describe("rimless wheel", () => {
  it("steps in the time of a pendulum and keeps (cos(2 pi/n) + lambda^2) / (1 + lambda^2) of its speed at each step", () => {
    const first = 3;
    const { wheel, half, kept, gain } = rimlessWheel(8, 0.5, 0.5, 0.12, first);
    const { impacts } = land({ ...wheel, friction: 2 }, 1.5);
    let omega = first;
    let time = 0;
    expect(impacts.length).toBeGreaterThan(3);
    for (const impact of impacts) {
      time += swingTime(omega, -half, half, gain);
      omega = kept * Math.sqrt(omega * omega + gain(half));
      expect(Math.abs(impact.time - time)).toBeLessThan(1e-7);
      expect(Math.abs(Math.hypot(...impact.speeds.slice(3, 6)) - omega)).toBeLessThan(1e-7);
    }
  });
});

describe("rocking block", () => {
  it("lands with Housner's ratio and turns on about the other edge", () => {
    const [b, h] = [0.1, 0.3];
    const points = [-b, b].flatMap((x) => [-0.2, 0.2].map((y): Vec3 => [x, y, -h]));
    const moment = (b * b + h * h) / 3;
    const rate = 1;
    // Turning about the left edge, with the right one a hair above the floor.
    const tilt = 1e-3;
    const { impacts } = land(
      {
        inertia: [moment, moment, moment],
        points: points.map(([x, y, z]): Vec3 => [x * Math.cos(tilt) + z * Math.sin(-tilt), y, x * Math.sin(tilt) + z * Math.cos(tilt)]),
        position: [h * Math.sin(tilt), 0, h * Math.cos(tilt) + b * Math.sin(tilt)],
        velocity: [rate * (h * Math.cos(tilt) + b * Math.sin(tilt)), 0, -rate * (b * Math.cos(tilt) - h * Math.sin(tilt))],
        angularVelocity: [0, rate, 0],
        friction: 2,
      },
      0.02,
    );
    expect(impacts).toHaveLength(1);
    const before = Math.sqrt(rate * rate + (2 * G * (b * Math.sin(tilt) - h * (1 - Math.cos(tilt)))) / (4 * moment));
    expect(Math.hypot(...impacts[0].speeds.slice(3, 6)) / before).toBeCloseTo(1 - 1.5 / (1 + (h / b) ** 2), 7);
  });
});

describe("rod", () => {
  const points = [-0.5, 0.5].flatMap((x) => [-0.01, 0.01].map((y): Vec3 => [x, y, -0.01]));
  const inertia: Vec3 = [1e-3, 1 / 12, 1 / 12];

  it("dropped flat stops at once", () => {
    const { impacts, speeds } = land({ inertia, points, position: [0, 0, 0.11], friction: 0.5 }, 0.3);
    expect(impacts).toHaveLength(1);
    expect(impacts[0].time).toBeCloseTo(Math.sqrt(0.2 / G), 9);
    expect(Math.hypot(...speeds)).toBeLessThan(1e-12);
  });

  it("dropped on one end pivots about it, slaps once and lies", () => {
    const tilt = 0.2;
    const turned = points.map(([x, y, z]): Vec3 => [x * Math.cos(tilt) - z * Math.sin(tilt), y, x * Math.sin(tilt) + z * Math.cos(tilt)]);
    const lowest = Math.min(...turned.map(([, , z]) => z));
    const { impacts, speeds } = land({ inertia, points: turned, position: [0, 0, 0.05 - lowest], friction: 0.8 }, 1);
    expect(impacts).toHaveLength(2);
    expect(Math.hypot(...speeds)).toBeLessThan(1e-9);
  });
});
