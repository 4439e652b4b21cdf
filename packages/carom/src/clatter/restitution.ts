/**
 * Restitution that changes from impact to impact, as the force of a contact has it.
 *
 * With F = k x^n + b x^p |x'|^q sign(x') (power-contact.ts) restitution depends on one number, beta = b v^q x0^(p - n)/k with x0 = (m
 * v^2/k)^(1/(n+1)). So where the restitution of the first impact is known, and with it its beta, that of every other is
 *
 *     beta = beta_1 (v/v_1)^(q - 2 (n - p)/(n + 1)) (W/W_1)^((n - p)/(n + 1))
 *
 * by its approach speed v and its mobility W = 1/m; stiffness and damping need not be known. For p = n, q = 1 it is beta_1 v/v_1 whatever
 * the mass; a spring and a dashpot (n = 1, p = 0, q = 1) do not see the speed.
 *
 * Source: 003 eq. (1.11); the scaling is ours.
 */
import { InvalidInputError } from "../errors.js";
import { pow } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import { restitutionFromDamping } from "../mechanics/damping.js";
import { pressContact } from "./power-contact.js";

/** Powers of the force of a contact. */
export interface ContactExponents {
  /** n, of the depth in the spring, at least 1. Default: 3/2. */
  readonly force?: number;
  /** p, of the depth in the damper, at least 0. Default: `force`. */
  readonly damping?: number;
  /** q, of the rate of depth, above 0. Default: 1. */
  readonly rate?: number;
}

/** Of an impact with an approach speed, m/s, at a point with a normal mobility, 1/kg. */
export type RestitutionAt = (approach: number, mobility: number) => number;

/** What the first impact was, and its restitution; without exponents all others have the same. */
export function restitutionsFrom(restitution: number, approach: number, mobility: number, exponents?: ContactExponents): RestitutionAt {
  if (exponents === undefined || restitution === 1) return () => restitution;
  const { force = 1.5, rate = 1 } = exponents;
  const { damping = force } = exponents;
  const followed = (dampingNumber: number) =>
    pressContact({
      mass: 1,
      impactSpeed: 1,
      stiffness: 1,
      exponent: force,
      dampingExponent: damping,
      rateExponent: rate,
      damping: dampingNumber,
    }).restitution;
  // The usual powers have a closed form.
  const at = damping === force && rate === 1 ? restitutionFromDamping : followed;
  let high = 1;
  while (high < LARGEST && at(high) > restitution) high *= 2;
  if (!(high < LARGEST)) throw new InvalidInputError("restitution", restitution, "is less than a contact with these exponents can have");
  const first = findRoot((number) => at(number) - restitution, 0, high);
  const share = (force - damping) / (force + 1);
  return (speed, moved) => at(first * pow(speed / approach, rate - 2 * share) * pow(moved / mobility, share));
}

const LARGEST = 1e6;

/** Throws InvalidInputError naming what no contact has. */
export function checkExponents(restitution: number, exponents: ContactExponents | undefined, isAlone: boolean): void {
  if (exponents === undefined) return;
  const { force = 1.5, rate = 1 } = exponents;
  const { damping = force } = exponents;
  if (!(force >= 1 && force < LARGEST_POWER))
    throw new InvalidInputError("exponents.force", force, `is not between 1 and ${LARGEST_POWER}`);
  if (!(damping >= 0 && damping < LARGEST_POWER))
    throw new InvalidInputError("exponents.damping", damping, `is not between 0 and ${LARGEST_POWER}`);
  if (!(rate > 0 && rate < LARGEST_POWER)) throw new InvalidInputError("exponents.rate", rate, `is not above 0 and below ${LARGEST_POWER}`);
  if (restitution === 0) throw new InvalidInputError("restitution", restitution, "is none, and no damping takes all");
  if (!isAlone) throw new InvalidInputError("exponents", exponents, "is given besides a rule along the floor, and goes without one only");
}

const LARGEST_POWER = 20;
