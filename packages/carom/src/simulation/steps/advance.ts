/**
 * Islands in time, each with steps of its own.
 *
 * Bodies that could meet within a time go on together; the shorter the time, the fewer those are. So an island whose step is shorter than
 * the time it is to cover is taken through the first half of it, where it may fall apart, and then through the other. What falls out by
 * itself flies there at once. Where a hit cuts a step, islands are looked for anew: the others are not stopped by it.
 *
 * Source: own study, dense contact sections 3, 7 and 8.
 */
import { located } from "../loop/located.js";
import type { Feature, Flight } from "../system/mechanical-system.js";
import { featureOf, listContacts } from "./contact-list.js";
import { canRest, stepAlone, stepIsland } from "./island-step.js";
import { splitIsland } from "./islands.js";
import { isForLocalSteps, stepLocally } from "./local-step.js";
import { speedOf } from "./nodes.js";
import { lookBack, passOver } from "./passed-over.js";
import { type Island, type RunState, setTime } from "./run-state.js";
import { restSpeed } from "./tolerances.js";

/** Steps between two looks for rest. */
const REST_EVERY = 8;
/** Hits within a step that are told apart, and how far apart at most they are taken together, in steps. */
const MOST_HITS = 8;
const SHORT = 1 / 8;
/** Of a step: hits that follow each other faster do not make islands be looked for over shorter times. */
const LEAST_PACE = 1 / 32;
/** A body that nothing touches turns by less than this in a step, rad. */
const TURN = 0.02;

/** Takes bodies of which no other may be met to a time. The time of the run is then that. */
export function advanceApart(run: RunState, group: Island, until: number): void {
  const from = run.time;
  const islands = splitIsland(run, group, until - from);
  if (islands.length > 1) run.listed = undefined;
  const noted = passOver(run, group);
  for (const island of islands) {
    setTime(run, from);
    advanceIsland(run, island, until);
  }
  lookBack(run, noted, until - from);
  setTime(run, until);
}

/** The same for an island. */
function advanceIsland(run: RunState, island: Island, until: number): void {
  const { step, pace, tolerances } = run;
  for (let isWhole = true; run.time < until && !run.passed.haveMet; isWhole = false) {
    if (island.bodies.every((body) => run.asleep[body] === 1) && !isGroundComing(run, island, until - run.time)) return;
    if (island.pairs.length === 0) {
      toldWithPlace(run, island, () => fly(run, island, until));
      return;
    }
    const isLocal = isForLocalSteps(run, island);
    let nominal = tolerances.longestStep;
    let expected = tolerances.longestStep;
    for (const body of island.bodies) {
      nominal = Math.min(nominal, step[body]);
      if (!isLocal) expected = Math.min(expected, pace[body]);
    }
    const left = until - run.time;
    const count = Math.ceil(left / Math.min(nominal, expected) - 1e-3);
    const part = (left * Math.ceil(count / 2)) / count;
    // A shorter time serves to find smaller islands only; to the next hit a step goes by itself.
    if (count > 1 && (left > 1.001 * nominal || splitIsland(run, island, part).length > 1)) advanceApart(run, island, run.time + part);
    else if (!isWhole && splitIsland(run, island, left).length > 1) advanceApart(run, island, until);
    else if (!toldWithPlace(run, island, () => advanceStep(run, island, until, nominal))) return;
  }
}

/** An error that ends the run is told with its time, and with the bodies and places that touched. */
function toldWithPlace<T>(run: RunState, island: Island, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw located(error, { system: run.system, time: run.time, features: touchingIn(run, island) });
  }
}

/** The places of an island that touch, as they were listed last. */
function touchingIn({ contacts, surfaces, tolerances }: RunState, { pairs }: Island): Feature[] {
  const own = new Set(pairs);
  const listed = Array.from({ length: contacts.count }, (_, i) => i);
  const touching = listed.filter((i) => own.has(contacts.pairs[i]) && contacts.gap[i] <= tolerances.stepError * tolerances.size);
  return touching.map((i) => featureOf(surfaces, contacts.ids[i]));
}

/** One step, at most to the time. False where the island rests instead. */
function advanceStep(run: RunState, island: Island, until: number, nominal: number): boolean {
  const { tolerances, speeds, nodes } = run;
  for (const body of island.bodies) run.asleep[body] = 0;
  const mayRest = isSlow(run, island, restSpeed(tolerances, nominal)) && !isGroundComing(run, island, until - run.time);
  if (!mayRest) for (const body of island.bodies) run.watched[body] = 0;
  else if (restsNow(run, island, nominal)) {
    fallAsleep(run, island);
    return false;
  }
  const left = until - run.time;
  let fastest = 1e-300;
  let together = 0;
  for (const body of island.bodies) {
    fastest = Math.max(fastest, speedOf(nodes, speeds, body));
    together = Math.max(together, run.together[body]);
  }
  together = Math.max(together, (tolerances.stepError * tolerances.size) / fastest);
  if (isForLocalSteps(run, island)) {
    stepLocally(run, island, left, { nominal, together: Math.min(together, SHORT * nominal) });
    setTime(run, until);
    for (const body of island.bodies) run.pace[body] = tolerances.longestStep;
    return true;
  }
  const { taken, isCut, struck } = stepIsland(run, island, left, nominal, Math.min(together, SHORT * nominal));
  setTime(run, taken === left ? until : run.time + taken);
  for (const body of island.bodies) run.pace[body] = Math.max(LEAST_PACE * nominal, isCut ? 2 * taken : 2 * run.pace[body]);
  countHits(run, island, struck, taken, nominal, together);
  return true;
}

