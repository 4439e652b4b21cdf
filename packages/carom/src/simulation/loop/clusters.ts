/**
 * Which parts of a system move together: the clusters that closed contacts join, and the pairs within and between them.
 */
import type { ClosedContact } from "../contact/closed-contact.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { joinedParts, pairsByPart, partsOfPair } from "../system/parts.js";
import type { Cluster, ClusterPool, FollowState } from "./cluster.js";

export interface Clusters {
  /** All clusters. */
  readonly all: readonly Cluster[];
  /** Whether the parts of a pair are in different clusters. */
  isBetween(pair: number): boolean;
  /** The cluster that each part is in. */
  readonly clusterOf: readonly Cluster[];
  /** The clusters that meet at a pair of different clusters. */
  clustersAt(pair: number): readonly Cluster[];
  /** Pairs that a part belongs to, ascending. */
  pairsOf(part: number): readonly number[];
  /** Pairs all of whose parts are among some. */
  pairsWithin(parts: readonly number[]): readonly number[];
  /** Makes clusters of some parts, which are whole clusters now, as closed contacts join them. */
  regroup(parts: readonly number[], closed: readonly ClosedContact[]): Cluster[];
  /** Lets others move some parts, which are whole clusters now, until they are grouped anew. They must not meet the rest. */
  lend(parts: readonly number[], follow: FollowState): void;
}

export function createClusters(system: MechanicalSystem, pool: ClusterPool): Clusters {
  const pairsWith = pairsByPart(system);
  /** Pairs of one part with itself or with what does not move, by part. */
  const pairsAlone = pairsWith.map((pairs, part) => pairs.filter((pair) => partsOfPair(system, pair).every((other) => other === part)));
  const clusterOf: Cluster[] = [];
  /** The clusters at each pair, as long as neither is replaced. */
  const met: (readonly Cluster[] | undefined)[] = [];

  function pairsWithin(parts: readonly number[]): readonly number[] {
    if (parts.length === 1) return pairsAlone[parts[0]];
    const isIn = new Set(parts);
    const found = parts.flatMap((part) =>
      pairsWith[part].filter((pair) => {
        const own = partsOfPair(system, pair);
        return own[0] === part && own.every((other) => isIn.has(other));
      }),
    );
    return found.sort((a, b) => a - b);
  }

  function isBetween(pair: number): boolean {
    const parts = partsOfPair(system, pair);
    return parts.some((part) => clusterOf[part] !== clusterOf[parts[0]]);
  }

  function clustersAt(pair: number): readonly Cluster[] {
    const known = met[pair] ?? [...new Set(partsOfPair(system, pair).map((part) => clusterOf[part]))];
    met[pair] = known;
    return known;
  }

  function regroup(parts: readonly number[], closed: readonly ClosedContact[]): Cluster[] {
    const touches = closed.map(({ touch }) => touch);
    return replace(parts, () =>
      joinedParts(parts, touches).map((joined) => {
        const member = new Set(joined);
        return pool.create(
          joined,
          closed.filter(({ touch }) => member.has(touch.parts[0])),
        );
      }),
    );
  }

  function lend(parts: readonly number[], follow: FollowState): void {
    if (parts.length === 0) return;
    const [lent] = replace(parts, () => [pool.create(parts, [])]);
    lent.follow = follow;
    lent.asleep = true;
    lent.to = Number.POSITIVE_INFINITY;
  }

  function replace(parts: readonly number[], make: () => Cluster[]): Cluster[] {
    const old = new Set(parts.flatMap((part) => (clusterOf[part] === undefined ? [] : [clusterOf[part]])));
    for (const cluster of old) pool.release(cluster);
    const made = make();
    for (const cluster of made)
      for (const part of cluster.parts) {
        clusterOf[part] = cluster;
        for (const pair of pairsWith[part]) met[pair] = undefined;
      }
    clusters.all = [...clusters.all.filter((cluster) => !old.has(cluster)), ...made];
    return made;
  }

  const clusters = {
    all: [] as readonly Cluster[],
    clusterOf,
    isBetween,
    clustersAt,
    pairsOf: (part: number) => pairsWith[part],
    pairsWithin,
    regroup,
    lend,
  };
  return clusters;
}
