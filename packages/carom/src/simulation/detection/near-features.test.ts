/** Which features are near, asked at once and one by one. */
import { describe, expect, it } from "vitest";
import type { ConvexShape } from "../../geometry/shapes.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Shape } from "../../mechanics/shapes/index.js";
import { createShapeDraw, type ShapeDraw } from "../../testing/random-shapes.js";
import { featuresOfPair } from "../free-bodies/surface-queries.js";
import { featuresWithin, named, type PairGeometry } from "./pair-geometry.js";
import { turnedRound } from "./part-pairs.js";
import { surfaceOf, surfacesAgainstEachOther } from "./surface.js";
import { type Carrier, createCarrier } from "./touch-geometry.js";

/** Convex shapes are shapes of bodies but for the triangles of a mesh, which what touches does not ask for. */
const bodyOf = (shape: ConvexShape): Shape => shape as Shape;

function geometryOf(first: Shape, second: Shape): PairGeometry {
  const met = surfacesAgainstEachOther(surfaceOf(first, vec3.ZERO), surfaceOf(second, vec3.ZERO));
  if (met === undefined) throw new Error("shapes that meet were expected");
  return met.swapped ? turnedRound(met.geometry()) : met.geometry();
}

function carrierAt(position: Vec3, draw: ShapeDraw): Carrier {
  return { ...createCarrier(), position: vec3.copy(position), orientation: [...draw.orientation()] as MutableQuaternion };
}

const MARGINS = [0, 1e-9, 1e-3, 0.1, 1];
const PAIRS = [
  ["box", "box"],
  ["mesh", "box"],
  ["mesh", "tetrahedron"],
  ["mesh", "mesh"],
  ["cylinder", "box"],
  ["capsule", "cone"],
] as const;

const ROUND_PAIRS = [
  ["cylinder", "box"],
  ["capsule", "cone"],
  ["cylinder", "cone"],
  ["ellipsoid", "cylinder"],
] as const;

describe("features that would touch if the two were turned", () => {
  it.each(ROUND_PAIRS)("of %s and %s are those that touch first, and others, in order", (kind, other) => {
    const draw = createShapeDraw(600 + 10 * ROUND_PAIRS.findIndex((pair) => pair[0] === kind && pair[1] === other));
    for (let k = 0; k < 6; k++) {
      const geometry = geometryOf(bodyOf(draw.shape(kind, false)), bodyOf(draw.shape(other, false)));
      const first = carrierAt(vec3.ZERO, draw);
      for (const distance of [0.6, 1, 1.4]) {
        const second = carrierAt(vec3.scale(draw.unit(), distance), draw);
        const [exact, tilted]: [number[], number[]] = [[], []];
        featuresWithin(geometry, 1, first, second, exact);
        featuresWithin(geometry, 1, first, second, tilted, 0.05);
        // Those that are nearest: exact features may be so far apart that their normals are.
        const gaps = exact.map((feature) => geometry.gap(feature, first, second));
        const least = Math.min(...gaps);
        for (const [i, feature] of exact.entries()) if (gaps[i] <= least) expect(tilted).toContain(feature);
        expect(tilted).toEqual([...tilted].sort((a, b) => a - b));
      }
    }
  });

  it("are two rims that overlap, whichever way out is seen first", () => {
    const geometry = geometryOf({ type: "cone", radius: 0.5, height: 1 }, { type: "cylinder", radius: 0.4, height: 0.6 });
    const draw = createShapeDraw(640);
    let deep = 0;
    for (let k = 0; k < 200; k++) {
      const [first, second] = [carrierAt(vec3.ZERO, draw), carrierAt(vec3.ZERO, draw)];
      const away = draw.unit();
      // To where they overlap by a thousandth.
      let [near, far] = [0, 2];
      for (let half = 0; half < 40; half++) {
        const middle = 0.5 * (near + far);
        vec3.scale(away, middle, second.position);
        if ((geometry.separation?.(first, second) ?? 0) > -1e-3) far = middle;
        else near = middle;
      }
      vec3.scale(away, near, second.position);
      const overlap = -(geometry.separation?.(first, second) ?? 0);
      if (!(overlap > 9e-4 && overlap < 2e-3)) continue;
      deep += 1;
      const found: number[] = [];
      featuresWithin(geometry, 0, first, second, found, 0.05);
      expect(found.length).toBeGreaterThan(0);
    }
    expect(deep).toBeGreaterThan(100);
  });

  it("are both ends of a line along a face, whichever is lower", () => {
    const geometry = geometryOf({ type: "cylinder", radius: 0.1, height: 0.6 }, { type: "cylinder", radius: 1, height: 0.1 });
    const below = createCarrier();
    const namesAt = (lean: number, tilt: number) => {
      const turn = quaternion.fromAxisAngle([0, 1, 0], Math.PI / 2 + lean) ?? quaternion.IDENTITY;
      const found: number[] = [];
      const lying = {
        ...createCarrier(),
        position: [0, 0, 0.15 + 0.3 * Math.abs(lean)] as MutableVec3,
        orientation: [...turn] as MutableQuaternion,
      };
      featuresWithin(geometry, 0.05, lying, below, found, tilt);
      return found.map((feature) => geometry.nameOf(feature));
    };
    for (const lean of [0.01, -0.01]) {
      expect(namesAt(lean, 0)).toHaveLength(1);
      expect(namesAt(lean, 0.05)).toEqual(expect.arrayContaining(namesAt(-lean, 0)));
    }
    expect(namesAt(0.1, 0.05)).toHaveLength(1);
  });
});

