/**
 * Masses on a tree of links: mass matrix, forces of gravity and motion, energy, by passes from the outermost links inwards.
 *
 *     M_jk = s_j . I s_k          I of all that hangs on the outer of the two          composite inertias
 *     F = m (a_b - g), N = J w'_b + w x J w, summed inwards          right-hand side -s_k . (N, F)
 *
 * Moments and inertias refer to the place of the first link with mass, so that distance from the world's origin costs no digits.
 *
 * Letters: s columns of the joints, a_b and w'_b accelerations with speeds that do not change, w angular velocity, g gravity, J inertia in
 * world axes about the centre of mass.
 * Source: Featherstone, Rigid Body Dynamics Algorithms (2008), chapters 5 and 6; in world axes instead of link axes.
 */
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { SPEEDS } from "./links.js";
import type { Tree } from "./tree.js";

export interface TreeDynamics {
  /** Mass matrix by rows; needs the poses. */
  massMatrix(out: Float64Array): void;
  /** Generalised forces of gravity and motion, to the right-hand side of M u' = ...; needs velocities. */
  forces(gravity: Vec3, out: Float64Array): void;
  /** Needs velocities. */
  kineticEnergy(): number;
  /** Needs the poses. */
  potentialEnergy(gravity: Vec3): number;
}

/** The tree, and arrays to work in. */
interface DynamicsWorkspace extends Pick<Tree, "links" | "states" | "speedCount" | "owner" | "angular" | "linear" | "inertias"> {
  /** The first link with mass: what moments refer to. */
  readonly firstHeavy: number;
  readonly arm: MutableVec3;
  readonly crossed: MutableVec3;
  readonly turned: MutableVec3;
  readonly push: MutableVec3;
  readonly moment: MutableVec3;
  /** Of all that hangs on a link: mass, mass times place, moments about the reference (xx, yy, zz, xy, xz, yz). */
  readonly composite: Float64Array;
  readonly moved: Float64Array;
  /** Columns of the joints as angular velocity and velocity of the reference. */
  readonly columns: Float64Array;
  /** Moment about the reference and force on each link and all that hangs on it. */
  readonly wrenches: Float64Array;
}

/** Mass matrix and bias of a tree of links, at the state its kinematics were last brought to. */
export function createTreeDynamics(tree: Tree): TreeDynamics {
  const { links, speedCount } = tree;
  const workspace: DynamicsWorkspace = {
    ...tree,
    firstHeavy: Math.max(
      0,
      links.findIndex(({ mass }) => mass > 0),
    ),
    arm: [0, 0, 0],
    crossed: [0, 0, 0],
    turned: [0, 0, 0],
    push: [0, 0, 0],
    moment: [0, 0, 0],
    composite: new Float64Array(10 * links.length),
    moved: new Float64Array(6),
    columns: new Float64Array(6 * speedCount),
    wrenches: new Float64Array(6 * links.length),
  };
  return {
    massMatrix: (out) => massMatrix(workspace, out),
    forces: (gravity, out) => forces(workspace, gravity, out),
    kineticEnergy: () => kineticEnergy(workspace),
    potentialEnergy: (gravity) => potentialEnergy(workspace, gravity),
  };
}

function massMatrix(workspace: DynamicsWorkspace, out: Float64Array): void {
  const { links, states, speedCount, owner, firstHeavy, composite } = workspace;
  const reference = states[firstHeavy]?.origin ?? vec3.ZERO;
  composite.fill(0);
  for (let i = links.length - 1; i >= 0; i--) {
    addOwn(workspace, i, reference);
    const { parent } = links[i];
    if (parent >= 0) for (let c = 0; c < 10; c++) composite[10 * parent + c] += composite[10 * i + c];
  }
  out.fill(0);
  readColumns(workspace, reference);
  for (let k = 0; k < speedCount; k++) {
    const link = owner[k];
    press(workspace, composite, 10 * link, k);
    for (let above = link; above >= 0; above = links[above].parent) {
      const { speed, type } = links[above];
      for (let j = speed; j < speed + SPEEDS[type] && j <= k; j++) {
        const value = along(workspace, j);
        out[k * speedCount + j] = value;
        out[j * speedCount + k] = value;
      }
    }
  }
}

function addOwn(workspace: DynamicsWorkspace, i: number, reference: Vec3): void {
  const { links, states, inertias, arm, composite } = workspace;
  const { mass } = links[i];
  const own = inertias[i];
  const at = 10 * i;
  const [x, y, z] = vec3.subtract(states[i].centre, reference, arm);
  composite[at] += mass;
  composite[at + 1] += mass * x;
  composite[at + 2] += mass * y;
  composite[at + 3] += mass * z;
  composite[at + 4] += own[0] + mass * (y * y + z * z);
  composite[at + 5] += own[4] + mass * (x * x + z * z);
  composite[at + 6] += own[8] + mass * (x * x + y * y);
  composite[at + 7] += own[1] - mass * x * y;
  composite[at + 8] += own[2] - mass * x * z;
  composite[at + 9] += own[5] - mass * y * z;
}

