import { expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { poseFromMarkers, spansPlane } from "./from-markers.js";

const random = createRandom(3);
const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];

it("finds the pose of a body from its markers, also where some are missing", () => {
  for (let k = 0; k < 100; k++) {
    const places = Array.from({ length: 5 }, () => vector(0.2));
    const turn = quaternion.normalize([...vector(2), random() - 0.5])!;
    const position = vector(4);
    const measured = places.map((place) => vec3.add(position, quaternion.rotate(turn, place)));
    measured[k % 5] = [Number.NaN, Number.NaN, Number.NaN];
    const found = poseFromMarkers(places, measured)!;
    found.position.forEach((value, c) => {
      expect(Math.abs(value - position[c])).toBeLessThan(1e-12);
    });
    const alike = found.orientation.reduce((sum, value, c) => sum + value * turn[c], 0);
    expect(Math.abs(Math.abs(alike) - 1)).toBeLessThan(1e-13);
  }
});

it("is the pose with the least sum of squares: any other is farther", () => {
  const places: Vec3[] = [
    [0, 0, 0],
    [0.1, 0, 0],
    [0, 0.2, 0],
    [0, 0, 0.3],
  ];
  const measured = places.map((place) => vec3.add(place, vector(0.02)));
  const { position, orientation } = poseFromMarkers(places, measured)!;
  const misfit = (at: Vec3, turn: quaternion.Quaternion) =>
    places.reduce((sum, place, i) => {
      const off = vec3.subtract(vec3.add(at, quaternion.rotate(turn, place)), measured[i]);
      return sum + vec3.dot(off, off);
    }, 0);
  const least = misfit(position, orientation);
  for (let k = 0; k < 50; k++) {
    const turn = quaternion.normalize([...vector(0.01), 1])!;
    expect(misfit(vec3.add(position, vector(0.001)), quaternion.multiply(turn, orientation))).toBeGreaterThan(least);
  }
});

it("tells no pose from two markers, or from several on one line", () => {
  const line: Vec3[] = [
    [0, 0, 0],
    [0.1, 0.2, 0],
    [0.2, 0.4, 0],
  ];
  expect(spansPlane(line)).toBe(false);
  expect(spansPlane(line.slice(0, 2))).toBe(false);
  expect(spansPlane([...line, [0, 0, 0.1]])).toBe(true);
});
