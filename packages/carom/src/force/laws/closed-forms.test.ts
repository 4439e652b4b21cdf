import { describe, expect, it } from "vitest";
import { hertzEstimate } from "../estimate.js";
import { restitutionOfDamping } from "./damped-power.js";
import type { CentralHit } from "./law.js";
import { forceHit, forceLaws } from "./registry.js";

const close = (actual: number, expected: number, relative: number) =>
  expect(Math.abs(actual - expected), `${actual} is not ${expected}`).toBeLessThanOrEqual(relative * Math.abs(expected));

const hit: CentralHit = { mass: 0.25, speed: 1.3 };
const stiffness = 1.05379e10;

describe("hertz", () => {
  it("depth, peak and duration 2.94328 delta/v in closed form", () => {
    const { peakForce, deepestApproach, duration, restitution, loss } = forceHit({ law: "hertz", stiffness }, hit);
    const delta = ((5 * 0.25 * 1.69) / (4 * stiffness)) ** 0.4;
    close(deepestApproach, delta, 1e-14);
    close(peakForce, stiffness * delta ** 1.5, 1e-14);
    // 2 sqrt(pi) Gamma(7/5) / Gamma(9/10)
    close(duration, (2.943275184324704 * delta) / 1.3, 1e-12);
    expect([restitution, loss]).toEqual([1, 0]);
  });

  it("holds for speeds whose squares no double can hold", () => {
    const slow = forceHit({ law: "hertz", stiffness }, { mass: 0.25, speed: 1e-170 });
    const one = forceHit({ law: "hertz", stiffness }, { mass: 0.25, speed: 1 });
    close(slow.deepestApproach / 1e-136, one.deepestApproach, 1e-12);
    close(slow.peakForce / 1e-204, one.peakForce, 1e-12);
    close(slow.duration / 1e34, one.duration, 1e-12);
    expect(forceHit({ law: "kogut-etsion", stiffness, yieldApproach: 1e-6 }, { mass: 0.25, speed: 1e-170 })).toEqual(slow);
    expect(() => forceHit({ law: "hertz", stiffness }, { mass: 0.25, speed: 1e170 })).toThrow("no double can hold");
  });

  it("agrees with the estimate", () => {
    const estimate = hertzEstimate({ hertz: stiffness }, 0.25, 1.3);
    const { peakForce, deepestApproach, duration } = forceHit({ law: "hertz", stiffness }, hit);
    close(peakForce, estimate.peakForce, 1e-14);
    close(deepestApproach, estimate.indentation, 1e-14);
    close(duration, estimate.duration, 1e-12);
  });
});

describe("kelvin-voigt", () => {
  const spring = 1e6;
  const critical = 2 * Math.sqrt(spring * hit.mass);
  const at = (ratio: number, end = "force") => forceHit({ law: "kelvin-voigt", stiffness: spring, damping: ratio * critical, end }, hit);

  it("without damping: half a swing", () => {
    const { restitution, duration, peakForce, deepestApproach, finalApproach } = at(0);
    const rate = Math.sqrt(spring / hit.mass);
    expect(restitution).toBe(1);
    close(duration, Math.PI / rate, 1e-15);
    close(peakForce, 1.3 * Math.sqrt(spring * hit.mass), 1e-15);
    close(deepestApproach, 1.3 / rate, 1e-15);
    expect(finalApproach).toBe(0);
  });

  it("sticky end: e = exp(-pi zeta/sqrt(1 - zeta^2)), after half a damped swing, with a pull before it", () => {
    for (const ratio of [0.01, 0.1, 0.5, 0.9]) {
      const { restitution, duration, force, finalApproach } = at(ratio, "approach");
      const root = Math.sqrt(1 - ratio * ratio);
      close(restitution, Math.exp((-Math.PI * ratio) / root), 1e-13);
      close(duration, Math.PI / (root * Math.sqrt(spring / hit.mass)), 1e-14);
      expect(finalApproach).toBe(0);
      expect(Math.min(...force)).toBeLessThan(0);
    }
  });

  it("free end: e = exp(-2 zeta acos(zeta)/sqrt(1 - zeta^2)) as Schwager and Poeschel's, e^-2 at critical damping", () => {
    for (const ratio of [0.01, 0.1, 0.5, 0.7, 0.9]) {
      const root = Math.sqrt(1 - ratio * ratio);
      // Their form: the angle by the arctangent, on another branch beyond 1/sqrt 2.
      const angle = Math.atan((2 * ratio * root) / (1 - 2 * ratio * ratio));
      const phase = ratio < Math.SQRT1_2 ? Math.PI - angle : -angle;
      const { restitution, force } = at(ratio);
      close(restitution, Math.exp((-ratio / root) * phase), 1e-13);
      expect(restitution).toBeGreaterThan(at(ratio, "approach").restitution);
      expect(Math.min(...force)).toBeGreaterThanOrEqual(0);
    }
    close(at(1).restitution, Math.exp(-2), 1e-14);
    close(at(1 - 1e-9).restitution, Math.exp(-2), 1e-8);
    close(at(1 + 1e-9).restitution, Math.exp(-2), 1e-8);
    for (const ratio of [1.5, 5, 50]) {
      const root = Math.sqrt(ratio * ratio - 1);
      close(at(ratio).restitution, ((ratio + root) / (ratio - root)) ** (-ratio / root), 1e-12);
    }
  });

  it("does not depend on the speed", () => {
    const parameters = { stiffness: spring, damping: 100, end: "force" };
    const law = forceLaws["kelvin-voigt"];
    expect(law.restitution(parameters, { mass: 1, speed: 0.001 })).toBe(law.restitution(parameters, { mass: 1, speed: 100 }));
  });
});

