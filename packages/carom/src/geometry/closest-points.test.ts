import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createShapeDraw, SHAPE_KINDS } from "../testing/random-shapes.js";
import { type ClosestPoints, closestPoints, gapBetween } from "./closest-points.js";
import { projectedGap } from "./projections.testing.js";
import { knownPairs } from "./shape-pairs.test.data.js";
import type { ConvexShape, PlacedShape } from "./shapes.js";

const about = (axis: Vec3, angle: number): Quaternion => quaternion.fromAxisAngle(axis, angle)!;

function expectAnswer(actual: ClosestPoints, gap: number, tolerance = 4e-15): void {
  expect(Math.abs(actual.gap - gap)).toBeLessThan(tolerance);
  expect(actual.accuracy).toBeLessThan(1e-12);
  expect(actual.overlapping).toBe(false);
  // The points are the gap apart along the normal, which points into the first.
  const apart = vec3.subtract(actual.firstPoint, actual.secondPoint);
  expect(vec3.norm(vec3.subtract(apart, vec3.scale(actual.normal, actual.gap)))).toBeLessThan(1e-12);
}

describe("closed forms", () => {
  it("balls: distance of the middles less the radii", () => {
    const answer = closestPoints(
      { shape: { type: "sphere", radius: 0.5 } },
      { shape: { type: "sphere", radius: 0.25, rounding: 0.25 }, position: [3, 4, 0] },
    );
    expectAnswer(answer, 4);
    expect(vec3.norm(vec3.subtract(answer.normal, [-0.6, -0.8, 0]))).toBeLessThan(1e-15);
  });

  const cube: ConvexShape = { type: "box", size: [2, 2, 2] };
  it.each<[string, Vec3, number]>([
    ["face", [0.3, -0.2, 3], 2],
    ["edge", [0.3, 4, 5], 5],
    ["corner", [2, 3, 3], 3],
  ])("a point and the %s of a box", (_, position, distance) => {
    for (const radius of [0.1, 0.7]) {
      const ball: PlacedShape = { shape: { type: "sphere", radius }, position };
      expectAnswer(closestPoints({ shape: cube }, ball), distance - radius);
      expectAnswer(closestPoints(ball, { shape: { ...cube, rounding: 0.05 } }), distance - radius - 0.05);
    }
  });

  it.each<[string, PlacedShape, number]>([
    ["corner over a face", { shape: cube, position: [0, 0, 4], orientation: cornerDown() }, 3 - Math.sqrt(3)],
    [
      "edge across an edge",
      { shape: cube, position: [0, 3, 3], orientation: about([0, 1, 1], Math.PI / 2) },
      3 * Math.SQRT2 - 2 * Math.SQRT2,
    ],
    ["face over a face", { shape: cube, position: [0.5, -0.25, 3] }, 1],
    ["face exactly over a face", { shape: cube, position: [0, 0, 3] }, 1],
    ["edge along an edge", { shape: cube, position: [0.5, 3, 3] }, Math.SQRT2],
    ["corner before a corner", { shape: cube, position: [3, 3, 3] }, Math.sqrt(3)],
  ])("boxes: %s", (_, second, gap) => {
    expectAnswer(closestPoints({ shape: cube }, second), gap);
  });

  it("skew cylinders: distance of the axes less the radii", () => {
    const lying: PlacedShape = { shape: { type: "cylinder", radius: 0.4, height: 3 }, orientation: about([1, 0, 0], Math.PI / 2) };
    for (const angle of [0.3, 1, 1.5]) {
      const orientation = quaternion.multiply(about([0, 0, 1], angle), about([1, 0, 0], Math.PI / 2));
      const other: PlacedShape = { shape: { type: "cylinder", radius: 0.3, height: 2 }, position: [0.1, 0.2, 1.5], orientation };
      expectAnswer(closestPoints(lying, other), 0.8);
    }
  });

  it("skew capsules and parallel ones", () => {
    const capsule: ConvexShape = { type: "capsule", radius: 0.2, length: 2 };
    const across = about([0, 1, 0], Math.PI / 2);
    expectAnswer(closestPoints({ shape: capsule }, { shape: capsule, position: [0.3, 1, 0.2], orientation: across }), 0.6);
    expectAnswer(closestPoints({ shape: capsule }, { shape: capsule, position: [0.6, 0.8, 0.7] }), 0.6);
  });

  it("an ellipsoid over a plane: height less sqrt(sum a_i^2 n_i^2)", () => {
    const orientation = about([1, 2, 3], 0.7);
    const halfAxes: Vec3 = [0.5, 1, 1.5];
    const n = quaternion.rotate(quaternion.conjugate(orientation), [0, 0, 1]);
    const reach = Math.sqrt(halfAxes.reduce((sum, a, i) => sum + a * a * n[i] * n[i], 0));
    expectAnswer(
      closestPoints({ shape: { type: "ellipsoid", halfAxes }, orientation, position: [5, 6, 2] }, { shape: { type: "plane" } }),
      2 - reach,
    );
  });

  it("a cone on its ruling, a cylinder flat, a cap over a cap", () => {
    const tip = Math.atan2(0.3, 1);
    const cone: PlacedShape = {
      shape: { type: "cone", radius: 0.3, height: 1 },
      orientation: about([0, 1, 0], Math.PI / 2 + tip),
      position: [0, 0, 2],
    };
    const base = vec3.add([0, 0, 2], quaternion.rotate(cone.orientation!, [0.3, 0, 0]));
    expectAnswer(closestPoints(cone, { shape: { type: "plane" } }), base[2]);
    const plate: PlacedShape = { shape: { type: "box", size: [4, 4, 1] } };
    expectAnswer(closestPoints(plate, { shape: { type: "cylinder", radius: 0.5, height: 2 }, position: [0.3, 0, 2] }), 0.5);
    const drum: PlacedShape = { shape: { type: "cylinder", radius: 1, height: 1 } };
    expectAnswer(closestPoints(drum, { shape: { type: "cylinder", radius: 0.5, height: 2 }, position: [1.2, 0, 2] }), 0.5);
    expectAnswer(
      closestPoints(drum, {
        shape: { type: "rod", length: 5, radius: 0 },
        position: [0, 0.3, 2],
        orientation: about([0, 1, 0], Math.PI / 2),
      }),
      1.5,
    );
  });
});

