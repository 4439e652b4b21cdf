/**
 * Systems with the mass matrix of a tree, without the matrix: articulated inertias, by passes over the links, so that the work grows with
 * the number of links however long the way to the root is.
 *
 *     U = I s          D = s . U          I' = I - U U^T / D          inwards: what a link and all beyond resist, its joint free
 *     t = x - s . p          p' = p + U t / D          inwards: forces that joints pass on
 *     x = (t - U . a) / D          a' = a + s x          outwards: accelerations
 *
 * Motions are (angular, linear at the origin of the link), forces (moment about it, force), both in world axes; from a link to its parent,
 * r from the parent's origin, I = [A H; H^T M] becomes [A - H R + R H^T - R M R, H + R M; ., M], R = r x. The columns of a joint with
 * several speeds are taken one after the other, as if links without mass lay between them.
 *
 * Letters: s column of a joint, I articulated inertia, x forces along the speeds, then accelerations.
 * Source: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 7; in world axes instead of link axes.
 */
import { SPEEDS } from "./links.js";
import type { Tree } from "./tree.js";

/** A pivot below this part of the inertias it was left over from is rounding. */
const SINGULAR = 1e-14;

/** The inverse of the mass matrix at the poses it was weighed at. */
export interface ArticulatedTree {
  /** At the poses of the tree. Returns the speed whose pivot is not positive, or -1. */
  weigh(): number;
  /** x = M^-1 x. */
  solve(x: Float64Array): void;
}

/** The tree, and arrays to work in. */
interface Workspace {
  readonly tree: Tree;
  /** 36 numbers a link, by rows. */
  readonly inertias: Float64Array;
  /** U of each speed, six numbers, and D. */
  readonly pressed: Float64Array;
  readonly pivots: Float64Array;
  /** Six numbers a link: forces inwards, then accelerations outwards. */
  readonly passed: Float64Array;
  readonly shifted: Float64Array;
}

/** Articulated inertias of a tree of links. */
export function createArticulatedTree(tree: Tree): ArticulatedTree {
  const { links, speedCount } = tree;
  const workspace: Workspace = {
    tree,
    inertias: new Float64Array(36 * links.length),
    pressed: new Float64Array(6 * speedCount),
    pivots: new Float64Array(speedCount),
    passed: new Float64Array(6 * links.length),
    shifted: new Float64Array(36),
  };
  return { weigh: () => weigh(workspace), solve: (x) => solve(workspace, x) };
}

function weigh(workspace: Workspace): number {
  const { tree, inertias } = workspace;
  const { links } = tree;
  inertias.fill(0);
  for (let i = links.length - 1; i >= 0; i--) {
    addOwn(workspace, i);
    const { speed, type } = links[i];
    const at = 36 * i;
    let turning = 0;
    let shifting = 0;
    for (let c = 0; c < 3; c++) {
      turning += inertias[at + 7 * c];
      shifting += inertias[at + 7 * (3 + c)];
    }
    for (let k = speed + SPEEDS[type] - 1; k >= speed; k--) if (!release(workspace, i, k, turning, shifting)) return k;
    if (links[i].parent >= 0) addToParent(workspace, i);
  }
  return -1;
}

/** Adds a link's own inertia about its origin. */
function addOwn({ tree, inertias }: Workspace, i: number): void {
  const { mass } = tree.links[i];
  const { centre, origin } = tree.states[i];
  const own = tree.inertias[i];
  const at = 36 * i;
  const [x, y, z] = [centre[0] - origin[0], centre[1] - origin[1], centre[2] - origin[2]];
  for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) inertias[at + 6 * a + b] += own[3 * a + b];
  inertias[at] += mass * (y * y + z * z);
  inertias[at + 7] += mass * (x * x + z * z);
  inertias[at + 14] += mass * (x * x + y * y);
  addSymmetric(inertias, at, 1, -mass * x * y);
  addSymmetric(inertias, at, 2, -mass * x * z);
  addSymmetric(inertias, at, 8, -mass * y * z);
  for (let c = 3; c < 6; c++) inertias[at + 7 * c] += mass;
  // H = m c x
  addSymmetric(inertias, at, 4, -mass * z);
  addSymmetric(inertias, at, 5, mass * y);
  addSymmetric(inertias, at, 9, mass * z);
  addSymmetric(inertias, at, 11, -mass * x);
  addSymmetric(inertias, at, 15, -mass * y);
  addSymmetric(inertias, at, 16, mass * x);
}

/** To an entry above the diagonal and to the one opposite. */
function addSymmetric(matrix: Float64Array, at: number, entry: number, value: number): void {
  const row = Math.floor(entry / 6);
  matrix[at + entry] += value;
  matrix[at + 6 * (entry - 6 * row) + row] += value;
}

/** Takes out of a link's inertia what a speed of its joint gives way to; false where nothing resists it. */
function release({ tree, inertias, pressed, pivots }: Workspace, i: number, k: number, turning: number, shifting: number): boolean {
  const { angular, linear } = tree;
  const [at, of, to] = [36 * i, 3 * k, 6 * k];
  let [pivot, spin, drift] = [0, 0, 0];
  for (let a = 0; a < 6; a++) {
    let sum = 0;
    for (let b = 0; b < 3; b++) sum += inertias[at + 6 * a + b] * angular[of + b] + inertias[at + 6 * a + 3 + b] * linear[of + b];
    pressed[to + a] = sum;
    pivot += sum * (a < 3 ? angular[of + a] : linear[of + a - 3]);
  }
  for (let c = 0; c < 3; c++) {
    spin += angular[of + c] * angular[of + c];
    drift += linear[of + c] * linear[of + c];
  }
  pivots[k] = pivot;
  if (!(pivot > SINGULAR * (spin * turning + drift * shifting))) return false;
  for (let a = 0; a < 6; a++) {
    const part = pressed[to + a] / pivot;
    for (let b = 0; b <= a; b++) {
      const left = inertias[at + 6 * a + b] - part * pressed[to + b];
      inertias[at + 6 * a + b] = left;
      inertias[at + 6 * b + a] = left;
    }
  }
  return true;
}

