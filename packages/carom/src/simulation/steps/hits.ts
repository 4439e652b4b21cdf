/**
 * When places hit within a step: the gap of a place is g + v t + (v+ - v) t^2 / (2 h).
 *
 * Source: own study, dense contact section 3.
 */
import { motionOf, velocityOf } from "./contact-list.js";
import type { RunState } from "./run-state.js";
import { togetherAt } from "./tolerances.js";

/** When a gap closes, s, and how fast, m/s; speed 0 where it does not within h. */
export function approachAt(gap: number, v: number, vEnd: number, h: number): { readonly time: number; readonly speed: number } {
  const a = (vEnd - v) / h;
  const g = Math.max(0, gap);
  const square = v * v - 2 * a * g;
  if (square < 0) return NEVER;
  const speed = Math.sqrt(square);
  const time =
    v > 0 ? (a < 0 ? (v + speed) / -a : Number.POSITIVE_INFINITY) : speed - v > 0 ? (2 * g) / (speed - v) : Number.POSITIVE_INFINITY;
  return time < h ? { time, speed } : NEVER;
}

const NEVER = { time: Number.POSITIVE_INFINITY, speed: 0 } as const;

/** The time to the first fast hit if everything goes on as it does, s, or h: a solve that is cut there at once need not be made again. */
export function expectedLength({ contacts, tolerances, acceleration }: RunState, h: number, slow: number): number {
  let first = h;
  for (let i = 0; i < contacts.count; i += 1) {
    const gap = contacts.gap[i];
    if (gap <= tolerances.gapTolerance) continue;
    const v = contacts.velocity[3 * i + 2];
    const { time, speed } = approachAt(gap, v, v + h * (motionOf(contacts, i, 2, acceleration) + contacts.bias[3 * i + 2]), h);
    if (speed > slow && speed * (h - time) > 0.5 * tolerances.gapTolerance) first = Math.min(first, time);
  }
  return first;
}

/** The first fast hit among places without a row; slow ones are marked to be caught. */
export function firstHit(run: RunState, h: number, slow: number, together: number): { readonly time: number; readonly caught: boolean } {
  const { contacts, rows, caught, nextSpeeds, tolerances } = run;
  let first = Number.POSITIVE_INFINITY;
  let anyCaught = false;
  for (let i = 0; i < contacts.count; i += 1) {
    if (rows[i] >= 0) continue;
    const end = velocityOf(contacts, i, 2, nextSpeeds) + h * contacts.bias[3 * i + 2];
    const { time, speed } = approachAt(contacts.gap[i], contacts.velocity[3 * i + 2], end, h);
    if (time >= h) continue;
    // A bounce shorter than hits are told apart is none.
    if (speed > slow && time > 0.25 * togetherAt(tolerances, together, speed)) {
      // What overlaps by less than the tolerance at the end stands there.
      if (speed * (h - time) > 0.5 * tolerances.gapTolerance) first = Math.min(first, time);
    } else {
      caught[i] = 1;
      anyCaught = true;
    }
  }
  return { time: first, caught: anyCaught };
}
