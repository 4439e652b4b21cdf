/**
 * Where events come too fast to be followed one by one. No clock decides: a run is the same bits on any machine.
 *
 *     events of bodies that move together     more than 100, and 12 for each closed contact, within tau = min(sqrt(size / g), size / speed)
 *     events without time between them        more than 20
 *     contacts that would be calmed, locked or jammed a third time; impacts that do not converge; again within tau one of 3 bodies at
 *     7 places or more with 100 law events
 *     work within a hundredth of a second     law events, and right-hand sides times contacts: more than 2e5
 *
 * One body by itself is left alone: what it does is followed whatever it takes.
 *
 * Source: own study, dense contact section 9.
 */
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Cluster } from "./cluster.js";

/** Thrown where events come too fast; the state and the ledger are those of the present time. */
export class Crowded extends Error {
  override readonly name = "Crowded";
}

const MOST_EVENTS = 100;
const MOST_PER_CONTACT = 12;
const MOST_STANDING = 20;
const MOST_JAMS = 2;
/** Impacts that did not converge this close together, s. */
const CLOSE = 1e-3;
const MANY_CONTACTS = 6;
const MANY_BODIES = 3;
const MANY_EVENTS = 100;
/** Law events and right-hand sides times contacts, and the time they are counted over, s. */
const MOST_WORK = 2e5;
const WORK_TIME = 0.01;
/** Right-hand sides of a step of the integrator. */
const STAGES = 12;

export interface Crowding {
  /** Begins anew, so that a run that is resumed here counts the same. */
  restart(): void;
  /** An event of some clusters; `standing`: how many in a row without time between them. */
  event(time: number, clusters: readonly Cluster[], speeds: Float64Array, standing: number): void;
  /** Impacts that have just been resolved and booked. */
  impacts(time: number, impacts: readonly ResolvedImpact[], speeds: Float64Array): void;
  /** A step of a cluster. */
  step(time: number, cluster: Cluster): void;
  /** Parts whose contacts have no forces, and how often by now. */
  jammed(parts: readonly number[], times: number): void;
  /** Something is about to be decided that is not exactly as asked. */
  forced(parts: readonly number[], what: string): void;
}

/** @param scales of the system: its size, m, the largest acceleration without contacts, m/s^2, and the number of its parts */
export function createCrowding(scales: { readonly size: number; readonly gravity: number; readonly parts: number }): Crowding {
  const { size, gravity, parts } = scales;
  const never = Number.NEGATIVE_INFINITY;
  const since = new Float64Array(parts);
  const counts = new Float64Array(parts);
  const work = { since: never, sum: 0 };
  let lastOpen = never;
  let lastLarge = never;

  /** tau. */
  function timeScale(places: readonly number[], speeds: Float64Array): number {
    const fastest = places.reduce((most, k) => Math.max(most, (k % 6 < 3 ? 1 : size) * Math.abs(speeds[k])), 0);
    return Math.min(gravity > 0 ? Math.sqrt(size / gravity) : 1, fastest > 0 ? size / fastest : 1);
  }

  function addWork(time: number, amount: number): void {
    if (time - work.since > WORK_TIME) {
      work.since = time;
      work.sum = 0;
    }
    work.sum += amount;
    if (work.sum > MOST_WORK) throw new Crowded(`contacts take too much work within ${WORK_TIME} s`);
  }

  return {
    restart: () => {
      since.fill(never);
      counts.fill(0);
      work.since = lastOpen = lastLarge = never;
    },
    event: (time, clusters, speeds, standing) => {
      const concerned = clusters.flatMap((cluster) => cluster.parts);
      if (concerned.length < 2) return;
      if (standing > MOST_STANDING) throw new Crowded(`more than ${MOST_STANDING} events of contacts at one instant`);
      const closed = clusters.reduce((sum, cluster) => sum + cluster.closed.length, 0);
      const tau = timeScale(
        clusters.flatMap((cluster) => cluster.speeds),
        speeds,
      );
      for (const part of concerned) {
        if (time - since[part] > tau) {
          since[part] = time;
          counts[part] = 0;
        }
        counts[part] += 1;
        if (counts[part] > MOST_EVENTS && counts[part] > MOST_PER_CONTACT * closed)
          throw new Crowded(`more than ${Math.max(MOST_EVENTS, MOST_PER_CONTACT * closed)} events within ${tau.toPrecision(2)} s`);
      }
    },
    impacts: (time, impacts, speeds) => {
      for (const { touches, outcome, problem } of impacts) {
        const met = new Set(touches.flatMap((touch) => touch.parts));
        if (met.size < 2) continue;
        addWork(time, outcome.events.length);
        if (outcome.warnings.some(({ code }) => code === "not-converged")) {
          if (time - lastOpen <= CLOSE) throw new Crowded("impacts soon after each other did not converge");
          lastOpen = time;
        }
        const isMany = touches.length > MANY_CONTACTS && met.size >= MANY_BODIES && problem.contacts.some(({ friction }) => friction > 0);
        // What is solved at once costs little, however many contacts it has.
        if (!isMany || outcome.events.length <= MANY_EVENTS) continue;
        const tau = timeScale(
          touches.flatMap((touch) => touch.speeds),
          speeds,
        );
        if (time - lastLarge <= tau) throw new Crowded(`impacts of ${touches.length} contacts soon after each other`);
        lastLarge = time;
      }
    },
    step: (time, { parts: own, closed }) => {
      if (own.length > 1) addWork(time, STAGES * closed.length);
    },
    jammed: (own, times) => {
      if (own.length > 1 && times > MOST_JAMS) throw new Crowded("contacts have no forces within their friction");
    },
    forced: (own, what) => {
      if (own.length > 1) throw new Crowded(what);
    },
  };
}
