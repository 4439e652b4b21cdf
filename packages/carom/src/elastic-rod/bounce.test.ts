import { describe, expect, it } from "vitest";
import { besselI0Scaled } from "../math/bessel.js";
import { exp } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import { type RodBounce, rodBounce, rodGroups } from "./bounce.js";
import { bounceTime } from "./bounce-time.js";
import { apex, FIRST_RETURN_LIMIT, fastRestitution, flightMotion, thresholdSpeed, undampedBounce } from "./closed-forms.js";
import { contactEnergies, contactMotion, floorStrain } from "./contact.js";
import type { ElasticRod } from "./rod.js";
import { randomRods } from "./rods.testing.js";

const unit = { length: 1, waveSpeed: 1, gravity: 1 };
const light = { length: 0.5, waveSpeed: 1, gravity: 0, impactSpeed: 1 };

function bounceOf(rod: ElasticRod): RodBounce {
  const bounce = rodBounce(rod);
  if (!("bounceTime" in bounce)) throw new Error(`no bounce: ${bounce.reason}`);
  return bounce;
}

describe("bounce time", () => {
  it("the damping number above which no rod leaves with the first wave is where I_0 = 2", () => {
    expect(FIRST_RETURN_LIMIT).toBeCloseTo(
      findRoot((z) => besselI0Scaled(z) - 2 * exp(-z), 1, 3),
      13,
    );
  });

  // 000 figure 5.1 tells the transit; the digits are from image sums in 60-digit arithmetic.
  it.each([
    [2.6, 1.788481033],
    [2.9, 2.553022499],
    [3.0, 3.299026051],
    [3.1, 5.972572465],
    [3.13, 11.661366701],
  ])("without gravity and with damping number %d it is %d transits", (damping, time) => {
    expect(bounceTime({ ...light, damping })).toMatchObject({ bounces: true, branch: "search" });
    expect((bounceTime({ ...light, damping }) as { time: number }).time).toBeCloseTo(time, 8);
  });

  // Late, where only modes keep digits: image sums in 300-digit arithmetic.
  it.each([
    [3.14, 31.4040984766],
    [2 * 1.5705, 51.3234777105],
    [3.14154, 172.8181431929],
  ])("it is still known where next to nothing is left: damping number %d, %d transits", (damping, time) => {
    expect((bounceTime({ ...light, damping }) as { time: number }).time).toBeCloseTo(time, 7);
  });

  it.each([3.14158, 1.570795 * 2, Math.PI - 1e-15])(
    "nearer to critical, %d, the impact fades before the strain turns, and the search does not go on",
    (damping) => {
      expect(bounceTime({ ...light, damping })).toMatchObject({ bounces: false, reason: "faded" });
      // A horizon before that leaves it open.
      expect(bounceTime({ ...light, damping }, { horizon: 3 })).toMatchObject({ bounces: false, reason: "horizon", followed: 4 });
    },
  );

  it("is never before the first wave is back, and the strain then passes zero upwards", () => {
    for (const { rod, transit } of randomRods(60, 4)) {
      const leaving = bounceTime(rod);
      if (!leaving.bounces) {
        if (leaving.reason === "overdamped") expect(rod.damping * transit).toBeGreaterThanOrEqual(Math.PI);
        continue;
      }
      expect(leaving.time).toBeGreaterThanOrEqual(transit);
      const later = Math.min(0.01 * transit, 0.1 * (Math.ceil(leaving.time / transit + 1e-9) * transit - leaving.time));
      expect(floorStrain(rod, leaving.time - 1e-6 * transit)).toBeLessThanOrEqual(0);
      if (rod.damping > 0 && later > 0) expect(floorStrain(rod, leaving.time + later)).toBeGreaterThan(-1e-9);
    }
  });

  it("with damping and gravity there is often no bounce: none below 1.9801 m/s here", () => {
    expect(bounceTime({ ...unit, damping: 0.3, impactSpeed: 1.98 })).toMatchObject({ bounces: false, reason: "weight" });
    const brief = bounceOf({ ...unit, damping: 0.3, impactSpeed: 1.9802 });
    // The bottom lifts while the centre of mass still falls.
    expect(brief.momentumRestitution).toBeLessThan(0);
    expect(brief.energyRestitution).toBeUndefined();
    expect(bounceTime({ ...light, damping: 4 })).toMatchObject({ bounces: false, reason: "overdamped" });
  });

  it("does not depend on the units", () => {
    const rod = { ...unit, damping: 0.3, impactSpeed: 2.4 };
    const [a, b] = [3.7, 1250];
    const scaled = { length: a, waveSpeed: b, damping: (b / a) * 0.3, gravity: (b * b) / a, impactSpeed: b * 2.4 };
    const [one, other] = [bounceOf(rod), bounceOf(scaled)];
    expect(other.bounceTime / one.bounceTime).toBeCloseTo(a / b, 12);
    expect(other.energyRestitutionSquared).toBeCloseTo(one.energyRestitutionSquared, 11);
    expect(other.momentumRestitution).toBeCloseTo(one.momentumRestitution, 11);
  });
});

