/**
 * One step of an island of many bodies, in which hits are resolved at their time and where they happen: they end the step of those that
 * they reach, and of no others.
 *
 * First the whole island is solved to the end of the step. Then, in the order of time: the pair that would hit first is looked at at that
 * time; what hits is resolved; those that it changes are solved anew from there to the end (domain.ts). A pair that turns out to overlap at
 * the end, because corners came to lie over other faces on the way, is looked at before.
 *
 * Source: own study, dense contact sections 3 and 14.
 */
import { appendContacts, gapOfSolids, listContacts } from "./contact-list.js";
import { beginCourses, bendAt, followPair, gapAhead, isLoaded, placePair, relist, setDue, writeCourse } from "./courses.js";
import { type Domain, emptyDomain, hitTimeOf, join, lookAround, solveDomain, straighten, waitsToBeCaught, wholeDomain } from "./domain.js";
import { nextDue } from "./due-queue.js";
import { energyOf, readMassesAt, settle } from "./energy.js";
import { isCrowd } from "./exact-impact.js";
import { APART, countMerged, HIT, resolveMany, strike, strikeFew, touchOf } from "./impact.js";
import { speedOf } from "./nodes.js";
import { seeGains } from "./passed-over.js";
import { projectPositions } from "./project.js";
import { type Island, type RunState, reserveRows, setTime } from "./run-state.js";
import { GROUND } from "./solver/problem.js";
import { deepSink, depthLeft, slowSpeed } from "./tolerances.js";

/** Bodies from which on an island is many. */
const MANY = 4;
/** Times that pairs are looked at in a step, for each body; what is left stands over each other at the end. */
const MOST_LOOKS = 60;
/** Hits of a body within a step that are told apart, and how far apart at most they are taken together, in steps. */
const MOST_HITS = 8;
const SHORT = 1 / 8;
/** Places of an impact that are few. */
const FEW = 6;
/** Looks, to find when a pair began to overlap. */
const MOST_TRIALS = 14;
/** In sizes: how far apart a pair is seen where the time is looked for at which it began to overlap. */
const FAR = 0.1;
/** Of the overlap that may be: by how much more fast bodies overlap from one look to the next. */
const SUNK = 0.1;
/** Parts of a way at which a pair is looked at that is elsewhere at its end than expected. */
const ON_THE_WAY = [0.5, 0.25, 0.75] as const;
/** A step may grow by this; and by this where nothing is known of what it will meet. */
const LONGER = 1.5;
const FAR_LONGER = 4;
/** Of a step: over a shorter course an acceleration is not known. */
const SHORT_COURSE = 0.1;

/** Whether an island is one for this. */
export function isForLocalSteps({ courses, tolerances }: RunState, { bodies, linked }: Island): boolean {
  return bodies.length >= MANY && linked.length === 0 && courses.isSimple && !tolerances.fixedStep;
}

/** What a step goes by. */
interface Pace {
  readonly nominal: number;
  /** Whether it is one of a crowd (exact-impact.ts). */
  readonly isCrowd: boolean;
  /** Hits nearer than this, s, are taken together. */
  readonly together: number;
}

