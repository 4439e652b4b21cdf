/**
 * Motion in time beside the engines: scenes whose truth does not depend on an impact law, at the engines' step of 1/240 s.
 *
 * Five seconds each:
 *
 *     fall        a ball falls and touches nothing                         error: height at the end, over the way fallen
 *     bounce      dropped from 1 m, restitution 1                          error: height at the end, over the height of the drop
 *     energy      the same run                                             error: largest energy over that at the beginning, less one
 *     rest        dropped from 0.5 m, restitution 1/2                      error: when it was last 1 mm above the floor, s
 *     momentum    two balls that spin strike each other off centre         error: change of linear and angular momentum, over their size
 *
 * In all of them an engine answers with what its contacts and its integration do, and the exact answer is known. Time: processor time of
 * the steps for an engine; for Carom all from the scene to the end.
 */
import { readFileSync } from "node:fs";
import { createSimulation, type Scene, systemFromScene } from "carom/simulation";
import { parseStudyText, runSimulation } from "carom/study";
import type { Claim } from "./claims.js";
import { passesIn, timeRounds } from "./measure.js";
import type { Ball, BallsEngine, BallsRun, BallsWorld } from "./peers/balls.js";
import { cannonBalls } from "./peers/cannon.js";
import { joltBalls } from "./peers/jolt.js";
import { mujocoBalls } from "./peers/mujoco.js";
import { rapierBalls } from "./peers/rapier.js";
import { median } from "./statistics.js";
import { digits, printHeading, printTable, ratio, small } from "./table.js";

const GRAVITY = 9.81;
const RADIUS = 0.1;
const MASS = 1;
const TIME_STEP = 1 / 240;

/** What was seen of a run: the states that the scene asks for, and how long it took. */
interface Course {
  /** s. */
  readonly times: readonly number[];
  readonly states: readonly State[];
}

interface State {
  readonly positions: readonly (readonly number[])[];
  readonly velocities: readonly (readonly number[])[];
  readonly spins: readonly (readonly number[])[];
}

interface TimedScene {
  readonly name: string;
  readonly run: Omit<BallsRun, "timeStep">;
  readonly error: (course: Course) => number;
  /** Errors below this are rounding, for everybody. */
  readonly rounding: number;
}

const EMPTY = { radius: RADIUS, mass: MASS, friction: 0, restitution: 1, gravity: GRAVITY, floor: true };

function dropped(height: number): Ball[] {
  return [{ position: [0, 0, RADIUS + height], velocity: [0, 0, 0] }];
}

/** Of every scene, s. */
const DURATION = 5;
const FALL = { height: 130 };
const BOUNCE = { height: 1 };
const REST = { height: 0.5, restitution: 0.5, seen: 1e-3 };

const scenes: readonly TimedScene[] = [
  {
    name: "fall",
    run: { ...EMPTY, balls: dropped(FALL.height) },
    error: ({ times, states }) => {
      const fallen = 0.5 * GRAVITY * times.at(-1)! * times.at(-1)!;
      return Math.abs(RADIUS + FALL.height - fallen - heightOf(states.at(-1)!)) / fallen;
    },
    rounding: 1e-15,
  },
  {
    name: "bounce",
    run: { ...EMPTY, balls: dropped(BOUNCE.height) },
    error: ({ times, states }) => Math.abs(RADIUS + bouncingHeight(times.at(-1)!) - heightOf(states.at(-1)!)) / BOUNCE.height,
    rounding: 1e-14,
  },
  {
    name: "energy",
    run: { ...EMPTY, balls: dropped(BOUNCE.height) },
    error: ({ states }) => Math.max(0, ...states.map((state) => energyOf(state) / energyOf(states[0]!) - 1)),
    rounding: 1e-14,
  },
  {
    name: "rest",
    run: { ...EMPTY, restitution: REST.restitution, balls: dropped(REST.height) },
    error: (course) => Math.abs(lastAbove(course, RADIUS + REST.seen) - lastAboveExactly()),
    rounding: 1e-13,
  },
  {
    name: "momentum",
    run: {
      ...EMPTY,
      friction: 0.3,
      restitution: 0.8,
      gravity: 0,
      floor: false,
      balls: [
        { position: [-0.5, 0, 0], velocity: [2, 0.3, 0], spin: [0, 5, 20] },
        { position: [0, 0.08, 0.05], velocity: [-0.5, 0, 0.1], spin: [3, 0, -8] },
      ],
    },
    error: ({ states }) => {
      const [before, after] = [momentumOf(states[0]!), momentumOf(states.at(-1)!)];
      return distance(before, after) / distance(before, [0, 0, 0, 0, 0, 0]);
    },
    rounding: 1e-12,
  },
];

