import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random.js";
import { problemFamilies, problemOf } from "../../../testing/slip-families.js";
import { impactDerivatives } from "../../derivatives/jacobian.js";
import { createSlipContact } from "../contact.js";
import { createSlipPath } from "../path.js";
import { followSlipBySeries } from "../series.js";
import { slipContactOf } from "../solve.js";
import { followSlipByTaylor } from "../taylor.js";
import { createTangentChain } from "./chain.js";
import { WIDTH } from "./columns.js";
import { createStretchTangents } from "./panel-stretches.js";
import { createPanelTangents } from "./panels.js";
import { chooseRestRule, restWeights, SMOOTH } from "./rest-rule.js";
import { IMPULSE, IMPULSE1, IMPULSE2 } from "./stretch.js";

const PROBLEMS = 120;

/** Worst difference of the impulse's columns along panels from those along Taylor's path, and how many problems are taken. */
function compare(
  family: (typeof problemFamilies)[number],
  createTangents: typeof createPanelTangents | typeof createStretchTangents,
): { readonly worst: number; readonly taken: number } {
  const random = createRandom(3);
  const drawn = createSlipContact();
  const byPanels = createTangentChain("energetic");
  const panels = createTangents(byPanels);
  const byTaylor = createTangentChain("energetic");
  const paths = [createSlipPath(), createSlipPath()];
  paths[0].tangents = panels;
  paths[1].tangents = byTaylor;
  let [worst, taken] = [0, 0];
  for (let n = 0; n < PROBLEMS; n++) {
    family.draw(random, drawn);
    const contact = slipContactOf(problemOf(drawn));
    followSlipBySeries(contact, paths[0]);
    if (!panels.usable()) continue;
    taken++;
    followSlipByTaylor(contact, paths[1], "energetic");
    for (let c = 0; c < WIDTH; c++) {
      const rows = [IMPULSE1, IMPULSE2, IMPULSE];
      const size = rows.reduce((most, row) => Math.max(most, Math.abs(byTaylor.rows[row][c])), 0);
      const error = rows.reduce((most, row) => Math.max(most, Math.abs(byTaylor.rows[row][c] - byPanels.rows[row][c])), 0);
      // A column that nothing depends on is rounding of the impulse itself.
      if (!(error <= 1e-14 * paths[1].state.normalImpulse)) worst = Math.max(worst, error / size);
    }
  }
  return { worst, taken };
}

describe("tangents by panels", () => {
  it.each(problemFamilies)("are those along Taylor's path to 1e-8: $name", (family) => {
    const { worst, taken } = compare(family, createPanelTangents);
    expect(worst).toBeLessThan(1e-8);
    // Jams are left to Taylor's path; of the others those that pass beside an invariant direction or graze.
    if (family.name === "generic") expect(taken).toBeGreaterThan(0.9 * PROBLEMS);
    if (family.name === "jam") expect(taken).toBe(0);
  });
});

describe("tangents by stretches along panels", () => {
  it.each(problemFamilies)("are those along Taylor's path to 1e-8: $name", (family) => {
    const { worst, taken } = compare(family, createStretchTangents);
    expect(worst).toBeLessThan(1e-8);
    // Left to Taylor's path: jams, slips that begin all but at rest, and those that a small change turns a thousand times as far.
    if (["generic", "at the limit of sticking", "nearly double direction", "grazing", "steep"].includes(family.name))
      expect(taken).toBe(PROBLEMS);
    if (family.name === "jam") expect(taken).toBe(0);
  });
});

describe("a slip that falls to 1e-12 of itself beside the limit of sticking", () => {
  it("leaves rest along its direction instead of taking for ever", () => {
    const problem = {
      dimension: 3,
      contacts: [{ friction: 0.7947701453541763, restitution: 0.5663815115025486 }],
      mobility: [
        [24.921947191182614, -5.057050724200647, 17.783128083755198],
        [-5.057050724200647, 42.75926637419198, 6.03459773742341],
        [17.783128083755198, 6.03459773742341, 38.48007116805642],
      ],
      velocity: [-0.5316424916969827, -0.3063770896601059, -0.7896134117108364],
    } as const;
    const { by, impulse } = impactDerivatives("frictional", problem);
    // Degree 1 in the velocity.
    impulse.forEach((value, k) => {
      const sum = problem.velocity.reduce((total, v, i) => total + by[i].impulse[k] * v, 0);
      expect(sum).toBeCloseTo(value, 10);
    });
  });
});

describe("the rules at rest", () => {
  it.each([0.06, 0.5, 1, 1.7, 2, 3.3, 4.9, 5.1, 9])("integrate t^(%d - 1)/(1 + t/distance) as its series does", (q) => {
    for (const distance of [1.6, 2, 3.1, 6]) {
      const rule = chooseRestRule(distance, 0.5 * q);
      const weights = new Float64Array(rule.count);
      restWeights(rule, q, weights, new Float64Array(rule.count));
      // Sum over k of (-1/distance)^k/(q + k) after Pfaff's transformation, which leaves terms of one sign.
      let expected = 0;
      let term = distance / (q * (distance + 1));
      for (let k = 1; k < 200; k++) {
        expected += term;
        term *= k / ((q + k) * (1 + distance));
      }
      const { places } = rule;
      const sum = places.reduce((total, t, j) => total + weights[j] * (q > SMOOTH ? t ** (q - 1) : 1) * (1 / (1 + t / distance)), 0);
      expect(Math.abs(sum / expected - 1)).toBeLessThan(1e-10);
    }
  });
});
