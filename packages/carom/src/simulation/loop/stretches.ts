/**
 * Stretches: each cluster moves with its modes frozen, in steps of its own, to the first event that happens anywhere; what that concerns is
 * settled again.
 */
import { StepCollapse } from "../../math/ode/index.js";
import { sticks } from "../contact/closed-contact.js";
import { keepFindings, noFindings } from "../contact/findings.js";
import { HELD } from "../contact/force-problem.js";
import { refreshTouch } from "../contact/touch.js";
import { endMotion, goOn, jam, PATIENT_JAMS, project } from "./balance.js";
import type { Cluster } from "./cluster.js";
import { tellCrowded } from "./crowding.js";
import { followSlip, hasDrifted } from "./drift.js";
import { SOON } from "./event-pace.js";
import type { SimulationObserver, StretchDetail } from "./interface.js";
import { type ClusterEvent, TIME_TOLERANCE } from "./next-events.js";
import type { Run } from "./run.js";
import { settle } from "./settle.js";

/** Events soon after each other after which contacts that creep are taken to rest. */
const MANY_EVENTS = 50;
/** Steps in a row after which contacts that creep are taken to rest: one that stops or turns in good order needs fewer. */
const PATIENT_STEPS = 30;

/** By how much steps may grow that a large projection has made short. */
const LENGTHENED = 1.5;

/** How a stretch is told to an observer. */
export interface StretchReport {
  readonly stateAt: (time: number, coordinates: Float64Array, speeds: Float64Array) => void;
  readonly inside: StretchDetail;
}

/** Goes on to the first event, or to where a stretch ends. */
export function moveToNextEvent(run: Run, until: number, observe: SimulationObserver, { stateAt, inside }: StretchReport): void {
  const { clusters } = run;
  for (;;) {
    const due = clusters.all.find(({ to }) => to <= run.time);
    if (due === undefined) break;
    if (run.status !== "running") return;
    proceed(run, due, until, observe);
  }
  if (clusters.all.every(({ asleep }) => asleep)) return;
  const end = clusters.all.reduce((least, { to }) => Math.min(least, to), until);
  const events = eventsUntil(run, end);
  const next = events.reduce((least, event) => Math.min(least, event.time), end);
  observe.motion?.(run.time, next, stateAt, inside);
  stateAt(next, run.coordinates, run.speeds);
  const standing = next === run.time;
  run.time = next;
  const now = events.filter((event) => event.time <= next + TIME_TOLERANCE && event.time <= end);
  if (now.length > 0) takeEvents(run, now, standing, observe);
}

function eventsUntil({ clusters, nextEvents, time }: Run, end: number): ClusterEvent[] {
  const own = clusters.all.flatMap(({ found, parts }) =>
    found.filter((event) => event.time <= end + TIME_TOLERANCE).map((event) => ({ time: event.time, note: event.note, parts })),
  );
  const earliestOwn = own.reduce((least, event) => Math.min(least, event.time), end);
  return [...own, ...nextEvents.between(time, earliestOwn)];
}

/** @param standing whether no time has passed since the event before */
function takeEvents(run: Run, events: readonly ClusterEvent[], standing: boolean, observe: SimulationObserver): void {
  const { pace } = run;
  countEvent(run, standing);
  const concerned = [...new Set(events.flatMap(({ parts }) => parts.map((part) => run.clusters.clusterOf[part])))];
  for (const cluster of concerned) countWork(run, cluster);
  run.crowding?.event(run.time, concerned, run.speeds, pace.standing);
  const findings = noFindings(pace.standing, pace.closeEvents > MANY_EVENTS);
  if (pace.closeEvents === MANY_EVENTS + 1) {
    const why = `contacts changed between slip and rest more than ${MANY_EVENTS} times within ${SOON} s`;
    tellCalmed(
      run,
      concerned.flatMap(({ parts }) => parts),
      why,
      observe,
    );
  }
  for (const { note } of events) note(findings);
  if (standing) keepFindings(run.findings, findings);
  run.findings = findings;
  settle(run, [...new Set(events.flatMap(({ parts }) => parts))], findings, observe);
}