const heightOf = ({ positions }: State) => positions[0]![2]!;

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, i) => value - b[i]!));

/** Of one ball, over its mass and above its lowest place. */
function energyOf({ positions, velocities }: State): number {
  return 0.5 * distance(velocities[0]!, [0, 0, 0]) ** 2 + GRAVITY * (positions[0]![2]! - RADIUS);
}

/** Linear momentum, then angular momentum about the origin. */
function momentumOf({ positions, velocities, spins }: State): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  const moment = 0.4 * MASS * RADIUS * RADIUS;
  positions.forEach((place, i) => {
    for (let k = 0; k < 3; k++) {
      const [next, last] = [(k + 1) % 3, (k + 2) % 3];
      sum[k]! += MASS * velocities[i]![k]!;
      sum[3 + k]! += MASS * (place[next]! * velocities[i]![last]! - place[last]! * velocities[i]![next]!) + moment * spins[i]![k]!;
    }
  });
  return sum;
}

/** Above the floor, of a ball that keeps all its energy. */
function bouncingHeight(time: number): number {
  const half = Math.sqrt((2 * BOUNCE.height) / GRAVITY);
  const since = (time + half) % (2 * half);
  return since * (GRAVITY * half - 0.5 * GRAVITY * since);
}

/** When a course last falls through a height; linear between its states. */
function lastAbove({ times, states }: Course, height: number): number {
  for (let i = states.length - 1; i > 0; i--) {
    const [above, below] = [heightOf(states[i - 1]!), heightOf(states[i]!)];
    if (above > height && below <= height) return times[i - 1]! + ((above - height) / (above - below)) * (times[i]! - times[i - 1]!);
  }
  return Number.NaN;
}

/** The same for the ball that rests, in closed form: the last bounce that reaches the height, to where it falls through it again. */
function lastAboveExactly(): number {
  const { height, restitution: e, seen } = REST;
  const fall = Math.sqrt((2 * height) / GRAVITY);
  let start = fall;
  let speed = e * GRAVITY * fall;
  while ((e * speed) ** 2 > 2 * GRAVITY * seen) {
    start += (2 * speed) / GRAVITY;
    speed *= e;
  }
  return start + (speed + Math.sqrt(speed * speed - 2 * GRAVITY * seen)) / GRAVITY;
}

export interface SimulationRow {
  readonly solver: string;
  readonly settings: string;
  readonly configuration: string;
  readonly results: readonly { readonly scene: string; readonly error: number; readonly milliseconds: number }[];
}

/** Examples whose source says how long it took. */
const EXAMPLES = [
  { example: "sim-rocking-1", source: "59 s of MATLAB", most: 1 },
  { example: "sim-surface-block-25", source: "35.67 s", most: 5 },
] as const;

export interface TimedExample {
  readonly example: string;
  readonly source: string;
  /** s, at most and measured. */
  readonly most: number;
  readonly seconds: number;
}

export interface SimulationTable {
  readonly ours: SimulationRow;
  readonly peers: readonly SimulationRow[];
  readonly examples: readonly TimedExample[];
}

