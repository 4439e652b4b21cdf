/**
 * Where an impact is on its way, and the bounds its normal velocities follow:
 *
 *     b_i(s) = (1 - s) v_n,i-                  0 <= s <= 1        compression
 *     b_i(s) = (s - 1) e_i max(0, -v_n,i-)     s > 1              restitution
 *     b_i(s) = 0                               for a contact that is only held
 */
import type { EventKind } from "../outcome.js";
import { createRateSolver, createRates, IDLE, type Patience, type RateSolver, type Rates } from "./rates.js";
import { type System, slipSpeed } from "./system.js";

/** Everything without units; impulses, velocities and works from the beginning of the impact. */
export interface Run {
  readonly system: System;
  readonly solver: RateSolver;
  /** Modes and rates from here on. */
  readonly rates: Rates;
  readonly observer: Observer;
  readonly remarks: Remarks;
  /** s. */
  progress: number;
  /** s < 1. */
  compressing: boolean;
  readonly impulse: Float64Array;
  readonly velocity: Float64Array;
  /** Wc of each contact. */
  readonly compressionWork: Float64Array;
  /** Wr of all. */
  restitutionWork: number;
  frictionLoss: number;
  /** 1 for each contact whose bound is 0. */
  readonly held: Uint8Array;
  /** 1 for each contact that pushes. */
  readonly pushing: Uint8Array;
  /** The modes in which each contact pushed last; IDLE for one that has not. */
  readonly lastMode: Uint8Array;
  /** 1 for each contact that has been without slip. */
  readonly rested: Uint8Array;
  /** Steps that the jumps of this impact may still take; then each is given up early. */
  jumpSteps: number;
}

/** For two contacts about half a second; a step with more costs as much more as their number squared. */
const JUMP_STEPS = 120_000;

export interface Remarks {
  jumps: number;
  locked: boolean;
  guarded: boolean;
  notUnique: boolean;
  /** Ended by one push without restitution and friction. */
  pushed: boolean;
}

/** Told of what happens; it must not change the run. */
export interface Observer {
  readonly event: (run: Run, kind: EventKind, contact?: number) => void;
  /** Returns what takes back all events and points told since. */
  readonly mark: () => () => void;
  /** A point of the path. Absent: nobody draws. */
  readonly point?: (run: Run) => void;
}

export function beginRun(system: System, observer: Observer, patience?: Patience): Run {
  const { count, start, size } = system;
  return {
    system,
    solver: createRateSolver(system, patience),
    rates: createRates(system),
    observer,
    remarks: { jumps: 0, locked: false, guarded: false, notUnique: false, pushed: false },
    progress: 0,
    compressing: true,
    impulse: new Float64Array(size),
    velocity: start.slice(),
    compressionWork: new Float64Array(count),
    restitutionWork: 0,
    frictionLoss: 0,
    held: new Uint8Array(count),
    pushing: new Uint8Array(count),
    lastMode: new Uint8Array(count).fill(IDLE),
    rested: new Uint8Array(count),
    jumpSteps: Math.ceil(JUMP_STEPS / (count * count)),
  };
}

/** The same state apart, for points between. */
export const ghostOf = (run: Run): Run => ({
  ...run,
  impulse: run.impulse.slice(),
  velocity: run.velocity.slice(),
  compressionWork: run.compressionWork.slice(),
});

/** Puts a run back to where a ghost of it was left. */
export function returnTo(run: Run, ghost: Run): void {
  run.impulse.set(ghost.impulse);
  run.velocity.set(ghost.velocity);
  run.compressionWork.set(ghost.compressionWork);
  run.progress = ghost.progress;
  run.restitutionWork = ghost.restitutionWork;
  run.frictionLoss = ghost.frictionLoss;
}

export const normalOf = ({ system: { dimension } }: Run, i: number) => (i + 1) * dimension - 1;

export const boundOf = (run: Run, i: number, progress = run.progress) => {
  if (run.held[i] === 1) return 0;
  const before = run.system.start[normalOf(run, i)];
  return run.compressing ? (1 - progress) * before : (progress - 1) * run.system.restitution[i] * Math.max(0, -before);
};

/** b'. */
export const slopeOf = (run: Run, i: number) => {
  if (run.held[i] === 1) return 0;
  const before = run.system.start[normalOf(run, i)];
  return run.compressing ? -before : run.system.restitution[i] * Math.max(0, -before);
};

/** Velocities, in the fastest before, and their rates, that differ by this are the same but for rounding. */
const ROUNDING = 1e-14;

/**
 * v_n: that of the bound where only rounding keeps a contact off it. Speeds are roots of energies, so that the energy of a rounding, stored
 * and given back, would be a speed of 1e-8.
 */
export function normalVelocityOf(run: Run, i: number): number {
  const velocity = run.velocity[normalOf(run, i)];
  const bound = boundOf(run, i);
  return Math.abs(velocity - bound) <= ROUNDING ? bound : velocity;
}

/** dv_n, likewise. */
export function normalRateOf(run: Run, i: number): number {
  const rate = run.rates.velocity[normalOf(run, i)];
  const slope = slopeOf(run, i);
  return Math.abs(rate - slope) <= ROUNDING ? slope : rate;
}

/** Sum of all Wc, and ebar^2 times it: what is given back. */
export function stored({ compressionWork }: Run): number {
  let sum = 0;
  for (const work of compressionWork) sum += work;
  return sum;
}

export function toGiveBack(run: Run): number {
  const { compressionWork, system } = run;
  let whole = 0;
  let returned = 0;
  compressionWork.forEach((work, i) => {
    if (!(work > 0)) return;
    whole += work;
    returned += system.restitution[i] * system.restitution[i] * work;
  });
  return whole > 0 ? (returned / whole) * Math.max(0, stored(run)) : 0;
}

/** A slip below this is none. */
export const AT_REST = 1e-10;

export const isResting = ({ system, velocity }: Run, i: number) => slipSpeed(system, velocity, i) <= AT_REST;
