import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eigenvalues } from "../../math/eigenvalues.js";
import { createRandom } from "../../math/random.js";
import { norm2 } from "../../math/sparse/conjugate-gradients.js";
import { between } from "../../testing/between.js";
import { ballMesh, baseNodes, boxMesh, fruitMesh, frustumMesh } from "../mesh/generate.js";
import type { TetMesh } from "../mesh/mesh.js";
import { analyseConvergence, betaJacobian, normBound, rateVerdict } from "./convergence.js";
import { elasticForces, shapeDerivative, shapeDerivativeTransposed } from "./forces.js";
import { tetrahedronSag } from "./one-tetrahedron.js";
import { onAllNodes, restNodes, type SaggingBody, sagProblem, weightAt } from "./problem.js";
import { recoverRestShape } from "./recover.js";
import { sag, sagAt } from "./sag.js";

const root3 = Math.sqrt(3);
/** 000 section 6.3.2. */
const tetrahedron: SaggingBody = {
  mesh: {
    nodes: Float64Array.from([root3 / 40, 1 / 40, (2 * Math.SQRT2) / 40, root3 / 20, 0, 0, root3 / 40, 3 / 40, 0, 0, 0, 0]),
    tetrahedra: Int32Array.from([0, 1, 2, 3]),
  },
  stuck: Int32Array.from([1, 2, 3]),
  material: { youngModulus: 5e3, poissonRatio: 0.3 },
  density: 1e3,
  gravity: 9.8,
};
const BASE_AREA = ((root3 / 20) * (3 / 40)) / 2;

function body(mesh: TetMesh, youngModulus: number, more: Partial<SaggingBody> = {}): SaggingBody {
  return { mesh, stuck: baseNodes(mesh), material: { youngModulus, poissonRatio: 0.3 }, density: 700, gravity: 9.8, ...more };
}

const models = [
  { massModel: "observed", volumeModel: "rest" },
  { massModel: "rest", volumeModel: "rest" },
  { massModel: "observed", volumeModel: "observed" },
  { massModel: "rest", volumeModel: "observed" },
] as const;

describe("one tetrahedron", () => {
  it.each(models)("follows its closed form with masses $massModel and volumes $volumeModel", (model) => {
    fc.assert(
      fc.property(between(100, 4000), between(-0.2, 0.45), fc.constantFrom(1, 0.5), (density, poissonRatio, stiffnessScale) => {
        const given = { ...tetrahedron, material: { youngModulus: 5e3, poissonRatio }, density, stiffnessScale, ...model };
        const closed = tetrahedronSag({ ...given, baseArea: BASE_AREA, height: (2 * Math.SQRT2) / 40 });
        if (closed.load > 0.9 * closed.limit) return;
        const problem = sagProblem(given);
        const found = recoverRestShape(problem);
        expect(found.status).toBe("converged");
        expect(found.displacement[2]).toBeCloseTo(closed.displacement as number, 12);
        expect(Math.abs(found.displacement[0]) + Math.abs(found.displacement[1])).toBeLessThan(1e-14);
        const { highest } = analyseConvergence(problem, found.displacement);
        expect(highest).toBeCloseTo(closed.eigenvalue as number, 8);
      }),
      { numRuns: 15 },
    );
  });

  it.each(models)("is found up to the limit of its closed form and no further: masses $massModel, volumes $volumeModel", (model) => {
    const { densityLimit, power } = tetrahedronSag({ ...tetrahedron, baseArea: BASE_AREA, height: (2 * Math.SQRT2) / 40, ...model });
    for (const factor of [0.999, 1.001, 3, 100]) {
      const { status, load, turnsBack, residual, tolerance } = recoverRestShape(
        sagProblem({ ...tetrahedron, ...model, density: factor * densityLimit }),
      );
      expect(status === "converged").toBe(factor < 1);
      expect(residual < tolerance).toBe(factor < 1);
      // With p = 1 the height grows without end towards the limit; otherwise two solutions meet there.
      expect(turnsBack).toBe(factor > 1 && power > 1);
      if (factor > 1) expect(Math.abs(load * factor - 1)).toBeLessThan(power === 1 ? 1e-3 : 1e-5);
    }
  });

  it("pulls on its base as friction must hold: tangential over normal is (3/4) nu / (1 - nu) x h / altitude", () => {
    const problem = sagProblem(tetrahedron);
    const { displacement } = recoverRestShape(problem);
    const { reactions } = sagAt(problem, restNodes(problem, displacement));
    const { heightRatio = 0 } = tetrahedronSag({ ...tetrahedron, baseArea: BASE_AREA, height: (2 * Math.SQRT2) / 40 });
    const ratio = ((0.75 * 0.3) / 0.7) * heightRatio * ((2 * Math.SQRT2) / 40 / (3 / 40));
    for (let at = 0; at < 9; at += 3) {
      const [x, y, z] = reactions.subarray(at, at + 3);
      expect(z).toBeCloseTo((1e3 * 9.8 * BASE_AREA * ((2 * Math.SQRT2) / 40)) / 9, 12);
      expect(Math.sqrt(x * x + y * y) / z).toBeCloseTo(ratio, 11);
    }
  });
});

