/**
 * Touches of an instant, and how they change along the columns and along the flow that came there.
 */
import type { ResolvedImpact, TouchImpact } from "../../impacts/resolve-impacts.js";
import { type Column, type Direction, directionOf } from "./columns.js";
import type { FrozenEvaluator, State } from "./frozen.js";
import type { Resting } from "./joint-stop.js";
import { changesOfTouches, ROOM, readTouches, type TouchNumbers, type TouchSources } from "./touches.js";

export interface SettleSources extends TouchSources {
  readonly evaluator: FrozenEvaluator;
  readonly columns: readonly Column[];
  readonly contactSpeed: number;
  /** Whether derivatives of what is recorded of each contact are kept. */
  readonly tellsImpacts: boolean;
  /** Slips that are coming to rest together: some of them have. */
  resting: Resting | undefined;
}

/** Touches of an instant with their changes, along each column and along the flow. */
export interface SeenTouches {
  readonly keys: readonly string[];
  readonly numbers: TouchNumbers;
  readonly course: TouchNumbers;
  readonly changes: readonly TouchNumbers[];
}

/**
 * Touches of an impact before the columns are shifted to it: what tells when it is tells also what it does, because changes along shifted
 * columns are those along the columns plus the shift times those along the flow. Holds until other touches are looked at.
 */
export function seeTouches(sources: SettleSources, impact: ResolvedImpact, state: State, flow: Direction): SeenTouches {
  const { base, columns, rooms } = sources;
  const keys = impact.touches.map(({ feature }) => feature.key);
  const numbers = rooms.numbers(keys.length, ROOM.here);
  readTouches(base, keys, state, numbers);
  const changesAlong = changesOfTouches(sources, keys, state, numbers);
  const course = rooms.numbers(keys.length, ROOM.second);
  changesAlong.all(flow, course);
  const changes = columns.map((column, j) => {
    const change = rooms.numbers(keys.length, ROOM.columns + j);
    changesAlong.all(directionOf(column), change);
    return change;
  });
  return { keys, numbers, course, changes };
}

const NUMBERS = ["gaps", "velocities", "mobility", "response", "places"] as const;

/** Changes along columns that have been shifted since. */
function shiftSeen({ changes, course }: SeenTouches, shift: Float64Array): void {
  changes.forEach((change, j) => {
    const factor = shift[j];
    if (factor === 0) return;
    for (const field of NUMBERS) {
      const [sum, add] = [change[field], course[field]];
      for (let k = 0; k < sum.length; k++) sum[k] += factor * add[k];
    }
  });
}

/** An impact that is passed by columns that have been shifted to it. */
export interface PassedImpact {
  readonly impact: ResolvedImpact;
  /** Before it. */
  readonly state: State;
  readonly how: TouchImpact;
  /** Where its touches were looked at before the columns were shifted. */
  readonly seen: SeenTouches | undefined;
  readonly shift: Float64Array;
}

/** Its touches, and their changes along the columns as they are now. */
export function lookedAt(sources: SettleSources, { impact, state, seen, shift }: PassedImpact, directions: readonly Direction[]) {
  if (seen !== undefined) {
    shiftSeen(seen, shift);
    return seen;
  }
  const { base, rooms } = sources;
  const keys = impact.touches.map(({ feature }) => feature.key);
  const numbers = rooms.numbers(keys.length, ROOM.here);
  readTouches(base, keys, state, numbers);
  const changesAlong = changesOfTouches(sources, keys, state, numbers);
  const changes = directions.map((along, j) => {
    const change = rooms.numbers(keys.length, ROOM.columns + j);
    changesAlong.all(along, change);
    return change;
  });
  return { keys, numbers, changes };
}
