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
import { InvalidInputError, SolverError } from "../errors.js";
import { StepCollapse } from "../math/ode/index.js";
import { type Closed, closedKeys, modeName, nothing, sticks, thresholdsOf, type Verdict } from "./closed.js";
import { type Cluster, createClusters, type Tell } from "./clusters.js";
import { HELD, ONSET, SLIP, UNLOADED } from "./contact/contact-set.js";
import { NoForces } from "./contact/solve.js";
import { joinedParts } from "./contact-work.js";
import { firstEvents } from "./events.js";
import { islandsOf, resolveImpacts } from "./impacts.js";
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
import { resolveJam } from "./jams.js";
import { energyOf, ledgerFrom, ledgerNumbers, runLedger } from "./ledger.js";
import { createModes } from "./modes.js";
import { numbersTo, partsOf, partsOfPair } from "./parts.js";
import { createProjection } from "./projection.js";
import type { MechanicalSystem } from "./system.js";
import { refreshTouch, slipSpeed, type Touch } from "./touch.js";
import { featuresOf, touchesOf } from "./touching.js";
import { createWatches, type Watched } from "./watches.js";

export type * from "./interface.js";

/** Events this close together, s, are one. */
const TIME_TOLERANCE = 1e-9;
const SAMPLES = 5;
const MOST_SAMPLES = 1000;
/** Events without any time between them beyond which the modes go round in a circle. */
const MOST_STANDING = 1000;
/** Impacts without collision at one instant after which contacts that still have no forces are an error. */
const MOST_JAMS = 8;
/** s. */
const SOON = 1e-4;
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
/** Gaps, in gap tolerances, and speeds, in contact speeds, by which closed contacts may drift before they are brought back. */
const DRIFT_GAP = 0.1;
const DRIFT_SPEED = 1e-6;

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
  const { contactSpeed, gapTolerance, mostEvents } = thresholds;

  let time = resume?.time ?? initial.time ?? 0;
  const q = Float64Array.from(resume?.coordinates ?? initial.coordinates);
  const u = Float64Array.from(resume?.speeds ?? initial.speeds);
  let status: SimulationStatus = resume?.status ?? "running";
  const ledger = ledgerFrom(resume?.ledger ?? [energyOf(system, time, q, u), 0, 0, 0, 0]);
  const counted = { tenth: Math.floor(10 * time), events: resume?.recentEvents ?? 0 };

  const features = featuresOf(system);
  const departing = new Set<string>(resume?.departing ?? []);
  const clusters = createClusters(system, thresholds);
  const watches = createWatches(system, features, clusters, departing, thresholds);
  const chooseModes = createModes(system, thresholds);
  const projection = createProjection(system);
  const everything = numbersTo(partsOf(system).length);
  const pairParts = system.pairs.map((_, pair) => partsOfPair(system, pair));
  const everyPair = numbersTo(system.pairs.length);
  /** Pairs of one part with what does not move, by part. */
  const pairsAlone = everything.map((part) => everyPair.filter((pair) => pairParts[pair].every((other) => other === part)));

  /** All clusters, and the one each part is in. */
  let moving: Cluster[] = [];
  const clusterOf: Cluster[] = [];
  /** Pairs whose parts are in different clusters, and these clusters, by pair. */
  let acrossPairs: number[] = [];
  const pairClusters: Cluster[][] = [];
  /** Whether the clusters move, and the ledger still lacks their part. */
  let underWay = false;
  regroup(everything, resume === undefined ? [] : closedFrom(resume));

  function closedFrom({ closed }: Checkpoint): Closed[] {
    return closed.map(({ key, mode, direction }) => {
      const feature = features.byKey.get(key);
      if (feature === undefined) throw new InvalidInputError("closed", key, "is not a contact of this system");
      return { touch: features.touchFor(feature), mode, direction: [...direction], rested: false, locked: false, loose: false, twins: [] };
    });
  }

  /** Pairs all of whose parts are among some. */
  function pairsWithin(parts: readonly number[]): readonly number[] {
    if (parts.length === 1) return pairsAlone[parts[0]];
    const isIn = new Set(parts);
    return everyPair.filter((pair) => pairParts[pair].every((part) => isIn.has(part)));
  }

  /** Makes clusters of some parts, which are whole clusters now, as closed contacts join them. */
  function regroup(parts: readonly number[], closed: readonly Closed[]): Cluster[] {
    const old = new Set(parts.flatMap((part) => (clusterOf[part] === undefined ? [] : [clusterOf[part]])));
    for (const cluster of old) clusters.release(cluster);
    const touches = closed.map(({ touch }) => touch);
    const made = joinedParts(parts, touches).map((group) => {
      const member = new Set(group);
      return clusters.create(
        group,
        closed.filter(({ touch }) => member.has(touch.parts[0])),
      );
    });
    for (const cluster of made) for (const part of cluster.parts) clusterOf[part] = cluster;
    moving = [...moving.filter((cluster) => !old.has(cluster)), ...made];
    acrossPairs = everyPair.filter((pair) => pairParts[pair].some((part) => clusterOf[part] !== clusterOf[pairParts[pair][0]]));
    for (const pair of acrossPairs) pairClusters[pair] = [...new Set(pairParts[pair].map((part) => clusterOf[part]))];
    return made;
  }

  // --- settle -------------------------------------------------------------------------------------------------------------------------------

  /** Settles parts, which are whole clusters, and all that touch them, at the present time and state, and lets them move on. */
  function settle(asked: readonly number[], verdict: Verdict, observe: SimulationObserver): void {
    const closedBefore = new Map(moving.flatMap(({ closed }) => closed.map((contact) => [contact.touch.feature.key, contact])));
    const withPart = (part: number) => clusterOf[part].parts;
    const { touches, parts, twins } = touchesOf(system, features, asked, withPart, closedBefore, verdict, thresholds, q, u);
    const concerned = [...new Set(parts.map((part) => clusterOf[part]))];
    for (const cluster of concerned) end(cluster);
    const before = new Map(concerned.flatMap(({ closed }) => closed.map((contact) => [contact.touch.feature.key, contact])));

    const impacts = resolveImpacts(system, touches, q, u, contactSpeed, options.impact ?? {});
    for (const impact of impacts) {
      ledger.impactLoss += impact.energyBefore - impact.energyAfter + impact.groundWork;
      ledger.appliedWork += impact.groundWork;
      observe.event?.({ kind: "impact", time, impact });
    }
    const passedOn = impacts.length > 0 ? nothing(stood, verdict.calms) : verdict;
    const closed = closedAmong(parts, touches, before, passedOn, observe);
    for (const contact of closed) contact.twins = twins.get(contact.touch.feature.key) ?? [];
    const shut = closedKeys(closed);
    for (const { feature } of touches)
      for (const key of [feature.key, ...(twins.get(feature.key) ?? [])]) {
        if (shut.has(key)) departing.delete(key);
        else departing.add(key);
      }
    report(before, closed, observe);
    // Bodies that touched nothing and touch nothing now need not be grouped anew.
    const apart = closed.length === 0 && before.size === 0;
    for (const cluster of apart ? concerned : regroup(parts, closed)) goOn(cluster);
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
    if (stood > PATIENT_STANDING || rush.count > ENDLESS_RUSH)
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

  function report(before: ReadonlyMap<string, Closed>, closed: readonly Closed[], observe: SimulationObserver): void {
    if (observe.event === undefined) return;
    const shut = new Set(closed.map(({ touch }) => touch.feature.key));
    for (const { touch, mode } of closed) {
      const { key } = touch.feature;
      const was = before.get(key);
      if (was === undefined) observe.event({ kind: "contact", time, feature: key });
      else if (sticks(mode) !== sticks(was.mode) && mode !== UNLOADED)
        observe.event({ kind: sticks(mode) ? "stick" : "slip", time, feature: key });
    }
    for (const key of before.keys()) if (!shut.has(key)) observe.event({ kind: "leave", time, feature: key });
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
      if (cluster.closed.some(({ mode, locked }) => mode === HELD || locked) && !hasDrifted(cluster)) {
        settle(cluster.parts, nothing(), observe);
        return;
      }
      if (cluster.creeping >= PATIENT_STEPS) {
        cluster.creeping = 0;
        calm(`contacts slid slower than ${contactSpeed.toPrecision(3)} m/s for ${PATIENT_STEPS} steps`, observe);
        settle(cluster.parts, nothing(stood, true), observe);
        return;
      }
      for (const contact of cluster.closed) turn(contact);
      if (hasDrifted(cluster)) {
        end(cluster);
        project(cluster.parts, cluster.closed, ({ mode }) => sticks(mode));
        clusters.start(cluster, time, q, u);
      }
    }
    if (!stepOrJam(cluster, until, observe)) return;
    const { from, to, parts } = cluster;
    const shut = closedKeys(cluster.closed);
    const own = pairsWithin(parts);
    const list: Watched[] = [];
    const alone = [cluster];
    watches.lookAt(own, alone, from);
    for (const pair of own) watches.ofPair(pair, alone, from, to, shut, list);
    list.push(...watches.ofContacts(cluster));
    cluster.found = search(list, from, to, own);
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
      jam(touches, stood > PATIENT_JAMS, observe);
      clusters.start(cluster, time, q, u);
      settle(cluster.parts, nothing(stood), observe);
      return false;
    }
  }

  /** Jams one soon after the other. */
  const jams = { time: Number.NEGATIVE_INFINITY, count: 0 };

  function jam(island: readonly Touch[], locks: boolean, observe: SimulationObserver): void {
    jams.count = time - jams.time < SOON ? jams.count + 1 : 0;
    jams.time = time;
    const impact = resolveJam(system, island, q, u, locks || jams.count > PATIENT_JAMS);
    ledger.impactLoss += impact.energyBefore - impact.energyAfter + impact.groundWork;
    ledger.appliedWork += impact.groundWork;
    observe.event?.({ kind: "impact", time, impact });
  }

  /** Follows the direction of slip of a sliding contact. */
  function turn({ touch, mode, direction }: Closed): void {
    if (mode !== SLIP) return;
    refreshTouch(system, touch, q, u);
    const speed = slipSpeed(touch);
    if (speed === 0) return;
    direction[0] = touch.velocity[0] / speed;
    direction[1] = touch.velocity[1] / speed;
  }

  function hasDrifted({ parts, closed }: Cluster): boolean {
    if (system.strays?.(q, u, DRIFT_GAP * gapTolerance, DRIFT_SPEED * contactSpeed, parts)) return true;
    return closed.some(({ touch, mode }) => {
      refreshTouch(system, touch, q, u);
      if (Math.abs(touch.state.gap) > DRIFT_GAP * gapTolerance || Math.abs(touch.velocity[2]) > DRIFT_SPEED * contactSpeed) return true;
      return sticks(mode) && slipSpeed(touch) > DRIFT_SPEED * contactSpeed;
    });
  }

  type Happening = { readonly time: number; readonly tell: Tell };

  function search(list: readonly Watched[], from: number, to: number, pairs: readonly number[]): Cluster["found"] {
    return firstEvents(list, from, to, samplesFor(pairs, from, to), TIME_TOLERANCE).map((event) => ({
      ...event,
      tell: list[event.watch].tell,
    }));
  }

  /** So many that no part of a step turns by more than about a radian. */
  function samplesFor(pairs: readonly number[], from: number, to: number): number {
    const { speeds } = clusters.present;
    let fastest = 0;
    for (const pair of pairs)
      fastest = Math.max(fastest, system.turningBound?.(pair, speeds) ?? system.approachBound(pair, speeds) / system.size);
    return Math.max(SAMPLES, Math.min(MOST_SAMPLES, Math.ceil(2 * (to - from) * fastest)));
  }

  /** What happens first between clusters from the present time to `to`; with the parts it concerns. */
  function firstAcross(to: number): (Happening & { readonly parts: readonly number[] })[] {
    let first: (Happening & { readonly parts: readonly number[] })[] = [];
    let end = to;
    watches.lookAt(acrossPairs, moving, time);
    for (const pair of acrossPairs) {
      const met = pairClusters[pair];
      const list: Watched[] = [];
      watches.ofPair(pair, met, time, end, NONE, list);
      if (list.length === 0) continue;
      const parts = met.flatMap((cluster) => cluster.parts);
      const found = search(list, time, end, [pair]).map((event) => ({ time: event.time, tell: event.tell, parts }));
      if (found.length === 0) continue;
      first = [...first, ...found];
      end = Math.min(end, found[0].time + TIME_TOLERANCE);
    }
    return first.filter((event) => event.time <= end);
  }

  /** Writes the state at a time that all stretches contain. */
  function stateAt(t: number, coordinates: Float64Array, speeds: Float64Array): void {
    for (const cluster of moving) clusters.show(cluster, t);
    coordinates.set(clusters.present.coordinates);
    speeds.set(clusters.present.speeds);
  }

  const inside: StretchDetail = {
    ledgerAt: (t) => {
      for (const cluster of moving) clusters.show(cluster, t);
      return ledgerAt(t, clusters.present.coordinates, clusters.present.speeds);
    },
    contactForcesAt: (t) => {
      for (const cluster of moving) clusters.solve(cluster, t);
      return solvedForces();
    },
  };

  /** Goes on to the first event, or to where a stretch ends. */
  function move(until: number, observe: SimulationObserver): void {
    for (;;) {
      const due = moving.find(({ to }) => to <= time);
      if (due === undefined) break;
      proceed(due, until, observe);
    }
    if (moving.every(({ asleep }) => asleep)) return;
    const end = moving.reduce((least, { to }) => Math.min(least, to), until);
    const own = moving.flatMap(({ found, parts }) =>
      found.filter((event) => event.time <= end + TIME_TOLERANCE).map((event) => ({ time: event.time, tell: event.tell, parts })),
    );
    const earliestOwn = own.reduce((least, event) => Math.min(least, event.time), end);
    const happenings = [...own, ...firstAcross(earliestOwn)];
    const next = happenings.reduce((least, event) => Math.min(least, event.time), end);
    observe.motion?.(time, next, stateAt, inside);
    stateAt(next, q, u);
    const standing = next === time;
    time = next;
    const now = happenings.filter((event) => event.time <= next + TIME_TOLERANCE && event.time <= end);
    if (now.length === 0) return;
    count(standing);
    const verdict = nothing(stood, rush.count > RUSH);
    if (rush.count === RUSH + 1) calm(`contacts changed between slip and rest more than ${RUSH} times within ${SOON} s`, observe);
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

  let stood = 0;
  /** Events within a short time. */
  const rush = { time: Number.NEGATIVE_INFINITY, count: 0 };
  /** By the last event. */
  let found = nothing();

  /** Of several events at one instant the later must not undo what the earlier found, or points of one face take turns for ever. */
  function keepFound(before: Verdict, verdict: Verdict): void {
    for (const key of before.slips) if (!verdict.stops.has(key)) verdict.slips.add(key);
    for (const key of before.lifts) if (!verdict.loads.has(key)) verdict.lifts.add(key);
    for (const key of before.loads) if (!verdict.lifts.has(key)) verdict.loads.add(key);
  }

  function count(standing: boolean): void {
    stood = standing ? stood + 1 : 0;
    if (stood > MOST_STANDING)
      throw new SolverError(`the motion does not get past t = ${time}: its contacts change modes without end`, { time });
    rush.count = time - rush.time < SOON ? rush.count + 1 : 0;
    if (rush.count === 0) rush.time = time;
    const tenth = Math.floor(10 * time);
    counted.events = tenth === counted.tenth ? counted.events + 1 : 1;
    counted.tenth = tenth;
    if (counted.events > mostEvents) status = "too-many-events";
  }

  function advance(until: number, observe: SimulationObserver = {}): SimulationStatus {
    if (status !== "running" || !(time < until)) {
      if (status === "rest") time = Math.max(time, until);
      return status;
    }
    underWay = true;
    // What is counted begins anew, so that a run that is resumed here counts the same.
    stood = 0;
    rush.time = Number.NEGATIVE_INFINITY;
    rush.count = 0;
    jams.time = Number.NEGATIVE_INFINITY;
    found = nothing();
    try {
      settle(everything, nothing(), observe);
      for (;;) {
        if (moving.every(({ asleep }) => asleep)) {
          status = "rest";
          observe.event?.({ kind: "rest", time });
        }
        if (status !== "running" || time >= until) break;
        move(until, observe);
      }
    } finally {
      for (const cluster of moving) end(cluster);
      underWay = false;
    }
    if (status === "rest") time = until;
    return status;
  }

  // --- what is told -------------------------------------------------------------------------------------------------------------------------

  function ledgerAt(t: number, coordinates: Float64Array, speeds: Float64Array): RunLedger {
    const live = underWay ? moving.filter(({ to }) => !Number.isNaN(to)) : [];
    const frictionLoss = live.reduce((sum, cluster) => sum + clusters.frictionLoss(cluster, t), 0);
    const appliedWork = live.reduce((sum, cluster) => sum + clusters.appliedWork(cluster, t), 0);
    return runLedger(ledger, { frictionLoss, appliedWork }, system, t, coordinates, speeds);
  }

  function contactForces(): ContactForce[] {
    for (const cluster of moving) clusters.solveAt(cluster, time, q, u);
    return solvedForces();
  }

  function solvedForces(): ContactForce[] {
    const orderOf = ({ feature }: ContactForce) => features.order.get(feature.key) ?? 0;
    return moving
      .flatMap(({ closed, seat }) =>
        closed.map(({ touch, mode }, i): ContactForce => {
          const { forces } = seat.work.solution;
          const force = [forces[3 * i], forces[3 * i + 1], forces[3 * i + 2]] as const;
          const { tangent1, tangent2, normal, point } = touch.state;
          const world = (c: 0 | 1 | 2) => force[0] * tangent1[c] + force[1] * tangent2[c] + force[2] * normal[c];
          return {
            feature: touch.feature,
            point: [...point],
            force,
            worldForce: [world(0), world(1), world(2)],
            mode: modeName(mode),
          };
        }),
      )
      .sort((a, b) => orderOf(a) - orderOf(b));
  }

  function checkpoint(): Checkpoint {
    return {
      time,
      coordinates: Array.from(q),
      speeds: Array.from(u),
      status,
      closed: moving.flatMap(({ closed }) =>
        closed.map(({ touch, mode, direction }) => ({
          key: touch.feature.key,
          mode,
          direction: [direction[0], direction[1]] as const,
        })),
      ),
      departing: [...departing],
      ledger: ledgerNumbers(ledger),
      recentEvents: counted.events,
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

const NONE: ReadonlySet<string> = new Set();
