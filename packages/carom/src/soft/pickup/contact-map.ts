/** Which nodes touch what, and whether they stick or slip. */
import type { Vec3 } from "../../math/vec3.js";
import { ON_CONE, TOUCHING } from "./checks.js";
import { forceScale, type GripState, gapAt, type Scene } from "./state.js";

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
  const { force, position, obstacle, centres } = state;
  const least = TOUCHING * forceScale(scene);
  const n = new Float64Array(3);
  const map: ContactNode[] = [];
  for (let node = 0; node < obstacle.length; node++) {
    const which = obstacle[node];
    const f: Vec3 = [force[3 * node], force[3 * node + 1], force[3 * node + 2]];
    if (which < 0 || (f[0] === 0 && f[1] === 0 && f[2] === 0)) continue;
    gapAt(scene, centres, which, position, node, n);
    const push = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    if (!(push > least)) continue;
    const [x, y, z] = [0, 1, 2].map((i) => f[i] - push * n[i]);
    const friction = Math.sqrt(x * x + y * y + z * z);
    const mode = friction > scene.friction[which] * push * (1 - ON_CONE) ? "slip" : "stick";
    map.push({ surfaceNode: node, obstacle: which, mode, normal: [n[0], n[1], n[2]], force: f, push, friction });
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