/** A step of length h. True where anything was struck. */
export function stepLocally(run: RunState, island: Island, h: number, given: Omit<Pace, "isCrowd">): boolean {
  const pace = { isCrowd: isCrowd(island.bodies), ...given };
  const { courses, coordinates, pending, ledger, time, tolerances } = run;
  if (run.listed !== island) list(run, island, pace.nominal, "contacts", run);
  readMassesAt(run, island, coordinates);
  const impacts = run.statistics.impacts;
  strike(run, island, pace.nominal, pace.together);
  const before = energyOf(run, island);
  const [impactLoss, appliedWork] = [ledger.impactLoss, ledger.appliedWork];
  pending.friction = pending.projection = pending.applied = pending.ground = 0;
  beginCourses(run, island, h);
  const whole = wholeDomain(island);
  solveDomain(run, whole, time, pace.nominal, pace.together);
  const error = errorOf(run, island, h);
  foresee(run, whole, time, pace.together);
  leave(run, whole);
  followHits(run, island, pace);
  setTime(run, time);
  for (const pair of island.pairs) followPair(run, pair, courses.end);
  const smallest = list(run, island, pace.nominal, "ahead", { coordinates: run.nextCoordinates, speeds: run.nextSpeeds });
  run.statistics.deepest = Math.max(run.statistics.deepest, -smallest);
  run.listed = smallest >= -tolerances.gapTolerance ? island : undefined;
  if (run.listed === undefined) projectPositions(run, island, run.nextCoordinates);
  const tells = run.observe === undefined ? [] : island.bodies.map((body) => run.observe?.course(run, body));
  commit(run, island, h);
  chooseStep(run, island, h, pace.nominal, error);
  // What impacts on the way cost is booked already.
  const struck = ledger.impactLoss - impactLoss;
  settle(run, island, { ...before, kinetic: before.kinetic - struck + (ledger.appliedWork - appliedWork) }, h, struck);
  for (const tell of tells) tell?.(courses.end);
  run.observe?.stepped(run, time, courses.end);
  for (const body of island.bodies) {
    run.together[body] *= 0.5;
    run.hits[body] = 0;
  }
  return run.statistics.impacts > impacts;
}

/** Lists what touches, or may before the end of the next step, which may be longer than this one. Returns the smallest gap. */
function list(
  run: RunState,
  island: Island,
  step: number,
  name: "contacts" | "ahead",
  { coordinates, speeds }: Pick<RunState, "coordinates" | "speeds">,
): number {
  const { surfaces, tolerances } = run;
  const ahead = LONGER * step;
  const horizon = { step: ahead, gain: 2 * tolerances.gravity * ahead, near: 2 * tolerances.gapTolerance };
  const smallest = listContacts(run[name], surfaces, island.pairs, horizon, coordinates, speeds);
  reserveRows(run);
  return smallest;
}

function leave({ courses }: RunState, { bodies }: Domain): void {
  for (const body of bodies) courses.joined[body] = 0;
}

/** Looks at pairs at their time until none is due. */
function followHits(run: RunState, island: Island, pace: Pace): void {
  const { courses } = run;
  let now = run.time;
  for (let looks = 0; looks < MOST_LOOKS * island.bodies.length; looks += 1) {
    const next = nextDue(courses.queue, courses.due);
    if (next < 0) return;
    now = Math.max(now, courses.due[next]);
    setTime(run, now);
    lookAt(run, next, now, pace);
  }
}

/** One pair at an instant: it hits, or it is caught, or it is looked at again later. */
function lookAt(run: RunState, pair: number, time: number, pace: Pace): void {
  const { courses, surfaces } = run;
  const { nominal, together: least } = pace;
  const bodies = [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]].filter((body) => body !== GROUND);
  const together = bodies.reduce((most, body) => Math.max(most, run.together[body]), least);
  if (!isLoaded(run, pair)) {
    relist(run, pair, time, courses.end - time);
    if (!hits(run, pair, time, together) && !waitsToBeCaught(run, pair, together)) {
      setDue(run, pair, checked(run, pair, time, together, hitTimeOf(run, pair)));
      return;
    }
  }
  const domain = emptyDomain();
  join(run, domain, bodies, time);
  lookAround(run, domain.bodies, time, together);
  if (hits(run, pair, time, together)) {
    strikeAt(run, domain, time, { ...pace, together });
    countHits(run, bodies, nominal, together);
  }
  lookAround(run, domain.bodies, time);
  solveDomain(run, domain, time, nominal, together);
  foresee(run, domain, time, together);
  leave(run, domain);
}

function hits(run: RunState, pair: number, time: number, together: number): boolean {
  const { courses } = run;
  for (let i = courses.head[pair]; i >= 0; i = courses.next[i]) if (touchOf(run, i, together, courses.end - time) === HIT) return true;
  return false;
}

