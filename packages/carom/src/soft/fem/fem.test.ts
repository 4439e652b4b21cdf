import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sin } from "../../math/elementary.js";
import { factorLdl, solveLdl } from "../../math/sparse/ldl.js";
import { multiplySymmetric, submatrix, toDense } from "../../math/sparse/symmetric.js";
import { symmetricEigen } from "../../math/symmetric-eigen.js";
import { between } from "../../testing/between.js";
import { ballMesh, baseNodes, boxMesh, frustumMesh } from "../mesh/generate.js";
import { elementCount, meshVolume, signedVolumes, type TetMesh } from "../mesh/mesh.js";
import { meshSurface } from "../mesh/surface.js";
import { condense } from "./condense.js";
import { lameModuli } from "./material.js";
import { elasticEnergy, elementStrains, largestStrain, nodalWeight, rigidModes, stiffnessMatrix } from "./stiffness.js";

const material = { youngModulus: 6e3, poissonRatio: 0.3 };

/** A displacement that is linear in the place: u = A x. */
function linear(nodes: Float64Array, a: readonly number[]): Float64Array<ArrayBuffer> {
  const u = new Float64Array(nodes.length);
  for (let at = 0; at < nodes.length; at += 3)
    for (let row = 0; row < 3; row += 1)
      u[at + row] = a[3 * row] * nodes[at] + a[3 * row + 1] * nodes[at + 1] + a[3 * row + 2] * nodes[at + 2];
  return u;
}

function complement(size: number, nodes: Int32Array): Int32Array {
  const held = new Set(nodes);
  return Int32Array.from(Array.from({ length: size }, (_, i) => i).filter((i) => !held.has(Math.floor(i / 3))));
}

