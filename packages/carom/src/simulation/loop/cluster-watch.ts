/**
 * A function to be watched along a stretch of clusters (first-events.ts), and what it is made from.
 */

import type { FeatureTable } from "../contact/find-touches.js";
import type { Thresholds } from "../contact/tolerances.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { Cluster, NoteFinding } from "./cluster.js";
import type { ClusterMotion } from "./cluster-motion.js";
import type { Watch } from "./first-events.js";

export interface ClusterWatch extends Watch {
  readonly note: NoteFinding;
}

export interface WatchSources {
  readonly system: MechanicalSystem;
  readonly features: FeatureTable;
  readonly motion: ClusterMotion;
  /** Keys of features that touch and are going to leave; those that have left are taken out. */
  readonly departing: Set<string>;
  readonly thresholds: Thresholds;
  /** Told of a gap that is smallest at a time at which these clusters are shown, and not closed. Default: nobody asks. */
  readonly missed?: (gap: readonly GapShare[], clusters: readonly Cluster[], time: number) => void;
}

/** A gap is that of a feature, or a weighted mean of two that are the same. */
export interface GapShare {
  readonly key: string;
  readonly share: number;
}

/** Of events at which there is nothing to find but the state itself. */
export const noFinding: NoteFinding = () => {};

/** Of the stretch, for rates by differences. */
const DIFFERENCE = 1e-6;

/** A value with its rate by differences, up to a factor. */
export function byDifferences(value: (time: number) => number, from: number, to: number): Required<Pick<Watch, "value" | "rate">> {
  const difference = DIFFERENCE * (to - from);
  return { value, rate: (time) => value(Math.min(to, time + difference)) - value(Math.max(from, time - difference)) };
}
