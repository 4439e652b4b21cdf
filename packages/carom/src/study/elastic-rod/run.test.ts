import { describe, expect, it } from "vitest";
import { checkStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";
import type { ElasticRodResult } from "./result.js";
import { runElasticRod } from "./run.js";
import type { ElasticRodStudy } from "./schema.js";
import { elasticRodDetails } from "./sentence.js";

const steel = { length: 1, material: "steel", area: 1e-4, gravity: 9.81, dropHeight: 0.1 };

function checked(rod: object): ElasticRodStudy {
  const study = parseStudy({ carom: 1, kind: "elastic-rod", title: "Rod", rod: JSON.parse(JSON.stringify(rod)) });
  if (study.kind !== "elastic-rod") throw new Error("not an elastic rod");
  checkStudy(study);
  return study;
}

const run = (rod: object): ElasticRodResult => runElasticRod(checked(rod));

describe("a study of an elastic rod", () => {
  it("takes a material, modulus and density, or a wave speed", () => {
    const { rod, forces, bounce } = run(steel);
    expect(rod).toMatchObject({ waveSpeed: Math.sqrt(200e9 / 7850), linearDensity: 0.785, impactSpeed: Math.sqrt(1.962) });
    expect(run({ ...steel, material: undefined, modulus: 200e9, density: 7850 })).toMatchObject({ rod, forces: { mass: 0.785 } });
    // A front pushes with density, wave speed, area and speed; the weight adds a little.
    expect(forces!.peak! / (0.785 * rod.waveSpeed * rod.impactSpeed)).toBeCloseTo(1, 1);
    expect(forces!.impulse).toBeCloseTo(0.785 * (rod.impactSpeed + bounce!.comVelocity + 9.81 * bounce!.bounceTime), 12);
    // The impulse is the integral of the push, also with damping (trapezoids of the series).
    const damped = run({ ...steel, damping: 2000 });
    const { time, push } = damped.series;
    const given = push.slice(1).reduce((sum, value, i) => sum + 0.5 * (value + push[i]) * (time[i + 1] - time[i]), 0);
    expect(damped.forces!.impulse).toBeCloseTo(0.785 * given, 4);
    const scaled = run({ ...steel, material: undefined, area: undefined, waveSpeed: rod.waveSpeed, linearDensity: 0.785 });
    expect(scaled.forces).toEqual(forces);
    expect(run({ ...steel, area: undefined }).forces).toBeUndefined();
    const structural = run({ ...steel, structuralDamping: 50 });
    expect(structural.rod).toMatchObject({ structuralDamping: 50, releaseCriterion: "stress" });
    expect(structural.forces!.peak).toBeUndefined();
    expect(structural.series.push.at(-1)! / structural.series.push[0]).toBeCloseTo(0, 9);
  });

  it("has a series that ends where the rod leaves, with both sides of every jump", () => {
    const { series, bounce } = run({ length: 1, waveSpeed: 1, gravity: 1, damping: 0.2, impactSpeed: 2 });
    expect(series.time.at(-1)).toBe(bounce!.bounceTime);
    expect(series.floorStrain.at(-1)).toBeCloseTo(0, 12);
    const jump = series.time.indexOf(2);
    expect(series.time[jump + 1]).toBe(2);
    expect(series.floorStrain[jump + 1] - series.floorStrain[jump]).toBeCloseTo(4 * Math.exp(-0.4), 12);
  });

  it("warns where linear theory ends, and of lifts that are no bounce", () => {
    const codes = (rod: object) => run(rod).warnings.map(({ code }) => code);
    expect(codes(steel)).toEqual([]);
    expect(codes({ ...steel, dropHeight: 10 })).toEqual(["strain"]);
    expect(codes({ length: 1, waveSpeed: 1, gravity: 1, damping: 0.3, impactSpeed: 2 })).toEqual(["passes-through-itself", "falls-on"]);
    expect(codes({ length: 1, waveSpeed: 100, gravity: 0, damping: 157.0796, impactSpeed: 0.1, horizon: 2 })).toEqual(["horizon"]);
  });

  it("damping leaves the flight alone: the steel rod rises to nearly all of its drop", () => {
    const { bounce } = run({ ...steel, damping: 1 });
    expect(bounce!.apex!.comDisplacement / 0.1).toBeCloseTo(bounce!.energyRestitutionSquared, 9);
  });

  it("says where damping brakes the flight, as the source has it, and how high the rod would rise without that", () => {
    const damped = run({ ...steel, damping: 1, flightDamping: "motion" });
    const { comDisplacement, comVelocity, apex } = damped.bounce!;
    const free = comDisplacement + comVelocity ** 2 / (2 * 9.81);
    expect(apex!.comDisplacement).toBeLessThan(0.95 * free);
    expect(elasticRodDetails(damped).join(" ")).toMatch(/The damping brakes its flight too: .* it would rise to/);
    expect(elasticRodDetails(run({ ...steel, damping: 1 })).join(" ")).not.toMatch(/brakes/);
  });

  it.each([
    [{ length: 0 }, "rod.length: 0 is not positive"],
    [{ damping: -1 }, "rod.damping: -1 is negative"],
    [{ dropHeight: undefined, impactSpeed: 0 }, "rod.impactSpeed: 0 is no impact: the rod stands on the floor"],
    [{ dropHeight: undefined }, "rod.impactSpeed: nothing is given (it is required, or dropHeight)"],
    [{ gravity: 0 }, "rod.gravity: 0 is not positive, and a dropHeight needs it"],
    [{ waveSpeed: 5000 }, "rod.waveSpeed: 5000 is given besides another"],
    [{ material: undefined, modulus: 2e11 }, "rod.density: nothing is given, but modulus and density go together"],
    [{ damping: 1, structuralDamping: 1 }, "rod.structuralDamping: 1 is given besides damping"],
    [{ modes: 9 }, "rod.modes: 9 is of no use without structuralDamping"],
    [{ bounces: { cells: 3 } }, "rod.bounces.cells: 3 is not a whole number from 10 to 5000"],
    [{ damping: 1e9 }, "above 1000 there are no waves to follow"],
    [{ structuralDamping: 1e14 }, "rod.structuralDamping: 100000000000000 is not between 0.0000101 and 1.01e+13 m^2/s, 1e-9 to 1e+9 times"],
  ])("refuses %j, before anything is computed", (change, message) => {
    expect(() => checked({ ...steel, ...change })).toThrow(message);
  });
});

describe("the first contact, told twice", () => {
  const first = (rod: object) => {
    const study = {
      carom: 1,
      kind: "elastic-rod",
      title: "twice",
      rod: { gravity: 9.8, impactSpeed: 5, ...rod, bounces: { maximumBounces: 1 } },
    };
    const { bounce, bounces } = runElasticRod(parseStudy(study, "elastic-rod"));
    const [{ end, comVelocityAfter, vibrationAfter }] = bounces!.contacts;
    const off = (one: number | undefined, other: number) => Math.abs(one! / other - 1);
    return {
      time: off(end, bounce!.bounceTime),
      speed: off(comVelocityAfter, bounce!.comVelocity),
      vibration: off(vibrationAfter, bounce!.energies.vibrational),
    };
  };

  it.each([
    { length: 1, waveSpeed: 20, damping: 3 },
    { length: 5, waveSpeed: 60, structuralDamping: 18 },
    { length: 5, waveSpeed: 60, structuralDamping: 100 },
  ])("is the same by bounce and by bounces: %j", (rod) => {
    const { time, speed, vibration } = first(rod);
    expect(time).toBeLessThan(1e-6);
    expect(speed).toBeLessThan(1e-6);
    expect(vibration).toBeLessThan(0.01);
  });

  it("differs by what few modes leave out", () => {
    const { time, speed, vibration } = first({ length: 5, waveSpeed: 60, structuralDamping: 18, modes: 9 });
    expect(time).toBeLessThan(2e-3);
    expect(speed).toBeLessThan(1e-3);
    expect(vibration).toBeLessThan(0.02);
  });
});
