/**
 * Where events come too fast to be followed one by one. No clock decides: a run is the same bits on any machine.
 *
 *     events of bodies that move together     more than 100, and 12 for each closed contact, within tau = min(sqrt(size / g), size / speed)
 *     impacts of several contacts             more than 5 within tau, at other places each time, in a scene of 3 bodies or more
 *     events without time between them        more than 20
 *     contacts that would be calmed, locked or jammed a third time; impacts that do not converge; again within tau one of 3 bodies at
 *     7 places or more with 100 law events
 *     work     more than 1.5 s of it beyond 10 s for each simulated second: right-hand sides and what laws do, each counted, not timed
 *     one impact that takes more than 1 s of it
 *
 * One body by itself is left alone: what it does is followed whatever it takes. One mechanism by itself is, but for its work and for what
 * would be decided otherwise than asked.
 *
 * Source: own study, dense contact section 9.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import type { Touch } from "../contact/touch.js";
import type { Patience, ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Cluster } from "./cluster.js";

/** Thrown where events come too fast; the state and the ledger are those of the present time. */
export class Crowded extends Error {
  override readonly name = "Crowded";
  /** Whose events, or contacts: parts. */
  readonly parts: readonly number[];
  constructor(message: string, parts: readonly number[]) {
    super(message);
    this.parts = parts;
  }
}

/** Where bodies cannot go on by events, says which; other errors, and runs by events alone, are passed on as they are. */
export function tellCrowded<T>({ crowding }: { readonly crowding?: Crowding }, parts: readonly number[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (crowding === undefined || error instanceof Crowded) throw error;
    const reason = reasonToStep(error);
    if (reason === undefined) throw error;
    throw new Crowded(reason, parts);
  }
}

/** Why events cannot go on: also where a law refuses the mobility that the motion came to. What else it refuses the user must change. */
export function reasonToStep(error: unknown): string | undefined {
  if (error instanceof Crowded || error instanceof SolverError) return error.message;
  if (error instanceof InvalidInputError && /^(mobility|kineticEnergy)/.test(error.path))
    return `the law does not take these contacts: ${error.path} ${error.expected}`;
  return undefined;
}

const MOST_EVENTS = 100;
const MOST_PER_CONTACT = 12;
const MOST_STANDING = 20;
const MOST_IMPACTS = 5;
const MOST_JAMS = 2;
/** Impacts that did not converge this close together, s. */
const CLOSE = 1e-3;
const MANY_CONTACTS = 6;
const MANY_BODIES = 3;
const MANY_EVENTS = 100;
/** Work, about a microsecond each: what is allowed for each simulated second, what may be beyond that, and what one instant may take. */
const STEADY_WORK = 1e7;
const MOST_WORK = 1.5e6;
const IMPACT_WORK = 1e6;
/** Those of one body. */
const FEW_SPEEDS = 6;

export interface Crowding {
  /** Begins anew, so that a run that is resumed here counts the same; except the work that is beyond what is allowed. */
  restart(time: number): void;
  /** That work, at a time, for a checkpoint. */
  excess(time: number): number;
  /** What impacts at one instant may take. */
  patience(): Patience;
  /** An event of some clusters; `standing`: how many in a row without time between them. */
  event(time: number, clusters: readonly Cluster[], speeds: Float64Array, standing: number): void;
  /** Impacts that have just been resolved and booked, and what was left of the patience with them. */
  impacts(time: number, impacts: readonly ResolvedImpact[], speeds: Float64Array, patience: Patience): void;
  /** A step of a cluster begins; `all`: the clusters there are, the busiest of which has to pay for work. */
  step(time: number, all: readonly Cluster[]): void;
  /** Parts whose contacts have no forces, and how often by now. */
  jammed(parts: readonly number[], times: number): void;
  /** Something is about to be decided that is not exactly as asked. */
  forced(parts: readonly number[], what: string): void;
}

/**
 * Of a system: its size, m, the largest acceleration without contacts, m/s^2, how many speeds each of its parts has, what its motion has
 * cost; and of a checkpoint its excess of work.
 */
export interface CrowdingScales {
  readonly size: number;
  readonly gravity: number;
  readonly parts: readonly number[];
  readonly effort: { readonly sum: number };
  readonly excess: number;
}

