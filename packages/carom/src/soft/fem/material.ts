/**
 * A homogeneous isotropic linear elastic material.
 *
 *     sigma = lambda tr(epsilon) I + 2 mu epsilon        lambda = E nu / ((1 + nu)(1 - 2 nu))        mu = E / (2 (1 + nu))
 *
 * Letters: E youngModulus, nu poissonRatio.  Source: 000 (A.2)-(A.7).
 */
import { InvalidInputError } from "../../errors.js";

/** A linear elastic, isotropic material. */
export interface SoftMaterial {
  /** Pa, > 0. */
  readonly youngModulus: number;
  /** Between -1 and 0.5, both excluded. */
  readonly poissonRatio: number;
}

/** The two moduli of Lame. */
export interface LameModuli {
  /** Pa. */
  readonly lambda: number;
  /** Shear modulus, Pa. */
  readonly mu: number;
}

/** The moduli of Lame from Young's modulus and Poisson's ratio. */
export function lameModuli({ youngModulus, poissonRatio }: SoftMaterial): LameModuli {
  return {
    lambda: (youngModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
    mu: youngModulus / (2 * (1 + poissonRatio)),
  };
}

/** Far beyond all that is soft or hard, and far from underflow and overflow, Pa. */
const SOFTEST = 1e-6;
const HARDEST = 1e15;
/** Nearer to 0.5 than this the two moduli differ by so much that rounding decides. */
const INCOMPRESSIBLE = 1e-6;

/** Throws InvalidInputError unless the modulus is positive and Poisson's ratio lies between -1 and 1/2. */
export function checkMaterial({ youngModulus, poissonRatio }: SoftMaterial, path = "material"): void {
  if (!(youngModulus >= SOFTEST && youngModulus <= HARDEST))
    throw new InvalidInputError(`${path}.youngModulus`, youngModulus, `is not from ${SOFTEST} to ${HARDEST} Pa`);
  if (!(poissonRatio > -1 && poissonRatio < 0.5))
    throw new InvalidInputError(`${path}.poissonRatio`, poissonRatio, "is not between -1 and 0.5 (both excluded)");
  if (poissonRatio > 0.5 - INCOMPRESSIBLE || poissonRatio < -1 + INCOMPRESSIBLE)
    throw new InvalidInputError(
      `${path}.poissonRatio`,
      poissonRatio,
      `is closer than ${INCOMPRESSIBLE} to its limit: rounding would decide`,
    );
}

/**
 * Beyond this a node that is about to part slips within less of a step than numbers resolve; at this hardly anything slips, and no surface
 * is so rough.
 */
const MOST_FRICTION = 1000;

/** Throws InvalidInputError unless a coefficient of friction can be computed with. */
export function checkFriction(path: string, friction: number): void {
  if (!(friction >= 0 && friction <= MOST_FRICTION))
    throw new InvalidInputError(path, friction, `is not from 0 to ${MOST_FRICTION} (at ${MOST_FRICTION} hardly anything slips)`);
}
