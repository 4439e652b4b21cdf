/**
 * One contact of a problem as a central hit by force laws: the mass is one over its normal mobility, the speed that of its approach.
 * Friction is left out, so where it couples to the normal motion the hit is that of the smooth contact.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ContactLaw } from "../contact-law.js";
import type { CentralHit, ForceHit, ForceParameters } from "./law.js";
import { type ForceLawChoice, type ForceLawName, forceHit, forceLawNamed, forceParameters } from "./registry.js";

/** A hit, with the law and all its parameters. */
export interface ForceLawHit extends ForceHit {
  /** The law, with the parameters that were given: `flores, restitution 0.9`. */
  readonly name: string;
  /** Name of the force law. */
  readonly law: ForceLawName;
  /** All its parameters, given or found. */
  readonly parameters: ForceParameters;
}

/** The same hit by several force laws. */
export interface ForceLawHits extends CentralHit {
  /** One for each law asked for, in that order. */
  readonly hits: readonly ForceLawHit[];
  /** Whether friction acts on the normal motion too, which the hits leave out. */
  readonly frictionCouples: boolean;
}

/** Coupling below this part of the normal mobility is rounding. */
const NO_COUPLING = 1e-9;

/** Undefined where the contact does not approach. @param problem of one contact @param path of the choices, for complaints */
export function forceHitsAt(
  { dimension, mobility, velocity, contacts: [{ friction, restitution }] }: ContactProblem,
  contact: ContactLaw,
  choices: readonly ForceLawChoice[],
  path = "laws",
): ForceLawHits | undefined {
  const normal = dimension - 1;
  const hit = { mass: 1 / mobility[normal][normal], speed: -velocity[normal] };
  if (!(hit.speed > 0)) return undefined;
  const coupling = mobility[normal].slice(0, normal).some((value) => Math.abs(value) > NO_COUPLING * mobility[normal][normal]);
  return {
    ...hit,
    hits: choices.map((choice, i) => {
      const options = { surfaces: { contact, restitution }, path: `${path}[${i}]` };
      const parameters = forceParameters(choice, hit, options);
      const result = forceHit({ ...parameters, law: choice.law }, hit, options);
      const doubts = forceLawNamed(choice.law).doubts?.(parameters, contact) ?? [];
      return { name: nameOf(choice), law: choice.law, parameters, ...result, warnings: [...result.warnings, ...doubts] };
    }),
    frictionCouples: friction > 0 && coupling,
  };
}

const nameOf = ({ law, ...given }: ForceLawChoice) => [law, ...Object.entries(given).map(([name, value]) => `${name} ${value}`)].join(", ");
