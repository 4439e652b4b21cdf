import { expect, it } from "vitest";
import { boxMesh } from "./generate.js";
import type { TetMesh } from "./mesh.js";
import { checkApart, checkNotTorn, pieceCount } from "./pieces.js";

const box = boxMesh({ size: [0.1, 0.1, 0.1], cells: [2, 2, 2] });

/** The box and itself once more, elsewhere. */
function twice(x: number, y: number): TetMesh {
  const count = box.nodes.length / 3;
  const moved = box.nodes.map((value, at) => value + (at % 3 === 0 ? x : at % 3 === 1 ? y : 0));
  return {
    nodes: Float64Array.from([...box.nodes, ...moved]),
    tetrahedra: Int32Array.from([...box.tetrahedra, ...box.tetrahedra.map((node) => node + count)]),
  };
}

it("bodies in each other are refused, bodies beside each other are not", () => {
  expect(() => checkApart(twice(0.05, 0.02))).toThrow(/tetrahedra\[\d+\].*inside tetrahedra\[\d+\] of another piece: bodies overlap/);
  for (const apart of [twice(0.3, 0), twice(0.1, 0.02), box]) expect(() => checkApart(apart)).not.toThrow();
  expect(pieceCount(twice(0.3, 0))).toBe(2);
});

it("two nodes at one place are refused: what looks joined is torn", () => {
  const nodes = Float64Array.from([...box.nodes, ...box.nodes.subarray(box.nodes.length - 3)]);
  const tetrahedra = box.tetrahedra.slice();
  const last = box.nodes.length / 3 - 1;
  tetrahedra[tetrahedra.lastIndexOf(last)] = last + 1;
  expect(() => checkNotTorn({ nodes, tetrahedra })).toThrow(`mesh.nodes[${last + 1}]: [0.1, 0.1, 0.1] is where nodes[${last}] is`);
  expect(() => checkNotTorn(box)).not.toThrow();
  expect(() => checkNotTorn(twice(0.1, 0))).toThrow("are not joined");
});
