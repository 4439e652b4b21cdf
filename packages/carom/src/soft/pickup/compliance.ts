/**
 * Columns of a body's compliance, solved for as nodes come into touch.
 *
 * Letters: C compliance, of body.ts.
 */
import { type LdlFactor, solveLdlMany } from "../../math/sparse/ldl.js";
import { SIDES } from "../../math/sparse/ldl-solve.js";
import type { MeshSurface } from "../mesh/surface.js";
import type { ComplianceAmong, SoftBody } from "./body.js";
import type { NearNodes } from "./near-nodes.js";

export type Compliances = Pick<SoftBody, "compliance" | "prepare" | "among">;

/** Nodes whose columns are solved for at once. */
const TOGETHER = SIDES / 3;

/** Columns of C, solved for when they are first needed, and kept; what is not needed in a block is filled up with neighbours. */
export function complianceColumns(
  factor: LdlFactor,
  surface: MeshSurface,
  inSurface: ReadonlyMap<number, number>,
  near: NearNodes | undefined,
): Compliances {
  const { nodes } = surface;
  const length = 3 * nodes.length;
  const { size } = factor.symbolic;
  const known = new Map<number, Float64Array>();
  const neighbours = neighboursOf(surface, inSurface);
  const prepare = (wanted: ArrayLike<number>): void => {
    const missing = new Set<number>();
    for (let i = 0; i < wanted.length; i++) if (!known.has(wanted[i])) missing.add(wanted[i]);
    if (missing.size === 0) return;
    const full = TOGETHER * Math.ceil(missing.size / TOGETHER);
    // A set that grows while it is gone through: neighbours of neighbours come last.
    for (const node of missing) for (const next of neighbours[node]) if (missing.size < full && !known.has(next)) missing.add(next);
    const list = [...missing];
    for (let from = 0; from < list.length; from += TOGETHER) {
      const some = list.slice(from, from + TOGETHER);
      const loads = new Float64Array(3 * some.length * size);
      some.forEach((node, k) => {
        for (let axis = 0; axis < 3; axis++) loads[(3 * k + axis) * size + 3 * nodes[node] + axis] = 1;
      });
      const found = solveLdlMany(factor, loads);
      some.forEach((node, k) => {
        const columns = new Float64Array(3 * length);
        for (let axis = 0; axis < 3; axis++)
          columns.set(atSurface(found.subarray((3 * k + axis) * size, (3 * k + axis + 1) * size), nodes), axis * length);
        known.set(node, columns);
      });
    }
  };
  const compliance = (node: number): Float64Array => {
    if (!known.has(node)) prepare([node]);
    return known.get(node) as Float64Array;
  };
  const whole: ComplianceAmong = { stride: length, numbers: compliance, start: () => 0, row: (node) => 3 * node };
  if (near === undefined)
    return {
      compliance,
      prepare,
      among(columns) {
        prepare(columns);
        return whole;
      },
    };
  const { place, compliance: numbers } = near;
  const width = 3 * near.nodes.length;
  const part: ComplianceAmong = {
    stride: width,
    numbers: () => numbers,
    start: (node) => 3 * width * place[node],
    row: (node) => 3 * place[node],
  };
  const isNear = (some: ArrayLike<number>): boolean => {
    for (let i = 0; i < some.length; i++) if (place[some[i]] < 0) return false;
    return true;
  };
  return {
    compliance,
    prepare,
    among(columns, rows) {
      if (isNear(columns) && isNear(rows)) return part;
      prepare(columns);
      return whole;
    },
  };
}

/** The rows of C of some surface nodes and its columns of others, row-major. */
export function complianceAmong({ among: find }: Compliances, some: readonly number[], others: readonly number[]): Float64Array {
  const { stride, numbers, start, row } = find(some, others);
  const width = 3 * others.length;
  const among = new Float64Array(3 * some.length * width);
  some.forEach((node, a) => {
    // C is symmetric: the columns of a node are its rows.
    const columns = numbers(node);
    const first = start(node);
    others.forEach((other, b) => {
      const from = first + row(other);
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) among[(3 * a + i) * width + 3 * b + j] = columns[from + i * stride + j];
    });
  });
  return among;
}

/** Of each surface node those that it shares a triangle with. */
function neighboursOf({ nodes, triangles }: MeshSurface, inSurface: ReadonlyMap<number, number>): ReadonlySet<number>[] {
  const found = Array.from(nodes, () => new Set<number>());
  for (let at = 0; at < triangles.length; at++) {
    const [one, next] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]].map((node) => inSurface.get(node) as number);
    found[one].add(next);
    found[next].add(one);
  }
  return found;
}

/** Numbers of the surface nodes, 3 each, from those of all nodes. */
export function atSurface(all: ArrayLike<number>, nodes: Int32Array): Float64Array {
  const out = new Float64Array(3 * nodes.length);
  nodes.forEach((node, k) => {
    for (let i = 0; i < 3; i++) out[3 * k + i] = all[3 * node + i];
  });
  return out;
}
