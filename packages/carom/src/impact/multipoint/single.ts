/**
 * A stage of one contact: the slip path of `frictional`, ended by the one rule of this law.
 *
 * The two laws agree as long as the bodies are pressed together once. Where friction presses them together again, `frictional` loses a
 * share in each period of compression, and this law only in the deepest: W_f = (1 - e^2) W_c with W_c the lowest work. The path itself does
 * not depend on the restitution. So it is first followed with e = 1, where nothing is lost and all lows and highs of the work are seen;
 * then with the restitution e' by whose losses the impact ends at the same place,
 *
 *     (1 - e'^2) (sum of all compression work) = (1 - e^2) |W_c|
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { SlipContact } from "../slip/contact.js";
import {
  COMPRESSION_END,
  COMPRESSION_RESTART,
  createSlipPath,
  END,
  EVENT_SIZE,
  SLIP_START,
  SLIP_STOP,
  type SlipPath,
} from "../slip/path.js";
import { followSlipBySeries } from "../slip/series.js";
import { isDefinite, slipContactOf } from "../slip/solve.js";
import { SLIP, STICK } from "./direction.js";
import {
  beginPhase,
  beginStage,
  endCompression,
  endStage,
  happen,
  restartCompression,
  type StageObserver,
  type StageRun,
} from "./stage.js";
import type { Touching } from "./touching.js";

/** Whether the contact of this stage can be followed here. */
export function isSingle(touching: Touching): boolean {
  return touching.count === 1 && isDefinite(problemOf(touching, [0, 0, 0]));
}

/** Follows the only contact, whose normal velocity must be negative. */
export function followSingle(touching: Touching, velocity: ArrayLike<number>, restitution: number, observe?: StageObserver): StageRun {
  const contact = slipContactOf(problemOf(touching, velocity));
  contact.restitution = restitution;
  const path = createSlipPath();
  followSlipBySeries(contact, path);
  const work = path.compressions === 1 ? worksOfOne(path) : followAgain(contact, path, restitution);
  const run = retrace(touching, velocity, contact, path, work, restitution);
  if (observe !== undefined) draw(touching, velocity, contact, restitution, observe);
  return run;
}

function problemOf({ dimension, size, mobility, friction, staticFriction }: Touching, velocity: ArrayLike<number>): ContactProblem {
  return {
    dimension,
    contacts: [{ friction: friction[0], staticFriction: staticFriction[0], restitution: 0 }],
    mobility: Array.from({ length: size }, (_, row) => [...mobility.subarray(row * size, (row + 1) * size)]),
    velocity: Array.from({ length: size }, (_, k) => velocity[k]),
  };
}

/** The normal work at each event of a path with one period of compression, on which all loss is booked where compression ends. */
function worksOfOne({ count, kinds, numbers, state }: SlipPath): number[] {
  let loss = 0;
  return Array.from({ length: count }, (_, k) => {
    if (kinds[k] === COMPRESSION_END) loss = state.restitutionLoss;
    return -numbers[k * EVENT_SIZE + 6] - loss;
  });
}

/** Follows the path to where this law ends it, and returns the normal work at each event. */
function followAgain(contact: SlipContact, path: SlipPath, restitution: number): number[] {
  contact.restitution = 1;
  followSlipBySeries(contact, path);
  const work = Array.from({ length: path.count }, (_, k) => -path.numbers[k * EVENT_SIZE + 6]);
  const lost = 1 - restitution * restitution;
  let lowest = 0;
  let last = 0;
  let compressed = 0;
  for (let k = 0; k < path.count; k++) {
    if (path.kinds[k] === COMPRESSION_END) {
      compressed += last - work[k];
      lowest = Math.min(lowest, work[k]);
    } else if (path.kinds[k] === COMPRESSION_RESTART) {
      if (work[k] >= lost * lowest) break;
      last = work[k];
    }
  }
  contact.restitution = Math.sqrt(Math.max(0, 1 + (lost * lowest) / compressed));
  followSlipBySeries(contact, path);
  work[path.count - 1] = lost * lowest;
  return work;
}

/** The path as a stage. */
function retrace(
  touching: Touching,
  velocity: ArrayLike<number>,
  contact: SlipContact,
  path: SlipPath,
  work: readonly number[],
  restitution: number,
): StageRun {
  const run = beginStage(touching, velocity);
  const stop = { at: "restitution", restitution } as const;
  const startsAtRest = contact.slip1 === 0 && contact.slip2 === 0 && contact.friction > 0;
  run.rested[0] = startsAtRest ? 1 : 0;
  run.modes[0] = startsAtRest && path.stuck ? STICK : SLIP;
  // Slip that starts from rest at once says so in its first event.
  if (!startsAtRest || path.stuck) beginPhase(run, [startsAtRest ? criticalFriction(contact) : Number.NaN]);
  for (let k = 0; k < path.count; k++) {
    place(run, path.numbers.subarray(k * EVENT_SIZE, (k + 1) * EVENT_SIZE), work[k]);
    switch (path.kinds[k]) {
      case COMPRESSION_END:
        endCompression(run, stop);
        break;
      case COMPRESSION_RESTART:
        restartCompression(run);
        break;
      case SLIP_STOP:
        happen(run, "slip-stop", 0);
        run.rested[0] = 1;
        if (path.kinds[k + 1] === SLIP_START) break;
        run.modes[0] = STICK;
        beginPhase(run, [criticalFriction(contact)]);
        break;
      case SLIP_START:
        happen(run, "slip-start", 0);
        run.modes[0] = SLIP;
        beginPhase(run, [criticalFriction(contact)]);
        break;
      case END:
        endStage(run);
    }
  }
  return run;
}

function criticalFriction({ hold1, hold2 }: SlipContact): number {
  return Math.sqrt(hold1 * hold1 + hold2 * hold2);
}

/** Puts the run at an event of the path: normal impulse, impulse 1, 2, slip 1, 2, normal velocity, stored energy, friction loss. */
function place({ state, touching }: StageRun, numbers: Float64Array, work: number): void {
  const n = touching.dimension - 1;
  state.normalImpulse = numbers[0];
  state.normalWork = work;
  state.frictionWork = -numbers[7];
  for (let k = 0; k < n; k++) {
    state.impulse[k] = numbers[1 + k];
    state.velocity[k] = numbers[3 + k];
  }
  state.impulse[n] = numbers[0];
  state.velocity[n] = numbers[5];
}

/** Shows the points of the path, in a run of its own so that nobody's looking changes a bit of the outcome. */
function draw(touching: Touching, velocity: ArrayLike<number>, contact: SlipContact, restitution: number, observe: StageObserver): void {
  const run = beginStage(touching, velocity);
  const path = createSlipPath();
  const numbers = new Float64Array(EVENT_SIZE);
  path.observe = (state, mode) => {
    numbers.set([
      state.normalImpulse,
      state.impulse1,
      state.impulse2,
      state.slip1,
      state.slip2,
      state.normalVelocity,
      0,
      state.frictionLoss,
    ]);
    const work = -(state.storedEnergy + state.restitutionLoss);
    place(run, numbers, work);
    run.compressing = state.compressing;
    if (!state.compressing) run.compressionWork = Math.min(run.compressionWork, work);
    run.state.restitutionLoss = (restitution * restitution - 1) * run.compressionWork;
    run.modes[0] = mode === "stick" ? STICK : SLIP;
    observe(run.state, run);
  };
  followSlipBySeries(contact, path);
}
