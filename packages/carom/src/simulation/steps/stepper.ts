/**
 * A system in time by steps: frames in which islands go on by themselves, each with steps of its own.
 *
 * At the beginning of a frame all pairs are looked at that could meet before its end; bodies that they join are an island. Islands cannot
 * meet within the frame, so each is advanced alone, from hit to hit. What touches nothing flies in closed form where that is known.
 *
 * Source: own study, dense contact sections 3, 7 and 8.
 */
import { type Scene, systemFromScene } from "../scene/scene.js";
import { moveBodies, readMasses, stepFreely } from "./free-step.js";
import { canRest, stepIsland } from "./island-step.js";
import { rootOf, separate, unite } from "./islands.js";
import { createRunState, type Island, type RunState, type StepLedger, type StepStatistics } from "./run-state.js";
import { solidsOf } from "./solids.js";
import { GROUND } from "./solver/problem.js";
import { type StepOptions, slowSpeed } from "./tolerances.js";

/** Steps between two looks for rest. */
const REST_EVERY = 8;
/** Steps in a row that may be cut short before hits are taken together, and what short is, in steps. */
const MOST_CUTS = 24;
const SHORT = 1 / 8;
/** A body that nothing touches turns by less than this in a step, rad. */
const TURN = 0.02;

/** A system that moves by steps. */
export interface Stepper {
  readonly time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly ledger: Readonly<StepLedger>;
  readonly statistics: Readonly<StepStatistics>;
  /** Whether everything rests. */
  readonly atRest: boolean;
  /** Kinetic and potential energy, J. */
  energy(): number;
  /** Goes on to the time, or to rest. */
  advance(until: number, afterFrame?: (time: number) => void): void;
}

/** @param scene of bodies that nothing holds but contacts, on ground that stands still */
export function createStepper(scene: Scene, options: StepOptions = {}): Stepper {
  const system = systemFromScene(scene);
  if (system.speedCount !== 6 * system.names.length || system.driven !== undefined)
    throw new Error("only free bodies on ground that stands still can be stepped");
  return stepperOf(createRunState(system, options, solidsOf(scene)));
}

/** A run that moves by steps from where it is. */
export function stepperOf(run: RunState): Stepper {
  const { system } = run;
  return {
    get time() {
      return run.time;
    },
    coordinates: run.coordinates,
    speeds: run.speeds,
    ledger: run.ledger,
    statistics: run.statistics,
    get atRest() {
      return run.asleep.every((value) => value === 1);
    },
    energy: () => system.kineticEnergy(run.coordinates, run.speeds) + system.potentialEnergy(run.time, run.coordinates),
    advance: (until, afterFrame) => {
      while (run.time < until && !run.asleep.every((value) => value === 1)) {
        const left = until - run.time;
        const frames = Math.ceil(left / run.tolerances.longestStep - 1e-9);
        advanceFrame(run, frames <= 1 ? until : run.time + left / frames);
        afterFrame?.(run.time);
      }
    },
  };
}

function advanceFrame(run: RunState, until: number): void {
  const from = run.time;
  for (const island of islandsOf(run, until - from)) {
    if (island.bodies.every((body) => run.asleep[body] === 1)) continue;
    for (const body of island.bodies) run.asleep[body] = 0;
    run.time = from;
    run.isListed = false;
    if (island.pairs.length === 0) fly(run, island, until);
    else advanceIsland(run, island, until);
  }
  run.time = until;
}

/** Islands of bodies that could meet within a time. */
function islandsOf(run: RunState, span: number): Island[] {
  const { system, surfaces, tolerances, coordinates, speeds, roots } = run;
  const parts = system.parts ?? [];
  const near: number[] = [];
  separate(roots);
  for (const { speeds: places } of parts) for (const k of places) unite(roots, Math.floor(k / 6), Math.floor(places[0] / 6));
  const gain = 2 * tolerances.gravity * span;
  for (let pair = 0; pair < system.pairs.length; pair += 1) {
    const margin = 2 * tolerances.gapTolerance + 1.5 * span * (system.approachBound(pair, speeds) + gain);
    if (system.clearance(pair, coordinates) > margin) continue;
    near.push(pair);
    if (surfaces.bodies[2 * pair + 1] !== GROUND) unite(roots, surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]);
  }
  const islands = new Map<number, { bodies: number[]; parts: number[]; pairs: number[] }>();
  const islandOf = (body: number) => {
    const root = rootOf(roots, body);
    const island = islands.get(root) ?? { bodies: [], parts: [], pairs: [] };
    islands.set(root, island);
    return island;
  };
  for (let body = 0; body < system.names.length; body += 1) islandOf(body).bodies.push(body);
  parts.forEach(({ speeds: places }, part) => {
    islandOf(Math.floor(places[0] / 6)).parts.push(part);
  });
  for (const pair of near) islandOf(surfaces.bodies[2 * pair]).pairs.push(pair);
  return [...islands.values()];
}

