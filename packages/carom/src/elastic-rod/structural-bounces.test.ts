import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import { transitTime } from "./rod.js";
import { type StructuralRod, structuralBounce } from "./structural.js";
import { structuralBounces } from "./structural-bounces.js";

/** The source's rubber rod of appendix C. */
const RUBBER: StructuralRod = { length: 5, waveSpeed: 60, gravity: 9.8, impactSpeed: 5, structuralDamping: 18 };

describe("later bounces with structural damping", () => {
  it("begin with the first bounce, which is known", () => {
    fc.assert(
      fc.property(between(0.003, 0.2), between(1, 20), (damping, speed) => {
        const rod = { length: 1, waveSpeed: 1, gravity: 1, impactSpeed: speed, structuralDamping: damping };
        const known = structuralBounce(rod);
        const [first] = structuralBounces(rod, { maximumBounces: 1 }).contacts;
        if (!("bounceTime" in known)) return;
        expect(Math.abs(first.end! - known.bounceTime)).toBeLessThan(2e-4);
        expect(Math.abs(first.comVelocityAfter! - known.comVelocity)).toBeLessThan(1e-3 * speed);
        expect(Math.abs(first.vibrationAfter! - known.energies.vibrational)).toBeLessThan(2e-3 * speed * speed);
      }),
      { numRuns: 12, seed: 1 },
    );
  });

  it("are those of a chain of 300 masses, springs and dashpots, followed in small steps elsewhere", () => {
    const { contacts, ending } = structuralBounces(RUBBER);
    expect(ending).toBe("rest");
    // Its step is 5e-5 s.
    const chain = [
      [0, 0.17155, 3.0111],
      [0.77695, 0.95895, 1.7052],
      [1.299, 1.504, 0.8118],
      [1.66685, undefined, undefined],
    ] as const;
    expect(contacts.length).toBe(chain.length);
    contacts.forEach(({ start, end, comVelocityAfter }, i) => {
      expect(Math.abs(start - chain[i][0])).toBeLessThan(3e-4);
      if (chain[i][1] !== undefined) expect(Math.abs(end! - chain[i][1])).toBeLessThan(3e-4);
      if (chain[i][2] !== undefined) expect(Math.abs(comVelocityAfter! - chain[i][2])).toBeLessThan(2e-3);
    });
  });

  it("lose energy and never gain any; the centre of mass falls freely between them", () => {
    fc.assert(
      fc.property(between(0.003, 0.3), between(1, 12), (structuralDamping, impactSpeed) => {
        const rod = { length: 1, waveSpeed: 1, gravity: 1, impactSpeed, structuralDamping };
        const { contacts, series } = structuralBounces(rod, { maximumBounces: 4 });
        expect(series.energy[0]).toBeCloseTo(0.5 * impactSpeed * impactSpeed, 10);
        series.energy.slice(1).forEach((energy, i) => {
          expect(energy).toBeLessThanOrEqual(series.energy[i] + 1e-9 * series.energy[0]);
        });
        expect(Math.min(...series.gap)).toBeGreaterThanOrEqual(0);
        contacts.slice(1).forEach(({ start, comVelocityBefore }, i) => {
          const { end, comVelocityAfter } = contacts[i];
          expect(Math.abs(comVelocityBefore - (comVelocityAfter! - (start - end!)))).toBeLessThan(1e-9 * (1 + impactSpeed));
        });
      }),
      { numRuns: 10, seed: 2 },
    );
  });

  it("do not depend on the number of modes or on units", () => {
    const few = structuralBounces(RUBBER, { modes: 200 });
    const many = structuralBounces(RUBBER, { modes: 400 });
    many.contacts.forEach(({ start, comVelocityBefore }, i) => {
      expect(Math.abs(start - few.contacts[i].start)).toBeLessThan(1e-4);
      expect(Math.abs(comVelocityBefore - few.contacts[i].comVelocityBefore)).toBeLessThan(1e-3);
    });
    const scaled = structuralBounces(
      { length: 10, waveSpeed: 180, gravity: 44.1, impactSpeed: 15, structuralDamping: 108 },
      { modes: 200 },
    );
    scaled.contacts.forEach(({ start, comVelocityBefore }, i) => {
      expect(Math.abs(1.5 * start - few.contacts[i].start)).toBeLessThan(1e-9);
      expect(Math.abs(comVelocityBefore / 3 - few.contacts[i].comVelocityBefore)).toBeLessThan(1e-9);
    });
  });

  it("tend to the rod without damping, whose first bounce keeps all momentum", () => {
    const lost = [1e-2, 1e-3, 1e-4].map((structuralDamping) => {
      const rod = { length: 1, waveSpeed: 1, gravity: 1, impactSpeed: 8, structuralDamping };
      return 8 - structuralBounces(rod, { maximumBounces: 1 }).contacts[0].comVelocityAfter!;
    });
    expect(lost[2]).toBeLessThan(0.4 * lost[1]);
    expect(lost[1]).toBeLessThan(0.4 * lost[0]);
  });

  it("without gravity the rod leaves for good; with too much damping it stays", () => {
    expect(structuralBounces({ ...RUBBER, gravity: 0 }).ending).toBe("left");
    const stays = structuralBounces({ ...RUBBER, impactSpeed: 0.2 });
    expect(stays.ending).toBe("rest");
    expect(stays.contacts.length).toBe(1);
    expect(stays.time).toBeLessThan(100 * transitTime(RUBBER));
    expect(() => structuralBounces(RUBBER, { maximumBounces: 0 })).toThrow("maximumBounces");
    expect(() => structuralBounces(RUBBER, { modes: 1e6 })).toThrow("modes");
  });
});
