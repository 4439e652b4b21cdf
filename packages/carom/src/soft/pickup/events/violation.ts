/**
 * Where on a stretch the first event comes, seen from its end: rates are linear and the ways are not, so a state at the time of the next
 * event by its rates may lie a little beyond that or another one.
 *
 * Every condition that may fail is a number that must not be negative: distance of nodes apart, push, and what a sticking node's friction
 * is short of its cone.
 */
import { norm } from "../../../math/vec3.js";
import { forceScale, type GripState, gapAt, hasForce, isPresent, type Scene } from "../state.js";
import { across, along, type Contact, forceAt, NO_FORCE, NO_GAP } from "./contacts.js";

/** Of the push: friction beyond its cone by more than this is a violation; closer to it than AT_CONE a node may begin to slip. */
const BEYOND_CONE = 5e-11;

/** Part of the stretch at which the first condition fails, by the straight line between its ends; undefined: all hold. */
export function firstViolation(scene: Scene, contacts: readonly Contact[], start: GripState, end: GripState): number | undefined {
  let first: number | undefined;
  const note = (before: number, after: number, tolerance: number) => {
    if (after >= -tolerance) return;
    const part = before > 0 ? before / (before - after) : 0;
    if (first === undefined || part < first) first = part;
  };
  const normal = new Float64Array(3);
  const scale = forceScale(scene);
  const least = NO_FORCE * scale;
  for (const contact of contacts) {
    const margins = [start, end].map((state) => {
      gapAt(scene, state.centres, contact.obstacle, state.position, contact.node, normal);
      const f = forceAt(state, contact);
      const push = along(f, normal);
      return { push, friction: scene.friction[contact.obstacle] * push - norm(across(f, normal)) };
    });
    note(margins[0].push, margins[1].push, least);
    if (!contact.slips) note(margins[0].friction, margins[1].friction, Math.max(least, BEYOND_CONE * Math.min(margins[1].push, scale)));
  }
  const nodes = end.position.length / 3;
  for (let contact = 0; 3 * contact < end.force.length; contact++) {
    const node = contact % nodes;
    const obstacle = (contact - node) / nodes;
    if (!isPresent(scene, end.centres, obstacle) || hasForce(end.force, contact)) continue;
    const after = gapAt(scene, end.centres, obstacle, end.position, node, normal);
    if (after < 0) note(gapAt(scene, start.centres, obstacle, start.position, node, normal), after, NO_GAP * scene.body.size);
  }
  return first;
}
