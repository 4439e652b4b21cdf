import { describe, expect, it } from "vitest";
import { dampingFromRestitution, restitutionFromDamping, restitutionFromDampingRatio } from "../mechanics/damping.js";
import { followPlate } from "./plate-sequence.js";
import { followRod, type RodFall } from "./rod-sequence.js";

const rod = (more: Partial<RodFall>): RodFall => ({ angle: 0.3, impactSpeed: 2, restitution: 0.6, ...more });

describe("restitution that changes from impact to impact (1.11)", () => {
  it("with damping in proportion to the depth is that of d v/v_1, at every end and corner", () => {
    const first = dampingFromRestitution(0.6);
    const { impacts } = followRod(rod({ exponents: {} }));
    expect(impacts.length).toBeGreaterThan(2);
    for (const { restitution, approachSpeed } of impacts)
      expect(Math.abs(restitution! - restitutionFromDamping((first * approachSpeed) / 2))).toBeLessThan(1e-9);
    const plate = followPlate({ width: 0.4, tilt: 0.4, roll: -0.6, impactSpeed: 2, restitution: 0.6, exponents: { force: 1 } });
    expect(plate.impacts.length).toBeGreaterThan(2);
    for (const { restitution, approachSpeed } of plate.impacts)
      expect(Math.abs(restitution! - restitutionFromDamping((first * approachSpeed) / plate.impacts[0].approachSpeed))).toBeLessThan(1e-9);
  });

  it("with spring and dashpot does not see the speed, and changes with the root of the mobility", () => {
    const exponents = { force: 1, damping: 0, rate: 1 };
    const slow = followRod(rod({ exponents, impactSpeed: 0.01 })).impacts;
    const fast = followRod(rod({ exponents, impactSpeed: 10 })).impacts;
    fast.forEach(({ restitution }, i) => {
      expect(Math.abs(restitution! - slow[i].restitution!)).toBeLessThan(1e-8);
    });
    // zeta is half of beta, and beta goes with the root of W = (1 + 3 cos^2)/m.
    const mobility = fast.map(({ angle }) => 1 + 3 * Math.cos(angle) ** 2);
    let [low, high] = [0, 1];
    for (let n = 0; n < 60; n++) {
      const middle = 0.5 * (low + high);
      if (restitutionFromDampingRatio(middle) > 0.6) low = middle;
      else high = middle;
    }
    fast.forEach(({ restitution }, i) => {
      expect(Math.abs(restitution! - restitutionFromDampingRatio(low * Math.sqrt(mobility[i] / mobility[0])))).toBeLessThan(1e-8);
    });
  });

  it("rebounds by it, loses what it says, and is 1 throughout where the first is", () => {
    const { impacts, energyBefore, energyAfter } = followRod(rod({ exponents: { force: 1.5, damping: 0.25 } }));
    impacts.forEach(({ restitution, energyLoss, approachSpeed, angle }) => {
      const lost = (0.5 * (1 - restitution! ** 2) * approachSpeed ** 2) / (1 + 3 * Math.cos(angle) ** 2);
      expect(Math.abs(energyLoss - lost)).toBeLessThan(1e-12);
    });
    const all = impacts.reduce((sum, { energyLoss }) => sum + energyLoss, 0);
    expect(Math.abs(energyBefore - energyAfter - all)).toBeLessThan(1e-12);
    for (const { restitution } of followRod(rod({ restitution: 1, exponents: {} })).impacts) expect(restitution).toBe(1);
  });

  it("refuses what no contact has", () => {
    expect(() => followRod(rod({ exponents: { force: 0.5 } }))).toThrow("exponents.force: 0.5");
    expect(() => followRod(rod({ exponents: {}, restitution: 0 }))).toThrow("no damping takes all");
    expect(() => followRod(rod({ exponents: {}, friction: 0.2 }))).toThrow("exponents");
  });
});
