import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { massProperties } from "../../mechanics/shapes/index.js";
import { meshParts } from "../mesh-files/mesh-parts.js";
import { cellMesh, mugMesh, torusMesh } from "./cells.testing.js";
import { type ClosedMesh, type ConvexPart, convexParts } from "./convex-parts.js";
import { volumeOf } from "./piece.js";
import { reachOutside } from "./reach-outside.js";
import { crossingsIn, triangleTree } from "./triangle-tree.js";

const letterL = cellMesh(
  [
    [0, 1, 2],
    [0, 1],
    [0, 1, 3],
  ],
  (i, _j, k) => i === 0 || k === 0,
);
const letterU = cellMesh(
  [
    [0, 1, 2, 3],
    [0, 1],
    [0, 1, 3],
  ],
  (i, _j, k) => i !== 1 || k === 0,
);
const frame = cellMesh(
  [
    [0, 1, 2, 3],
    [0, 1, 2, 3],
    [0, 1],
  ],
  (i, j) => i !== 1 || j !== 1,
);
const hollow = cellMesh(
  [
    [0, 1, 2, 3],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ],
  (i, j, k) => i !== 1 || j !== 1 || k !== 1,
);
const sum = (parts: readonly ConvexPart[], field: "volume" | "hullVolume") => parts.reduce((total, part) => total + part[field], 0);
const volume = ({ corners, triangles }: ClosedMesh) => volumeOf(corners, { triangles: triangles.flat() });

