/**
 * A mechanical system in time: flight, impacts, contact that lasts, until the end or rest.
 *
 *     settle    impacts at what touches and approaches, then modes of what touches and stays, then the state brought onto these contacts
 *     stretch   each cluster of parts that contacts join moves with these modes frozen, in steps of its own
 *     event     the first that happens anywhere: a gap closes, a contact lifts off, sticks, slips, is loaded; what it concerns is settled
 *               again
 *
 * Nothing is skipped silently: a sequence of bounces is followed down to `contactSpeed` and closed by one impact without restitution, and
 * what was left out is reported; too many events in too little time, or too much work, end the run with its state.
 *
 * Everything that is needed to go on is in `checkpoint()`: a run resumed from there gives the same bits.
 *
 * Source: own study, hybrid simulation sections 2 to 7; 004 section 3.3.
 */
import { stopTurn } from "../contact/closed-contact.js";
import { noFindings } from "../contact/findings.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { endMotion } from "./balance.js";
import type {
  Checkpoint,
  ContactForce,
  RunLedger,
  Simulation,
  SimulationObserver,
  SimulationOptions,
  SimulationStatus,
  SteppedStretch,
} from "./interface.js";
import { ledgerNumbers, runLedger } from "./ledger.js";
import { located } from "./located.js";
import { createRun, type InitialState, type Run } from "./run.js";
import { settle } from "./settle.js";
import { solvedForces } from "./solved-forces.js";
import { moveToNextEvent, type StretchReport } from "./stretches.js";
import type { RunTangents } from "./tangents/interface.js";

export type * from "./interface.js";

/** A simulation by events at its beginning, or at a checkpoint of it; `advance` moves it. `regime/` has the one that may also step. */
export function createSimulation(
  system: MechanicalSystem,
  initial: InitialState,
  options: SimulationOptions = {},
  resume?: Checkpoint,
): Simulation {
  const run = createRun(system, initial, options, resume);
  return simulationOf(run, eventDrive(run));
}

/** What moves a run and tells of it: events here, events and steps in `regime/`. */
export interface Drive extends Pick<Simulation, "advance" | "ledger" | "contactForces" | "checkpoint"> {
  /** The stretches it has stepped. */
  readonly stepped: () => readonly SteppedStretch[];
}

export function eventDrive(run: Run): Drive {
  const report = stretchReport(run);
  return {
    stepped: () => [],
    advance: (until, observe = {}) => advance(run, until, alsoToTangents(run, observe), report),
    ledger: () => ledgerAt(run, run.time, run.coordinates, run.speeds),
    contactForces: () => contactForces(run),
    checkpoint: () => checkpointOf(run),
  };
}

/** A run as those see it who move it from outside. */
export function simulationOf(run: Run, drive: Drive): Simulation {
  return new SeenRun(run, drive);
}

/**
 * A class, as are others whose numbers are read anew each time: V8 keeps the getters of a literal, and with them all of a run that has
 * ended, until it collects everything, and then throws away compiled code that the next run needs.
 */
class SeenRun implements Simulation {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly contactSpeed: number;
  readonly tolerances: Simulation["tolerances"];
  declare readonly tangents?: RunTangents;
  readonly advance: Simulation["advance"];
  readonly ledger: Simulation["ledger"];
  readonly contactForces: Simulation["contactForces"];
  readonly checkpoint: Simulation["checkpoint"];
  readonly #run: Run;
  readonly #stepped: Drive["stepped"];

  constructor(run: Run, { stepped, advance, ledger, contactForces, checkpoint }: Drive) {
    this.coordinates = run.coordinates;
    this.speeds = run.speeds;
    this.contactSpeed = run.thresholds.contactSpeed;
    this.tolerances = run.tolerances;
    this.advance = advance;
    this.ledger = ledger;
    this.contactForces = contactForces;
    this.checkpoint = checkpoint;
    this.#run = run;
    this.#stepped = stepped;
    if (run.tangents !== undefined) this.tangents = run.tangents.now;
  }

  get time() {
    return this.#run.time;
  }

  get status() {
    return this.#run.status;
  }

  get stepped() {
    return this.#stepped();
  }
}

