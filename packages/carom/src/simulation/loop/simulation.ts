/**
 * A mechanical system in time: flight, impacts, contact that lasts, until the end or rest.
 *
 *     settle    impacts at what touches and approaches, then modes of what touches and stays, then the state brought onto these contacts
 *     stretch   each cluster of parts that contacts join moves with these modes frozen, in steps of its own
 *     event     the first that happens anywhere: a gap closes, a contact lifts off, sticks, slips, is loaded; what it concerns is settled again
 *
 * Nothing is skipped silently: a sequence of bounces is followed down to `contactSpeed` and closed by one impact without restitution, and what was left out is
 * reported; too many events in too little time end the run with its state.
 *
 * Everything that is needed to go on is in `checkpoint()`: a run resumed from there gives the same bits.
 *
 * Source: own study, hybrid simulation sections 2 to 7; 004 section 3.3.
 */
import { InvalidInputError } from "../../errors.js";
import { StepCollapse } from "../../math/ode/index.js";
import { createModes } from "../contact/choose-modes.js";
import { type Closed, closedKeys, keepFound, nothing, sticks, thresholdsOf, type Verdict } from "../contact/closed-contact.js";
import { featuresOf, touchesOf } from "../contact/find-touches.js";
import { HELD, ONSET } from "../contact/force-problem.js";
import { NoForces } from "../contact/force-solver.js";
import { createProjection } from "../contact/projection.js";
import { refreshTouch, slipSpeed, type Touch } from "../contact/touch.js";
import { resolveJam } from "../impacts/jams.js";
import { islandsOf, resolveImpacts } from "../impacts/resolve-impacts.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { numbersTo, partsOf } from "../system/parts.js";
import { type Cluster, createClusters } from "./cluster-motion.js";
import { createGroups } from "./clusters.js";
import { followSlip, hasDrifted } from "./drift.js";
import { createHaste, SOON } from "./event-pace.js";
import type {
  Checkpoint,
  ContactForce,
  RunLedger,
  Simulation,
  SimulationObserver,
  SimulationOptions,
  SimulationStatus,
  StretchDetail,
} from "./interface.js";
import { energyOf, ledgerFrom, ledgerNumbers, runLedger } from "./ledger.js";
import { modeChanges } from "./mode-changes.js";
import { createEventFinder, TIME_TOLERANCE } from "./next-events.js";
import { solvedForces } from "./solved-forces.js";
import { createWatches } from "./watches.js";

export type * from "./interface.js";

/** Impacts without collision at one instant after which contacts that still have no forces are an error. */
const MOST_JAMS = 8;
/** Events soon after each other after which contacts that creep are taken to rest. */
const RUSH = 50;
/** Those after which, and events without any time between them after which, contacts that rest stick whatever friction they need, for a stretch. */
const ENDLESS_RUSH = 500;
const PATIENT_STANDING = 100;
const LOCKED = "contacts at rest that found no forces within their friction, or changed modes without end, were taken to stick for a while";
/** Steps in a row after which contacts that creep are taken to rest: one that stops or turns in good order needs fewer. */
const PATIENT_STEPS = 30;
/** Those after which, each soon after the other, all slip is stopped at once. */
const PATIENT_JAMS = 4;