describe("without damping", () => {
  it.each([0.3, 1, 4 / 3, 1.9, 2, 3.5])("at %d m/s the closed forms are what images give", (impactSpeed) => {
    const rod = { ...unit, damping: 0, impactSpeed };
    const closed = undampedBounce(rod);
    const bounce = bounceOf(rod);
    const motion = contactMotion(rod, closed.bounceTime);
    expect(bounce.bounceTime).toBe(closed.bounceTime);
    expect(motion.momentum).toBeCloseTo(closed.momentum, 12);
    expect(motion.comDisplacement).toBeCloseTo(closed.comDisplacement, 12);
    expect(bounce.apex?.comDisplacement).toBeCloseTo(closed.highestDisplacement!, 12);
    expect(bounce.energies.vibrational).toBeCloseTo(closed.vibrationalEnergy, 12);
    expect(bounce.energies.total).toBeCloseTo(0.5 * impactSpeed * impactSpeed, 12);
    expect(bounce.energyRestitutionSquared).toBeCloseTo(closed.energyRestitutionSquared, 12);
    expect(bounce.momentumRestitution).toBeCloseTo(closed.momentumRestitution, 12);
    // The strain passes zero there, by the general method: damping too small to matter.
    const nearly = bounceTime({ ...rod, damping: 1e-9 });
    if (impactSpeed < 1.9) expect((nearly as { time: number }).time).toBeCloseTo(closed.bounceTime, 6);
  });

  it("and without gravity it is perfectly elastic", () => {
    expect(bounceOf({ ...light, damping: 0 })).toMatchObject({ momentumRestitution: 1, energyRestitution: 1, bounceTime: 1 });
  });
});

describe("restitution", () => {
  // Of the energy before: in translation, its part of what is left, what is left (000 figures 5.4 to 5.7; digits from an independent
  // integration).
  it.each([
    [0, 3.2, 0.86979, 0.86979, 1],
    [0.1, 3.2, 0.54925, 0.83217, 0.66002],
    [0.1, 13.2, 0.66303, 0.9894, 0.67014],
    [0.2, 13.2, 0.44284, 0.98257, 0.4507],
    [0.3, 3.2, 0.18919, 0.66679, 0.28373],
    [0.3, 13.2, 0.29608, 0.96936, 0.30544],
  ])("r = %d, %d m/s", (damping, impactSpeed, squared, share, left) => {
    const { energies, energyRestitutionSquared, energyRestitution } = bounceOf({ ...unit, damping, impactSpeed });
    expect(energyRestitutionSquared).toBeCloseTo(squared, 5);
    expect(energies.translational / energies.total).toBeCloseTo(share, 5);
    expect(energies.total / (0.5 * impactSpeed ** 2)).toBeCloseTo(left, 5);
    expect(energyRestitution).toBeCloseTo(Math.sqrt(energyRestitutionSquared), 14);
  });

  it("tends to the limit of large speeds, which is not e^-z", () => {
    for (const damping of [0.1, 0.2, 0.3]) {
      const limit = fastRestitution(2 * damping)!;
      expect(bounceOf({ ...unit, damping, impactSpeed: 1e6 }).energyRestitution).toBeCloseTo(limit, 6);
      const z = 2 * damping;
      expect(limit / exp(-z) - 1).toBeGreaterThan((0.8 * z ** 3) / 24);
    }
    expect(fastRestitution(1.9)).toBeUndefined();
  });

  it("thresholds and groups", () => {
    const thresholds = [0, 0.1, 0.2, 0.3].map((damping) => thresholdSpeed({ ...unit, damping, impactSpeed: 1 }));
    [2, 2.243543, 2.593645, 3.096519].forEach((value, i) => {
      expect(thresholds[i]).toBeCloseTo(value, 6);
    });
    expect(rodGroups({ ...unit, damping: 1, impactSpeed: 4 })).toEqual({
      transitTime: 2,
      dampingNumber: 2,
      speedNumber: 2,
      impactStrain: 4,
      thresholdSpeedUndamped: 2,
    });
  });

  it("never gains energy, for rods of all scales", () => {
    for (const { rod, speed } of randomRods(80, 9)) {
      const bounce = rodBounce(rod);
      if (!("bounceTime" in bounce)) continue;
      const before = 0.5 * rod.length * rod.impactSpeed ** 2;
      expect(bounce.energies.total).toBeLessThanOrEqual(before + 1e-12 * rod.length * speed * speed);
      expect(bounce.energyRestitutionSquared).toBeLessThanOrEqual(1 + 1e-12);
      expect(contactEnergies(rod, 0.9 * bounce.bounceTime).total).toBeGreaterThanOrEqual(
        bounce.energies.total - 1e-12 * rod.length * speed * speed,
      );
    }
  });
});

describe("flight", () => {
  it("of the centre of mass obeys its equation, also for next to no damping", () => {
    const leaving = { momentum: 3, comDisplacement: 0.2 };
    for (const damping of [0, 1e-9, 1e-3, 0.4]) {
      const rod = { ...unit, length: 1.5, damping, impactSpeed: 1, flightDamping: "motion" } as const;
      const [early, late] = [flightMotion(rod, leaving, 0.7), flightMotion(rod, leaving, 0.7001)];
      expect((late.comDisplacement - early.comDisplacement) / 1e-4).toBeCloseTo((0.5 * (early.momentum + late.momentum)) / rod.length, 7);
      const rate = (late.momentum - early.momentum) / 1e-4;
      expect(rate).toBeCloseTo(-damping * (early.momentum + late.momentum) - rod.length, 7);
      const { elapsed } = apex(rod, leaving)!;
      expect(flightMotion(rod, leaving, elapsed).momentum).toBeCloseTo(0, 12);
    }
  });

  it("is free by default: damping on the floor does not brake it in the air", () => {
    const rod = { ...unit, length: 1.5, damping: 0.4, impactSpeed: 1 };
    const leaving = { momentum: 3, comDisplacement: 0.2 };
    expect(flightMotion(rod, leaving, 0.7)).toEqual({ momentum: expect.closeTo(3 - 1.05, 12), comDisplacement: expect.closeTo(1.355, 12) });
    expect(apex(rod, leaving)).toEqual({ elapsed: expect.closeTo(2, 12), comDisplacement: expect.closeTo(2.2, 12) });
    expect(() => rodBounce({ ...rod, flightDamping: "none" as "motion" })).toThrow("is neither vibration nor motion");
  });
});
