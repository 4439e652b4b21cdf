/**
 * Elastic surfaces: f = k delta^(3/2), k = (4/3) E sqrt(R). Nothing is lost, e = 1. In closed form
 *
 *     delta = (5 m v^2 / (4 k))^(2/5)        peak k delta^(3/2)        duration 2.94328 delta / v
 *
 * It is the damped power law without damping. Source: Hertz, J. reine angew. Math. 92 (1881) 156.
 */
import { dampedForce, dampedPowerHit } from "./damped-power.js";
import type { ForceLaw } from "./law.js";

const EXPONENT = 1.5;

/** Parameters of `hertz`. */
export type HertzParameters = {
  /** k, N/m^(3/2), > 0. Default: (4/3) E sqrt(R) of the surfaces. */
  readonly stiffness: number;
};

export const hertz: ForceLaw<HertzParameters> = {
  summary: "elastic: force as the power 3/2 of the approach, nothing lost",
  source: "Hertz, J. reine angew. Math. 92 (1881) 156",
  parameters: { stiffness: { meaning: "force over approach^(3/2), N/m^(3/2)", byDefault: "Hertz's, of the surfaces", range: "> 0" } },
  pulls: () => false,
  fromSurfaces: ({ contact }) => ({ stiffness: contact.hertz }),
  force: ({ stiffness }, state) => dampedForce({ stiffness, exponent: EXPONENT }, 0, state),
  restitution: () => 1,
  hit: ({ stiffness }, hit, rows) => dampedPowerHit({ stiffness, exponent: EXPONENT, damping: 0 }, hit, rows),
};