/** Where one hit follows the other, those are taken together that are farther and farther apart. */
function countHits({ hits, together }: RunState, { bodies }: Island, struck: boolean, taken: number, h: number, now: number): void {
  const share = Math.max(0, 1 - taken / h);
  for (const body of bodies) {
    hits[body] = share * hits[body] + (struck ? 1 : 0);
    if (hits[body] < MOST_HITS) {
      together[body] *= 0.5 + 0.5 * share;
      continue;
    }
    together[body] = Math.min(SHORT * h, 4 * now);
    hits[body] = 0;
  }
}

function isSlow({ speeds, nodes, system, time }: RunState, { bodies }: Island, most: number): boolean {
  if (time < (system.changesUntil ?? Number.NEGATIVE_INFINITY)) return false;
  return bodies.every((body) => speedOf(nodes, speeds, body) < most);
}

/** Whether ground that moves may be at the bodies of an island within a time: they neither rest on it nor sleep until it strikes them. */
function isGroundComing(run: RunState, { pairs }: Island, span: number): boolean {
  const { system, seen, surfaces, tolerances, time } = run;
  if (system.isGroundMoving === undefined) return false;
  const moving = pairs.filter((pair) => system.isGroundMoving?.(pair, time));
  if (moving.length === 0) return false;
  const horizon = { step: span, gain: 2 * tolerances.gravity * span, near: 2 * tolerances.gapTolerance };
  listContacts(seen, surfaces, moving, horizon, run.coordinates, run.speeds);
  return seen.count > 0;
}

/** Looks for rest now and then. */
function restsNow(run: RunState, island: Island, h: number): boolean {
  const turn = run.watched[island.bodies[0]];
  for (const body of island.bodies) run.watched[body] = (turn + 1) % REST_EVERY;
  return turn === 0 && canRest(run, island, h);
}

function fallAsleep(run: RunState, island: Island): void {
  run.observe?.rest(run, island);
  const { bodies } = island;
  const { system, coordinates, speeds, ledger, nodes, tolerances } = run;
  const before = system.kineticEnergy(coordinates, speeds);
  for (const body of bodies) {
    speeds.fill(0, nodes.speeds[body], nodes.speeds[body + 1]);
    run.acceleration.fill(0, nodes.speeds[body], nodes.speeds[body + 1]);
    run.asleep[body] = 1;
    run.watched[body] = 0;
    // As what flies: what wakes it has steps of its own as a rule.
    run.step[body] = tolerances.longestStep;
    run.pace[body] = tolerances.longestStep;
  }
  ledger.projectionLoss += before - system.kineticEnergy(coordinates, speeds);
}

/** A part that nothing touches until then. */
function fly(run: RunState, island: Island, until: number): void {
  const { system, known, step, asleep, tolerances, nodes, acceleration, fall } = run;
  const span = until - run.time;
  run.listed = undefined;
  for (const body of island.bodies) {
    asleep[body] = 0;
    known[body] = 0;
    for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1) acceleration[k] = fall[k];
    run.pace[body] = tolerances.longestStep;
    step[body] = Math.min(tolerances.longestStep, Math.max(step[body], span));
  }
  const [part] = island.parts;
  const flight = part === undefined ? undefined : system.flight?.(part);
  if (flight === undefined) {
    flyBySteps(run, island, until);
    return;
  }
  run.observe?.flight(run, island, until);
  flyAtOnce(run, part, flight, span);
}

function flyAtOnce(
  { system, coordinates, speeds, flightStart: start, flightEnd: end }: RunState,
  part: number,
  flight: Flight,
  span: number,
) {
  const { coordinates: places, speeds: rates } = (system.parts ?? [])[part];
  for (let k = 0; k < places.length; k += 1) start[k] = coordinates[places[k]];
  for (let k = 0; k < rates.length; k += 1) start[places.length + k] = speeds[rates[k]];
  flight.stateAt(start, span, end);
  for (let k = 0; k < places.length; k += 1) coordinates[places[k]] = end[k];
  for (let k = 0; k < rates.length; k += 1) speeds[rates[k]] = end[places.length + k];
}

/** A mechanism finds by itself in how many parts it turns. */
function flyBySteps(run: RunState, island: Island, until: number): void {
  const span = until - run.time;
  const turning = island.rigid.reduce((most, body) => Math.max(most, quicknessOf(run.speeds, 6 * body)), 0);
  const h = span / Math.max(1, Math.ceil((span * turning) / TURN));
  while (run.time < until) {
    const left = until - run.time;
    const taken = stepAlone(run, island, left < 1.001 * h ? left : h, span);
    setTime(run, taken === left ? until : run.time + taken);
  }
}

/** Speed of the centre or of turning, whichever is the larger number. */
function quicknessOf(speeds: Float64Array, at: number): number {
  const linear = speeds[at] * speeds[at] + speeds[at + 1] * speeds[at + 1] + speeds[at + 2] * speeds[at + 2];
  const angular = speeds[at + 3] * speeds[at + 3] + speeds[at + 4] * speeds[at + 4] + speeds[at + 5] * speeds[at + 5];
  return Math.sqrt(Math.max(linear, angular));
}
