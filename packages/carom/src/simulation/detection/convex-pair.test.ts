import { describe, expect, it } from "vitest";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { createShapeDraw, SHAPE_KINDS } from "../../testing/random-shapes.js";
import { convexPair } from "./convex-pair.js";
import { convexPart } from "./convex-part.js";
import { type Carrier, createTouchGeometry } from "./touch-geometry.js";

const STEP = 1e-4;

/** Moves a carrier with steady velocities; positions are those of the body, not of the shape. */
function moved(carrier: Carrier, time: number): Carrier {
  const turn = quaternion.fromAxisAngle(carrier.angularVelocity, time * vec3.norm(carrier.angularVelocity)) ?? quaternion.IDENTITY;
  return {
    ...carrier,
    position: vec3.addScaled(carrier.position, carrier.velocity, time),
    orientation: quaternion.multiply(turn, carrier.orientation),
  };
}

describe.each(SHAPE_KINDS)("%s", (kind) => {
  it.each(SHAPE_KINDS)("and %s: gap, contact velocity and normal change as their rates say", (other) => {
    const draw = createShapeDraw(5000 + 20 * SHAPE_KINDS.indexOf(kind) + SHAPE_KINDS.indexOf(other));
    let compared = 0;
    for (let k = 0; k < 4 && compared < 2; k++) {
      const place = () => ({ position: vec3.scale(draw.unit(), 0.2), orientation: draw.orientation() });
      const pair = convexPair(convexPart(draw.shape(kind, k % 2 === 0), place()), convexPart(draw.shape(other, k % 4 < 2), place()));
      const carrier = (position: MutableVec3): Carrier => ({
        position,
        orientation: [...draw.orientation()] as MutableQuaternion,
        velocity: vec3.copy(draw.unit()),
        angularVelocity: vec3.copy(draw.unit()),
      });
      const first = carrier([0, 0, 0]);
      const second = carrier(vec3.scale(draw.unit(), 2.5));
      const separation = (time: number) => pair.separation?.(moved(first, time), moved(second, time)) ?? Number.NaN;
      const gaps = Array.from({ length: pair.count }, (_, feature) => pair.gap(feature, first, second));
      if (!(separation(0) > 1e-3)) continue;
      const nearest = gaps.findIndex((gap) => Math.abs(gap - separation(0)) < 1e-12);
      // Sharp corners on corners have no feature: nothing could say their normal when they touch.
      if (nearest < 0) continue;
      const sample = (time: number) => {
        const [a, b] = [moved(first, time), moved(second, time)];
        const touch = createTouchGeometry();
        pair.evaluate(nearest, a, b, touch);
        const velocityAt = (body: Carrier) =>
          vec3.add(body.velocity, vec3.cross(body.angularVelocity, vec3.subtract(touch.point, body.position)));
        const relative = vec3.subtract(velocityAt(a), velocityAt(b));
        const rate = vec3.subtract(vec3.cross(a.angularVelocity, touch.firstArmRate), vec3.cross(b.angularVelocity, touch.secondArmRate));
        return {
          gap: pair.gap(nearest, a, b),
          values: [touch.gap, ...touch.normal, ...relative],
          rates: [vec3.dot(touch.normal, relative), ...touch.normalRate, ...rate],
        };
      };
      const samples = [-2, -1, 1, 2].map((i) => sample(i * STEP));
      const here = sample(0);
      if (samples.some(({ gap }) => !(gap < Number.POSITIVE_INFINITY))) continue;
      compared++;
      here.rates.forEach((value, i) => {
        const [far, near, after, beyond] = samples.map(({ values }) => values[i]);
        const difference = (8 * (after - near) - (beyond - far)) / (12 * STEP);
        expect(Math.abs(value - difference)).toBeLessThan(1e-8 * (1 + Math.abs(value)));
      });
    }
  });
});
