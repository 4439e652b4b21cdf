/** Poses of one body at times, as they were measured. */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";

/** One motion. */
export interface PoseRecording {
  readonly id: string;
  /** s, ascending. */
  readonly times: readonly number[];
  /** Of the tracked centre, m. */
  readonly positions: readonly Vec3[];
  /** Body to world. */
  readonly orientations: readonly Quaternion[];
  /** As given, m/s. Absent: not measured. */
  readonly velocities?: readonly Vec3[];
  /** rad/s, world axes. Absent: not measured. */
  readonly spins?: readonly Vec3[];
}

/** The middle of some numbers; of an even count the mean of the two in the middle. NaN: there are none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

/** The first of some frames that is not before a time, counted from the first of them; one more than there are: none. */
export function rowAfter(times: readonly number[], time: number, first: number, last: number): number {
  let k = first;
  while (k <= last && times[k] < time) k++;
  return k - first;
}