/** Adds a link's inertia, moved to the origin of its parent, to the parent's. */
function addToParent({ tree, inertias, shifted }: Workspace, i: number): void {
  const { links, states } = tree;
  const { parent } = links[i];
  const [from, to] = [36 * i, 36 * parent];
  const x = states[i].origin[0] - states[parent].origin[0];
  const y = states[i].origin[1] - states[parent].origin[1];
  const z = states[i].origin[2] - states[parent].origin[2];
  // Columns: I X, X = [1 0; -R 1]; the product with R takes (a, b, c) of a row to (b z - c y, c x - a z, a y - b x).
  for (let row = 0; row < 36; row += 6) {
    const [a, b, c] = [inertias[from + row + 3], inertias[from + row + 4], inertias[from + row + 5]];
    shifted[row] = inertias[from + row] - (b * z - c * y);
    shifted[row + 1] = inertias[from + row + 1] - (c * x - a * z);
    shifted[row + 2] = inertias[from + row + 2] - (a * y - b * x);
    shifted[row + 3] = a;
    shifted[row + 4] = b;
    shifted[row + 5] = c;
  }
  // Rows: X^T (I X) = [1 R; 0 1] (I X).
  for (let k = 0; k < 6; k++) {
    const [a, b, c] = [shifted[18 + k], shifted[24 + k], shifted[30 + k]];
    inertias[to + k] += shifted[k] + (y * c - z * b);
    inertias[to + 6 + k] += shifted[6 + k] + (z * a - x * c);
    inertias[to + 12 + k] += shifted[12 + k] + (x * b - y * a);
    inertias[to + 18 + k] += a;
    inertias[to + 24 + k] += b;
    inertias[to + 30 + k] += c;
  }
}

function solve(workspace: Workspace, x: Float64Array): void {
  const { tree, pressed, pivots, passed } = workspace;
  const { links, angular, linear } = tree;
  passed.fill(0);
  for (let i = links.length - 1; i >= 0; i--) {
    const { speed, type, parent } = links[i];
    const at = 6 * i;
    for (let k = speed + SPEEDS[type] - 1; k >= speed; k--) {
      let force = x[k];
      for (let c = 0; c < 3; c++) force -= angular[3 * k + c] * passed[at + c] + linear[3 * k + c] * passed[at + 3 + c];
      x[k] = force;
      const part = force / pivots[k];
      for (let c = 0; c < 6; c++) passed[at + c] += pressed[6 * k + c] * part;
    }
    if (parent >= 0) passForce(workspace, i, parent);
  }
  for (let i = 0; i < links.length; i++) {
    const { speed, type, parent } = links[i];
    const at = 6 * i;
    passAcceleration(workspace, i, parent);
    for (let k = speed; k < speed + SPEEDS[type]; k++) {
      let rest = x[k];
      for (let c = 0; c < 6; c++) rest -= pressed[6 * k + c] * passed[at + c];
      x[k] = rest / pivots[k];
      for (let c = 0; c < 3; c++) {
        passed[at + c] += angular[3 * k + c] * x[k];
        passed[at + 3 + c] += linear[3 * k + c] * x[k];
      }
    }
  }
}

/** A force on a link is one on its parent, with the moment of the way between their origins. */
function passForce({ tree, passed }: Workspace, i: number, parent: number): void {
  const { states } = tree;
  const [from, to] = [6 * i, 6 * parent];
  const x = states[i].origin[0] - states[parent].origin[0];
  const y = states[i].origin[1] - states[parent].origin[1];
  const z = states[i].origin[2] - states[parent].origin[2];
  const [u, v, w] = [passed[from + 3], passed[from + 4], passed[from + 5]];
  passed[to] += passed[from] + y * w - z * v;
  passed[to + 1] += passed[from + 1] + z * u - x * w;
  passed[to + 2] += passed[from + 2] + x * v - y * u;
  for (let c = 3; c < 6; c++) passed[to + c] += passed[from + c];
}

/** The acceleration of a link's origin as its parent has it; forces that were there are no longer needed. */
function passAcceleration({ tree, passed }: Workspace, i: number, parent: number): void {
  const to = 6 * i;
  if (parent < 0) {
    for (let c = 0; c < 6; c++) passed[to + c] = 0;
    return;
  }
  const { states } = tree;
  const from = 6 * parent;
  const x = states[i].origin[0] - states[parent].origin[0];
  const y = states[i].origin[1] - states[parent].origin[1];
  const z = states[i].origin[2] - states[parent].origin[2];
  const [a, b, c] = [passed[from], passed[from + 1], passed[from + 2]];
  passed[to] = a;
  passed[to + 1] = b;
  passed[to + 2] = c;
  passed[to + 3] = passed[from + 3] + b * z - c * y;
  passed[to + 4] = passed[from + 4] + c * x - a * z;
  passed[to + 5] = passed[from + 5] + a * y - b * x;
}
