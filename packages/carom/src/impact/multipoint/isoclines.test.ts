import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quadraticSystemRoots } from "../../math/macaulay.js";
import { createRandom } from "../../math/random.js";
import { between } from "../../testing/between.js";
import { createSlipContact } from "../slip/contact.js";
import { invariantDirections } from "../slip/directions.js";
import { isoclines, type SlipResponse } from "./isoclines.js";

const turn = ([t11, t12, t13, t21, t22, t23]: SlipResponse, friction: number, angle: number) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return c * (t23 - friction * (t21 * c + t22 * s)) - s * (t13 - friction * (t11 * c + t12 * s));
};
const angleOf = ({ direction }: { direction: readonly [number, number] }) => Math.atan2(direction[1], direction[0]);
const apart = (a: number, b: number) => Math.abs(((((a - b) % (2 * Math.PI)) + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);

/** Sign changes of the turning rate on a dense scan, refined by bisection. */
function scan(response: SlipResponse, friction: number, samples: number): number[] {
  const found: number[] = [];
  for (let k = 0; k < samples; k++) {
    let [low, high] = [(2 * Math.PI * (k - 0.5)) / samples, (2 * Math.PI * (k + 0.5)) / samples];
    const sign = Math.sign(turn(response, friction, low));
    if (sign === Math.sign(turn(response, friction, high))) continue;
    for (let i = 0; i < 50; i++) {
      const middle = 0.5 * (low + high);
      if (Math.sign(turn(response, friction, middle)) === sign) low = middle;
      else high = middle;
    }
    found.push(0.5 * (low + high));
  }
  return found;
}

describe("isoclines", () => {
  it("are found all, in every quadrant, as a dense scan of 1,500 random responses shows", () => {
    const random = createRandom(11);
    const counts = [0, 0, 0, 0, 0];
    let behind = 0;
    for (let k = 0; k < 1500; k++) {
      const response = Array.from({ length: 6 }, () => 2 * random() - 1) as unknown as SlipResponse;
      const friction = 10 ** (3 * random() - 2);
      const wanted = scan(response, friction, 360);
      const found = isoclines(response, friction);
      counts[found.length]++;
      behind += found.filter(({ direction }) => direction[0] < 0).length;
      for (const angle of wanted) expect(Math.min(...found.map((each) => apart(angleOf(each), angle)))).toBeLessThan(1e-9);
      // The scan may step over two that are close together, never over one.
      if (found.length !== wanted.length) {
        const angles = found.map(angleOf);
        const closest = Math.min(...angles.flatMap((a, i) => angles.slice(i + 1).map((b) => apart(a, b))));
        expect(found.length - wanted.length).toBe(2);
        expect(closest).toBeLessThan((2 * Math.PI) / 360);
      }
      for (const each of found) {
        const size = friction * Math.max(...response.map(Math.abs)) + Math.max(...response.map(Math.abs));
        expect(Math.abs(turn(response, friction, angleOf(each)))).toBeLessThan(1e-11 * size);
      }
    }
    // 0, 2 and 4 all occur, and half of the directions have a negative cosine.
    expect(counts[1] + counts[3]).toBe(0);
    for (const count of [counts[0], counts[2], counts[4]]) expect(count).toBeGreaterThan(10);
    expect(behind).toBeGreaterThan(1000);
  });

  it("are the roots of two quadratics, parallel impulse and slip and the friction limit, by Macaulay's matrix", () => {
    const random = createRandom(12);
    for (let k = 0; k < 40; k++) {
      const response = Array.from({ length: 6 }, () => 2 * random() - 1) as unknown as SlipResponse;
      const [t11, t12, t13, t21, t22, t23] = response;
      const friction = 0.1 + random();
      const roots = quadraticSystemRoots([
        {
          square: [
            [t21, t22],
            [-t11, -t12],
          ],
          linear: [t23, -t13],
          constant: 0,
        },
        {
          square: [
            [1, 0],
            [0, 1],
          ],
          linear: [0, 0],
          constant: -friction * friction,
        },
      ])!;
      const found = isoclines(response, friction);
      expect(found).toHaveLength(roots.length);
      // The impulse is opposite to the slip.
      for (const [x, y] of roots)
        expect(
          Math.min(...found.map(({ direction }) => Math.hypot(direction[0] + x / friction, direction[1] + y / friction))),
        ).toBeLessThan(1e-9);
    }
  });

  it("of a symmetric response are the invariant directions of a single contact", () => {
    const entry = between(-1, 1);
    fc.assert(
      fc.property(entry, entry, entry, entry, entry, between(0.05, 2), (r1, r2, r3, d1, d2, friction) => {
        const contact = { ...createSlipContact(), b11: r1 * r1 + r2 * r2 + 0.1, b12: r2 * r3, b22: r3 * r3 + 0.1, d1, d2, friction };
        const { b11, b12, b22 } = contact;
        const wanted = invariantDirections(contact).filter(({ stability }) => stability !== "neutral");
        const found = isoclines([b11, b12, d1, b12, b22, d2], friction);
        for (const { direction, radialRate } of wanted) {
          const nearest = found.reduce((best, each) =>
            Math.hypot(each.direction[0] - direction[0], each.direction[1] - direction[1]) <
            Math.hypot(best.direction[0] - direction[0], best.direction[1] - direction[1])
              ? each
              : best,
          );
          expect(Math.hypot(nearest.direction[0] - direction[0], nearest.direction[1] - direction[1])).toBeLessThan(1e-8);
          expect(Math.abs(nearest.radialRate - radialRate)).toBeLessThan(1e-8);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("lie on the axes where coupling and response do, the vertical ones included", () => {
    const directions = (response: SlipResponse) =>
      isoclines(response, 0.5).map(({ direction }) => direction.map((value) => Math.round(value * 1e12) / 1e12 + 0));
    expect(directions([2, 0, 0.3, 0, 2, 0])).toEqual(
      expect.arrayContaining([
        [1, 0],
        [-1, 0],
      ]),
    );
    expect(directions([2, 0, 0.3, 0, 2, 0])).toHaveLength(2);
    expect(directions([2, 0, 0, 0, 2, 0.3])).toEqual(
      expect.arrayContaining([
        [0, 1],
        [0, -1],
      ]),
    );
    expect(directions([2, 0, 0, 0, 2, 0.3])).toHaveLength(2);
    // No coupling: the principal axes, both ways.
    expect(directions([2, 0, 0, 0, 1, 0])).toHaveLength(4);
  });

  it("do not single out any direction of an isotropic response", () => {
    expect(isoclines([2, 0, 0, 0, 2, 0], 0.5)).toEqual([]);
    expect(isoclines([0, 0, 0, 0, 0, 0], 0.5)).toEqual([]);
  });

  it("turn with the axes and do not depend on units", () => {
    const random = createRandom(3);
    for (let k = 0; k < 200; k++) {
      const response = Array.from({ length: 6 }, () => 2 * random() - 1) as unknown as SlipResponse;
      const [t11, t12, t13, t21, t22, t23] = response;
      const quarter: SlipResponse = [t22, -t21, t23, -t12, t11, -t13];
      const plain = isoclines(response, 0.4);
      const turned = isoclines(quarter, 0.4);
      expect(turned).toHaveLength(plain.length);
      for (const { direction, radialRate } of plain) {
        const match = turned.find((each) => Math.hypot(each.direction[0] - direction[1], each.direction[1] + direction[0]) < 1e-8);
        expect(match?.radialRate).toBeCloseTo(radialRate, 8);
      }
      const scaled = isoclines(response.map((value) => value * 2 ** 30) as unknown as SlipResponse, 0.4);
      expect(scaled.map(({ direction }) => direction)).toEqual(plain.map(({ direction }) => direction));
    }
  });
});
