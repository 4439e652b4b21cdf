import { describe, expect, it } from "vitest";
import { readObj, writeObj } from "../files/obj.js";
import { writeVtu } from "../files/vtu.js";
import { ballMesh, baseNodes, boxMesh, ellipsoidMesh, fruitMesh, frustumMesh, tubeMesh } from "./generate.js";
import { checkMesh, elementCount, meshQuality, meshVolume, normalOf, signedVolumes, type TetMesh } from "./mesh.js";
import { refineNear } from "./refine.js";
import { meshSurface, nodeNormals } from "./surface.js";

/** Volume under the outward surface by the divergence theorem, and whether every edge of it has two triangles. */
function surfaceOf(mesh: TetMesh): { volume: number; isClosed: boolean; euler: number } {
  const { triangles, nodes } = meshSurface(mesh);
  const edges = new Map<string, number>();
  let volume = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = triangles.subarray(at, at + 3);
    const normal = normalOf(mesh.nodes, a, b, c);
    for (let axis = 0; axis < 3; axis += 1) volume += (mesh.nodes[3 * a + axis] * normal[axis]) / 6;
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ])
      edges.set(`${Math.min(p, q)} ${Math.max(p, q)}`, (edges.get(`${Math.min(p, q)} ${Math.max(p, q)}`) ?? 0) + (p < q ? 1 : -1));
  }
  return { volume, isClosed: [...edges.values()].every((sum) => sum === 0), euler: nodes.length - edges.size + triangles.length / 3 };
}

const shapes: readonly [string, TetMesh, number, number, number][] = [
  // Name, mesh, volume of the solid, how much of it the facets may miss, Euler number of its surface.
  ["box", boxMesh({ size: [1, 2, 3], cells: [2, 3, 4] }), 6, 1e-12, 2],
  ["tube", tubeMesh({ innerRadius: 0.5, outerRadius: 1, height: 2, cells: [3, 32, 4] }), 1.5 * Math.PI, 0.01, 0],
  ["frustum", frustumMesh({ bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 8, layers: 8 }), 7.66e-5, 0.005, 2],
  ["ball", ballMesh({ radius: 1, divisions: 12, baseRadius: 0.1 }), (4 / 3) * Math.PI, 0.02, 2],
  ["ellipsoid", ellipsoidMesh({ radii: [1, 2, 1.5], divisions: 12, baseRadius: 0.1 }), 4 * Math.PI, 0.02, 2],
  ["fruit", fruitMesh({ radius: 1, aspect: 1, hollow: 0, taper: 0, divisions: 12, baseRadius: 0.1 }), (4 / 3) * Math.PI, 0.02, 2],
  ["hollowed fruit", fruitMesh({ radius: 1, hollow: 0.3, taper: 0.4, divisions: 6 }), 3, 0.2, 2],
];

describe.each(shapes)("a %s", (_, mesh, volume, missing, euler) => {
  it("is whole, positive, closed, and stands on z = 0", () => {
    expect(Math.min(...signedVolumes(mesh))).toBeGreaterThan(0);
    const surface = surfaceOf(mesh);
    expect(surface.isClosed).toBe(true);
    expect(surface.euler).toBe(euler);
    expect(surface.volume / meshVolume(mesh)).toBeCloseTo(1, 12);
    expect(Math.abs(meshVolume(mesh) / volume - 1)).toBeLessThan(missing);
    const quality = meshQuality(mesh);
    expect(quality.worst).toBeGreaterThan(0.15);
    expect(quality.largestAngle).toBeLessThan(2.9);
    expect(baseNodes(mesh).length).toBeGreaterThanOrEqual(5);
    for (const node of baseNodes(mesh)) expect(mesh.nodes[3 * node + 2]).toBe(0);
  });
});

it("a regular tetrahedron has quality 1 and angles acos(1/3)", () => {
  const mesh = { nodes: Float64Array.from([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1]), tetrahedra: Int32Array.from([0, 1, 2, 3]) };
  const quality = meshQuality(mesh);
  expect(quality.worst).toBeCloseTo(1, 12);
  expect(quality.smallestAngle).toBeCloseTo(Math.acos(1 / 3), 12);
  expect(quality.largestAngle).toBeCloseTo(Math.acos(1 / 3), 12);
});

it("normals of a ball point away from its centre", () => {
  const mesh = ballMesh({ radius: 1, divisions: 8, baseRadius: 0.05 });
  const normals = nodeNormals(mesh);
  const centre = Math.sqrt(1 - 0.05 * 0.05);
  for (const node of meshSurface(mesh).nodes) {
    const [x, y, z] = mesh.nodes.subarray(3 * node, 3 * node + 3);
    expect(x * normals[3 * node] + y * normals[3 * node + 1] + (z - centre) * normals[3 * node + 2]).toBeGreaterThan(0.97);
  }
});