describe("convex parts", () => {
  it.each([
    ["an L", letterL, 2, 4],
    ["a U", letterU, 3, 7],
    ["a frame", frame, 4, 8],
    ["a box with a cavity", hollow, 6, 26],
    // Base, four walls, three pieces of the handle.
    ["a mug of boxes", mugMesh(), 8, 0.516],
  ])("of %s are exact", (_name, mesh, count, size) => {
    const parts = convexParts(mesh);
    expect(parts).toHaveLength(count);
    expect(Math.abs(sum(parts, "volume") - size)).toBeLessThan(1e-9 * size);
    expect(Math.abs(sum(parts, "hullVolume") - size)).toBeLessThan(1e-9 * size);
    for (const { hull } of parts) expect(hull.vertices).toHaveLength(8);
  });

  it("of a torus come closer with more of them, and lose none of it", () => {
    const torus = torusMesh(1, 0.3, 16, 8);
    const whole = volume(torus);
    const excess = [4, 8, 24].map((most) => {
      const parts = convexParts(torus, { most, tolerance: 0 });
      expect(parts.length).toBeLessThanOrEqual(most);
      expect(Math.abs(sum(parts, "volume") - whole)).toBeLessThan(1e-9 * whole);
      return sum(parts, "hullVolume") / whole - 1;
    });
    excess.slice(1).forEach((value, i) => {
      expect(value).toBeLessThan(excess[i]);
    });
    expect(sum(convexParts(torus, { tolerance: 0.02 }), "hullVolume") / whole - 1).toBeLessThan(0.02);
  });

  it("of something convex are itself", () => {
    const [part, second] = convexParts(
      cellMesh(
        [
          [0, 1, 2],
          [0, 2],
          [0, 3],
        ],
        () => true,
      ),
    );
    expect(second).toBeUndefined();
    expect(part.hull.vertices).toHaveLength(8);
  });

  it("of any cells are these cells: nothing lost, nothing added, no overlap", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (filled) => {
        fc.pre(filled.some(Boolean));
        const cells = cellMesh(
          [
            [0, 1, 2.5, 3],
            [0, 2, 3],
            [0, 1, 1.5],
          ],
          (i, j, k) => filled[4 * i + 2 * j + k],
        );
        const parts = convexParts(cells, { most: 64, tolerance: 0 });
        const whole = volume(cells);
        expect(Math.abs(sum(parts, "volume") - whole)).toBeLessThan(1e-9 * whole);
        expect(Math.abs(sum(parts, "hullVolume") - whole)).toBeLessThan(1e-9 * whole);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("are never more than asked for, also of a mesh in many pieces", () => {
    const studs = cellMesh(
      [
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3],
        [0, 1],
      ],
      (i, j) => i % 2 === 0 && j % 2 === 0,
    );
    expect(convexParts(studs)).toHaveLength(6);
    for (const most of [1, 2, 5]) {
      const parts = convexParts(studs, { most, tolerance: 0 });
      expect(parts).toHaveLength(most);
      expect(sum(parts, "volume")).toBeCloseTo(6, 12);
    }
  });

  it("are the same bits each time", () => {
    const torus = torusMesh(1, 0.3, 10, 6);
    expect(JSON.stringify(convexParts(torus, { most: 4 }))).toBe(JSON.stringify(convexParts(torus, { most: 4 })));
  });
});

describe("how far hulls reach outside", () => {
  const reach = (mesh: ClosedMesh) =>
    reachOutside(
      triangleTree(mesh.corners, mesh.triangles),
      convexParts(mesh, { most: 1 }).map(({ hull }) => hull),
      1e-3,
    );
  it("is half the width of a hole, and what a slope leaves of a notch", () => {
    for (const [mesh, truth] of [
      [frame, 0.5],
      // From (2, 1) to (1, 3) over the notch at (1, 1): s from one wall, 2 - 2 s from the other.
      [letterL, 2 / 3],
    ] as const) {
      const found = reach(mesh);
      expect(found).toBeGreaterThanOrEqual(truth);
      expect(found).toBeLessThan(truth + 2e-3);
    }
  });
});

describe("a mesh file as parts", () => {
  const textOf = ({ corners, triangles }: ClosedMesh) =>
    [...corners.map((corner) => `v ${corner.join(" ")}`), ...triangles.map((triangle) => `f ${triangle.map((i) => i + 1).join(" ")}`)].join(
      "\n",
    );

  it("weighs as the mesh does, whatever the hulls add", () => {
    const torus = torusMesh(1, 0.3, 12, 8);
    const shape = meshParts(textOf(torus), "torus.obj", { most: 6 });
    const itself = massProperties({ type: "mesh", vertices: torus.corners, triangles: torus.triangles }, { density: 2 });
    const parts = massProperties(shape, { density: 2 });
    expect(parts.mass).toBeCloseTo(itself.mass, 12);
    parts.centre.forEach((value, c) => {
      expect(value).toBeCloseTo(itself.centre[c], 12);
    });
    expect(shape.solid?.touching).toBeGreaterThan(1.05 * itself.volume);
    expect(shape.solid?.beyond).toBeGreaterThan(0.02);
    expect(shape.solid?.outside).toBe(0);
    const exact = meshParts(textOf(mugMesh()), "mug.obj");
    expect(exact.solid).toMatchObject({ beyond: 0, outside: 0 });
  });

  it("turned inside out is turned back", () => {
    const inverted = { ...letterL, triangles: letterL.triangles.map(([a, b, c]): Vec3 => [a, c, b]) };
    expect(meshParts(textOf(inverted), "l.obj").solid?.volume).toBeCloseTo(4, 12);
  });

  const moved = (mesh: ClosedMesh, by: Vec3): ClosedMesh => ({ ...mesh, corners: mesh.corners.map((corner) => vec3.add(corner, by)) });
  const both = (first: ClosedMesh, second: ClosedMesh): ClosedMesh => ({
    corners: [...first.corners, ...second.corners],
    triangles: [
      ...first.triangles,
      ...second.triangles.map(([a, b, c]): Vec3 => [a + first.corners.length, b + first.corners.length, c + first.corners.length]),
    ],
  });
  it.each([
    ["open", { ...letterL, triangles: letterL.triangles.slice(1) }, "is not closed: 3 of its edges"],
    [
      "with a triangle the other way round",
      { ...letterL, triangles: letterL.triangles.map(([a, b, c], i): Vec3 => (i === 0 ? [a, c, b] : [a, b, c])) },
      "is not turned one way round",
    ],
    ["that cuts itself", both(letterL, moved(letterL, [0.3, 0.4, 0.2])), "cuts itself, near ("],
    ["of 100 m", { ...letterL, corners: letterL.corners.map((corner) => vec3.scale(corner, 50)) }, "is 150 m long: in another unit?"],
  ])("%s is refused in words", (_name, mesh, message) => {
    expect(() => meshParts(textOf(mesh), "a.obj")).toThrow(InvalidInputError);
    expect(() => meshParts(textOf(mesh), "a.obj")).toThrow(message);
  });

  it("two of them beside each other do not cut, one inside the other is not a cavity", () => {
    const two = both(letterL, moved(letterL, [3, 0, 0]));
    expect(crossingsIn(triangleTree(two.corners, two.triangles), 1)).toHaveLength(0);
    expect(meshParts(textOf(two), "two.obj").parts).toHaveLength(4);
  });
});
