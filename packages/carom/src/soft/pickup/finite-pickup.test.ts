import { describe, expect, it } from "vitest";
import type { ElasticLaw } from "../fem/elasticity.js";
import { meshVolume } from "../mesh/mesh.js";
import { boxSpec } from "./box.testing.js";
import { pickup } from "./pickup.js";
import type { PickupSpec } from "./pickup-run.js";
import { readPickup } from "./read-pickup.js";

const LAWS = ["corotational", "neo-hooke"] as const satisfies readonly ElasticLaw[];

/** Mean push at the end of a squeeze of the box, N, and the largest strain of 99 % of its volume. */
function squeezed(law: ElasticLaw, depth: number, steps: number): { push: number; strain: number; work: number } {
  const { squeeze, gripStrain } = pickup(boxSpec({ law, step: depth / steps, maximumDepth: depth, liftTest: "none" }));
  const last = squeeze.at(-1)!;
  return { push: (last.squeeze[0] + last.squeeze[1]) / 2, strain: gripStrain!.most, work: last.work };
}

describe("a pickup by a law for large deformation", () => {
  it.each(LAWS)("%s: comes to linear elasticity as the strain goes to nothing", (law) => {
    const differences = [0.0002, 0.002].map((depth) => {
      // Light, so that the squeeze is all there is.
      const spec: Partial<PickupSpec> = { weight: 1e-3, step: depth / 4, maximumDepth: depth, liftTest: "none" };
      const push = (other: ElasticLaw) => pickup(boxSpec({ ...spec, law: other })).squeeze.at(-1)!.squeeze[0];
      return Math.abs(push(law) / push("linear") - 1);
    });
    expect(differences[0]).toBeLessThan(5e-3);
    expect(differences[0]).toBeLessThan(0.3 * differences[1]);
  });

  it("neo-hooke is stiffer than linear elasticity in a squeeze by about the strain, corotational softer", () => {
    const [linear, corotational, neo] = (["linear", "corotational", "neo-hooke"] as const).map((law) => squeezed(law, 0.006, 12));
    expect(neo.strain).toBeGreaterThan(0.1);
    expect(neo.push / linear.push).toBeGreaterThan(1.02);
    expect(neo.push / linear.push).toBeLessThan(1 + 2 * neo.strain);
    expect(corotational.push).toBeLessThan(neo.push);
  });

  it.each(LAWS)("%s: stores nothing when the body is turned by 90 degrees", (law) => {
    const { scene } = readPickup(boxSpec({ law }));
    const { mesh } = scene.body;
    // About (1, 1, 1) by 120 degrees x goes to y, y to z, z to x; about z by 90 degrees x goes to y and y to -x.
    const turned = mesh.nodes.map((_, row) => {
      const [x, y, z] = mesh.nodes.subarray(row - (row % 3), row - (row % 3) + 3);
      return [-y - x, x - y, z - z][row % 3];
    });
    const { energy } = scene.finite!.respond(turned);
    expect(Math.abs(energy)).toBeLessThan(1e-12 * 6e3 * meshVolume(mesh));
  });

  it.each(LAWS)("%s: lifts the box, and every law of contact holds on the way", (law) => {
    const run = pickup(boxSpec({ law, step: 0.001, maximumDepth: 0.008 }));
    expect(run.outcome).toBe("lifted");
    // By linear elasticity it is 4 mm.
    expect(Math.abs(run.leastDepth!.depth - 0.004)).toBeLessThan(0.0008);
    for (const value of Object.values(run.checks)) expect(value).toBeLessThan(1e-9);
    const last = run.lift.at(-1)!;
    expect(last.contacts[0]).toEqual({ stick: 0, slip: 0 });
    expect(last.fingerForces[0][2] + last.fingerForces[1][2]).toBeCloseTo(0.489, 8);
    expect(run.rounds).toBeGreaterThan(run.increments);
    expect(run.meshError!.share).toBeGreaterThan(0);
    // Work is energy, lifting and friction but for the length of the steps.
    expect(Math.abs(run.energyResidual)).toBeLessThan(0.05);
  });

  it("takes quadratic elements", () => {
    const { squeeze } = pickup(boxSpec({ law: "neo-hooke", element: "quadratic", step: 0.001, maximumDepth: 0.002, liftTest: "none" }));
    const linear = pickup(boxSpec({ element: "quadratic", step: 0.001, maximumDepth: 0.002, liftTest: "none" })).squeeze;
    expect(Math.abs(squeeze[1].squeeze[0] / linear[1].squeeze[0] - 1)).toBeLessThan(0.06);
  });

  it.each([
    ["scheme", { scheme: "event-driven" }],
    ["liftTest", { liftTest: "hypothetical" }],
    ["allTests", { allTests: true }],
  ] as const)("refuses what superposition is needed for: %s", (field, change) => {
    expect(() => pickup(boxSpec({ law: "neo-hooke", ...change }))).toThrow(`${field}: `);
  });

  it("says that linear elasticity is left behind, and nothing of the kind with neo-hooke", () => {
    const warned = (law: ElasticLaw) =>
      pickup(boxSpec({ law, step: 0.003, maximumDepth: 0.006, liftTest: "none" })).warnings.some(({ code }) => code === "strain");
    expect([warned("linear"), warned("corotational"), warned("neo-hooke")]).toEqual([true, true, false]);
  });
});
