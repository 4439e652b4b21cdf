/** What acts along the floor: closed forms of the first impact, limits, books, and what each rule cannot do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import { followPlate, type PlateFall } from "./plate-sequence.js";
import { flatImpulses } from "./rod-limits.js";
import { followRod, type RodFall } from "./rod-sequence.js";

const rod = (more: Partial<RodFall>): RodFall => ({ angle: 0.5, impactSpeed: 1, restitution: 0.5, ...more });
const plate = (more: Partial<PlateFall>): PlateFall => ({ width: 0.5, tilt: 0.5, roll: -0.7, impactSpeed: 1, restitution: 0.5, ...more });

describe("a prescribed impulse ratio (2.3)", () => {
  it("of a uniform rod: P = (1 + e)/(1 + 3 cos^2 - 3 mu sin cos)", () => {
    fc.assert(
      fc.property(between(0.05, 1.5), between(0, 1), between(-0.8, 0.8), (angle, restitution, impulseRatio) => {
        const { impacts, final } = followRod(rod({ angle, restitution, impulseRatio, maximumImpacts: 1 }));
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const impulse = (1 + restitution) / (1 + 3 * c * c - 3 * impulseRatio * s * c);
        expect(Math.abs(impacts[0].impulse - impulse)).toBeLessThan(1e-13);
        expect(Math.abs(impacts[0].tangentialImpulse! - impulseRatio * impulse)).toBeLessThan(1e-13);
        expect(Math.abs(final.horizontalVelocity! - impulseRatio * impulse)).toBeLessThan(1e-13);
        // (2.11): d_t - mu d_n, with both on the side of end A.
        expect(Math.abs(impacts[0].angularVelocity - 6 * impulse * (impulseRatio * s - c))).toBeLessThan(1e-12);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it("jams from 4/3 on at tan = 2, where a sliding rod does first, and nowhere below", () => {
    const angle = Math.atan(2);
    expect(followRod(rod({ angle, impulseRatio: 4 / 3 - 1e-9, maximumImpacts: 1 })).status).toBe("maximum-impacts");
    expect(followRod(rod({ angle, impulseRatio: 4 / 3 + 1e-9, maximumImpacts: 1 })).status).toBe("jammed");
    for (let i = 1; i < 90; i++)
      expect(followRod(rod({ angle: (i * Math.PI) / 180, impulseRatio: 1.3333, maximumImpacts: 1 })).status).toBe("maximum-impacts");
  });

  it("of zero changes nothing", () => {
    const free = followRod(rod({}));
    const given = followRod(rod({ impulseRatio: 0 }));
    given.impacts.forEach(({ impulse, time }, i) => {
      expect(Math.abs(impulse - free.impacts[i].impulse)).toBeLessThan(1e-13);
      expect(Math.abs(time - free.impacts[i].time)).toBeLessThan(1e-12);
    });
    const corner = followPlate(plate({ impulseRatio: [0, 0], maximumImpacts: 3 }));
    followPlate(plate({ maximumImpacts: 3 })).impacts.forEach(({ impulse }, i) => {
      expect(Math.abs(corner.impacts[i].impulse - impulse)).toBeLessThan(1e-10);
    });
  });

  it("is what friction does as long as the end slides: Brach and Coulomb agree until sticking", () => {
    // Slides fast to the right, so friction pushes to the left at every impact.
    const more = { angle: 0.3, horizontalVelocity: 20, gravity: 0 };
    const given = followRod(rod({ ...more, impulseRatio: -0.2 }));
    const found = followRod(rod({ ...more, friction: 0.2 }));
    expect(found.impacts.length).toBe(given.impacts.length);
    expect(found.impacts.length).toBeGreaterThan(1);
    found.impacts.forEach(({ impulse, tangentialImpulse, slipAfter }, i) => {
      expect(slipAfter).toBeGreaterThan(0);
      expect(Math.abs(impulse - given.impacts[i].impulse)).toBeLessThan(1e-12);
      expect(Math.abs(tangentialImpulse! - given.impacts[i].tangentialImpulse!)).toBeLessThan(1e-12);
    });
    const corner = { horizontalVelocity: [3e5, 4e5], maximumImpacts: 1 } as const;
    const slides = followPlate(plate({ ...corner, friction: 0.2 })).impacts[0];
    const pushed = followPlate(plate({ ...corner, impulseRatio: [-0.12, -0.16] })).impacts[0];
    // The slip turns by a millionth of itself during the impact.
    expect(Math.abs(slides.impulse - pushed.impulse)).toBeLessThan(1e-5);
  });

  it("against the slip beyond what stops it is no friction any more, and may gain energy: the sequence says so", () => {
    const { warnings } = followRod(rod({ impulseRatio: 0.9, horizontalVelocity: 1, maximumImpacts: 1 }));
    expect(warnings.join(" ")).toMatch(/impact 1 gains .* J/);
  });
});

describe("a tangential restitution (1.5, 1.6)", () => {
  it("turns slip around, and at e = e_t = 1 keeps the energy through the whole sequence", () => {
    fc.assert(
      fc.property(between(0.1, 1.4), between(-1, 1), between(-2, 2), (angle, tangentialRestitution, horizontalVelocity) => {
        const one = followRod(rod({ angle, tangentialRestitution, horizontalVelocity, maximumImpacts: 1 }));
        if (one.status !== "jammed") {
          const [{ slipBefore, slipAfter, tangentialImpulse, impulse, approachSpeed, energyLoss }] = one.impacts;
          expect(Math.abs(slipAfter! + tangentialRestitution * slipBefore!)).toBeLessThan(1e-12);
          const taken = 0.5 * (impulse * approachSpeed * 0.5 - tangentialImpulse! * slipBefore! * (1 - tangentialRestitution));
          expect(Math.abs(energyLoss - taken)).toBeLessThan(1e-12);
        }
        const { energyBefore, energyAfter } = followRod(rod({ angle, restitution: 1, tangentialRestitution: 1, horizontalVelocity }));
        expect(Math.abs(energyAfter - energyBefore)).toBeLessThan(1e-11 * energyBefore);
      }),
      { numRuns: 100, seed: 2 },
    );
  });

  it("without slip the end sticks: P = (1 + e)(1 + 3 sin^2)/4 and P_t = 3 (1 + e) sin cos/4, as with endless friction", () => {
    for (const angle of [0.1, 0.5, 1, 1.5]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (const rule of [{ tangentialRestitution: 0.7 }, { friction: 1000 }]) {
        const [{ impulse, tangentialImpulse }] = followRod(rod({ angle, ...rule, maximumImpacts: 1 })).impacts;
        expect(Math.abs(impulse - (1.5 * (1 + 3 * s * s)) / 4)).toBeLessThan(1e-13);
        expect(Math.abs(tangentialImpulse! - (1.5 * 3 * s * c) / 4)).toBeLessThan(1e-13);
      }
    }
  });

  it("of a corner, along x and y each, with its own books", () => {
    fc.assert(
      fc.property(between(0.1, 1.4), between(-1.4, -0.1), between(-1, 1), between(-1, 1), (tilt, roll, x, y) => {
        const fall = plate({ tilt, roll, horizontalVelocity: [0.4, -0.3], tangentialRestitution: [x, y], maximumImpacts: 1 });
        const { status, impacts, energyBefore, energyAfter } = followPlate(fall);
        if (status === "jammed") return;
        const [{ slipBefore: before, slipAfter: after, tangentialImpulse: along, impulse, approachSpeed, energyLoss }] = impacts;
        expect(Math.abs(after![0] + x * before![0])).toBeLessThan(1e-12);
        expect(Math.abs(after![1] + y * before![1])).toBeLessThan(1e-12);
        const work = along![0] * before![0] * (1 - x) + along![1] * before![1] * (1 - y) - impulse * approachSpeed * 0.5;
        expect(Math.abs(energyLoss + 0.5 * work)).toBeLessThan(1e-12);
        expect(Math.abs(energyBefore - energyAfter - energyLoss)).toBeLessThan(1e-14);
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it("a rough elastic plate keeps its energy from corner to corner", () => {
    const { impacts, energyBefore, energyAfter } = followPlate(plate({ restitution: 1, tangentialRestitution: [1, 1] }));
    expect(impacts.length).toBeGreaterThan(1);
    expect(Math.abs(energyAfter - energyBefore)).toBeLessThan(1e-10);
  });
});

describe("friction in the sequence", () => {
  it("never gains energy, stays in its cone, and keeps momentum", () => {
    fc.assert(
      fc.property(
        between(0.05, 1.5),
        between(0, 1),
        between(0, 2),
        between(-3, 3),
        between(-5, 5),
        (angle, restitution, friction, horizontalVelocity, angularVelocity) => {
          const fall = rod({ angle, restitution, friction, horizontalVelocity, angularVelocity, impactSpeed: 4, maximumImpacts: 20 });
          const { impacts, energyBefore, final, tail } = followRod(fall);
          for (const { impulse, tangentialImpulse, energyLoss } of impacts) {
            expect(energyLoss).toBeGreaterThan(-1e-12 * energyBefore);
            expect(Math.abs(tangentialImpulse!)).toBeLessThanOrEqual(friction * impulse * (1 + 1e-12));
          }
          const pushed = impacts.reduce((sum, { tangentialImpulse }) => sum + tangentialImpulse!, tail?.tangentialImpulse ?? 0);
          expect(Math.abs(final.horizontalVelocity! - horizontalVelocity - pushed)).toBeLessThan(1e-12);
        },
      ),
      { numRuns: 200, seed: 4 },
    );
  });

  it("of a plate too", () => {
    fc.assert(
      fc.property(between(0.1, 1.4), between(-1.4, -0.1), between(0, 1), between(0, 1.5), (tilt, roll, restitution, friction) => {
        const fall = plate({ tilt, roll, restitution, friction, horizontalVelocity: [0.5, 0.2], maximumImpacts: 4 });
        const { impacts, energyBefore, final } = followPlate(fall);
        for (const { impulse, tangentialImpulse: along, energyLoss } of impacts) {
          expect(energyLoss).toBeGreaterThan(-1e-10 * energyBefore);
          expect(Math.hypot(...along!)).toBeLessThanOrEqual(friction * impulse * (1 + 1e-10));
        }
        const pushed = impacts.reduce((sum, { tangentialImpulse }) => sum + tangentialImpulse![0], 0);
        expect(Math.abs(final.velocity[0] - 0.5 - pushed)).toBeLessThan(1e-11);
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  it("of a rod that falls flat pushes along the floor and changes no normal impulse", () => {
    const { impacts } = followRod(rod({ angle: 1e-7, friction: 0.1, horizontalVelocity: 5 }));
    const flat = flatImpulses(0.5);
    impacts.slice(0, 3).forEach(({ impulse, tangentialImpulse }, i) => {
      expect(Math.abs(impulse - flat[i])).toBeLessThan(1e-6);
      expect(Math.abs(tangentialImpulse! + 0.1 * flat[i])).toBeLessThan(1e-6);
    });
  });

  it("mirrored, is mirrored", () => {
    const right = followPlate(plate({ friction: 0.4, horizontalVelocity: [1, 0], maximumImpacts: 3 }));
    const left = followPlate(plate({ friction: 0.4, horizontalVelocity: [-1, 0], heading: Math.PI, maximumImpacts: 3 }));
    right.impacts.forEach(({ impulse, tangentialImpulse }, i) => {
      expect(Math.abs(impulse - left.impacts[i].impulse)).toBeLessThan(1e-9);
      expect(Math.abs(tangentialImpulse![0] + left.impacts[i].tangentialImpulse![0])).toBeLessThan(1e-9);
    });
  });
});

it("one rule at a time, and each within its range", () => {
  expect(() => followRod(rod({ friction: 0.2, impulseRatio: 0.1 }))).toThrow("friction: 0.2 is given besides impulseRatio");
  expect(() => followRod(rod({ friction: -1 }))).toThrow("friction: -1 is negative");
  expect(() => followRod(rod({ tangentialRestitution: 2 }))).toThrow("tangentialRestitution: 2 is not between -1 and 1");
  expect(() => followPlate(plate({ impulseRatio: [0, Number.NaN] }))).toThrow("impulseRatio");
});
