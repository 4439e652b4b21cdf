/** Which nodes touch what, and whether they stick or slip; a node that a finger presses on the table is there twice. */
import type { Vec3 } from "../../math/vec3.js";
import { ON_CONE, TOUCHING } from "./checks.js";
import { forceScale, type GripState, gapAt, hasForce, type Scene } from "./state.js";

export type ContactMode = "stick" | "slip";

export interface ContactNode {
  /** Place among the surface nodes. */
  readonly surfaceNode: number;
  /** 0 the table, 1 and 2 the fingers. */
  readonly obstacle: number;
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
    const mode = friction > scene.friction[obstacle] * push * (1 - ON_CONE) ? "slip" : "stick";
    map.push({ surfaceNode: node, obstacle, mode, normal: [n[0], n[1], n[2]], force: f, push, friction });
  }
  return map;
}

export interface ContactCounts {
  readonly stick: number;
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