/** Takes the next step of a cluster whose stretch is over, and finds what happens in it. */
function proceed(run: Run, cluster: Cluster, until: number, observe: SimulationObserver): void {
  countWork(run, cluster);
  run.crowding?.step(run.time, run.clusters.all);
  // A fresh one has no stretch behind it.
  if (cluster.to > cluster.from && !continueStretch(run, cluster, observe)) return;
  const goesOn = tellCrowded(run, cluster.parts, () => stepOrJam(run, cluster, until, observe));
  if (goesOn) cluster.found = tellCrowded(run, cluster.parts, () => run.nextEvents.within(cluster));
}

/**
 * Looks after a cluster that has come to the end of a stretch without event; false where it does not just go on. What slows down ever more
 * may rest by now.
 */
function continueStretch(run: Run, cluster: Cluster, observe: SimulationObserver): boolean {
  const { system, thresholds, motion, time, coordinates, speeds } = run;
  if (motion.isResting(cluster, time, coordinates, speeds)) {
    endMotion(run, cluster);
    goOn(run, cluster);
    return false;
  }
  const isForced = cluster.closed.some(({ mode, locked }) => mode === HELD || locked);
  if (isForced && !hasDrifted(system, thresholds, cluster, coordinates, speeds)) {
    settle(run, cluster.parts, noFindings(), observe);
    return false;
  }
  if (cluster.creeping >= PATIENT_STEPS) {
    cluster.creeping = 0;
    const why = `contacts slid slower than ${thresholds.contactSpeed.toPrecision(3)} m/s for ${PATIENT_STEPS} steps`;
    tellCalmed(run, cluster.parts, why, observe);
    settle(run, cluster.parts, noFindings(run.pace.standing, true), observe);
    return false;
  }
  for (const contact of cluster.closed) followSlip(system, contact, coordinates, speeds);
  if (hasDrifted(system, thresholds, cluster, coordinates, speeds)) {
    endMotion(run, cluster);
    project(run, cluster.parts, cluster.closed, ({ mode }) => sticks(mode), observe);
    motion.start(cluster, time, coordinates, speeds);
    run.tangents?.begin(run, cluster);
  }
  return true;
}

/**
 * Takes a step; false where none could be taken. Where friction makes a sliding contact press ever harder (Painleve), forces grow without
 * bound in a finite time: there it jams, as it does where no forces exist. A step that fails for another reason is an error.
 */
function stepOrJam(run: Run, cluster: Cluster, until: number, observe: SimulationObserver): boolean {
  const { system, motion, pace, time, coordinates, speeds } = run;
  try {
    motion.step(cluster, Math.min(until, cluster.to + run.longestStep));
    run.lastStep = cluster.to - cluster.from;
    run.longestStep *= LENGTHENED;
    return true;
  } catch (error) {
    if (!(error instanceof StepCollapse) || !motion.isJamming(cluster, time, coordinates, speeds)) throw error;
    countEvent(run, true);
    endMotion(run, cluster);
    const touches = cluster.closed.map(({ touch }) => touch);
    for (const touch of touches) refreshTouch(system, touch, coordinates, speeds);
    jam(run, touches, pace.standing > PATIENT_JAMS, observe);
    motion.start(cluster, time, coordinates, speeds);
    run.tangents?.begin(run, cluster);
    settle(run, cluster.parts, noFindings(pace.standing), observe);
    return false;
  }
}

function countEvent(run: Run, standing: boolean): void {
  run.pace.countEvent(run.time, standing);
  if (run.pace.eventsThisTenth > run.thresholds.mostEvents) run.status = "too-many-events";
}

function countWork(run: Run, { closed }: Cluster): void {
  run.work += 1 + closed.length;
  if (run.work >= run.thresholds.mostWork && run.status === "running") run.status = "work-limit";
}

function tellCalmed({ thresholds, time, crowding }: Run, parts: readonly number[], why: string, observe: SimulationObserver): void {
  crowding?.forced(parts, why);
  observe.warning?.(
    "calmed-slip",
    `${why}: those slower than ${thresholds.contactSpeed.toPrecision(3)} m/s were taken to rest, to stick or to slip anew`,
    time,
  );
}
