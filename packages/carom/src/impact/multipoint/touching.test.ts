import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { commonPlaneFamilies, cornerFamilies, planarFamilies } from "../../testing/scenes.js";
import { ballInCorner, block, planarProblem } from "./planar-body.test.data.js";
import { dropContacts, touchingOf, writeVelocityRow } from "./touching.js";

const material = { friction: 0.35, restitution: 0.5 };
const everyContact = (count: number) => Array.from({ length: count }, (_, i) => i);
const rounded = (row: Float64Array) => Array.from(row, (value) => Math.round(value * Math.SQRT2 * 1e12) / 1e12 + 0);

describe("sharing rows", () => {
  it("of a ball between floor and wall are those behind the published figure: p_t1 + p_n1 - p_t2 - p_n2 = 0", () => {
    const { sharing, reference, onePlane } = touchingOf(planarProblem(ballInCorner, material), [0, 1], 0);
    expect(onePlane).toBe(false);
    expect(reference).toBe(0);
    expect(rounded(sharing.subarray(4))).toEqual([-1, -1, 1, 1]);
  });

  it("of a ball between floor and a wall on the left are the mirror image of that", () => {
    const left = { ...ballInCorner, touches: [ballInCorner.touches[0], [-0.5, 0, 1, 0]] } as const;
    // Tangents to the right on the floor and down at the wall: both are turned round in the mirror.
    expect(rounded(touchingOf(planarProblem(left, material), [0, 1], 0).sharing.subarray(4))).toEqual([1, -1, -1, 1]);
  });

  it("compare with the contact that is named, and with another where that one does not take part", () => {
    const problem = planarProblem(ballInCorner, material);
    expect(touchingOf(problem, [0, 1], 1).reference).toBe(1);
    expect(touchingOf(problem, [1], 0).reference).toBe(0);
    expect(touchingOf(planarProblem(block(3, [0, -1, 0]), material), [0, 1, 2]).reference).toBe(2);
  });

  it("without a reference hold only the normals of contacts that oppose each other, whichever is listed first", () => {
    const problem = planarProblem(ballInCorner, material);
    for (const contacts of [
      [0, 1],
      [1, 0],
    ]) {
      const { sharing, reference, pairs } = touchingOf(problem, contacts);
      expect([reference, pairs]).toEqual([-1, 1]);
      expect(rounded(sharing.subarray(0, 4))).toEqual([0, 1, 0, -1]);
    }
  });

  it("hold only tangents on one plane", () => {
    const { sharing, onePlane, plane } = touchingOf(planarProblem(block(4, [0, -1, 0]), material), everyContact(4));
    expect(onePlane).toBe(true);
    expect([...plane]).toEqual([0, 0, 0, 0]);
    expect(sharing.every((value, k) => k % 2 === 0 || value === 0)).toBe(true);
  });

  it("go with a contact that is dropped, and so do planes", () => {
    const problem = planarProblem({ ...ballInCorner, touches: [...block(3, [0, 0, 0]).touches, [0.8, 0, -1, 0]] }, material);
    const touching = touchingOf(problem, everyContact(4), 3);
    expect([...touching.plane]).toEqual([0, 0, 0, 1]);
    dropContacts(touching, [3]);
    expect([touching.onePlane, touching.reference, touching.pushingCount]).toEqual([true, 2, 3]);
    expect(touching.sharing.subarray(24).every((value) => value === 0)).toBe(true);
    dropContacts(touching, [0]);
    expect(touching.sharing.subarray(0, 8).every((value) => value === 0)).toBe(true);
    expect(touching.sharing.subarray(8, 16).some((value) => value !== 0)).toBe(true);
  });
});

it.each([...commonPlaneFamilies, ...cornerFamilies, ...planarFamilies.slice(0, 3)])(
  "the velocities of a rigid body have no component along the velocity rows: $name",
  ({ draw }) => {
    const random = createRandom(4);
    for (let n = 0; n < 20; n++) {
      const { problem } = draw(random);
      const touching = touchingOf(problem, everyContact(problem.contacts.length));
      const speed = Math.max(...problem.velocity.map(Math.abs));
      for (let i = 1; i < touching.count; i++) {
        const row = new Float64Array(touching.size);
        expect(writeVelocityRow(touching, i, i - 1, row)).toBeGreaterThan(0);
        expect(Math.abs(row.reduce((sum, value, k) => sum + value * problem.velocity[k], 0))).toBeLessThanOrEqual(1e-13 * speed);
      }
    }
  },
);
