import { describe, expect, it } from "vitest";
import { integrate } from "../math/quadrature.js";
import { type RodBounce, rodBounce } from "./bounce.js";
import { rodBounces } from "./bounces.js";
import { contactFields } from "./contact.js";
import { rodFilm } from "./film.js";
import type { RodFields } from "./images.js";
import { createLattice, jumpFlight, stepLattice } from "./lattice.js";

const unit = { length: 1, waveSpeed: 1, gravity: 1 };

describe("bounce after bounce", () => {
  it("without damping keeps its energy and gives the exact first bounce", () => {
    for (const impactSpeed of [1, 4]) {
      const { contacts, series, ending } = rodBounces({ ...unit, damping: 0, impactSpeed }, { cells: 200 });
      const exact = rodBounce({ ...unit, damping: 0, impactSpeed }) as RodBounce;
      expect(ending).toBe("maximum-bounces");
      expect(contacts[0].end).toBeCloseTo(exact.bounceTime, 12);
      expect(contacts[0].comVelocityAfter).toBeCloseTo(exact.comVelocity, 10);
      expect(contacts[0].vibrationAfter).toBeCloseTo(exact.energies.vibrational, 4);
      for (const energy of series.energy) expect(energy / series.energy[0]).toBeCloseTo(1, 10);
    }
  });

  it("at 4 m/s the vibration comes back at the second bounce: the waves are in step again after 10 s", () => {
    const { contacts } = rodBounces({ ...unit, damping: 0, impactSpeed: 4 }, { cells: 100, maximumBounces: 3 });
    expect(contacts[1]).toMatchObject({ start: expect.closeTo(10, 9), end: expect.closeTo(12, 9), vibrationAfter: expect.closeTo(0, 9) });
    expect(contacts[1].apex).toBeCloseTo(8, 6);
  });

  it("with damping tends to the exact first bounce with the square of the cell, and never gains energy", () => {
    const rod = { ...unit, damping: 0.1, impactSpeed: 4 };
    const exact = rodBounce(rod) as RodBounce;
    const errors = [50, 100].map((cells) => {
      const { contacts, series } = rodBounces(rod, { cells, maximumBounces: 2 });
      series.energy.slice(1).forEach((energy, i) => {
        expect(energy).toBeLessThanOrEqual(series.energy[i] + 1e-12);
      });
      return Math.abs(contacts[0].comVelocityAfter! - exact.comVelocity);
    });
    expect(errors[1]).toBeLessThan(1e-5);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
  });

  it("comes down again when the free rod's modes say so", () => {
    // Cosine modes of the exact fields as the rod leaves; the height of its bottom in time.
    const rod = { ...unit, damping: 0.1, impactSpeed: 4, flightDamping: "motion" } as const;
    const { bounceTime, comVelocity, comDisplacement } = rodBounce(rod) as RodBounce;
    const known = new Map<number, RodFields>();
    const fields = (x: number) => known.get(x) ?? known.set(x, contactFields(rod, x, bounceTime)).get(x)!;
    const modes = Array.from({ length: 120 }, (_, i) => {
      const shape = (x: number) => 2 * Math.cos((i + 1) * Math.PI * x);
      const pieces = (f: (x: number) => number) => [0, 1, 2, 3].reduce((sum, n) => sum + integrate(f, n / 4, (n + 1) / 4, 48), 0);
      return {
        frequency: (i + 1) * Math.PI,
        place: pieces((x) => shape(x) * fields(x).displacement),
        speed: pieces((x) => shape(x) * fields(x).velocity),
      };
    });
    const bottom = (elapsed: number) => {
      const decay = Math.exp(-rod.damping * elapsed);
      const y = 2 * rod.damping * elapsed;
      const rise = comVelocity * elapsed * ((1 - Math.exp(-y)) / y) - (elapsed * elapsed * (y - 1 + Math.exp(-y))) / (y * y);
      return modes.reduce((sum, { frequency, place, speed }) => {
        const swing = Math.sqrt(frequency ** 2 - rod.damping ** 2);
        return sum + decay * (place * Math.cos(swing * elapsed) + ((speed + rod.damping * place) / swing) * Math.sin(swing * elapsed));
      }, comDisplacement + rise);
    };
    const { contacts } = rodBounces(rod, { cells: 400, maximumBounces: 2 });
    const landing = contacts[1].start - bounceTime;
    expect(bottom(landing - 0.02)).toBeGreaterThan(0);
    expect(bottom(landing + 0.02)).toBeLessThan(0);
  });

  it("is a film whose frames on the floor are the exact fields", () => {
    const rod = { ...unit, damping: 0.1, impactSpeed: 4 };
    const { cells, step, frames, displacement, strain, velocity, gap, energyTotal } = rodFilm(rod, { duration: 3, cells: 100 });
    expect(frames).toBe(301);
    for (const [frame, cell] of [
      [60, 20],
      [120, 75],
      [195, 10],
    ]) {
      const exact = contactFields(rod, (cell + 0.5) / cells, frame * step);
      const at = frame * cells + cell;
      expect(displacement[at]).toBeCloseTo(exact.displacement, 3);
      expect(strain[at]).toBeCloseTo(exact.strain, 3);
      // Neighbours err to either side, because a front meets two cells in a step.
      const beside = contactFields(rod, (cell + 1.5) / cells, frame * step);
      expect(0.5 * (velocity[at] + velocity[at + 1])).toBeCloseTo(0.5 * (exact.velocity + beside.velocity), 3);
    }
    // Then it flies.
    expect(gap[195]).toBe(0);
    expect(gap[250]).toBeGreaterThan(0.5);
    expect(energyTotal[300]).toBeLessThan(energyTotal[0]);
    expect(() => rodFilm({ ...rod, damping: 100 }, { duration: 3 })).toThrow("damping: 100 is too strong for a film of 80 cells");
  });

  it("in the air its centre of mass falls freely, and what it leaves with it comes back with; a steel rod rises to e^2 of its drop", () => {
    const { contacts, series } = rodBounces({ ...unit, damping: 0.05, impactSpeed: 6 }, { cells: 200, maximumBounces: 4 });
    expect(contacts.length).toBe(4);
    contacts.slice(1).forEach(({ start, comVelocityBefore }, i) => {
      const { end, comVelocityAfter } = contacts[i];
      expect(Math.abs(comVelocityBefore - (comVelocityAfter! - (start - end!)))).toBeLessThan(1e-9);
    });
    series.energy.slice(1).forEach((energy, i) => {
      expect(energy).toBeLessThanOrEqual(series.energy[i] + 1e-11);
    });
    const steel = { length: 1, waveSpeed: 5047.5, damping: 1, gravity: 9.81, impactSpeed: Math.sqrt(2 * 9.81 * 0.1) };
    const { apex, energyRestitutionSquared } = rodBounce(steel) as RodBounce;
    expect(Math.abs(apex!.comDisplacement / 0.1 - energyRestitutionSquared)).toBeLessThan(1e-9);
    expect(energyRestitutionSquared).toBeGreaterThan(0.998);
  });

  it.each(["vibration", "motion"] as const)("jumps over a flight to where steps would have gone: damping of %s", (flightDamping) => {
    const rod = { length: 1, waveSpeed: 50, damping: 0.5, gravity: 9.81, impactSpeed: 2, flightDamping };
    const [jumping, stepping] = [createLattice(rod, 60), createLattice(rod, 60)];
    for (let n = 0; n < 400; n++) for (const lattice of [jumping, stepping]) stepLattice(lattice);
    const steps = jumpFlight(jumping);
    expect(steps).toBeGreaterThan(200);
    for (let n = 0; n < steps; n++) expect(stepLattice(stepping)).toBe(false);
    expect(jumping.gap).toBeCloseTo(stepping.gap, 4);
    expect(jumping.comDisplacement).toBeCloseTo(stepping.comDisplacement, 5);
    expect(jumping.down[7]).toBeCloseTo(stepping.down[7], 3);
  });

  it("ends at rest where waves are too weak for the weight, and says where it was stopped", () => {
    const { contacts, ending } = rodBounces({ ...unit, damping: 0.4, impactSpeed: 2 }, { cells: 100 });
    expect([contacts.length, ending]).toEqual([1, "rest"]);
    expect(rodBounces({ ...unit, gravity: 0, damping: 0.1, impactSpeed: 2 }, { cells: 50 })).toMatchObject({
      ending: "left",
      contacts: [{}],
    });
    expect(rodBounces({ ...unit, damping: 0, impactSpeed: 4 }, { cells: 50, maximumTime: 3 })).toMatchObject({
      ending: "maximum-time",
      time: expect.closeTo(3, 1),
    });
    expect(() => rodBounces({ ...unit, damping: 0, impactSpeed: 4 }, { cells: 5 })).toThrow(
      "cells: 5 is not a whole number from 10 to 5000",
    );
  });
});
