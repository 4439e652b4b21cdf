import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ConvexShape, PlacedShape } from "./shapes.js";
import { type TouchingFeatures, touchingFeatures } from "./touching-features.js";

const about = (axis: Vec3, angle: number): Quaternion => quaternion.fromAxisAngle(axis, angle)!;
const ground: PlacedShape = { shape: { type: "plane" } };
const lying = about([0, 1, 0], Math.PI / 2);

/** Kinds of pieces that meet, the points with three decimals, and all weights together. */
function seen({ features }: TouchingFeatures) {
  const text = (v: Vec3) => v.map((x) => (Math.round(x * 1000) / 1000 + 0).toString()).join(" ");
  return {
    kinds: [...new Set(features.map(({ first, second }) => `${first.kind} on ${second.kind}`))].sort(),
    points: features.map(({ point }) => text(point)).sort(),
    weight: features.reduce((sum, { weight }) => sum + weight, 0),
  };
}

function expectCommonNormal({ normal, features, gap }: TouchingFeatures, expected: Vec3): void {
  expect(vec3.norm(vec3.subtract(normal, expected))).toBeLessThan(1e-12);
  for (const { firstPoint, secondPoint } of features)
    expect(vec3.norm(vec3.subtract(vec3.subtract(firstPoint, secondPoint), vec3.scale(normal, gap)))).toBeLessThan(1e-12);
}

describe("on the ground", () => {
  it("a box stands on four corners that share its base", () => {
    const touching = touchingFeatures({ shape: { type: "box", size: [1, 2, 3] }, position: [0, 0, 1.5] }, ground);
    expect(touching.extent).toBe("area");
    expectCommonNormal(touching, [0, 0, 1]);
    const { kinds, points, weight } = seen(touching);
    expect(kinds).toEqual(["corner on face"]);
    expect(points).toEqual(["-0.5 -1 0", "-0.5 1 0", "0.5 -1 0", "0.5 1 0"]);
    expect(weight).toBeCloseTo(2, 14);
  });

  it("a rounded box on its edge touches along a line", () => {
    const shape: ConvexShape = { type: "box", size: [1, 1, 2], rounding: 0.1 };
    const orientation = about([0, 0, 1], Math.PI / 4);
    const turned = quaternion.multiply(about([1, 0, 0], Math.PI / 2), orientation);
    const touching = touchingFeatures({ shape, orientation: turned, position: [0, 0, Math.SQRT1_2 + 0.1] }, ground);
    expect(touching.extent).toBe("line");
    expect(seen(touching)).toMatchObject({ kinds: ["corner on face"], points: ["0 -1 0", "0 1 0"] });
    expect(seen(touching).weight).toBeCloseTo(2, 14);
  });

  it("a cylinder lies on its side by two points of its rims and stands on a ring", () => {
    const shape: ConvexShape = { type: "cylinder", radius: 0.5, height: 2 };
    const rolling = touchingFeatures({ shape, orientation: lying, position: [0, 0, 0.5] }, ground);
    expect(rolling.extent).toBe("line");
    expect(seen(rolling)).toMatchObject({ kinds: ["rim on face"], points: ["-1 0 0", "1 0 0"] });

    const standing = touchingFeatures({ shape, position: [0, 0, 1] }, ground);
    expect(standing.features.length).toBe(8);
    expect(seen(standing).kinds).toEqual(["rim on face"]);
    for (const { point } of standing.features) expect(Math.hypot(point[0], point[1])).toBeCloseTo(0.5, 14);
  });

  it("the ring of a standing cylinder turns with it", () => {
    const shape: ConvexShape = { type: "cylinder", radius: 0.5, height: 2 };
    const turn = about([0, 0, 1], 0.2);
    const before = touchingFeatures({ shape, position: [0, 0, 1] }, ground);
    const after = touchingFeatures({ shape, position: [0, 0, 1], orientation: turn }, ground);
    after.features.forEach(({ point }) => {
      const back = quaternion.rotate(quaternion.conjugate(turn), point);
      expect(Math.min(...before.features.map((feature) => vec3.norm(vec3.subtract(feature.point, back))))).toBeLessThan(1e-14);
    });
  });

  it("a cone lies on a ruling from its tip to its rim", () => {
    const half = Math.atan2(0.3, 1);
    const orientation = about([0, 1, 0], Math.PI / 2 + half);
    const lowest = quaternion.rotate(orientation, [0.3, 0, 0])[2];
    const touching = touchingFeatures({ shape: { type: "cone", radius: 0.3, height: 1 }, orientation, position: [0, 0, -lowest] }, ground);
    expect(seen(touching).kinds).toEqual(["corner on face", "rim on face"]);
    expect(seen(touching).weight).toBeCloseTo(Math.hypot(0.3, 1), 13);
  });

  it.each<[string, ConvexShape, Vec3, string]>([
    ["ball", { type: "sphere", radius: 1 }, [0, 0, 1], "corner on face"],
    ["ellipsoid", { type: "ellipsoid", halfAxes: [2, 1, 0.5] }, [0, 0, 0.5], "ellipsoid on face"],
    ["standing capsule", { type: "capsule", radius: 0.5, length: 1 }, [0, 0, 1], "corner on face"],
  ])("a %s touches in a point", (_, shape, position, kind) => {
    const touching = touchingFeatures({ shape, position }, ground);
    expect(touching.extent).toBe("point");
    expect(touching.sharp).toBe(false);
    expect(seen(touching)).toMatchObject({ kinds: [kind], points: ["0 0 0"] });
  });
});

