/**
 * The linear system of one round of Newton's method on many contacts, in displacements instead of forces.
 *
 * With the stiffness S condensed to the nodes that touch or have a force, forces follow from displacements, df = S dd + e, where e is what
 * the springs of the body carry while forces are not in balance yet (body.ts), and the forces of contacts that are apart now. Each node
 * obeys
 *
 *     apart     S dd + e = 0                  three unknowns
 *     sticks    A dd = -r                     known at once: B = 0
 *     slips     A dd + B (S dd + e) = -r      two unknowns: B has no row along the normal, which gives one part of dd at once
 *
 * so that hundreds of nodes at rest on a table cost next to nothing; in forces (newton-step.ts) each of them is three unknowns of a dense
 * system. A node between two obstacles has the force of one of them as further unknowns.
 *
 * Letters: A by position, B by force, r residual, d displacement.  Source: own; the contact equations: Alart and Curnier 1991.
 */
import { luFactor, luSolve } from "../../math/lu.js";
import { cross, dot, norm, scale, type Vec3 } from "../../math/vec3.js";
import type { SoftBody } from "./body.js";
import type { CondensedStiffness } from "./condensed-stiffness.js";
import type { ForceStep, Linearised } from "./newton-step.js";
import { addCompliance, hasForce } from "./state.js";

/** What a node of the condensed body does in this round. */
interface NodeRows {
  /** Contacts that are active at it: none, one or two. */
  readonly contacts: readonly number[];
  /** First of its unknowns: displacements along `directions`, and for two contacts the change of the force of the first. */
  readonly first: number;
  readonly unknowns: number;
  /** Part of its displacement that is known. */
  readonly known: Vec3;
  readonly directions: readonly Vec3[];
  /** Combinations of its equations that are left. */
  readonly tests: readonly Vec3[];
}

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Keeps the system regular where nothing minds a rigid motion; in the derivatives only. */
const FREE_MOTION = 1e-9;

const isZero = (byForce: Float64Array, contact: number): boolean => {
  for (let i = 9 * contact; i < 9 * contact + 9; i++) if (byForce[i] !== 0) return false;
  return true;
};

/** How many unknowns the system in displacements has. */
export function stiffnessUnknowns(body: SoftBody, force: Float64Array, { active, byForce }: Linearised): number {
  const count = body.surface.nodes.length;
  const own = new Map<number, number>();
  for (const contact of active) {
    const node = contact % count;
    own.set(node, own.has(node) ? 6 : isZero(byForce, contact) ? 0 : 2);
  }
  for (const { node } of body.springs) if (!own.has(node)) own.set(node, 3);
  for (const node of loaded(force, count)) if (!own.has(node)) own.set(node, 3);
  let unknowns = 0;
  for (const each of own.values()) unknowns += each;
  return unknowns;
}

/** Nodes with a force on them, those of contacts that have just parted among them. */
function loaded(force: Float64Array, count: number): number[] {
  const found: number[] = [];
  for (let contact = 0; 3 * contact < force.length; contact++) if (hasForce(force, contact)) found.push(contact % count);
  return found;
}

/** The step of Newton's method; undefined where the system is singular. */
export function stiffnessStep(
  body: SoftBody,
  force: Float64Array,
  position: Float64Array,
  rigid: Float64Array,
  linearised: Linearised,
): ForceStep | undefined {
  const { active } = linearised;
  const count = body.surface.nodes.length;
  const condensed = body.condensed([...Array.from(active, (contact) => contact % count), ...loaded(force, count)]);
  const { nodes } = condensed;
  const touching = new Map<number, number[]>();
  for (const contact of active) touching.set(contact % count, [...(touching.get(contact % count) ?? []), contact]);
  let size = 0;
  const rows = nodes.map((node): NodeRows => {
    const row = rowsOf(touching.get(node) ?? [], size, linearised);
    size += row.unknowns;
    return row;
  });
  const extra = extraForces(body, force, position, rigid, nodes, new Set(active));
  const moved = Float64Array.from(rows.flatMap(({ known }) => known));
  const given = times(condensed, moved);
  for (let i = 0; i < given.length; i++) given[i] += extra[i];
  const found = solveRows(body, linearised, rows, condensed, given, size);
  if (found === undefined) return undefined;
  rows.forEach(({ directions, first }, k) => {
    directions.forEach((direction, i) => {
      for (let axis = 0; axis < 3; axis++) moved[3 * k + axis] += found[first + i] * direction[axis];
    });
  });
  const total = times(condensed, moved);
  const change = new Float64Array(force.length);
  for (let row = 0; row < force.length; row++) change[row] = -force[row];
  rows.forEach(({ contacts, first }, k) => {
    contacts.forEach((contact, which) => {
      for (let axis = 0; axis < 3; axis++) {
        const whole = total[3 * k + axis] + extra[3 * k + axis];
        const ofFirst = contacts.length === 2 ? found[first + 3 + axis] : whole;
        change[3 * contact + axis] = which === 0 ? ofFirst : whole - ofFirst;
      }
    });
  });
  return { force: change, rigid: rigidPart(body, nodes, moved, change) };
}

