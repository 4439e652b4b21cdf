import { expect, it } from "vitest";
import { luFactor, luSolve } from "../../math/lu.js";
import { factorLdl } from "../../math/sparse/ldl.js";
import { submatrix } from "../../math/sparse/symmetric.js";
import { boxMesh } from "../mesh/generate.js";
import { meshSurface } from "../mesh/surface.js";
import { elasticModel } from "../pickup/elastic-model.js";

const RADIUS = 0.1;
/** Radius of the contact by Hertz, and the depth that goes with it. */
const CONTACT = 0.005;
const DEPTH = (CONTACT * CONTACT) / RADIUS;
const SIDE = 60 * CONTACT;

/** Depth of a smooth rigid ball below the undeformed plane at a distance from its axis; negative outside. */
const reach = (square: number): number => DEPTH - (RADIUS - Math.sqrt(RADIUS * RADIUS - square));

/** A quarter of a block under a smooth rigid ball above its corner: push of the whole ball over Hertz's, and nodes in the quarter. */
function pushed(element: "linear" | "quadratic", poissonRatio: number): { readonly share: number; readonly nodes: number } {
  const refine = { points: [[0, 0, SIDE]] as const, size: CONTACT / 1.5, reach: 1.3 * CONTACT };
  const mesh = boxMesh({ size: [SIDE, SIDE, SIDE], cells: [4, 4, 4], refine });
  const isTop = (x: number, y: number, z: number, far: number) => z > SIDE - 1e-9 && x * x + y * y < far * far;
  const youngModulus = 1e5;
  const { places, stiffness } = elasticModel(mesh, meshSurface(mesh), { youngModulus, poissonRatio }, 1, {
    element,
    mayTouch: (x, y, z) => isTop(x, y, z, 3 * CONTACT),
  });
  const rows: number[] = [];
  const candidates: { readonly row: number; readonly depth: number }[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const [x, y, z] = places.subarray(at, at + 3);
    // The far sides are held, the two planes of symmetry let nothing through.
    if (z === 0 || Math.max(x, y) > SIDE - 1e-9) continue;
    for (let axis = 0; axis < 3; axis += 1) {
      if ((axis === 0 && x === 0) || (axis === 1 && y === 0)) continue;
      if (axis === 2 && at < mesh.nodes.length && isTop(x, y, z, 2 * CONTACT))
        candidates.push({ row: rows.length, depth: reach(x * x + y * y) });
      rows.push(at + axis);
    }
  }
  const { schur } = factorLdl(submatrix(stiffness, Int32Array.from(rows)), {
    kept: Int32Array.from(candidates, ({ row }) => row),
    coordinates: rows.flatMap((row) => [...places.subarray(row - (row % 3), row - (row % 3) + 3)]),
  });
  const count = candidates.length;
  const touches = candidates.map(({ depth }) => depth > 0);
  for (let round = 0; round < 20; round += 1) {
    const matrix = Float64Array.from(schur, (value, at) =>
      touches[Math.floor(at / count)] ? (Math.floor(at / count) === at % count ? 1 : 0) : value,
    );
    const moved = Float64Array.from(candidates, ({ depth }, k) => (touches[k] ? -depth : 0));
    const pivots = new Int32Array(count);
    expect(luFactor(matrix, count, pivots)).toBe(true);
    luSolve(matrix, count, pivots, moved);
    const force = candidates.map((_, k) => moved.reduce((sum, value, j) => sum + schur[k * count + j] * value, 0));
    const next = candidates.map(({ depth }, k) => (touches[k] ? force[k] < 0 : moved[k] > -depth));
    if (next.every((value, k) => value === touches[k])) {
      const hertz = (4 / 3) * (youngModulus / (1 - poissonRatio ** 2)) * Math.sqrt(RADIUS) * DEPTH ** 1.5;
      const push = -4 * force.reduce((sum, value, k) => sum + (touches[k] ? value : 0), 0);
      return { share: push / hertz, nodes: touches.filter(Boolean).length };
    }
    next.forEach((value, k) => {
      touches[k] = value;
    });
  }
  throw new Error("the contact does not settle");
}

it.each([0.3, 0.45])("Hertz's push is met to three in a hundred with edges of the contact radius over 1.5, at a ratio of %f", (ratio) => {
  const { share, nodes } = pushed("quadratic", ratio);
  expect(Math.abs(share - 1)).toBeLessThan(0.03);
  // Of a quarter: more than the seven below which a pickup warns, in the whole disc.
  expect(nodes).toBeGreaterThan(7);
});

it("linear tetrahedra on the same mesh are more than 10 % too stiff", () => {
  expect(pushed("linear", 0.3).share).toBeGreaterThan(1.1);
});
