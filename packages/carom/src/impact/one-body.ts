/** Whether contacts belong to one body: in a file of its own, as to choose a law is no reason to carry one. */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { touchingOf, writeVelocityRow } from "./multipoint/touching.js";

/**
 * Two points whose velocities along the line between them differ by more than this, per unit of impulse and of the mobility, are not of one
 * body.
 */
const ONE_BODY = 1e-6;

/**
 * Whether the contacts belong to one rigid body, or to one pair of them: velocities of two such points agree along the line between them.
 * Needs places.
 */
export function areOfOneBody(problem: ContactProblem): boolean {
  const { contacts, places, dimension } = problem;
  if (places === undefined) return false;
  const touching = touchingOf(
    problem,
    contacts.map((_, i) => i),
  );
  const { size, count, mobility } = touching;
  const largest = mobility.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const row = new Float64Array(size);
  for (let i = 0; i < count; i++)
    for (let r = 0; r < i; r++) {
      row.fill(0);
      // Two contacts at one point have no line between them.
      if (writeVelocityRow(touching, i, r, row) === 0) continue;
      for (let column = 0; column < size; column++) {
        let change = 0;
        for (const contact of [i, r])
          for (let k = contact * dimension; k < (contact + 1) * dimension; k++) change += row[k] * mobility[k * size + column];
        if (Math.abs(change) > ONE_BODY * largest) return false;
      }
    }
  return true;
}