/** Where one hit follows the other, those are taken together that are farther and farther apart. */
function countHits({ hits: counts, together }: RunState, bodies: readonly number[], nominal: number, now: number): void {
  for (const body of bodies) {
    counts[body] += 1;
    if (counts[body] < MOST_HITS) continue;
    together[body] = Math.min(SHORT * nominal, 4 * now);
    counts[body] = 0;
  }
}

/** Resolves what hits in a domain and in what touches it. */
function strikeAt(run: RunState, domain: Domain, time: number, pace: Pace): void {
  const { nominal, together } = pace;
  const few = touchingFew(run, domain, time, pace);
  if (few !== undefined && strikeFew(run, domain.bodies, few, pace.isCrowd)) {
    countMerged(run, few);
    return;
  }
  const { courses, contacts, touching, after } = run;
  const members: number[] = [];
  const met = new Set<number>();
  const reach = (body: number) => {
    const isNew = courses.joined[body] === 0;
    join(run, domain, [body], time);
    if (isNew) for (let k = 6 * body; k < 6 * body + 6; k += 1) after[k] = run.speeds[k];
    for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1)
      for (let i = courses.head[courses.pairs[at]]; i >= 0; i = courses.next[i]) {
        const [first, second] = [contacts.bodies[2 * i], contacts.bodies[2 * i + 1]];
        if (courses.joined[first] === 1 && (second === GROUND || courses.joined[second] === 1)) straighten(run, i, time);
        if (met.has(i)) continue;
        touching[i] = touchAt(run, i, time, together);
        if (touching[i] === APART) continue;
        met.add(i);
        members.push(i);
        for (let side = 0; side < 2; side += 1) {
          const other = contacts.bodies[2 * i + side];
          if (other !== GROUND && other !== body && courses.joined[other] === 0) {
            writeCourse(run, other, time, courses.coordinates, courses.speeds);
            for (let k = 6 * other; k < 6 * other + 6; k += 1) after[k] = courses.speeds[k];
          }
        }
      }
  };
  for (const body of [...domain.bodies]) {
    for (let k = 6 * body; k < 6 * body + 6; k += 1) after[k] = run.speeds[k];
    reach(body);
  }
  resolveMany(run, members, { h: nominal, span: courses.end - time, bend: (i) => bendAt(run, i, time) }, reach);
  countMerged(run, members);
}

/** What a place is at an instant: one that pushes touches, whatever has been looked at since. */
function touchAt(run: RunState, i: number, time: number, together: number): number {
  const { courses } = run;
  if (courses.base[i] === time) return touchOf(run, i, together, courses.end - time);
  return courses.rowed[i] === 1 && run.contacts.gap[i] <= run.tolerances.gapTolerance ? 1 : APART;
}

/** The places of all that touches a domain, if they are few; then all of it is taken into the domain. */
function touchingFew(run: RunState, domain: Domain, time: number, { together, isCrowd: crowded }: Pace): number[] | undefined {
  const { courses, contacts } = run;
  const met = new Set(domain.bodies);
  let places: number[] = [];
  const gather = () => {
    places = [];
    const queue = [...met];
    for (const body of queue)
      for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1)
        for (let i = courses.head[courses.pairs[at]]; i >= 0; i = courses.next[i]) {
          if (places.includes(i)) continue;
          run.touching[i] = touchAt(run, i, time, together);
          if (run.touching[i] === APART) continue;
          places.push(i);
          if (places.length > FEW) return false;
          if (crowded && places.length > 1 && met.size > 1) return false;
          for (let side = 0; side < 2; side += 1) {
            const other = contacts.bodies[2 * i + side];
            if (other === GROUND || met.has(other)) continue;
            met.add(other);
            queue.push(other);
          }
        }
    return true;
  };
  while (gather()) {
    const added = [...met].filter((body) => courses.joined[body] === 0);
    if (added.length === 0) return places.sort((a, b) => a - b);
    // Seen from nearer, they may touch others.
    join(run, domain, added, time);
    lookAround(run, added, time, together);
  }
  return undefined;
}

