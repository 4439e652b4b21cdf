/**
 * A ball strikes four equal balls at rest in line: what several contacts at once do to an engine.
 *
 * Five balls of radius 0.1 m and 1 kg, restitution 1, no friction, no gravity; the first comes at 1.5 m/s. The other four either touch (gap
 * 0) or have 1 mm between them. With gaps the balls strike one after the other, and the last one leaves with all there was. Touching balls
 * push at the same time, and who gets what follows from how the contacts yield: the impact spreads, and energy is kept.
 *
 * Each engine builds the scene in its own way (rapier.ts, jolt.ts, cannon.ts, mujoco.ts); this file runs it and measures the same things
 * for all.
 */
import type { BallsRun, BallsWorld } from "./balls.js";

export const CRADLE = {
  balls: 5,
  radius: 0.1,
  mass: 1,
  /**
   * m/s. Above 1 m/s, where Jolt begins to give restitution by default. The touching scene has no length but that of a time step; the gaps
   * do.
   */
  speed: 1.5,
  /** Between balls at rest, m. */
  gaps: [0, 0.001],
} as const;

export interface CradleResult {
  /** Between balls at rest, m. */
  readonly gap: number;
  /** Velocities after over the speed of the first ball before. */
  readonly velocities: readonly number[];
  /** Kinetic energy after over before. */
  readonly energyRatio: number;
  /** Least and greatest energy ratio over the starting distances tried. */
  readonly energyRange?: readonly [number, number];
}

export interface CradleRow {
  readonly engine: string;
  readonly version: string;
  readonly settings: string;
  /** Everything that was set, as one sentence. */
  readonly configuration: string;
  readonly results: readonly CradleResult[];
}

export interface CradleRun {
  /** Centres along the line, m. */
  readonly positions: readonly number[];
  /** m/s, of the first ball. */
  readonly speed: number;
  /** Seconds. */
  readonly timeStep: number;
}

export interface CradleSetup {
  readonly engine: string;
  readonly version: string;
  readonly settings: string;
  readonly configuration: string;
  readonly timeStep: number;
  readonly build: (run: CradleRun) => BallsWorld;
}

/** The scene with its balls along the first axis. */
export function cradleBalls({ positions, speed, timeStep }: CradleRun): BallsRun {
  return {
    balls: positions.map((x, i) => ({ position: [x, 0, 0], velocity: [i === 0 ? speed : 0, 0, 0] })),
    radius: CRADLE.radius,
    mass: CRADLE.mass,
    friction: 0,
    restitution: 1,
    gravity: 0,
    floor: false,
    timeStep,
  };
}

/** How far the first ball is from the second at the start, m, at least: beyond the distance at which engines prepare a contact. */
const RUN_UP = 0.03;
/**
 * The answer may depend on where in a time step the balls meet, so every case starts from this many distances spread over the travel of one
 * step.
 */
const STARTS = 15;
/** Relative change of the velocities below which nothing happens, and for how many steps nothing has to happen. */
const QUIET = 1e-6;
const QUIET_STEPS = 20;
/** Relative speed, over that of the first ball, below which two balls do not approach: they would take seconds to cross a millimetre. */
const APART = 1e-4;
const MOST_TIME = 2;

export function measureCradle(setup: CradleSetup): CradleRow {
  const { engine, version, settings, configuration } = setup;
  return { engine, version, settings, configuration, results: CRADLE.gaps.map((gap) => measureGap(setup, gap)) };
}

function measureGap(setup: CradleSetup, gap: number): CradleResult {
  const runs = Array.from({ length: STARTS }, (_, i) => {
    const start = RUN_UP + ((i + 0.5) / STARTS) * CRADLE.speed * setup.timeStep;
    return result(gap, strike(setup, positions(start, gap)));
  }).sort((a, b) => a.energyRatio - b.energyRatio);
  return { ...runs[(STARTS - 1) / 2]!, energyRange: [runs[0]!.energyRatio, runs[STARTS - 1]!.energyRatio] };
}

export function result(gap: number, velocities: readonly number[]): CradleResult {
  const ratios = velocities.map((velocity) => velocity / CRADLE.speed);
  return { gap, velocities: ratios, energyRatio: ratios.reduce((sum, ratio) => sum + ratio * ratio, 0) };
}

function positions(start: number, gap: number): number[] {
  const spacing = 2 * CRADLE.radius + gap;
  return Array.from({ length: CRADLE.balls }, (_, i) => (i === 0 ? -2 * CRADLE.radius - start : (i - 1) * spacing));
}

/** Steps until the balls move apart and have not changed their velocities for a while. */
function strike({ build, timeStep, engine }: CradleSetup, centres: readonly number[]): number[] {
  const { speed } = CRADLE;
  const world = build({ positions: centres, speed, timeStep });
  const along = () => world.velocities().map(([x]) => x);
  let last = along();
  let quiet = 0;
  for (let time = 0; time < MOST_TIME && quiet < QUIET_STEPS; time += timeStep) {
    world.step();
    const now = along();
    const apart = now.every((velocity, i) => i === 0 || velocity >= now[i - 1]! - APART * speed);
    const same = now.every((velocity, i) => Math.abs(velocity - last[i]!) <= QUIET * speed);
    quiet = apart && same ? quiet + 1 : 0;
    last = now;
  }
  world.free();
  if (quiet < QUIET_STEPS) throw new Error(`${engine}: the balls were not apart after ${MOST_TIME} s`);
  return last;
}
