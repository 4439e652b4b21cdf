import { expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { cutPolygon } from "./cut-polygon.js";
import { readMeshFile } from "./mesh-file.js";

const L = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
// Three teeth of 1 by 2 on a back of 5 by 1.
const COMB = [0, 0, 5, 0, 5, 3, 4, 3, 4, 1, 3, 1, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3];
const TILTED = (x: number, y: number): Vec3 => [x, 0.6 * y, 0.8 * y];

const vectors = (places: readonly Vec3[], triangles: readonly number[]) =>
  Array.from({ length: triangles.length / 3 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => places[triangles[3 * i + k]]);
    return vec3.scale(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a)), 0.5);
  });

it.each([
  ["an L", L, 3],
  ["a comb", COMB, 11],
  ["a square with corners on its sides", [0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 1, 2, 0, 2, 0, 1], 4],
])("cuts %s from any corner, either way round, into triangles that do not overlap", (_, flat, area) => {
  const places = Array.from({ length: flat.length / 2 }, (__, i) => TILTED(flat[2 * i], flat[2 * i + 1]));
  const n = places.length;
  for (let first = 0; first < n; first++)
    for (const way of [1, -1]) {
      const corners = places.map((__, i) => (first + way * i + n) % n);
      const made = vectors(
        places,
        cutPolygon(corners, (corner) => places[corner]),
      );
      expect(made).toHaveLength(n - 2);
      // Overlaps would add to the sum of the sizes, and not to that of the vectors.
      expect(made.reduce((sum, own) => sum + vec3.norm(own), 0)).toBeCloseTo(area, 12);
      const whole = made.reduce((sum, own) => vec3.add(sum, own), vec3.ZERO as Vec3);
      expect(vec3.dot(whole, [0, -0.8, 0.6])).toBeCloseTo(way * area, 12);
    }
});

it("leaves a polygon that crosses itself, or has corners that are not there, as a fan", () => {
  const bow: Vec3[] = [
    [0, 0, 0],
    [1, 1, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  expect(cutPolygon([0, 1, 2, 3], (corner) => bow[corner])).toHaveLength(6);
  expect(cutPolygon([0, 1, 2, 9], () => [Number.NaN, 0, 0])).toEqual([0, 1, 2, 0, 2, 9]);
});

it("cuts faces of OBJ whose corners come later", () => {
  const text = `f 3 4 5 6 1 2\n${[0, 1, 2, 3, 4, 5].map((i) => `v ${L[2 * i]} ${L[2 * i + 1]} 0\n`).join("")}`;
  const { points, triangles } = readMeshFile(text, "l.obj");
  const places = Array.from({ length: points.length / 3 }, (_, i): Vec3 => [points[3 * i], points[3 * i + 1], points[3 * i + 2]]);
  expect(vectors(places, [...triangles]).reduce((sum, own) => sum + vec3.norm(own), 0)).toBeCloseTo(3, 13);
});

it("cuts four corners that are not in one plane along the shorter diagonal, wherever they begin", () => {
  const kite: Vec3[] = [
    [0, 0, 0],
    [2, -1, 0.1],
    [4, 0, 0],
    [2, 1, 0.1],
  ];
  const placeOf = (corner: number) => kite[corner];
  expect(cutPolygon([0, 1, 2, 3], placeOf)).toEqual([0, 1, 3, 1, 2, 3]);
  expect(cutPolygon([1, 2, 3, 0], placeOf)).toEqual([1, 2, 3, 1, 3, 0]);
});