/** Pairs of a domain that overlap at the end, or when they are to be looked at, though that was not foreseen. */
function foresee(run: RunState, { bodies }: Domain, time: number, together: number): void {
  const { courses, surfaces } = run;
  for (const body of bodies)
    for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1) {
      const pair = courses.pairs[at];
      const isSecond = surfaces.bodies[2 * pair + 1] === body && courses.joined[surfaces.bodies[2 * pair]] === 1;
      if (!isSecond) setDue(run, pair, checked(run, pair, time, together, courses.due[pair]));
    }
}

/**
 * When a pair is to be looked at: as foreseen, or earlier where it overlaps by then or by the end of the step: when it hits at places that
 * were not seen, or where it has sunk in half as deep as it may.
 */
function checked(run: RunState, pair: number, time: number, together: number, due: number): number {
  const { courses, seen, surfaces, tolerances } = run;
  const until = Math.min(due, courses.end);
  if (!(until - time > 0.25 * Math.min(together, tolerances.shortestStep))) return due;
  // What was too far to be listed does not get there; but surfaces that are near and beside each other are not listed either.
  if (courses.head[pair] < 0 && !surfaces.mayHide(pair, run.coordinates)) return due;
  const [looked, smallest] = deepestOnTheWay(run, pair, time, until);
  if (!(smallest < -tolerances.gapTolerance)) return due;
  const slow = slowSpeed(tolerances);
  let fastest = slow;
  for (let i = 0; i < seen.count; i += 1)
    if (seen.gap[i] < -tolerances.gapTolerance) fastest = Math.max(fastest, -seen.velocity[3 * i + 2]);
  const isFast = fastest > slow;
  const deep = deepSink(tolerances);
  if (!isFast && smallest >= -deep) return due;
  // Places that overlap already do not hide that, and sink the less the deeper they are: a step may be solved anew many times.
  const now = Math.min(gapAt(run, pair, time), 0);
  const level = now - (isFast ? 0.5 * tolerances.gapTolerance : depthLeft(tolerances, now));
  if (smallest >= level) return due;
  // Where hits are taken together that are far apart, what is fast would sink in too deep until the next look.
  const quickest = Math.max(fastest, (now - smallest) / (looked - time));
  const pause = Math.min(0.05 * together, (SUNK * tolerances.penetration * tolerances.size) / quickest);
  return Math.max(timeAtLevel(run, pair, level, time, [looked, smallest]), time + pause);
}

/**
 * When a pair overlaps and how much: as far as a time, or between where it does not there, though it is elsewhere than its places say. Then
 * it is bent more than they know: an edge that goes along below a ball is.
 */
function deepestOnTheWay(run: RunState, pair: number, time: number, until: number): readonly [number, number] {
  const { gapTolerance } = run.tolerances;
  const deep = deepSink(run.tolerances);
  const smallest = gapAt(run, pair, until, 8 * deep);
  if (smallest < -gapTolerance) return [until, smallest];
  let expected = Number.POSITIVE_INFINITY;
  for (let i = run.courses.head[pair]; i >= 0; i = run.courses.next[i]) expected = Math.min(expected, gapAhead(run, i, until));
  if (!(expected < 4 * deep) || Math.abs(smallest - expected) < deep) return [until, smallest];
  for (const part of ON_THE_WAY) {
    const middle = time + part * (until - time);
    const gap = gapAt(run, pair, middle);
    if (gap < -gapTolerance) return [middle, gap];
  }
  return [until, smallest];
}

/**
 * When the smallest gap of a pair gets below a level between two times, or a little before: by false position (Illinois), and by halves as
 * long as it is too far apart to be seen.
 */
