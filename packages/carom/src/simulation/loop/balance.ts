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
export function goOn(run: Run, cluster: Cluster): void {
  const { system, motion, ledger, time, coordinates, speeds } = run;
  if (motion.isResting(cluster, time, coordinates, speeds)) {
    const before = energyOf(system, time, coordinates, speeds);
    for (const place of cluster.speeds) speeds[place] = 0;
    ledger.projectionLoss += before - energyOf(system, time, coordinates, speeds);
    motion.sleep(cluster, time, coordinates, speeds);
  } else motion.start(cluster, time, coordinates, speeds);
  run.tangents?.begin(run, cluster);
}

/** Puts what a cluster has lost and got into the ledger. */
export function endMotion(run: Run, cluster: Cluster): void {
  const { motion, ledger, time, underWay } = run;
  if (!underWay || Number.isNaN(cluster.to) || cluster.follow !== undefined) return;
  run.tangents?.end(run, cluster);
  ledger.frictionLoss += motion.frictionLoss(cluster, time);
  ledger.appliedWork += motion.appliedWork(cluster, time);
  cluster.to = Number.NaN;
}

/**
 * Brings the state onto the closed contacts, and takes what approaches out of the velocities of others that leave. Where the latter would
 * change the energy by more than the error of a step can, because they lie all but on top of each other, those that leave are left alone: a
 * rim that rolls on the points around it turns down to the next of them. Warns where that much is changed all the same, and lets steps be
 * short for a while.
 */
export function project(
  run: Run,
  parts: readonly number[],
  closed: readonly ClosedContact[],
  holds: (contact: ClosedContact) => boolean,
  observe: SimulationObserver,
  leaving: readonly Touch[] = [],
): void {
  const { system, projection, ledger, time, coordinates, speeds } = run;
  const before = energyOf(system, time, coordinates, speeds);
  const touches = closed.map(({ touch }) => touch);
  if (system.restore !== undefined) {
    system.restore(coordinates, speeds, parts);
    for (const touch of touches) refreshTouch(system, touch, coordinates, speeds);
  }
  projection.positions(touches, coordinates, speeds);
  for (const touch of leaving) refreshTouch(system, touch, coordinates, speeds);
  const arrived = leaving.length > 0 ? Float64Array.from(speeds) : undefined;
  const projected = (all: readonly Touch[]) => {
    const work = projection.speeds(all, (i) => i < closed.length && holds(closed[i]), speeds);
    return { work, loss: before - energyOf(system, time, coordinates, speeds) + work };
  };
  let kept: readonly Touch[] = [...touches, ...leaving];
  let { work, loss } = projected(kept);
  if (arrived !== undefined && isLarge(run, loss)) {
    speeds.set(arrived);
    for (const touch of [...touches, ...leaving]) refreshTouch(system, touch, coordinates, speeds);
    kept = touches;
    ({ work, loss } = projected(kept));
  }
  for (const touch of touches) refreshTouch(system, touch, coordinates, speeds);
  run.tangents?.projected(run, kept, (i) => i < closed.length && holds(closed[i]));
  if (isLarge(run, loss)) {
    run.longestStep = Math.max(SHORTEST, SHORTER * Math.min(run.longestStep, run.lastStep));
    observe.warning?.(
      "large-projection",
      `bringing the state back onto its contacts ${loss > 0 ? "took out" : "put in"} ${Math.abs(loss).toPrecision(3)} J: ` +
        "what moves there was not followed finely enough, and is followed by shorter steps from there on; a smaller " +
        "tolerances.relativeTolerance or contactSpeed may help",
      time,
    );
  }
  ledger.projectionLoss += loss;
  ledger.appliedWork += work;
}

/** Of the step that led to a large projection, how long those after it may be. */
const SHORTER = 0.1;
/** And not shorter than this, s. */
const SHORTEST = 1e-9;
/** Part of the energy that has moved so far, above which a projection is more than the error of steps. */
const LARGE_PROJECTION = 1e-3;
/** The same, in what everything has at `contactSpeed`: below it gaps and speeds are within their tolerances. */
const SMALL_ENERGY = 1e4;

function isLarge({ system, ledger, thresholds: { contactSpeed }, time, coordinates, speeds }: Run, loss: number): boolean {
  const kinetic = system.kineticEnergy(coordinates, speeds);
  const moved = Math.abs(ledger.before - energyOf(system, time, coordinates, speeds));
  if (!(Math.abs(loss) > LARGE_PROJECTION * (kinetic + moved))) return false;
  return Math.abs(loss) > SMALL_ENERGY * system.kineticEnergy(coordinates, new Float64Array(speeds.length).fill(contactSpeed));
}

/** Puts an impact into the ledger and tells it. */
export function bookImpact({ ledger, time }: Run, impact: ResolvedImpact, observe: SimulationObserver): void {
  ledger.impactLoss += impact.energyBefore - impact.energyAfter + impact.groundWork;
  ledger.appliedWork += impact.groundWork;
  observe.event?.({ kind: "impact", time, impact });
}

/** An impact without collision at contacts for which there are no forces. */
export function jam(run: Run, island: readonly Touch[], locks: boolean, observe: SimulationObserver): ResolvedImpact {
  const { system, pace, time, coordinates, speeds } = run;
  pace.countJam(time);
  run.tangents?.breakOff(time, "contacts jammed: no forces agreed with their friction, and an impact without collision took their place");
  const impact = resolveJam(system, island, coordinates, speeds, locks || pace.closeJams > PATIENT_JAMS);
  bookImpact(run, impact, observe);
  return impact;
}
