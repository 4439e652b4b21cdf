import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { between } from "../../testing/between.js";
import { problemFamilies } from "../../testing/slip-families.js";
import { completeSlipContact, createSlipContact, holds, type SlipContact } from "./contact.js";
import { centrifugalDirection, invariantDirections, radialRate, turningRate, turningSlope } from "./directions.js";
import { contactOf, icosaTetra, pinBall, variation, variations } from "./published.test.data.js";

function contact(numbers: Partial<SlipContact>): SlipContact {
  const { friction = 0.5 } = numbers;
  return completeSlipContact(
    Object.assign(
      createSlipContact(),
      { b11: 1, b22: 1, normal: 1, slip1: 1, normalVelocity: -1, friction, staticFriction: friction },
      numbers,
    ),
  );
}

/** B by its larger eigenvalue, their ratio and the angle of its axes; d by size and angle. */
function fromAxes(large: number, ratio: number, axis: number, coupling: number, angle: number, friction: number): SlipContact {
  const small = large * ratio;
  const mean = 0.5 * (large + small);
  const half = 0.5 * (large - small);
  return contact({
    b11: mean + half * Math.cos(2 * axis),
    b12: half * Math.sin(2 * axis),
    b22: mean - half * Math.cos(2 * axis),
    d1: coupling * Math.cos(angle),
    d2: coupling * Math.sin(angle),
    normal: 100,
    friction,
  });
}

const angle = between(-Math.PI, Math.PI);
const anyContact = fc
  .tuple(between(0.1, 10), between(0.02, 1), angle, between(1e-3, 10), angle, between(0.01, 3))
  .map((numbers) => fromAxes(...numbers));

function scaleOf({ b11, b22, d1, d2, friction }: SlipContact): number {
  return friction * (b11 + b22) + Math.abs(d1) + Math.abs(d2);
}

/** U(z) = friction/2 z . B z - d . z, whose slope along the circle is minus the turning rate. */
function potential({ b11, b12, b22, d1, d2, friction }: SlipContact, c: number, s: number): number {
  return 0.5 * friction * (b11 * c * c + 2 * b12 * c * s + b22 * s * s) - d1 * c - d2 * s;
}

/** The smallest potential on a grid of directions. */
function lowest(c: SlipContact): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 720; k++) least = Math.min(least, potential(c, Math.cos((k * Math.PI) / 360), Math.sin((k * Math.PI) / 360)));
  return least;
}

