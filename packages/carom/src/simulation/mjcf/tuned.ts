/**
 * Springs and dampers that a file gives by how the joint shall move, with the inertia that it moves where the bodies are drawn:
 *
 *     springdamper     time constant t and damping ratio z: stiffness m / (t z)^2, damping 2 m / t, with 1 / m of the inverse mass matrix
 *     dampratio        of a servo of stiffness k: damping 2 z sqrt(k m), with m of the mass matrix itself
 *
 * MuJoCo's armatures, which are left out of the motion here, count as in MuJoCo.
 *
 * Source: MuJoCo documentation, XML reference, joint/springdamper and position/dampratio; held to MuJoCo in compiler.test.ts.
 */
import { createTreeDynamics } from "../mechanism/dynamics.js";
import { COORDINATES, SPEEDS } from "../mechanism/links.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import { createTree } from "../mechanism/tree.js";
import type { UrdfJoint } from "../urdf/joint.js";
import type { UrdfRobot } from "../urdf/robot.js";
import { springsOf } from "./joints.js";

/** The bodies, with springs and dampers of joints that are tuned. */
export function withTuned(
  { bodies, joints: byJoint }: Pick<UrdfRobot, "bodies" | "joints">,
  joints: readonly UrdfJoint[],
): UrdfRobot["bodies"] {
  const tuned = joints.filter(({ tuned: own, name }) => own !== undefined && Object.hasOwn(byJoint, name));
  if (tuned.length === 0) return bodies;
  const inertias = inertiasOf(bodies, new Map(joints.map(({ name, armature = 0 }) => [byJoint[name], armature])));
  const changed = tuned.map((joint): [string, SceneLink] => {
    const name = byJoint[joint.name];
    return [name, { ...bodies[name], joint: tunedJoint(bodies[name].joint, joint, inertias(name)) }];
  });
  const known = new Map(changed);
  return Object.fromEntries(Object.entries(bodies).map(([name, link]) => [name, known.get(name) ?? link]));
}

function tunedJoint(given: SceneLink["joint"], { tuned = [] }: UrdfJoint, { own, free }: Inertias): SceneLink["joint"] {
  let { spring, damping = 0 } = given;
  for (const one of tuned)
    if ("servo" in one) damping += 2 * one.ratio * Math.sqrt(one.servo * own);
    else {
      const t = one.timeConstant * one.ratio;
      spring = springsOf(spring, { stiffness: free / (t * t), position: one.rest });
      damping += (2 * free) / one.timeConstant;
    }
  return { ...given, ...(spring === undefined ? {} : { spring }), damping };
}

interface Inertias {
  /** Of the joint with all others held, and with all others free. */
  readonly own: number;
  readonly free: number;
}

/** Of joints with one coordinate, by the bodies that they move, where these are drawn. */
function inertiasOf(bodies: UrdfRobot["bodies"], armatures: ReadonlyMap<string, number>): (body: string) => Inertias {
  const links = Object.entries(bodies).map(([name, { joint, mass = 0, centre, inertia }]) => ({
    name,
    parent: joint.parent ?? "world",
    joint,
    mass: joint.type === "fixed" ? 0 : mass,
    ...(centre === undefined ? {} : { centre }),
    ...(inertia === undefined ? {} : { inertia }),
  }));
  const tree = createTree(links as unknown as Parameters<typeof createTree>[0]);
  const coordinates = new Float64Array(tree.coordinateCount);
  // Unit quaternions.
  for (const { type, coordinate } of tree.links) if (COORDINATES[type] >= 4) coordinates[coordinate + COORDINATES[type] - 1] = 1;
  tree.place(coordinates);
  const n = tree.speedCount;
  const matrix = new Float64Array(n * n);
  createTreeDynamics(tree).massMatrix(matrix);
  for (const { name, type, speed } of tree.links)
    for (let k = speed; k < speed + SPEEDS[type]; k++) matrix[k * n + k] += armatures.get(name) ?? 0;
  const factor = cholesky(matrix, n);
  return (body) => {
    const k = tree.links.find(({ name }) => name === body)?.speed ?? 0;
    return { own: matrix[k * n + k], free: 1 / inverseEntry(factor, n, k) };
  };
}

/** L with L L^T = matrix. */
function cholesky(matrix: Float64Array, n: number): Float64Array {
  const factor = Float64Array.from(matrix);
  for (let j = 0; j < n; j++)
    for (let i = j; i < n; i++) {
      let sum = factor[i * n + j];
      for (let k = 0; k < j; k++) sum -= factor[i * n + k] * factor[j * n + k];
      factor[i * n + j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / factor[j * n + j];
    }
  return factor;
}

/** Entry k k of the inverse: the square of L^-1 e_k. */
function inverseEntry(factor: Float64Array, n: number, k: number): number {
  const column = new Float64Array(n);
  let square = 0;
  for (let i = k; i < n; i++) {
    let sum = i === k ? 1 : 0;
    for (let j = k; j < i; j++) sum -= factor[i * n + j] * column[j];
    column[i] = sum / factor[i * n + i];
    square += column[i] * column[i];
  }
  return square;
}
