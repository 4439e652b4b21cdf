import { describe, expect, it } from "vitest";
import { contactProblemFromBodies } from "../../../mechanics/from-bodies.js";
import { SLIP } from "../direction.js";
import { rateOf } from "../rate.js";
import { readMotion, slipGroup } from "../rest-on-plane.js";
import { touchingOf } from "../touching.js";
import { spatialDirection } from "./direction.js";
import { createSettler } from "./settle.js";

/** A body between floor and wall, sliding along both. */
function inCorner(friction: number) {
  const body = {
    mass: 1,
    inertia: [0.05, 0.08, 0.07] as const,
    position: [0.1, 0.05, 0.5] as const,
    velocity: [-0.3, 0.4, -0.5] as const,
    angularVelocity: [0.5, 0.3, 1.1] as const,
  };
  const contact = (point: readonly [number, number, number], normal: readonly [number, number, number]) => ({
    between: ["body", "room"] as const,
    point,
    normal,
    friction,
    restitution: 0,
  });
  const contacts = [contact([0.05, -0.05, 0], [0, 0, 1]), contact([-0.5, 0.08, 0.52], [1, 0, 0])];
  const { problem } = contactProblemFromBodies({ body, room: "fixed" }, contacts);
  return { touching: touchingOf(problem, [0, 1]), velocity: Float64Array.from(problem.velocity), modes: new Uint8Array(2).fill(SLIP) };
}

const across = (a: Float64Array, b: Float64Array) => (a[0] * b[1] - a[1] * b[0]) / Math.hypot(...a) / Math.hypot(...b);

describe("directions without a turn", () => {
  it("are found from nearby and from far away, and attract what comes to them", () => {
    const { touching, velocity, modes } = inCorner(0.3);
    const group = slipGroup(touching, [0]);
    const settler = createSettler(touching, modes, [group]);
    const found: { direction: Float64Array; attracts: boolean }[] = [];
    for (let k = 0; k < 24; k++) {
      settler.motions[0].set([Math.cos(0.26 * k + 0.1), Math.sin(0.26 * k + 0.1)]);
      if (!settler.search(velocity)) continue;
      const response = new Float64Array(2);
      readMotion(group, settler.rate, response);
      expect(Math.abs(across(settler.motions[0], response))).toBeLessThan(1e-12);
      found.push({ direction: settler.motions[0].slice(), attracts: settler.attracts([0.1]) });
    }
    const attracting = found.filter(({ attracts }) => attracts);
    expect(attracting.length).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThan(attracting.length);

    // Slow slip pushed aside by a little comes back to an attracting direction and leaves another.
    for (const { direction, attracts } of [attracting[0], found.find((each) => !each.attracts)!]) {
      let slip = [direction[0] - 1e-4 * direction[1], direction[1] + 1e-4 * direction[0]].map((value) => 1e-3 * value);
      const c = new Float64Array(6);
      for (let n = 0; n < 20; n++) {
        const state = velocity.slice();
        state.set(slip);
        spatialDirection(touching, modes, state, c);
        const rate = rateOf(touching, modes, c);
        slip = slip.map((value, k) => value + 1e-6 * rate[k]);
      }
      const apart = Math.abs(across(direction, Float64Array.from(slip)));
      if (attracts) expect(apart).toBeLessThan(1e-4);
      else expect(apart).toBeGreaterThan(1e-4);
    }
  });

  it("are followed by slow slip with a lag that is right to the second order of its speed", () => {
    // Little friction, so that the slow slip gets faster and lives long enough to settle.
    const { touching, velocity, modes } = inCorner(0.1);
    const group = slipGroup(touching, [0]);
    const settler = createSettler(touching, modes, [group]);
    for (let k = 0; k < 24; k++) {
      settler.motions[0].set([Math.cos(0.26 * k), Math.sin(0.26 * k)]);
      if (settler.search(velocity) && settler.attracts([1])) break;
    }
    // The equation itself, in steps far below the time in which the direction settles, while the other contact's slip turns.
    const state = velocity.slice();
    const speed = 2e-4;
    settler.follow(velocity, [speed]);
    state.set(settler.motions[0].map((value) => speed * value));
    const c = new Float64Array(6);
    const slope = (v: Float64Array) => {
      spatialDirection(touching, modes, v, c);
      return rateOf(touching, modes, c);
    };
    let v = state;
    for (let n = 0; n < 4000; n++) {
      const h = 2e-7;
      const half = slope(v);
      const full = slope(v.map((value, k) => value + 0.5 * h * half[k]));
      v = v.map((value, k) => value + h * full[k]);
    }
    const own = v.slice(0, 2);
    settler.read(v);
    expect(settler.settle(v)).toBe(true);
    const plain = Math.abs(across(settler.motions[0], own));
    expect(settler.follow(v, [Math.hypot(own[0], own[1])])).toBe(true);
    const lagging = Math.abs(across(settler.motions[0], own));
    expect(plain).toBeGreaterThan(1e-6);
    expect(lagging).toBeLessThan(0.01 * plain);
  });
});
