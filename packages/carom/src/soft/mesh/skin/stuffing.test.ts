import { describe, expect, it } from "vitest";
import type { Surface } from "../../files/obj.js";
import { ballMesh, baseNodes, boxMesh, tubeMesh } from "../generate.js";
import { meshQuality, meshVolume, type TetMesh } from "../mesh.js";
import { pieceCount } from "../pieces.js";
import { meshSurface } from "../surface.js";
import { skinQueries } from "./queries.js";
import { stuffedMesh } from "./stuffing.js";

function skinOf(mesh: TetMesh): Surface {
  const { nodes, triangles } = meshSurface(mesh);
  const place = new Map(Array.from(nodes, (node, k) => [node, k]));
  return {
    vertices: Float64Array.from([...nodes].flatMap((node) => [...mesh.nodes.subarray(3 * node, 3 * node + 3)])),
    triangles: Int32Array.from(triangles, (node) => place.get(node) as number),
  };
}

describe("a skin", () => {
  const radius = 0.05;
  const mesh = ballMesh({ radius, divisions: 8, baseRadius: 0.01 });
  const queries = skinQueries(skinOf(mesh).vertices, skinOf(mesh).triangles);
  const middle = Math.sqrt(radius * radius - 0.01 * 0.01);

  it("tells distance, inside and crossings of a ball as its formula does", () => {
    expect(queries.volume).toBeCloseTo(meshVolume(mesh), 12);
    for (const [x, y, z] of [
      [0.01, 0.02, 0.03],
      [0.06, 0.02, 0.07],
      [-0.03, 0.035, 0.06],
      [0.2, -0.3, 0.4],
    ]) {
      const from = Math.hypot(x, y, z - middle);
      expect(Math.abs(queries.distance(x, y, z) - Math.abs(from - radius))).toBeLessThan(0.03 * radius);
      expect(queries.winding(x, y, z)).toBeCloseTo(from < radius ? 1 : 0, 2);
      const met = queries.crossing([0, 0, middle], [x, y, z]);
      if (from < 0.95 * radius) expect(met).toBe(-1);
      else if (from > radius) expect(Math.abs(met * from - radius)).toBeLessThan(0.03 * radius);
    }
  });
});

describe("the inside of a skin", () => {
  it.each([
    ["ball", ballMesh({ radius: 0.05, divisions: 8, baseRadius: 0.015 }), 0.01, 2],
    ["tube", tubeMesh({ innerRadius: 0.03, outerRadius: 0.04, height: 0.05, cells: [2, 48, 10] }), 0.004, 0],
    ["box", boxMesh({ size: [0.06, 0.04, 0.05], cells: [2, 2, 2] }), 0.007, 2],
  ])("of a %s is whole, of good shape, on the skin and on its base", (_, solid, size, euler) => {
    const skin = skinOf(solid);
    const mesh = stuffedMesh(skin, { size });
    const quality = meshQuality(mesh);
    expect(quality.smallestAngle).toBeGreaterThan((10 * Math.PI) / 180);
    expect(quality.largestAngle).toBeLessThan((160 * Math.PI) / 180);
    expect(Math.abs(meshVolume(mesh) / meshVolume(solid) - 1)).toBeLessThan(0.02);
    // Every node of the surface lies on the skin (a slit inside would not), and its edges have two triangles each.
    const { nodes, triangles } = meshSurface(mesh);
    const { distance } = skinQueries(skin.vertices, skin.triangles);
    for (const node of nodes) expect(distance(mesh.nodes[3 * node], mesh.nodes[3 * node + 1], mesh.nodes[3 * node + 2])).toBeLessThan(1e-9);
    const edges = new Map<string, number>();
    for (let at = 0; at < triangles.length; at += 1) {
      const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      edges.set(key, (edges.get(key) ?? 0) + (a < b ? 1 : -1));
    }
    expect([...edges.values()].every((sum) => sum === 0)).toBe(true);
    expect(nodes.length - edges.size + triangles.length / 3).toBe(euler);
    expect(baseNodes(mesh).length).toBeGreaterThan(4);
    for (const node of baseNodes(mesh)) expect(mesh.nodes[3 * node + 2]).toBe(0);
  });

  it("is refused where walls fall out, where the skin is inside out, and where the lattice is beyond reason", () => {
    const tube = skinOf(tubeMesh({ innerRadius: 0.036, outerRadius: 0.04, height: 0.05, cells: [1, 24, 5] }));
    expect(() => stuffedMesh(tube, { size: 0.02 })).toThrow(/size: 0\.02 (makes a mesh whose volume is off by|leaves nothing)/);
    const turned = { ...tube, triangles: tube.triangles.slice().reverse() };
    expect(() => stuffedMesh(turned, { size: 0.002 })).toThrow("its triangles must go anticlockwise");
    expect(() => stuffedMesh(tube, { size: 1e-5 })).toThrow("makes a lattice of");
    expect(() => stuffedMesh(tube, { size: 0 })).toThrow("size: 0 is not a finite number above 0");
  });
});

describe("skins that cannot be filled", () => {
  const square = (x: number, y: number, z: number): Surface => {
    const corner = (i: number) => [x + 0.1 * (i & 1), y + 0.1 * ((i >> 1) & 1), z + 0.1 * (i >> 2)];
    const faces = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
    return { vertices: Float64Array.from(Array.from({ length: 8 }, (_, i) => corner(i)).flat()), triangles: Int32Array.from(faces) };
  };
  const both = (a: Surface, b: Surface): Surface => ({
    vertices: Float64Array.from([...a.vertices, ...b.vertices]),
    triangles: Int32Array.from([...a.triangles, ...b.triangles.map((node) => node + a.vertices.length / 3)]),
  });
  const box = square(0, 0, 0);

  it("say that they are open", () => {
    const open = { ...box, triangles: box.triangles.slice(6) };
    expect(() => stuffedMesh(open, { size: 0.02 })).toThrow("is not closed: 4 of its edges");
  });

  it("say that they cut themselves, and where", () => {
    expect(() => stuffedMesh(both(box, square(0.05, 0.05, 0.05)), { size: 0.02 })).toThrow(/it goes twice round \(0\.0/);
    expect(() => stuffedMesh(both(box, box), { size: 0.02 })).toThrow("cuts itself, or has parts in each other");
  });

  it("blame the cells where nothing else is wrong", () => {
    expect(() => stuffedMesh(box, { size: 0.11 })).toThrow("two thirds of");
  });

  it("are told from bodies in pieces, which are counted", () => {
    expect(pieceCount(stuffedMesh(both(box, square(0.3, 0, 0)), { size: 0.02 }))).toBe(2);
    expect(pieceCount(stuffedMesh(box, { size: 0.02 }))).toBe(1);
  });
});