describe("refinement", () => {
  it.each([
    ["box", boxMesh({ size: [0.06, 0.06, 0.06], cells: [4, 4, 4] }), [0, 0.03, 0.03]],
    ["ball", ballMesh({ radius: 0.03, divisions: 4 }), [0.03, 0, 0.03]],
  ] as const)("of a %s leaves it whole, with the edges asked for near the point", (_, mesh, point) => {
    const finer = refineNear(mesh, [point as unknown as [number, number, number]], { size: 0.004, reach: 0.01 });
    expect(elementCount(finer)).toBeGreaterThan(2 * elementCount(mesh));
    expect(elementCount(finer)).toBeLessThan(60 * elementCount(mesh));
    expect(meshVolume(finer)).toBeCloseTo(meshVolume(mesh), 15);
    const surface = surfaceOf(finer);
    expect(surface.isClosed).toBe(true);
    expect(surface.euler).toBe(2);
    expect(Math.min(...signedVolumes(finer))).toBeGreaterThan(0);
    let longest = 0;
    expect(meshQuality(finer).worst).toBeGreaterThan(0.4 * meshQuality(mesh).worst);
    const near = (node: number): boolean => Math.hypot(...point.map((x, axis) => finer.nodes[3 * node + axis] - x)) < 0.01;
    for (let at = 0; at < finer.tetrahedra.length; at += 4)
      for (let a = 0; a < 4; a += 1)
        for (let b = 0; b < a; b += 1) {
          const [p, q] = [finer.tetrahedra[at + a], finer.tetrahedra[at + b]];
          if (near(p) || near(q))
            longest = Math.max(longest, Math.hypot(...[0, 1, 2].map((axis) => finer.nodes[3 * p + axis] - finer.nodes[3 * q + axis])));
        }
    expect(longest).toBeGreaterThan(0.001);
    expect(longest).toBeLessThan(0.00401);
  });
});

describe("refinement of a curved solid", () => {
  const everywhere = { points: [[0, 0, 0] as const], reach: 100 };
  const ball = (size: number): TetMesh => ballMesh({ radius: 1, divisions: 3, baseRadius: 0.3, refine: { ...everywhere, size } });
  const frustum = (size: number): TetMesh =>
    frustumMesh({ bottomRadius: 1, topRadius: 0.5, height: 1, rings: 2, layers: 2, refine: { ...everywhere, size } });
  const fruit = (size: number): TetMesh =>
    fruitMesh({ radius: 1, aspect: 1.2, hollow: 0, taper: 0.4, divisions: 3, baseRadius: 0.4, refine: { ...everywhere, size } });
  const tube = (size: number): TetMesh =>
    tubeMesh({ innerRadius: 0.5, outerRadius: 1, height: 1, cells: [1, 8, 1], refine: { ...everywhere, size } });
  const centre = Math.sqrt(1 - 0.3 * 0.3);

  it.each([
    ["ball", ball, (x: number, y: number, z: number) => (z === 0 ? 0 : Math.hypot(x, y, z - centre) - 1)],
    ["frustum", frustum, (x: number, y: number, z: number) => (z === 0 || z === 1 ? 0 : Math.hypot(x, y) - (1 - z / 2))],
    ["tube", tube, (x: number, y: number, z: number) => (z === 0 || z === 1 ? 0 : Math.abs(Math.hypot(x, y) - 0.75) - 0.25)],
  ] as const)("puts the nodes of a %s on its surface and turns no element over", (_, make, off) => {
    const mesh = make(0.4);
    const surface = surfaceOf(mesh);
    expect(surface.isClosed).toBe(true);
    expect(Math.min(...signedVolumes(mesh))).toBeGreaterThan(0);
    expect(meshQuality(mesh).worst).toBeGreaterThan(0.1);
    for (const node of meshSurface(mesh).nodes) {
      const [x, y, z] = mesh.nodes.subarray(3 * node, 3 * node + 3);
      expect(Math.abs(off(x, y, z))).toBeLessThan(1e-12);
    }
  });

  // A fruit of revolution about z, seen from its centre: V = 2 pi / 3 aspect scale^3 times the integral of the cube of the profile, or of
  // the base where that is nearer.
  const profile = (up: number): number => 1 - (0.4 * (1 - up)) / 4;
  let widest = 0;
  for (let step = 0; step <= 2000; step += 1) widest = Math.max(widest, profile(step / 2000) * Math.sqrt(1 - (step / 2000) ** 2));
  let [low, high] = [-1, 0];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (profile(middle) * Math.sqrt(1 - middle * middle) < 0.4 * widest) low = middle;
    else high = middle;
  }
  const floor = profile(low) * low;
  let integral = 0;
  for (let step = 0; step < 20000; step += 1) {
    const up = -1 + (step + 0.5) / 10000;
    integral += (profile(up) * up < floor ? floor / up : profile(up)) ** 3 / 10000;
  }

  it.each([
    ["ball", ball, (4 / 3) * Math.PI - (Math.PI / 3) * (1 - centre) ** 2 * (2 + centre)],
    ["frustum", frustum, (Math.PI / 3) * (1 + 0.5 + 0.25)],
    ["fruit", fruit, (((2 * Math.PI) / 3) * 1.2 * integral) / widest ** 3],
  ] as const)("brings the volume of a %s to that of the solid with order 2", (_, make, volume) => {
    const [coarse, fine] = [0.6, 0.3].map((size) => 1 - meshVolume(make(size)) / volume);
    expect(coarse).toBeLessThan(0.1);
    expect(fine).toBeGreaterThan(0);
    expect(Math.log2(coarse / fine)).toBeGreaterThan(1.7);
    expect(Math.log2(coarse / fine)).toBeLessThan(2.3);
  });

  it("keeps the flat sides of a tube that has too few of them", () => {
    const coarse = { innerRadius: 0.9, outerRadius: 1, height: 1, cells: [1, 5, 1] } as const;
    expect(meshVolume(tubeMesh({ ...coarse, refine: { ...everywhere, size: 0.6 } }))).toBeCloseTo(meshVolume(tubeMesh(coarse)), 12);
  });
});

