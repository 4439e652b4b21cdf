/**
 * A body among obstacles: the table z = 0 and two ball-shaped fingers, and what the contacts are at one moment.
 *
 * A contact is a surface node and an obstacle, whether they touch or not; a node that a finger presses on the table has two. Contacts are
 * counted obstacle by obstacle: contact = obstacle x nodes + node, so the node of a contact is its remainder by the number of nodes.
 */
import type { Vec3 } from "../../math/vec3.js";
import type { GraspBody } from "../grasp/body.js";
import type { GraspState } from "../grasp/scene.js";
import type { SoftBody } from "./body.js";

/** Number of an obstacle: the table, then the fingers. */
export const TABLE = 0;

/** A load that is not gravity: dead forces on surface nodes. */
export interface DeadLoad {
  /** On every surface node, N, 3 each. */
  readonly force: Float64Array;
  /** Displacement of the surface nodes under it with the springs of the body, m. */
  readonly displacement: Float64Array;
  /** R^T of it. */
  readonly resultant: Float64Array;
}

export interface Scene {
  readonly body: SoftBody;
  /** Of each obstacle, the table first. */
  readonly friction: readonly number[];
  /** Of the fingers, m. */
  readonly radii: readonly number[];
  /** False: the table is not there. */
  readonly hasTable: boolean;
  readonly dead?: DeadLoad;
  /** The body by a law that is not linear; absent: linear elasticity. */
  readonly finite?: GraspBody;
  /** Its states are tried and thrown away: how well the laws hold in them, and where nodes are that touch nothing, is not worked out. */
  readonly onTrial?: boolean;
  /** Of a large body: all its nodes may come into touch, not only those of which it was thought. */
  readonly everywhere?: boolean;
}

/** What is given at a moment: where the fingers stand and how much of the loads acts. */
export interface Placement {
  /** Of the fingers; empty before they come. */
  readonly centres: readonly Vec3[];
  /** Part of the weight that acts. */
  readonly gravity: number;
  /** Part of the dead load that acts. */
  readonly dead: number;
}

/** Body and fingers at one increment. */
export interface GripState extends Placement {
  /** Of the surface nodes, m, 3 each. */
  readonly position: Float64Array;
  /** On the body at each contact, N, 3 each. */
  readonly force: Float64Array;
  /** Amounts of the rigid motions. */
  readonly rigid: Float64Array;
  /**
   * Of each contact, the place of its node seen from the centre of its obstacle, from which slip in the last increment is counted: where it
   * began, or where the node touched.
   */
  readonly slipFrom?: Float64Array;
  /** With a law that is not linear: the same state as grasps have it. */
  readonly finite?: GraspState;
}

export const contactCount = ({ body, friction }: Scene): number => friction.length * body.surface.nodes.length;

/** Whether the obstacle is there. */
export const isPresent = ({ hasTable }: Scene, centres: readonly Vec3[], obstacle: number): boolean =>
  obstacle === TABLE ? hasTable : obstacle <= centres.length;

export const hasForce = (force: Float64Array, contact: number): boolean =>
  force[3 * contact] !== 0 || force[3 * contact + 1] !== 0 || force[3 * contact + 2] !== 0;

const ORIGIN: Vec3 = [0, 0, 0];

/** Of a finger; on the table the origin. */
export const centreOf = (centres: readonly Vec3[], obstacle: number): Vec3 => (obstacle === TABLE ? ORIGIN : centres[obstacle - 1]);

/** Positions under given forces at the contacts, rigid motions and loads: d = C f + loads + R a; of all surface nodes or of some. */
export function positionsOf(
  { body, dead }: Scene,
  { gravity, dead: share }: Placement,
  force: Float64Array,
  rigid: Float64Array,
  out: Float64Array = new Float64Array(body.rest.length),
  nodes: Int32Array = body.everyNode,
): Float64Array {
  for (const node of nodes)
    for (let row = 3 * node; row < 3 * node + 3; row++) {
      let sum = body.rest[row] + gravity * body.sag[row];
      if (dead !== undefined) sum += share * dead.displacement[row];
      for (let mode = 0; mode < 6; mode++) sum += body.rigid[6 * row + mode] * rigid[mode];
      out[row] = sum;
    }
  addCompliance(body, force, out, nodes);
  return out;
}

