/** Points stand for parts of edges and faces: answers converge as points are added. */
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import { follow } from "../loop/followed-scenes.testing.js";
import type { Scene } from "../scene/scene.js";
import { patchWeights } from "./patch-weights.js";

const place = (point: Vec3) => ({
  point,
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
});

const sums = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe("what points stand for", () => {
  it("on an edge: the trapezoid rule, even or not, in any order", () => {
    const weights = patchWeights(
      [3, 0, 1].map((x) => place([x, 2 * x, 0])),
      [0, 0, 0],
    )!;
    [1, 0.5, 1.5].forEach((length, i) => {
      expect(weights[i]).toBeCloseTo(length / 3, 14);
    });
  });

  it("on a face: cells within the hull", () => {
    const grid = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y): Vec3 => [x, y, 1]));
    const weights = patchWeights(
      grid.map(place),
      grid.map(() => 0),
    )!;
    grid.forEach(([x, y], i) => {
      const along = (k: number) => (k === 0 || k === 3 ? 0.5 : 1);
      expect(weights[i]).toBeCloseTo((along(x) * along(y)) / 9, 14);
    });
    expect(sums(weights)).toBeCloseTo(1, 14);
  });

  it("no weights where all are alike: corners, balls, patches that are turned copies", () => {
    const corners: Vec3[] = [
      [0.1, 0.2, 0],
      [1.1, 0.2, 0],
      [1.1, 0.9, 0],
      [0.1, 0.9, 0],
    ];
    expect(patchWeights(corners.map(place), [0, 0, 0, 0])).toBeUndefined();
    expect(patchWeights(corners.map(place), [0, 1, 2, 3])).toBeUndefined();
    expect(patchWeights(corners.map(place), [0, 0, 1, 1])).toBeUndefined();
  });

  it("patches count by their size", () => {
    const square = (x: number, size: number) => [0, 1].flatMap((a) => [0, 1].map((b): Vec3 => [x + size * a, size * b, 0]));
    const weights = patchWeights([...square(0, 1), ...square(5, 2)].map(place), [0, 0, 0, 0, 1, 1, 1, 1])!;
    expect(sums(weights.slice(0, 4)) / sums(weights.slice(4))).toBeCloseTo(1 / 4, 13);
  });
});

/** A cube of edge a that lands flat and turns about the vertical. */
const landing = (grid: number, more: { readonly velocity?: Vec3; readonly spin?: Vec3 } = {}): Scene => ({
  bodies: {
    cube: {
      shape: { type: "box", size: [0.2, 0.2, 0.2] },
      mass: 1,
      position: [0, 0, 0.1 + 1e-3],
      velocity: more.velocity ?? [0, 0, -1],
      angularVelocity: more.spin ?? [0, 0, 20],
      points: { grid },
    },
    floor: { plane: { normal: [0, 0, 1] } },
  },
  gravity: [0, 0, 0],
  contacts: [{ between: ["cube", "floor"], friction: 0.2, restitution: 0.5 }],
});

describe("a cube that lands on its face and turns", () => {
  // Mean distances of weighted points from the middle, in edges; of 4 x 4 points by the trapezoid rule.
  it.each([
    [2, Math.SQRT1_2],
    [4, 0.4175667699],
  ])("with %i points along an edge loses 6 mu (1 + e) V rbar / a^2", (grid, mean) => {
    const { impacts, at } = follow(landing(grid), 0.01);
    expect(impacts).toHaveLength(1);
    expect(impacts[0].law).toBe("proportional");
    expect(at("cube").angularVelocity[2]).toBeCloseTo(20 - (6 * 0.2 * 1.5 * mean) / 0.2, 8);
    expect(at("cube").velocity[2]).toBeCloseTo(0.5, 10);
  });

  it("tends to the integral over the face", () => {
    const errors = [3, 5, 9].map((grid) => {
      const lost = 20 - follow(landing(grid), 0.01).at("cube").angularVelocity[2];
      return Math.abs((lost * 0.2) / (6 * 0.2 * 1.5) - (Math.SQRT2 + Math.asinh(1)) / 6);
    });
    expect(errors[1]).toBeLessThan(errors[0] / 2.5);
    expect(errors[2]).toBeLessThan(errors[1] / 2.5);
  });
});

it("2, 3 and 25 points along an edge land alike", () => {
  // On an edge of the face, sliding across it: the motion stays in a plane.
  const after = [2, 3, 25].map((grid) => {
    const tilt = 0.3;
    const scene: Scene = {
      bodies: {
        block: {
          shape: { type: "box", size: [0.2, 0.3, 0.6] },
          mass: 1,
          position: [0, 0, 0.1 * Math.sin(tilt) + 0.3 * Math.cos(tilt) + 1e-3],
          orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
          velocity: [0.4, 0, -1],
          angularVelocity: [0, 1, 0],
          points: { grid },
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      gravity: [0, 0, 0],
      contacts: [{ between: ["block", "floor"], friction: 0.4, restitution: 0.3 }],
    };
    return follow(scene, 0.01).at("block");
  });
  for (const { velocity, angularVelocity } of after.slice(1)) {
    velocity.forEach((v, k) => {
      expect(v).toBeCloseTo(after[0].velocity[k], 9);
    });
    expect(angularVelocity[1]).toBeCloseTo(after[0].angularVelocity[1], 8);
  }
});
