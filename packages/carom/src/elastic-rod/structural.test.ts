import { describe, expect, it } from "vitest";
import { contactMotion } from "./contact.js";
import { dissipationBelow, energyKept, structuralBounce, structuralState } from "./structural.js";

/** 000 appendix C. */
const rubber = { length: 5, waveSpeed: 60, gravity: 9.8, impactSpeed: 5, structuralDamping: 18 };

describe("structural damping", () => {
  it("the rod of appendix C leaves when the push ends, before its strain does", () => {
    expect(structuralBounce(rubber, { releaseCriterion: "strain", modes: 9 })).toMatchObject({ bounceTime: expect.closeTo(0.181696, 6) });
    expect(structuralBounce(rubber, { releaseCriterion: "strain" })).toMatchObject({ bounceTime: expect.closeTo(0.181902, 6) });
    expect(structuralBounce(rubber)).toMatchObject({ bounceTime: expect.closeTo(0.171562, 6) });
  });

  it("the tails are what many modes add", () => {
    const weightless = { ...rubber, gravity: 0 };
    for (const time of [0.01, 0.05, 0.17]) {
      const [all, many] = [structuralState(weightless, time), structuralState(weightless, time, { modes: 20_000 })];
      expect(all.stress).toBeCloseTo(many.stress, 6);
      expect(all.strain).toBeCloseTo(many.strain, 5);
      expect(all.momentum).toBeCloseTo(many.momentum, 8);
      expect(all.energies.total).toBeCloseTo(many.energies.total, 6);
    }
    // Towards the impact nothing has happened yet, whatever the number of modes.
    const { energies, momentum } = structuralState(rubber, 1e-7);
    expect(energies.total).toBeCloseTo(62.5, 1);
    expect(momentum).toBeCloseTo(-25, 1);
  });

  it("the push is the change of momentum, and damping takes the energy", () => {
    const step = 1e-4;
    for (const time of [0.03, 0.1, 0.16]) {
      const [early, now, late] = [time - step, time, time + step].map((at) => structuralState(rubber, at));
      expect((late.momentum - early.momentum) / (2 * step)).toBeCloseTo(-now.stress - rubber.gravity * rubber.length, 2);
      expect((late.comDisplacement - early.comDisplacement) / (2 * step)).toBeCloseTo(now.momentum / rubber.length, 4);
      expect(late.energies.total).toBeLessThan(early.energies.total);
    }
  });

  it("tends to the undamped rod", () => {
    const elastic = { length: 5, waveSpeed: 60, gravity: 9.8, impactSpeed: 5, damping: 0 };
    const [weak, none] = [structuralState({ ...rubber, structuralDamping: 1e-5 }, 0.1), contactMotion(elastic, 0.1)];
    expect(weak.momentum).toBeCloseTo(none.momentum, 4);
    expect(weak.comDisplacement).toBeCloseTo(none.comDisplacement, 6);
  });

  it("half of the dissipation is in the lowest fifth; energies of figure C.6", () => {
    expect(dissipationBelow(rubber, 0.2, 1 / 6, 9)).toBeCloseTo(0.467, 3);
    const kept = (waveSpeed: number, structuralDamping: number) =>
      energyKept({ ...rubber, waveSpeed, structuralDamping }, 10 / waveSpeed, 20);
    expect(
      [kept(4984.45, 1), kept(4984.45, 200), kept(3500, 1), kept(3500, 200), kept(60, 1), kept(60, 200)].map((value) =>
        Number(value.toFixed(3)),
      ),
    ).toEqual([0.994, 0.808, 0.992, 0.769, 0.88, 0.016]);
  });

  it("a rod that creeps stays on the floor, and bad damping is refused", () => {
    expect(structuralBounce({ ...rubber, structuralDamping: 1000 })).toMatchObject({ bounces: false, reason: "weight" });
    // Without gravity an overdamped strain never turns, but the push of the floor does.
    const creeping = { ...rubber, gravity: 0, structuralDamping: 300 };
    expect(structuralBounce(creeping, { releaseCriterion: "strain" })).toMatchObject({ bounces: false, reason: "overdamped" });
    expect(structuralBounce(creeping)).toMatchObject({ momentumRestitution: expect.closeTo(0.05778, 5) });
    expect(() => structuralState({ ...rubber, structuralDamping: 0 }, 0.1)).toThrow("structuralDamping: 0 is not positive");
    expect(() => structuralState(rubber, 0)).toThrow("time: 0 is not after the impact");
  });
});