/** A simulation at its beginning, or at a checkpoint of it; `advance` moves it. */
export function createSimulation(
  system: MechanicalSystem,
  initial: { readonly coordinates: ArrayLike<number>; readonly speeds: ArrayLike<number>; readonly time?: number },
  options: SimulationOptions = {},
  resume?: Checkpoint,
): Simulation {
  const tolerances = {
    contactSpeed: options.contactSpeed ?? 1e-4 * Math.sqrt(system.size),
    gapTolerance: options.gapTolerance ?? 1e-9 * system.size,
    relativeTolerance: options.relativeTolerance ?? 1e-10,
    mostEvents: options.mostEvents ?? 20_000,
  };
  for (const [name, value] of Object.entries(tolerances))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(`options.${name}`, value, "is not positive");
  const thresholds = thresholdsOf(tolerances);
  const { contactSpeed, mostEvents } = thresholds;

  let time = resume?.time ?? initial.time ?? 0;
  const q = Float64Array.from(resume?.coordinates ?? initial.coordinates);
  const u = Float64Array.from(resume?.speeds ?? initial.speeds);
  let status: SimulationStatus = resume?.status ?? "running";
  const ledger = ledgerFrom(resume?.ledger ?? [energyOf(system, time, q, u), 0, 0, 0, 0]);
  const haste = createHaste(time, resume?.recentEvents ?? 0);

  const features = featuresOf(system);
  const departing = new Set<string>(resume?.departing ?? []);
  const clusters = createClusters(system, thresholds);
  const watches = createWatches(system, features, clusters, departing, thresholds);
  const chooseModes = createModes(system, thresholds);
  const projection = createProjection(system);
  const everything = numbersTo(partsOf(system).length);
  const groups = createGroups(system, clusters);
  const finder = createEventFinder(system, clusters, groups, watches);
  /** Whether the clusters move, and the ledger still lacks their part. */
  let underWay = false;
  groups.regroup(everything, resume === undefined ? [] : closedFrom(resume));

  function closedFrom({ closed }: Checkpoint): Closed[] {
    return closed.map(({ key, mode, direction }) => {
      const feature = features.byKey.get(key);
      if (feature === undefined) throw new InvalidInputError("closed", key, "is not a contact of this system");
      return { touch: features.touchFor(feature), mode, direction: [...direction], rested: false, locked: false, loose: false, twins: [] };
    });
  }

  // --- settle -------------------------------------------------------------------------------------------------------------------------------

  /** Settles parts, which are whole clusters, and all that touch them, at the present time and state, and lets them move on. */
  function settle(asked: readonly number[], verdict: Verdict, observe: SimulationObserver): void {
    const closedBefore = new Map(groups.moving.flatMap(({ closed }) => closed.map((contact) => [contact.touch.feature.key, contact])));
    const withPart = (part: number) => groups.clusterOf[part].parts;
    const { touches, parts, twins } = touchesOf(system, features, asked, withPart, closedBefore, verdict, thresholds, q, u);
    const concerned = [...new Set(parts.map((part) => groups.clusterOf[part]))];
    for (const cluster of concerned) end(cluster);
    const before = new Map(concerned.flatMap(({ closed }) => closed.map((contact) => [contact.touch.feature.key, contact])));

    const impacts = resolveImpacts(system, touches, q, u, contactSpeed, options.impact ?? {});
    for (const impact of impacts) {
      ledger.impactLoss += impact.energyBefore - impact.energyAfter + impact.groundWork;
      ledger.appliedWork += impact.groundWork;
      observe.event?.({ kind: "impact", time, impact });
    }
    const passedOn = impacts.length > 0 ? nothing(haste.stood, verdict.calms) : verdict;
    const closed = closedAmong(parts, touches, before, passedOn, observe);
    for (const contact of closed) contact.twins = twins.get(contact.touch.feature.key) ?? [];
    const shut = closedKeys(closed);
    for (const { feature } of touches)
      for (const key of [feature.key, ...(twins.get(feature.key) ?? [])]) {
        if (shut.has(key)) departing.delete(key);
        else departing.add(key);
      }
    if (observe.event !== undefined) for (const event of modeChanges(before, closed, time)) observe.event(event);
    // Bodies that touched nothing and touch nothing now need not be grouped anew.
    const apart = closed.length === 0 && before.size === 0;
    for (const cluster of apart ? concerned : groups.regroup(parts, closed)) goOn(cluster);
  }

  const holdsStill = ({ mode, rested }: Closed) => sticks(mode) || (rested && mode === ONSET);

  const staysOrApproaches = ({ velocity }: Touch) => velocity[2] <= contactSpeed;

  /** The closed contacts among some that touch, with the state brought onto them; where no forces exist for them, after impacts without collision. */
  function closedAmong(
    parts: readonly number[],
    touches: readonly Touch[],
    before: ReadonlyMap<string, Closed>,
    verdict: Verdict,
    observe: SimulationObserver,
  ): Closed[] {
    const locked = new Set<Touch>();
    const lock = (some: readonly Touch[]) => {
      if (some.length > 0) observe.warning?.("locked-contacts", LOCKED, time);
      for (const touch of some) locked.add(touch);
    };
    if (haste.stood > PATIENT_STANDING || haste.rush > ENDLESS_RUSH)
      lock(touches.filter((touch) => staysOrApproaches(touch) && slipSpeed(touch) < contactSpeed));
    const choose = (some: readonly Touch[], known = before) => chooseModes(parts, some, known, verdict, time, q, u, locked);
    const isJammed = (island: readonly Touch[]) => {
      try {
        choose(island);
        return false;
      } catch (error) {
        if (!(error instanceof NoForces)) throw error;
        return true;
      }
    };
    for (let tries = 0; ; tries++) {
      const candidates = touches.filter(staysOrApproaches);
      try {
        const chosen = choose(candidates);
        if (candidates.length > 0) project(parts, chosen, holdsStill, leavingFrom(candidates, chosen));
        const known = new Map(chosen.map((contact) => [contact.touch.feature.key, contact]));
        return choose(
          chosen.map(({ touch }) => touch),
          known,
        );
      } catch (error) {
        if (!(error instanceof NoForces) || tries > MOST_JAMS) throw error;
        const islands = islandsOf(candidates);
        const jammed = islands.filter(isJammed);
        for (const island of jammed.length > 0 ? jammed : islands) {
          jam(island, tries >= PATIENT_JAMS, observe);
          if (tries >= MOST_JAMS) lock(island);
        }
        for (const touch of touches) refreshTouch(system, touch, q, u);
      }
    }
  }

  /** Lets a cluster move from the present state, or sleep where it rests. */
  function goOn(cluster: Cluster): void {
    if (clusters.isResting(cluster, time, q, u)) {
      const before = energyOf(system, time, q, u);
      for (const place of cluster.speeds) u[place] = 0;
      ledger.projectionLoss += before - energyOf(system, time, q, u);
      clusters.sleep(cluster, time, q, u);
    } else clusters.start(cluster, time, q, u);
  }

  /** Puts what a cluster has lost and got into the ledger. */
  function end(cluster: Cluster): void {
    if (!underWay || Number.isNaN(cluster.to)) return;
    ledger.frictionLoss += clusters.frictionLoss(cluster, time);
    ledger.appliedWork += clusters.appliedWork(cluster, time);
    cluster.to = Number.NaN;
  }

  /** Those that do not stay closed and still approach, too slowly for an impact. */
  function leavingFrom(candidates: readonly Touch[], closed: readonly Closed[]): Touch[] {
    return candidates.filter((touch) => touch.velocity[2] < 0 && !closed.some((contact) => contact.touch === touch));
  }

  /** Brings the state onto the closed contacts, and takes what approaches out of the velocities of others that leave. */
  function project(
    parts: readonly number[],
    closed: readonly Closed[],
    holds: (contact: Closed) => boolean,
    leaving: readonly Touch[] = [],
  ): void {
    const before = energyOf(system, time, q, u);
    const touches = closed.map(({ touch }) => touch);
    if (system.restore !== undefined) {
      system.restore(q, u, parts);
      for (const touch of touches) refreshTouch(system, touch, q, u);
    }
    projection.positions(touches, q, u);
    for (const touch of leaving) refreshTouch(system, touch, q, u);
    const work = projection.speeds([...touches, ...leaving], (i) => i < closed.length && holds(closed[i]), u);
    for (const touch of touches) refreshTouch(system, touch, q, u);
    ledger.projectionLoss += before - energyOf(system, time, q, u) + work;
    ledger.appliedWork += work;
  }

  // --- stretches ----------------------------------------------------------------------------------------------------------------------------

  /** Takes the next step of a cluster whose stretch is over, and finds what happens in it. */
  function proceed(cluster: Cluster, until: number, observe: SimulationObserver): void {
    if (cluster.to > cluster.from) {
      // Not fresh: it has come to the end of a stretch without event. What slows down ever more may rest by now.
      if (clusters.isResting(cluster, time, q, u)) {
        end(cluster);
        goOn(cluster);
        return;
      }
      if (cluster.closed.some(({ mode, locked }) => mode === HELD || locked) && !hasDrifted(system, thresholds, cluster, q, u)) {
        settle(cluster.parts, nothing(), observe);
        return;
      }
      if (cluster.creeping >= PATIENT_STEPS) {
        cluster.creeping = 0;
        calm(`contacts slid slower than ${contactSpeed.toPrecision(3)} m/s for ${PATIENT_STEPS} steps`, observe);
        settle(cluster.parts, nothing(haste.stood, true), observe);
        return;
      }
      for (const contact of cluster.closed) followSlip(system, contact, q, u);
      if (hasDrifted(system, thresholds, cluster, q, u)) {
        end(cluster);
        project(cluster.parts, cluster.closed, ({ mode }) => sticks(mode));
        clusters.start(cluster, time, q, u);
      }
    }
    if (!stepOrJam(cluster, until, observe)) return;
    cluster.found = finder.within(cluster);
  }

  /**
   * Takes a step; false where none could be taken. Where friction makes a sliding contact press ever harder (Painleve), forces grow without bound in a finite time: there it
   * jams, as it does where no forces exist. A step that fails for another reason is an error.
   */
  function stepOrJam(cluster: Cluster, until: number, observe: SimulationObserver): boolean {
    try {
      clusters.step(cluster, until);
      return true;
    } catch (error) {
      if (!(error instanceof StepCollapse) || !clusters.isJamming(cluster, time, q, u)) throw error;
      count(true);
      end(cluster);
      const touches = cluster.closed.map(({ touch }) => touch);
      for (const touch of touches) refreshTouch(system, touch, q, u);
      jam(touches, haste.stood > PATIENT_JAMS, observe);
      clusters.start(cluster, time, q, u);
      settle(cluster.parts, nothing(haste.stood), observe);
      return false;
    }
  }

  function jam(island: readonly Touch[], locks: boolean, observe: SimulationObserver): void {
    haste.jam(time);
    const impact = resolveJam(system, island, q, u, locks || haste.jams > PATIENT_JAMS);
    ledger.impactLoss += impact.energyBefore - impact.energyAfter + impact.groundWork;
    ledger.appliedWork += impact.groundWork;
    observe.event?.({ kind: "impact", time, impact });
  }

  /** Writes the state at a time that all stretches contain. */
  function stateAt(t: number, coordinates: Float64Array, speeds: Float64Array): void {
    for (const cluster of groups.moving) clusters.show(cluster, t);
    coordinates.set(clusters.present.coordinates);
    speeds.set(clusters.present.speeds);
  }

  const inside: StretchDetail = {
    ledgerAt: (t) => {
      for (const cluster of groups.moving) clusters.show(cluster, t);
      return ledgerAt(t, clusters.present.coordinates, clusters.present.speeds);
    },
    contactForcesAt: (t) => {
      for (const cluster of groups.moving) clusters.solve(cluster, t);
      return solvedForces(groups.moving, features);
    },
  };

  /** Goes on to the first event, or to where a stretch ends. */
  function move(until: number, observe: SimulationObserver): void {
    for (;;) {
      const due = groups.moving.find(({ to }) => to <= time);
      if (due === undefined) break;
      proceed(due, until, observe);
    }
    if (groups.moving.every(({ asleep }) => asleep)) return;
    const end = groups.moving.reduce((least, { to }) => Math.min(least, to), until);
    const own = groups.moving.flatMap(({ found, parts }) =>
      found.filter((event) => event.time <= end + TIME_TOLERANCE).map((event) => ({ time: event.time, tell: event.tell, parts })),
    );
    const earliestOwn = own.reduce((least, event) => Math.min(least, event.time), end);
    const happenings = [...own, ...finder.across(time, earliestOwn)];
    const next = happenings.reduce((least, event) => Math.min(least, event.time), end);
    observe.motion?.(time, next, stateAt, inside);
    stateAt(next, q, u);
    const standing = next === time;
    time = next;
    const now = happenings.filter((event) => event.time <= next + TIME_TOLERANCE && event.time <= end);
    if (now.length === 0) return;
    count(standing);
    const verdict = nothing(haste.stood, haste.rush > RUSH);
    if (haste.rush === RUSH + 1) calm(`contacts changed between slip and rest more than ${RUSH} times within ${SOON} s`, observe);
    for (const { tell } of now) tell(verdict);
    if (standing) keepFound(found, verdict);
    found = verdict;
    settle([...new Set(now.flatMap(({ parts }) => parts))], verdict, observe);
  }

  function calm(why: string, observe: SimulationObserver): void {
    observe.warning?.(
      "calmed-slip",
      `${why}: those slower than ${contactSpeed.toPrecision(3)} m/s were taken to rest, to stick or to slip anew`,
      time,
    );
  }

  /** By the last event. */
  let found = nothing();

  function count(standing: boolean): void {
    haste.event(time, standing);
    if (haste.recent > mostEvents) status = "too-many-events";
  }

  function advance(until: number, observe: SimulationObserver = {}): SimulationStatus {
    if (status !== "running" || !(time < until)) {
      if (status === "rest") time = Math.max(time, until);
      return status;
    }
    underWay = true;
    haste.begin();
    found = nothing();
    try {
      settle(everything, nothing(), observe);
      for (;;) {
        if (groups.moving.every(({ asleep }) => asleep)) {
          status = "rest";
          observe.event?.({ kind: "rest", time });
        }
        if (status !== "running" || time >= until) break;
        move(until, observe);
      }
    } finally {
      for (const cluster of groups.moving) end(cluster);
      underWay = false;
    }
    if (status === "rest") time = until;
    return status;
  }

  // --- what is told -------------------------------------------------------------------------------------------------------------------------

  function ledgerAt(t: number, coordinates: Float64Array, speeds: Float64Array): RunLedger {
    const live = underWay ? groups.moving.filter(({ to }) => !Number.isNaN(to)) : [];
    const frictionLoss = live.reduce((sum, cluster) => sum + clusters.frictionLoss(cluster, t), 0);
    const appliedWork = live.reduce((sum, cluster) => sum + clusters.appliedWork(cluster, t), 0);
    return runLedger(ledger, { frictionLoss, appliedWork }, system, t, coordinates, speeds);
  }

  function contactForces(): ContactForce[] {
    for (const cluster of groups.moving) clusters.solveAt(cluster, time, q, u);
    return solvedForces(groups.moving, features);
  }

  function checkpoint(): Checkpoint {
    return {
      time,
      coordinates: Array.from(q),
      speeds: Array.from(u),
      status,
      closed: groups.moving.flatMap(({ closed }) =>
        closed.map(({ touch, mode, direction }) => ({
          key: touch.feature.key,
          mode,
          direction: [direction[0], direction[1]] as const,
        })),
      ),
      departing: [...departing],
      ledger: ledgerNumbers(ledger),
      recentEvents: haste.recent,
    };
  }

  return {
    get time() {
      return time;
    },
    get status() {
      return status;
    },
    coordinates: q,
    speeds: u,
    contactSpeed,
    tolerances,
    advance,
    ledger: () => ledgerAt(time, q, u),
    contactForces,
    checkpoint,
  };
}
