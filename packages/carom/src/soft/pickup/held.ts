/**
 * Forces of nodes that are held at given places: the stiffness condensed to them, applied without being formed.
 *
 *     C f + R a = x - rest - loads,     R^T f = -loads
 *
 * One factorisation for a set of nodes, one solution for each set of places.
 */
import { luFactor, luSolve } from "../../math/lu.js";
import type { SoftBody } from "./body.js";

export interface HeldNodes {
  /** Surface nodes, in the order of all numbers below. */
  readonly nodes: readonly number[];
  /** From displacements that forces and rigid motions must make, 3 each, and what they must balance: forces, 3 each, and rigid motions. */
  solve(displacement: ArrayLike<number>, resultant: ArrayLike<number>): { readonly force: Float64Array; readonly rigid: Float64Array };
  /** Forces on all, 3 each, where one row is moved by 1 m and nothing else is to be balanced: solved for once. */
  underUnit(row: number): Float64Array;
}

/** undefined: the nodes do not hold the body (fewer than three, or all in a line). */
export function holdNodes(body: SoftBody, nodes: readonly number[]): HeldNodes | undefined {
  const count = nodes.length;
  const size = 3 * count + 6;
  const length = 3 * body.surface.nodes.length;
  const scale = body.material.youngModulus * body.spacing;
  const matrix = new Float64Array(size * size);
  nodes.forEach((node, b) => {
    const columns = body.compliance(node);
    nodes.forEach((other, a) => {
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) matrix[(3 * a + i) * size + 3 * b + j] = scale * columns[j * length + 3 * other + i];
    });
    for (let i = 0; i < 3; i++)
      for (let mode = 0; mode < 6; mode++) {
        // Rigid motions in units of force, as in newton-step.ts.
        matrix[(3 * b + i) * size + 3 * count + mode] = body.rigid[18 * node + 6 * i + mode];
        matrix[(3 * count + mode) * size + 3 * b + i] = body.rigid[18 * node + 6 * i + mode];
      }
  });
  const pivots = new Int32Array(size);
  if (count < 3 || !luFactor(matrix, size, pivots) || !regular(matrix, size)) return undefined;
  const solve: HeldNodes["solve"] = (displacement, resultant) => {
    const x = new Float64Array(size);
    for (let i = 0; i < 3 * count; i++) x[i] = scale * displacement[i];
    for (let mode = 0; mode < 6; mode++) x[3 * count + mode] = -resultant[mode];
    luSolve(matrix, size, pivots, x);
    return { force: x.slice(0, 3 * count), rigid: x.slice(3 * count).map((value) => value / scale) };
  };
  const none = new Float64Array(6);
  const known: Float64Array[] = [];
  return {
    nodes,
    solve,
    underUnit(row) {
      if (known[row] === undefined) {
        const displacement = new Float64Array(3 * count);
        displacement[row] = 1;
        known[row] = solve(displacement, none).force;
      }
      return known[row];
    },
  };
}

/** A pivot this small against the largest is rounding of a matrix that does not hold the body. */
const VANISHING = 1e-13;

function regular(factors: Float64Array, size: number): boolean {
  let least = Infinity;
  let most = 0;
  for (let i = 0; i < size; i++) {
    const pivot = Math.abs(factors[i * size + i]);
    least = Math.min(least, pivot);
    most = Math.max(most, pivot);
  }
  return least > VANISHING * most;
}
