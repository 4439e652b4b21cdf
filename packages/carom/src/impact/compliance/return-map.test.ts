import { expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { solveCompliant } from "../compliant.js";
import { randomImpact } from "./campaign.testing.js";
import { impulseByReturnMap } from "./return-map.testing.js";
import { ball, pencil, pencilMoment, TABLE } from "./sources.testing.js";

const difference = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, i) => x - b[i])) / Math.hypot(...a);

it("agrees with the event-free stepper to 1e-9 on the source's examples and random impacts", () => {
  const random = createRandom(11);
  const problems = Array.from({ length: 8 }, () => randomImpact(random))
    // A short restitution would need shorter steps.
    .map((problem) => ({ ...problem, contacts: [{ ...problem.contacts[0], restitution: 0.3 + 0.7 * problem.contacts[0].restitution }] }));
  for (const problem of [ball(TABLE, [-1, 0, -5], [0, 2]), pencil(pencilMoment(0.5, "corrected")), ...problems])
    expect(difference(solveCompliant(problem).impulse, impulseByReturnMap(problem, 600_000))).toBeLessThan(1e-9);
});