describe("hunt-crossley", () => {
  const law = forceLaws["hunt-crossley"];
  const restitution = (dissipation: number, speed: number, exponent = 1.5) =>
    law.restitution({ stiffness, exponent, dissipation }, { mass: 0.25, speed });

  it("e = 1 - alpha v for slow hits, to the second order", () => {
    for (const product of [1e-8, 1e-6, 1e-4, 1e-2]) {
      const e = restitution(0.2, product / 0.2);
      expect(Math.abs(1 - product - e)).toBeLessThan(1.1 * product * product + 1e-15);
    }
  });

  it("its implicit relation d (1 + e) = ln((1 + d)/(1 - d e)), whatever the power", () => {
    for (const damping of [0.001, 0.1, 0.75, 1, 3, 10]) {
      const e = restitution(damping / 1.5, 1);
      close(damping * (1 + e), Math.log((1 + damping) / (1 - damping * e)), damping < 5 ? 1e-12 : 1e-9);
      expect(restitution(damping / 1.5, 1, 1)).toBe(e);
    }
  });

  it("e v goes to the one speed 2/(3 alpha) for fast hits", () => {
    close(restitution(2, 1e4) * 1e4, 1 / 3, 1e-3);
    close(restitution(2, 1e6) * 1e6, 1 / 3, 1e-5);
  });

  it("without dissipation is hertz", () => {
    expect(forceHit({ law: "hunt-crossley", stiffness, dissipation: 0 }, hit)).toEqual(forceHit({ law: "hertz", stiffness }, hit));
  });
});

describe("laws tuned to a restitution", () => {
  const out = (law: "lankarani-nikravesh" | "flores", e: number) => forceLaws[law].restitution({ stiffness, restitution: e }, hit);

  it("lankarani-nikravesh: right near 1, too high below, 0.66 for a plastic hit", () => {
    // e = 1 - 2 d/3 + 4 d^2/9 ... with d = (3/4)(1 - e_in^2).
    for (const loss of [1e-4, 1e-3, 1e-2]) close(out("lankarani-nikravesh", 1 - loss) - (1 - loss), 1.5 * loss * loss, 3 * loss);
    for (const e of [0, 0.2, 0.4, 0.6, 0.8, 0.9]) expect(out("lankarani-nikravesh", e)).toBeGreaterThan(e);
    // d = 3/4: 0.75 (1 + e) = ln(1.75/(1 - 0.75 e))
    const e = out("lankarani-nikravesh", 0);
    close(0.75 * (1 + e), Math.log(1.75 / (1 - 0.75 * e)), 1e-14);
    expect(e).toBeGreaterThan(0.66);
    expect(e).toBeLessThan(0.67);
    expect(out("lankarani-nikravesh", 0.5)).toBeGreaterThan(0.7);
  });

  it("flores: within 0.046 of what goes in, everywhere; 5/8 of it for plastic hits", () => {
    for (let e = 0.01; e <= 1; e += 0.01) expect(Math.abs(out("flores", e) - e)).toBeLessThan(0.046);
    for (const e of [0.1, 0.3, 0.5, 0.7]) expect(Math.abs(out("flores", e) - e)).toBeLessThan(Math.abs(out("lankarani-nikravesh", e) - e));
    close(out("flores", 1e-4) / 1e-4, 0.625, 1e-3);
  });

  it("their restitution does not depend on speed, mass and stiffness", () => {
    for (const law of ["lankarani-nikravesh", "flores"] as const) {
      const parameters = { stiffness, restitution: 0.6 };
      expect(forceLaws[law].restitution({ ...parameters, stiffness: 1 }, { mass: 7, speed: 9 })).toBe(out(law, 0.6));
    }
  });

  it("strong damping ends: e from 0.99999999 to 0.0001", () => {
    for (const damping of [0, 1e-16, 1e-12, 1e-8, 1e-4, 1, 10, 100, 1e4]) {
      const e = restitutionOfDamping(damping);
      expect(e).toBeGreaterThan(0);
      expect(e).toBeLessThanOrEqual(1);
      if (damping > 50) close(e, 1 / damping, 1e-14);
      if (damping < 1e-3) expect(Math.abs(1 - (2 * damping) / 3 - e)).toBeLessThan(damping * damping + 4e-16);
    }
  });
});