describe("derivatives", () => {
  it.each(models)("agree with differences and with their transpose: masses $massModel, volumes $volumeModel", (model) => {
    const problem = sagProblem(body(ballMesh({ radius: 0.05, divisions: 2 }), 3e4, model));
    const { nodes } = problem.body.mesh;
    const random = createRandom(3);
    const held = new Set(problem.body.stuck);
    const vector = (): Float64Array => Float64Array.from(nodes, (_, i) => (held.has(Math.floor(i / 3)) ? 0 : 1e-3 * (2 * random() - 1)));
    const [b, x, y] = [vector(), vector(), vector()];
    const exact = new Float64Array(nodes.length);
    shapeDerivative(problem, nodes, b, x, exact);
    const at = (t: number): Float64Array => {
      const moved = Float64Array.from(nodes, (value, i) => value + t * x[i]);
      const out = new Float64Array(nodes.length);
      elasticForces(problem, moved, b, out);
      const weight = weightAt(problem, moved);
      return out.map((value, i) => value - weight[i]);
    };
    // Differences of two widths, extrapolated: what is left is of fourth order.
    const [p1, m1, p2, m2] = [at(0.02), at(-0.02), at(0.01), at(-0.01)];
    const scale = norm2(exact);
    for (let i = 0; i < nodes.length; i += 1) {
      const narrow = (p2[i] - m2[i]) / 0.02;
      const wide = (p1[i] - m1[i]) / 0.04;
      expect(Math.abs((4 * narrow - wide) / 3 - exact[i])).toBeLessThan(1e-9 * scale);
    }
    const turned = new Float64Array(nodes.length);
    shapeDerivativeTransposed(problem, nodes, b, y, turned);
    const dot = (u: Float64Array, v: Float64Array): number => u.reduce((sum, value, i) => sum + value * v[i], 0);
    expect(dot(x, turned) / dot(y, exact)).toBeCloseTo(1, 11);
  });
});

/** Largest difference between the observed shape and the recovered one sagged again, and the rate of plain iteration there. */
function sagsBack(given: SaggingBody): { worst: number; rate: number; status: string } {
  const problem = sagProblem(given);
  const found = recoverRestShape(problem);
  const again = sagAt(problem, restNodes(problem, found.displacement));
  let worst = 0;
  for (let i = 0; i < again.mesh.nodes.length; i += 1) worst = Math.max(worst, Math.abs(again.mesh.nodes[i] - given.mesh.nodes[i]));
  const rate = analyseConvergence(problem, found.displacement, { arnoldiSteps: 15 }).rate.plain;
  return { worst, rate, status: found.status };
}

