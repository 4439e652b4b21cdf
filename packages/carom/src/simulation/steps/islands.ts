/**
 * What hangs together through places where bodies touch or may touch: islands. The ground joins nothing. Their order, and the order within
 * them, is that of the scene.
 */
import { isOwnPair, marginFor } from "./broad-phase.js";
import { islandOf } from "./island-of.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** In place of a clearance: the pair may meet. */
const JOINED = Number.NEGATIVE_INFINITY;

/** Whether a pair was joined when an island was last split, by what is known of how far it was apart. */
export function isJoined(clearance: number): boolean {
  return clearance === JOINED;
}

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

/**
 * The islands within an island over a shorter time, or from a later state on; the island itself where it does not fall apart. A body that
 * may be hit may then be as fast as what hits it: so what comes near something fast counts as fast itself. Where that was not enough the
 * frame is taken again (passed-over.ts). And a hit may turn the joints of a mechanism anywhere: where one may be hit, all that it can touch
 * by itself is looked at.
 */
export function splitIsland(run: RunState, island: Island, span: number): readonly Island[] {
  const { system, surfaces, coordinates, speeds, roots, members, hurry, clear, nodes, passed } = run;
  separate(roots, island.bodies);
  for (const body of island.bodies) hurry[body] = passed.quickness[body];
  for (const part of island.parts) for (const body of members[part]) unite(roots, body, members[part][0]);
  for (const pair of island.pairs) clear[pair] = system.clearance(pair, coordinates);
  for (let changed = true; changed; ) {
    changed = false;
    for (const pair of island.pairs) {
      if (clear[pair] === JOINED) continue;
      const second = surfaces.bodies[2 * pair + 1];
      const one = rootOf(roots, surfaces.bodies[2 * pair]);
      const other = second === GROUND ? one : rootOf(roots, second);
      const speed = Math.max(hurry[one], hurry[other], system.approachBound(pair, speeds, coordinates));
      if (clear[pair] > marginFor(run, span, pair, speed)) continue;
      clear[pair] = JOINED;
      // The ground makes nothing faster.
      if (second === GROUND) continue;
      changed = true;
      unite(roots, one, other);
      hurry[Math.min(one, other)] = speed;
    }
  }
  const isHit = new Set<number>();
  if (island.linked.length > 0)
    for (const pair of island.pairs) if (clear[pair] === JOINED) isHit.add(rootOf(roots, surfaces.bodies[2 * pair]));
  const near = island.pairs.filter(
    (pair) => clear[pair] === JOINED || (isOwnPair(run, pair) && isHit.has(rootOf(roots, surfaces.bodies[2 * pair]))),
  );
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