export function createCrowding({ size, gravity, parts, effort, excess }: CrowdingScales): Crowding {
  const never = Number.NEGATIVE_INFINITY;
  const since = new Float64Array(parts.length);
  const counts = new Float64Array(parts.length);
  const struck = { since: never, count: 0, places: "" };
  const work = { since: Number.NaN, before: 0, inLaws: 0, excess };
  let lastOpen = never;
  let lastLarge = never;

  const isOneBody = (own: readonly number[]) => own.length === 1 && parts[own[0]] <= FEW_SPEEDS;

  /** tau. */
  function timeScale(places: readonly number[], speeds: Float64Array): number {
    const fastest = places.reduce((most, k) => Math.max(most, (k % 6 < 3 ? 1 : size) * Math.abs(speeds[k])), 0);
    return Math.min(gravity > 0 ? Math.sqrt(size / gravity) : 1, fastest > 0 ? size / fastest : 1);
  }

  /** One after the other at the same places is a bounce, and is left alone, as are hits at one place. */
  function countImpacts(time: number, impacts: readonly ResolvedImpact[], speeds: Float64Array): void {
    const touches = impacts.flatMap((impact) => (impact.touches.length > 1 ? impact.touches : []));
    if (parts.length < MANY_BODIES || touches.length === 0) return;
    const tau = timeScale(
      touches.flatMap((touch) => touch.speeds),
      speeds,
    );
    if (time - struck.since > tau) {
      struck.since = time;
      struck.count = 0;
    }
    const places = touches.map(({ feature }) => feature.key).join("\n");
    if (places !== struck.places) struck.count += 1;
    struck.places = places;
    if (struck.count > MOST_IMPACTS)
      throw new Crowded(`more than ${MOST_IMPACTS} impacts of several contacts within ${tau.toPrecision(2)} s`, partsAt(touches));
  }

  const done = () => effort.sum + work.inLaws;
  const excessAt = (time: number) =>
    Number.isNaN(work.since) ? work.excess : Math.max(0, work.excess + done() - work.before - STEADY_WORK * (time - work.since));

  function countWork(time: number): void {
    work.excess = excessAt(time);
    work.since = time;
    work.before = done();
  }

  function checkWork(time: number, all: readonly Cluster[]): void {
    countWork(time);
    if (!(work.excess > MOST_WORK)) return;
    const busiest = all.reduce((most, cluster) => (costOf(cluster) > costOf(most) ? cluster : most));
    throw new Crowded("contacts take too much work for the time they move in", busiest.parts);
  }

  return {
    restart: (time) => {
      since.fill(never);
      counts.fill(0);
      struck.since = lastOpen = lastLarge = never;
      countWork(time);
    },
    excess: excessAt,
    patience: () => ({ left: IMPACT_WORK }),
    event: (time, clusters, speeds, standing) => {
      const concerned = clusters.flatMap((cluster) => cluster.parts);
      if (!isOneBody(concerned) && standing > MOST_STANDING)
        throw new Crowded(`more than ${MOST_STANDING} events of contacts at one instant`, concerned);
      if (concerned.length < 2) return;
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
          throw new Crowded(
            `more than ${Math.max(MOST_EVENTS, MOST_PER_CONTACT * closed)} events within ${tau.toPrecision(2)} s`,
            concerned,
          );
      }
    },
    impacts: (time, impacts, speeds, { left }) => {
      if (impacts.some(({ touches }) => isSeveral(touches))) work.inLaws += IMPACT_WORK - left;
      countImpacts(time, impacts, speeds);
      for (const { touches, outcome, problem } of impacts) {
        const met = new Set(touches.flatMap((touch) => touch.parts));
        if (met.size < 2) continue;
        if (outcome.warnings.some(({ code }) => code === "not-converged")) {
          if (time - lastOpen <= CLOSE) throw new Crowded("impacts soon after each other did not converge", [...met]);
          lastOpen = time;
        }
        const isMany = touches.length > MANY_CONTACTS && met.size >= MANY_BODIES && problem.contacts.some(({ friction }) => friction > 0);
        // What is solved at once costs little, however many contacts it has.
        if (!isMany || outcome.events.length <= MANY_EVENTS) continue;
        const tau = timeScale(
          touches.flatMap((touch) => touch.speeds),
          speeds,
        );
        if (time - lastLarge <= tau) throw new Crowded(`impacts of ${touches.length} contacts soon after each other`, [...met]);
        lastLarge = time;
      }
    },
    step: checkWork,
    jammed: (own, times) => {
      if (!isOneBody(own) && times > MOST_JAMS) throw new Crowded("contacts have no forces within their friction", own);
    },
    forced: (own, what) => {
      if (!isOneBody(own)) throw new Crowded(what, own);
    },
  };
}

const partsAt = (touches: readonly Touch[]) => [...new Set(touches.flatMap((touch) => touch.parts))];

/** What a cluster costs, about: its solves. */
const costOf = ({ speeds, closed }: Cluster) => closed.length * speeds.length;

/** Whether several bodies take part, or a mechanism. */
function isSeveral(touches: readonly Touch[]): boolean {
  const [{ parts, speeds }] = touches;
  return speeds.length > FEW_SPEEDS || touches.some((touch) => touch.parts.some((part) => part !== parts[0]));
}
