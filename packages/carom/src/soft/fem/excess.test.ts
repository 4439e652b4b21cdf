import { describe, expect, it } from "vitest";
import { grasp } from "../grasp/grasp.js";
import type { GraspFinger } from "../grasp/hand.js";
import { boxMesh } from "../mesh/generate.js";
import { boxSpec } from "../pickup/box.testing.js";
import { pickup } from "../pickup/pickup.js";
import { elasticResponse } from "./elasticity.js";
import { equilibrium } from "./equilibrium.js";
import { excessOfLinear } from "./error-estimate.js";
import { heldNodes } from "./quadratic-solution.js";
import { solidOf } from "./solid.js";

const material = { youngModulus: 6000, poissonRatio: 0.3 };

describe("the error of linear tetrahedra that are held where they touch", () => {
  it.each(["linear", "neo-hooke"] as const)("is the energy that quadratic ones save, %s", (law) => {
    const mesh = boxMesh({ size: [0.06, 0.06, 0.06], cells: [2, 2, 2] });
    const response = elasticResponse(law, material);
    const ends = (nodes: Float64Array) =>
      Int32Array.from({ length: nodes.length / 3 }, (_, i) => i).filter((i) => Math.abs(nodes[3 * i] - 0.03) > 0.029);
    const squeezed = (element: "linear" | "quadratic") => {
      const solid = solidOf(mesh, element);
      const start = solid.nodes.map((x, row) => (row % 3 === 0 && x > 0.059 ? -0.003 : 0));
      const held = heldNodes(solid, ends(mesh.nodes));
      return equilibrium({ solid, response, load: new Float64Array(start.length), held }, start);
    };
    const { displacement, energy } = squeezed("linear");
    const share = excessOfLinear({ mesh, material, response, displacement, held: ends(mesh.nodes), weight: [0, 0, 0], energy });
    // One step of Newton's method to 1 % of the residual, of what the whole way to the quadratic equilibrium gives.
    expect(share).toBeGreaterThan(0.02);
    expect((share as number) / (1 - squeezed("quadratic").energy / energy)).toBeCloseTo(1, law === "linear" ? 2 : 1);
  });

  it("is not told of a mesh that nothing strains, or that touches at two nodes", () => {
    const mesh = boxMesh({ size: [0.06, 0.06, 0.06], cells: [2, 2, 2] });
    const from = { mesh, material, response: elasticResponse("linear", material), displacement: new Float64Array(mesh.nodes.length) };
    expect(excessOfLinear({ ...from, held: [0, 1, 2], weight: [0, 0, 0], energy: 0 })).toBeUndefined();
    expect(excessOfLinear({ ...from, held: [0, 1], weight: [0, 0, 0], energy: 1 })).toBeUndefined();
  });
});

describe("the estimate beside a grip", () => {
  const pad = (side: number): GraspFinger => ({
    shape: { type: "pad", size: [0.01, 0.1, 0.1], rounding: 0.002 },
    at: [0.03, 0.03, 0.03],
    direction: [side, 0, 0],
    friction: 5,
  });
  const squeezed = (cells: number, element: "linear" | "quadratic", poissonRatio: number) => {
    const { records, meshError = Number.NaN } = grasp({
      mesh: boxMesh({ size: [0.06, 0.06, 0.06], cells: [cells, cells, cells] }),
      element,
      material: { ...material, poissonRatio },
      weight: 0.001,
      tableFriction: 0.01,
      fingers: [pad(1), pad(-1)],
      close: { distance: 0.0015 },
      steps: 1,
      lift: false,
    });
    return { push: records.at(-1)?.pushes[0] as number, meshError };
  };

  it.each([0.3, 0.45])("is within 0.6 to 1.6 of the error of the push that finer elements show, Poisson's ratio %f", (poissonRatio) => {
    const fine = squeezed(4, "quadratic", poissonRatio);
    // What the finer mesh has itself is taken off.
    const truth = fine.push / (1 + fine.meshError);
    for (const [cells, element] of [
      [2, "linear"],
      [3, "linear"],
      [2, "quadratic"],
    ] as const) {
      const { push, meshError } = squeezed(cells, element, poissonRatio);
      expect(meshError / (push / truth - 1)).toBeGreaterThan(0.6);
      expect(meshError / (push / truth - 1)).toBeLessThan(1.6);
    }
  });

  it.each(["linear", "quadratic"] as const)("stands beside depth, displacement and work of a pickup, %s elements", (element) => {
    const { leastDepth, meshError, warnings } = pickup(boxSpec({ element }));
    expect(leastDepth).toBeDefined();
    expect(meshError?.share).toBeGreaterThan(0.05);
    expect(meshError?.share).toBeLessThan(1);
    expect(meshError?.depth).toBeCloseTo((meshError?.share as number) * (leastDepth?.depth as number), 12);
    expect(meshError?.work).toBeCloseTo((meshError?.share as number) * (leastDepth?.record.work as number), 12);
    expect(meshError?.displacement).toBeGreaterThan(0);
    expect(warnings.map(({ code }) => code)).toContain("mesh-error");
  });
});