describe("invariant directions", () => {
  it("are two to four, unit vectors by ascending angle, and slip along them does not turn", () => {
    fc.assert(
      fc.property(anyContact, (c) => {
        const found = invariantDirections(c);
        expect(found.length).toBeGreaterThanOrEqual(2);
        expect(found.length).toBeLessThanOrEqual(4);
        found.forEach(({ direction: [z1, z2], angle: a, radialRate: rate, turning }, i) => {
          expect(Math.hypot(z1, z2)).toBeCloseTo(1, 14);
          expect([Math.cos(a), Math.sin(a)]).toEqual([expect.closeTo(z1, 14), expect.closeTo(z2, 14)]);
          expect(a > -Math.PI && a <= Math.PI).toBe(true);
          expect(Math.abs(turningRate(c, z1, z2))).toBeLessThan(1e-13 * scaleOf(c));
          expect(rate).toBe(radialRate(c, z1, z2));
          expect(turning).toBe(turningSlope(c, z1, z2));
          if (i > 0) expect(a).toBeGreaterThan(found[i - 1].angle);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("are all of them: between neighbours the turning rate has one sign", () => {
    fc.assert(
      fc.property(anyContact, (c) => {
        const found = invariantDirections(c);
        found.forEach((from, i) => {
          const to = found[i + 1]?.angle ?? found[0].angle + 2 * Math.PI;
          const signs = new Set<number>();
          for (let k = 1; k < 400; k++) {
            const a = from.angle + ((to - from.angle) * k) / 400;
            const rate = turningRate(c, Math.cos(a), Math.sin(a));
            if (Math.abs(rate) > 1e-12 * scaleOf(c)) signs.add(Math.sign(rate));
          }
          expect(signs.size).toBeLessThanOrEqual(1);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("attract and repel in turn around the circle", () => {
    fc.assert(
      fc.property(anyContact, (c) => {
        const found = invariantDirections(c);
        fc.pre(found.every(({ stability }) => stability !== "neutral"));
        expect(found.length % 2).toBe(0);
        found.forEach(({ stability }, i) => {
          expect(stability).not.toBe(found[(i + 1) % found.length].stability);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("all lead inwards if friction can hold, else exactly one leads outwards and it attracts", () => {
    fc.assert(
      fc.property(anyContact, (c) => {
        const outward = invariantDirections(c).filter(({ kind }) => kind === "centrifugal");
        expect(outward).toHaveLength(holds(c) ? 0 : 1);
        for (const { stability } of outward) expect(stability).toBe("attracting");
      }),
      { numRuns: 500 },
    );
  });

  it("turn with the axes", () => {
    fc.assert(
      fc.property(anyContact, angle, (c, by) => {
        const [cos, sin] = [Math.cos(by), Math.sin(by)];
        const turned = contact({
          b11: cos * cos * c.b11 - 2 * cos * sin * c.b12 + sin * sin * c.b22,
          b12: cos * sin * (c.b11 - c.b22) + (cos * cos - sin * sin) * c.b12,
          b22: sin * sin * c.b11 + 2 * cos * sin * c.b12 + cos * cos * c.b22,
          d1: cos * c.d1 - sin * c.d2,
          d2: sin * c.d1 + cos * c.d2,
          friction: c.friction,
        });
        const before = invariantDirections(c);
        fc.pre(before.every(({ turning }) => Math.abs(turning) > 1e-4 * scaleOf(c)));
        const after = invariantDirections(turned);
        expect(after).toHaveLength(before.length);
        for (const { direction } of before) {
          const nearest = Math.min(
            ...after.map((d) =>
              Math.hypot(
                cos * direction[0] - sin * direction[1] - d.direction[0],
                sin * direction[0] + cos * direction[1] - d.direction[1],
              ),
            ),
          );
          expect(nearest).toBeLessThan(1e-9);
        }
      }),
    );
  });

  it("of an isotropic tangent block are along and against the coupling", () => {
    const [towards, away] = invariantDirections(contact({ b11: 2, b22: 2, d1: -0.3, d2: -0.4, friction: 0.5 }));
    expect(towards.direction[0]).toBeCloseTo(-0.6, 14);
    expect(towards.direction[1]).toBeCloseTo(-0.8, 14);
    expect(towards).toMatchObject({ stability: "attracting", kind: "centripetal" });
    expect(towards.radialRate).toBeCloseTo(0.5 - 1, 14);
    expect(away).toMatchObject({ stability: "repelling", kind: "centripetal" });
    expect(away.radialRate).toBeCloseTo(-0.5 - 1, 14);
  });

  it("without coupling are the axes of the tangent block, the larger mobility repelling", () => {
    const found = invariantDirections(contact({ b11: 1, b22: 3, friction: 0.5 }));
    expect(found.map(({ angle: a }) => a)).toEqual([-Math.PI / 2, 0, Math.PI / 2, Math.PI].map((a) => expect.closeTo(a, 14)));
    expect(found.map(({ stability }) => stability)).toEqual(["repelling", "attracting", "repelling", "attracting"]);
  });

  it("are none where every direction is one", () => {
    expect(invariantDirections(contact({ b11: 3.5, b22: 3.5 }))).toEqual([]);
    expect(invariantDirections(contact({ friction: 0 }))).toEqual([]);
  });

  it("at the angle pi are found though the quartic has no root there", () => {
    fc.assert(
      fc.property(anyContact, (c) => {
        const special = contact({ ...c, d2: -c.friction * c.b12 });
        const atPi = invariantDirections(special).filter(({ direction }) => Math.hypot(direction[0] + 1, direction[1]) < 1e-9);
        expect(atPi).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it("merge where the coupling lies on the astroid of the principal axes", () => {
    // D1^(2/3) + D2^(2/3) = k^(2/3), k = friction (3 - 1): inside it there are four, on it three, outside two.
    const at = (scale: number) => {
      const part = Math.PI / 5;
      return invariantDirections(
        contact({ b11: 1, b22: 3, friction: 0.5, d1: scale * Math.cos(part) ** 3, d2: scale * Math.sin(part) ** 3 }),
      );
    };
    expect(at(0.99)).toHaveLength(4);
    expect(at(1.01)).toHaveLength(2);
    const onIt = at(1);
    expect([2, 3, 4]).toContain(onIt.length);
    // The double root is known to the square root of the rounding only.
    const double = onIt.filter(({ turning }) => Math.abs(turning) < 1e-6);
    expect(double.length).toBeGreaterThanOrEqual(1);
  });

  it("are 2 to 4 and the attracting ones at least one in every family of random contacts", () => {
    const c = createSlipContact();
    for (const family of problemFamilies) {
      const random = createRandom(17);
      for (let i = 0; i < 100; i++) {
        family.draw(random, c);
        const found = invariantDirections(c);
        if (found.length === 0) {
          expect(Math.abs(c.d1) + Math.abs(c.d2) + c.friction * (Math.abs(c.b12) + Math.abs(c.b11 - c.b22))).toBeLessThan(
            1e-14 * scaleOf(c) + 1e-300,
          );
          continue;
        }
        expect(found.length).toBeGreaterThanOrEqual(2);
        expect(found.length).toBeLessThanOrEqual(4);
        expect(found.some(({ stability }) => stability === "attracting")).toBe(true);
      }
    }
  });

  it("of the source's figures: counts, kinds, and the two straight curves of figure 2.7", () => {
    for (const figure of variations) {
      const found = invariantDirections(contactOf(variation(figure)));
      const count = (kind: string) => found.filter((direction) => direction.kind === kind).length;
      if (figure.directions !== undefined)
        expect({ centripetal: count("centripetal"), centrifugal: count("centrifugal") }).toEqual(figure.directions);
    }
    const degrees = invariantDirections(contactOf(icosaTetra)).map(({ angle: a }) => (a * 180) / Math.PI);
    expect(degrees).toEqual([expect.closeTo(-159.8, 1), expect.closeTo(49.1, 1)]);
    expect(invariantDirections(contactOf(pinBall)).map(({ kind }) => kind)).toEqual(Array(4).fill("centripetal"));
  });
});

describe("the direction that leaves rest", () => {
  const out = new Float64Array(2);

  it("is the global minimum of U and, where friction cannot hold, the centrifugal direction", () => {
    fc.assert(
      fc.property(anyContact, (c) => {
        centrifugalDirection(c, out);
        const [z1, z2] = out;
        expect(Math.hypot(z1, z2)).toBeCloseTo(1, 14);
        expect(Math.abs(turningRate(c, z1, z2))).toBeLessThan(1e-13 * scaleOf(c));
        const least = potential(c, z1, z2);
        expect(lowest(c)).toBeGreaterThan(least - 1e-14 * scaleOf(c));
        const outward = invariantDirections(c).find(({ kind }) => kind === "centrifugal");
        if (outward !== undefined) expect(Math.hypot(z1 - outward.direction[0], z2 - outward.direction[1])).toBeLessThan(1e-11);
      }),
      { numRuns: 300 },
    );
  });

  it("is a minimum also for exact special values: axes, no coupling along one of them, isotropic blocks", () => {
    const values = [-2, -1, -0.25, 0, 0.25, 1, 2];
    for (const b11 of [1, 2])
      for (const b22 of [1, 2])
        for (const b12 of [-0.5, 0, 0.5])
          for (const d1 of values)
            for (const d2 of values) {
              const c = contact({ b11, b12, b22, d1, d2, friction: 0.5 });
              centrifugalDirection(c, out);
              const least = potential(c, out[0], out[1]);
              expect(lowest(c)).toBeGreaterThan(least - 1e-14);
            }
  });
});
