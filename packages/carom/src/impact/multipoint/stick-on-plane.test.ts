import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { commonPlaneFamilies } from "../../testing/scenes.js";
import { impulseDirection, SLIP, STICK } from "./direction.js";
import { readMotion, slipGroup, writeMotion } from "./rest-on-plane.js";
import { stickOnPlane } from "./stick-on-plane.js";
import { type Touching, touchingOf } from "./touching.js";

const isHeld = ({ staticFriction }: Touching, direction: Float64Array, slack = 1e-11) =>
  staticFriction.every((friction, i) => {
    const [x, y, normal] = direction.subarray(3 * i);
    return normal >= -slack && Math.hypot(x, y) <= friction * normal + slack;
  });

describe.each(commonPlaneFamilies)("$name at rest", ({ draw }) => {
  it("is always either held by a direction inside all cones or left by a slip that starts", () => {
    const random = createRandom(31);
    const count = { shortest: 0, shared: 0, slips: 0 };
    for (let n = 0; n < 150; n++) {
      const { problem } = draw(random);
      if (problem.contacts.length === 1) continue;
      const materials = problem.contacts.map(({ restitution }) => ({ friction: 0.02 + 0.5 * random(), restitution }));
      const touching = touchingOf(
        { ...problem, contacts: materials },
        materials.map((_, i) => i),
      );
      const { count: contacts, size } = touching;
      const shortest = new Float64Array(size);
      impulseDirection(touching, new Uint8Array(contacts).fill(STICK), new Float64Array(size), shortest);
      if (isHeld(touching, shortest)) {
        count.shortest++;
        continue;
      }
      const group = slipGroup(
        touching,
        materials.map((_, i) => i),
      );
      const rest = stickOnPlane(touching, group)!;
      expect(rest).toBeDefined();
      if (!rest.holds) {
        count.slips++;
        const velocity = new Float64Array(size);
        const direction = new Float64Array(size);
        writeMotion(group, rest.motion, velocity);
        impulseDirection(touching, new Uint8Array(contacts).fill(SLIP), velocity, direction);
        const rate = velocity.map((_, row) => direction.reduce((sum, value, k) => sum + touching.mobility[row * size + k] * value, 0));
        const response = new Float64Array(3);
        readMotion(group, rate, response);
        const growth = response.reduce((sum, value, f) => sum + value * rest.motion[f], 0);
        expect(growth).toBeGreaterThan(0);
        for (let f = 0; f < 3; f++) expect(Math.abs(response[f] - growth * rest.motion[f])).toBeLessThanOrEqual(1e-5 * growth);
        continue;
      }
      const shared = rest.direction;
      count.shared++;
      expect(isHeld(touching, shared, 1e-14)).toBe(true);
      expect(shared.reduce((sum, value, k) => (k % 3 === 2 ? sum + value : sum), 0)).toBeCloseTo(1, 14);
      const dot = (rows: Float64Array, row: number) => shared.reduce((sum, value, k) => sum + rows[row * size + k] * value, 0);
      const largest = touching.mobility.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let i = 0; i < contacts; i++) {
        expect(Math.abs(dot(touching.sharing, i))).toBeLessThanOrEqual(1e-13);
        for (const c of [0, 1]) expect(Math.abs(dot(touching.mobility, 3 * i + c))).toBeLessThanOrEqual(1e-12 * largest);
      }
    }
    expect(Math.min(count.shortest, count.shared, count.slips)).toBeGreaterThan(3);
  });
});
