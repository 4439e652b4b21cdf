/** What changes next: the smallest part of the step at which a node touches or parts, or friction reaches its cone. */
import { quadraticRoots } from "../../../math/polynomial.js";
import { dot, type Vec3 } from "../../../math/vec3.js";
import { forceScale, type GripState, gapAt, type Scene, TABLE } from "../state.js";
import { along, at, type Contact, NO_FORCE, NO_GAP } from "./contacts.js";
import type { Rates } from "./rates.js";

/** Parts of a step closer than this are the same instant. */
export const SAME = 1e-9;

export interface Event {
  /** Of the whole step, from now. */
  readonly part: number;
  readonly changes: readonly { readonly contact: Contact; readonly what: "touch" | "part" | "slip" }[];
}

export function nextEvent(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  rates: Rates,
  motion: readonly Vec3[],
  most: number,
): Event {
  const found: { part: number; contact: Contact; what: "touch" | "part" | "slip" }[] = [];
  const add = (part: number, contact: Contact, what: "touch" | "part" | "slip") => {
    if (part >= 0 && part < most) found.push({ part, contact, what });
  };
  const normal = new Float64Array(3);
  const scale = forceScale(scene);
  contacts.forEach((contact, k) => {
    gapAt(scene, state.centres, contact.obstacle, state.position, contact.node, normal);
    const f = at(state.force, contact.node);
    const rate = at(rates.force, k);
    const push = along(f, normal);
    const pushRate = along(rate, normal);
    if (push > NO_FORCE * scale && pushRate < 0) add(-push / pushRate, contact, "part");
    if (contact.slips || push <= NO_FORCE * scale) return;
    const factor = 1 + scene.friction[contact.obstacle] * scene.friction[contact.obstacle];
    const roots = quadraticRoots(
      dot(rate, rate) - factor * pushRate * pushRate,
      2 * (dot(f, rate) - factor * push * pushRate),
      dot(f, f) - factor * push * push,
    );
    // Where it goes out, not where it comes in from the cone on which it may stand.
    const square = dot(rate, rate) - factor * pushRate * pushRate;
    const slope = dot(f, rate) - factor * push * pushRate;
    const first = roots.find((root) => root > SAME && slope + square * root > 0 && push + root * pushRate > 0);
    if (first !== undefined) add(first, contact, "slip");
  });

  const isContact = new Uint8Array(state.obstacle.length);
  for (const { node } of contacts) isContact[node] = 1;
  for (let node = 0; node < state.obstacle.length; node++) {
    if (isContact[node] === 1) continue;
    const rate = at(rates.position, node);
    for (let which = scene.hasTable ? TABLE : 1; which <= state.centres.length; which++) {
      const contact: Contact = { node, obstacle: which, slips: false, changes: 0 };
      const gap = gapAt(scene, state.centres, which, state.position, node, normal);
      const relative: Vec3 =
        which === TABLE ? rate : [rate[0] - motion[which - 1][0], rate[1] - motion[which - 1][1], rate[2] - motion[which - 1][2]];
      const closing = along(relative, normal);
      if (gap <= NO_GAP * scene.body.size) {
        if (closing < -1e-9 * scene.body.size) add(0, contact, "touch");
      } else if (which === TABLE) {
        if (closing < 0) add(-gap / closing, contact, "touch");
      } else {
        const radius = scene.radii[which - 1];
        const from: Vec3 = [normal[0] * (gap + radius), normal[1] * (gap + radius), normal[2] * (gap + radius)];
        const touches = quadraticRoots(dot(relative, relative), 2 * dot(from, relative), (gap + 2 * radius) * gap).find((root) => root > 0);
        if (touches !== undefined) add(touches, contact, "touch");
      }
    }
  }
  const part = found.reduce((least, event) => Math.min(least, event.part), most);
  return { part, changes: found.filter((event) => event.part <= part + SAME) };
}