/** What is known of a node and what is not. */
function rowsOf(contacts: readonly number[], first: number, { residual, byPosition, byForce }: Linearised): NodeRows {
  if (contacts.length === 0) return { contacts, first, unknowns: 3, known: [0, 0, 0], directions: AXES, tests: AXES };
  if (contacts.length > 1) return { contacts, first, unknowns: 6, known: [0, 0, 0], directions: AXES, tests: AXES };
  const [contact] = contacts;
  const r: Vec3 = [-residual[3 * contact], -residual[3 * contact + 1], -residual[3 * contact + 2]];
  if (isZero(byForce, contact)) {
    const [x, y, z] = solved(byPosition.slice(9 * contact, 9 * contact + 9), Float64Array.from(r));
    return { contacts, first, unknowns: 0, known: [x, y, z], directions: [], tests: [] };
  }
  // The combination of rows that no force enters: across the columns of B.
  const column = (j: number): Vec3 => [byForce[9 * contact + j], byForce[9 * contact + 3 + j], byForce[9 * contact + 6 + j]];
  const crossed = [cross(column(0), column(1)), cross(column(1), column(2)), cross(column(2), column(0))];
  const longest = crossed.reduce((a, b) => (norm(b) > norm(a) ? b : a));
  const normal = scale(longest, 1 / norm(longest));
  // normal^T A dd = -normal . r gives dd along a = A^T normal.
  const a = AXES.map((_, j) => [0, 1, 2].reduce((sum, i) => sum + normal[i] * byPosition[9 * contact + 3 * i + j], 0)) as unknown as Vec3;
  const known = scale(a, dot(normal, r) / dot(a, a));
  return { contacts, first, unknowns: 2, known, directions: acrossOf(a), tests: acrossOf(normal) };
}

/** Two unit directions across a vector and each other. */
function acrossOf(vector: Vec3): readonly Vec3[] {
  const least = AXES.reduce((best, axis) => (Math.abs(dot(axis, vector)) < Math.abs(dot(best, vector)) ? axis : best));
  const first = cross(vector, least);
  const unit = scale(first, 1 / norm(first));
  const second = cross(vector, unit);
  return [unit, scale(second, 1 / norm(second))];
}

/** Forces beyond S dd: those of the springs, while nothing is in balance, and those of contacts that are apart now. */
function extraForces(
  body: SoftBody,
  force: Float64Array,
  position: Float64Array,
  rigid: Float64Array,
  nodes: readonly number[],
  active: ReadonlySet<number>,
): Float64Array {
  const count = body.surface.nodes.length;
  const extra = new Float64Array(3 * nodes.length);
  nodes.forEach((node, k) => {
    for (let contact = node; 3 * contact < force.length; contact += count)
      if (!active.has(contact)) for (let axis = 0; axis < 3; axis++) extra[3 * k + axis] += force[3 * contact + axis];
  });
  const place = new Map(nodes.map((node, k) => [node, k]));
  for (const { node, axis, stiffness } of body.springs) {
    let stretch = position[3 * node + axis] - body.rest[3 * node + axis];
    for (let mode = 0; mode < 6; mode++) stretch -= body.rigid[18 * node + 6 * axis + mode] * rigid[mode];
    extra[3 * (place.get(node) as number) + axis] -= stiffness * stretch;
  }
  return extra;
}