describe("kogut-etsion", () => {
  const yieldApproach = 1e-6;
  const force = (r: number, joints = "joined") =>
    forceLaws["kogut-etsion"].force({ stiffness, yieldApproach, joints }, { approach: r * yieldApproach, rate: 1 }) /
    (stiffness * yieldApproach ** 1.5);
  /** Speed at which the deepest approach would be r, up to yield. */
  const yieldSpeed = Math.sqrt((0.8 * stiffness * yieldApproach ** 2.5) / hit.mass);
  const at = (speed: number, joints = "joined") =>
    forceHit({ law: "kogut-etsion", stiffness, yieldApproach, joints }, { mass: hit.mass, speed });

  it("is hertz up to yield", () => {
    for (const part of [0.01, 0.5, 0.999999]) {
      const speed = part * yieldSpeed;
      const [a, b] = [at(speed), forceHit({ law: "hertz", stiffness }, { mass: hit.mass, speed })];
      expect(a.restitution).toBe(1);
      expect(a.finalApproach).toBe(0);
      close(a.peakForce, b.peakForce, 1e-13);
      close(a.deepestApproach, b.deepestApproach, 1e-13);
      close(a.duration, b.duration, 1e-12);
    }
  });

  it("has no jumps by default, and the printed ones of 3.0 % and 1.7 % on request", () => {
    for (const r of [1, 6]) close(force(r * (1 + 1e-12)), force(r * (1 - 1e-12)), 1e-11);
    close(force(1 + 1e-12, "printed") / force(1 - 1e-12, "printed"), 1.03, 1e-9);
    close(force(6 * (1 + 1e-12), "printed") / force(6 * (1 - 1e-12), "printed"), (1.4 / 1.03) * 6 ** -0.162, 1e-9);
    close((1.4 / 1.03) * 6 ** -0.162, 1.0168, 1e-4);
    for (const [r, printed] of [
      [2, 1.03 * 2 ** 1.425],
      [50, 1.4 * 50 ** 1.263],
      [110, 1.4 * 110 ** 1.263],
    ] as const) {
      close(force(r, "printed"), printed, 1e-14);
      expect(Math.abs(force(r) / printed - 1)).toBeLessThan(0.046);
    }
  });

  it("restitution is 1 up to yield and falls with the speed from there on, without a jump; a dent stays", () => {
    let before = 1;
    const parameters = { stiffness, yieldApproach, joints: "joined" };
    for (let factor = 1.001; factor < 100; factor *= 1.02) {
      const restitution = forceLaws["kogut-etsion"].restitution(parameters, { mass: hit.mass, speed: factor * yieldSpeed });
      expect(restitution).toBeLessThan(before);
      before = restitution;
    }
    for (const factor of [1.001, 3, 30]) expect(at(factor * yieldSpeed).finalApproach).toBeGreaterThan(0);
    expect(at(yieldSpeed * (1 + 1e-9)).restitution).toBeGreaterThan(1 - 1e-9);
    expect(before).toBeLessThan(0.7);
  });

  it("says when it is asked beyond its fit, and when the printed jump gives energy away", () => {
    expect(at(2 * yieldSpeed).warnings).toEqual([]);
    expect(at(1e4 * yieldSpeed).warnings.map(({ code }) => code)).toEqual(["beyond-fit"]);
    const gains = at(yieldSpeed * 1.01, "printed");
    expect(gains.warnings.map(({ code }) => code)).toEqual(["gains-energy"]);
    expect(gains.restitution).toBeGreaterThan(1);
    expect(gains.restitution).toBeLessThan(1.015);
    expect(at(2 * yieldSpeed, "printed").restitution).toBeLessThan(1);
  });

  it("parts from the dent by its own power", () => {
    const parameters = { stiffness, yieldApproach, joints: "joined" };
    const law = forceLaws["kogut-etsion"];
    const most = 20;
    const dent = most * (1 - most ** -0.28) * (1 - most ** -0.69);
    const back = (r: number) => law.force(parameters, { approach: r * yieldApproach, rate: -1, deepest: most * yieldApproach });
    expect(back(0.999 * dent)).toBe(0);
    close(back(most), law.force(parameters, { approach: most * yieldApproach, rate: 1 }), 1e-15);
    close(back(0.5 * (dent + most)) / back(most), 0.5 ** (1.5 * most ** -0.0331), 1e-12);
  });
});