export async function measureSimulations(rounds: number): Promise<SimulationTable> {
  const engines = [...(await rapierBalls()), ...(await joltBalls()), ...cannonBalls(), ...(await mujocoBalls())];
  // What is written in JavaScript is compiled as it runs, for what it has met so far: every solver has run every scene in turn before any
  // of them counts.
  for (let round = 0; round < WARM_ROUNDS; round++)
    for (const scene of scenes) {
      for (let n = 0; n < WARM_RUNS; n++) simulate(scene);
      for (const engine of engines) stepEngine(engine, scene);
    }
  const results = scenes.map((scene) => {
    const worlds = engines.map((engine) => ({ engine, course: seeEngine(engine, scene) }));
    const jobs = [() => simulate(scene), ...engines.map((engine) => () => stepEngine(engine, scene))];
    const repeats = jobs.map((job) => passesIn(LEAST_TIME, job));
    const times = timeRounds(
      jobs.map((job, j) => () => {
        for (let n = 0; n < repeats[j]!; n++) job();
      }),
      rounds,
    ).map((milliseconds, j) => median(milliseconds) / repeats[j]!);
    return {
      ours: { scene: scene.name, error: scene.error(seeOurs(scene)), milliseconds: times[0]! },
      peers: worlds.map(({ course }, i) => ({ scene: scene.name, error: scene.error(course), milliseconds: times[i + 1]! })),
    };
  });
  return {
    ours: {
      solver: "Carom",
      settings: "default",
      configuration: "default tolerances, no time step",
      results: results.map(({ ours }) => ours),
    },
    peers: engines.map(({ engine, version, settings, configuration }, i) => ({
      solver: `${engine} ${version}`,
      settings,
      configuration: `time step 1/240 s, ${configuration}`,
      results: results.map(({ peers }) => peers[i]!),
    })),
    examples: EXAMPLES.map((given) => ({ ...given, seconds: secondsOf(given.example) })),
  };
}

/** Processor time of a whole example, from its text to its result. The first run, as a user has it. */
function secondsOf(example: string): number {
  const text = readFileSync(new URL(`../../examples/${example}.json`, import.meta.url), "utf8");
  const [[milliseconds]] = timeRounds([() => run(text)], 1) as [[number]];
  return milliseconds / 1000;
}

function run(text: string): void {
  const study = parseStudyText(text);
  if (study.kind !== "simulation") throw new Error(`${study.title} is not a simulation`);
  runSimulation(study);
}

const WARM_ROUNDS = 10;
const WARM_RUNS = 20;
/** Processor time that every solver gets in a round, at least, ms. */
const LEAST_TIME = 20;

const STEPS = Math.round(DURATION / TIME_STEP);

function seeEngine({ build }: BallsEngine, scene: TimedScene): Course {
  const world = build({ ...scene.run, timeStep: TIME_STEP });
  const times = [0];
  const states = [stateOf(world)];
  for (let n = 1; n <= STEPS; n++) {
    world.step();
    times.push(n * TIME_STEP);
    states.push(stateOf(world));
  }
  world.free();
  return { times, states };
}

function stateOf(world: BallsWorld): State {
  return { positions: world.positions(), velocities: world.velocities(), spins: world.spins() };
}

/** Steps only: what an engine costs. Building is part of it, but takes less than a step or two. */
function stepEngine({ build }: BallsEngine, scene: TimedScene): void {
  const world = build({ ...scene.run, timeStep: TIME_STEP });
  for (let n = 0; n < STEPS; n++) world.step();
  world.free();
}

function sceneOf({ run }: TimedScene): Scene {
  const { friction, restitution } = run;
  const shape = { type: "sphere", radius: run.radius } as const;
  const bodies: Record<string, Scene["bodies"][string]> = {};
  run.balls.forEach(({ position, velocity, spin = [0, 0, 0] }, i) => {
    bodies[`ball ${i + 1}`] = { shape, mass: run.mass, position, velocity, angularVelocity: spin };
  });
  if (run.floor) bodies.floor = { plane: { normal: [0, 0, 1] } };
  return { bodies, gravity: [0, 0, -run.gravity], material: { friction, restitution } };
}

function simulate(scene: TimedScene): void {
  const system = systemFromScene(sceneOf(scene));
  createSimulation(system, system.initialState()).advance(STEPS * TIME_STEP);
}

