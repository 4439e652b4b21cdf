/**
 * The slip-reversing rod: one impact that tells impact laws apart.
 *
 * A free slender rod (mass 1 kg, length 1 m, inertia 1/12 kg m^2) at 45 degrees strikes a fixed floor with a round tip of radius 0.01 m.
 * It does not spin; its tip comes down at 1 m/s and slides at 0.61697 m/s; friction is 0.5; there is no gravity. With r the arm
 * from the centre of mass to the contact, k_n = 1 + 12 r_x^2 = 2.5000, k_t = 1 + 12 r_z^2 = 2.5861 and k_c = -12 r_x r_z = -1.5424. The
 * friction a stopped tip would need, |k_c| / k_t = 0.596, is more than there is, so slip stops and then reverses inside the impact.
 *
 * Each engine builds the scene in its own way (rapier.ts, jolt.ts, cannon.ts); this file runs it and measures the same things for all.
 */

import type { PeerResult, PeerRow } from "@carom/figures/peers";

export type { PeerResult, PeerRow };

export const ROD = {
  mass: 1,
  inertia: 1 / 12,
  /** Horizontal and vertical distance from the centre of mass to the centre of the tip, m: half the length at 45 degrees. */
  reach: Math.SQRT1_2 / 2,
  tipRadius: 0.01,
  /** Speed of the tip along the floor and towards it, m/s. */
  slip: 0.61697,
  approach: 1,
  friction: 0.5,
  restitutions: [1, 0.9, 0.5],
} as const;

export type Triple = readonly [number, number, number];

/** An engine's world with the rod in it. The floor's top is z = 0, the rod moves in the plane y = 0. */
export interface RodWorld {
  step(): void;
  velocity(): Triple;
  angularVelocity(): Triple;
  free(): void;
}

export interface RodRun {
  /** Height of the tip above the floor at the start, m. */
  readonly gap: number;
  readonly restitution: number;
  /** Seconds. */
  readonly timeStep: number;
  /** Factor on both speeds. An impact law is homogeneous in the velocities, so ratios do not depend on it. */
  readonly speed: number;
}

export interface RodSetup {
  readonly engine: string;
  readonly version: string;
  readonly settings: "default" | "best";
  readonly configuration: string;
  readonly timeStep: number;
  readonly speed: number;
  readonly build: (run: RodRun) => RodWorld;
}

/**
 * Engines find the contact somewhere inside a time step, and what some of them return depends on where. So every case starts from this many
 * gaps, spread evenly over the distance of one step, and the run with the median energy is reported with the range.
 */
const GAPS = 15;
/** Relative change of the velocities in one step below which nothing but single-precision rounding is happening. */
const QUIET = 1e-4;
const MOST_STEPS = 400;

export function measureRod(setup: RodSetup): PeerRow {
  const { engine, version, settings, configuration } = setup;
  return { engine, version, settings, configuration, results: ROD.restitutions.map((restitution) => measureCase(setup, restitution)) };
}

function measureCase(setup: RodSetup, restitution: number): PeerResult {
  const { timeStep, speed } = setup;
  const runs = Array.from({ length: GAPS }, (_, i) => {
    const gap = ((i + 0.5) / GAPS) * ROD.approach * speed * timeStep;
    return measureImpact(setup.build({ gap, restitution, timeStep, speed }), speed);
  });
  runs.sort((a, b) => a.energyRatio - b.energyRatio);
  const middle = runs[(GAPS - 1) / 2]!;
  return { restitution, ...middle, energyRange: [runs[0]!.energyRatio, runs[GAPS - 1]!.energyRatio] };
}

/** Steps until the velocities have changed and stopped changing. */
function measureImpact(world: RodWorld, speed: number): Omit<PeerResult, "restitution" | "energyRange"> {
  const before = motion(world);
  let last = before;
  for (let step = 0; step < MOST_STEPS; step++) {
    world.step();
    const now = motion(world);
    const touched = distance(now, before) > 100 * QUIET * speed;
    if (touched && distance(now, last) < QUIET * speed) {
      world.free();
      return { energyRatio: energy(now) / energy(before), slipAfter: slip(now) / speed, normalAfter: normal(now) / speed };
    }
    last = now;
  }
  world.free();
  throw new Error(`the rod's impact was not over after ${MOST_STEPS} steps`);
}

type Motion = readonly number[];

function motion(world: RodWorld): Motion {
  return [...world.velocity(), ...world.angularVelocity()];
}

function distance(a: Motion, b: Motion): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

function energy(m: Motion): number {
  return 0.5 * ROD.mass * (m[0]! ** 2 + m[1]! ** 2 + m[2]! ** 2) + 0.5 * ROD.inertia * (m[3]! ** 2 + m[4]! ** 2 + m[5]! ** 2);
}

/** The arm is that at the impact: the rod does not spin before it, so that is the arm at the start. */
function slip(m: Motion): number {
  return m[0]! - m[4]! * (ROD.reach + ROD.tipRadius);
}

function normal(m: Motion): number {
  return m[2]! + m[4]! * ROD.reach;
}
