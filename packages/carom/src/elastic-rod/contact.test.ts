import { describe, expect, it } from "vitest";
import { integrate } from "../math/quadrature.js";
import { createRandom } from "../math/random.js";
import { firstFloorStrain, firstMotion } from "./closed-forms.js";
import { contactEnergies, contactFields, contactMotion, floorStrain, frontPlace } from "./contact.js";
import { imageFields, imageFloorStrain, imageMotion } from "./images.js";
import { modalFields, modalFloorStrain, modalMotion, modalSnapshot, modalVibration } from "./modes.js";
import { type ElasticRod, transitTime } from "./rod.js";
import { randomRods } from "./rods.testing.js";

const samples = randomRods(500, 20261115);
const few = samples.slice(0, 40);

/** The integral over time from 0, in pieces between all fronts that pass a place at the delay `here`, or the floor. */
function overTime(f: (time: number) => number, rod: ElasticRod, here: number, time: number): number {
  const transit = transitTime(rod);
  const fronts = [0, here, time];
  for (let j = 1; j * transit - here < time; j++) fronts.push(j * transit - here, j * transit, j * transit + here);
  const edges = fronts.filter((edge) => edge <= time).sort((a, b) => a - b);
  return edges.slice(1).reduce((sum, edge, i) => sum + (edge > edges[i] ? integrate(f, edges[i], edge, 24) : 0), 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

describe("images and modes", () => {
  it("agree to 1e-12 on fields, momentum, centre of mass and energy of 500 rods", () => {
    const random = createRandom(7);
    for (const { rod, time, transit, speed } of samples) {
      const modes = modalSnapshot(rod, time);
      const differences: number[] = [];
      for (let n = 0; n < 2; n++) {
        const x = rod.length * random();
        const [image, mode] = [imageFields(rod, x, time), modalFields(modes, x)];
        differences.push((image.displacement - mode.displacement) / (speed * transit));
        differences.push(((image.strain - mode.strain) * rod.waveSpeed) / speed, (image.velocity - mode.velocity) / speed);
      }
      const [image, mode] = [imageMotion(rod, time), modalMotion(modes)];
      differences.push((image.momentum - mode.momentum) / (rod.length * speed));
      differences.push((image.comDisplacement - mode.comDisplacement) / (speed * transit));
      for (const strain of [modalFields(modes, 0).strain, modalFloorStrain(rod, time)])
        differences.push((imageFloorStrain(rod, time) - strain) * (rod.waveSpeed / speed));
      expect(largest(differences)).toBeLessThan(1e-12);
    }
    for (const { rod, time, speed } of samples) {
      const { total } = contactEnergies(rod, time);
      const height = rod.length * rod.gravity * imageMotion(rod, time).comDisplacement;
      const difference = total - height - modalVibration(modalSnapshot(rod, time));
      expect(Math.abs(difference)).toBeLessThan(1e-12 * rod.length * speed * speed);
    }
  });

  it("late, modes keep the digits that images lose (60-digit image sums)", () => {
    // Strain at the floor, c = 1, L = 0.5, no gravity.
    const rod = { length: 0.5, waveSpeed: 1, damping: 3, gravity: 0, impactSpeed: 1 };
    const exact = LATE_STRAIN;
    expect(floorStrain(rod, 10.5) / exact).toBeCloseTo(1, 11);
    expect(Math.abs(imageFloorStrain(rod, 10.5) / exact - 1)).toBeGreaterThan(1e-6);
  });
});

/** -e^(-31.5) H(10.5) for z = 3, summed in 60 digits. */
const LATE_STRAIN = 3.9747226372267e-14;

describe("identities", () => {
  it("the floor's push is the change of momentum, and momentum the motion of the centre of mass", () => {
    for (const { rod, time, speed, transit } of few) {
      const { length, waveSpeed, damping, gravity, impactSpeed } = rod;
      const decayed = (t: number) => Math.exp(-2 * damping * (time - t));
      const push = overTime((t) => decayed(t) * (waveSpeed ** 2 * imageFloorStrain(rod, t) + gravity * length), rod, 0, time);
      const { momentum, comDisplacement } = imageMotion(rod, time);
      expect(Math.abs(momentum + push + impactSpeed * length * decayed(0))).toBeLessThan(1e-12 * length * speed);
      const way = overTime((t) => imageMotion(rod, t).momentum, rod, 0, time) / length;
      expect(Math.abs(comDisplacement - way)).toBeLessThan(1e-12 * speed * transit);
    }
  });

  it("strain is the slope of displacement, velocity its rate, and energy goes only into damping", () => {
    for (const { rod, time, speed, transit } of few.slice(0, 15)) {
      const { length, damping } = rod;
      const front = frontPlace(rod, time);
      const alongRod = (f: (x: number) => number, t: number) => {
        const at = frontPlace(rod, t);
        return integrate(f, 0, at, 24) + integrate(f, at, length, 24);
      };
      const stretch = alongRod((x) => imageFields(rod, x, time).strain, time);
      expect(Math.abs(imageFields(rod, length, time).displacement - stretch)).toBeLessThan(1e-12 * speed * transit);
      const place = 0.37 * length;
      const moved = overTime((t) => imageFields(rod, place, t).velocity, rod, place / rod.waveSpeed, time);
      expect(Math.abs(imageFields(rod, place, time).displacement - moved)).toBeLessThan(1e-12 * speed * transit);
      if (damping * time > 12 || front === 0 || time > 3 * transit) continue;
      const lost = overTime((t) => 2 * damping * alongRod((x) => imageFields(rod, x, t).velocity ** 2, t), rod, 0.5 * transit, time);
      const { total, translational, vibrational } = contactEnergies(rod, time);
      expect(Math.abs(total + lost - 0.5 * rod.impactSpeed ** 2 * length)).toBeLessThan(1e-11 * length * speed * speed);
      expect(vibrational).toBeGreaterThanOrEqual(0);
      expect(Math.abs(translational + vibrational - total)).toBeLessThan(1e-14 * length * speed * speed);
    }
  });

  it("fields jump along characteristics by what proposition 12 says", () => {
    const random = createRandom(3);
    for (const { rod, transit, speed } of few) {
      const { waveSpeed, damping, impactSpeed } = rod;
      const x = rod.length * (0.05 + 0.9 * random());
      const j = Math.floor(4 * random());
      for (const [time, rightGoing] of [
        [j * transit + x / waveSpeed, true],
        [(j + 1) * transit - x / waveSpeed, false],
      ] as const) {
        // Right-going from -2 L j, left-going from 2 L (j + 1); the step there alternates.
        const start = -2 * impactSpeed * ((rightGoing ? j : j + 1) % 2 === 0 ? 1 : -1) * Math.exp(-damping * time);
        const [before, after] = [imageFields(rod, x, time, "before"), imageFields(rod, x, time, "after")];
        expect(Math.abs(after.strain - before.strain - start / (2 * waveSpeed)) * waveSpeed).toBeLessThan(1e-13 * speed);
        expect(Math.abs(after.velocity - before.velocity - (rightGoing ? -start : start) / 2)).toBeLessThan(1e-13 * speed);
        expect(Math.abs(after.displacement - before.displacement)).toBeLessThan(1e-13 * speed * transit);
        const [early, late] = [modalFields(modalSnapshot(rod, time), x, "before"), modalFields(modalSnapshot(rod, time), x, "after")];
        expect(Math.abs(late.velocity - early.velocity - (after.velocity - before.velocity))).toBeLessThan(1e-11 * speed);
      }
    }
  });

  it("tends to the undamped rod in proportion to the damping", () => {
    for (const { rod, transit, speed, time } of few) {
      const at = (z: number) => imageFields({ ...rod, damping: z / transit }, 0.6 * rod.length, time);
      const [none, tiny, twice] = [at(0), at(1e-7), at(2e-7)];
      for (const field of ["velocity", "displacement", "strain"] as const) {
        const unit = { velocity: speed, displacement: speed * transit, strain: speed / rod.waveSpeed }[field];
        expect(Math.abs(2 * tiny[field] - twice[field] - none[field])).toBeLessThan(1e-11 * unit);
      }
    }
  });

  it("before the first wave is back the closed forms hold", () => {
    for (const { rod, transit, speed, time } of samples.slice(0, 200)) {
      const early = (time / 6) % transit;
      const [closed, image] = [firstMotion(rod, early), imageMotion(rod, early)];
      expect(Math.abs(firstFloorStrain(rod, early) - imageFloorStrain(rod, early)) * rod.waveSpeed).toBeLessThan(1e-13 * speed);
      expect(Math.abs(closed.momentum - image.momentum)).toBeLessThan(1e-13 * rod.length * speed);
      expect(Math.abs(closed.comDisplacement - image.comDisplacement)).toBeLessThan(1e-12 * transit * speed);
    }
  });
});

describe("bad input", () => {
  const rod = { length: 1, waveSpeed: 1, damping: 0.1, gravity: 1, impactSpeed: 2 };
  it.each([
    [{ length: 0 }, "length: 0 is not positive"],
    [{ waveSpeed: -1 }, "waveSpeed: -1 is not positive"],
    [{ damping: -0.1 }, "damping: -0.1 is negative or not a number"],
    [{ gravity: Number.NaN }, "gravity: NaN is negative or not a number"],
    [{ impactSpeed: 0 }, "impactSpeed: 0 is no impact: the rod stands on the floor"],
    [{ impactSpeed: Infinity }, "impactSpeed: Infinity is not between 1e-100 and 1e+100"],
    [{ damping: 1e9 }, "damping: 1000000000 is 2.00e+9 over a transit; above 1000 there are no waves to follow"],
  ])("%j is refused", (change, message) => {
    expect(() => contactFields({ ...rod, ...change }, 0.5, 1)).toThrow(message);
  });
  it("places and times outside are refused", () => {
    expect(() => contactFields(rod, 1.5, 1)).toThrow("x: 1.5 is not between 0 and the length, 1");
    expect(() => contactFields(rod, 0.5, -1)).toThrow("time: -1 is not a time since the rod touched");
    for (const compute of [floorStrain, contactMotion, contactEnergies]) {
      expect(() => compute(rod, Number.NaN)).toThrow("time: NaN is not a time");
      expect(() => compute({ ...rod, length: Number.NaN }, 1)).toThrow("length: NaN is not positive");
    }
  });
});
