/**
 * Nodes between two obstacles: how the table and a finger share the force on a node that both touch.
 *
 * Where friction locks the node, one of the two holding it while it slides on the other, they can press against each other through it as
 * much as they like: any amount of self-stress satisfies every law, because both are rigid. Of those states the one with the least is
 * taken. The force of the obstacle on which the node slides is made smaller along its own ray, which keeps it on its cone, and the other
 * takes what is left, until that reaches its own cone.
 *
 * A finger that moves on may also find no state at all: between a table and a finger that open by less than the sum of both angles of
 * friction a node can slide on neither, and the finger cannot go on.
 */
import { atan2 } from "../../math/elementary.js";
import type { Vec3 } from "../../math/vec3.js";
import { ON_CONE } from "./checks.js";
import { insideCone } from "./cone.js";
import type { PickupWarning } from "./pickup-run.js";
import { type GripState, gapAt, hasForce, type Scene, TABLE } from "./state.js";

/** The same state with no more self-stress in shared nodes than they need. */
export function relieved(scene: Scene, state: GripState): GripState {
  const { position } = state;
  const nodes = position.length / 3;
  let force: Float64Array | undefined;
  for (let node = 0; node < nodes; node++) {
    const contacts = scene.friction.map((_, obstacle) => obstacle * nodes + node).filter((contact) => hasForce(state.force, contact));
    if (contacts.length !== 2) continue;
    force ??= state.force.slice();
    relieve(scene, state, node, contacts, force);
  }
  return force === undefined ? state : { ...state, force };
}

function relieve(
  scene: Scene,
  { position, centres, force }: GripState,
  node: number,
  contacts: readonly number[],
  out: Float64Array,
): void {
  const nodes = position.length / 3;
  const sides = contacts.map((contact) => {
    const obstacle = Math.floor(contact / nodes);
    const n = new Float64Array(3);
    gapAt(scene, centres, obstacle, position, node, n);
    const f: Vec3 = [force[3 * contact], force[3 * contact + 1], force[3 * contact + 2]];
    const push = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    const friction = Math.sqrt(Math.max(0, f[0] * f[0] + f[1] * f[1] + f[2] * f[2] - push * push));
    const normal: Vec3 = [n[0], n[1], n[2]];
    return { contact, f, normal, mu: scene.friction[obstacle], slips: friction > scene.friction[obstacle] * push * (1 - ON_CONE) };
  });
  // Two that slide leave nothing to choose; of two that stick the first, the table, is made smaller.
  const [less, other] = sides[1].slips ? [sides[1], sides[0]] : sides;
  if (other.slips) return;
  const whole: Vec3 = [less.f[0] + other.f[0], less.f[1] + other.f[1], less.f[2] + other.f[2]];
  const [part] = insideCone(whole, [-less.f[0], -less.f[1], -less.f[2]], other.normal, other.mu);
  if (!(part < 1)) return;
  for (let i = 0; i < 3; i++) {
    out[3 * less.contact + i] = part * less.f[i];
    out[3 * other.contact + i] = whole[i] - part * less.f[i];
  }
}

/** A node on the table that a finger on its way would wedge there. */
export function wedgedNode(scene: Scene, { force, position }: GripState, centres: readonly Vec3[]): PickupWarning | undefined {
  const normal = new Float64Array(3);
  for (let node = 0; 3 * node < position.length; node++) {
    if (!hasForce(force, node)) continue;
    for (let finger = 1; finger <= centres.length; finger++) {
      if (gapAt(scene, centres, finger, position, node, normal) > 0) continue;
      const opening = atan2(Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]), -normal[2]);
      const friction = atan2(scene.friction[TABLE], 1) + atan2(scene.friction[finger], 1);
      if (opening < friction)
        return {
          code: "wedge",
          message:
            `finger ${finger} wedges node ${scene.body.surface.nodes[node]} on the table: they open by ${degrees(opening)} there and ` +
            `friction holds up to ${degrees(friction)}, so the finger cannot go on; put it higher or take less friction`,
        };
    }
  }
  return undefined;
}

const degrees = (angle: number): string => `${((180 / Math.PI) * angle).toFixed(0)} degrees`;