function cornerDown(): Quaternion {
  return about([1, -1, 0], Math.atan2(Math.SQRT2, 1));
}

it.each(knownPairs())("known pair $name", ({ first, second, gap, normal, firstPoint, secondPoint }) => {
  const answer = closestPoints(first, second);
  expectAnswer(answer, gap, 2e-15);
  expect(vec3.norm(vec3.add(answer.normal, normal))).toBeLessThan(1e-14);
  expect(vec3.norm(vec3.subtract(answer.firstPoint, firstPoint))).toBeLessThan(2e-14);
  expect(vec3.norm(vec3.subtract(answer.secondPoint, secondPoint))).toBeLessThan(2e-14);
});

describe.each(SHAPE_KINDS)("%s", (kind) => {
  it.each(SHAPE_KINDS)("and %s: bounds meet, near and far, and another method agrees", (other) => {
    const draw = createShapeDraw(17 + 100 * SHAPE_KINDS.indexOf(kind) + SHAPE_KINDS.indexOf(other));
    for (let k = 0; k < 6; k++) {
      const first: PlacedShape = { shape: draw.shape(kind, k % 2 === 0), orientation: draw.orientation() };
      const second = {
        shape: draw.shape(other, k % 3 === 0),
        orientation: draw.orientation(),
        position: vec3.scale(draw.unit(), draw.between(3, 4)),
      };
      const far = closestPoints(first, second);
      expectAnswer(far, far.gap);
      // Every step of the other method is an upper bound, and at these distances it reaches it.
      const bound = projectedGap(first, second, 100);
      expect(bound - far.gap).toBeGreaterThan(-1e-13);
      expect(bound - far.gap).toBeLessThan(1e-9);
      for (const gap of [1e-3, 1e-9]) {
        const moved = { ...second, position: vec3.addScaled(second.position, far.normal, far.gap - gap) };
        expectAnswer(closestPoints(first, moved), gap, 1e-12);
        const swapped = closestPoints(moved, first);
        expectAnswer(swapped, gap, 1e-12);
      }
    }
  });
});

it("does not depend on where the world's origin is", () => {
  const draw = createShapeDraw(3);
  for (const kind of SHAPE_KINDS) {
    const first = { shape: draw.shape(kind, true), orientation: draw.orientation() };
    const second = { shape: draw.shape("cylinder", false), orientation: draw.orientation(), position: [2, 1, 2] as const };
    const { gap } = closestPoints(first, second);
    const far: Vec3 = [1024, -2048, 512];
    expect(closestPoints({ ...first, position: far }, { ...second, position: vec3.add(second.position, far) }).gap).toBe(gap);
  }
});

