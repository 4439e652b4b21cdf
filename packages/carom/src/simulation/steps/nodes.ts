/**
 * What moves as one: bodies without joints, then mechanisms, each with its places in the arrays of the system. What the stepper remembers,
 * it remembers of these. Links that hang on the world by fixed joints alone cannot move: they are ground.
 */
import type { SceneMechanism, SceneSystem } from "../system/scene-system.js";
import { GROUND } from "./solver/problem.js";

/** Speeds and coordinates of a rigid body. */
const [BODY_SPEEDS, BODY_COORDINATES] = [6, 7];

export interface Nodes {
  readonly count: number;
  /** Of them, those that are bodies. */
  readonly bodyCount: number;
  /** Those that can move. */
  readonly mechanisms: readonly SceneMechanism[];
  /** Where the speeds and the coordinates of each begin; one more than there are nodes. */
  readonly speeds: Int32Array;
  readonly coordinates: Int32Array;
  /** Most speeds of a node, not below those of a body. */
  readonly widest: number;
  /** Sum of the squares of their numbers of speeds: the size of all blocks of the mass matrix. */
  readonly blocks: number;
  /** The part of each mechanism, as a list to ask the system with. */
  readonly parts: readonly (readonly number[])[];
  /** The node of each name of the system; GROUND of ground that is moved and of links that stand fast. */
  readonly owners: Int32Array;
  /** Of each speed: what makes it a velocity, 1 or a length, m. */
  readonly lengths: Float64Array;
}

export function nodesOf(system: SceneSystem): Nodes {
  const { names, size, parts = [], driven = [], speedCount } = system;
  const mechanisms = (system.mechanisms ?? []).filter(({ turns }) => turns.length > 0);
  const bodyCount = mechanisms.reduce((sum, { turns }) => sum - turns.length, speedCount - driven.length) / BODY_SPEEDS;
  const count = bodyCount + mechanisms.length;
  const speeds = new Int32Array(count + 1);
  const coordinates = new Int32Array(count + 1);
  const owners = Int32Array.from(names, (_, i) => (i < bodyCount ? i : GROUND));
  for (let node = 0; node < count; node += 1) {
    const part = node < bodyCount ? undefined : parts[mechanisms[node - bodyCount].part];
    speeds[node + 1] = speeds[node] + (part?.speeds.length ?? BODY_SPEEDS);
    coordinates[node + 1] = coordinates[node] + (part?.coordinates.length ?? BODY_COORDINATES);
    if (node >= bodyCount) for (const link of mechanisms[node - bodyCount].links) owners[link] = node;
  }
  const sizes = Array.from({ length: count }, (_, node) => speeds[node + 1] - speeds[node]);
  return {
    count,
    bodyCount,
    mechanisms,
    speeds,
    coordinates,
    widest: sizes.reduce((most, n) => Math.max(most, n), BODY_SPEEDS),
    blocks: sizes.reduce((sum, n) => sum + n * n, 0),
    parts: mechanisms.map(({ part }) => [part]),
    owners,
    lengths: Float64Array.from([
      ...Array.from({ length: BODY_SPEEDS * bodyCount }, (_, k) => (k % BODY_SPEEDS < 3 ? 1 : size)),
      ...mechanisms.flatMap(({ turns }) => turns.map((isTurn) => (isTurn ? size : 1))),
    ]),
  };
}

/** First and second node of each pair of surfaces; GROUND for what does not move, and for the second of two links of one mechanism. */
export function nodesOfPairs({ pairs, names }: SceneSystem, { owners }: Nodes): Int32Array {
  const places = new Map(names.map((name, i) => [name, owners[i]]));
  return Int32Array.from(
    pairs.flatMap(({ between }) => {
      const [first, second] = between.map((name) => places.get(name) ?? GROUND);
      if (first === second) return [first, GROUND];
      return first === GROUND ? [second, GROUND] : [first, second];
    }),
  );
}

/** Of each pair: which of its two is a link that stands fast, which only the system knows the place of; -1 where none is. */
export function postsOfPairs({ pairs, names, mechanisms = [] }: SceneSystem): Int8Array {
  const posts = new Set(mechanisms.filter(({ turns }) => turns.length === 0).flatMap(({ links }) => links.map((link) => names[link])));
  return Int8Array.from(pairs, ({ between }) => between.findIndex((name) => posts.has(name)));
}

/** How fast a node is, m/s: the centre of a body or the surface around it, whichever is more; the quickest joint of a mechanism. */
export function speedOf({ speeds: starts, bodyCount, lengths }: Nodes, speeds: Float64Array, node: number): number {
  const at = starts[node];
  if (node >= bodyCount) {
    let most = 0;
    for (let k = at; k < starts[node + 1]; k += 1) most = Math.max(most, lengths[k] * Math.abs(speeds[k]));
    return most;
  }
  const linear = speeds[at] * speeds[at] + speeds[at + 1] * speeds[at + 1] + speeds[at + 2] * speeds[at + 2];
  const angular = speeds[at + 3] * speeds[at + 3] + speeds[at + 4] * speeds[at + 4] + speeds[at + 5] * speeds[at + 5];
  return Math.max(Math.sqrt(linear), lengths[at + 3] * Math.sqrt(angular));
}