describe("stiffness", () => {
  it("is what the paper's tetrahedron should have, twice what it prints (000 (6.20))", () => {
    const h = 0.07;
    const nodes = Float64Array.from([0.02, 0.01, h, 0.05, 0, 0, 0.03, 0.04, 0, 0, 0, 0]);
    const mesh: TetMesh = { nodes, tetrahedra: Int32Array.from([0, 1, 2, 3]) };
    const volume = meshVolume(mesh);
    const { youngModulus: e, poissonRatio: nu } = material;
    const dense = toDense(stiffnessMatrix(mesh, material));
    const shear = (e * volume) / (2 * (1 + nu) * h * h);
    const axial = (e * (1 - nu) * volume) / ((1 + nu) * (1 - 2 * nu) * h * h);
    expect(dense[0]).toBeCloseTo(shear, 10);
    expect(dense[13]).toBeCloseTo(shear, 10);
    expect(dense[26]).toBeCloseTo(axial, 10);
    for (const off of [1, 2, 14]) expect(Math.abs(dense[off])).toBeLessThan(1e-13 * axial);
  });

  it("has exactly the six rigid motions as its null space", () => {
    const mesh = ballMesh({ radius: 0.05, divisions: 2 });
    const stiffness = stiffnessMatrix(mesh, material);
    for (const mode of rigidModes(mesh.nodes))
      for (const force of multiplySymmetric(stiffness, mode)) expect(Math.abs(force)).toBeLessThan(1e-12);
    const { values } = symmetricEigen(toDense(stiffness), stiffness.size);
    const sorted = [...values].sort((a, b) => a - b);
    expect(Math.abs(sorted[5])).toBeLessThan(1e-12 * sorted[sorted.length - 1]);
    expect(sorted[6]).toBeGreaterThan(1e-4 * sorted[sorted.length - 1]);
  });

  it("gives a homogeneous strain its exact energy and strains", () => {
    const mesh = frustumMesh({ bottomRadius: 0.03, topRadius: 0.02, height: 0.03, rings: 2, layers: 3 });
    const stiffness = stiffnessMatrix(mesh, material);
    const { lambda, mu } = lameModuli(material);
    fc.assert(
      fc.property(fc.array(between(-0.1, 0.1), { minLength: 9, maxLength: 9 }), (a) => {
        const u = linear(mesh.nodes, a);
        const [xx, yy, zz, xy, yz, zx] = [a[0], a[4], a[8], (a[1] + a[3]) / 2, (a[5] + a[7]) / 2, (a[2] + a[6]) / 2];
        const trace = xx + yy + zz;
        const squares = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + yz * yz + zx * zx);
        const energy = meshVolume(mesh) * ((lambda * trace * trace) / 2 + mu * squares);
        expect(elasticEnergy(stiffness, u) / energy).toBeCloseTo(1, 10);
        const strains = elementStrains(mesh, u);
        for (let element = 0; element < elementCount(mesh); element += 1)
          for (const [part, value] of [xx, yy, zz, xy, yz, zx].entries()) expect(strains[6 * element + part]).toBeCloseTo(value, 12);
      }),
      { numRuns: 20 },
    );
    expect(largestStrain(mesh, linear(mesh.nodes, [0, 0.2, 0, 0.2, 0, 0, 0, 0, 0.1]))).toBeCloseTo(0.2, 12);
  });

  it("passes the patch test: a linear field at the surface is linear inside", () => {
    const mesh = ballMesh({ radius: 0.05, divisions: 4 });
    const moved = { nodes: mesh.nodes.slice(), tetrahedra: mesh.tetrahedra };
    const surface = meshSurface(mesh).nodes;
    const inside = complement(mesh.nodes.length, surface);
    for (const at of inside) moved.nodes[at] += 0.002 * sin(1e4 * at);
    const stiffness = stiffnessMatrix(moved, material);
    const u = linear(moved.nodes, [0.01, 0.02, -0.03, 0.005, -0.01, 0.02, 0.03, 0.01, 0.02]);
    const boundary = u.slice();
    for (const at of inside) boundary[at] = 0;
    const load = multiplySymmetric(stiffness, boundary);
    const found = solveLdl(
      factorLdl(submatrix(stiffness, inside), { block: 3 }),
      Float64Array.from(inside, (at) => -load[at]),
    );
    for (const [index, at] of inside.entries()) expect(Math.abs(found[index] - u[at])).toBeLessThan(1e-14);
  });

  it("converges on a manufactured solution: displacements with order 2 in the mean square, strains with order 1 in energy", () => {
    // u = (s, s, s) with s = sin(pi x) sin(pi y) sin(pi z) on the unit cube, zero on its surface; f = -div sigma(u).
    const solid = { youngModulus: 1, poissonRatio: 0.3 };
    const { lambda, mu } = lameModuli(solid);
    const s = (w: number): number => Math.sin(Math.PI * w);
    const c = (w: number): number => Math.cos(Math.PI * w);
    const exact = (x: number, y: number, z: number) => {
      const value = s(x) * s(y) * s(z);
      const slope = [c(x) * s(y) * s(z), s(x) * c(y) * s(z), s(x) * s(y) * c(z)].map((part) => Math.PI * part);
      const [xy, yz, zx] = [c(x) * c(y) * s(z), s(x) * c(y) * c(z), c(x) * s(y) * c(z)];
      const force = [xy + zx - value, xy + yz - value, zx + yz - value].map(
        (mixed) => Math.PI * Math.PI * (3 * mu * value - (lambda + mu) * mixed),
      );
      return { value, slope, force };
    };
    // Four points of an element by their barycentric coordinates, each with a quarter of its volume: exact for squares.
    const [near, far] = [(5 + 3 * Math.sqrt(5)) / 20, (5 - Math.sqrt(5)) / 20];
    const quadrature = [0, 1, 2, 3].map((point) => [0, 1, 2, 3].map((corner) => (corner === point ? near : far)));

    const errors = (cells: number): { meanSquare: number; energy: number } => {
      const mesh = boxMesh({ size: [1, 1, 1], cells: [cells, cells, cells] });
      const inside = complement(mesh.nodes.length, meshSurface(mesh).nodes);
      const volumes = signedVolumes(mesh);
      const corners = (element: number): Int32Array => mesh.tetrahedra.subarray(4 * element, 4 * element + 4);
      const at = (four: Int32Array, weights: readonly number[]): [number, number, number] =>
        [0, 1, 2].map((axis) => weights.reduce((sum, weight, i) => sum + weight * mesh.nodes[3 * four[i] + axis], 0)) as [
          number,
          number,
          number,
        ];
      const load = new Float64Array(mesh.nodes.length);
      for (const [element, volume] of volumes.entries())
        for (const weights of quadrature) {
          const { force } = exact(...at(corners(element), weights));
          for (const [i, node] of corners(element).entries())
            for (let axis = 0; axis < 3; axis += 1) load[3 * node + axis] += (volume / 4) * weights[i] * force[axis];
        }
      const found = solveLdl(
        factorLdl(submatrix(stiffnessMatrix(mesh, solid), inside), { block: 3 }),
        Float64Array.from(inside, (unknown) => load[unknown]),
      );
      const u = new Float64Array(mesh.nodes.length);
      for (const [index, unknown] of inside.entries()) u[unknown] = found[index];
      const strains = elementStrains(mesh, u);
      let [square, energy] = [0, 0];
      for (const [element, volume] of volumes.entries())
        for (const weights of quadrature) {
          const four = corners(element);
          const { value, slope } = exact(...at(four, weights));
          for (let axis = 0; axis < 3; axis += 1) {
            const off = weights.reduce((sum, weight, i) => sum + weight * u[3 * four[i] + axis], -value);
            square += (volume / 4) * off * off;
          }
          const [p, q, r] = slope;
          const off = [p, q, r, (p + q) / 2, (q + r) / 2, (r + p) / 2].map((part, i) => strains[6 * element + i] - part);
          const trace = off[0] + off[1] + off[2];
          const squares = off.reduce((sum, part, i) => sum + (i < 3 ? 1 : 2) * part * part, 0);
          energy += (volume / 4) * (lambda * trace * trace + 2 * mu * squares);
        }
      return { meanSquare: Math.sqrt(square), energy: Math.sqrt(energy) };
    };
    const sizes = [4, 6, 9];
    const measured = sizes.map(errors);
    for (let finer = 1; finer < sizes.length; finer += 1) {
      const ratio = Math.log(sizes[finer] / sizes[finer - 1]);
      const order = (name: "meanSquare" | "energy"): number => Math.log(measured[finer - 1][name] / measured[finer][name]) / ratio;
      expect(order("meanSquare")).toBeGreaterThan(1.8);
      expect(order("meanSquare")).toBeLessThan(2.1);
      expect(order("energy")).toBeGreaterThan(0.9);
      expect(order("energy")).toBeLessThan(1.1);
    }
  });

  it("of 10,000 nodes is factorised, and solved with to rounding", () => {
    // A bar, whose separators are small: a cube of that size takes some seconds and is in the benchmarks.
    const mesh = boxMesh({ size: [0.04, 0.04, 4], cells: [4, 4, 400] });
    expect(mesh.nodes.length / 3).toBeGreaterThanOrEqual(10_000);
    const free = complement(mesh.nodes.length, baseNodes(mesh));
    const held = submatrix(stiffnessMatrix(mesh, material), free);
    const weight = nodalWeight(mesh, 1000, 9.8);
    const load = Float64Array.from(free, (at) => weight[at]);
    const x = solveLdl(factorLdl(held, { block: 3, coordinates: Float64Array.from(free, (at) => mesh.nodes[at]) }), load);
    const back = multiplySymmetric(held, x);
    // Against the stiffness times the displacement, of which the load is what is left when neighbours cancel.
    const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(largest(back.map((value, i) => value - load[i])) / (largest(x) * largest(held.values))).toBeLessThan(1e-14);
    // Its tip sinks by rho g L^2 / 2 E, but for the base, which cannot grow narrower.
    const tip = x[x.length - 1];
    expect(tip / ((-1000 * 9.8 * 4 * 4) / (2 * material.youngModulus))).toBeCloseTo(1, 2);
  });
});

