/**
 * What is done to the state of a run between its motions, each with its line in the ledger: a cluster stops or goes on, contacts are
 * brought back to where they are, impacts.
 */
import type { ClosedContact } from "../contact/closed-contact.js";
import { refreshTouch, type Touch } from "../contact/touch.js";
import { resolveJam } from "../impacts/jams.js";
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Cluster } from "./cluster.js";
import type { SimulationObserver } from "./interface.js";
import { energyOf } from "./ledger.js";
import type { Run } from "./run.js";

/** Jams, each soon after the other, after which all slip is stopped at once. */
export const PATIENT_JAMS = 4;

/** Lets a cluster move from the present state, or sleep where it rests. */
export function goOn({ system, motion, ledger, time, coordinates, speeds }: Run, cluster: Cluster): void {
  if (motion.isResting(cluster, time, coordinates, speeds)) {
    const before = energyOf(system, time, coordinates, speeds);
    for (const place of cluster.speeds) speeds[place] = 0;
    ledger.projectionLoss += before - energyOf(system, time, coordinates, speeds);
    motion.sleep(cluster, time, coordinates, speeds);
  } else motion.start(cluster, time, coordinates, speeds);
}

/** Puts what a cluster has lost and got into the ledger. */
export function endMotion({ motion, ledger, time, underWay }: Run, cluster: Cluster): void {
  if (!underWay || Number.isNaN(cluster.to)) return;
  ledger.frictionLoss += motion.frictionLoss(cluster, time);
  ledger.appliedWork += motion.appliedWork(cluster, time);
  cluster.to = Number.NaN;
}

/** Brings the state onto the closed contacts, and takes what approaches out of the velocities of others that leave. */
export function project(
  { system, projection, ledger, time, coordinates, speeds }: Run,
  parts: readonly number[],
  closed: readonly ClosedContact[],
  holds: (contact: ClosedContact) => boolean,
  leaving: readonly Touch[] = [],
): void {
  const before = energyOf(system, time, coordinates, speeds);
  const touches = closed.map(({ touch }) => touch);
  if (system.restore !== undefined) {
    system.restore(coordinates, speeds, parts);
    for (const touch of touches) refreshTouch(system, touch, coordinates, speeds);
  }
  projection.positions(touches, coordinates, speeds);
  for (const touch of leaving) refreshTouch(system, touch, coordinates, speeds);
  const work = projection.speeds([...touches, ...leaving], (i) => i < closed.length && holds(closed[i]), speeds);
  for (const touch of touches) refreshTouch(system, touch, coordinates, speeds);
  ledger.projectionLoss += before - energyOf(system, time, coordinates, speeds) + work;
  ledger.appliedWork += work;
}

/** Puts an impact into the ledger and tells it. */
export function bookImpact({ ledger, time }: Run, impact: ResolvedImpact, observe: SimulationObserver): void {
  ledger.impactLoss += impact.energyBefore - impact.energyAfter + impact.groundWork;
  ledger.appliedWork += impact.groundWork;
  observe.event?.({ kind: "impact", time, impact });
}

/** An impact without collision at contacts for which there are no forces. */
export function jam(run: Run, island: readonly Touch[], locks: boolean, observe: SimulationObserver): void {
  const { system, pace, time, coordinates, speeds } = run;
  pace.countJam(time);
  bookImpact(run, resolveJam(system, island, coordinates, speeds, locks || pace.closeJams > PATIENT_JAMS), observe);
}