/** out += C force, over the contacts that have one, at all surface nodes or at some. */
export function addCompliance(body: SoftBody, force: Float64Array, out: Float64Array, nodes = body.everyNode): void {
  const count = out.length / 3;
  const pushed: number[] = [];
  for (let contact = 0; 3 * contact < force.length; contact++) if (hasForce(force, contact)) pushed.push(contact);
  const among = body.among(
    pushed.map((contact) => contact % count),
    nodes,
  );
  const { stride } = among;
  const rows = nodes.map(among.row);
  for (const contact of pushed) {
    const x = force[3 * contact];
    const y = force[3 * contact + 1];
    const z = force[3 * contact + 2];
    const columns = among.numbers(contact % count);
    const first = among.start(contact % count);
    for (let k = 0; k < nodes.length; k++) {
      const to = 3 * nodes[k];
      const from = first + rows[k];
      const next = from + stride;
      const last = next + stride;
      out[to] += columns[from] * x + columns[next] * y + columns[last] * z;
      out[to + 1] += columns[from + 1] * x + columns[next + 1] * y + columns[last + 1] * z;
      out[to + 2] += columns[from + 2] * x + columns[next + 2] * y + columns[last + 2] * z;
    }
  }
}

/** What all forces together do to the rigid motions: zero in balance. */
export function imbalanceOf(
  { body, dead }: Scene,
  { gravity, dead: share }: Placement,
  force: Float64Array,
  out = new Float64Array(6),
): Float64Array {
  for (let mode = 0; mode < 6; mode++) {
    let sum = gravity * body.weightResultant[mode];
    if (dead !== undefined) sum += share * dead.resultant[mode];
    out[mode] = sum;
  }
  addResultant(body, force, out);
  return out;
}

/** out += R^T force. */
export function addResultant(body: SoftBody, force: Float64Array, out: Float64Array): void {
  const length = body.rest.length;
  for (let row = 0; row < force.length; row++) {
    const value = force[row];
    if (value === 0) continue;
    for (let mode = 0; mode < 6; mode++) out[mode] += body.rigid[6 * (row % length) + mode] * value;
  }
}

/** @param force on the surface nodes */
export function deadLoadOf(body: SoftBody, force: Float64Array): DeadLoad {
  const displacement = new Float64Array(force.length);
  addCompliance(body, force, displacement);
  const resultant = new Float64Array(6);
  addResultant(body, force, resultant);
  return { force, displacement, resultant };
}

/** Of all obstacles together on the surface nodes, N, 3 each. */
export function nodeForces({ body }: Scene, { force }: GripState): Float64Array {
  const sums = new Float64Array(body.rest.length);
  for (let row = 0; row < force.length; row++) sums[row % sums.length] += force[row];
  return sums;
}

/** Displacement of every node of the body in a state; worked out once for each. */
export function displacementOf(scene: Scene, state: GripState): Float64Array {
  if (state.finite !== undefined) return state.finite.displacement;
  prepareDisplacements(scene, [state]);
  return scene.body.displacements.get(state) as Float64Array;
}

/** The same for some states, of which those that are not known yet are worked out together. */
export function prepareDisplacements(scene: Scene, states: readonly GripState[]): void {
  const { body, dead } = scene;
  const unknown = states.filter((state) => state.finite === undefined && !body.displacements.has(state));
  const found = body.solve(
    unknown.map((state) => {
      const force = nodeForces(scene, state);
      if (dead !== undefined) for (let row = 0; row < force.length; row++) force[row] += state.dead * dead.force[row];
      return { force, rigid: state.rigid, gravity: state.gravity };
    }),
  );
  unknown.forEach((state, k) => {
    body.displacements.set(state, found[k]);
  });
}

/** The nodes that may come into touch. */
export const touchableNodes = ({ body, everywhere }: Scene): Int32Array =>
  body.near === undefined || everywhere === true || !body.near.enough ? body.everyNode : body.near.nodes;

