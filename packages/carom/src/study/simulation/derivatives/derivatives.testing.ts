/** What tests of derivatives share. */
import { parseStudy } from "../../parse.js";
import { runSimulation } from "../run.js";
import type { SimulationStudy } from "../schema.js";

export const FLOOR = { plane: { normal: [0, 0, 1] } };

/** Runs a study with derivatives. */
export function derivatives(study: object, of: readonly string[], by: readonly string[]) {
  const whole = { carom: 1, kind: "simulation", title: "closed form", ...study, derivatives: { of, by } };
  const result = runSimulation(parseStudy(whole) as SimulationStudy);
  if (result.derivatives === undefined) throw new Error("no derivatives");
  return { result, ...result.derivatives };
}

/** Throws where a matrix is not that expected, to a part of each value and of one. */
export function expectClose(
  matrix: readonly (readonly (number | null)[])[],
  expected: readonly (readonly number[])[],
  within = 1e-10,
): void {
  expected.forEach((row, i) => {
    row.forEach((value, j) => {
      const found = matrix[i][j] ?? Number.NaN;
      if (!(Math.abs(found - value) <= within * Math.max(1, Math.abs(value))))
        throw new Error(`row ${i}, column ${j}: ${found} is not ${value} to ${within}`);
    });
  });
}
