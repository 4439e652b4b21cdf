/**
 * How finely a stepped run is resolved, and what follows from that.
 *
 * Source: own study, dense contact sections 3, 5, 6 and 8.
 */
import type { MechanicalSystem } from "../system/mechanical-system.js";

/** What a stepped run may be asked. */
export interface StepOptions {
  /** Error of a step, in sizes. Default 1e-4. */
  readonly stepError?: number;
  /** s. Default 0.01. */
  readonly longestStep?: number;
  /** s, where no hit cuts it. Default 2e-4. */
  readonly shortestStep?: number;
  /** Places that approach slower than this are caught without restitution, m/s. Default: 1e-4 times the root of the size in m. */
  readonly contactSpeed?: number;
  /** Overlap at which a step is taken again with half its length, in sizes. Default 1e-3. */
  readonly penetration?: number;
  /** Keeps every step at its longest, to measure orders of convergence. Default false. */
  readonly fixedStep?: boolean;
}

export interface StepTolerances extends Required<StepOptions> {
  /** Largest extent of what moves, m. */
  readonly size: number;
  /** Largest acceleration without contacts at the beginning, m/s^2. */
  readonly gravity: number;
  /** Places this near are closed, m. */
  readonly gapTolerance: number;
  /** sqrt(size / gravity), s. */
  readonly timeScale: number;
}

const GAP = 1e-5;
/** Of the time scale: the first step, before which nothing is known. */
const FIRST_STEP = 1e-3;
/**
 * Of g h, in step errors: the residual that is small enough; and at most: 1e-3 of the error of a step come from it, but what is left of it
 * at each place a stack sinks by in every step, so it is less where nothing moves. Where surfaces meet at single places, whose loads do not
 * creep from one to the other, it may be larger by the factor.
 */
const RESIDUAL = 0.1;
const LARGEST_RESIDUAL = 1e-4;
const LARGEST_STANDING = 1e-5;
const SINGLE = 10;

export function stepTolerances(system: MechanicalSystem, gravity: number, options: StepOptions): StepTolerances {
  const { size } = system;
  return {
    stepError: 1e-4,
    longestStep: 0.01,
    shortestStep: 2e-4,
    contactSpeed: 1e-4 * Math.sqrt(size),
    penetration: 1e-3,
    fixedStep: false,
    ...options,
    size,
    gravity,
    gapTolerance: GAP * size,
    timeScale: gravity > 0 ? Math.sqrt(size / gravity) : 1,
  };
}

export function firstStep({ timeScale, longestStep, fixedStep }: StepTolerances): number {
  return fixedStep ? longestStep : Math.min(longestStep, FIRST_STEP * timeScale);
}

/** Hits slower than this are caught, m/s: the bounce left out is lower than the error of a step. */
export function slowSpeed({ contactSpeed, gravity, stepError, size }: StepTolerances): number {
  return Math.max(contactSpeed, Math.sqrt(2 * gravity * stepError * size));
}

/** Rest is looked for below this, m/s: such a motion is lower than the error of a step and over within one. */
export function restSpeed(tolerances: StepTolerances, step: number): number {
  return 0.2 * Math.max(tolerances.contactSpeed, Math.min(0.5 * tolerances.gravity * step, slowSpeed(tolerances)));
}

/** g h, not below what zero gravity would leave, m/s. */
export function fallSpeed({ contactSpeed, gravity }: StepTolerances, step: number): number {
  return Math.max(gravity * step, 1e-3 * contactSpeed);
}

/**
 * Residual of a solve that is small enough, m/s. `isSingle`: where every two surfaces meet at one place only; `stands`: where nothing moves
 * faster than a step leaves out.
 */
export function solverTolerance(tolerances: StepTolerances, step: number, isSingle: boolean, stands = false): number {
  const part = Math.min(stands && !isSingle ? LARGEST_STANDING : LARGEST_RESIDUAL, RESIDUAL * tolerances.stepError);
  return (isSingle ? SINGLE : 1) * (part * fallSpeed(tolerances, step));
}

/** Hits nearer to each other than this, s, are one: as near as `together` says, and the way between them within the error of a step. */
export function togetherAt({ stepError, size }: StepTolerances, together: number, speed: number): number {
  return Math.min(together, (stepError * size) / speed);
}

/** In gap tolerances, and of the error of a step: what bodies may sink into each other within a step, to be put right at its end. */
const [COSTLY, SINK] = [5, 0.5];

/** That depth, m. */
export function deepSink({ gapTolerance, stepError, penetration, size }: StepTolerances): number {
  return Math.min(0.5 * penetration * size, Math.max(COSTLY * gapTolerance, SINK * stepError * size));
}

/** How much deeper than at a gap bodies may still sink within a step, m: half of what is left, so that it is never used up. */
export function depthLeft(tolerances: StepTolerances, gap: number): number {
  const deep = deepSink(tolerances);
  return Math.max(0.5 * tolerances.gapTolerance, 0.5 * Math.min(deep, deep + gap));
}

/** Whether a step of this length may catch a place that comes at this speed, from a gap: slowly, and not sinking in too deep. */
export function isCatchable(tolerances: StepTolerances, gap: number, velocity: number, speed: number, span: number): boolean {
  return speed <= slowSpeed(tolerances) && (velocity >= 0 || -(gap + 0.5 * span * velocity) <= deepSink(tolerances));
}
