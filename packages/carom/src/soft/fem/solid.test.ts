import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../../testing/between.js";
import { ballMesh, baseNodes, boxMesh } from "../mesh/generate.js";
import { checkMesh, meshVolume, type TetMesh } from "../mesh/mesh.js";
import { assemble, energyOf } from "./assemble.js";
import { type ElasticLaw, elasticResponse } from "./elasticity.js";
import { equilibrium } from "./equilibrium.js";
import { errorEstimate, errorOfLinear } from "./error-estimate.js";
import { heldNodes, quadraticSolution } from "./quadratic-solution.js";
import { bodyLoad, type ElementKind, type Solid, solidOf, solidVolume } from "./solid.js";
import { strainSummary } from "./strain.js";

const LAWS: readonly ElasticLaw[] = ["linear", "corotational", "neo-hooke"];
const ELEMENTS: readonly ElementKind[] = ["linear", "quadratic"];
const nodesWhere = ({ nodes }: Solid, is: (x: number, y: number, z: number) => boolean): number[] =>
  Array.from({ length: nodes.length / 3 }, (_, i) => i).filter((i) => is(nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]));
const affine = ({ nodes }: Solid, a: readonly number[]): Float64Array<ArrayBuffer> =>
  nodes.map((_, row) => [0, 1, 2].reduce((sum, k) => sum + a[3 * (row % 3) + k] * nodes[row - (row % 3) + k], 0));
const weight = (solid: Solid): Float64Array<ArrayBuffer> =>
  bodyLoad(solid, (_x, _y, _z, out) => {
    out[2] = -9800;
  });
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0);