it("is the same as a function of poses, with the pieces kept from one to the next", () => {
  const draw = createShapeDraw(8);
  for (const kind of SHAPE_KINDS) {
    const [first, second] = [draw.shape(kind, false), draw.shape("cone", true)];
    const gap = gapBetween(first, second);
    const still = { position: vec3.ZERO, orientation: draw.orientation() };
    for (let k = 0; k < 40; k++) {
      const pose = { position: [2.5, 0, 0.5] as const, orientation: about([1, 1, 0], 0.2 * k) };
      const single = closestPoints({ shape: first, ...still }, { shape: second, ...pose });
      if (!single.overlapping) expect(Math.abs(gap(still, pose) - single.gap)).toBeLessThan(1e-12);
    }
  }
});

it("grows with the unit of length", () => {
  for (const scale of [1e-6, 1e6]) {
    const first: PlacedShape = { shape: { type: "cone", radius: 0.4 * scale, height: scale }, orientation: about([1, 2, 3], 1) };
    const second: PlacedShape = {
      shape: { type: "ellipsoid", halfAxes: [scale, 0.5 * scale, 0.3 * scale] },
      position: [scale, scale, 2 * scale],
    };
    const unscaled = closestPoints(
      { shape: { type: "cone", radius: 0.4, height: 1 }, orientation: first.orientation! },
      { shape: { type: "ellipsoid", halfAxes: [1, 0.5, 0.3] }, position: [1, 1, 2] },
    );
    expect(Math.abs(closestPoints(first, second).gap / scale - unscaled.gap)).toBeLessThan(2e-15);
  }
});

describe("overlap", () => {
  it("of rounded shapes whose cores are apart is a negative gap, as exact as any", () => {
    const first: PlacedShape = { shape: { type: "box", size: [1, 1, 1], rounding: 0.2 } };
    expectAnswer(closestPoints(first, { shape: { type: "sphere", radius: 0.5 }, position: [0, 0, 1] }), -0.2);
  });

  it("of cores is told, with the depth", () => {
    const cube: ConvexShape = { type: "box", size: [2, 2, 2] };
    const answer = closestPoints({ shape: cube }, { shape: cube, position: [0.2, 0.1, 1.75] });
    expect(answer.overlapping).toBe(true);
    expect(answer.gap).toBeCloseTo(-0.25, 14);
    expect(answer.normal[2]).toBeCloseTo(-1, 14);
    const round = closestPoints({ shape: { type: "ellipsoid", halfAxes: [1, 1, 2] } }, { shape: cube, position: [0, 0, 2.5] });
    expect(round.gap).toBeCloseTo(-0.5, 12);
  });
});

it("of boxes that overlap, the depth is the least over all normals of faces and edges", () => {
  const draw = createShapeDraw(4);
  for (let k = 0; k < 20; k++) {
    const sizes = [0, 1].map((): Vec3 => [draw.between(0.5, 1.5), draw.between(0.5, 1.5), draw.between(0.5, 1.5)]);
    const turns = [draw.orientation(), draw.orientation()];
    const position = vec3.scale(draw.unit(), draw.between(0.1, 0.4));
    const answer = closestPoints(
      { shape: { type: "box", size: sizes[0] }, orientation: turns[0] },
      { shape: { type: "box", size: sizes[1] }, orientation: turns[1], position },
    );
    const axes = turns.map((turn) => UNITS.map((unit) => quaternion.rotate(turn, unit)));
    const crossed = axes[0].flatMap((a) => axes[1].map((b) => vec3.normalize(vec3.cross(a, b))!));
    const half = (i: number, n: Vec3) => axes[i].reduce((sum, axis, c) => sum + (sizes[i][c] / 2) * Math.abs(vec3.dot(axis, n)), 0);
    const depth = Math.min(...[...axes.flat(), ...crossed].map((n) => half(0, n) + half(1, n) - Math.abs(vec3.dot(n, position))));
    expect(answer.gap).toBeCloseTo(-depth, 12);
  }
});

const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

it.each<[PlacedShape, string]>([
  [{ shape: { type: "box", size: [1, 0, 1] } }, "first.size[1]: 0 is not positive"],
  [{ shape: { type: "sphere", radius: 1, rounding: -1 } }, "first.rounding: -1 is not a length"],
  [{ shape: { type: "plane" } }, "has no distance from another plane"],
])("refuses %j", (first, message) => {
  expect(() => closestPoints(first, { shape: { type: "plane" } })).toThrow(message);
});