function advanceIsland(run: RunState, island: Island, until: number): void {
  const { tolerances, step, speeds } = run;
  while (run.time < until) {
    const left = until - run.time;
    const nominal = island.bodies.reduce((least, body) => Math.min(least, step[body]), tolerances.longestStep);
    if (isSlow(run, island, 0.2 * slowSpeed(tolerances, nominal)) && restsNow(run, island, nominal)) {
      fallAsleep(run, island);
      return;
    }
    const h = left <= 1.001 * nominal ? left : Math.min(nominal, 0.5 * left);
    const fastest = island.bodies.reduce((most, body) => Math.max(most, speedOf(speeds, body, tolerances.size)), 0);
    const together = Math.max(run.together[island.bodies[0]], (tolerances.stepError * tolerances.size) / Math.max(fastest, 1e-300));
    const { taken, isCut } = stepIsland(run, island, h, nominal, Math.min(together, SHORT * nominal));
    run.time = taken === left ? until : run.time + taken;
    countCuts(run, island, isCut && taken < SHORT * nominal, taken, nominal, together);
  }
}

/** Where one cut follows the other, hits are taken together that are farther and farther apart. */
function countCuts({ cuts, cutTime, together }: RunState, { bodies }: Island, short: boolean, taken: number, h: number, now: number): void {
  const first = bodies[0];
  const count = short ? cuts[first] + 1 : 0;
  const time = short ? cutTime[first] + taken : 0;
  const crowded = count >= MOST_CUTS && time < h;
  const next = crowded ? Math.min(SHORT * h, 4 * now) : short ? together[first] : 0.5 * together[first];
  for (const body of bodies) {
    cuts[body] = crowded || count > MOST_CUTS ? 0 : count;
    cutTime[body] = crowded || count > MOST_CUTS ? 0 : time;
    together[body] = next;
  }
}

/** Speed of the centre or of the surface around it, whichever is more, m/s. */
function speedOf(speeds: Float64Array, body: number, reach: number): number {
  const at = 6 * body;
  const linear = speeds[at] * speeds[at] + speeds[at + 1] * speeds[at + 1] + speeds[at + 2] * speeds[at + 2];
  const angular = speeds[at + 3] * speeds[at + 3] + speeds[at + 4] * speeds[at + 4] + speeds[at + 5] * speeds[at + 5];
  return Math.max(Math.sqrt(linear), reach * Math.sqrt(angular));
}

function isSlow({ speeds, tolerances, system, time }: RunState, { bodies }: Island, most: number): boolean {
  if (time < (system.changesUntil ?? Number.NEGATIVE_INFINITY)) return false;
  return bodies.every((body) => speedOf(speeds, body, tolerances.size) < most);
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
  const { system, coordinates, speeds, ledger } = run;
  const before = system.kineticEnergy(coordinates, speeds);
  for (const body of bodies) {
    speeds.fill(0, 6 * body, 6 * body + 6);
    run.acceleration.fill(0, 6 * body, 6 * body + 6);
    run.asleep[body] = 1;
    run.watched[body] = 0;
  }
  ledger.projectionLoss += before - system.kineticEnergy(coordinates, speeds);
}

/** A part that nothing touches within the frame. */
function fly(run: RunState, island: Island, until: number): void {
  const { system, coordinates, speeds, free, known, step, tolerances } = run;
  for (const body of island.bodies) {
    known[body] = 0;
    step[body] = tolerances.longestStep;
  }
  run.observe?.flight(run, island, until);
  const [part] = island.parts;
  const flight = system.flight?.(part);
  const { coordinates: places, speeds: rates } = (system.parts ?? [])[part];
  if (flight !== undefined) {
    const start = Float64Array.from([...places.map((k) => coordinates[k]), ...rates.map((k) => speeds[k])]);
    const end = new Float64Array(start.length);
    flight.stateAt(start, until - run.time, end);
    places.forEach((k, i) => {
      coordinates[k] = end[i];
    });
    rates.forEach((k, i) => {
      speeds[k] = end[places.length + i];
    });
    return;
  }
  const turning = island.bodies.reduce((most, body) => Math.max(most, speedOf(speeds, body, 1)), 0);
  const count = Math.max(1, Math.ceil(((until - run.time) * turning) / TURN));
  const h = (until - run.time) / count;
  for (let k = 0; k < count; k += 1, run.time += h) {
    readMasses(free, system, island, coordinates);
    stepFreely(free, system, island, { time: run.time, coordinates, speeds }, h);
    moveBodies(coordinates, island.bodies, free.mean, h);
    system.normalise(coordinates, island.parts);
    for (const body of island.bodies) for (let c = 6 * body; c < 6 * body + 6; c += 1) speeds[c] = free.velocity[c];
  }
}
