/** Derivatives of random runs against extrapolated differences; `npm run stress -- --run-derivatives 1000` tries as many as one likes. */
import { describe, expect, it } from "vitest";
import { judgeDerivatives } from "./derivative-judge.js";
import { derivativeScene } from "./derivative-scenes.js";

describe("derivatives of a random run", () => {
  it.each([1, 10, 18, 22, 40, 47])("agree with differences: scene %i", (seed) => {
    for (const { path, verdict, error, row } of judgeDerivatives(derivativeScene(seed)))
      expect(verdict, `${path}: ${row ?? ""} by ${error}`).toBe("agrees");
  });

  it("agree where what is left of a slip that stops is shared by two bodies", () => {
    const study = derivativeScene(200_032);
    const only = { ...study, derivatives: { of: ["end"], by: ["bodies.one.mass"] } };
    expect(judgeDerivatives(only, 1e-8)[0]).toMatchObject({ verdict: "agrees" });
  });

  it("agree where a slip turns round beside rest and ends as too slow to count", () => {
    const study = derivativeScene(100_034);
    const only = { ...study, derivatives: { of: ["end"], by: ["gravity[0]"] } };
    expect(judgeDerivatives(only, 1e-8)[0]).toMatchObject({ verdict: "agrees" });
  });
});
