/**
 * What the loop tells to those who follow its derivatives, and what these leave behind.
 */

import type { ImpactEdgeKind } from "../../../impact/derivatives/quantities.js";
import type { ClosedContact } from "../../contact/closed-contact.js";
import type { Touch } from "../../contact/touch.js";
import type { ResolvedImpact } from "../../impacts/resolve-impacts.js";
import type { Cluster } from "../cluster.js";
import type { GapShare } from "../cluster-watch.js";
import type { Run } from "../run.js";
import type { State } from "./frozen.js";

/** Told by the loop as it goes. */
export interface TangentHooks {
  /** A cluster begins to move from the present state, or to sleep. */
  begin(run: Run, cluster: Cluster): void;
  /** The motion of a cluster ends at the present time. */
  end(run: Run, cluster: Cluster): void;
  /** A gap between clusters that move is smallest at a state, at or after the present one, and not closed. */
  missed(gap: readonly GapShare[], clusters: readonly Cluster[], state: State): void;
  /** Clusters that have ended are about to be settled. */
  settling(run: Run, clusters: readonly Cluster[]): void;
  /** Impacts, in order. */
  impacts(impacts: readonly ResolvedImpact[]): void;
  /** The state was brought onto touches; along the surface too where `holds`. */
  projected(run: Run, touches: readonly Touch[], holds: (i: number) => boolean): void;
  /** Something was done that has no derivative. */
  breakOff(time: number, reason: string): void;
  /** They are settled: contacts and clusters as they are now. */
  settled(run: Run, clusters: readonly Cluster[], closed: readonly ClosedContact[]): void;
  /** What is settled now is settled at a time that does not depend on the state: the beginning. */
  fixed: boolean;
}

/** How near a run is to one in which something else happens. */
export interface RunEdge {
  /** Place in the list of events, of the one it belongs to, or that it would take. */
  readonly event: number;
  /** s. */
  readonly time: number;
  /** What would happen otherwise. */
  readonly kind: EdgeKind | ImpactEdgeKind;
  /** Derivatives are the same on both sides of it. */
  readonly smooth?: boolean | undefined;
  /** By how much the parameter of each column may change, about, before it does; infinite where it has nothing to do with it. */
  readonly distances: Float64Array;
  /** Of columns for which there is no derivative beyond it. */
  readonly none?: readonly boolean[] | undefined;
}

/** What another thing happens at an edge; inside an impact those of its law. */
export type EdgeKind =
  /** The bodies hardly approach: without the hit; or all but touch as they pass: with one. */
  | "grazing"
  /** Two events in the other order, or hits not at once. */
  | "tie"
  /** A contact that sticks could slip, or the other way round. */
  | "friction-limit"
  /** One bounce more or fewer would be followed. */
  | "last-bounce"
  /** The law of an impact is at the limit between two ways. */
  | "impact-limit"
  /** The material is at the end of its range. */
  | "end-of-range"
  /** Something was computed in a way that has no derivative. */
  | "no-derivative";

/** What is known of one event: derivatives by each column. */
export interface TangentEvent {
  /** Of its time, s per unit of the parameter. */
  readonly shift: Float64Array;
  /** Only of impacts: of what is recorded of each contact, by column; values one after the other. */
  readonly impact?: ImpactEventTangents;
}

/** For each column, three numbers for each contact, taken at the event. */
export interface ImpactEventTangents {
  /** m. */
  readonly point: readonly Float64Array[];
  /** A unit vector. */
  readonly normal: readonly Float64Array[];
  /** m/s, contact components. */
  readonly velocityBefore: readonly Float64Array[];
  /** m/s, contact components. */
  readonly velocityAfter: readonly Float64Array[];
  /** N s, contact components. */
  readonly impulse: readonly Float64Array[];
  /** N s, world axes. */
  readonly worldImpulse: readonly Float64Array[];
}

/** The derivatives of a run, as they are now. */
export interface RunTangents {
  /** Coordinates per unit of the parameter, column by column. Not to be written to. */
  readonly coordinates: readonly Float64Array[];
  /** Speeds per unit of the parameter, column by column. Not to be written to. */
  readonly speeds: readonly Float64Array[];
  /** In the order of the events that were told. */
  readonly events: readonly TangentEvent[];
  /** What is near. */
  readonly edges: readonly RunEdge[];
  /** Derivatives of coordinates and speeds at the times asked for, in their order, as far as they were reached. */
  readonly samples: readonly { readonly coordinates: readonly Float64Array[]; readonly speeds: readonly Float64Array[] }[];
  /** From when on there are no derivatives, and why. */
  readonly broken: { readonly time: number; readonly reason: string } | undefined;
}
