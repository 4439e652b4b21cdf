/**
 * Settling: impacts at what touches and approaches, then modes of what touches and stays, then the state brought onto these contacts.
 */
import { type ClosedContact, closedKeys, followTurn, sticks, turnTo } from "../contact/closed-contact.js";
import { findTouches } from "../contact/find-touches.js";
import { type Findings, noFindings } from "../contact/findings.js";
import { HELD, ONSET } from "../contact/force-problem.js";
import { NoForces } from "../contact/force-solver.js";
import { refreshTouch, slipSpeed, type Touch } from "../contact/touch.js";
import { type ImpactChoice, islandsOf, type ResolvedImpact, resolveImpacts } from "../impacts/resolve-impacts.js";
import { bookImpact, endMotion, goOn, jam, PATIENT_JAMS, project } from "./balance.js";
import { type Cluster, contactsOf } from "./cluster.js";
import { tellCrowded } from "./crowding.js";
import type { SimulationObserver } from "./interface.js";
import { located } from "./located.js";
import { modeChanges } from "./mode-changes.js";
import type { Run } from "./run.js";

/** Impacts without collision at one instant after which contacts that still have no forces are an error. */
const MOST_JAMS = 8;
/**
 * Events soon after each other, and events without any time between them, after which contacts that rest stick whatever friction they need,
 * for a stretch.
 */
const ENDLESS_EVENTS = 500;
const PATIENT_STANDING = 100;
const LOCKED = "contacts at rest that found no forces within their friction, or changed modes without end, were taken to stick for a while";

/** Impacts at the present state; what a law refuses is told with its place. */
function resolveHere(
  { system, thresholds, time, coordinates, speeds }: Run,
  touches: readonly Touch[],
  choice: ImpactChoice,
): ResolvedImpact[] {
  try {
    return resolveImpacts(system, touches, coordinates, speeds, thresholds.contactSpeed, choice);
  } catch (error) {
    throw located(error, { system, time, features: touches.map(({ feature }) => feature) });
  }
}

/** Settles parts, which are whole clusters, and all that touch them, at the present time and state, and lets them move on. */
export function settle(run: Run, asked: readonly number[], findings: Findings, observe: SimulationObserver): void {
  const { system, features, thresholds, clusters, coordinates, speeds, pace } = run;
  const everyContact = contactsByKey(clusters.all);
  features.tidy(everyContact);
  const { touches, parts, twins } = findTouches(
    {
      system,
      features,
      thresholds,
      before: everyContact,
      findings,
      pairsOf: clusters.pairsOf,
      withPart: (part) => clusters.clusterOf[part].parts,
      coordinates,
      speeds,
    },
    asked,
  );
  const concerned = [...new Set(parts.map((part) => clusters.clusterOf[part]))];
  for (const cluster of concerned) endMotion(run, cluster);
  const before = contactsByKey(concerned);
  for (const { direction, turn } of before.values()) turnTo(direction, turn, run.time);
  run.tangents?.settling(run, concerned);

  const loads = touches.some(({ velocity }) => velocity[2] < -thresholds.contactSpeed) ? loadsOf(run, concerned) : undefined;
  const patience = run.crowding?.patience();
  const choice = patience === undefined ? run.impact : { ...run.impact, patience };
  const impacts = tellCrowded(run, parts, () => resolveHere(run, touches, choice));
  for (const impact of impacts) {
    const loadsBefore = impact.touches.map(({ feature }) => loads?.get(feature.key) ?? 0);
    bookImpact(run, { loads: loadsBefore, ...impact }, observe);
  }
  if (patience !== undefined) run.crowding?.impacts(run.time, impacts, speeds, patience);
  run.tangents?.impacts(impacts);
  const passedOn = impacts.length > 0 ? noFindings(pace.standing, findings.calms) : findings;
  const closed = tellCrowded(run, parts, () => closeContacts(run, { parts, touches, before, findings: passedOn }, observe));
  followTurns(before, closed, run.time, impacts.length > 0);
  for (const contact of closed) contact.twins = twins.get(contact.touch.feature.key) ?? [];
  followDepartures(run.departing, touches, twins, closedKeys(closed));
  if (observe.event !== undefined) for (const event of modeChanges(before, closed, run.time)) observe.event(event);
  // Bodies that touched nothing and touch nothing now need not be clustered anew.
  const apart = closed.length === 0 && before.size === 0;
  const made = apart ? concerned : clusters.regroup(parts, closed);
  run.tangents?.settled(run, made, closed);
  for (const cluster of made) goOn(run, cluster);
}

/** Where all contacts keep their modes the directions of those that are held go on to turn as they have turned lately. */
function followTurns(before: ReadonlyMap<string, ClosedContact>, closed: readonly ClosedContact[], time: number, hit: boolean): void {
  const modeBefore = ({ touch }: ClosedContact) => before.get(touch.feature.key)?.mode;
  const isOther = hit || closed.length !== before.size || closed.some((contact) => contact.mode !== modeBefore(contact));
  for (const contact of closed) {
    if (contact.mode !== HELD) continue;
    contact.turn = { rate: 0, since: time };
    const was = before.get(contact.touch.feature.key);
    if (!isOther && was !== undefined) followTurn(was, contact, time);
  }
}

