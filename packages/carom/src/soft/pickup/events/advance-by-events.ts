/**
 * A step of the fingers followed from event to event: the scheme of the source.
 *
 * Between events it is known which nodes touch and which of those slip, and everything is affine in the part s of the step but for the curvature of fingers and the turning of slip directions:
 *
 *     sticking node  x' = v of its obstacle            sliding node  x' = v - d' t,  t direction of its friction
 *     table   (t - mu n) . f' = 0                      finger   (t - mu n) . f' + (1 + mu^2) (f . n) d' / R = 0
 *
 * one linear equation for each sliding node. The smallest s at which something changes wins:
 *
 *     A  a node touches an obstacle          B  a push falls to zero          C  friction reaches the cone          D  a slip rate turns negative: the node sticks
 *
 * At the end of each stretch the finite equations of slip (slip-system.ts) put the sliding nodes back on their obstacle and their forces on the cone, with the slip along the trial force of the
 * stretch. Near the tip of the cone a direction may have to turn farther than that, and the equations have no root with friction against the slip; such a stretch ends by Coulomb's law with a direction
 * that turns, which is an implicit increment, and is counted. Where modes change without end at one instant (the destabilising last term of a small finger can do that), the rest of the step is
 * made so.
 *
 * Letters: v motion of the obstacle over the step, d' slip rate, n normal.  Source: 000 section 6.2.3, Algorithm 7; the rate form and the root are ours.
 */
import type { Vec3 } from "../../../math/vec3.js";
import { type Advance, advance, between, booked, joined } from "../advance.js";
import { type HeldNodes, holdNodes } from "../held.js";
import { increment } from "../increment.js";
import type { GripState, Placement, Scene } from "../state.js";
import { type Contact, touching } from "./contacts.js";
import { nextEvent, SAME } from "./next-event.js";
import { ratesOf } from "./rates.js";
import { stretch } from "./stretch.js";

/** Events without progress before the scheme gives up. */
const MOST_AT_ONCE = 60;
const MOST_EVENTS = 2000;

export function advanceByEvents(scene: Scene, before: GripState, target: Placement): Advance | undefined {
  const motion = target.centres.map((centre, i): Vec3 => {
    const start = before.centres[i];
    return [centre[0] - start[0], centre[1] - start[1], centre[2] - start[2]];
  });
  let state = before;
  let contacts = touching(scene, before);
  let held: HeldNodes | undefined;
  let done: Advance | undefined;
  let part = 0;
  let atOnce = 0;
  for (let count = 0; part < 1 && count < MOST_EVENTS; count++) {
    if (held === undefined || !sameNodes(held, contacts))
      held = holdNodes(
        scene.body,
        contacts.map(({ node }) => node),
      );
    if (held === undefined || atOnce > MOST_AT_ONCE) break;
    const rates = ratesOf(scene, state, contacts, held, motion, target, before);
    if (rates === undefined) break;
    if (rates.changed) {
      contacts = contacts.filter((contact) => !rates.gone.has(contact));
      atOnce++;
      continue;
    }
    const event = nextEvent(scene, state, contacts, rates, motion, 1 - part);
    if (event.part > 0) {
      const end = part + event.part > 1 - SAME ? 1 : part + event.part;
      const placement = between(before, target, end);
      const byRoot = stretch(scene, state, contacts, held, placement, rates, event.part);
      const next = byRoot ?? increment(scene, state, placement)?.state;
      if (next === undefined) break;
      const books: Advance = { ...booked(scene, state, next), rounds: 1, fallbacks: byRoot === undefined ? 1 : 0 };
      if (byRoot === undefined) contacts = touching(scene, next);
      done = done === undefined ? books : joined(done, books);
      state = next;
      if (event.part > SAME) {
        atOnce = 0;
        for (const contact of contacts) contact.changes = 0;
      }
      part = end;
    }
    atOnce++;
    for (const { contact, what } of event.changes) {
      if (what === "touch") contacts.push(contact);
      else if (what === "slip") contact.slips = true;
      else contacts = contacts.filter((each) => each !== contact);
    }
  }
  if (part < 1) {
    const rest = advance(scene, state, target);
    if (rest === undefined) return undefined;
    const counted = { ...rest, fallbacks: 1 };
    return done === undefined ? counted : joined(done, counted);
  }
  return done;
}

function sameNodes({ nodes }: HeldNodes, contacts: readonly Contact[]): boolean {
  return nodes.length === contacts.length && contacts.every(({ node }, i) => nodes[i] === node);
}
