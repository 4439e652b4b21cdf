import { expect, it } from "vitest";
import { meshOf, withMeshFile } from "./soft-mesh.js";

/** A box of 2 x 3 x 4 units as a skin. */
const skin = (unit: number): string => {
  const corners = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].map((x) => [2 * x * unit, 3 * y * unit, 4 * z * unit])));
  const sides = [
    [1, 3, 4, 2],
    [5, 6, 8, 7],
    [1, 2, 6, 5],
    [3, 7, 8, 4],
    [1, 5, 7, 3],
    [2, 4, 8, 6],
  ];
  return [...corners.map((corner) => `v ${corner.join(" ")}`), ...sides.map((side) => `f ${side.join(" ")}`)].join("\n");
};
const extents = (mesh: Readonly<Record<string, unknown>>, unit: number): number[] => {
  const study = withMeshFile({ mesh: { type: "file", file: "box.obj", ...mesh } }, new Map([["box.obj", skin(unit)]]));
  const { nodes } = (study as { readonly mesh: { readonly nodes: readonly (readonly number[])[] } }).mesh;
  return [0, 1, 2].map((axis) => Math.max(...nodes.map((node) => node[axis])) - Math.min(...nodes.map((node) => node[axis])));
};

it.each([
  ["z", [0.02, 0.03, 0.04]],
  ["y", [0.04, 0.02, 0.03]],
  ["x", [0.03, 0.04, 0.02]],
] as const)("a file whose %s is up stands so", (up, expected) => {
  // Edges are cut off by a little.
  extents({ cell: 0.004, up }, 0.01).forEach((extent, i) => {
    expect(Math.abs(extent - expected[i])).toBeLessThan(0.0012);
  });
});

it("a file of an unlikely size is refused with a guess at its unit, unless its scale is given", () => {
  expect(() => extents({ cell: 0.004 }, 10)).toThrow("millimetres: give a scale of 0.001");
  expect(() => extents({ cell: 0.004 }, 1e6)).toThrow("micrometres: give a scale of 1e-6");
  expect(extents({ cell: 0.004, scale: 0.001 }, 10)[2]).toBeCloseTo(0.04, 3);
  expect(() => extents({ cell: 0.004, up: "w" }, 0.01)).toThrow("mesh.up");
});

it("stands on what is hardly above its lowest nodes, and says where that would press an element flat", () => {
  const nodes: [number, number, number][] = [
    [0, 0, 0.1],
    [1, 0, 0.101],
    [0, 1, 0.102],
    [0, 0, 0.2],
  ];
  const mesh = { type: "tetrahedra" as const, nodes, tetrahedra: [[0, 1, 2, 3]] as [number, number, number, number][] };
  const heights = (stand: number) => meshOf({ ...mesh, stand }).nodes.filter((_, at) => at % 3 === 2);
  expect([...heights(0.01)].slice(0, 3)).toEqual([0, 0, 0]);
  expect(() => heights(0.11)).toThrow("mesh.stand: 0.11 m presses an element flat on the table");
});
