/** Contacts between events: which nodes touch what, and whether they slip; and how closely. */
import { norm, type Vec3 } from "../../../math/vec3.js";
import { forceScale, type GripState, gapAt, type Scene, TABLE } from "../state.js";

export interface Contact {
  readonly node: number;
  readonly obstacle: number;
  slips: boolean;
  /** Changes of mode at the present instant. */
  changes: number;
}

/** Of the weight: a force below this is none. */
export const NO_FORCE = 1e-11;
/** Of the body's size: a gap below this is contact. */
export const NO_GAP = 1e-10;
/** Of the push: friction this close to the cone is on it. */
export const AT_CONE = 1e-9;

/** Nodes that touch at the start of a step; those without a force stick until it is known where it goes. */
export function touching(scene: Scene, state: GripState): Contact[] {
  const contacts: Contact[] = [];
  const { position, centres } = state;
  const normal = new Float64Array(3);
  for (let obstacle = scene.hasTable ? TABLE : 1; obstacle <= centres.length; obstacle++)
    for (let node = 0; 3 * node < position.length; node++) {
      const gap = gapAt(scene, centres, obstacle, position, node, normal);
      const f = forceAt(state, { node, obstacle });
      const pushed = norm(f) > NO_FORCE * forceScale(scene);
      if (pushed || gap <= NO_GAP * scene.body.size)
        contacts.push({ node, obstacle, slips: pushed && onCone(f, normal, scene.friction[obstacle]), changes: 0 });
    }
  return contacts;
}

export const forceAt = ({ force, position }: GripState, { node, obstacle }: Pick<Contact, "node" | "obstacle">): Vec3 =>
  at(force, obstacle * (position.length / 3) + node);

export const at = (from: ArrayLike<number>, node: number): Vec3 => [from[3 * node], from[3 * node + 1], from[3 * node + 2]];

export function across(f: Vec3, normal: ArrayLike<number>): Vec3 {
  const push = f[0] * normal[0] + f[1] * normal[1] + f[2] * normal[2];
  return [f[0] - push * normal[0], f[1] - push * normal[1], f[2] - push * normal[2]];
}

export const along = (f: Vec3, normal: ArrayLike<number>): number => f[0] * normal[0] + f[1] * normal[1] + f[2] * normal[2];

function onCone(f: Vec3, normal: ArrayLike<number>, friction: number): boolean {
  return norm(across(f, normal)) >= friction * along(f, normal) * (1 - AT_CONE);
}