it("refuses elements that overlap and meshes beyond reason", () => {
  const nodes = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.2, 0.2, 1]);
  const surfaceOf = (...tetrahedra: number[]) => meshSurface(checkMesh({ nodes, tetrahedra: Int32Array.from(tetrahedra) }));
  expect(() => surfaceOf(0, 1, 2, 3, 0, 2, 1, 4)).toThrow(
    "mesh.tetrahedra[1]: [0, 2, 1, 4] overlaps tetrahedra[0]: both lie on the same side of the face [0, 1, 2]",
  );
  expect(() => surfaceOf(0, 1, 2, 3, 1, 4, 2, 3, 1, 3, 2, 0)).toThrow("mesh.tetrahedra[2]: [3, 1, 2, 0] is tetrahedra[0] a second time");
  expect(() => checkMesh({ nodes: nodes.map((x) => 1e200 * x), tetrahedra: Int32Array.from([0, 1, 2, 3]) })).toThrow(
    "mesh.nodes[1]: 1e+200 is beyond",
  );
  expect(() => boxMesh({ size: [1, 1, 1], cells: [200, 200, 200] })).toThrow("cells: [200, 200, 200] asks for 48000000 tetrahedra");
  expect(() => ballMesh({ radius: 1, divisions: 34 })).toThrow("divisions: 34 asks for 314432 tetrahedra");
});

describe("files", () => {
  const mesh = ballMesh({ radius: 0.05, divisions: 2 });

  it("of Wavefront come back as surfaces; faces of more corners are cut, numbers may be negative", () => {
    const { triangles } = meshSurface(mesh);
    const back = readObj(writeObj(mesh.nodes, triangles));
    expect(back.triangles.length).toBe(triangles.length);
    expect(readObj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf -4//1 -3//1 -2//1 -1//1\n").triangles).toEqual(
      Int32Array.from([0, 1, 2, 0, 2, 3]),
    );
    expect(() => readObj("v 0 0 0\nf 1 2 3\n")).toThrow("line 2");
    expect(() => readObj("v 0 0\n")).toThrow("three coordinates");
  });

  it("for ParaView hold every node, element and field", () => {
    const text = writeVtu(mesh, { nodes: { displacement: mesh.nodes, "a<b": new Float64Array(mesh.nodes.length / 3) } });
    expect(text).toContain(`NumberOfPoints="${mesh.nodes.length / 3}" NumberOfCells="${elementCount(mesh)}"`);
    expect(text).toContain('Name="displacement" NumberOfComponents="3"');
    expect(text).toContain('Name="a&lt;b" NumberOfComponents="1"');
    const connectivity = /Name="connectivity"[^>]*>([^<]*)</.exec(text)?.[1].split(" ").map(Number);
    expect(connectivity).toEqual([...mesh.tetrahedra]);
    expect(() => writeVtu(mesh, { nodes: { wrong: [1, 2] } })).toThrow("wrong");
  });
});
