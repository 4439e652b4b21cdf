import { describe, expect, it } from "vitest";
import { structuralState } from "./structural.js";
import { structuralDissipation, structuralFields } from "./structural-fields.js";

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
