/**
 * Which parts of a system move together: the clusters that closed contacts join, and the pairs within and between them.
 */
import type { ClosedContact } from "../contact/closed-contact.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { joinedParts, numbersTo, partsOf, partsOfPair } from "../system/parts.js";
import type { Cluster, ClusterPool, FollowState } from "./cluster.js";

export interface Clusters {
  /** All clusters. */
  readonly all: readonly Cluster[];
  /** Pairs whose parts are in different clusters. */
  readonly pairsBetween: readonly number[];
  /** The cluster that each part is in. */
  readonly clusterOf: readonly Cluster[];
  /** The clusters that meet at a pair of different clusters. */
  clustersAt(pair: number): readonly Cluster[];
  /** Pairs all of whose parts are among some. */
  pairsWithin(parts: readonly number[]): readonly number[];
  /** Makes clusters of some parts, which are whole clusters now, as closed contacts join them. */
  regroup(parts: readonly number[], closed: readonly ClosedContact[]): Cluster[];
  /** Lets others move some parts, which are whole clusters now, until they are grouped anew. They must not meet the rest. */
  lend(parts: readonly number[], follow: FollowState): void;
}

export function createClusters(system: MechanicalSystem, pool: ClusterPool): Clusters {
  const everyPair = numbersTo(system.pairs.length);
  const pairParts = everyPair.map((pair) => partsOfPair(system, pair));
  /** Pairs of one part with what does not move, by part. */
  const pairsAlone = partsOf(system).map((_, part) => everyPair.filter((pair) => pairParts[pair].every((other) => other === part)));
  const clusterOf: Cluster[] = [];
  const pairClusters: Cluster[][] = [];
  let all: Cluster[] = [];
  let pairsBetween: number[] = [];

  function pairsWithin(parts: readonly number[]): readonly number[] {
    if (parts.length === 1) return pairsAlone[parts[0]];
    const isIn = new Set(parts);
    return everyPair.filter((pair) => pairParts[pair].every((part) => isIn.has(part)));
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
    for (const cluster of made) for (const part of cluster.parts) clusterOf[part] = cluster;
    all = [...all.filter((cluster) => !old.has(cluster)), ...made];
    pairsBetween = everyPair.filter((pair) => pairParts[pair].some((part) => clusterOf[part] !== clusterOf[pairParts[pair][0]]));
    for (const pair of pairsBetween) pairClusters[pair] = [...new Set(pairParts[pair].map((part) => clusterOf[part]))];
    return made;
  }

  return {
    get all() {
      return all;
    },
    get pairsBetween() {
      return pairsBetween;
    },
    clusterOf,
    clustersAt: (pair) => pairClusters[pair],
    pairsWithin,
    regroup,
    lend,
  };
}