/** Finer than the engines' steps, because a fall through a height is looked up between states; where the height is passed, ever finer. */
function seeOurs(scene: TimedScene): Course {
  const system = systemFromScene(sceneOf(scene));
  const simulation = createSimulation(system, system.initialState());
  const coordinates = Float64Array.from(simulation.coordinates);
  const speeds = Float64Array.from(simulation.speeds);
  const state = (): State => {
    const three = (values: Float64Array, from: number) => Array.from(values.subarray(from, from + 3));
    return {
      positions: scene.run.balls.map((_, i) => three(coordinates, 7 * i)),
      velocities: scene.run.balls.map((_, i) => three(speeds, 6 * i)),
      spins: scene.run.balls.map((_, i) => three(speeds, 6 * i + 3)),
    };
  };
  const times = [0];
  const states = [state()];
  const end = STEPS * TIME_STEP;
  simulation.advance(end, {
    motion: (from, to, stateAt) => {
      const look = (time: number) => {
        stateAt(time, coordinates, speeds);
        times.push(time);
        states.push(state());
      };
      const parts = 200;
      for (let n = 1; n <= parts; n++) {
        const [before, now] = [from + ((n - 1) / parts) * (to - from), from + (n / parts) * (to - from)];
        const above = heightOf(states.at(-1)!) > RADIUS + REST.seen;
        stateAt(now, coordinates, speeds);
        if (above && coordinates[2]! <= RADIUS + REST.seen) bisect(before, now, stateAt, coordinates, speeds, look);
        look(now);
      }
    },
  });
  return { times, states };
}

function bisect(
  before: number,
  after: number,
  stateAt: (time: number, coordinates: Float64Array, speeds: Float64Array) => void,
  coordinates: Float64Array,
  speeds: Float64Array,
  look: (time: number) => void,
): void {
  let [low, high] = [before, after];
  for (let n = 0; n < 60; n++) {
    const middle = 0.5 * (low + high);
    stateAt(middle, coordinates, speeds);
    if (coordinates[2]! > RADIUS + REST.seen) low = middle;
    else high = middle;
  }
  look(low);
  look(high);
}

/** By how much an engine's error must exceed ours. */
const SMALLER = 1000;

export function simulationClaims({ ours, peers, examples }: SimulationTable): Claim[] {
  const timed = examples.map(({ example, source, most, seconds }) => ({
    claim: `${example} (the source: ${source}) in under ${most} s`,
    measured: `${digits(seconds)} s`,
    passed: seconds < most,
  }));
  const compared = scenes.map(({ name, rounding }, s) => {
    const mine = ours.results[s]!;
    const error = Math.max(mine.error, rounding);
    const others = peers.map(({ results }) => results[s]!);
    // An engine that is right to rounding, too, is no counter-example.
    const worse = others.filter((other) => other.error > rounding);
    const closest = Math.min(...worse.map((other) => other.error)) / error;
    const dearest = Math.max(...others.map(({ milliseconds }) => mine.milliseconds / milliseconds));
    const equal = others.length - worse.length;
    return {
      claim: `${name}: error at least ${SMALLER} times smaller than that of every engine not exact, in no more time than any of them`,
      measured: `${small(closest)} times smaller${equal > 0 ? ` (${equal} exact to rounding)` : ""}, at most ${ratio(dearest)} of the time`,
      passed: closest >= SMALLER && dearest <= 1,
    };
  });
  return [...compared, ...timed];
}

export function printSimulations({ ours, peers }: SimulationTable, claims: readonly Claim[]): void {
  printHeading("Motion in time: errors, and processor time in ms");
  printTable(
    ["solver", "settings", ...scenes.flatMap(({ name }) => [name, "ms"])],
    [ours, ...peers].map(({ solver, settings, results }) => [
      solver,
      settings,
      ...results.flatMap(({ error, milliseconds }) => [Number.isNaN(error) ? "never" : small(error), digits(milliseconds)]),
    ]),
  );
  for (const { solver, settings, configuration } of peers) console.log(`${solver}, ${settings}: ${configuration}.`);
  printTable(
    ["claim", "measured", "verdict"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "PASS" : "FAIL"]),
  );
}
