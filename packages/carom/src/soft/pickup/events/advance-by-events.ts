/**
 * A step of the fingers followed from event to event: the scheme of the source.
 *
 * Between events it is known which nodes touch and which of those slip, and everything is affine in the part s of the step but for the
 * curvature of fingers and the turning of slip directions:
 *
 *     sticking node  x' = v of its obstacle            sliding node  x' = v - d' t,  t direction of its friction
 *     table   (t - mu n) . f' = 0                      finger   (t - mu n) . f' + (1 + mu^2) (f . n) d' / R = 0
 *
 * one linear equation for each sliding node. The smallest s at which something changes wins:
 *
 *     A  a node touches an obstacle          B  a push falls to zero          C  friction reaches the cone
 *     D  a slip rate turns negative: the node sticks
 *
 * At the end of each stretch the finite equations of slip hold: those of the source with the right root (slip-system.ts), and from there
 * Coulomb's law with directions that turn (turning-slip.ts), so that every accepted state obeys every law. A stretch that turns out to go
 * beyond an event is shortened until it does not (violation.ts); one that ends short of an event is followed by another, and these get
 * shorter so fast that the event is met to rounding in two or three.
 *
 * Where no such state is found, near the tip of the cone say, and where a node touches two obstacles, an implicit increment ends the
 * stretch and is counted. So it is with the rest of a step on which modes change without end at one instant (the destabilising last term of
 * a small finger can do that).
 *
 * Letters: v motion of the obstacle over the step, d' slip rate, n normal.  Source: 000 section 6.2.3, Algorithm 7; the rate form, the root
 * and the turning are ours.
 */
import type { Vec3 } from "../../../math/vec3.js";
import { type Advance, advance, between, booked, joined } from "../advance.js";
import { type HeldNodes, holdNodes } from "../held.js";
import { increment } from "../increment.js";
import type { GripState, Placement, Scene } from "../state.js";
import { type Contact, touching } from "./contacts.js";
import { nextEvent, SAME } from "./next-event.js";
import { type Rates, ratesOf } from "./rates.js";
import { type FixedModes, fixModes, stretch } from "./stretch.js";
import { firstViolation } from "./violation.js";

/** Events without progress before the scheme gives up. */
const MOST_AT_ONCE = 60;
const MOST_EVENTS = 2000;
/** Times that a stretch is made shorter, and the parts of it that it may be cut to. */
const MOST_SHORTER = 20;
const SHORTEST = 0.02;
const LONGEST = 0.98;

export function advanceByEvents(scene: Scene, before: GripState, target: Placement): Advance | undefined {
  const motion = target.centres.map((centre, i): Vec3 => {
    const start = before.centres[i];
    return [centre[0] - start[0], centre[1] - start[1], centre[2] - start[2]];
  });
  const added = { gravity: target.gravity - before.gravity, dead: target.dead - before.dead };
  let state = before;
  let contacts = touching(scene, before);
  let held: HeldNodes | undefined;
  let done: Advance | undefined;
  let part = 0;
  let atOnce = 0;
  for (let count = 0; part < 1 && count < MOST_EVENTS && atOnce < MOST_AT_ONCE; count++) {
    if (new Set(contacts.map(({ node }) => node)).size < contacts.length) break;
    if (held === undefined || !sameNodes(held, contacts))
      held = holdNodes(
        scene.body,
        contacts.map(({ node }) => node),
      );
    if (held === undefined) break;
    const rates = ratesOf(scene, state, contacts, held, motion, added);
    if (rates === undefined) break;
    atOnce++;
    if (rates.changed) {
      contacts = contacts.filter((contact) => !rates.gone.has(contact));
      continue;
    }
    const event = nextEvent(scene, state, contacts, rates, motion, 1 - part);
    if (event.touches.length > 0) {
      contacts.push(...event.touches);
      continue;
    }
    const to = (length: number) => between(before, target, part + length > 1 - SAME ? 1 : part + length);
    const lawful = lawfulStretch(scene, state, fixModes(contacts, held), rates, event.part, to);
    const next = lawful ?? { state: increment(scene, state, to(event.part))?.state, length: event.part };
    if (next.state === undefined) break;
    const books: Advance = { ...booked(scene, state, next.state), rounds: 1, fallbacks: lawful === undefined ? 1 : 0 };
    if (lawful === undefined) contacts = touching(scene, next.state);
    done = done === undefined ? books : joined(done, books);
    state = next.state;
    part = part + next.length > 1 - SAME ? 1 : part + next.length;
    if (next.length > SAME) {
      atOnce = 0;
      for (const contact of contacts) contact.changes = 0;
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

/** From a state to the next event by its rates, or as far towards it as every law holds; undefined: nowhere was found. */
function lawfulStretch(
  scene: Scene,
  state: GripState,
  modes: FixedModes,
  rates: Rates,
  longest: number,
  to: (length: number) => Placement,
): { readonly state: GripState; readonly length: number } | undefined {
  let length = longest;
  for (let shorter = 0; shorter < MOST_SHORTER; shorter++) {
    const slips = Array.from(rates.slip, (rate) => rate * length);
    const end = stretch(scene, state, modes, to(length), slips);
    const violated = end === undefined ? 0.5 : firstViolation(scene, modes.contacts, state, end);
    if (end !== undefined && violated === undefined) return { state: end, length };
    length *= Math.max(SHORTEST, Math.min(violated ?? 1, LONGEST));
  }
  return undefined;
}

function sameNodes({ nodes }: HeldNodes, contacts: readonly Contact[]): boolean {
  return nodes.length === contacts.length && contacts.every(({ node }, i) => nodes[i] === node);
}