describe("a recovered shape", () => {
  // What is symmetric does not rock: this ball leans a little.
  const leaning = ballMesh({ radius: 0.05, divisions: 7, baseRadius: 0.01 });
  for (let at = 0; at < leaning.nodes.length; at += 3) leaning.nodes[at] += 0.03 * leaning.nodes[at + 2];
  const tower = boxMesh({ size: [0.02, 0.02, 0.1], cells: [4, 4, 20] });
  it.each([
    { name: "ball", given: body(ballMesh({ radius: 0.05, divisions: 7 }), 2.5e5), plain: "converges" },
    { name: "leaning soft ball on a narrow base", given: body(leaning, 3e4), plain: "diverges" },
    { name: "tower", given: body(tower, 1.2e4), plain: "diverges" },
    { name: "fruit", given: body(fruitMesh({ radius: 0.035, divisions: 7 }), 3e4, { massModel: "rest" }), plain: "converges" },
  ])("of a $name with at least 500 nodes sags back to 1e-10 of what was seen; plain iteration: $plain", ({ given, plain }) => {
    expect(given.mesh.nodes.length / 3).toBeGreaterThanOrEqual(500);
    const result = sagsBack(given);
    expect(result.status).toBe("converged");
    expect(result.worst).toBeLessThan(1e-10 * 0.02);
    expect(result.rate < 1).toBe(plain === "converges");
    const iterated = recoverRestShape(sagProblem(given), { method: "fixed-point", relaxation: 1, maximumIterations: 60 });
    expect(iterated.status === "converged").toBe(plain === "converges");
  });

  const gelatin = frustumMesh({ bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 3, layers: 3 });
  const soft = body(gelatin, 3e3, { density: 960 });

  it("is the one that was let sag", () => {
    const sagged = sag(soft);
    const problem = sagProblem({ ...soft, mesh: sagged.mesh, massModel: "rest" });
    const rest = restNodes(problem, recoverRestShape(problem).displacement);
    for (let i = 0; i < rest.length; i += 1) expect(Math.abs(rest[i] - gelatin.nodes[i])).toBeLessThan(1e-15);
  });

  it("depends on density times gravity over modulus only, scales with length, and turns with the body", () => {
    const found = recoverRestShape(sagProblem(soft)).displacement;
    const stiffer = recoverRestShape(
      sagProblem({ ...soft, material: { youngModulus: 6e3, poissonRatio: 0.3 }, density: 1920 }),
    ).displacement;
    const large = { nodes: gelatin.nodes.map((value) => 2 * value), tetrahedra: gelatin.tetrahedra };
    const twice = recoverRestShape(sagProblem({ ...soft, mesh: large, density: 480 })).displacement;
    const [c, s] = [0.8, 0.6];
    const nodes = gelatin.nodes.slice();
    for (let at = 0; at < nodes.length; at += 3)
      nodes.set([c * gelatin.nodes[at] - s * gelatin.nodes[at + 1], s * gelatin.nodes[at] + c * gelatin.nodes[at + 1]], at);
    const turned = recoverRestShape(sagProblem({ ...soft, mesh: { nodes, tetrahedra: gelatin.tetrahedra } })).displacement;
    for (let at = 0; at < found.length; at += 3) {
      const [x, y, z] = found.subarray(at, at + 3);
      for (const [other, expected] of [
        [stiffer, [x, y, z]],
        [twice, [2 * x, 2 * y, 2 * z]],
        [turned, [c * x - s * y, s * x + c * y, z]],
      ] as const)
        for (let axis = 0; axis < 3; axis += 1) expect(Math.abs(other[at + axis] - expected[axis])).toBeLessThan(1e-14);
    }
  });

  it("does not depend on the numbers of nodes and the order of elements", () => {
    const problem = sagProblem(soft);
    const found = onAllNodes(problem, recoverRestShape(problem).displacement);
    const count = gelatin.nodes.length / 3;
    const renumbered = (node: number): number => (node * 17 + 5) % count; // count is not a multiple of 17
    const nodes = new Float64Array(3 * count);
    for (let node = 0; node < count; node += 1) nodes.set(gelatin.nodes.subarray(3 * node, 3 * node + 3), 3 * renumbered(node));
    const elements = Array.from({ length: gelatin.tetrahedra.length / 4 }, (_, i) => [...gelatin.tetrahedra.subarray(4 * i, 4 * i + 4)]);
    // Every fourth of them names its nodes in another order, which makes its volume negative.
    const tetrahedra = Int32Array.from(
      elements.reverse().flatMap(([a, b, c, d], i) => (i % 4 === 0 ? [d, b, c, a] : [a, b, c, d]).map(renumbered)),
    );
    const other = sagProblem({ ...soft, mesh: { nodes, tetrahedra }, stuck: soft.stuck.map(renumbered) });
    const again = onAllNodes(other, recoverRestShape(other).displacement);
    for (let node = 0; node < count; node += 1)
      for (let axis = 0; axis < 3; axis += 1)
        expect(Math.abs(again[3 * renumbered(node) + axis] - found[3 * node + axis])).toBeLessThan(1e-14);
  });

  it("does not depend on the method or the relaxation", () => {
    const problem = sagProblem(soft);
    const newton = recoverRestShape(problem).displacement;
    for (const relaxation of [1, 0.6, "automatic"] as const) {
      const fixed = recoverRestShape(problem, { method: "fixed-point", relaxation, tolerance: 1e-14 });
      expect(fixed.status).toBe("converged");
      for (let i = 0; i < newton.length; i += 1) expect(Math.abs(fixed.displacement[i] - newton[i])).toBeLessThan(1e-13);
    }
  });

  it("does not depend on how the systems are solved", () => {
    const problem = sagProblem(soft);
    for (const method of ["newton", "fixed-point"] as const) {
      const factorised = recoverRestShape(problem, { method });
      const iterated = recoverRestShape(problem, { method, linearSolver: "conjugate-gradients" });
      expect(factorised.factorisations).toBeGreaterThan(0);
      expect(iterated.factorisations).toBe(0);
      expect(iterated.status).toBe("converged");
      expect(iterated.iterations).toBe(factorised.iterations);
      for (let i = 0; i < iterated.displacement.length; i += 1)
        expect(Math.abs(iterated.displacement[i] - factorised.displacement[i])).toBeLessThan(1e-15);
    }
    const { displacement } = recoverRestShape(problem);
    const rate = (linearSolver: "factorisation" | "conjugate-gradients"): number =>
      analyseConvergence(problem, displacement, { linearSolver, arnoldiSteps: 12 }).spectralRadius;
    expect(rate("conjugate-gradients")).toBeCloseTo(rate("factorisation"), 9);
  });

  it("stands on reactions that carry its weight and balance moments on the rest shape", () => {
    const problem = sagProblem(soft);
    const rest = restNodes(problem, recoverRestShape(problem).displacement);
    const { reactions } = sagAt(problem, rest);
    const weight = weightAt(problem, rest);
    const total = [0, 0, 0, 0, 0, 0];
    const add = (node: number, force: ArrayLike<number>): void => {
      const [x, y, z] = rest.subarray(3 * node, 3 * node + 3);
      const [p, q, r] = [force[0], force[1], force[2]];
      for (const [i, value] of [p, q, r, y * r - z * q, z * p - x * r, x * q - y * p].entries()) total[i] += value;
    };
    for (const [i, node] of problem.body.stuck.entries()) add(node, reactions.subarray(3 * i, 3 * i + 3));
    for (let node = 0; node < rest.length / 3; node += 1) add(node, weight.subarray(3 * node, 3 * node + 3));
    for (const value of total) expect(Math.abs(value)).toBeLessThan(1e-13);
  });

  it("starts as the linear sag upside down where the body is light", () => {
    const light = sagProblem({ ...soft, density: 1e-6 });
    const linear = sagAt(light, gelatin.nodes).displacement;
    const { displacement } = recoverRestShape(light);
    light.free.forEach((at, i) => {
      expect(Math.abs(displacement[i] - linear[at])).toBeLessThan(1e-20);
    });
  });
});