function timeAtLevel(run: RunState, pair: number, level: number, from: number, to: readonly [number, number]): number {
  const [far, near] = [FAR * run.tolerances.size, 0.25 * run.tolerances.gapTolerance];
  let [low, above] = [from, Number.POSITIVE_INFINITY];
  let [high, below] = [to[0], to[1] - level];
  for (let trial = 0, side = 0; trial < MOST_TRIALS; trial += 1) {
    const middle = Number.isFinite(above) ? low + ((high - low) * above) / (above - below) : 0.5 * (low + high);
    const gap = gapAt(run, pair, middle, far) - level;
    if (gap < 0) {
      [high, below] = [middle, gap];
      if (side < 0) above *= 0.5;
      side = -1;
    } else {
      [low, above] = [middle, gap];
      if (side > 0) below *= 0.5;
      side = 1;
      if (gap <= near) break;
    }
  }
  return low;
}

/** The smallest gap of a pair at an instant, if it is not more than `near`; where it overlaps, its places are those seen. */
function gapAt(run: RunState, pair: number, time: number, near = 0): number {
  const { courses, seen, surfaces, system, nodes, tolerances } = run;
  placePair(run, pair, time);
  seen.count = 0;
  const only = surfaces.onlyFeatureOf(pair);
  // Gaps are asked for first: rows are more work, and hardly any pair overlaps.
  const gap = only === undefined ? gapOfSolids(surfaces, nodes, pair, near, courses) : system.gap(only, courses.coordinates);
  if (gap !== undefined && gap >= -tolerances.gapTolerance) return gap > near ? Number.POSITIVE_INFINITY : gap;
  return appendContacts(seen, surfaces, [pair], { step: 0, gain: 0, near }, courses.coordinates, courses.speeds);
}

/** The error of the step, m: from how much accelerations changed since the last one. Not known: undefined. */
function errorOf({ known, nodes, acceleration, nextSpeeds, speeds, after }: RunState, { bodies }: Island, h: number): number | undefined {
  let change = 0;
  let isKnown = false;
  for (const body of bodies) {
    if (known[body] === 0) continue;
    isKnown = true;
    for (let k = 6 * body; k < 6 * body + 6; k += 1) after[k] = (nextSpeeds[k] - speeds[k]) / h - acceleration[k];
    change = Math.max(change, speedOf(nodes, after, body));
  }
  return isKnown ? 0.25 * h * h * change : undefined;
}

/** Makes the end of the step the state. */
function commit(run: RunState, { bodies }: Island, h: number): void {
  const { courses, coordinates, speeds, nextCoordinates, nextSpeeds, acceleration, known, statistics } = run;
  for (const body of bodies) {
    const span = courses.end - courses.since[body];
    for (let k = 6 * body; k < 6 * body + 6; k += 1) {
      acceleration[k] = span > 0 ? (nextSpeeds[k] - speeds[k]) / span : 0;
      speeds[k] = nextSpeeds[k];
    }
    for (let k = 7 * body; k < 7 * body + 7; k += 1) coordinates[k] = nextCoordinates[k];
    known[body] = span >= SHORT_COURSE * h ? 1 : 0;
  }
  seeGains(run, bodies);
  statistics.steps += 1;
  statistics.shortest = Math.min(statistics.shortest, h);
  statistics.longest = Math.max(statistics.longest, h);
  // What was seen at the end is where the next step begins.
  [run.contacts, run.ahead] = [run.ahead, run.contacts];
}

/** The next step: the error grows with its square. */
function chooseStep(run: RunState, { bodies }: Island, h: number, nominal: number, error: number | undefined): void {
  if (error === undefined) return;
  const { tolerances, statistics } = run;
  statistics.estimatedError += error;
  const wanted = error > 0 ? 0.9 * h * Math.sqrt((tolerances.stepError * tolerances.size) / error) : Number.POSITIVE_INFINITY;
  const next = Math.min(FAR_LONGER * nominal, Math.max(0.4 * nominal, wanted));
  // What may touch was looked for within a step that is not much longer.
  if (next > LONGER * nominal) run.listed = undefined;
  for (const body of bodies) run.step[body] = Math.min(tolerances.longestStep, Math.max(tolerances.shortestStep, next));
}