describe("on each other", () => {
  const plate: PlacedShape = { shape: { type: "box", size: [4, 4, 1] }, position: [0, 0, -0.5] };
  const cube: ConvexShape = { type: "box", size: [2, 2, 2] };

  it("boxes, turned by an eighth: an octagon of edges across edges", () => {
    const touching = touchingFeatures(
      { shape: cube, position: [0, 0, 1], orientation: about([0, 0, 1], Math.PI / 4) },
      { shape: cube, position: [0, 0, -1] },
    );
    expect(seen(touching).kinds).toEqual(["edge on edge"]);
    expect(touching.features.length).toBe(8);
    expectCommonNormal(touching, [0, 0, 1]);
    // Of the square of side 2 four corners are missing, each half a square of side (2 - sqrt 2) on the diagonal.
    expect(seen(touching).weight).toBeCloseTo(8 * (Math.SQRT2 - 1), 13);
  });

  it("a box that hangs over: corners of both and edges across edges", () => {
    const touching = touchingFeatures({ shape: cube, position: [2, 1.5, 1] }, plate);
    expect(seen(touching)).toMatchObject({
      kinds: ["corner on face", "edge on edge", "face on corner"],
      points: ["1 0.5 0", "1 2 0", "2 0.5 0", "2 2 0"],
    });
    expect(seen(touching).weight).toBeCloseTo(1.5, 14);
  });

  it("a capsule across a box's edge: edge on edge, a point", () => {
    const box: PlacedShape = { shape: cube, orientation: about([1, 0, 0], Math.PI / 4) };
    const capsule: ConvexShape = { type: "capsule", radius: 0.2, length: 3 };
    const height = Math.SQRT2 + 0.2;
    const touching = touchingFeatures({ shape: capsule, position: [0.1, 0, height], orientation: about([1, 0, 0], Math.PI / 2) }, box);
    expect(touching.extent).toBe("point");
    expect(seen(touching)).toMatchObject({ kinds: ["edge on edge"], points: [`0.1 0 ${Math.round(Math.SQRT2 * 1000) / 1000}`] });
    expectCommonNormal(touching, [0, 0, 1]);
  });

  it("a rod that lies on a drum, and on a cap beside its middle", () => {
    const rod: ConvexShape = { type: "rod", length: 4, radius: 0.1 };
    const drum: ConvexShape = { type: "cylinder", radius: 1, height: 2 };
    const along = touchingFeatures({ shape: rod, position: [0, 0, 1.1], orientation: lying }, { shape: drum, orientation: lying });
    expect(seen(along)).toMatchObject({ kinds: ["edge on rim"], points: ["-1 0 1", "1 0 1"] });
    const across = touchingFeatures({ shape: rod, position: [0, 0.6, 1.1], orientation: lying }, { shape: drum });
    expect(seen(across)).toMatchObject({ kinds: ["edge on rim"], points: ["-0.8 0.6 1", "0.8 0.6 1"] });
    expectCommonNormal(across, [0, 0, 1]);
  });

  it("a cap on a cap: the lens by its two ends and points of both arcs", () => {
    const drum: ConvexShape = { type: "cylinder", radius: 1, height: 2 };
    const touching = touchingFeatures({ shape: drum, position: [1, 0, 2] }, { shape: drum });
    expect(seen(touching).kinds).toEqual(["cap on rim", "rim on cap", "rim on rim"]);
    for (const { point } of touching.features) {
      const [inFirst, inSecond] = [Math.hypot(point[0] - 1, point[1]), Math.hypot(point[0], point[1])];
      expect(Math.max(inFirst, inSecond)).toBeCloseTo(1, 13);
    }
  });

  it("a cap that hangs over an edge: the arc inside and where the edge cuts it", () => {
    const touching = touchingFeatures({ shape: { type: "cylinder", radius: 1, height: 2 }, position: [2, 0, 1] }, plate);
    expect(seen(touching).kinds).toEqual(["rim on edge", "rim on face"]);
    expect(Math.max(...touching.features.map(({ point }) => point[0]))).toBeCloseTo(2, 14);
  });

  it("a sharp corner on an edge has no normal of its own and says so; a rounded one has", () => {
    const tip: ConvexShape = { type: "cone", radius: 0.5, height: 1 };
    const down = about([1, 0, 0], Math.PI);
    const ridge: PlacedShape = { shape: cube, orientation: about([1, 0, 0], Math.PI / 4) };
    const gap = 1e-10;
    const sharp = touchingFeatures({ shape: tip, orientation: down, position: [0, 0, Math.SQRT2 + 1 + gap] }, ridge);
    expect(sharp.sharp).toBe(true);
    const round = touchingFeatures({ shape: { ...tip, rounding: 0.1 }, orientation: down, position: [0, 0, Math.SQRT2 + 1.1] }, ridge);
    expect(round.sharp).toBe(false);
    expectCommonNormal(round, [0, 0, 1]);
  });

  it("nothing, where they are apart", () => {
    const touching = touchingFeatures({ shape: cube, position: [0, 0, 1.001] }, plate);
    expect(touching.features).toEqual([]);
    expect(touching.extent).toBeUndefined();
    expect(touching.gap).toBeCloseTo(0.001, 14);
    expect(touchingFeatures({ shape: cube, position: [0, 0, 1.001] }, plate, { tolerance: 0.01 }).features.length).toBe(4);
  });
});
