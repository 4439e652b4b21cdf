/**
 * One stage of a multi-point impact: what the ways of following it (planar.ts, spatial.ts, single.ts) take and leave behind.
 *
 * Contacts that push together follow one growing parameter, the sum P of their normal impulses: dp = C dP, dv = M C dP. The normal work W
 * falls while the bodies are pressed together and rises while they part:
 *
 *     dW/dP = sum v_n C_n          W_c the lowest W so far          the stage ends at W = (1 - e^2) W_c
 *
 * Compression ends where W first stops falling. If W falls below W_c again before the end, W_c is that lower value.
 * Letters of 004: P normalImpulse, W_n normalWork, W_nc compressionWork, W_t frictionWork, e_* restitution. Source: 004 eq. (3.9)-(3.15),
 * (5.48)-(5.51).
 */
import { SolverError } from "../../errors.js";
import type { EventKind, ImpactStage } from "../outcome.js";
import { STICK } from "./direction.js";
import type { Touching } from "./touching.js";

/**
 * Where a stage ends. A negative coefficient of restitution takes two runs: one to the end of compression, one to the work or impulse it
 * asks for.
 */
export type StageStop =
  /** Energetic restitution 0 to 1 of what was stored; 0: at the end of compression. */
  | { readonly at: "restitution"; readonly restitution: number }
  /** Still in compression, where the normal work has fallen to this value, J. */
  | { readonly at: "work"; readonly work: number }
  | ImpulseStop;

/** Where the normal impulse of this contact of the stage, or of all together, reaches this value, N s. */
export interface ImpulseStop {
  readonly at: "impulse";
  readonly contact: number | "all";
  readonly normalImpulse: number;
}

/** What is left until then, and how fast it falls per unit of the sum of normal impulses. */
export function impulseLeft(
  { contact, normalImpulse }: ImpulseStop,
  state: Pick<StageState, "normalImpulse" | "impulse">,
  dimension: number,
): number {
  return normalImpulse - (contact === "all" ? state.normalImpulse : state.impulse[(contact + 1) * dimension - 1]);
}

export function shareOfStop({ contact }: ImpulseStop, direction: ArrayLike<number>, dimension: number): number {
  return contact === "all" ? 1 : direction[(contact + 1) * dimension - 1];
}

/** Where a stage is; everything counts from its beginning. */
export interface StageState {
  /** Of all contacts together, N s. */
  normalImpulse: number;
  /** Of the contacts of the stage, N s. */
  readonly impulse: Float64Array;
  /** Of the contacts of the stage, m/s. */
  readonly velocity: Float64Array;
  /** J. */
  normalWork: number;
  /** J, <= 0. */
  frictionWork: number;
  /** What is known by now not to be given back, J. */
  restitutionLoss: number;
}

export interface StageEvent {
  readonly kind: EventKind;
  /** Place among the contacts of the stage. Absent: all of them. */
  readonly contact?: number;
  readonly state: StageState;
}

/** A stage on its way, and in the end its result. */
export interface StageRun {
  readonly touching: Touching;
  readonly state: StageState;
  readonly modes: Uint8Array;
  /** 1 for each contact that has been at rest along its tangents. */
  readonly rested: Uint8Array;
  /** 1 for each contact that was made to stick although friction could not hold it. */
  readonly forced: Uint8Array;
  /** Whether slip could have started in several ways that lose alike, and not in all of them at once. */
  ambiguous: boolean;
  compressing: boolean;
  /** Periods of compression so far. */
  compressions: number;
  /** The lowest work so far and where it was. */
  compressionWork: number;
  compressionImpulse: number;
  /** Impulse of each contact there. */
  readonly impulseAtCompression: Float64Array;
  /** Whether nothing could move any more before the end was reached. */
  locked: boolean;
  readonly events: StageEvent[];
  readonly phases: ImpactStage["phases"][number][];
  readonly observe: StageObserver | undefined;
}

/** Receives points of the path for drawing; `run` tells modes and whether it compresses. */
export type StageObserver = (state: StageState, run: StageRun) => void;

