/** No law, and no default, depends on how an impact is told. The campaign of `npm run stress` asks the same of 20,000 scenes. */
import { expect, it } from "vitest";
import { examineInvariance, isWrong, solverNames } from "./invariance.js";

const SCENES = 500;
const SEED = 1;
/** Of each scene, chosen at random: all of them would take half a minute. */
const TWINS = 1;

it("relabelled, turned, mirrored, in other units or moving: every law and every default answers the same to 1e-9, or says why not", () => {
  const wrong: string[] = [];
  const asked = new Map(solverNames.map((name) => [name, 0]));
  let undetermined = 0;
  for (let n = 0; n < SCENES; n++) {
    const { law, family, comparisons } = examineInvariance(n, SEED, TWINS);
    asked.set(law, asked.get(law)! + comparisons.length);
    for (const comparison of comparisons) {
      if (isWrong(comparison)) wrong.push(`scene ${n}, ${law}, ${family}, ${comparison.change}: ${comparison.difference.toExponential(1)}`);
      else if (!(comparison.difference <= 1e-9)) undetermined++;
    }
  }
  expect(wrong).toEqual([]);
  for (const [, count] of asked) expect(count).toBeGreaterThan(50);
  // Warned, and counted.
  expect(undetermined).toBeLessThanOrEqual(5);
}, 60_000);

it("tangents of points on one line may be told to either side: planar blocks under multipoint", () => {
  for (const n of [563, 1292, 1436, 2165, 2804, 3470]) {
    const { law, family, comparisons } = examineInvariance(n, SEED);
    expect([law, family]).toEqual(["multipoint", "planar block on a floor"]);
    expect(comparisons.filter(({ change, difference }) => change === "tangents" && !(difference <= 1e-12))).toEqual([]);
  }
});

it("a contact that closes slowly, three balls away from the push, slides as soon as it is seen to: units do not matter", () => {
  const { law, family, comparisons } = examineInvariance(3554, SEED);
  expect([law, family]).toEqual(["default", "cluster of balls in space"]);
  expect(comparisons.filter(({ difference }) => !(difference <= 1e-11))).toEqual([]);
});
