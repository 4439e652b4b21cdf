/**
 * A body among obstacles: the table z = 0 and two ball-shaped fingers, and what the contacts are at one moment.
 */
import type { Vec3 } from "../../math/vec3.js";
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
  /** Its states are tried and thrown away: how well the laws hold in them is not worked out. */
  readonly onTrial?: boolean;
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

export interface GripState extends Placement {
  /** Of the surface nodes, m, 3 each. */
  readonly position: Float64Array;
  /** Of the obstacles on the body at the surface nodes, N, 3 each. */
  readonly force: Float64Array;
  /** Amounts of the rigid motions. */
  readonly rigid: Float64Array;
  /** Of each surface node, the obstacle that it touches or is nearest to. */
  readonly obstacle: Int8Array;
  /** Places, seen from the centre of the node's obstacle, from which slip in the last increment is counted: where it began, or where the node touched. */
  readonly slipFrom?: Float64Array;
}

/** Positions under given forces, rigid motions and loads: d = C f + loads + R a. */
export function positionsOf(
  { body, dead }: Scene,
  { gravity, dead: share }: Placement,
  force: Float64Array,
  rigid: Float64Array,
  out = new Float64Array(force.length),
): Float64Array {
  const length = out.length;
  for (let row = 0; row < length; row++) {
    let sum = body.rest[row] + gravity * body.sag[row];
    if (dead !== undefined) sum += share * dead.displacement[row];
    for (let mode = 0; mode < 6; mode++) sum += body.rigid[6 * row + mode] * rigid[mode];
    out[row] = sum;
  }
  addCompliance(body, force, out);
  return out;
}

/** out += C force, over the nodes that have one. */
export function addCompliance(body: SoftBody, force: Float64Array, out: Float64Array): void {
  const length = out.length;
  for (let node = 0; 3 * node < length; node++) {
    const x = force[3 * node];
    const y = force[3 * node + 1];
    const z = force[3 * node + 2];
    if (x === 0 && y === 0 && z === 0) continue;
    const columns = body.compliance(node);
    for (let row = 0; row < length; row++) out[row] += columns[row] * x + columns[length + row] * y + columns[2 * length + row] * z;
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
  for (let row = 0; row < force.length; row++) {
    const value = force[row];
    if (value === 0) continue;
    for (let mode = 0; mode < 6; mode++) out[mode] += body.rigid[6 * row + mode] * value;
  }
  return out;
}

export function deadLoadOf(body: SoftBody, force: Float64Array): DeadLoad {
  const displacement = new Float64Array(force.length);
  addCompliance(body, force, displacement);
  const resultant = new Float64Array(6);
  for (let row = 0; row < force.length; row++)
    for (let mode = 0; mode < 6; mode++) resultant[mode] += body.rigid[6 * row + mode] * force[row];
  return { force, displacement, resultant };
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

/** The obstacle nearest to each node that touches none; the others keep theirs. -1: there is none at all. */
export function nearestObstacles(scene: Scene, centres: readonly Vec3[], { position, force, obstacle }: GripState): Int8Array {
  const normal = new Float64Array(3);
  return obstacle.map((kept, node) => {
    if (kept >= 0 && (force[3 * node] !== 0 || force[3 * node + 1] !== 0 || force[3 * node + 2] !== 0)) return kept;
    let nearest = -1;
    let least = Infinity;
    for (let each = scene.hasTable ? TABLE : 1; each <= centres.length; each++) {
      const gap = gapAt(scene, centres, each, position, node, normal);
      if (gap < least) {
        least = gap;
        nearest = each;
      }
    }
    return nearest;
  });
}

/** Force that other forces are small against: of the weight, or where there is none of a strain of 1e-6. */
export const forceScale = ({ body }: Scene): number => Math.max(body.weight, 1e-6 * body.material.youngModulus * body.size * body.size);

/** Force of one obstacle on the body, N. */
export function obstacleForce({ force, obstacle }: GripState, which: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  obstacle.forEach((each, node) => {
    if (each === which) for (let i = 0; i < 3; i++) sum[i] += force[3 * node + i];
  });
  return sum;
}

/** Energy of deformation, J: half the work of all forces on the displacements they made. */
export function elasticEnergyOf({ body, dead }: Scene, state: GripState): number {
  const { force, position, gravity } = state;
  let sum = gravity * potentialWork(body, state);
  for (let row = 0; row < force.length; row++) sum += force[row] * (position[row] - body.rest[row]);
  if (dead !== undefined && state.dead !== 0)
    for (let row = 0; row < force.length; row++) sum += state.dead * dead.force[row] * (position[row] - body.rest[row]);
  return 0.5 * sum;
}

/** Work of the whole weight on the present displacement, G . d, J. */
export function potentialWork(body: SoftBody, { force, rigid, gravity }: GripState): number {
  let sum = gravity * body.weightWork;
  for (let row = 0; row < force.length; row++) sum += force[row] * body.sag[row];
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