function advance(run: Run, until: number, observe: SimulationObserver, report: StretchReport): SimulationStatus {
  if (run.status !== "running" || !(run.time < until)) {
    if (run.status === "rest") run.time = Math.max(run.time, until);
    return run.status;
  }
  run.underWay = true;
  run.pace.restart();
  run.nextEvents.restart();
  run.crowding?.restart(run.time);
  run.findings = noFindings();
  run.longestStep = Number.POSITIVE_INFINITY;
  try {
    const { clusters } = run;
    const isLent = (part: number) => clusters.clusterOf[part].follow !== undefined;
    const own = run.everything.filter((part) => !isLent(part));
    settleAtOnce(run, own, observe);
    for (;;) {
      if (clusters.all.every(({ asleep }) => asleep)) {
        if (own.length < run.everything.length) {
          // Others still move what is lent to them.
          run.time = until;
          break;
        }
        run.status = "rest";
        observe.event?.({ kind: "rest", time: run.time });
      }
      if (run.status !== "running" || run.time >= until) break;
      moveToNextEvent(run, until, observe, report);
    }
  } catch (error) {
    const features = run.clusters.all.flatMap(({ closed }) => closed.map(({ touch }) => touch.feature));
    throw located(error, { system: run.system, time: run.time, features });
  } finally {
    for (const cluster of run.clusters.all) {
      endMotion(run, cluster);
      // Whoever goes on from a checkpoint does not know how they turned.
      for (const contact of cluster.closed) stopTurn(contact, run.time);
    }
    run.underWay = false;
  }
  if (run.status === "rest") run.time = until;
  return run.status;
}

/** Settles parts where a run begins or goes on. Only the beginning is at a time that nothing in the run decides. */
function settleAtOnce(run: Run, parts: readonly number[], observe: SimulationObserver): void {
  settle(run, parts, noFindings(), observe);
  if (run.tangents !== undefined) run.tangents.fixed = false;
}

/** Events are told to the tangents, too. */
function alsoToTangents({ tangents }: Run, observe: SimulationObserver): SimulationObserver {
  if (tangents === undefined) return observe;
  return {
    ...observe,
    event: (event) => {
      tangents.event(event);
      observe.event?.(event);
    },
  };
}

/** States, ledger and forces at times that the stretches of all clusters contain. */
function stretchReport(run: Run): StretchReport {
  const { motion, clusters, features } = run;
  const { present } = motion;
  const showAll = (time: number) => {
    for (const cluster of clusters.all) motion.show(cluster, time);
  };
  return {
    stateAt: (time, coordinates, speeds) => {
      showAll(time);
      coordinates.set(present.coordinates);
      speeds.set(present.speeds);
    },
    inside: {
      ledgerAt: (time) => {
        showAll(time);
        return ledgerAt(run, time, present.coordinates, present.speeds);
      },
      contactForcesAt: (time) => {
        for (const cluster of clusters.all) motion.solve(cluster, time);
        return solvedForces(clusters.all, features);
      },
    },
  };
}

function ledgerAt({ system, motion, clusters, ledger, underWay }: Run, time: number, q: Float64Array, u: Float64Array): RunLedger {
  const live = underWay ? clusters.all.filter(({ to }) => !Number.isNaN(to)) : [];
  const frictionLoss = live.reduce((sum, cluster) => sum + motion.frictionLoss(cluster, time), 0);
  const appliedWork = live.reduce((sum, cluster) => sum + motion.appliedWork(cluster, time), 0);
  return runLedger(ledger, { frictionLoss, appliedWork }, system, time, q, u);
}

function contactForces({ motion, clusters, features, time, coordinates, speeds }: Run): ContactForce[] {
  for (const cluster of clusters.all) motion.solveAt(cluster, time, coordinates, speeds);
  return solvedForces(clusters.all, features);
}

function checkpointOf({ time, coordinates, speeds, status, clusters, departing, ledger, pace, work, crowding }: Run): Checkpoint {
  const excess = crowding?.excess(time) ?? 0;
  return {
    time,
    coordinates: Array.from(coordinates),
    speeds: Array.from(speeds),
    status,
    closed: clusters.all.flatMap(({ closed }) =>
      closed.map(({ touch, mode, direction }) => ({
        key: touch.feature.key,
        mode,
        direction: [direction[0], direction[1]] as const,
      })),
    ),
    departing: [...departing],
    ledger: ledgerNumbers(ledger),
    recentEvents: pace.eventsThisTenth,
    work,
    ...(excess > 0 ? { excessWork: excess } : {}),
  };
}
