import { describe, expect, it } from "vitest";
import { solveFrictional } from "../impact/frictional.js";
import { contactLaw } from "./contact-law.js";
import { dampingFor, hertzEstimate, linearEstimate, restitutionOf, yieldStrengthFor } from "./estimate.js";
import { sourceLaw } from "./examples.testing.js";
import { impactForces } from "./forces.js";
import { materials } from "./materials.js";

const law = sourceLaw(0.01, 0);
const { plasticity: _, ...elastic } = law;
const close = (actual: number, expected: number, relative: number) => expect(Math.abs(actual / expected - 1)).toBeLessThanOrEqual(relative);

describe("estimates", () => {
  it("Hertz: what the whole pass gives", () => {
    const mobility = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 4 : 0)));
    const problem = { dimension: 3 as const, contacts: [{ friction: 0, restitution: 0.5 }], mobility, velocity: [0, 0, -1.3] };
    const { contacts, duration } = impactForces(problem, solveFrictional(problem, { history: true }), [elastic]);
    const estimate = hertzEstimate(law, 0.25, 1.3, 0.5);
    close(contacts[0].peakForce, estimate.peakForce, 1e-10);
    close(contacts[0].deepestIndentation, estimate.indentation, 1e-10);
    close(duration, estimate.duration, 1e-10);
  });

  it("a linear spring: half a swing", () => {
    const { peakForce, indentation, duration } = linearEstimate(100, 4, 3);
    [60, 0.6, 0.2 * Math.PI].forEach((expected, i) => {
      close([peakForce, indentation, duration][i], expected, 1e-15);
    });
    close(linearEstimate(100, 4, 3, 0).duration, 0.1 * Math.PI, 1e-15);
  });

  it("restitution of materials: 1 without yield, falling with speed after it, as the fourth root in deep plastic flow", () => {
    expect(restitutionOf(elastic, 1, 10)).toBeCloseTo(1, 12);
    expect(restitutionOf(law, 0.25, 1e-4)).toBeCloseTo(1, 12);
    const steel = contactLaw({ materials: [materials["steel 1020"], materials["steel 1020"]], radii: [0.0125, "flat"] });
    const values = [0.01, 0.1, 1, 10].map((speed) => restitutionOf(steel, 0.06, speed));
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThan(values[i - 1]);
    // Johnson: e goes as the power -1/4 of the speed.
    const ratio = restitutionOf(steel, 0.06, 3000) / restitutionOf(steel, 0.06, 30000);
    expect(Math.abs(ratio / 10 ** 0.25 - 1)).toBeLessThan(1e-4);
    const { plasticity } = steel;
    const yieldSpeed = Math.sqrt((0.8 * (plasticity?.yieldForce ?? 0) * (plasticity?.yieldIndentation ?? 0)) / 0.06);
    expect(restitutionOf(steel, 0.06, yieldSpeed * (1 + 1e-9))).toBeCloseTo(1, 8);
  });

  it("damping and yield strength that give a restitution, and back", () => {
    for (const restitution of [0.9, 0.5, 0.1]) {
      const damping = dampingFor(elastic, restitution, 0.25, 1);
      close(restitutionOf({ ...elastic, damping }, 0.25, 1), restitution, 1e-9);
      const soft = (yieldStrength: number) =>
        contactLaw({
          materials: [{ youngsModulus: 2e11, poissonRatio: 0.3, yieldStrength }, materials["soda-lime glass"]],
          radii: [0.01, "flat"],
        });
      const strength = yieldStrengthFor(soft, restitution, 0.25, 1, [1e4, 1e11]);
      close(restitutionOf(soft(strength), 0.25, 1), restitution, 1e-9);
    }
    expect(dampingFor(elastic, 1, 0.25, 1)).toBe(0);
  });

  it("refuses what cannot be", () => {
    expect(() => hertzEstimate(law, 0, 1)).toThrow("mass: 0 is not a finite number > 0");
    expect(() => linearEstimate(1, 1, -1)).toThrow("speed: -1 is not a finite number > 0");
    expect(() => restitutionOf(law, 1, Number.NaN)).toThrow("speed: NaN");
    expect(() => dampingFor(law, 0.99, 0.25, 10)).toThrow("damping only takes energy");
    expect(() => dampingFor(elastic, 0, 0.25, 1)).toThrow("which no finite damping gives");
    expect(() => yieldStrengthFor(() => law, 0.1, 1, 1, [1, 2])).toThrow("is not between");
  });
});
