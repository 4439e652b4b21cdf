/** The clock inside an impact whose surfaces are known: which part of its time goes with which part of its impulse. */
import type { RecordedForces } from "carom/simulation";
import { between } from "../ui/between.js";

export interface ImpactClock {
  /** Part of the time, 0 to 1, when a part of the normal impulse, 0 to 1, has been given. */
  readonly timeAt: (impulse: number) => number;
  /** The other way round. */
  readonly impulseAt: (time: number) => number;
}

export function clockOf({ time, normalImpulse, duration }: RecordedForces): ImpactClock {
  const whole = normalImpulse[normalImpulse.length - 1];
  const times = time.map((t) => t / duration);
  const impulses = normalImpulse.map((p) => p / whole);
  return { timeAt: (impulse) => between(impulses, times, impulse), impulseAt: (part) => between(times, impulses, part) };
}
