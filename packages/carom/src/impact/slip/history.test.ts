import { expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { problemFamilies, problemOf } from "../../testing/slip-families.js";
import { solveFrictional } from "../frictional.js";
import { createSlipContact } from "./contact.js";

it.each(problemFamilies)("a recorded history holds every event to 1e-12 ($name)", ({ draw }) => {
  const random = createRandom(11);
  const contact = createSlipContact();
  let worst = 0;
  for (let i = 0; i < 1000; i++) {
    draw(random, contact);
    const problem = problemOf(contact);
    const { events, history } = solveFrictional(problem, { history: true });
    const { normalImpulse, impulse, velocity, storedEnergy, frictionLoss } = history!;
    const speed = Math.hypot(...problem.velocity);
    const end = normalImpulse[normalImpulse.length - 1];
    for (const event of events) {
      // The energy jumps where compression ends, so the row right after the jump may be the second at that impulse: take the best of all.
      const misses = normalImpulse.map((value, row) =>
        Math.max(
          Math.abs(value - event.normalImpulse) / end,
          Math.hypot(...impulse[row].map((x, k) => x - event.impulse[k])) / end,
          Math.hypot(...velocity[row].map((x, k) => x - event.velocity[k])) / speed,
          Math.abs(storedEnergy[row] - event.storedEnergy) / (speed * end),
          Math.abs(frictionLoss[row] - event.frictionLoss) / (speed * end),
        ),
      );
      worst = Math.max(worst, Math.min(...misses));
    }
  }
  expect(worst).toBeLessThan(1e-12);
});
