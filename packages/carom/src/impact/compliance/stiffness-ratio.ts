/**
 * The stiffness ratio of a contact from Poisson's ratio of its material.
 *
 * A circular punch pressed on an elastic half space and then pushed along it gives
 *
 *     k_n / k_t = (2 - nu) / (2 (1 - nu)),
 *
 * 1 at nu = 0 and 3/2 at nu = 1/2. Measured spheres fit 1.3 a little better at nu = 0.3, where this is 17/14 (docs/laws/compliant.md).
 *
 * Source: Johnson, Contact mechanics (1985), sections 3.2 and 3.6; 001 section 8.1, footnote 11.
 */
import { InvalidInputError } from "../../errors.js";

/** Normal over tangential stiffness of a contact between bodies with this Poisson's ratio, -1 to 1/2 (common solids: 0.2 to 0.5). */
export function stiffnessRatioFromPoisson(poissonRatio: number): number {
  if (!(poissonRatio > -1 && poissonRatio <= 0.5))
    throw new InvalidInputError("poissonRatio", poissonRatio, "is not above -1 and at most 0.5");
  return (2 - poissonRatio) / (2 * (1 - poissonRatio));
}
