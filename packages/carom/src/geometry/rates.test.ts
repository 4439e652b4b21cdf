import { describe, expect, it } from "vitest";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createShapeDraw, SHAPE_KINDS } from "../testing/random-shapes.js";
import { findNearest } from "./find-nearest.js";
import { createFinder, type Finder, placeFinder } from "./finder.js";
import { createNearestRates, nearestRates } from "./rates.js";

const STEP = 1e-4;

describe.each(SHAPE_KINDS)("%s", (kind) => {
  it.each(SHAPE_KINDS)("and %s: rates of gap, normal and points are those of five-point differences", (other) => {
    const draw = createShapeDraw(900 + 20 * SHAPE_KINDS.indexOf(kind) + SHAPE_KINDS.indexOf(other));
    const rates = createNearestRates();
    for (let k = 0; k < 4; k++) {
      const finder = createFinder(draw.shape(kind, k % 2 === 0), draw.shape(other, k % 4 < 2));
      const poses = [draw.orientation(), draw.orientation()];
      const apart = vec3.scale(draw.unit(), 3.5);
      const moves = [0, 1].map(() => ({ velocity: draw.unit(), angularVelocity: draw.unit() }));
      const at = (time: number) => {
        const placed = moves.map(({ velocity, angularVelocity }, i) => ({
          position: vec3.addScaled(i === 0 ? vec3.ZERO : apart, velocity, time),
          orientation: quaternion.multiply(quaternion.fromAxisAngle(angularVelocity, time) ?? quaternion.IDENTITY, poses[i]),
        }));
        placeFinder(finder, placed[0], placed[1]);
        findNearest(finder);
        return { pieces: `${finder.firstPiece} ${finder.secondPiece}`, values: valuesOf(finder, placed[0].position) };
      };
      const samples = [-2, -1, 1, 2].map((i) => at(i * STEP));
      const here = at(0);
      // Where another piece takes over in between, differences have no meaning.
      if (samples.some(({ pieces }) => pieces !== here.pieces)) continue;
      expect(nearestRates(finder, moves[0], moves[1], rates)).toBe(true);
      const computed = [rates.gap, ...rates.normal, ...rates.firstPoint, ...rates.secondPoint];
      computed.forEach((value, i) => {
        const [far, near, after, beyond] = samples.map(({ values }) => values[i]);
        const difference = (8 * (after - near) - (beyond - far)) / (12 * STEP);
        expect(Math.abs(value - difference)).toBeLessThan(1e-9 * (1 + Math.abs(value)));
      });
    }
  });
});

function valuesOf({ gap, normal, firstPoint, secondPoint, first, second }: Finder, origin: Vec3): number[] {
  const onFirst = vec3.add(origin, vec3.addScaled(firstPoint, normal, first.core.radius));
  const onSecond = vec3.add(origin, vec3.addScaled(secondPoint, normal, -second.core.radius));
  return [gap, ...normal, ...onFirst, ...onSecond];
}