/** Assembles and solves for the unknowns of all nodes. */
function solveRows(
  body: SoftBody,
  linearised: Linearised,
  rows: readonly NodeRows[],
  { stiffness, stride: width }: CondensedStiffness,
  given: Float64Array,
  size: number,
): Float64Array | undefined {
  if (size === 0) return new Float64Array(0);
  const { residual, byPosition, byForce, shared } = linearised;
  const system = body.systems(size);
  const right = new Float64Array(size);
  const soft = FREE_MOTION * body.material.youngModulus * body.spacing;
  // Of each unknown displacement its node's place in a row of S, or -1 for a force, and its direction.
  const along = new Int32Array(size).fill(-1);
  const flat = new Float64Array(3 * size);
  rows.forEach(({ directions, first }, k) => {
    directions.forEach((direction, j) => {
      along[first + j] = 3 * k;
      flat.set(direction, 3 * (first + j));
    });
  });
  /** One equation: left . (S dd + e) + local . dd(k) + byFirst . df(first) = -rest. */
  const equation = (index: number, k: number, left: Vec3, local: Vec3, rest: number): void => {
    const { directions, first, known } = rows[k];
    const at = index * system.stride;
    const [lx, ly, lz] = left;
    const above = 3 * k * width;
    // Only where something is unknown; all unknowns of a node stand together.
    for (let unknown = 0; unknown < size; unknown++) {
      const from = along[unknown];
      if (from < 0) continue;
      const row = above + from;
      const x = lx * stiffness[row] + ly * stiffness[row + width] + lz * stiffness[row + 2 * width];
      const y = lx * stiffness[row + 1] + ly * stiffness[row + width + 1] + lz * stiffness[row + 2 * width + 1];
      const z = lx * stiffness[row + 2] + ly * stiffness[row + width + 2] + lz * stiffness[row + 2 * width + 2];
      for (; along[unknown] === from; unknown++)
        system.numbers[at + unknown] += x * flat[3 * unknown] + y * flat[3 * unknown + 1] + z * flat[3 * unknown + 2];
      unknown--;
    }
    directions.forEach((direction, j) => {
      system.numbers[at + first + j] += dot(local, direction);
    });
    const e: Vec3 = [given[3 * k], given[3 * k + 1], given[3 * k + 2]];
    right[index] = -rest - dot(left, e) - dot(local, known);
  };
  const times3 = (test: Vec3, matrix: Float64Array, contact: number): Vec3 =>
    [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, i) => sum + test[i] * matrix[9 * contact + 3 * i + j], 0)) as unknown as Vec3;
  rows.forEach(({ contacts, first, tests, unknowns }, k) => {
    if (unknowns === 0) return;
    const [one, two] = contacts;
    tests.forEach((test, i) => {
      const rest = (contact: number): number => [0, 1, 2].reduce((sum, axis) => sum + test[axis] * residual[3 * contact + axis], 0);
      if (one === undefined) equation(first + i, k, test, [0, 0, 0], 0);
      else if (two === undefined) equation(first + i, k, times3(test, byForce, one), times3(test, byPosition, one), rest(one));
      else {
        // The second takes what the first leaves of the force; a little of itself keeps the shares where friction does not tell them.
        const withShare = (contact: number): Vec3 => {
          const by = times3(test, byForce, contact);
          return [by[0] + shared * test[0], by[1] + shared * test[1], by[2] + shared * test[2]];
        };
        const [own, other] = [withShare(one), withShare(two)];
        equation(first + 3 + i, k, [0, 0, 0], times3(test, byPosition, one), rest(one));
        equation(first + i, k, other, times3(test, byPosition, two), rest(two));
        for (let axis = 0; axis < 3; axis++) {
          system.numbers[(first + 3 + i) * system.stride + first + 3 + axis] += own[axis];
          system.numbers[(first + i) * system.stride + first + 3 + axis] -= other[axis];
        }
      }
      system.numbers[(first + i) * system.stride + first + i] += soft;
    });
  });
  return system.solve(right) ? right : undefined;
}

/** Three rows, those of a node, at once: each has its own sum, and none waits for another. */
function times({ stiffness, stride }: CondensedStiffness, x: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  for (let row = 0; row < out.length; row += 3) {
    const first = row * stride;
    const [second, third] = [first + stride, first + 2 * stride];
    let [a, b, c] = [0, 0, 0];
    for (let column = 0; column < x.length; column++) {
      const value = x[column];
      a += stiffness[first + column] * value;
      b += stiffness[second + column] * value;
      c += stiffness[third + column] * value;
    }
    out[row] = a;
    out[row + 1] = b;
    out[row + 2] = c;
  }
  return out;
}

/** Nodes that tell a rigid motion, besides those with springs, which stand first and far apart. */
const TELLING = 24;

/**
 * The rigid motions in a change of displacements: what the change of forces does not explain, R a = d - C f. It holds at every node, and
 * some of them are enough.
 */
function rigidPart(body: SoftBody, nodes: readonly number[], moved: Float64Array, change: Float64Array): Float64Array {
  const elastic = new Float64Array(body.rest.length);
  const apart = Math.ceil(nodes.length / TELLING);
  const isTaken = (k: number): boolean => k < body.springs.length || k % apart === 0;
  addCompliance(
    body,
    change,
    elastic,
    Int32Array.from(nodes).filter((_, k) => isTaken(k)),
  );
  const normal = new Float64Array(36);
  const amounts = new Float64Array(6);
  nodes.forEach((node, k) => {
    if (!isTaken(k)) return;
    for (let axis = 0; axis < 3; axis++) {
      const off = moved[3 * k + axis] - elastic[3 * node + axis];
      const row = 18 * node + 6 * axis;
      for (let i = 0; i < 6; i++) {
        amounts[i] += body.rigid[row + i] * off;
        for (let j = 0; j < 6; j++) normal[6 * i + j] += body.rigid[row + i] * body.rigid[row + j];
      }
    }
  });
  return solved(normal, amounts);
}

/** Solves a few equations in place. */
function solved(matrix: Float64Array, x: Float64Array): Float64Array {
  const pivots = new Int32Array(x.length);
  luFactor(matrix, x.length, pivots);
  luSolve(matrix, x.length, pivots, x);
  return x;
}
