/**
 * A spring of any power with damping that grows with the spring's force, so that the force begins and ends at zero:
 *
 *     f = k delta^n (1 + (3/2) a delta')
 *
 * For slow hits e = 1 - a v. Exactly, with d = (3/2) a v: d (1 + e) = ln((1 + d)/(1 - d e)), for every n (damped-power.ts), which ends as
 * e ~ 1/d for fast ones. Source: Hunt and Crossley, J. Applied Mechanics 42 (1975) 440.
 */
import { dampedForce, dampedPowerHit, dampingOfRestitution, restitutionOfDamping } from "./damped-power.js";
import { springAsDeepAsHertz, surfaceRestitution } from "./from-surfaces.js";
import type { ForceLaw } from "./law.js";

/** Parameters of `hunt-crossley`. */
export type HuntCrossleyParameters = {
  /** k, N/m^exponent, > 0. Default: Hertz's of the surfaces; with another exponent, the one that is pressed in as deep without damping. */
  readonly stiffness: number;
  /** n, > 0. Default: 3/2. */
  readonly exponent: number;
  /** a, s/m, >= 0. Default: the one that gives the contact's restitution at the speed of the hit. */
  readonly dissipation: number;
};

export const huntCrossley: ForceLaw<HuntCrossleyParameters> = {
  summary: "damping in proportion to the spring's force: e falls with the speed, from 1",
  source: "Hunt and Crossley, J. Applied Mechanics 42 (1975) 440",
  parameters: {
    stiffness: { meaning: "force over approach^exponent, N/m^exponent", byDefault: "as deep as Hertz without damping", range: "> 0" },
    exponent: { meaning: "power of the approach", byDefault: "1.5", range: "> 0", fallback: 1.5 },
    dissipation: { meaning: "1 - e over the speed, for slow hits, s/m", byDefault: "from the restitution, at this speed", range: ">= 0" },
  },
  pulls: () => false,
  fromSurfaces: (surfaces, hit, { stiffness, exponent = 1.5, dissipation }) => ({
    stiffness: stiffness ?? (exponent === 1.5 ? surfaces.contact.hertz : springAsDeepAsHertz(surfaces.contact, hit, exponent)),
    exponent,
    dissipation: dissipation ?? dampingOfRestitution(surfaceRestitution(surfaces, "dissipation")) / (1.5 * hit.speed),
  }),
  force: (parameters, state) => dampedForce(parameters, 1.5 * parameters.dissipation, state),
  restitution: ({ dissipation }, { speed }) => restitutionOfDamping(1.5 * dissipation * speed),
  hit: ({ stiffness, exponent, dissipation }, hit, rows) =>
    dampedPowerHit({ stiffness, exponent, damping: 1.5 * dissipation * hit.speed }, hit, rows),
};
