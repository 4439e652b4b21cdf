/** What changes next: the smallest part of the step at which a node touches or parts, or friction reaches its cone. */
import { quadraticRoots } from "../../../math/polynomial.js";
import { dot, type Vec3 } from "../../../math/vec3.js";
import { forceScale, type GripState, gapAt, type Scene, TABLE } from "../state.js";
import { along, at, type Contact, forceAt, NO_FORCE, NO_GAP } from "./contacts.js";
import type { Rates } from "./rates.js";

/** Parts of a step closer than this are the same instant. */
export const SAME = 1e-9;

export interface Event {
  /** At which something changes, of the whole step, from now. */
  readonly part: number;
  /** Contacts that begin now. */
  readonly touches: readonly Contact[];
}

export function nextEvent(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  rates: Rates,
  motion: readonly Vec3[],
  most: number,
): Event {
  const touches: Contact[] = [];
  let first = most;
  const add = (part: number) => {
    if (part < first) first = part;
  };
  const normal = new Float64Array(3);
  const scale = forceScale(scene);
  contacts.forEach((contact, k) => {
    gapAt(scene, state.centres, contact.obstacle, state.position, contact.node, normal);
    const f = forceAt(state, contact);
    const rate = at(rates.force, k);
    const push = along(f, normal);
    const pushRate = along(rate, normal);
    if (push > NO_FORCE * scale && pushRate < 0) add(-push / pushRate);
    if (contact.slips || push <= NO_FORCE * scale) return;
    const factor = 1 + scene.friction[contact.obstacle] * scene.friction[contact.obstacle];
    const square = dot(rate, rate) - factor * pushRate * pushRate;
    const slope = dot(f, rate) - factor * push * pushRate;
    const roots = quadraticRoots(square, 2 * slope, dot(f, f) - factor * push * push);
    // Where it goes out, not where it comes in from the cone on which it may stand.
    const leaves = roots.find((root) => root > SAME && slope + square * root > 0 && push + root * pushRate > 0);
    if (leaves !== undefined) add(leaves);
  });

  const isContact = new Set(contacts.map(({ node, obstacle }) => obstacle * state.position.length + node));
  for (let node = 0; 3 * node < state.position.length; node++) {
    const rate = at(rates.position, node);
    for (let which = scene.hasTable ? TABLE : 1; which <= state.centres.length; which++) {
      if (isContact.has(which * state.position.length + node)) continue;
      const gap = gapAt(scene, state.centres, which, state.position, node, normal);
      const relative: Vec3 =
        which === TABLE ? rate : [rate[0] - motion[which - 1][0], rate[1] - motion[which - 1][1], rate[2] - motion[which - 1][2]];
      const closing = along(relative, normal);
      if (gap <= NO_GAP * scene.body.size) {
        if (closing < -1e-9 * scene.body.size) touches.push({ node, obstacle: which, slips: false, changes: 0 });
      } else if (which === TABLE) {
        if (closing < 0) add(-gap / closing);
      } else {
        const radius = scene.radii[which - 1];
        const from: Vec3 = [normal[0] * (gap + radius), normal[1] * (gap + radius), normal[2] * (gap + radius)];
        const meets = quadraticRoots(dot(relative, relative), 2 * dot(from, relative), (gap + 2 * radius) * gap).find((root) => root > 0);
        if (meets !== undefined) add(meets);
      }
    }
  }
  return { part: first, touches };
}
