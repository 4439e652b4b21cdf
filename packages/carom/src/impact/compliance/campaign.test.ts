import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { slipContactOf } from "../slip/solve.js";
import { randomImpact, runCampaign } from "./campaign.testing.js";
import { complianceContactOf } from "./contact.js";
import { followCompliance } from "./follow.js";
import { createCompliancePath } from "./path.js";
import { SERIES_DEFAULTS, type SeriesAccuracy } from "./power-series.js";

describe("random impacts", () => {
  it("all end, inside the friction cone, with their ledgers closed to 1e-9 and few events", () => {
    const { wrong, givenUp, worstResidual, mostEvents, meanEvents, repeated } = runCampaign(20_000, 1);
    expect(wrong).toEqual([]);
    expect(givenUp).toEqual([]);
    expect(worstResidual).toBeLessThan(1e-10);
    expect(mostEvents).toBeLessThan(200);
    expect(meanEvents).toBeLessThan(4);
    expect(repeated).toBeGreaterThan(0);
  });

  it("are converged to 1e-10: a hundred times the accuracy changes nothing", () => {
    const random = createRandom(7);
    const sharper = { order: 24, tolerance: SERIES_DEFAULTS.tolerance / 100 };
    for (let i = 0; i < 3000; i++) {
      const problem = randomImpact(random);
      const { friction, stiffnessRatio } = problem.contacts[0];
      const contact = complianceContactOf(slipContactOf(problem), stiffnessRatio!, friction);
      const impulse = (accuracy: SeriesAccuracy) => {
        const path = createCompliancePath();
        followCompliance(contact, path, accuracy);
        const { impulse1, impulse2, normalImpulse } = path.state;
        return [impulse1, impulse2, normalImpulse];
      };
      const ours = impulse(SERIES_DEFAULTS);
      const theirs = impulse(sharper);
      expect(Math.hypot(...ours.map((p, j) => p - theirs[j]))).toBeLessThanOrEqual(1e-10 * Math.hypot(...ours));
    }
  });
});
