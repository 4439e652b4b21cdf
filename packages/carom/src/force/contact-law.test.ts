import { describe, expect, it } from "vitest";
import {
  contactLaw,
  indentationAt,
  isMonotone,
  patchRadius,
  regimeOf,
  type SurfacePair,
  stiffnessForce,
  stiffnessWork,
} from "./contact-law.js";
import { firstLaw, sourceLaw, specimenLaw } from "./examples.testing.js";
import { materials } from "./materials.js";

const steel = materials["steel of the source"];
const ground = materials["ground of the source"];

describe("contact law", () => {
  it.each([
    ["example 1", firstLaw, [7.49679e10, 1.64883e-8, 6.69233e-3, 6.08826e5, 9.24829e-6, 8.93223e-5, 71.2351, 1.78568e7]],
    ["example 2", sourceLaw(0.5, 0.1), [7.90341e10, 8.594e-6, 1877.29, 3.27663e8, 4.82038e-3, 4.23634e-2, 1.60234e7, 8.92841e9]],
    ["example 3", sourceLaw(0.01, 10), [7.90341e10, 1.7188e-7, 0.750916, 6.55326e6, 9.64076e-5, 8.47268e-4, 6409.37, 1.78568e8]],
    ["example 4", sourceLaw(0.1875, 10), [7.90341e10, 3.22275e-6, 263.994, 1.22874e8, 1.80764e-3, 1.58863e-2, 2.2533e6, 3.34815e9]],
    ["example 5", specimenLaw, [4.70914e10, 2.4207e-7, 0.528782, 3.27663e6, 1.35777e-4, 7.1099e-4, 4513.37, 8.92841e7]],
  ] as const)("%s: parameters of the sheet", (_, { modulus, plasticity }, expected) => {
    if (plasticity === undefined) throw new Error("no plasticity");
    const { yieldIndentation, yieldForce, yieldSlope, plasticIndentation, plasticPatch, plasticForce, plasticSlope, pressure } = plasticity;
    const actual = [modulus, yieldIndentation, yieldForce, yieldSlope, plasticIndentation, plasticPatch, plasticForce, plasticSlope];
    actual.forEach((value, i) => {
      expect(Math.abs(value / expected[i] - 1)).toBeLessThanOrEqual(5e-6);
    });
    expect(pressure).toBe(290 * 9.8e6);
  });

  it("rises smoothly through its regimes, and its work is the integral of its force", () => {
    for (const law of [sourceLaw(0.01, 0), contactLaw({ materials: [materials["steel 1020"], steel], radii: [0.02, 0.03] })]) {
      const { plasticity } = law;
      if (plasticity === undefined) throw new Error("no plasticity");
      expect(isMonotone(law)).toBe(true);
      for (const edge of [plasticity.yieldIndentation, plasticity.plasticIndentation])
        for (const of of [stiffnessForce, stiffnessWork])
          expect(of(law, edge * (1 + 1e-12)) / of(law, edge * (1 - 1e-12)) - 1).toBeLessThan(1e-11);
      for (const delta of [0.1, 0.9, 1.1, 5, 50, 500, 2000].map((factor) => factor * plasticity.yieldIndentation)) {
        const h = 1e-5 * delta;
        const slope = (stiffnessWork(law, delta + h) - stiffnessWork(law, delta - h)) / (2 * h);
        expect(Math.abs(slope / stiffnessForce(law, delta) - 1)).toBeLessThan(1e-8);
        expect(stiffnessForce(law, delta + h)).toBeGreaterThan(stiffnessForce(law, delta));
        expect(Math.abs(indentationAt(law, stiffnessWork(law, delta)) / delta - 1)).toBeLessThan(1e-12);
        expect(patchRadius(law, delta + h)).toBeGreaterThan(patchRadius(law, delta));
      }
      expect([0.5, 5, 1e4].map((factor) => regimeOf(law, factor * plasticity.yieldIndentation))).toEqual([
        "elastic",
        "elastic-plastic",
        "plastic",
      ]);
    }
    expect(stiffnessForce(sourceLaw(0.01, 0), -1)).toBe(0);
  });

  it.each([
    [{ materials: [{ ...steel, youngsModulus: 0 }, ground] }, "contactLaw.materials[0].youngsModulus: 0 is not a finite number > 0"],
    [
      { materials: [steel, { ...ground, poissonRatio: 0.51 }] },
      "contactLaw.materials[1].poissonRatio: 0.51 is not above -1 and at most 0.5",
    ],
    [{ materials: [steel, { ...ground, yieldStrength: -1 }] }, "contactLaw.materials[1].yieldStrength: -1 is not a finite number > 0"],
    [{ materials: [steel, { ...ground, hardness: 0 }] }, "contactLaw.materials[1].hardness: 0 is not a finite number > 0"],
    [{ materials: [steel, { ...ground, hardness: 5 }] }, "contactLaw.materials: 5 has a hardness of 49000000 Pa, not above the 139064427"],
    [
      {
        materials: [
          { youngsModulus: 1e11, poissonRatio: 0, yieldStrength: 3e8, hardness: 27 },
          { youngsModulus: 1e11, poissonRatio: 0.3 },
        ],
      },
      "not above the 300000000 Pa at which full plastic flow would come before yield",
    ],
    [{ materials: [{ youngsModulus: 1e9, poissonRatio: 0.3, hardness: 9 }, ground] }, "is of no use without a yield strength"],
    [{ radii: [0, "flat"] }, 'contactLaw.radii[0]: 0 is neither a radius nor "flat"'],
    [{ radii: ["flat", "flat"] }, "does not make a convex contact"],
    [{ radii: [0.02, -0.01] }, "does not make a convex contact"],
    [{ damping: -1 }, "contactLaw.damping: -1 is not a finite number >= 0"],
  ] as [Partial<SurfacePair>, string][])("refuses %j", (change, message) => {
    const pair: SurfacePair = { materials: [steel, ground], radii: [0.01, "flat"], yieldOnset: "fit" };
    expect(() => contactLaw({ ...pair, ...change })).toThrow(message);
  });

  it("finds the indentation of a work whatever Poisson's ratio", () => {
    for (const poissonRatio of [-0.5, 0, 0.1, 0.2, 0.49]) {
      const soft = { youngsModulus: 1e11, poissonRatio, yieldStrength: 2e8 };
      const law = contactLaw({ materials: [soft, soft], radii: [0.01, "flat"] });
      for (const work of [1e-9, 1e-5, 1e-3, 1, 100])
        expect(Math.abs(stiffnessWork(law, indentationAt(law, work)) / work - 1)).toBeLessThan(1e-12);
    }
  });

  it("takes a hollow for a larger radius", () => {
    const { radius } = contactLaw({ materials: [steel, ground], radii: [0.01, -0.02] });
    expect(radius).toBeCloseTo(0.02, 15);
  });
});
