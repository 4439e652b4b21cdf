import { describe, expect, it } from "vitest";
import { dissipationBelow, structuralState } from "./structural.js";
import { dissipationAt, structuralDissipation, structuralFields } from "./structural-fields.js";

const rod = { length: 1.5, waveSpeed: 20, gravity: 9.81, impactSpeed: 0.7, structuralDamping: 0.8 };

describe("fields v(x, t) of a rod with structural damping (C.24)", () => {
  it("have the momentum, the height and the strain at the floor of the whole", () => {
    for (const time of [0.02, 0.07, 0.12]) {
      const { momentum, comDisplacement, strain } = structuralState(rod, time);
      const count = 400;
      let [moving, shifted] = [0, 0];
      for (let i = 0; i < count; i++) {
        const { velocity, displacement } = structuralFields(rod, (rod.length * (i + 0.5)) / count, time);
        moving += (velocity * rod.length) / count;
        shifted += displacement / count;
      }
      expect(moving / momentum).toBeCloseTo(1, 4);
      expect(shifted / comDisplacement).toBeCloseTo(1, 4);
      expect(structuralFields(rod, 0, time).strain / strain).toBeCloseTo(1, 2);
    }
  });

  it("velocity is the rate of displacement, strain its slope", () => {
    const [x, t, step] = [0.6, 0.06, 1e-5];
    const at = (dx: number, dt: number) => structuralFields(rod, x + dx, t + dt).displacement;
    const { velocity, strain } = structuralFields(rod, x, t);
    expect((at(0, step) - at(0, -step)) / (2 * step)).toBeCloseTo(velocity, 5);
    expect((at(step, 0) - at(-step, 0)) / (2 * step)).toBeCloseTo(strain, 5);
  });
});

it("dissipation is the rate at which the energy falls (C.29)", () => {
  for (const time of [0.03, 0.08]) {
    const step = 1e-5;
    const energyAt = (t: number) => structuralState(rod, t).energies.total;
    const falls = (energyAt(time - step) - energyAt(time + step)) / (2 * step);
    expect(structuralDissipation(rod, time) / falls).toBeCloseTo(1, 5);
  }
});

describe("dissipation by place (figures C.4, C.5)", () => {
  const [modes, time] = [9, 0.15];
  const count = 200;
  const places = Array.from({ length: count }, (_, i) => (rod.length * (i + 0.5)) / count);
  const taken = places.map((place) => dissipationAt(rod, place, time, modes));

  it("is what the energy of these modes falls by, all places together", () => {
    const { impactSpeed, length } = rod;
    // All modes have mu^2 L/2 at first, these 8/w^2 of it each.
    const before = Array.from({ length: modes }, (_, k) => 8 / ((2 * k + 1) * Math.PI) ** 2).reduce((sum, part) => sum + part, 0);
    const lost = 0.5 * length * impactSpeed ** 2 * before - structuralState(rod, time, { modes }).energies.total;
    const sum = taken.reduce((all, value) => all + (value * length) / count, 0);
    expect(sum / lost).toBeCloseTo(1, 9);
  });

  it("is most at the floor, none at the top, and divided as dissipationBelow says", () => {
    expect(taken[0]).toBeGreaterThan(3 * taken[count / 2]);
    expect(taken[count - 1]).toBeGreaterThanOrEqual(0);
    const share = (part: number) =>
      taken.slice(0, part * count).reduce((all, value) => all + value, 0) / taken.reduce((all, value) => all + value);
    expect(share(0.2)).toBeCloseTo(dissipationBelow(rod, 0.2, time, modes), 4);
    expect(() => dissipationAt(rod, 2, time, modes)).toThrow("place");
  });
});

it("the square of the strain rate of N modes begins at 2 N mu^2/L (figure C.3)", () => {
  const { impactSpeed, length, structuralDamping } = rod;
  const first = structuralDissipation(rod, 1e-12, 9) / (2 * structuralDamping);
  expect(first / ((2 * 9 * impactSpeed ** 2) / length)).toBeCloseTo(1, 8);
});