function readColumns(workspace: DynamicsWorkspace, reference: Vec3): void {
  const { states, speedCount, owner, angular, linear, arm, columns } = workspace;
  for (let k = 0; k < speedCount; k++) {
    const at = 6 * k;
    const [a, b, c] = [angular[3 * k], angular[3 * k + 1], angular[3 * k + 2]];
    const [x, y, z] = vec3.subtract(reference, states[owner[k]].origin, arm);
    columns[at] = a;
    columns[at + 1] = b;
    columns[at + 2] = c;
    columns[at + 3] = linear[3 * k] + b * z - c * y;
    columns[at + 4] = linear[3 * k + 1] + c * x - a * z;
    columns[at + 5] = linear[3 * k + 2] + a * y - b * x;
  }
}

/** Leaves the momentum that an inertia has when it moves by column k in `moved`: angular about the reference, linear. */
function press(workspace: DynamicsWorkspace, inertia: Float64Array, at: number, k: number): void {
  const { moved, columns } = workspace;
  const of = 6 * k;
  const [m, x, y, z] = [inertia[at], inertia[at + 1], inertia[at + 2], inertia[at + 3]];
  const [a, b, c] = [columns[of], columns[of + 1], columns[of + 2]];
  const [u, v, w] = [columns[of + 3], columns[of + 4], columns[of + 5]];
  moved[0] = inertia[at + 4] * a + inertia[at + 7] * b + inertia[at + 8] * c + y * w - z * v;
  moved[1] = inertia[at + 7] * a + inertia[at + 5] * b + inertia[at + 9] * c + z * u - x * w;
  moved[2] = inertia[at + 8] * a + inertia[at + 9] * b + inertia[at + 6] * c + x * v - y * u;
  moved[3] = m * u + b * z - c * y;
  moved[4] = m * v + c * x - a * z;
  moved[5] = m * w + a * y - b * x;
}

/** Column k times what `moved` holds. */
function along(workspace: DynamicsWorkspace, k: number): number {
  const { moved, columns } = workspace;
  let sum = 0;
  for (let c = 0; c < 6; c++) sum += columns[6 * k + c] * moved[c];
  return sum;
}

function forces(workspace: DynamicsWorkspace, gravity: Vec3, out: Float64Array): void {
  const { links, states, speedCount, owner, firstHeavy, moved, wrenches } = workspace;
  const reference = states[firstHeavy]?.origin ?? vec3.ZERO;
  wrenches.fill(0);
  for (let i = links.length - 1; i >= 0; i--) {
    addInertial(workspace, i, gravity, reference);
    const { parent } = links[i];
    if (parent >= 0) for (let c = 0; c < 6; c++) wrenches[6 * parent + c] += wrenches[6 * i + c];
  }
  readColumns(workspace, reference);
  for (let k = 0; k < speedCount; k++) {
    for (let c = 0; c < 6; c++) moved[c] = wrenches[6 * owner[k] + c];
    out[k] = -along(workspace, k);
  }
}

function addInertial(workspace: DynamicsWorkspace, i: number, gravity: Vec3, reference: Vec3): void {
  const { links, states, inertias, arm, crossed, turned, wrenches, push, moment } = workspace;
  const { mass } = links[i];
  const { origin, centre, angularVelocity, acceleration, angularAcceleration } = states[i];
  vec3.subtract(centre, origin, arm);
  vec3.cross(angularVelocity, vec3.cross(angularVelocity, arm, crossed), push);
  vec3.add(push, vec3.cross(angularAcceleration, arm, crossed), push);
  for (let c = 0; c < 3; c++) push[c] = mass * (push[c] + acceleration[c] - gravity[c]);
  apply(inertias[i], angularVelocity, turned);
  vec3.cross(angularVelocity, turned, moment);
  vec3.add(moment, apply(inertias[i], angularAcceleration, turned), moment);
  vec3.add(moment, vec3.cross(vec3.subtract(centre, reference, arm), push, crossed), moment);
  for (let c = 0; c < 3; c++) {
    wrenches[6 * i + c] += moment[c];
    wrenches[6 * i + 3 + c] += push[c];
  }
}

function kineticEnergy(workspace: DynamicsWorkspace): number {
  const { links, states, inertias, arm, crossed, turned } = workspace;
  let sum = 0;
  for (let i = 0; i < links.length; i++) {
    const { origin, centre, velocity, angularVelocity } = states[i];
    vec3.cross(angularVelocity, vec3.subtract(centre, origin, arm), crossed);
    vec3.add(crossed, velocity, crossed);
    sum += 0.5 * (links[i].mass * vec3.dot(crossed, crossed) + vec3.dot(angularVelocity, apply(inertias[i], angularVelocity, turned)));
  }
  return sum;
}

function potentialEnergy(workspace: DynamicsWorkspace, gravity: Vec3): number {
  const { links, states } = workspace;
  let sum = 0;
  for (let i = 0; i < links.length; i++) sum -= links[i].mass * vec3.dot(gravity, states[i].centre);
  return sum;
}

function apply(matrix: Float64Array, v: Vec3, out: MutableVec3): MutableVec3 {
  for (let a = 0; a < 3; a++) out[a] = matrix[3 * a] * v[0] + matrix[3 * a + 1] * v[1] + matrix[3 * a + 2] * v[2];
  return out;
}
