/**
 * Columns of a body's compliance, solved for as nodes come into touch, and the stiffness condensed to those nodes, which is its inverse.
 *
 * Letters: C compliance, of body.ts.
 */
import { factorLdl, type LdlFactor, solveLdlMany } from "../../math/sparse/ldl.js";
import { SIDES } from "../../math/sparse/ldl-solve.js";
import { fromDense } from "../../math/sparse/symmetric.js";
import type { MeshSurface } from "../mesh/surface.js";
import type { ComplianceAmong, SoftBody } from "./body.js";
import type { NearNodes } from "./near-nodes.js";

type Compliances = Pick<SoftBody, "compliance" | "prepare" | "among">;

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

/**
 * The stiffness condensed to some nodes: the inverse of the compliance among them, less the springs. It grows by the nodes that are needed
 * and not there.
 */
export function condenser(compliances: Compliances, springs: SoftBody["springs"]) {
  let nodes: readonly number[] = [];
  let inverse = new Float64Array(0);
  let made: { nodes: Int32Array; stiffness: Float64Array } | undefined;
  return (needed: Iterable<number>) => {
    const kept = new Set(nodes);
    const wanted = [...springs.map(({ node }) => node), ...needed];
    const fresh = [...new Set(wanted)].filter((node) => !kept.has(node));
    if (made !== undefined && fresh.length === 0) return made;
    const all = [...nodes, ...fresh];
    inverse =
      fresh.length > FEW * all.length
        ? inverseOf(complianceAmong(compliances, all, all), 3 * all.length)
        : grownInverse(inverse, 3 * nodes.length, complianceAmong(compliances, fresh, all), 3 * fresh.length);
    nodes = all;
    const stiffness = inverse.slice();
    const width = 3 * nodes.length;
    for (const { node, axis, stiffness: spring } of springs) {
      const row = 3 * nodes.indexOf(node) + axis;
      stiffness[row * width + row] -= spring;
    }
    made = { nodes: Int32Array.from(nodes), stiffness };
    return made;
  };
}

/** Part of all nodes up to which the inverse grows instead of being made anew. */
const FEW = 0.1;

function inverseOf(matrix: Float64Array, width: number): Float64Array<ArrayBuffer> {
  const unit = new Float64Array(width * width);
  for (let row = 0; row < width; row++) unit[row * width + row] = 1;
  return solveLdlMany(factorLdl(fromDense(matrix, width), { block: 3 }), unit);
}

/**
 * The inverse of a symmetric matrix to which a few rows are added, from that of the rest, P: with the new rows [B D],
 *
 *     G = P B^T        T = (D - B G)^-1        [P + G T G^T, -G T; -T G^T, T]
 */
function grownInverse(p: Float64Array, width: number, rows: Float64Array, more: number): Float64Array<ArrayBuffer> {
  const whole = width + more;
  const g = new Float64Array(more * width);
  const t = new Float64Array(more * more);
  for (let k = 0; k < more; k++) {
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += p[i * width + j] * rows[k * whole + j];
      g[k * width + i] = sum;
    }
    for (let l = 0; l < more; l++) {
      let sum = rows[l * whole + width + k];
      for (let j = 0; j < width; j++) sum -= rows[l * whole + j] * g[k * width + j];
      t[l * more + k] = sum;
    }
  }
  const corner = inverseOf(t, more);
  const out = new Float64Array(whole * whole);
  const turned = new Float64Array(more);
  for (let i = 0; i < width; i++) {
    const to = i * whole;
    for (let j = 0; j < width; j++) out[to + j] = p[i * width + j];
    for (let k = 0; k < more; k++) {
      let sum = 0;
      for (let l = 0; l < more; l++) sum += corner[k * more + l] * g[l * width + i];
      turned[k] = sum;
    }
    for (let k = 0; k < more; k++) {
      for (let j = 0; j < width; j++) out[to + j] += turned[k] * g[k * width + j];
      out[to + width + k] = -turned[k];
      out[(width + k) * whole + i] = -turned[k];
    }
  }
  for (let k = 0; k < more; k++) out.set(corner.subarray(k * more, (k + 1) * more), (width + k) * whole + width);
  return out;
}

/** Numbers of the surface nodes, 3 each, from those of all nodes. */
export function atSurface(all: ArrayLike<number>, nodes: Int32Array): Float64Array {
  const out = new Float64Array(3 * nodes.length);
  nodes.forEach((node, k) => {
    for (let i = 0; i < 3; i++) out[3 * k + i] = all[3 * node + i];
  });
  return out;
}