/** Puts the nodes of which nothing was thought where they are in a state, and tells whether one of them is inside an obstacle. */
export function othersTouch(scene: Scene, state: GripState): boolean {
  const { near, rest, surface } = scene.body;
  if (near === undefined || touchableNodes(scene) !== near.nodes || scene.finite !== undefined) return false;
  const moved = displacementOf(scene, state);
  const { position } = state;
  const normal = new Float64Array(3);
  let touch = false;
  for (let node = 0; 3 * node < position.length; node++) {
    if (near.place[node] >= 0) continue;
    for (let i = 0; i < 3; i++) position[3 * node + i] = rest[3 * node + i] + moved[3 * surface.nodes[node] + i];
    for (let obstacle = TABLE; obstacle <= state.centres.length; obstacle++)
      touch ||= isPresent(scene, state.centres, obstacle) && gapAt(scene, state.centres, obstacle, position, node, normal) < 0;
  }
  near.enough = !touch;
  return touch;
}

/** Distance of a node from an obstacle, negative inside, and the unit normal from the obstacle into the body. */
export function gapAt(
  scene: Scene,
  centres: readonly Vec3[],
  obstacle: number,
  position: ArrayLike<number>,
  node: number,
  normal: Float64Array,
): number {
  if (obstacle === TABLE) {
    normal[0] = 0;
    normal[1] = 0;
    normal[2] = 1;
    return position[3 * node + 2];
  }
  const centre = centres[obstacle - 1];
  const x = position[3 * node] - centre[0];
  const y = position[3 * node + 1] - centre[1];
  const z = position[3 * node + 2] - centre[2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  normal[0] = x / distance;
  normal[1] = y / distance;
  normal[2] = z / distance;
  return distance - scene.radii[obstacle - 1];
}

/** Force that other forces are small against: of the weight, or where there is none of a strain of 1e-6. */
export const forceScale = ({ body }: Scene): number => Math.max(body.weight, 1e-6 * body.material.youngModulus * body.size * body.size);

/** Force of one obstacle on the body, N. */
export function obstacleForce({ force, position }: GripState, obstacle: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const length = position.length;
  for (let row = 0; row < length; row++) sum[row % 3] += force[obstacle * length + row];
  return sum;
}

/** Energy of deformation, J: by linear elasticity half the work of all forces on the displacements they made. */
export function elasticEnergyOf({ body, dead }: Scene, state: GripState): number {
  if (state.finite !== undefined) return state.finite.energy;
  const { force, position, gravity } = state;
  let sum = gravity * potentialWork(body, state);
  const length = position.length;
  for (let row = 0; row < force.length; row++) sum += force[row] * (position[row % length] - body.rest[row % length]);
  if (dead !== undefined && state.dead !== 0)
    for (let row = 0; row < length; row++) sum += state.dead * dead.force[row] * (position[row] - body.rest[row]);
  return 0.5 * sum;
}

/** Work of the whole weight on the present displacement, G . d, J. */
export function potentialWork(body: SoftBody, { force, rigid, gravity, finite }: GripState): number {
  if (finite !== undefined) return finite.displacement.reduce((sum, value, row) => sum + value * body.gravity[row], 0);
  let sum = gravity * body.weightWork;
  const length = body.sag.length;
  for (let row = 0; row < force.length; row++) sum += force[row] * body.sag[row % length];
  for (let mode = 0; mode < 6; mode++) sum += body.weightResultant[mode] * rigid[mode];
  return sum;
}

/** Whether there are three nodes that are not in a line. */
export function spansPlane(nodes: ArrayLike<number>, at: ArrayLike<number>, size: number): boolean {
  const first = nodes[0];
  for (let i = 1; i < nodes.length; i++)
    for (let j = i + 1; j < nodes.length; j++) {
      const [ux, uy, uz] = [0, 1, 2].map((k) => at[3 * nodes[i] + k] - at[3 * first + k]);
      const [vx, vy, vz] = [0, 1, 2].map((k) => at[3 * nodes[j] + k] - at[3 * first + k]);
      const area = Math.sqrt(
        (uy * vz - uz * vy) * (uy * vz - uz * vy) + (uz * vx - ux * vz) * (uz * vx - ux * vz) + (ux * vy - uy * vx) * (ux * vy - uy * vx),
      );
      if (area > 1e-9 * size * size) return true;
    }
  return false;
}
