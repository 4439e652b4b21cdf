/**
 * What hangs together through places where bodies touch or may touch: islands. The ground joins nothing. Their order, and the order within
 * them, is that of the scene.
 */
import { apartAtLeast } from "./apart.js";
import { isOwnPair, quickenedBy, WIDER } from "./broad-phase.js";
import { islandOf } from "./island-of.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** Bodies by islands: a forest in an array, each root the smallest number of its tree. */
export function unite(roots: Int32Array, a: number, b: number): void {
  const first = rootOf(roots, a);
  const second = rootOf(roots, b);
  if (first < second) roots[second] = first;
  else roots[first] = second;
}

export function rootOf(roots: Int32Array, body: number): number {
  let at = body;
  while (roots[at] !== at) {
    roots[at] = roots[roots[at]];
    at = roots[at];
  }
  return at;
}

/** Each of these bodies by itself. */
export function separate(roots: Int32Array, bodies: readonly number[]): void {
  for (const body of bodies) roots[body] = body;
}

/** Nothing has been hit, but for what the frame has shown to be quick. */
function beginHits({ roots, leads, hurry, reached, passed }: RunState, { bodies }: Island, span: number): void {
  for (const body of bodies) {
    leads[body] = rootOf(roots, body);
    hurry[body] = 0;
    reached[body] = span;
  }
  for (const body of bodies) {
    const lead = leads[body];
    hurry[lead] = Math.max(hurry[lead], passed.quickness[body]);
    if (hurry[lead] > 0) reached[lead] = 0;
  }
}

/**
 * Whether a pair may meet within a span, and what that makes of both: as fast as the pair approaches, from the time on at which it may
 * have met. True where anything is another than it was.
 */
function spreadHit(run: RunState, pair: number, span: number): boolean {
  const { surfaces, leads, hurry, reached, clear, approach, joined, roots, tolerances } = run;
  const body = surfaces.bodies[2 * pair];
  const other = surfaces.bodies[2 * pair + 1];
  const first = leads[body];
  const second = other === GROUND ? first : leads[other];
  const from = Math.min(reached[first], reached[second]);
  const slow = approach[pair];
  const fast = Math.max(slow, hurry[first], hurry[second]);
  const quickened = quickenedBy(run, span, pair);
  const way = clear[pair] - 2 * tolerances.gapTolerance;
  const unhurried = WIDER * from * (slow + quickened);
  if (way > unhurried + WIDER * (span - from) * (fast + quickened)) return false;
  const isNew = joined[pair] === 0;
  joined[pair] = 1;
  // The ground makes nothing faster.
  if (other === GROUND) return false;
  if (isNew) unite(roots, body, other);
  const isHurried = way > unhurried;
  const time = isHurried ? from + (way - unhurried) / (WIDER * (fast + quickened)) : way > 0 ? (from * way) / unhurried : 0;
  // What has met passes on all that either has come to be known for.
  const speed = isHurried || from === 0 || !isNew ? fast : slow;
  const isFirstHit = hit(run, first, time, speed);
  return hit(run, second, time, speed) || isFirstHit || isNew;
}

/** A body may have been hit by a time by what approached so fast. True where it was not known to be. */
function hit({ hurry, reached }: RunState, body: number, time: number, speed: number): boolean {
  const isAnother = speed > hurry[body] || time < reached[body];
  hurry[body] = Math.max(hurry[body], speed);
  reached[body] = Math.min(reached[body], time);
  return isAnother;
}

/**
 * The islands within an island over a shorter time, or from a later state on; the island itself where it does not fall apart.
 *
 * Until something hits it a body goes as it goes. From then on it may be as fast as what hit it, and is on its way to hit others: so what
 * is apart from a fall of dominoes stays apart until the fall can have come there. Where bodies become faster than that the frame is taken
 * again (passed-over.ts). And a hit may turn the joints of a mechanism anywhere: where one may be hit, all that it can touch by itself is
 * looked at.
 */
export function splitIsland(run: RunState, island: Island, span: number): readonly Island[] {
  const { system, surfaces, coordinates, speeds, roots, members, clear, approach, joined, nodes } = run;
  const { pairs } = island;
  separate(roots, island.bodies);
  for (const part of island.parts) for (const body of members[part]) unite(roots, body, members[part][0]);
  beginHits(run, island, span);
  for (const pair of pairs) {
    clear[pair] = apartAtLeast(run, pair);
    approach[pair] = system.approachBound(pair, speeds, coordinates);
    joined[pair] = 0;
  }
  // There and back: hits spread along either order of the bodies in one pass.
  for (let changed = true, pass = 0; changed; pass += 1) {
    changed = false;
    for (let k = 0; k < pairs.length; k += 1) changed = spreadHit(run, pairs[pass % 2 === 0 ? k : pairs.length - 1 - k], span) || changed;
  }
  const isHit = new Set<number>();
  if (island.linked.length > 0) for (const pair of pairs) if (joined[pair] === 1) isHit.add(rootOf(roots, surfaces.bodies[2 * pair]));
  const near = pairs.filter((pair) => joined[pair] === 1 || (isOwnPair(run, pair) && isHit.has(rootOf(roots, surfaces.bodies[2 * pair]))));
  const first = rootOf(roots, island.bodies[0]);
  if (near.length > 0 && island.bodies.every((body) => rootOf(roots, body) === first)) return [island];
  const islands = new Map<number, { bodies: number[]; rigid: number[]; linked: number[]; parts: number[]; pairs: number[] }>();
  const membersOf = (body: number) => {
    const root = rootOf(roots, body);
    const found = islands.get(root) ?? { bodies: [], rigid: [], linked: [], parts: [], pairs: [] };
    islands.set(root, found);
    return found;
  };
  for (const body of island.bodies) {
    const { bodies, rigid, linked } = membersOf(body);
    bodies.push(body);
    (body < nodes.bodyCount ? rigid : linked).push(body);
  }
  for (const part of island.parts) membersOf(members[part][0]).parts.push(part);
  for (const pair of near) membersOf(surfaces.bodies[2 * pair]).pairs.push(pair);
  return Array.from(islands.values(), (members) => islandOf(members, members.pairs));
}