describe("condensation", () => {
  const mesh = boxMesh({ size: [0.06, 0.06, 0.06], cells: [3, 3, 3] });
  const stiffness = stiffnessMatrix(mesh, material);
  const weight = nodalWeight(mesh, 200, 9.8);
  const candidates = meshSurface(mesh).nodes;
  const reduced = condense(stiffness, weight, candidates, mesh.nodes);
  const size = 3 * candidates.length;

  it("keeps the rigid motions and the total load", () => {
    const modes = rigidModes(mesh.nodes);
    for (const [which, mode] of modes.entries()) {
      const at = Float64Array.from({ length: size }, (_, i) => mode[3 * candidates[Math.floor(i / 3)] + (i % 3)]);
      for (let row = 0; row < size; row += 1) {
        let sum = 0;
        for (let column = 0; column < size; column += 1) sum += reduced.stiffness[row * size + column] * at[column];
        expect(Math.abs(sum)).toBeLessThan(1e-11);
      }
      const work = (load: ArrayLike<number>, along: ArrayLike<number>): number =>
        Array.from(load).reduce((sum, f, i) => sum + f * along[i], 0);
      expect(work(reduced.load, at)).toBeCloseTo(work(weight, modes[which]), 12);
    }
  });

  it("gives the forces and displacements of the whole", () => {
    const free = complement(mesh.nodes.length, baseNodes(mesh));
    const sag = solveLdl(
      factorLdl(submatrix(stiffness, free), { block: 3 }),
      Float64Array.from(free, (at) => weight[at]),
    );
    const whole = new Float64Array(mesh.nodes.length);
    for (const [index, at] of free.entries()) whole[at] = sag[index];
    const forces = multiplySymmetric(stiffness, whole);
    const atCandidates = Float64Array.from({ length: size }, (_, i) => whole[3 * candidates[Math.floor(i / 3)] + (i % 3)]);
    const recovered = reduced.recover(atCandidates);
    for (let at = 0; at < whole.length; at += 1) expect(Math.abs(recovered[at] - whole[at])).toBeLessThan(1e-15);
    for (let row = 0; row < size; row += 1) {
      let sum = -reduced.load[row];
      for (let column = 0; column < size; column += 1) sum += reduced.stiffness[row * size + column] * atCandidates[column];
      const at = 3 * candidates[Math.floor(row / 3)] + (row % 3);
      expect(Math.abs(sum - (forces[at] - weight[at]))).toBeLessThan(1e-12);
    }
  });
});
