import fc from "fast-check";
import { expect, it } from "vitest";
import { createIntegrator } from "../../math/ode/index.js";
import type { Vec3 } from "../../math/vec3.js";
import { between } from "../../testing/between.js";
import { flightOf } from "./flight.js";
import { freeMotion } from "./motion.js";

const GRAVITY: Vec3 = [0.3, -0.2, -9.81];

/** Coordinates and speeds after a time, by integration. */
function integrated(moments: Vec3, start: Float64Array, time: number): Float64Array {
  const motion = freeMotion({ body: { mass: 2, inertia: moments, position: [0, 0, 0] } }, GRAVITY, []);
  const integrator = createIntegrator({ dimension: 13, relativeTolerance: 1e-13, absoluteTolerance: 1e-13 }, (t, y, out) => {
    const [coordinates, speeds] = [y.slice(0, 7), y.slice(7)];
    const rates = new Float64Array(7);
    const forces = new Float64Array(6);
    motion.rates(coordinates, speeds, rates);
    motion.forces(t, coordinates, speeds, forces);
    motion.solveMass(coordinates, forces, forces);
    out.set(rates);
    out.set(forces, 7);
  });
  integrator.start(0, start);
  integrator.advance(time);
  return integrator.state;
}

const vector = (size: number) => fc.tuple(between(-size, size), between(-size, size), between(-size, size));

it.each([
  ["a ball", [0.4, 0.4, 0.4]],
  ["a disk", [0.3, 0.3, 0.6]],
  ["a pencil along y", [0.5, 0.02, 0.5]],
  ["a cylinder along x", [0.1, 0.7, 0.7]],
] as const)("%s flies as it does when integrated", (_name, moments) => {
  const flight = flightOf([moments[0], 0, 0, 0, moments[1], 0, 0, 0, moments[2]], GRAVITY)!;
  const out = new Float64Array(13);
  fc.assert(
    fc.property(
      vector(5),
      vector(8),
      fc.tuple(...[0, 1, 2, 3].map(() => between(-1, 1))),
      between(0.01, 1.5),
      (velocity, spin, turn, time) => {
        const length = Math.hypot(...turn);
        fc.pre(length > 0.1);
        const start = Float64Array.of(1, 2, 3, ...turn.map((value) => value / length), ...velocity, ...spin);
        flight.stateAt(start, time, out);
        const expected = integrated(moments, start, time);
        out.forEach((value, k) => {
          expect(Math.abs(value - expected[k])).toBeLessThan(1e-10);
        });
      },
    ),
    { numRuns: 40, seed: 5 },
  );
});

it("is left to integration where three moments differ, or axes are not those of the body", () => {
  expect(flightOf([1, 0, 0, 0, 2, 0, 0, 0, 2.5], GRAVITY)).toBeUndefined();
  expect(flightOf([1, 0.1, 0, 0.1, 1, 0, 0, 0, 1], GRAVITY)).toBeUndefined();
});

it("goes on in stretches that a fast spin or a slow fall shortens", () => {
  const flight = flightOf([1, 0, 0, 0, 1, 0, 0, 0, 1], GRAVITY)!;
  const state = (velocity: Vec3, spin: Vec3) => Float64Array.of(0, 0, 0, 0, 0, 0, 1, ...velocity, ...spin);
  expect(flight.stretchFrom(state([0, 0, 0], [0, 0, 0]))).toBe(0.1);
  expect(flight.stretchFrom(state([0, 0, 98.1], [0, 0, 0]))).toBeCloseTo(20, 1);
  expect(flight.stretchFrom(state([0, 0, 98.1], [0, 0, 80]))).toBeCloseTo(0.1, 12);
  expect(flightOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0])!.stretchFrom(state([1, 0, 0], [0, 0, 0]))).toBe(Number.POSITIVE_INFINITY);
});
