import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createShapeDraw, SHAPE_KINDS, type ShapeDraw } from "../testing/random-shapes.js";
import { findNearest } from "./find-nearest.js";
import { createFinder, type Pose, placeFinder } from "./finder.js";
import { firstTouch, type MovingShape } from "./first-touch.js";
import type { PlacedShape } from "./shapes.js";

const about = (axis: Vec3, angle: number): Quaternion => quaternion.fromAxisAngle(axis, angle)!;

describe("closed forms", () => {
  it("balls head on, and past each other", () => {
    const first: MovingShape = { shape: { type: "sphere", radius: 1 }, velocity: [1, 0, 0] };
    const second: MovingShape = { shape: { type: "sphere", radius: 0.5 }, position: [10, 0.9, 0], velocity: [-2, 0, 0] };
    const hit = firstTouch(first, second, 10)!;
    // 0.9 beside each other they touch 1.2 before they are level.
    expect(hit.time).toBeCloseTo(8.8 / 3, 14);
    expect(vec3.norm(vec3.subtract(hit.normal, [-0.8, -0.6, 0]))).toBeLessThan(1e-13);
    expect(hit.gapRate).toBeCloseTo(-2.4, 13);
    expect(firstTouch(first, { ...second, position: [10, 1.5000001, 0] }, 10)).toBeUndefined();
    expect(firstTouch(first, second, 2.9)).toBeUndefined();
  });

  it("a box thrown up comes down on a corner: the root of a parabola", () => {
    const corner = about([1, -1, 0], Math.atan2(Math.SQRT2, 1));
    const box: MovingShape = {
      shape: { type: "box", size: [2, 2, 2] },
      position: [0, 0, 3],
      orientation: corner,
      velocity: [1, 0, 4],
      acceleration: [0, 0, -9.81],
    };
    const hit = firstTouch(box, { shape: { type: "plane" } }, 10)!;
    const height = 3 - Math.sqrt(3);
    expect(hit.time).toBeCloseTo((4 + Math.sqrt(16 + 2 * 9.81 * height)) / 9.81, 13);
    expect(hit.firstPiece?.kind).toBe("corner");
  });

  it("a turning rod meets a wall with its end", () => {
    const rod: MovingShape = { shape: { type: "rod", length: 2, radius: 0.01 }, angularVelocity: [0, 2, 0] };
    const wall: PlacedShape = { shape: { type: "box", size: [1, 4, 4] } };
    // The end is at sin(2 t): never at 1.09, at sqrt(1/2) after pi / 8.
    const near = { ...wall, position: [0.5 + 0.01 + Math.SQRT1_2, 0, 0] as const };
    expect(firstTouch(rod, { ...wall, position: [1.6, 0, 0] }, 10)).toBeUndefined();
    expect(firstTouch(rod, near, 10)!.time).toBeCloseTo(Math.PI / 8, 13);
  });

  it("shapes that touch at the start touch at once", () => {
    expect(
      firstTouch({ shape: { type: "sphere", radius: 1 } }, { shape: { type: "sphere", radius: 1 }, position: [2, 0, 0] }, 1)?.time,
    ).toBe(0);
  });

  it.each([1e-3, 1e-6, 1e-9, 1e-12])("a cylinder grazes another by %d, or misses it by that", (off) => {
    const standing: PlacedShape = { shape: { type: "cylinder", radius: 1, height: 2 } };
    const passing: MovingShape = {
      shape: { type: "cylinder", radius: 0.5, height: 1 },
      position: [-5, 1.5 - off, 0],
      velocity: [2, 0, 0],
      angularVelocity: [0, 0, 3],
    };
    // The axes are 1.5 apart when x^2 + y^2 = 1.5^2.
    const x = Math.sqrt((3 - off) * off);
    expect(Math.abs(firstTouch(standing, passing, 10)!.time - (5 - x) / 2)).toBeLessThan(1e-9 + 1e-14 / x);
    expect(firstTouch(standing, { ...passing, position: [-5, 1.5 + off, 0] }, 10)).toBeUndefined();
  });
});

/** A throw of the second shape past or against the first, both turning. */
function drawThrow(draw: ShapeDraw, shapes: readonly [PlacedShape["shape"], PlacedShape["shape"]]): [MovingShape, MovingShape] {
  const from = draw.unit();
  const speed = draw.between(2, 6);
  return [
    {
      shape: shapes[0],
      orientation: draw.orientation(),
      velocity: vec3.scale(draw.unit(), 0.3),
      angularVelocity: vec3.scale(draw.unit(), 4),
    },
    {
      shape: shapes[1],
      position: vec3.scale(from, 5),
      orientation: draw.orientation(),
      velocity: vec3.addScaled(vec3.scale(from, -speed), draw.unit(), draw.between(0, 1.5)),
      angularVelocity: vec3.scale(draw.unit(), draw.between(0, 6)),
      acceleration: [0, 0, -3],
    },
  ];
}

function placedAt(shape: MovingShape, time: number): Pose {
  const { position = vec3.ZERO, velocity = vec3.ZERO, acceleration = vec3.ZERO, angularVelocity = vec3.ZERO } = shape;
  const turn = quaternion.fromAxisAngle(angularVelocity, vec3.norm(angularVelocity) * time) ?? quaternion.IDENTITY;
  return {
    position: vec3.addScaled(vec3.addScaled(position, velocity, time), acceleration, (time * time) / 2),
    orientation: quaternion.multiply(turn, shape.orientation ?? quaternion.IDENTITY),
  };
}

describe.each(SHAPE_KINDS)("%s", (kind) => {
  it.each(SHAPE_KINDS)("thrown at %s: the touch that sampling finds, or an earlier one that it leaves out", (other) => {
    const draw = createShapeDraw(5 + 100 * SHAPE_KINDS.indexOf(kind) + SHAPE_KINDS.indexOf(other));
    for (let k = 0; k < 3; k++) {
      const [first, second] = drawThrow(draw, [draw.shape(other, k % 2 === 0), draw.shape(kind, k % 3 === 0)]);
      const finder = createFinder(first.shape, second.shape);
      const gap = (time: number) => {
        placeFinder(finder, placedAt(first, time), placedAt(second, time));
        findNearest(finder);
        return finder.gap;
      };
      const hit = firstTouch(first, second, 2);
      const sampled = Array.from({ length: 101 }, (_, i) => i / 50).find((time) => gap(time) <= 0);
      if (hit !== undefined) expect(Math.abs(hit.gap)).toBeLessThan(1e-13);
      if (sampled === undefined) continue;
      let [apart, closed] = [sampled - 1 / 50, sampled];
      for (let i = 0; i < 50; i++) {
        const middle = (apart + closed) / 2;
        if (gap(middle) > 0) apart = middle;
        else closed = middle;
      }
      expect(hit).toBeDefined();
      expect(hit!.time - closed).toBeLessThan(1e-9);
      if (hit!.time > sampled - 1 / 50) expect(hit!.time - closed).toBeGreaterThan(-1e-9);
    }
  });
});