/** Normal forces of closed contacts at the present state, N, by the keys of their features. */
function loadsOf({ motion, time, coordinates, speeds }: Run, clusters: readonly Cluster[]): Map<string, number> {
  const loads = new Map<string, number>();
  for (const cluster of clusters) {
    if (cluster.closed.length === 0) continue;
    motion.solveAt(cluster, time, coordinates, speeds);
    const { forces } = contactsOf(cluster.workspace).solution;
    cluster.closed.forEach(({ touch }, i) => {
      loads.set(touch.feature.key, Math.max(0, forces[3 * i + 2]));
    });
  }
  return loads;
}

function contactsByKey(clusters: readonly Cluster[]): Map<string, ClosedContact> {
  return new Map(clusters.flatMap(({ closed }) => closed.map((contact) => [contact.touch.feature.key, contact])));
}

/** What touches and is not closed is going to leave. */
function followDepartures(
  departing: Set<string>,
  touches: readonly Touch[],
  twins: ReadonlyMap<string, readonly string[]>,
  closed: ReadonlySet<string>,
): void {
  for (const { feature } of touches)
    for (const key of [feature.key, ...(twins.get(feature.key) ?? [])]) {
      if (closed.has(key)) departing.delete(key);
      else departing.add(key);
    }
}

/** What touches at an instant, and what is known of it. */
interface Settled {
  readonly parts: readonly number[];
  readonly touches: readonly Touch[];
  /** Contacts that were closed, by the keys of their features. */
  readonly before: ReadonlyMap<string, ClosedContact>;
  readonly findings: Findings;
}

/**
 * The closed contacts among some that touch, with the state brought onto them; where no forces exist for them, after impacts without
 * collision.
 */
function closeContacts(run: Run, { parts, touches, before, findings }: Settled, observe: SimulationObserver): ClosedContact[] {
  const { contactSpeed } = run.thresholds;
  const locked = new Set<Touch>();
  const lock = (some: readonly Touch[]) => {
    if (some.length > 0) run.crowding?.forced(parts, "contacts changed modes without end, or found no forces within their friction");
    if (some.length > 0) observe.warning?.("locked-contacts", LOCKED, run.time);
    for (const touch of some) locked.add(touch);
  };
  const staysOrApproaches = ({ velocity }: Touch) => velocity[2] <= contactSpeed;
  if (run.pace.standing > PATIENT_STANDING || run.pace.closeEvents > ENDLESS_EVENTS)
    lock(touches.filter((touch) => staysOrApproaches(touch) && slipSpeed(touch) < contactSpeed));
  const choose = (some: readonly Touch[], known = before) =>
    run.chooseModes({ parts, touches: some, before: known, findings, locked }, run.time, run.coordinates, run.speeds);
  const hasForces = (island: readonly Touch[]) => {
    try {
      choose(island);
      return true;
    } catch (error) {
      if (!(error instanceof NoForces)) throw error;
      return false;
    }
  };
  for (let tries = 0; ; tries++) {
    const candidates = touches.filter(staysOrApproaches);
    try {
      let chosen = choose(candidates);
      if (candidates.length > 0) project(run, parts, chosen, holdsStill, observe, leavingFrom(candidates, chosen));
      for (;;) {
        const known = new Map(chosen.map((contact) => [contact.touch.feature.key, contact]));
        const next = choose(
          chosen.map(({ touch }) => touch),
          known,
        );
        if (!restMore(chosen, next)) return next;
        // What is left of their slip is taken out too, and may be all of what others had: corners of one body stop together.
        project(run, parts, next, holdsStill, observe);
        chosen = next;
      }
    } catch (error) {
      if (!(error instanceof NoForces) || tries > MOST_JAMS) throw error;
      const islands = islandsOf(candidates);
      run.crowding?.jammed(parts, tries + 1);
      const jammed = islands.length > 1 ? islands.filter((island) => !hasForces(island)) : islands;
      for (const island of jammed.length > 0 ? jammed : islands) {
        const impact = jam(run, island, tries >= PATIENT_JAMS, observe);
        if (tries >= MOST_JAMS || endedNothing(impact, run.thresholds.restSlip)) lock(island);
      }
      for (const touch of touches) refreshTouch(run.system, touch, run.coordinates, run.speeds);
    }
  }
}

/** Whether contacts that lock had no velocity left that could have ended: another time they would find no forces again. */
function endedNothing({ problem, outcome }: ResolvedImpact, restSlip: number): boolean {
  return outcome.law === "lock" && problem.velocity.every((v, row) => Math.abs(outcome.velocity[row] - v) < restSlip);
}

function holdsStill({ mode, rested }: ClosedContact): boolean {
  return sticks(mode) || (rested && mode === ONSET);
}

/** Whether contacts hold still that did not before. */
function restMore(before: readonly ClosedContact[], after: readonly ClosedContact[]): boolean {
  const slipped = new Set(before.flatMap((contact) => (holdsStill(contact) ? [] : [contact.touch])));
  return after.some((contact) => holdsStill(contact) && slipped.has(contact.touch));
}

/** Those that do not stay closed and still approach, too slowly for an impact. */
function leavingFrom(candidates: readonly Touch[], closed: readonly ClosedContact[]): Touch[] {
  return candidates.filter((touch) => touch.velocity[2] < 0 && !closed.some((contact) => contact.touch === touch));
}