/**
 * Follows a stage from the velocities of its contacts to its stop. `speed` is the largest contact speed of the whole impact, m/s, to which
 * tolerances refer. Contacts that can only pull are dropped from `touching` on the way. Throws SolverError where the stage does not end.
 */
export type FollowStage = (
  touching: Touching,
  velocity: ArrayLike<number>,
  stop: StageStop,
  speed: number,
  observe?: StageObserver,
) => StageRun;

/** A slip below this fraction of `speed` is none. */
export const AT_REST = 1e-12;

export function beginStage(touching: Touching, velocity: ArrayLike<number>, observe?: StageObserver): StageRun {
  const { size, count } = touching;
  return {
    touching,
    state: {
      normalImpulse: 0,
      impulse: new Float64Array(size),
      velocity: Float64Array.from(velocity),
      normalWork: 0,
      frictionWork: 0,
      restitutionLoss: 0,
    },
    modes: new Uint8Array(count),
    rested: new Uint8Array(count),
    forced: new Uint8Array(count),
    ambiguous: false,
    compressing: true,
    compressions: 1,
    compressionWork: 0,
    compressionImpulse: 0,
    impulseAtCompression: new Float64Array(size),
    locked: false,
    events: [],
    phases: [],
    observe,
  };
}

/**
 * A stretch without a change of mode begins. `needed` is the friction each contact at rest needs in order to stick; NaN or infinite: none
 * to report.
 */
export function beginPhase(run: StageRun, needed: ArrayLike<number>): void {
  const { modes, phases, state } = run;
  phases.push({
    from: state.normalImpulse,
    modes: Array.from(modes, (mode) => (mode === STICK ? "stick" : "slip")),
    criticalFriction: Array.from(needed, (friction) => (Number.isFinite(friction) ? friction : null)),
  });
  run.observe?.(state, run);
}

/** Records an event at the present state. */
export function happen(run: StageRun, kind: EventKind, contact?: number): void {
  run.events.push({ kind, ...(contact === undefined ? {} : { contact }), state: copyState(run.state) });
}

/** The work has stopped falling. Returns true if the stage is over: nothing is to be given back. */
export function endCompression(run: StageRun, stop: StageStop): boolean {
  const { state } = run;
  run.observe?.(state, run);
  run.compressing = false;
  if (state.normalWork <= run.compressionWork) {
    run.compressionWork = state.normalWork;
    run.compressionImpulse = state.normalImpulse;
    run.impulseAtCompression.set(state.impulse);
  }
  if (stop.at === "restitution") state.restitutionLoss = (stop.restitution * stop.restitution - 1) * run.compressionWork;
  happen(run, "compression-end");
  run.observe?.(state, run);
  return stop.at === "restitution" && stop.restitution === 0;
}

/** Nothing bounds a stretch of the stage: either nothing moves any more, and what is stored is lost, or the work runs away. */
export function lock(
  run: StageRun,
  stop: StageStop,
  { rate }: { readonly rate: Float64Array },
  { slope }: { readonly slope: number },
): true {
  const { normalImpulse } = run.state;
  if (slope !== 0 || rate.some((value) => value !== 0))
    throw new SolverError("the bodies never separate: friction presses them together without end", { normalImpulse });
  if (run.compressing) endCompression(run, stop);
  run.locked = true;
  return true;
}

/** The work falls again before the end. */
export function restartCompression(run: StageRun): void {
  run.compressing = true;
  run.compressions++;
  happen(run, "compression-restart");
  run.observe?.(run.state, run);
}

/** The work at which the stage ends, seen from the lowest work so far. */
export function finalWork(run: StageRun, restitution: number): number {
  return (1 - restitution * restitution) * run.compressionWork;
}

/** The stage is over, and what is still stored is lost. */
export function endStage(run: StageRun): StageRun {
  const { state } = run;
  run.observe?.(state, run);
  state.restitutionLoss = -state.normalWork;
  happen(run, "stage-end");
  run.observe?.(state, run);
  return run;
}

export function copyState(state: StageState): StageState {
  return { ...state, impulse: state.impulse.slice(), velocity: state.velocity.slice() };
}
