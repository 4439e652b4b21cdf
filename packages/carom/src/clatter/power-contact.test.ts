/** One contact under the general force of powers, against every closed form it holds. */
import { describe, expect, it } from "vitest";
import { restitutionFromDamping, restitutionFromDampingRatio } from "../mechanics/damping.js";
import { type PowerContact, pressContact } from "./power-contact.js";

const contact = (more: Partial<PowerContact> = {}): PowerContact => ({ mass: 2, impactSpeed: 3, stiffness: 5e6, ...more });

describe("a contact with general exponents (1.11)", () => {
  it.each([1, 1.5, 2, 3])("without damping keeps the speed, to the known depth and duration: n = %s", (exponent) => {
    const { restitution, depth, duration } = pressContact(contact({ exponent }));
    expect(Math.abs(restitution - 1)).toBeLessThan(1e-10);
    const deepest = (((exponent + 1) * 2 * 9) / (2 * 5e6)) ** (1 / (exponent + 1));
    expect(Math.abs(depth / deepest - 1)).toBeLessThan(1e-10);
    // sqrt(pi) Gamma(1 + a)/Gamma(1/2 + a), a = 1/(n + 1), elsewhere.
    const shape = { 1: 1.570796326795, 1.5: 1.471637592162, 2: 1.402182105325, 3: 1.311028777146 }[exponent]!;
    expect(Math.abs(duration / ((2 * deepest) / 3) / shape - 1)).toBeLessThan(1e-10);
  });

  it.each([1, 1.5, 2])("with p = n and q = 1 has the restitution of damping in proportion to the depth: n = %s", (exponent) => {
    for (const number of [0.01, 0.3731462, 1.4327505, 4.9191667]) {
      const { restitution, dampingNumber } = pressContact(contact({ exponent, damping: (number * 5e6) / 3 }));
      expect(Math.abs(dampingNumber - number)).toBeLessThan(1e-12);
      expect(Math.abs(restitution - restitutionFromDamping(number))).toBeLessThan(1e-9);
    }
  });

  it.each([1, 1.5, 2.5])("with p = n and q = 2: e = 1/sqrt(1 + beta), n = %s", (exponent) => {
    for (const number of [0.1, 1, 10]) {
      const { restitution } = pressContact(contact({ exponent, rateExponent: 2, damping: (number * 5e6) / 9 }));
      expect(Math.abs(restitution - 1 / Math.sqrt(1 + number))).toBeLessThan(1e-9);
    }
  });

  it("with n = 1, p = 0, q = 1 is spring and dashpot, over when its force is", () => {
    for (const ratio of [0.05, 0.1, 0.5, 1, 1.5]) {
      const damping = 2 * ratio * Math.sqrt(2 * 5e6);
      const { restitution } = pressContact(contact({ exponent: 1, dampingExponent: 0, damping }));
      expect(Math.abs(restitution - restitutionFromDampingRatio(ratio))).toBeLessThan(1e-9);
    }
  });

  it("with n = 3/2, p = 1/4, q = 1 does not depend on speed, mass or stiffness but through beta", () => {
    const given = { exponent: 1.5, dampingExponent: 0.25, damping: 2000 };
    const speeds = [0.01, 0.3, 1, 30].map((impactSpeed) => pressContact(contact({ ...given, impactSpeed })).restitution);
    for (const restitution of speeds) expect(Math.abs(restitution - speeds[0])).toBeLessThan(1e-9);
    expect(speeds[0]).toBeLessThan(0.99);
  });

  it("with q (n + 1) above 2 (n - p) loses more the faster it is, and the loss is the work of damping at first order", () => {
    const at = (impactSpeed: number) => pressContact(contact({ impactSpeed, damping: 1e4 })).restitution;
    expect(at(1)).toBeGreaterThan(at(2));
    // Small beta, q = 1, p = 0, n = 1: e = 1 - pi zeta + ..., with zeta half of beta; an end at zero force changes zeta^2 only.
    const small = pressContact(contact({ exponent: 1, dampingExponent: 0, damping: 2e-5 * Math.sqrt(1e7) })).restitution;
    expect(Math.abs(1 - small - Math.PI * 1e-5)).toBeLessThan(1e-9);
  });

  it("refuses what is no contact", () => {
    expect(() => pressContact(contact({ exponent: 0.5 }))).toThrow("exponent: 0.5 is not at least 1");
    expect(() => pressContact(contact({ damping: -1 }))).toThrow("damping: -1 is negative");
    expect(() => pressContact(contact({ rateExponent: 0 }))).toThrow("rateExponent: 0 is not positive");
  });
});
