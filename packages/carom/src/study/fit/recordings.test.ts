import { expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { readRecordings } from "./recordings.js";

const markers: Readonly<Record<string, [number, number, number]>> = { A: [0.1, 0, 0], B: [0, 0.1, 0], C: [0, 0, 0.1], D: [-0.1, 0.05, 0] };
const poses = Array.from({ length: 5 }, (_, i) => {
  const turn = quaternion.normalize([0.1 * i, 0.2, -0.05 * i, 1])!;
  const position: Vec3 = [0.1 * i, 0.2, 1 - 0.05 * i * i];
  return { time: 0.01 * i, position, turn };
});
const names = ["time", ...Object.keys(markers).flatMap((name) => ["x", "y", "z"].map((axis) => `${name}_${axis}`))];
const rows = poses.map(({ time, position, turn }) => [
  time,
  ...Object.values(markers).flatMap((place) => vec3.add(position, quaternion.rotate(turn, place))),
]);
const csv = (table: readonly (readonly (number | string)[])[]) => [names.join(","), ...table.map((row) => row.join(","))].join("\n");

it("finds poses from markers, leaves out frames in which too few were seen, and says so", () => {
  const hidden = rows.map((row, i) => row.map((value, c) => (i === 2 && c >= 4 ? "" : i === 3 && c > 9 ? "" : value)));
  const { recordings, suspicions } = readRecordings([{ csv: csv(hidden), body: "cube", markers }]);
  const [{ times, positions, orientations }] = recordings;
  expect(times).toEqual([0, 0.01, 0.03, 0.04]);
  [0, 1, 3, 4].forEach((of, k) => {
    positions[k].forEach((value, c) => {
      expect(value).toBeCloseTo(poses[of].position[c], 12);
    });
    const alike = orientations[k].reduce((sum, value, c) => sum + value * poses[of].turn[c], 0);
    expect(Math.abs(alike)).toBeCloseTo(1, 12);
  });
  expect(suspicions).toMatchObject([{ code: "not-a-number", evidence: "1 of 5 rows hold what is no number, first in line 4" }]);
});

it("complains of markers on one line, and of those that the file does not have", () => {
  const line = { A: [0, 0, 0], B: [1, 0, 0], C: [2, 0, 0] } as Record<string, [number, number, number]>;
  expect(() => readRecordings([{ csv: csv(rows), body: "cube", markers: line }])).toThrow(/recordings\[0\]\.markers: .* they tell no pose/);
  expect(() => readRecordings([{ csv: csv(rows), body: "cube", markers: { ...markers, E: [1, 1, 1] } }])).toThrow(/E_x.* is not a column/);
});
