import { describe, expect, it } from "vitest";
import type { ElasticLaw } from "../fem/elasticity.js";
import { bodyLoad } from "../fem/solid.js";
import { baseNodes, boxMesh, frustumMesh } from "../mesh/generate.js";
import { finiteProblem, finiteRestNodes, recoverFinite } from "./finite-recovery.js";
import { finiteSag } from "./finite-sag.js";
import { onAllNodes, sagProblem } from "./problem.js";
import { recoverRestShape } from "./recover.js";

const mesh = frustumMesh({ bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 2, layers: 2, curved: true });
const gelatin = { mesh, stuck: baseNodes(mesh), material: { youngModulus: 3e3, poissonRatio: 0.4 }, density: 960, gravity: 9.81 };

describe("the shape without gravity on the observed shape", () => {
  it.each(["observed", "rest"] as const)("is that of the source's equations for linear elements: mass %s", (massModel) => {
    const problem = sagProblem({ ...gelatin, massModel });
    const expected = onAllNodes(problem, recoverRestShape(problem).displacement);
    const finite = finiteProblem(problem, "linear", "linear");
    const { displacement, status } = recoverFinite(finite);
    expect(status).toBe("converged");
    const rest = finiteRestNodes(finite, displacement);
    rest.forEach((value, i) => {
      expect(Math.abs(mesh.nodes[i] - value - expected[i])).toBeLessThan(1e-15);
    });
  });

  const cases: [ElasticLaw, "observed" | "rest"][] = [
    ["linear", "observed"],
    ["corotational", "rest"],
    ["neo-hooke", "observed"],
    ["neo-hooke", "rest"],
  ];
  it.each(cases)("sags back to what was seen, quadratic elements: %s, mass %s", (law, massModel) => {
    const finite = finiteProblem(sagProblem({ ...gelatin, massModel }), "quadratic", law);
    const { displacement, status } = recoverFinite(finite);
    expect(status).toBe("converged");
    const rest = finiteRestNodes(finite, displacement);
    const again = finiteSag(finite, rest);
    again.displacement.forEach((value, i) => {
      expect(Math.abs(rest[i] + value - finite.solid.nodes[i])).toBeLessThan(1e-10);
    });
    // The table carries the weight, and nothing sideways.
    const total = [0, 1, 2].map((axis) => again.reactions.reduce((sum, value, i) => sum + (i % 3 === axis ? value : 0), 0));
    const volume = -bodyLoad(massModel === "rest" ? again.solid : finite.solid, (_x, _y, _z, out) => {
      out[2] = -1;
    }).reduce((sum, value) => sum + value, 0);
    expect(total[2]).toBeCloseTo(960 * 9.81 * volume, 9);
    expect(Math.hypot(total[0], total[1])).toBeLessThan(1e-9);
  });

  it("of a light body is the same by all laws", () => {
    const [linear, ...others] = (["linear", "corotational", "neo-hooke"] as const).map(
      (law) => recoverFinite(finiteProblem(sagProblem({ ...gelatin, density: 1e-3 }), "quadratic", law)).displacement,
    );
    const most = linear.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    for (const other of others)
      linear.forEach((value, i) => {
        expect(Math.abs(value - other[i])).toBeLessThan(1e-5 * most);
      });
  });

  it("tells the share of gravity up to which it could be followed where there is none", () => {
    const tall = boxMesh({ size: [0.01, 0.01, 0.1], cells: [1, 1, 4] });
    const soft = sagProblem({ ...gelatin, mesh: tall, stuck: baseNodes(tall), material: { youngModulus: 300, poissonRatio: 0.3 } });
    const { status, load } = recoverFinite(finiteProblem(soft, "linear", "linear"));
    expect(status).toBe("diverged");
    expect(load).toBeLessThan(1);
  });
});