it("a body too soft for its weight has a shape up to where the iteration's eigenvalue is 1", () => {
  const soft = body(frustumMesh({ bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 2, layers: 2 }), 200, { massModel: "rest" });
  const found = recoverRestShape(sagProblem(soft));
  expect(found.status).toBe("diverged");
  expect(found.turnsBack).toBe(true);
  const under = (share: number): SaggingBody => ({ ...soft, gravity: share * found.load * soft.gravity });
  expect(Math.abs(analyseConvergence(sagProblem(under(1)), found.displacement).highest - 1)).toBeLessThan(0.002);
  expect(recoverRestShape(sagProblem(under(0.9999))).status).toBe("converged");
  expect(recoverRestShape(sagProblem(under(1.0001))).turnsBack).toBe(true);
});

describe("convergence", () => {
  const small = sagProblem(body(boxMesh({ size: [0.02, 0.017, 0.05], cells: [2, 2, 5] }), 1e4));
  const { displacement } = recoverRestShape(small);
  const analysis = analyseConvergence(small, displacement);

  it("tells the rate that steps have", () => {
    for (const relaxation of [1, 0.5]) {
      const { history, status } = recoverRestShape(small, { method: "fixed-point", relaxation, tolerance: 1e-12 });
      expect(status).toBe("converged");
      const [a, b] = history.slice(-2);
      const values =
        relaxation === 1
          ? analysis.rate.plain
          : Math.max(Math.abs(1 + (analysis.highest - 1) / 2), Math.abs(1 + (analysis.lowest - 1) / 2));
      expect(b.residual / a.residual).toBeCloseTo(values, 2);
      expect(b.stretch).toBeCloseTo(values, 2);
    }
  });

  it("knows a spectral radius from a 2-norm", () => {
    const jacobian = betaJacobian(small, displacement);
    expect(analysis.norm2).toBeGreaterThan(1.2 * analysis.spectralRadius);
    expect(analysis.norm1?.plain).toBeGreaterThanOrEqual(analysis.spectralRadius);
    expect(analysis.normInfinity?.plain).toBeGreaterThanOrEqual(analysis.spectralRadius);
    expect(jacobian.size).toBe(small.free.length);
    // By Arnoldi, without forming the matrix.
    const outer = analyseConvergence(small, displacement, { mostFormed: 1 });
    expect(outer.isComplete).toBe(false);
    expect(outer.spectralRadius).toBeCloseTo(analysis.spectralRadius, 8);
    expect(outer.norm2).toBeCloseTo(analysis.norm2, 8);
    expect(outer.highest).toBeCloseTo(analysis.highest, 8);
  });

  it("tells rate and norms at every relaxation: norms from their definitions are those of the closed forms", () => {
    const { relaxations, rate, norm1, normInfinity, norm2 } = analysis;
    expect(relaxations.map(({ relaxation }) => relaxation)).toEqual(Array.from({ length: 20 }, (_, i) => (i + 1) / 20));
    const bound = ({ a, b = -Infinity }: { a: number; b?: number }, r: number) => Math.max(1 + r * (a - 1), r * (b + 1) - 1);
    for (const at of relaxations) {
      expect(at.norm1).toBeCloseTo(bound(norm1!, at.relaxation), 10);
      expect(at.normInfinity).toBeCloseTo(bound(normInfinity!, at.relaxation), 10);
      for (const norm of [at.norm1!, at.norm2!, at.normInfinity!]) expect(norm).toBeGreaterThanOrEqual(at.rate - 1e-10);
      // No 2-norm is above the mean of the other two in the logarithm.
      expect(at.norm2!).toBeLessThanOrEqual(Math.sqrt(at.norm1! * at.normInfinity!) + 1e-10);
      expect(at.rate).toBeGreaterThanOrEqual((rate.best?.rate ?? 0) - 1e-12);
      expect(at.rate < 1).toBe(at.relaxation < rate.admissible || (rate.admissible === 1 && at.relaxation === 1));
    }
    expect(relaxations.at(-1)?.rate).toBeCloseTo(rate.plain, 12);
    expect(relaxations.at(-1)?.norm2).toBeCloseTo(norm2, 8);
    expect(analyseConvergence(small, displacement, { mostFormed: 1 }).relaxations[3]).toEqual({
      relaxation: 0.2,
      rate: expect.closeTo(relaxations[3].rate, 8),
    });
  });

  it("gives the best relaxation of the case tables: no other does better", () => {
    const pair = fc.record({ re: between(-3, 0.95), im: fc.oneof(fc.constant(0), between(0.01, 2)) });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 5 }), between(0.001, 1), (pairs, r) => {
        const real = pairs.flatMap(({ re }) => [re, re]);
        const imaginary = pairs.flatMap(({ im }) => [im, -im]);
        const verdict = rateVerdict(real, imaginary);
        const rate = Math.max(...pairs.map(({ re, im }) => Math.hypot(1 - r + r * re, r * im)));
        expect(rate).toBeGreaterThanOrEqual((verdict.best?.rate ?? Infinity) - 1e-12);
        if (Math.abs(r - verdict.admissible) > 1e-9) expect(rate < 1).toBe(r < verdict.admissible);
        expect(verdict.case).toBe(verdict.admissible < 1 ? "3b" : verdict.best?.relaxation === 1 ? "2" : "3a");
      }),
    );
    expect(rateVerdict([0.2, 1.1], [0, 0])).toMatchObject({ case: "1", admissible: 0 });
    // The closed forms: r = 2 / (2 - low - high) with rate (high - low) / (2 - low - high), and a pair of eigenvalues a +- i b with r = (1
    // - a) / ((1 - a)^2 + b^2).
    expect(rateVerdict([-1.5, 0.2], [0, 0])).toMatchObject({
      case: "3b",
      admissible: 0.8,
      best: { relaxation: expect.closeTo(2 / 3.3, 14), rate: expect.closeTo(1.7 / 3.3, 14) },
    });
    expect(rateVerdict([0.1, 0.1], [0.8, -0.8]).best?.relaxation).toBeCloseTo(0.9 / (0.81 + 0.64), 7);
    fc.assert(
      fc.property(fc.array(between(-0.5, 0.3), { minLength: 9, maxLength: 9 }), between(0.001, 1), (dense, r) => {
        const verdict = normBound(dense, 3, "rows");
        const norm = Math.max(
          ...[0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + Math.abs((i === j ? 1 - r : 0) + r * dense[3 * i + j]), 0)),
        );
        if (verdict.best === undefined) expect(norm).toBeGreaterThanOrEqual(1 - 1e-12);
        else expect(norm).toBeGreaterThanOrEqual(verdict.best.rate - 1e-12);
        if (verdict.admissible > 0 && r < verdict.admissible - 1e-9) expect(norm).toBeLessThan(1);
        // A norm bounds the spectral radius.
        const { real, imaginary } = eigenvalues(dense, 3);
        for (let i = 0; i < 3; i += 1) expect(Math.hypot(1 - r + r * real[i], r * imaginary[i])).toBeLessThanOrEqual(norm + 1e-9);
      }),
    );
  });
});

