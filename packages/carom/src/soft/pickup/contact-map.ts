/** Which nodes touch what, and whether they stick or slip; a node that a finger presses on the table is there twice. */
import type { Vec3 } from "../../math/vec3.js";
import { ON_CONE, TOUCHING } from "./checks.js";
import { centreOf, forceScale, type GripState, gapAt, hasForce, type Scene } from "./state.js";

/** Whether a node holds where it is or slides. */
export type ContactMode = "stick" | "slip";

/** A node of the body's surface that touches the table or a finger. */
export interface ContactNode {
  /** Place among the surface nodes. */
  readonly surfaceNode: number;
  /** 0 the table, 1 and 2 the fingers. */
  readonly obstacle: number;
  /** Whether it holds or slides. */
  readonly mode: ContactMode;
  /** Into the body, unit. */
  readonly normal: Vec3;
  /** On the body, N. */
  readonly force: Vec3;
  /** Part of it along the normal, N. */
  readonly push: number;
  /** Length of its tangential part, N. */
  readonly friction: number;
}

/** All nodes that touch, with what they do. */
export function contactMap(scene: Scene, state: GripState): ContactNode[] {
  const { force, position, centres } = state;
  const nodes = position.length / 3;
  const least = TOUCHING * forceScale(scene);
  const n = new Float64Array(3);
  const map: ContactNode[] = [];
  for (let contact = 0; 3 * contact < force.length; contact++) {
    if (!hasForce(force, contact)) continue;
    const node = contact % nodes;
    const obstacle = (contact - node) / nodes;
    const f: Vec3 = [force[3 * contact], force[3 * contact + 1], force[3 * contact + 2]];
    gapAt(scene, centres, obstacle, position, node, n);
    const push = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    if (!(push > least)) continue;
    const [x, y, z] = [0, 1, 2].map((i) => f[i] - push * n[i]);
    const friction = Math.sqrt(x * x + y * y + z * z);
    const slides =
      friction > scene.friction[obstacle] * push * (1 - ON_CONE) && !(isShared(scene, force, node) && stays(state, contact, n));
    const mode = slides ? "slip" : "stick";
    map.push({ surfaceNode: node, obstacle, mode, normal: [n[0], n[1], n[2]], force: f, push, friction });
  }
  return map;
}

const isShared = ({ friction }: Scene, force: Float64Array, node: number): boolean =>
  friction.filter((_, obstacle) => hasForce(force, (obstacle * force.length) / (3 * friction.length) + node)).length > 1;

/** Of its place seen from the obstacle, m: a node that moves by less has not moved. */
const STAYS = 1e-12;

/** A node between two obstacles may be on the cone of one without sliding there (shared-node.ts): its motion tells. */
function stays({ position, centres, slipFrom }: GripState, contact: number, normal: Float64Array): boolean {
  if (slipFrom === undefined) return false;
  const node = contact % (position.length / 3);
  const centre = centreOf(centres, Math.floor((3 * contact) / position.length));
  const motion = [0, 1, 2].map((i) => position[3 * node + i] - centre[i] - slipFrom[3 * contact + i]);
  const along = motion[0] * normal[0] + motion[1] * normal[1] + motion[2] * normal[2];
  return motion.every((value, i) => Math.abs(value - along * normal[i]) < STAYS);
}

/** How many nodes touch. */
export interface ContactCounts {
  /** Of these, how many hold. */
  readonly stick: number;
  /** And how many slide. */
  readonly slip: number;
}

/** Of the table and of each finger. */
export function countContacts(map: readonly ContactNode[], obstacles: number): ContactCounts[] {
  return Array.from({ length: obstacles }, (_, which) => {
    const of = map.filter(({ obstacle }) => obstacle === which);
    const slip = of.filter(({ mode }) => mode === "slip").length;
    return { stick: of.length - slip, slip };
  });
}

/** Whether every finger has a node that sticks. */
export function everyFingerHolds(map: readonly ContactNode[], fingers: number): boolean {
  return countContacts(map, fingers + 1).every(({ stick }, which) => which === 0 || stick > 0);
}
