/** What the view of a hit shows, and what dragging does to its study. */
import { type HitTask, turnBat } from "carom/batting";
import { type BattingResult, type BattingStudy, InvalidInputError, runBatting } from "carom/study";

export type Vector = readonly [number, number, number];

export interface Shown {
  readonly result?: BattingResult;
  readonly failure?: string;
  /** Of the computation, ms. */
  readonly milliseconds: number;
}

export function compute(study: BattingStudy): Shown {
  const from = performance.now();
  try {
    return { result: runBatting(study), milliseconds: performance.now() - from };
  } catch (error) {
    if (error instanceof InvalidInputError) return { failure: error.message, milliseconds: performance.now() - from };
    throw error;
  }
}

/** The study with the bat turned about the contact, with its face. */
export function withBatTurned(study: BattingStudy, axis: Vector, angle: number): BattingStudy {
  const { contact, bat } = turnBat({ ...(study as unknown as HitTask) }, axis, angle);
  return { ...study, contact, ...(bat === undefined ? {} : { bat }) } as BattingStudy;
}

/** Directions of the pictures: along the ground towards the target, to its left, and up. */
export interface Directions {
  readonly start: Vector;
  readonly along: Vector;
  readonly left: Vector;
}

export const UP: Vector = [0, 0, 1];

export function directionsOf({ start, target }: Pick<BattingResult, "start" | "target">): Directions {
  const [dx, dy] = [target[0] - start[0], target[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const along: Vector = length > 1e-9 ? [dx / length, dy / length, 0] : [1, 0, 0];
  return { start, along, left: [-along[1], along[0], 0] };
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const plus = (a: Vector, b: Vector, factor: number): Vector => [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