describe("bad input", () => {
  const cases: readonly [string, Partial<SaggingBody>][] = [
    ["density", { density: -1 }],
    ["gravity", { gravity: Number.NaN }],
    ["material.youngModulus", { material: { youngModulus: 0, poissonRatio: 0.3 } }],
    ["material.poissonRatio", { material: { youngModulus: 1, poissonRatio: 0.5 } }],
    ["material.poissonRatio", { material: { youngModulus: 1, poissonRatio: -1 } }],
    ["stuck", { stuck: Int32Array.from([1, 2]) }],
    ["stuck[0]", { stuck: Int32Array.from([4, 2, 3]) }],
    ["stuck[2]", { stuck: Int32Array.from([1, 2, 2]) }],
    ["stiffnessScale", { stiffnessScale: 0 }],
    ["mesh.tetrahedra[0]", { mesh: { nodes: tetrahedron.mesh.nodes, tetrahedra: Int32Array.from([0, 1, 2, 4]) } }],
    ["mesh.tetrahedra[0]", { mesh: { nodes: tetrahedron.mesh.nodes, tetrahedra: Int32Array.from([0, 1, 2, 2]) } }],
    [
      "mesh.nodes[4]",
      { mesh: { nodes: Float64Array.from([...tetrahedron.mesh.nodes, 1, 1, 1]), tetrahedra: tetrahedron.mesh.tetrahedra } },
    ],
    [
      "mesh.nodes[0]",
      { mesh: { nodes: tetrahedron.mesh.nodes.map((x, i) => (i === 1 ? Infinity : x)), tetrahedra: tetrahedron.mesh.tetrahedra } },
    ],
    [
      "mesh.tetrahedra[0]",
      { mesh: { nodes: tetrahedron.mesh.nodes.map((x, i) => (i === 2 ? 0 : x)), tetrahedra: tetrahedron.mesh.tetrahedra } },
    ],
  ];
  it.each(cases)("is refused by name: %s", (path, change) => {
    expect(() => sagProblem({ ...tetrahedron, ...change })).toThrow(expect.objectContaining({ name: "InvalidInputError", path }));
  });

  it("is refused where the stuck nodes lie on a line or leave a part free", () => {
    const box = boxMesh({ size: [1, 1, 1], cells: [2, 1, 1] });
    expect(() => sagProblem(body(box, 1, { stuck: Int32Array.from([0, 1, 2]) }))).toThrow("one line");
    const two = Float64Array.from([...box.nodes, ...box.nodes.map((x) => x + 5)]);
    const both = Int32Array.from([...box.tetrahedra, ...box.tetrahedra.map((node) => node + box.nodes.length / 3)]);
    const given = (stuck: number[]): SaggingBody => body({ nodes: two, tetrahedra: both }, 1, { stuck: Int32Array.from(stuck) });
    expect(() => sagProblem(given([...baseNodes(box)]))).toThrow("mesh.nodes[12]: [5, 5, 5] can move and nothing resists");
    expect(() => sagProblem(given([...baseNodes(box), 12, 13, 14]))).toThrow("can move and nothing resists");
    expect(() => sagProblem(given([...baseNodes(box), 12, 13, 15]))).not.toThrow();
  });

  const corner = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1];
  it.each([
    ["an edge", [-0.1, 0, 0.05, -0.05, 0.05, 0.15], [0, 3, 4, 5]],
    ["a node", [0.1, 0, 0.2, 0, 0.1, 0.2, 0, 0, 0.2], [3, 4, 5, 6]],
  ])("is refused by name where a part hangs by %s only", (_, nodes, element) => {
    const mesh = { nodes: Float64Array.from([...corner, ...nodes]), tetrahedra: Int32Array.from([0, 1, 2, 3, ...element]) };
    expect(() => sagProblem(body(mesh, 1e4, { stuck: Int32Array.from([0, 1, 2]) }))).toThrow(
      expect.objectContaining({ name: "InvalidInputError", path: "mesh.nodes[4]" }),
    );
  });

  it("is not an arch of two parts, each of which could swing alone", () => {
    const mesh = {
      nodes: Float64Array.from([0, 0, 0, 0, 0.1, 0, 0.08, 0.05, 0.1, 0.12, 0.06, 0.12, 0.2, 0, 0, 0.2, 0.1, 0]),
      tetrahedra: Int32Array.from([0, 1, 2, 3, 4, 5, 2, 3]),
    };
    expect(recoverRestShape(sagProblem(body(mesh, 1e6, { stuck: Int32Array.from([0, 1, 4, 5]) }))).status).toBe("converged");
  });

  it("turns elements of negative volume over", () => {
    const turned = { nodes: tetrahedron.mesh.nodes, tetrahedra: Int32Array.from([1, 0, 2, 3]) };
    const found = recoverRestShape(sagProblem({ ...tetrahedron, mesh: turned })).displacement[2];
    expect(found).toBeCloseTo(recoverRestShape(sagProblem(tetrahedron)).displacement[2], 14);
  });

  it("refuses relaxations and tolerances out of range", () => {
    const problem = sagProblem(tetrahedron);
    for (const options of [
      { relaxation: 0 },
      { relaxation: 1.1 },
      { tolerance: 0 },
      { maximumIterations: 0 },
      { linearSolver: "guess" as "factorisation" },
    ])
      expect(() => recoverRestShape(problem, options)).toThrow(
        expect.objectContaining({ name: "InvalidInputError", path: Object.keys(options)[0] }),
      );
  });
});
