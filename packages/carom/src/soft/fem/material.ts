/**
 * A homogeneous isotropic linear elastic material.
 *
 *     sigma = lambda tr(epsilon) I + 2 mu epsilon        lambda = E nu / ((1 + nu)(1 - 2 nu))        mu = E / (2 (1 + nu))
 *
 * Letters: E youngModulus, nu poissonRatio.  Source: 000 (A.2)-(A.7).
 */
import { InvalidInputError } from "../../errors.js";

export interface SoftMaterial {
  /** Pa, > 0. */
  readonly youngModulus: number;
  /** Between -1 and 0.5, both excluded. */
  readonly poissonRatio: number;
}

export interface LameModuli {
  /** Pa. */
  readonly lambda: number;
  /** Shear modulus, Pa. */
  readonly mu: number;
}

export function lameModuli({ youngModulus, poissonRatio }: SoftMaterial): LameModuli {
  return {
    lambda: (youngModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
    mu: youngModulus / (2 * (1 + poissonRatio)),
  };
}

export function checkMaterial({ youngModulus, poissonRatio }: SoftMaterial, path = "material"): void {
  if (!(Number.isFinite(youngModulus) && youngModulus > 0))
    throw new InvalidInputError(`${path}.youngModulus`, youngModulus, "is not a finite number above 0");
  if (!(poissonRatio > -1 && poissonRatio < 0.5))
    throw new InvalidInputError(`${path}.poissonRatio`, poissonRatio, "is not between -1 and 0.5 (both excluded)");
}
