/** Rows of balls for tests. */
import type { Contact, ContactMaterial, ContactProblem } from "../mechanics/contact-problem.js";

/** Elastic, without friction. */
export const SMOOTH: ContactMaterial = { friction: 0, restitution: 1 };

/**
 * Balls in a row on a line, smooth unless told otherwise, as a planar problem whose tangents nothing moves; contact i is between balls i
 * and i + 1.
 */
export function ballsInRow(
  masses: readonly number[],
  speeds: readonly number[],
  material: (i: number) => Partial<Contact> = () => ({}),
): ContactProblem {
  const count = masses.length - 1;
  const mobility = Array.from({ length: 2 * count }, () => new Array<number>(2 * count).fill(0));
  for (let i = 0; i < count; i++) {
    mobility[2 * i][2 * i] = 1;
    mobility[2 * i + 1][2 * i + 1] = 1 / masses[i] + 1 / masses[i + 1];
    if (i > 0) mobility[2 * i + 1][2 * i - 1] = mobility[2 * i - 1][2 * i + 1] = -1 / masses[i];
  }
  return {
    dimension: 2,
    contacts: Array.from({ length: count }, (_, i) => ({ ...SMOOTH, ...material(i) })),
    mobility,
    velocity: Array.from({ length: count }, (_, i) => [0, speeds[i + 1] - speeds[i]]).flat(),
    kineticEnergy: masses.reduce((sum, m, i) => sum + 0.5 * m * speeds[i] * speeds[i], 0),
  };
}