describe("quadratic tetrahedra", () => {
  // Straight sides: four points integrate the forces of curved ones to fourth order only, as in every program with these elements.
  const ball = ballMesh({ radius: 0.05, divisions: 2 });

  it("integrate polynomials of degree 5 exactly over a straight element", () => {
    const corners = [0.3, 0.1, 0.9, 1, 0, 0, 0, 1, 0, 0, 0, 0];
    const solid = solidOf({ nodes: Float64Array.from(corners), tetrahedra: Int32Array.from([0, 1, 2, 3]) }, "quadratic");
    // The load of x^i y^j z^k sums to its integral over the element; in barycentric coordinates a! b! c! 3! V / (a + b + c + 3)!.
    const one = (a: number, b: number, c: number) =>
      dot(
        bodyLoad(solid, (x, y, z, out) => {
          const l0 = z / 0.9;
          out[0] = l0 ** a * (x - 0.3 * l0) ** b * (y - 0.1 * l0) ** c;
        }).filter((_, row) => row % 3 === 0),
        new Float64Array(10).fill(1),
      );
    const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
    for (const [a, b, c] of [
      [0, 0, 0],
      [5, 0, 0],
      [2, 2, 1],
      [1, 3, 1],
      [0, 4, 1],
      [3, 0, 2],
    ])
      expect(one(a, b, c)).toBeCloseTo((factorial(a) * factorial(b) * factorial(c) * 6 * 0.15) / factorial(a + b + c + 3), 14);
  });

  it("give corners minus a twentieth and edges a fifth of the weight of a straight element", () => {
    const mesh: TetMesh = { nodes: Float64Array.from([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]), tetrahedra: Int32Array.from([0, 1, 2, 3]) };
    const load = weight(solidOf(mesh, "quadratic")).filter((_, row) => row % 3 === 2);
    load.forEach((value, node) => {
      expect(value / (-9800 / 6)).toBeCloseTo(node < 4 ? -0.05 : 0.2, 14);
    });
  });

  it.each(ELEMENTS.flatMap((element) => LAWS.map((law) => [element, law] as const)))(
    "pass the patch test: %s elements, %s law",
    (element, law) => {
      // grad u = a, E = 1e5, nu = 0.3: energy density by hand from the laws, inner nodes without force.
      const a = [0.01, 0.02, -0.005, 0.003, -0.02, 0.004, 0.006, -0.01, 0.015];
      const density = { linear: 39.49038462, "neo-hooke": 39.34485795, corotational: 39.50121069 }[law];
      const solid = solidOf(ball, element);
      const { energy, force } = assemble(solid, elasticResponse(law, { youngModulus: 1e5, poissonRatio: 0.3 }), affine(solid, a));
      expect(energy / solidVolume(solid)).toBeCloseTo(density, 7);
      const inner = nodesWhere(solid, (x, y, z) => Math.hypot(x, y, z - Math.sqrt(1 - 0.09) * 0.05) < 0.7 * 0.05 && z > 0.01);
      expect(inner.length).toBeGreaterThan(3);
      for (const node of inner) for (let i = 0; i < 3; i += 1) expect(Math.abs(force[3 * node + i])).toBeLessThan(1e-12 * 1e5 * 0.05 ** 2);
    },
  );

  it("store nothing in a turn of 90 degrees about (1, 1, 1), but by the linear law", () => {
    const solid = solidOf(ball, "quadratic");
    const c = 1 / 3;
    const s = 1 / Math.sqrt(3);
    const turned = affine(solid, [c - 1, c - s, c + s, c + s, c - 1, c - s, c - s, c + s, c - 1]);
    const stored = (law: ElasticLaw) =>
      energyOf(solid, elasticResponse(law, { youngModulus: 1e5, poissonRatio: 0.3 }), turned) / (1e5 * solidVolume(solid));
    expect(stored("linear")).toBeCloseTo(1.923, 3);
    expect(Math.abs(stored("corotational"))).toBeLessThan(1e-12);
    expect(Math.abs(stored("neo-hooke"))).toBeLessThan(1e-12);
    expect(strainSummary(solid, turned, "neo-hooke").turn).toBeCloseTo(Math.PI / 2, 9);
    expect(strainSummary(solid, turned, "neo-hooke").largest).toBeLessThan(1e-12);
  });

  it("have an infinite energy inside out, and no NaN", () => {
    const solid = solidOf(boxMesh({ size: [1, 1, 1], cells: [1, 1, 1] }), "quadratic");
    for (const law of ["neo-hooke", "corotational"] as const)
      expect(
        energyOf(solid, elasticResponse(law, { youngModulus: 1, poissonRatio: 0.3 }), affine(solid, [-2, 0, 0, 0, 0, 0, 0, 0, 0])),
      ).toBe(Infinity);
  });

  it("have curved sides where the solid is known to be round: the volume of the ball to a thousandth", () => {
    const exact = (4 / 3) * Math.PI * 0.05 ** 3;
    const cap = 0.05 * (1 - Math.sqrt(1 - 0.0001));
    const volume = exact - (Math.PI / 3) * cap * cap * (0.15 - cap);
    const mesh = ballMesh({ radius: 0.05, divisions: 4, baseRadius: 0.0005 + 0.0005, curved: true });
    const solid = solidOf(mesh, "quadratic");
    expect(Math.abs(solidVolume(solid) / volume - 1)).toBeLessThan(2e-3);
    expect(1 - meshVolume(mesh) / volume).toBeGreaterThan(0.05);
  });

  it("straighten edges that fold an element, and say how many", () => {
    const nodes = Float64Array.from([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
    const flat = checkMesh({ nodes, tetrahedra: Int32Array.from([0, 1, 2, 3]) });
    const middles = new Float64Array(18);
    [
      [0, 1],
      [1, 2],
      [0, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ].forEach(([a, b], edge) => {
      for (let i = 0; i < 3; i += 1) middles[3 * edge + i] = (nodes[3 * a + i] + nodes[3 * b + i]) / 2;
    });
    expect(solidOf({ ...flat, middles }, "quadratic").straightened).toBe(0);
    middles[3] = 0.9;
    middles[4] = -0.9;
    const solid = solidOf({ ...flat, middles }, "quadratic");
    expect(solid.straightened).toBe(1);
    expect(solidVolume(solid)).toBeCloseTo(1 / 6, 14);
  });

  it("turn the middles with an element that is turned over", () => {
    const nodes = Float64Array.from([1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
    const middles = Float64Array.from({ length: 18 }, (_, i) => Math.floor(i / 3));
    const turned = checkMesh({ nodes, tetrahedra: Int32Array.from([0, 1, 2, 3]), middles });
    expect([...turned.tetrahedra]).toEqual([1, 0, 2, 3]);
    expect(Array.from(turned.middles ?? []).filter((_, i) => i % 3 === 0)).toEqual([0, 2, 1, 4, 3, 5]);
  });
});

describe("laws of elasticity", () => {
  const part = between(-0.4, 0.4);
  it.each(LAWS)("%s: stress is the slope of the energy and the tangent that of the stress", (law) => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 9, maxLength: 9 }), fc.array(part, { minLength: 9, maxLength: 9 }), (h, d) => {
        const at = (step: number) => Float64Array.from(h, (value, i) => (i % 4 === 0 ? 1 : 0) + value * 0.6 + step * d[i]);
        const response = elasticResponse(law, { youngModulus: 1, poissonRatio: 0.4 });
        const [stress, up, down, tangent] = [new Float64Array(9), new Float64Array(9), new Float64Array(9), new Float64Array(81)];
        const energy = response(at(0), stress, tangent);
        fc.pre(energy < 1e3);
        const step = 1e-5;
        const slope = (response(at(step), up) - response(at(-step), down)) / (2 * step);
        expect(Math.abs(slope - dot(stress, d))).toBeLessThan(1e-7 * (1 + energy));
        for (let i = 0; i < 9; i += 1) {
          const change = (up[i] - down[i]) / (2 * step);
          expect(Math.abs(change - dot(tangent.subarray(9 * i, 9 * i + 9), d))).toBeLessThan(1e-5 * (1 + energy));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("equilibrium", () => {
  const cube = solidOf(boxMesh({ size: [0.06, 0.06, 0.06], cells: [4, 4, 4] }), "quadratic");

  // Force of a bonded cube, N, computed with CalculiX 2.20 (C3D10, NLGEOM, neo-Hooke) where the row says so, with a program of our own
  // written apart from this one otherwise (specification, section 3).
  it.each([
    ["linear", 0.3, 0.02, 7.71558586],
    ["neo-hooke", 0.3, 0.3, 165.109757],
    ["corotational", 0.3, 0.2, 75.6072631],
    ["neo-hooke (CalculiX)", 0.45, 0.1, 48.80816],
  ])("of a squeezed cube: %s, nu = %f, by %f", (name, poissonRatio, squeeze, force) => {
    const law = name.split(" ")[0] as ElasticLaw;
    const isHeld = (z: number) => z === 0 || Math.abs(z - 0.06) < 1e-12;
    const held = nodesWhere(cube, (_x, _y, z) => isHeld(z));
    const start = cube.nodes.map((value, row) => (row % 3 === 2 ? -squeeze * value : 0));
    const response = elasticResponse(law, { youngModulus: 1e5, poissonRatio });
    const { reactions, residual } = equilibrium({ solid: cube, response, load: new Float64Array(start.length), held }, start);
    const pushed = held.reduce((sum, node) => sum - (cube.nodes[3 * node + 2] > 0.03 ? reactions[3 * node + 2] : 0), 0);
    expect(pushed / force).toBeCloseTo(1, name.includes("CalculiX") ? 6 : 8);
    expect(residual).toBeLessThan(1e-9);
  });

  // f . u, J, and eta^2 by the specification, section 8.
  it.each([
    [[0.06, 0.06, 0.06], [4, 4, 4], 2, 0.3, 2.17255967e-4, 2.27941157e-4, 1.06647e-6],
    [[0.06, 0.06, 0.06], [4, 4, 4], 2, 0.49, 1.08321462e-4, 1.77461469e-4, 5.6968e-6],
    [[0.1, 0.02, 0.02], [10, 2, 2], 0, 0.3, 3.17694215e-3, 5.94548525e-3, undefined],
    [[0.1, 0.02, 0.02], [10, 2, 2], 0, 0.499, 5.31150285e-4, 5.25414899e-3, undefined],
  ] as const)("of a body of %j m under its weight, and its error", (size, cells, axis, poissonRatio, four, ten, eta) => {
    const material = { youngModulus: 1e5, poissonRatio };
    const response = elasticResponse("linear", material);
    const mesh = boxMesh({ size, cells });
    const works = ELEMENTS.map((element) => {
      const solid = solidOf(mesh, element);
      const load = weight(solid);
      const held = nodesWhere(solid, (...at) => at[axis] === 0);
      const { displacement } = equilibrium({ solid, response, load, held }, new Float64Array(load.length));
      if (element === "quadratic" && eta !== undefined)
        expect(errorEstimate(solid, response, material, displacement).etaSquared / eta).toBeCloseTo(1, 5);
      return dot(load, displacement);
    });
    expect(works[0] / four).toBeCloseTo(1, 8);
    expect(works[1] / ten).toBeCloseTo(1, 8);
    const held = Int32Array.from(nodesWhere(solidOf(mesh, "linear"), (...at) => at[axis] === 0));
    expect(errorOfLinear(mesh, held, material)).toBeCloseTo(1 - four / ten, 6);
  });

  // Displacement of the corner farthest from the origin, m, by CalculiX 2.20 (C3D10, spooles) on the same meshes of 525 and 729 nodes under
  // the same nodal forces, with the digits that it prints.
  it.each([
    ["beam", [0.1, 0.02, 0.02], [10, 2, 2], 0, 0.3, [4.798204e-3, 3.454473e-5, -3.719681e-2]],
    ["beam", [0.1, 0.02, 0.02], [10, 2, 2], 0, 0.49, [4.462889e-3, 3.088314e-4, -3.418565e-2]],
    ["cube", [0.06, 0.06, 0.06], [4, 4, 4], 2, 0.3, [9.041134e-7, 9.041134e-7, -1.507273e-4]],
  ] as const)("displaces a %s as CalculiX does", (_name, size, cells, axis, poissonRatio, expected) => {
    const solid = solidOf(boxMesh({ size, cells }), "quadratic");
    const load = weight(solid);
    const held = nodesWhere(solid, (...at) => at[axis] === 0);
    const response = elasticResponse("linear", { youngModulus: 1e5, poissonRatio });
    const { displacement } = equilibrium({ solid, response, load, held }, new Float64Array(load.length));
    const [corner] = nodesWhere(solid, (...at) => at.every((value, i) => Math.abs(value - size[i]) < 1e-12));
    expected.forEach((value, i) => {
      expect(displacement[3 * corner + i] / value).toBeCloseTo(1, 6);
    });
  });

  it("converges: the error in energy of quadratic elements falls with order 2, that of the displacement with order 3", () => {
    // u = (s, s, s), s = sin(pi x) sin(pi y) sin(pi z), zero on the surface of the unit cube; f = -div sigma(u).
    const [lambda, mu] = [1, 1];
    const material = { youngModulus: 2.5, poissonRatio: 0.25 };
    const s = (w: number): number => Math.sin(Math.PI * w);
    const c = (w: number): number => Math.cos(Math.PI * w);
    const field = (x: number, y: number, z: number, out: Float64Array): void => {
      const value = 3 * mu * s(x) * s(y) * s(z);
      const [xy, yz, zx] = [c(x) * c(y) * s(z), s(x) * c(y) * c(z), c(x) * s(y) * c(z)];
      const own = value / (3 * mu);
      [xy + zx - own, xy + yz - own, zx + yz - own].forEach((mixed, i) => {
        out[i] = Math.PI * Math.PI * (value - (lambda + mu) * mixed);
      });
    };
    // f . u of the exact field: the integral of sigma(u) : grad u = pi^2 (3 (lambda + 2 mu) + 6 mu) / 8, mixed products vanish.
    const exact = (Math.PI * Math.PI * (3 * (lambda + 2 * mu) + 6 * mu)) / 8;
    const errors = [2, 4].map((cells) => {
      const solid = solidOf(boxMesh({ size: [1, 1, 1], cells: [cells, cells, cells] }), "quadratic");
      const load = bodyLoad(solid, field);
      const held = nodesWhere(solid, (...at) => at.some((value) => value === 0 || value === 1));
      const { displacement } = equilibrium(
        { solid, response: elasticResponse("linear", material), load, held },
        new Float64Array(load.length),
      );
      let square = 0;
      for (let at = 0; at < displacement.length; at += 3) {
        const [x, y, z] = solid.nodes.subarray(at, at + 3);
        for (let i = 0; i < 3; i += 1) square += (displacement[at + i] - s(x) * s(y) * s(z)) ** 2;
      }
      // f . u misses the square of the error in energy.
      return { energy: Math.sqrt(exact - dot(load, displacement)), nodes: Math.sqrt((3 * square) / displacement.length) };
    });
    expect(Math.log2(errors[0].energy / errors[1].energy)).toBeGreaterThan(1.7);
    expect(Math.log2(errors[0].nodes / errors[1].nodes)).toBeGreaterThan(2.4);
  });
});

describe("conjugate gradients on two levels", () => {
  it.each([0.3, 0.49])("find what a factorisation finds, in few steps, nu = %f", (poissonRatio) => {
    const mesh = ballMesh({ radius: 0.05, divisions: 3, curved: true });
    const material = { youngModulus: 1e5, poissonRatio };
    const solid = solidOf(mesh, "quadratic");
    const load = weight(solid);
    const base = baseNodes(mesh);
    const found = quadraticSolution(solid, material, load, base, 1e-12);
    const response = elasticResponse("linear", material);
    const exact = equilibrium({ solid, response, load, held: heldNodes(solid, base) }, new Float64Array(load.length)).displacement;
    const scale = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    found.displacement.forEach((value, i) => {
      expect(Math.abs(value - exact[i])).toBeLessThan(1e-9 * scale);
    });
    expect(found.iterations).toBeLessThan(poissonRatio === 0.3 ? 40 : 120);
    expect(found.work).toBeGreaterThan(found.linearWork);
  });
});
