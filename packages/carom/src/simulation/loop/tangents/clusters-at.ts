/** Clusters at an instant, and where they go from there. */
import type { Direction, Lens } from "./columns.js";
import { createFrozen, type Frozen, type FrozenCluster, type FrozenEvaluator, type State } from "./frozen.js";

/** A cluster at an instant. */
export interface ClusterAt {
  readonly cluster: FrozenCluster;
  readonly at: Frozen;
}

export function evaluateClusters(evaluator: FrozenEvaluator, clusters: readonly FrozenCluster[], state: State): ClusterAt[] {
  return clusters.map((cluster) => {
    const at = createFrozen(cluster);
    evaluator.evaluate(cluster, state, at);
    return { cluster, at };
  });
}

/** The flow of time of some clusters, as a direction of the whole system. */
export function flowOf({ system }: Lens, clusters: readonly ClusterAt[]): Direction {
  const [coordinates, speeds] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const flow: Direction = { coordinates, speeds, time: 1, moved: [], masses: undefined };
  for (const { cluster, at } of clusters) {
    cluster.coordinates.forEach((place, k) => {
      flow.coordinates[place] = at.rates[k];
    });
    cluster.speeds.forEach((place, k) => {
      flow.speeds[place] = at.accelerations[k];
    });
  }
  return flow;
}