describe("features within a margin", () => {
  it.each(PAIRS)("of %s and %s are those whose gaps are, where the two are as near as that", (kind, other) => {
    const draw = createShapeDraw(60 + 10 * PAIRS.findIndex((pair) => pair[0] === kind && pair[1] === other));
    let some = 0;
    for (let k = 0; k < 6; k++) {
      const geometry = geometryOf(bodyOf(draw.shape(kind, false)), bodyOf(draw.shape(other, false)));
      const first = carrierAt(vec3.ZERO, draw);
      for (const distance of [0.1, 0.6, 1, 1.4]) {
        const second = carrierAt(vec3.scale(draw.unit(), distance), draw);
        const gaps = Array.from({ length: geometry.count }, (_, feature) => geometry.gap(feature, first, second));
        for (const margin of MARGINS) {
          const apart = geometry.separation?.(first, second) ?? Number.NEGATIVE_INFINITY;
          const expected = apart > margin ? [] : gaps.flatMap((gap, feature) => (gap <= margin ? [feature] : []));
          const found: number[] = [];
          featuresWithin(geometry, margin, first, second, found);
          expect(found).toEqual(expected);
          some += found.length;
        }
      }
    }
    expect(some).toBeGreaterThan(0);
  });

  it("of bodies with parts are those of each two parts, numbered on", () => {
    const draw = createShapeDraw(7);
    const parts = (): Shape => ({
      type: "compound",
      parts: (["box", "mesh", "sphere"] as const).map((kind) => ({
        shape: bodyOf(draw.shape(kind, false)),
        position: vec3.scale(draw.unit(), 0.8),
        orientation: draw.orientation(),
      })),
    });
    let some = 0;
    for (let k = 0; k < 5; k++) {
      const geometry = geometryOf(parts(), parts());
      const [first, second] = [carrierAt(vec3.ZERO, draw), carrierAt(vec3.scale(draw.unit(), 1.5), draw)];
      for (const margin of MARGINS) {
        const found: number[] = [];
        featuresWithin(geometry, margin, first, second, found);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        for (const feature of found) expect(geometry.gap(feature, first, second)).toBeLessThanOrEqual(margin);
        some += found.length;
      }
      // Where the nearest parts are, no gap is less, and one is that.
      const all: number[] = [];
      featuresWithin(geometry, 10, first, second, all);
      const gaps = Array.from({ length: geometry.count }, (_, feature) => geometry.gap(feature, first, second));
      expect(all).toEqual(gaps.flatMap((gap, feature) => (gap <= 10 ? [feature] : [])));
      expect(new Set(all.map((feature) => geometry.nameOf(feature))).size).toBe(all.length);
    }
    expect(some).toBeGreaterThan(0);
  });

  it("are made one by one: a pair of large solids has more than can be listed", () => {
    const asked: number[] = [];
    const nameOf = (feature: number) => {
      asked.push(feature);
      return `feature ${feature}`;
    };
    const features = featuresOfPair({ ...BARE, count: 2 ** 40, nameOf }, ["a", "b"], 3);
    expect(features.at(12345)).toEqual({ pair: 3, key: "a/b: feature 12345", index: 12345 });
    expect(features.at(12345)).toBe(features.at(12345));
    expect(asked).toEqual([12345]);
  });
});

const BARE: PairGeometry = { ...named([]), gap: () => Infinity, evaluate: () => {}, clearance: () => 0 };
