/**
 * A run of the simulation: the state that moves, the clusters it is made of, and the books that are kept about it. The files beside this
 * one move it.
 */
import { InvalidInputError } from "../../errors.js";
import { type ChooseModes, createModeChoice } from "../contact/choose-modes.js";
import type { ClosedContact } from "../contact/closed-contact.js";
import { type FeatureTable, featureTableOf } from "../contact/find-touches.js";
import { type Findings, noFindings } from "../contact/findings.js";
import { createProjection, type Projection } from "../contact/projection.js";
import { type SimulationTolerances, type Thresholds, thresholdsOf } from "../contact/tolerances.js";
import type { ImpactChoice } from "../impacts/resolve-impacts.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { numbersTo, partsOf } from "../system/parts.js";
import { type ClusterMotion, createClusterMotion } from "./cluster-motion.js";
import type { WatchSources } from "./cluster-watch.js";
import { type Clusters, createClusters } from "./clusters.js";
import type { Crowding } from "./crowding.js";
import { createEventPace, type EventPace } from "./event-pace.js";
import type { Checkpoint, SimulationOptions, SimulationStatus } from "./interface.js";
import { energyOf, type Ledger, ledgerFrom } from "./ledger.js";
import { createNextEvents, type NextEvents } from "./next-events.js";
import { createTangents, type GrowingTangents } from "./tangents/tangents.js";

export interface Run {
  readonly system: MechanicalSystem;
  readonly tolerances: SimulationTolerances;
  readonly thresholds: Thresholds;
  readonly impact: ImpactChoice;
  /** s. */
  time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  status: SimulationStatus;
  readonly ledger: Ledger;
  readonly pace: EventPace;
  /** Done so far, for `mostWork`. */
  work: number;
  readonly features: FeatureTable;
  /** Keys of features that touch and are going to leave. */
  readonly departing: Set<string>;
  readonly motion: ClusterMotion;
  readonly clusters: Clusters;
  readonly chooseModes: ChooseModes;
  readonly projection: Projection;
  readonly nextEvents: NextEvents;
  /** All parts. */
  readonly everything: readonly number[];
  /** Whether the clusters move, and the ledger still lacks what they have lost and got. */
  underWay: boolean;
  /** By the last event. */
  findings: Findings;
  /** The last step of any cluster, and the longest that one may take after a large projection, s. */
  lastStep: number;
  longestStep: number;
  /** Looks whether events come too fast. Absent: they may. */
  crowding?: Crowding;
  /** Follows derivatives. Absent: nobody asked for them. */
  readonly tangents?: GrowingTangents;
}

/** Where a run begins. */
export interface InitialState {
  readonly coordinates: ArrayLike<number>;
  readonly speeds: ArrayLike<number>;
  /** s. Default: 0. */
  readonly time?: number;
}

export function createRun(system: MechanicalSystem, initial: InitialState, options: SimulationOptions, resume?: Checkpoint): Run {
  const tolerances = tolerancesOf(system, options);
  const thresholds = thresholdsOf(tolerances);
  const time = resume?.time ?? initial.time ?? 0;
  const coordinates = Float64Array.from(resume?.coordinates ?? initial.coordinates);
  const speeds = Float64Array.from(resume?.speeds ?? initial.speeds);
  const ledger = ledgerFrom(resume?.ledger ?? [energyOf(system, time, coordinates, speeds), 0, 0, 0, 0]);
  const pace = createEventPace(time, resume?.recentEvents ?? 0);
  const features = featureTableOf(system);
  const departing = new Set<string>(resume?.departing ?? []);
  const motion = createClusterMotion(system, thresholds);
  const clusters = createClusters(system, motion);
  const everything = numbersTo(partsOf(system).length);
  clusters.regroup(everything, resume === undefined ? [] : closedFrom(resume, features));
  const tangents =
    options.tangents === undefined ? undefined : createTangents(system, options.tangents, { ...tolerances, impact: options.impact ?? {} });
  const missed: WatchSources["missed"] = (gap, near, at) => tangents?.missed(gap, near, { time: at, ...motion.present });
  return {
    system,
    tolerances,
    thresholds,
    impact: options.impact ?? {},
    time,
    coordinates,
    speeds,
    status: statusFrom(resume, tolerances),
    ledger,
    pace,
    work: resume?.work ?? 0,
    features,
    departing,
    motion,
    clusters,
    chooseModes: createModeChoice(system, thresholds),
    projection: createProjection(system),
    nextEvents: createNextEvents({
      system,
      features,
      motion,
      clusters,
      departing,
      thresholds,
      ...(tangents === undefined ? {} : { missed }),
    }),
    everything,
    underWay: false,
    findings: noFindings(),
    lastStep: Number.POSITIVE_INFINITY,
    longestStep: Number.POSITIVE_INFINITY,
    ...(tangents === undefined ? {} : { tangents }),
  };
}

/** Steps and events of a whole run, weighted by their contacts. */
export const MOST_WORK = 10_000_000;

function tolerancesOf(system: MechanicalSystem, options: SimulationOptions): SimulationTolerances {
  const tolerances = {
    contactSpeed: options.contactSpeed ?? 1e-4 * Math.sqrt(system.size),
    gapTolerance: options.gapTolerance ?? 1e-9 * system.size,
    relativeTolerance: options.relativeTolerance ?? 1e-10,
    mostEvents: options.mostEvents ?? 20_000,
    mostWork: options.mostWork ?? MOST_WORK,
    stepError: options.stepError ?? 1e-4,
    longestStep: options.longestStep ?? 0.01,
    shortestStep: options.shortestStep ?? 2e-4,
    penetration: options.penetration ?? 1e-3,
  };
  for (const [name, value] of Object.entries(tolerances))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(`options.${name}`, value, "is not positive");
  return tolerances;
}

/** A run that stopped at its work limit goes on where it may do more. */
function statusFrom(resume: Checkpoint | undefined, { mostWork }: SimulationTolerances): SimulationStatus {
  if (resume === undefined || (resume.status === "work-limit" && (resume.work ?? 0) < mostWork)) return "running";
  return resume.status;
}

function closedFrom({ closed }: Checkpoint, features: FeatureTable): ClosedContact[] {
  return closed.map(({ key, mode, direction }) => {
    const feature = features.withKey(key);
    if (feature === undefined) throw new InvalidInputError("closed", key, "is not a contact of this system");
    return { touch: features.touchFor(feature), mode, direction: [...direction], rested: false, locked: false, loose: false, twins: [] };
  });
}
