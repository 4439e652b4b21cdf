/** The state of several contacts at one normal impulse of all of them. */
import type { Course } from "@carom/figures/geometry";

/** Place of the last row at or before an impulse. */
export function rowAt({ total }: Course, impulse: number): number {
  let row = 0;
  while (row + 1 < total.length && total[row + 1] <= impulse) row++;
  return row;
}

/** Normal impulse of each contact there, N s. */
export function impulsesAt(course: Course, impulse: number): number[] {
  const row = rowAt(course, impulse);
  const next = Math.min(row + 1, course.total.length - 1);
  const width = course.total[next] - course.total[row];
  const part = width > 0 ? Math.min(1, (impulse - course.total[row]) / width) : 0;
  return course.contacts.map(({ normalImpulse }) => normalImpulse[row] + part * (normalImpulse[next] - normalImpulse[row]));
}
